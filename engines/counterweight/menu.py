"""How a move of Counterweight is asked (Annex C).

Few couples are offered one by one, so that a move takes one tap. Many are taken apart into four picks:
a card, its pile, the other card, its pile. Either card of a couple may be picked first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, TypeAlias

from engines.cards import CARD_TEXTS, Card, parse_card
from engines.contract import IllegalAction
from engines.counterweight.actions import Action, Collect, New, Phase, Place, Relocate
from engines.counterweight.piles import (
    FITS,
    SAME_RANK,
    UP,
    Pile,
    Placement,
    arranged,
    parse_pile,
    pile_label,
)
from engines.counterweight.wording import consequence, label, onto, way
from engines.picks import no_such_pick
from engines.scenes import Choice, Decision, Question
from engines.texts import Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.counterweight.view import CounterweightView

SHORT_LIST = 8
"""Up to so many couples are offered one by one."""
NEW = "new"
"""The key of the way to begin a pile though couples are possible."""
NONE = "none"
"""The key of collecting or moving nothing."""

Picks: TypeAlias = tuple[str, ...]
Ahead: TypeAlias = dict[str, list[tuple[Picks, Action]]]
"""By the next pick: the ways on, each with all of its picks."""


def ask(view: CounterweightView, path: Sequence[str]) -> Question | Decision[Action]:
    """What is asked after these picks, or the action that they come to.

    Raises ``IllegalAction`` for picks that are not offered.
    """
    if view.seat not in view.to_act:
        raise IllegalAction(say("It is not your turn."))
    walked, ahead = tuple(path), Ahead()
    for picks, action in _routes(view.actions()):
        if picks == walked:
            return Decision((action,))
        if picks[: len(walked)] == walked:
            ahead.setdefault(picks[len(walked)], []).append((picks, action))
    if not ahead:
        raise no_such_pick()
    if view.phase is not Phase.MOVE:
        return _ask_about_couple(view, ahead)
    if walked in ((), (NEW,)):
        return _ask_for_move(view, ahead, walked)
    return _ask_for_couple(view, ahead, walked)


def _routes(actions: Sequence[Action]) -> Iterator[tuple[Picks, Action]]:
    """All ways to pick an action, couples by their cards."""
    placings = sorted((action for action in actions if isinstance(action, Place)), key=lambda action: action.placed)
    one_by_one = len(placings) <= SHORT_LIST
    for action in placings:
        picks = _pairs(action.placed)
        if len(picks) == 1 or one_by_one:
            yield (_key(action.placed),), action
        else:
            yield (*picks[0], *picks[1]), action
            yield (*picks[1], *picks[0]), action
    for action in actions:
        if isinstance(action, New):
            yield ((NEW, CARD_TEXTS[action.card]) if placings else (CARD_TEXTS[action.card],)), action
        elif isinstance(action, Collect):
            yield ("-".join(map(pile_label, action.piles)) or NONE,), action
        elif isinstance(action, Relocate):
            yield (_key(action.moved) or NONE,), action


def _key(placed: Sequence[Placement]) -> str:
    return "-".join(f"{card}-{pile}" for card, pile in _pairs(placed))


def _pairs(placed: Sequence[Placement]) -> list[tuple[str, str]]:
    return [(CARD_TEXTS[card], pile_label(pile)) for card, pile in placed]


def _ask_about_couple(view: CounterweightView, ahead: Ahead) -> Question:
    """Collecting (6.1) or relocating (8), each way at once."""
    if view.phase is Phase.COLLECT:
        question = say("Which piles do you collect?")
    else:
        question = say("Do you move cards from your piles to permanent piles?")
    choices = (Choice(key, label(view, ways[0][1])) for key, ways in ahead.items())
    return Question(question, tuple(choices))


def _ask_for_move(view: CounterweightView, ahead: Ahead, walked: Picks) -> Question:
    """The first question of a turn, or with which card a pile begins."""
    choices = [_first_choice(view, key, ways) for key, ways in ahead.items()]
    one_by_one = any(isinstance(ways[0][1], Place) and len(ways[0][0]) == 1 for ways in ahead.values())
    if walked:
        question = say("With which card do you begin a new pile?")
    elif all(isinstance(ways[0][1], New) for ways in ahead.values()):
        question = say("You can place no couple. With which card do you begin a new pile?")
    elif len(view.hand) == 1:
        question = say("Where do you place your last card?")
    elif one_by_one:
        question = say("Which couple do you place?")
    else:
        question = say("Which card do you place first?")
        choices.sort(key=lambda choice: len(CARD_TEXTS) if choice.card is None else choice.card)
    return Question(question, tuple(choices))


def _first_choice(view: CounterweightView, key: str, ways: list[tuple[Picks, Action]]) -> Choice:
    picks, action = ways[0]
    if isinstance(action, New):
        if key == NEW:
            return Choice(key, say("Begin a new pile instead"))
        return Choice(key, say("{card}", card=cards([action.card])), card=action.card)
    assert isinstance(action, Place)
    if len(picks) > 1:
        return _card_choice(key, ways, 1)
    on = [onto(view.piles, placement) for placement in action.placed]
    text = on[0] if len(on) == 1 else say("{one}, {other}", one=on[0], other=on[1])
    return Choice(key, text, consequence(view, action))


def _ask_for_couple(view: CounterweightView, ahead: Ahead, walked: Picks) -> Question:
    """The second to fourth pick of a couple."""
    if len(walked) == 2:
        card, pile = parse_card(walked[0]), _pile(walked[1])
        choices = sorted(
            (_card_choice(key, ways, 3) for key, ways in ahead.items()), key=lambda choice: choice.card or 0
        )
        return Question(_other_card(view, card, pile), tuple(choices))
    card = parse_card(walked[-1])
    piles = arranged(map(_pile, ahead))
    question = say("Where does {card} go?", card=cards([card]))
    return Question(question, tuple(_pile_choice(view, card, pile) for pile in piles))


def _pile(key: str) -> Pile:
    pile = parse_pile(key)
    assert pile is not None, "keys are made of the labels of piles"
    return pile


def _other_card(view: CounterweightView, card: Card, pile: Pile) -> Text:
    """The question for the second card: how it must fit depends on the first (4.3)."""
    first = onto(view.piles, Placement(card, pile))
    fit = FITS[view.piles[pile][-1]][card]
    if fit == SAME_RANK:
        return say("{first}: same rank. Which other card also goes on its rank?", first=first)
    if fit == UP:
        return say("{first}: up. Which other card goes down?", first=first)
    return say("{first}: down. Which other card goes up?", first=first)


def _card_choice(key: str, ways: list[tuple[Picks, Action]], depth: int) -> Choice:
    """A card of a couple; ``depth`` is the place of its pile among the picks."""
    card = parse_card(key)
    piles = len({picks[depth] for picks, _ in ways})
    hint = say_count("can go on {count} pile", "can go on {count} piles", piles)
    return Choice(key, say("{card}", card=cards([card])), hint, card)


def _pile_choice(view: CounterweightView, card: Card, pile: Pile) -> Choice:
    top, name = view.piles[pile][-1], pile_label(pile)
    return Choice(name, say("{pile}: {top}", pile=name, top=cards([top])), way(top, card), top)
