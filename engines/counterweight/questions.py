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
from engines.counterweight.rules import FITS, SAME_RANK, UP, collections, collects_next, own_piles
from engines.counterweight.view import CounterweightView
from engines.counterweight.words import label, pile_names, placing, tops_of
from engines.kit.questions import follow
from engines.scenes import Choice, Decision, Question
from engines.texts import Player, Text, cards, say, say_count

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
    text = _question_about_couple(view)
    if view.phase == MOVE:
        text = _question_for_move(view, walked, list(ahead.values()))
    first = tuple(choice for choice in choices if choice.key in (NEW, NONE))
    others = tuple(choice for choice in choices if choice not in first)
    legend = _legend(view, walked, list(ahead.values()))
    return Question(text, choices, rows=tuple(filter(None, (first, others))), legend=legend)


def _legend(view: CounterweightView, walked: Path, ahead: Sequence[Route]) -> Text | None:
    """What the numbers on the buttons mean, or why the choice is small."""
    firsts = [actions[0] for _, actions in ahead]
    if not walked and all(isinstance(action, New) for action in firsts):
        return say("You can't place a couple")
    if not any(isinstance(action, Place) and len(action.placed) == 2 for action in firsts):
        return None
    path, actions = ahead[0]
    if len(actions) > 1 and isinstance(actions[0], Place):
        return say("Your only couple: {couple}", couple=_couple(actions[0]))
    if len(path) > len(walked) + 1:
        return say("×2: in 2 couples")
    if not _has_tolls(view):
        return say("by rank, or by suit: one up, one down")
    return say("+2: costs {other} 2 · −2: costs you 2", other=Player(1 - view.turn))


def _has_tolls(view: CounterweightView) -> bool:
    """Whether couples can cost points: not on permanent piles (7.3), nor if an empty hand collects them (6.2)."""
    return len(view.hand) > 2 and any(own_piles(view.piles, seat) for seat in (0, 1))


def _toll(view: CounterweightView, action: Place) -> int:
    """The penalty points that a couple adds to the opponent's piles, less those that it adds to one's own (7.3)."""
    seats = [pile_owner(pile) for _, pile in action.placed]
    piles = {seat: len(own_piles(view.piles, seat)) for seat in (view.turn, 1 - view.turn)}
    return sum(
        piles[1 - view.turn] * (seat == 1 - view.turn) - piles[view.turn] * (seat == view.turn) for seat in seats
    )


def _routes(view: CounterweightView) -> Iterator[Route]:
    """All ways to choose actions as they are offered: couples first, those first that cost the opponent most."""
    actions = view.actions()
    placings = sorted((action for action in actions if isinstance(action, Place)), key=lambda action: action.placed)
    if len(placings) == 1 and collects_next(view.turn, view.hand, placings[0].placed, view.options):
        yield from _routes_with_collecting(view, placings[0])
    elif len(placings) <= MENU_SIZE:
        placings.sort(key=lambda action: -_toll(view, action))
        yield from (((_key(action.placed),), (action,)) for action in placings)
    else:
        for card in sorted({card for action in placings for card, _ in action.placed}):
            with_card = [action for action in placings if card in [placed for placed, _ in action.placed]]
            yield from (((CARD_TEXTS[card], _key(action.placed)), (action,)) for action in with_card)
    for action in actions:
        if isinstance(action, New):
            yield ((NEW, CARD_TEXTS[action.card]) if placings else (CARD_TEXTS[action.card],)), (action,)
        elif isinstance(action, Collect):
            yield (_collecting_key(action),), (action,)
        elif isinstance(action, Relocate):
            yield (_key(action.moved) or NONE,), (action,)


def _routes_with_collecting(view: CounterweightView, couple: Place) -> Iterator[Route]:
    key = _key(couple.placed)
    for collect in collections(couple.placed, view.turn):
        yield (f"{key}-{_collecting_key(collect)}",), (couple, collect)


def _collecting_key(action: Collect) -> str:
    return "-".join(map(pile_label, action.piles)) or NONE


def _key(placed: Sequence[Placement]) -> str:
    return "-".join(f"{CARD_TEXTS[card]}-{pile_label(pile)}" for card, pile in placed)


