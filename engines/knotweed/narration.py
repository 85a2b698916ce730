"""Tells what happened: each event in a sentence, and a turn in one line."""

from engines.beats import NOTHING, Part
from engines.contract import Event
from engines.kit.narration import teller
from engines.kit.wording import names
from engines.knotweed import events
from engines.knotweed.events import Passed, PilesOpened, Played, Pruned, Took, TookNothing, TookUnseen
from engines.knotweed.words import why_over
from engines.texts import Player, Text, cards, say, say_count

tell = teller(
    "Knotweed",
    {
        events.Passed: (say("You pass."), say("{player} passes.")),
        events.Took: say("You draw {cards}."),
        events.TookUnseen: say_count("{player} draws {count} card.", "{player} draws {count} cards.", 0),
        events.TookNothing: (say("You draw no cards."), say("{player} draws no cards.")),
        events.PlayedLastCard: (say("You have played your last card."), say("{player} has played their last card.")),
        events.ChallengedWrongly: (say("Your challenge was wrong."), say("{player}'s challenge was wrong.")),
        events.TurnStood: (say("Your turn stands."), say("{player}'s turn stands.")),
        events.WentOut: (say("You are out: place {place}."), say("{player} is out: place {place}.")),
        events.PilesReset: say("The draw pile was empty: all piles are shuffled, and {card} is the only play pile."),
        events.Pruned: (
            say_count(
                "You discard pile {pile}: {top} only.",
                "You discard pile {pile}: {top} and everything below it, {count} cards.",
                0,
            ),
            say_count(
                "{player} discards pile {pile}: {top} only.",
                "{player} discards pile {pile}: {top} and everything below it, {count} cards.",
                0,
            ),
        ),
        events.RoundBegan: (
            say("Round {round}: you begin, {card} is turned up."),
            say("Round {round}: {player} begins, {card} is turned up."),
        ),
    },
)
"""An event as a sentence for the player at seat ``reader``, or for everybody if that is ``None``."""


@tell.register
def _(event: events.Played, reader: int | None) -> Text:
    shown = {"player": Player(event.seat), "cards": cards(event.cards), "pile": event.pile}
    if event.cost is None:  # everybody judges for themselves whether it fits
        top = cards([event.on])
        if event.seat == reader:
            return say("You play {cards} on {top} (pile {pile}).", top=top, **shown)
        return say("{player} plays {cards} on {top} (pile {pile}).", top=top, **shown)
    if event.seat == reader:
        return say("You play {cards} on pile {pile} (cost {cost}).", cost=event.cost, **shown)
    return say("{player} plays {cards} on pile {pile} (cost {cost}).", cost=event.cost, **shown)


@tell.register
def _(event: events.PilesOpened, reader: int | None) -> Text:
    numbers = ", ".join(map(str, event.piles))
    return say_count("Pile {piles} is new.", "Piles {piles} are new.", len(event.piles), piles=numbers)


@tell.register
def _(event: events.Answered, reader: int | None) -> Text:
    if event.challenged:
        return say("You challenge {player}'s turn.", player=Player(event.player))
    return say("You accept {player}'s turn.", player=Player(event.player))


@tell.register
def _(event: events.Caught, reader: int | None) -> Text:
    shown = {"player": Player(event.seat), "cheat": Player(event.cheat)}
    if event.seat == reader:
        return say("Your challenge is right: {cheat} cheated.", **shown)
    if event.cheat == reader:
        return say("{player}'s challenge is right: you cheated.", **shown)
    return say("{player}'s challenge is right: {cheat} cheated.", **shown)


@tell.register
def _(event: events.TurnUndone, reader: int | None) -> Text:
    count, shown = len(event.cards), {"player": Player(event.seat), "cards": cards(event.cards)}
    if event.seat == reader:
        return say_count(
            "The turn is undone: {cards} goes back to your hand.",
            "The turn is undone: {cards} go back to your hand.",
            count,
            **shown,
        )
    return say_count(
        "The turn is undone: {cards} goes back to {player}'s hand.",
        "The turn is undone: {cards} go back to {player}'s hand.",
        count,
        **shown,
    )


@tell.register
def _(event: events.RoundEnded, reader: int | None) -> Text:
    return why_over(event.reason, event.turn_cap)


@tell.register
def _(event: events.RoundWon, reader: int | None) -> Text:
    others = [seat for seat in event.seats if seat != reader]
    if not others:
        return say("You win round {round}.", round=event.round)
    if len(others) < len(event.seats):
        return say("You share the win in round {round} with {players}.", round=event.round, players=names(others))
    if len(others) > 1:
        return say("{players} share the win in round {round}.", round=event.round, players=names(others))
    return say("{player} wins round {round}.", player=Player(others[0]), round=event.round)


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of a turn."""
    match event:
        case Played(seat, pile, on, played, cost):
            shown = {"cards": cards(played), "number": pile}
            if cost is None:  # the others judge it
                return Part(seat, seat, (say("{cards} → {top} on pile {number}", top=cards([on]), **shown),))
            return Part(seat, seat, (say("{cards} → pile {number}", **shown),))
        case Passed(seat):
            return Part(seat, seat, (say("passed"),))
        case Took(seat, drawn):
            return Part(seat, seat, (say("{cards} drawn", cards=cards(drawn)),), closes=True)
        case Pruned(seat, pile, top):
            return Part(seat, seat, (say("pile {number} discarded ({card})", number=pile, card=cards([top])),))
        case TookUnseen() | PilesOpened() | TookNothing():
            return NOTHING
        case _:
            return None
