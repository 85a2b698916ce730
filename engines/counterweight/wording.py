"""The words for actions, placements and results, which menus, refusals and events share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from engines.cards import Card
from engines.counterweight.actions import Action, Collect, New, Place
from engines.counterweight.piles import FITS, SAME_RANK, UP, Pile, Placement, own_piles, pile_label
from engines.result_words import in_wins, match_decided
from engines.texts import Player, Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.counterweight.view import CounterweightView


def label(view: CounterweightView, action: Action) -> Text:
    """An action in words."""
    if isinstance(action, Place):
        places = [onto(view.piles, placement) for placement in action.placed]
        if len(places) == 2:
            return say("Place {one} and {other}", one=places[0], other=places[1])
        return say("Place {one}", one=places[0])
    if isinstance(action, New):
        return say("Begin a new pile with {card}", card=cards([action.card]))
    if isinstance(action, Collect):
        return _collect_label(view, action)
    if not action.moved:
        return say("Leave the cards where they are")
    return say("Move {places}", places=to_places(action.moved))


def _collect_label(view: CounterweightView, action: Collect) -> Text:
    if not action.piles:
        return say("Collect nothing")
    size = sum(len(view.piles[pile]) for pile in action.piles)
    return say_count(
        "Collect {piles} ({count} card)", "Collect {piles} ({count} cards)", size, piles=pile_names(action.piles)
    )


def onto(piles: Mapping[Pile, Sequence[Card]], placement: Placement) -> Text:
    """A placement with the card that it covers: ``4♠ on 4♣ (P2)``."""
    card, pile = placement
    return say("{card} on {top} ({pile})", card=cards([card]), top=cards(piles[pile][-1:]), pile=pile_label(pile))


def to_places(moved: Sequence[Placement]) -> Text:
    """One or two cards with the piles that they go to: ``4♠ to P2 and Q♥ to P1``."""
    places = [say("{card} to {pile}", card=cards([card]), pile=pile_label(pile)) for card, pile in moved]
    return places[0] if len(places) == 1 else say("{one} and {other}", one=places[0], other=places[1])


def pile_names(piles: Iterable[Pile]) -> str:
    """The labels of piles, one after the other."""
    return ", ".join(map(pile_label, piles))


def way(top: Card, card: Card) -> Text:
    """How a card that fits goes on the top that it covers (4.3)."""
    fit = FITS[top][card]
    if fit == SAME_RANK:
        return say("= same rank")
    return say("up") if fit == UP else say("down")


def consequence(view: CounterweightView, action: Place) -> Text:
    """What kind of couple this is, or what placing it leads to at once: an empty hand (3.4d), a card (4.6)."""
    ways = [way(view.piles[pile][-1], card) for card, pile in action.placed]
    first = action.placed[0]
    by_rank = FITS[view.piles[first.pile][-1]][first.card] == SAME_RANK
    draws = len(ways) == 1 and not by_rank and view.stock > 0
    if len(view.hand) == len(ways) and not draws:
        return say("then you collect all your piles") if own_piles(view.piles, view.turn) else say("you go out")
    if len(ways) == 1:
        return say("same suit: you draw a card")
    return say("same ranks") if by_rank else say("{one}, {other}", one=ways[0], other=ways[1])


def why_over(reason: str, turn: int, idle: int) -> Text:
    """Why a game ended (7.1) in the turn of ``turn``, after ``idle`` turns without progress."""
    match reason:
        case "out":
            return say("{player} has no cards and no piles left and goes out.", player=Player(turn))
        case "stock":
            return say("The stock is empty and {player} cannot place a couple: the game ends.", player=Player(turn))
        case _:
            return say_count(
                "{count} turn without progress: the game ends.", "{count} turns without progress: the game ends.", idle
            )


def ending(view: CounterweightView) -> Text | None:
    """Why the game (7.1) or the match (10.1) is over."""
    if view.reason is None:
        return None
    if view.options.games is not None:
        return say_count(
            "{count} game of the match has been played.",
            "All {count} games of the match have been played.",
            view.options.games,
        )
    if view.options.is_match:
        return match_decided(view.game_no + 1)
    return why_over(view.reason, view.turn, view.idle)


def score(view: CounterweightView, points: float) -> Text:
    """Penalty points, of the single game or of all, or the games won of a match."""
    if view.options.is_match and view.options.games is None:
        return in_wins(points)
    return say_count("{count} penalty point", "{count} penalty points", int(points))