def _question_about_couple(view: CounterweightView) -> Text:
    """Ask about collecting (6.1) or relocating (8)."""
    if view.phase == COLLECT:
        return say("Which piles will you collect?")
    return say("Move cards to P1 or P2?")


def _question_for_move(view: CounterweightView, walked: Path, ahead: Sequence[Route]) -> Text:
    """The first question of a turn, or the question which card begins a pile."""
    if all(isinstance(action, New) for _, (action, *_) in ahead):
        return say("Which card begins your pile?")
    if walked:
        return say("Which couple with {card}?", card=cards([parse_card(walked[0])]))
    first = ahead[0][1]
    if len(first) > 1 and isinstance(first[0], Place):
        return say("Which piles will you collect?")
    if len(view.hand) == 1:
        return say("Where does your last card go?")
    if len(ahead[0][0]) == 1:
        return say("Which couple will you place?")
    return say("Choose one card of the couple")


def _choice(view: CounterweightView, routes: Sequence[Route], path: Path, actions: tuple[Action, ...]) -> Choice:
    """The choice at the end of ``path``, which leads to ``actions`` and perhaps others."""
    key, action = path[-1], actions[0]
    if len(actions) > 1 and isinstance(actions[1], Collect):
        return Choice(key, _place_and_collect(view, actions[1]))
    if isinstance(action, Place):
        if "-" in key:  # a whole couple
            return Choice(
                key, _couple(action), _consequence(view, action), action.placed[0][0], short=_short(view, action)
            )
        card = parse_card(key)
        couples = sum(route[0] == key for route, _ in routes)
        hint = say_count("in {count} couple", "in {count} couples", couples)
        short = say("{card} ×{count}", card=cards([card]), count=couples)
        return Choice(key, say("{card}", card=cards([card])), hint, card, short=short)
    if key == NEW:
        return Choice(key, say("Begin a new pile instead"))
    if isinstance(action, New):
        return Choice(key, say("{card}", card=cards([action.card])), card=action.card)
    return Choice(key, label(view, action))


def _place_and_collect(view: CounterweightView, collect: Collect) -> Text:
    """The label for placing the only couple and collecting these piles, each with its newly placed card (6.3)."""
    if not collect.piles:
        return say("Place it, collect nothing")
    return say_count(
        "Place it, collect {piles} ({count} card)",
        "Place it, collect {piles} ({count} cards)",
        sum(len(view.piles[pile]) + 1 for pile in collect.piles),
        piles=pile_names(collect.piles),
    )


def _couple(action: Place) -> Text:
    """A couple in a list, short enough for a button: the table shows which card lies on top of a pile."""
    shown = placing(action.placed)
    if len(action.placed) == 1:
        return say("{card} on {pile}", **shown)
    return say("{card} on {pile}, {other_card} on {other_pile}", **shown)


def _short(view: CounterweightView, action: Place) -> Text:
    """A couple on a button, next to its first card."""
    shown = placing(action.placed)
    if len(action.placed) == 1:
        return say("{pile} · {effect}", pile=shown["pile"], effect=_consequence(view, action))
    where = say(
        "{pile}, {other_card} {other_pile}", **{name: shown[name] for name in ("pile", "other_card", "other_pile")}
    )
    if not _has_tolls(view):
        collects = len(view.hand) == 2 and own_piles(view.piles, view.turn)
        effect = say("you collect all") if collects else _consequence(view, action)
        return say("{where} · {effect}", where=where, effect=effect)
    toll = _toll(view, action)
    number = f"+{toll}" if toll > 0 else f"−{-toll}" if toll else "0"
    return say("{where} · {number}", where=where, number=number)


def _consequence(view: CounterweightView, action: Place) -> Text:
    """What kind of couple this is, or what placing it causes at once: an empty hand (3.4d) or a draw (4.6)."""
    fits = [FITS[top][card] for top, (card, _) in zip(tops_of(view, action), action.placed, strict=True)]
    draws = len(fits) == 1 and fits[0] != SAME_RANK and view.stock > 0
    if len(view.hand) == len(fits) and not draws:
        return say("then you collect all your piles") if own_piles(view.piles, view.turn) else say("you go out")
    if draws:
        return say("same suit: you draw a card")
    if fits[0] == SAME_RANK:
        return say("same ranks")
    return say("up, down") if fits[0] == UP else say("down, up")
