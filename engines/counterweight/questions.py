"""How Counterweight asks for a move (Annex C).

If all couples fit in a menu, they are offered one by one. Otherwise the player first chooses either card of the couple.
A single couple leaves no choice, so the first question is what to collect after it, unless something happens in
between: a card is drawn, or the opponent may move cards.
"""

from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import TypeAlias

from engines.cards import CARD_TEXTS, parse_card
from engines.contract import NOT_YOUR_TURN, IllegalAction
from engines.counterweight.actions import (
    COLLECT,
    MOVE,
    Action,
    Collect,
    New,
    Place,
    Placement,
    Relocate,
    pile_label,
    pile_owner,
)
from engines.counterweight.rules import collections, collects_next, draws_after, own_piles, penalty
from engines.counterweight.view import CounterweightView
from engines.counterweight.words import pile_names, placing
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import Text, cards, say, say_count

MENU_SIZE = 25
"""The most options in a Discord menu; up to this many couples are offered one by one."""
NEW = "new"
"""The key for beginning a pile even though couples are possible."""
NONE = "none"
"""The key for collecting or moving nothing."""

Path: TypeAlias = tuple[str, ...]
Route: TypeAlias = tuple[Path, tuple[Action, ...]]
"""Actions with the choices that lead to them. A couple has one route for each card that can be chosen first."""


def ask(view: CounterweightView, path: Sequence[str]) -> Question | Decision[Action]:
    """The next question after these choices, or the action that they lead to."""
    if not view.may_act:
        raise IllegalAction(NOT_YOUR_TURN)
    routes, walked = list(_routes(view)), tuple(path)
    ahead = follow(routes, itemgetter(0), walked)
    if isinstance(ahead, Decision):
        ((_, actions),) = ahead.actions
        return Decision(actions)
    choices = tuple(_choice(view, routes, (*walked, key), actions) for key, (_, actions) in ahead.items())
    if view.phase != MOVE:
        text = say("Which piles will you collect?") if view.phase == COLLECT else say("Move cards to P1 or P2?")
        return Question(text, choices)
    couples = sum(choice.key.count("-") == 3 for choice in choices)
    menu = say_count("All {count} couples", "All {count} couples", couples) if couples else None
    return Question(_question_for_move(view, walked, list(ahead.values())), choices, menu=menu)


def _tolls(view: CounterweightView, action: Place) -> tuple[int, int]:
    """The penalty points that a couple adds to the opponent's piles and to one's own (7.3)."""
    owners = [pile_owner(pile) for _, pile in action.placed]
    own, other = (len(own_piles(view.piles, seat)) * owners.count(seat) for seat in (view.turn, 1 - view.turn))
    return other, own


def _place_in_list(view: CounterweightView, action: Place) -> tuple[bool, int, tuple[Placement, ...]]:
    """Going out first, then what costs the opponent most, less one's own costs."""
    goes_out = len(view.hand) == len(action.placed) and not own_piles(view.piles, view.turn)
    theirs, mine = _tolls(view, action)
    return not (goes_out and not draws_after(view.piles, action.placed, view.stock)), mine - theirs, action.placed


def _routes(view: CounterweightView) -> Iterator[Route]:
    """All ways to choose actions as they are offered: another pile, then couples, the best first."""
    actions = view.actions()
    placings = [action for action in actions if isinstance(action, Place)]
    placings.sort(key=lambda action: _place_in_list(view, action))
    if len(placings) == 1 and collects_next(view.turn, view.hand, placings[0].placed, view.options):
        (couple,) = placings
        for collect in sorted(
            collections(couple.placed, view.turn), key=lambda action: _penalties(view, action, couple)[1]
        ):
            yield (f"{_key(couple.placed)}-{_collecting_key(collect)}",), (couple, collect)
    elif len(placings) <= MENU_SIZE:
        yield from (((_key(action.placed),), (action,)) for action in placings)
    else:
        for card in sorted({card for action in placings for card, _ in action.placed}):
            with_card = [action for action in placings if card in [placed for placed, _ in action.placed]]
            yield from (((CARD_TEXTS[card], _key(action.placed)), (action,)) for action in with_card)
    collected = (action for action in actions if isinstance(action, Collect))
    for action in sorted(collected, key=lambda action: _penalties(view, action, action)[1]):
        yield (_collecting_key(action),), (action,)
    moved = (action for action in actions if isinstance(action, Relocate))
    for action in sorted(moved, key=lambda action: -len(action.moved)):
        yield (_key(action.moved) or NONE,), (action,)
    for action in actions:
        if isinstance(action, New):
            yield ((NEW, CARD_TEXTS[action.card]) if placings else (CARD_TEXTS[action.card],)), (action,)


