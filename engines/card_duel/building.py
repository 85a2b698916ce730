"""How a starting hand is asked (Annex C): the pool in parts that fit a menu, with the running total.

A path names a part, the cards picked from it, if wanted another part and its cards, and at last ``done``
or ``keep``. ``keep`` plays the picks and asks on, so that they are not lost; ``done`` ends the choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import TYPE_CHECKING

from engines.card_duel.actions import DONE, PICKS, Action
from engines.card_duel.refusals import too_much
from engines.card_duel.values import VALUES, by_value, total
from engines.cards import CARD_TEXTS, Card
from engines.contract import IllegalAction
from engines.picks import no_such_pick
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.card_duel.view import CardDuelView

PART = 13
"""Cards in one menu: two of them hold a pool of 26."""
FINISH = "done"
KEEP = "keep"


def ask(view: CardDuelView, path: Sequence[str]) -> Question | Decision[Action]:
    """What is asked next of who chooses a hand, or the actions that the picks come to.

    Raises ``IllegalAction`` with the sum if the hand would be too expensive (3.2).
    """
    if view.seat is None:
        raise IllegalAction(say("It is not your turn."))
    if view.seat not in view.to_act:
        raise IllegalAction(say("Your hand is finished; the other one is still being chosen."))
    keys, picked = list(path), list[Card]()
    parts = _parts(view)
    while keys:
        key = keys.pop(0)
        if key == FINISH or (key == KEEP and picked):
            return _decision(picked, keys, finish=key == FINISH)
        part = _fitting(parts.pop(key, ()), view.room - total(picked))
        if not part:
            raise no_such_pick()
        if not keys:
            return _which_cards(view, part, picked)
        picked += _take(keys, part)
        if total(picked) > view.room:
            raise IllegalAction(too_much(total([*view.hand, *picked]), view.options.hand_limit))
    return _what_next(view, parts, picked)


def _parts(view: CardDuelView) -> dict[str, tuple[Card, ...]]:
    """The pool in parts of neighbouring values, by key."""
    return {f"set-{start // PART + 1}": view.pool[start : start + PART] for start in range(0, len(view.pool), PART)}


def _fitting(part: Sequence[Card], room: int) -> list[Card]:
    """The cards of a part for each of which there is room."""
    return [card for card in part if VALUES[card] <= room]


def _take(keys: list[str], part: Sequence[Card]) -> list[Card]:
    """Take the cards of one answer from the front of a path; they come in the order of the choices."""
    taken: list[Card] = []
    for card in part:
        if keys and keys[0] == CARD_TEXTS[card]:
            taken.append(card)
            del keys[0]
    if not taken:
        raise no_such_pick()
    return taken


def _decision(picked: Sequence[Card], rest: Sequence[str], *, finish: bool) -> Decision[Action]:
    if rest:
        raise no_such_pick()
    picks: tuple[Action, ...] = tuple(PICKS[card] for card in picked)
    return Decision((*picks, DONE) if finish else picks)


def _which_cards(view: CardDuelView, part: Sequence[Card], picked: Sequence[Card]) -> Question:
    room = view.room - total(picked)
    choices = tuple(
        Choice(CARD_TEXTS[card], say("{card}", card=cards([card])), say("worth {value}", value=VALUES[card]), card)
        for card in part
    )
    # The part is sorted: its first cards are the most that there can be room for.
    most = sum(cost <= room for cost in accumulate(VALUES[card] for card in part))
    return Question(say("Which of these go into your hand? There is room for {room}.", room=room), choices, 1, most)


def _what_next(view: CardDuelView, parts: dict[str, tuple[Card, ...]], picked: Sequence[Card]) -> Question:
    """The running total, with the parts from which more can be added and the ways to end the picking."""
    room = view.room - total(picked)
    hand = by_value([*view.hand, *picked])
    choices = [_part_choice(key, fitting) for key, part in parts.items() if (fitting := _fitting(part, room))]
    rest = len(view.pool) - len(picked)
    deck = say_count("{count} card in the deck", "{count} cards in the deck", rest)
    finish = say("Finish this hand") if hand else say("Play without a hand")
    choices.append(Choice(FINISH, finish, deck, weight=Weight.MAIN if hand else Weight.GRAVE))
    if picked:
        choices.append(Choice(KEEP, say("Keep these and choose on")))
    return Question(_how_far(view, hand), tuple(choices))


def _how_far(view: CardDuelView, hand: Sequence[Card]) -> Text:
    limit = view.options.hand_limit
    if not hand:
        return say("Choose your hand: cards worth up to {limit} together, or none.", limit=limit)
    return say("Your hand {cards} makes {total} of {limit}.", cards=cards(hand), total=total(hand), limit=limit)


def _part_choice(key: str, part: Sequence[Card]) -> Choice:
    if len(part) == 1:
        return Choice(key, say("Add {card}", card=cards(part)), say("worth {value}", value=VALUES[part[0]]))
    label = say("Add from {low} to {high}", low=cards(part[:1]), high=cards(part[-1:]))
    return Choice(key, label, say_count("{count} card fits", "{count} cards fit", len(part)))
