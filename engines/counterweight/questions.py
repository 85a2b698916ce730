"""How a move of Counterweight is asked (Annex C).

A few couples are offered one by one, so that a move takes one tap. Many are taken apart into four choices: a card, its
pile, the other card, its pile. Either card of a couple may be chosen first.
"""

from collections.abc import Iterator, Sequence
from itertools import permutations
from operator import itemgetter
from typing import TypeAlias

from engines.cards import CARD_TEXTS, Card, parse_card
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
    parse_pile,
    pile_label,
)
from engines.counterweight.rules import FITS, SAME_RANK, UP, own_piles, table_order
from engines.counterweight.view import CounterweightView
from engines.counterweight.words import label, placing, tops_of
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question
from engines.texts import Text, cards, say, say_count

SHORT_LIST = 8
"""Up to this many couples are offered one by one."""
NEW = "new"
"""The key of beginning a pile though couples are possible."""
NONE = "none"
"""The key of collecting or moving nothing."""

Path: TypeAlias = tuple[str, ...]
Route: TypeAlias = tuple[Path, Action]
"""An action with the choices that lead to it. A couple has a route for each of its cards to be chosen first."""


def ask(view: CounterweightView, path: Sequence[str]) -> Question | Decision[Action]:
    """The question after these choices, or the action that they come to."""
    if not view.may_act:
        raise IllegalAction(NOT_YOUR_TURN)
    routes, walked = list(_routes(view.actions())), tuple(path)
    ahead = follow(routes, itemgetter(0), walked)
    if isinstance(ahead, Decision):
        return Decision(tuple(action for _, action in ahead.actions))
    choices = tuple(_choice(view, routes, (*walked, key), action) for key, (_, action) in ahead.items())
    if view.phase != MOVE:
        return Question(_question_about_couple(view), choices)
    if walked in ((), (NEW,)):
        return Question(_question_for_move(view, walked, list(ahead.values())), choices)
    return Question(_question_for_couple(view, walked), choices)


def _routes(actions: Sequence[Action]) -> Iterator[Route]:
    """All ways to choose an action, couples first, in the order in which they are offered."""
    placings = sorted((action for action in actions if isinstance(action, Place)), key=lambda action: action.placed)
    if len(placings) <= SHORT_LIST or len(placings[0].placed) == 1:
        yield from (((_key(action.placed),), action) for action in placings)
    else:
        yield from _step_by_step(placings)
    for action in actions:
        if isinstance(action, New):
            yield ((NEW, CARD_TEXTS[action.card]) if placings else (CARD_TEXTS[action.card],)), action
        elif isinstance(action, Collect):
            yield ("-".join(map(pile_label, action.piles)) or NONE,), action
        elif isinstance(action, Relocate):
            yield (_key(action.moved) or NONE,), action


def _key(placed: Sequence[Placement]) -> str:
    return "-".join(f"{CARD_TEXTS[card]}-{pile_label(pile)}" for card, pile in placed)


def _step_by_step(placings: Sequence[Place]) -> Iterator[Route]:
    """The routes of card, pile, card, pile: cards by rank, piles as they lie on the table."""
    orders = [(order, action) for action in placings for order in permutations(action.placed)]
    orders.sort(key=lambda route: [(card, table_order(pile)) for card, pile in route[0]])
    for order, action in orders:
        yield tuple(key for card, pile in order for key in (CARD_TEXTS[card], pile_label(pile))), action


def _question_about_couple(view: CounterweightView) -> Text:
    """Collecting (6.1) or relocating (8)."""
    if view.phase == COLLECT:
        return say("Which piles do you collect?")
    return say("Do you move cards from your piles to permanent piles?")


def _question_for_move(view: CounterweightView, walked: Path, ahead: Sequence[Route]) -> Text:
    """The first question of a turn, or with which card a pile begins."""
    if walked:
        return say("With which card do you begin a new pile?")
    if all(isinstance(action, New) for _, action in ahead):
        return say("You can place no couple. With which card do you begin a new pile?")
    if len(view.hand) == 1:
        return say("Where do you place your last card?")
    if len(ahead[0][0]) == 1:
        return say("Which couple do you place?")
    return say("Which card do you place first?")


def _question_for_couple(view: CounterweightView, walked: Path) -> Text:
    """The second to fourth question about a couple. How the second card must fit depends on the first (4.3)."""
    if len(walked) != 2:
        return say("Where does {card} go?", card=cards([parse_card(walked[-1])]))
    first = Placement(parse_card(walked[0]), parse_pile(walked[1]))
    top = view.piles[first.pile][-1]
    shown, fit = placing([first], [top]), FITS[top][first.card]
    if fit == SAME_RANK:
        return say("{card} on {top} ({pile}): same rank. Which other card also goes on its rank?", **shown)
    if fit == UP:
        return say("{card} on {top} ({pile}): up. Which other card goes down?", **shown)
    return say("{card} on {top} ({pile}): down. Which other card goes up?", **shown)


def _choice(view: CounterweightView, routes: Sequence[Route], path: Path, action: Action) -> Choice:
    """The choice at the end of ``path``, which ``action`` and perhaps others lie behind."""
    key = path[-1]
    if isinstance(action, Place):
        if "-" in key:  # a whole couple
            return Choice(key, _couple(view, action), _consequence(view, action))
        return _card_choice(routes, path) if len(path) % 2 else _pile_choice(view, parse_card(path[-2]), key)
    if key == NEW:
        return Choice(key, say("Begin a new pile instead"))
    if isinstance(action, New):
        return Choice(key, say("{card}", card=cards([action.card])), card=action.card)
    return Choice(key, label(view, action))


def _couple(view: CounterweightView, action: Place) -> Text:
    shown = placing(action.placed, tops_of(view, action))
    if len(action.placed) == 1:
        return say("{card} on {top} ({pile})", **shown)
    return say("{card} on {top} ({pile}), {other_card} on {other_top} ({other_pile})", **shown)


def _consequence(view: CounterweightView, action: Place) -> Text:
    """What kind of couple this is, or what placing it leads to at once: an empty hand (3.4d), a card (4.6)."""
    fits = [FITS[top][card] for top, (card, _) in zip(tops_of(view, action), action.placed, strict=True)]
    draws = len(fits) == 1 and fits[0] != SAME_RANK and view.stock > 0
    if len(view.hand) == len(fits) and not draws:
        return say("then you collect all your piles") if own_piles(view.piles, view.turn) else say("you go out")
    if draws:
        return say("same suit: you draw a card")
    if fits[0] == SAME_RANK:
        return say("same ranks")
    return say("up, down") if fits[0] == UP else say("down, up")


def _card_choice(routes: Sequence[Route], path: Path) -> Choice:
    card, depth = parse_card(path[-1]), len(path)
    piles = len({route[depth] for route, _ in routes if route[:depth] == path})
    hint = say_count("can go on {count} pile", "can go on {count} piles", piles)
    return Choice(path[-1], say("{card}", card=cards([card])), hint, card)


def _pile_choice(view: CounterweightView, card: Card, pile: str) -> Choice:
    top = view.piles[parse_pile(pile)][-1]
    return Choice(pile, say("{pile}: {top}", pile=pile, top=cards([top])), _way(top, card), top)


def _way(top: Card, card: Card) -> Text:
    """How a card that fits goes on the top that it covers (4.3)."""
    fit = FITS[top][card]
    if fit == SAME_RANK:
        return say("= same rank")
    return say("up") if fit == UP else say("down")
