"""Actions, piles, placements and endings in words."""

from collections.abc import Iterable, Sequence

from engines.cards import Card
from engines.counterweight.actions import Action, Collect, New, Pile, Place, Placement, pile_label
from engines.counterweight.view import CounterweightView
from engines.kit.wording import in_wins, match_decided
from engines.texts import Player, Text, Value, cards, say, say_count


def label(view: CounterweightView, action: Action) -> Text:
    """An action in words."""
    if isinstance(action, Place):
        return _place_label(action, placing(action.placed, tops_of(view, action)))
    if isinstance(action, New):
        return say("Begin a new pile with {card}", card=cards([action.card]))
    if isinstance(action, Collect):
        return _collect_label(view, action)
    if not action.moved:
        return say("Leave the cards where they are")
    values = placing(action.moved)
    if len(action.moved) == 1:
        return say("Move {card} to {pile}", **values)
    return say("Move {card} to {pile} and {other_card} to {other_pile}", **values)


def _place_label(action: Place, values: dict[str, Value]) -> Text:
    if len(action.placed) == 1:
        return say("Place {card} on {top} ({pile})", **values)
    return say("Place {card} on {top} ({pile}) and {other_card} on {other_top} ({other_pile})", **values)


def _collect_label(view: CounterweightView, action: Collect) -> Text:
    if not action.piles:
        return say("Collect nothing")
    size = sum(len(view.piles[pile]) for pile in action.piles)
    return say_count(
        "Collect {piles} ({count} card)", "Collect {piles} ({count} cards)", size, piles=pile_names(action.piles)
    )


def tops_of(view: CounterweightView, action: Place) -> list[Card]:
    """The cards that a couple or a sole card would cover."""
    return [view.piles[pile][-1] for _, pile in action.placed]


def placing(placed: Sequence[Placement], tops: Sequence[Card] = ()) -> dict[str, Value]:
    """One or two placements as template values: ``card``, ``pile``, ``top``, then the same prefixed with ``other_``."""
    values: dict[str, Value] = {}
    for prefix, (card, pile) in zip(("", "other_"), placed, strict=False):
        values |= {f"{prefix}card": cards([card]), f"{prefix}pile": pile_label(pile)}
    for prefix, top in zip(("", "other_"), tops, strict=False):
        values[f"{prefix}top"] = cards([top])
    return values


def pile_names(piles: Iterable[Pile]) -> str:
    """A list of pile labels."""
    return ", ".join(map(pile_label, piles))


def why_over(reason: str, turn: int, idle: int) -> Text:
    """Why a game ended (7.1) during the turn of ``turn``, after ``idle`` turns without progress."""
    match reason:
        case "out":
            return say("{player} has no cards or piles left and goes out.", player=Player(turn))
        case "stock":
            return say("The stock is empty and {player} cannot place a couple.", player=Player(turn))
        case _:
            return say_count(
                "{count} turn without progress: the game ends.", "{count} turns without progress: the game ends.", idle
            )


def ending(view: CounterweightView) -> Text | None:
    """Why the game (7.1) or the match (10.1) is over."""
    if view.ending is None:
        return None
    if view.options.games is not None:
        return say_count(
            "{count} game of the match has been played.",
            "All {count} games of the match have been played.",
            view.options.games,
        )
    if view.options.is_match:
        return match_decided(view.game_no + 1)
    return why_over(view.ending, view.turn, view.idle)


def score(view: CounterweightView, points: float) -> Text:
    """Penalty points of the single game or of all games, or the games won in a match."""
    if view.options.is_match and view.options.games is None:
        return in_wins(points)
    return say_count("{count} penalty point", "{count} penalty points", int(points))