def _collecting_key(action: Collect) -> str:
    return "-".join(map(pile_label, action.piles)) or NONE


def _key(placed: Sequence[Placement]) -> str:
    return "-".join(f"{CARD_TEXTS[card]}-{pile_label(pile)}" for card, pile in placed)


def _question_for_move(view: CounterweightView, walked: Path, ahead: Sequence[Route]) -> Text:
    if all(isinstance(action, New) for _, (action, *_) in ahead):
        return say("Which card begins your pile?") if walked else say("No couple: start a pile")
    if walked:
        return say("Which couple with {card}?", card=cards([parse_card(walked[0])]))
    first = ahead[0][1]
    if len(first) > 1 and isinstance(first[0], Place):
        return say("Place {couple}: collect?", couple=_arrows(first[0].placed))
    if len(view.hand) == 1:
        return say("Where does your last card go?")
    if len(ahead[0][0]) == 1:
        return say("Place a couple")
    return say("Choose one card of the couple")


def _choice(view: CounterweightView, routes: Sequence[Route], path: Path, actions: tuple[Action, ...]) -> Choice:
    key, action = path[-1], actions[-1]
    if isinstance(action, Collect):
        return _collecting(view, key, action, actions[0])
    if isinstance(action, Relocate):  # it saves penalty points (7.3, 8)
        if not action.moved:
            return Choice(key, say("Move nothing"), weight=Weight.MAIN)
        saved = len(own_piles(view.piles, 1 - view.turn)) * len(action.moved)
        return Choice(key, _arrows(action.moved), say("you save {points}", points=saved))
    if key == NEW:
        return Choice(key, say("Start a pile instead"))
    if isinstance(action, New):
        return Choice(key, say("Start a pile with {card}", card=cards([action.card])), say("draw 1"))
    assert isinstance(action, Place)
    if "-" in key:  # a whole couple
        return Choice(key, _arrows(action.placed), _effect(view, action))
    card = parse_card(key)
    couples = sum(route[0] == key for route, _ in routes)
    hint = say_count("{count} couple", "{count} couples", couples)
    return Choice(key, say("{card}", card=cards([card])), hint, card)


def _collecting(view: CounterweightView, key: str, action: Collect, first: Action) -> Choice:
    """Collecting these piles, and the penalty points with and without it."""
    before, after = _penalties(view, action, first)
    if not action.piles:
        return Choice(key, say("Collect nothing"), say("you stay at {points}", points=before), weight=Weight.MAIN)
    name = say("Collect {piles}", piles=pile_names(action.piles))
    return Choice(key, name, say("you {before} → {after}", before=before, after=after))


def _penalties(view: CounterweightView, action: Collect, first: Action) -> tuple[int, int]:
    """The penalty points before and after collecting (7.3); a couple may be placed before it."""
    piles = dict(view.piles)
    held = view.counts[view.turn] + len(view.limbo[view.turn])
    if isinstance(first, Place):
        held -= len(first.placed)
        piles |= {pile: (*piles[pile], card) for card, pile in first.placed}
    before = penalty(piles, view.turn, held)
    held += sum(len(piles.pop(pile)) for pile in action.piles)
    return before, penalty(piles, view.turn, held)


def _arrows(placed: Sequence[Placement]) -> Text:
    shown = placing(placed)
    if len(placed) == 1:
        return say("{card} → {pile}", **shown)
    return say("{card} → {pile}, {other_card} → {other_pile}", **shown)


def _effect(view: CounterweightView, action: Place) -> Text:
    """What a couple leads to at once: an empty hand (3.4d), a draw (4.6), or costs (7.3)."""
    if draws_after(view.piles, action.placed, view.stock):
        return say("you draw 1")
    if len(view.hand) == len(action.placed):
        return say("you collect") if own_piles(view.piles, view.turn) else say("you go out")
    theirs, mine = _tolls(view, action)
    if theirs and theirs == mine:
        return say("both pay {points}", points=mine)
    if theirs and mine:
        return say("they {theirs}, you {mine}", theirs=theirs, mine=mine)
    if theirs or mine:
        return say("they pay {points}", points=theirs) if theirs else say("you pay {points}", points=mine)
    return say("free")
