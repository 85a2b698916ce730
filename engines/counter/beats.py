"""Bids, a trick or the end of a hand as a player wants to see it: everybody's part in one line, and who won."""

from engines.beats import NOTHING, Part
from engines.contract import Event
from engines.counter import events
from engines.counter.narration import tell
from engines.texts import Player, Text, cards, say


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of the bids, of a trick or of a hand's end."""
    match event:
        case events.MadeBid(seat, tricks):
            if seat == viewer:
                return Part("bids", None, (say("you bid {tricks}", tricks=tricks),))
            return Part("bids", None, (say("{player} bids {tricks}", player=Player(seat), tricks=tricks),))
        case events.Played():
            return Part("trick", None, (_played(event, viewer),))
        case events.TrickDecided():
            return Part("trick", None, effects=(tell(event, viewer),), closes=True)
        case events.LeadsNext() | events.JackTurned() | events.PassDue():
            return Part(None, effects=(tell(event, viewer),))
        case events.Scored():
            return Part("hand", None, (_scored(event, viewer),))
        case events.CardValued() | events.TrumpsChanged() | events.SevensPowerless() | events.CardsPassed():
            return NOTHING
        case _:
            return None


def _played(event: events.Played, viewer: int | None) -> Text:
    card = cards([event.card] if event.shown is None else [event.card, event.shown])
    if event.seat == viewer:
        return say("you {card}", card=card)
    return say("{player} {card}", player=Player(event.seat), card=card)


def _scored(event: events.Scored, viewer: int | None) -> Text:
    shown = {"bid": event.bid, "won": event.won, "points": event.points, "total": event.total}
    if event.seat == viewer:
        return say("you bid {bid}, won {won}: +{points} = {total}", **shown)
    return say("{player} bid {bid}, won {won}: +{points} = {total}", player=Player(event.seat), **shown)
