"""The table of Counter as one viewer sees it."""

from engines.counter.actions import BID, OVER, PASS
from engines.counter.events import CardValued, of_trick
from engines.counter.narration import tell
from engines.counter.rules.ranks import TWO
from engines.counter.rules.trick import Trick
from engines.counter.view import CounterView
from engines.counter.words import SUITS, story
from engines.scenes import Place, Scene, Spread, Zone
from engines.texts import Player, Text, cards, say, say_count


def draw(view: CounterView) -> Scene:
    """All that this viewer sees: trumps, the trick in progress, the one before it, hands and places."""
    zones = [*_indicator(view), *_trick(view)]
    if view.last_trick is not None:
        zones += _last_trick(view.last_trick, view.seat)
    seats = range(view.seats)
    zones += [_hand(view, seat) for seat in seats]
    places = tuple(Place(seat, seat in view.to_act, _facts(view, seat)) for seat in seats)
    return Scene(_headline(view), tuple(zones), places, _waiting(view))


def _headline(view: CounterView) -> Text:
    return say(
        "Hand {hand}, trick {trick} of 10, {suit} are trumps; {target} points end the game",
        hand=view.hand_no,
        trick=view.trick_no,
        suit=SUITS[view.trump],
        target=view.target,
    )


def _indicator(view: CounterView) -> list[Zone]:
    """The indicator, with jacks on top of it, and the stack below."""
    suit = say("{suit} are trumps", suit=SUITS[view.trump])
    return [
        Zone(say("Indicator"), Spread.STACK, len(view.face_up), view.face_up, notes=(suit,)),
        Zone(say("Stack"), Spread.HIDDEN, view.stack),
    ]


def _trick(view: CounterView) -> list[Zone]:
    """The trick in progress; nothing while bids are made or when the game is over."""
    if view.phase in (BID, OVER):
        return []
    name = say("Trick {number}, led by {player}", number=view.trick_no, player=Player(view.leader))
    return [Zone(name, Spread.ROW, len(view.trick), view.trick, notes=tuple(_trick_notes(view)))]


def _trick_notes(view: CounterView) -> list[Text]:
    notes: list[Text] = []
    if view.mult > 1:
        notes.append(say("the lead is doubled"))
    if view.trick and view.trick[0] >> 2 == TWO:
        notes.append(say("{suit} must be followed", suit=SUITS[view.led or 0]))
    for card, shown in zip(view.trick, view.showing, strict=True):
        if shown is not None:
            notes.append(say("{card} with {shown} shown", card=cards([card]), shown=cards([shown])))
    return notes


def _last_trick(trick: Trick, reader: int | None) -> list[Zone]:
    """The trick before: who won it and why, then a line for each card (Annex C)."""
    won = () if trick.winning is None else (trick.cards[trick.winning],)
    notes = tuple(tell(event, reader) for event in of_trick(trick) if not isinstance(event, CardValued))
    lines = [
        Zone(say("{player}", player=Player(trick.seat(place))), Spread.ROW, 1, (card,), notes=(story(trick, place),))
        for place, card in enumerate(trick.cards)
    ]
    return [Zone(say("Last trick"), Spread.ROW, len(won), won, notes=notes), *lines]


def _hand(view: CounterView, seat: int) -> Zone:
    if seat != view.seat:
        return Zone(say("{player}'s hand", player=Player(seat)), Spread.HIDDEN, view.counts[seat], owner=seat)
    return Zone(say("Your hand"), Spread.ROW, len(view.hand), view.hand, owner=seat, notes=_hand_notes(view))


def _hand_notes(view: CounterView) -> tuple[Text, ...]:
    """The cards that this seat has passed and received in this hand, and the one chosen to be passed now (11.2)."""
    notes: list[Text] = []
    if view.passing is not None:
        notes.append(say("chosen to pass: {card}", card=cards([view.passing])))
    if view.given:
        notes.append(say("passed to {player}: {cards}", player=Player(view.left), cards=cards(view.given)))
    if view.received:
        notes.append(say("received from {player}: {cards}", player=Player(view.right), cards=cards(view.received)))
    return tuple(notes)


def _facts(view: CounterView, seat: int) -> tuple[Text, ...]:
    bid = view.bids[seat]
    facts = [
        say_count("{count} card", "{count} cards", view.counts[seat]),
        say("no bid yet") if bid is None else say("won {won} of {bid} bid", won=view.won[seat], bid=bid),
        say_count("{count} point", "{count} points", view.scores[seat]),
    ]
    if seat == view.dealer:
        facts.append(say("dealer"))
    if view.phase == PASS:
        facts.append(say("has chosen a card") if view.chosen[seat] else say("chooses a card to pass"))
    hidden = [four for four in view.shown[seat] if four not in view.played and four not in view.trick]
    if hidden:
        facts.append(say("has shown {cards}", cards=cards(hidden)))
    return tuple(facts)


def _waiting(view: CounterView) -> Text | None:
    player = Player(view.turn)
    if view.phase == OVER:
        return None
    if view.phase == BID:
        return say("{player} bids", player=player)
    if view.phase == PASS:
        left = len(view.to_act)
        return say_count("{count} player chooses a card to pass", "{count} players choose a card to pass", left)
    if view.trick:
        return say("{player} plays a card", player=player)
    return say("{player} leads, doubled", player=player) if view.mult > 1 else say("{player} leads", player=player)
