"""What just happened, in words: for everybody, and what was drawn for its owner alone (9.2).

Functions that name covered cards are called before the action changes the position. Nothing is told in
simulations, which collect no news.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.cards import Card
from engines.counterweight.piles import Pile, Placement, pile_label
from engines.counterweight.wording import onto, pile_names, to_places, why_over
from engines.texts import Player, Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.counterweight.state import CounterweightState


def placed(state: CounterweightState, seat: int, places: Sequence[Placement]) -> None:
    """A couple or the sole card is placed; told before it is."""
    if state.news is None:
        return
    player, on = Player(seat), [onto(state.piles, placement) for placement in places]
    if len(on) == 2:
        state.tell(say("{player} places {one} and {other}.", player=player, one=on[0], other=on[1]))
    else:
        state.tell(say("{player} places the last card, {one}.", player=player, one=on[0]))


def began_pile(state: CounterweightState, seat: int, card: Card, pile: Pile) -> None:
    """A new pile is begun. Without the option this also tells that its player had no couple (9.5)."""
    if state.news is None:
        return
    player, shown, name = Player(seat), cards([card]), pile_label(pile)
    if state.options.free_new_pile:
        state.tell(say("{player} begins pile {pile} with {card}.", player=player, pile=name, card=shown))
    else:
        state.tell(
            say("{player} has no couple and begins pile {pile} with {card}.", player=player, pile=name, card=shown)
        )


def drew(state: CounterweightState, seat: int, card: Card) -> None:
    """A card was drawn (5.2, 4.6): which one is for its owner (A26)."""
    if state.news is not None:
        state.tell(say("{player} draws a card.", player=Player(seat)))
        state.tell(say("You draw {card}.", card=cards([card])), seat)


def collected(state: CounterweightState, seat: int, piles: Sequence[Pile]) -> None:
    """Piles are collected by choice, or not (6.1); told before they are."""
    if state.news is None:
        return
    player = Player(seat)
    if not piles:
        state.tell(say("{player} collects nothing.", player=player))
        return
    state.tell(
        say_count(
            "{player} collects {piles}: {count} card.",
            "{player} collects {piles}: {count} cards.",
            _size(state, piles),
            player=player,
            piles=pile_names(piles),
        )
    )


def must_collect(state: CounterweightState, seat: int, piles: Sequence[Pile]) -> None:
    """All own piles are collected because the hand is empty (6.2); told before they are."""
    if state.news is not None:
        state.tell(
            say_count(
                "{player} has an empty hand and must collect {piles}: {count} card.",
                "{player} has an empty hand and must collect {piles}: {count} cards.",
                _size(state, piles),
                player=Player(seat),
                piles=pile_names(piles),
            )
        )


def _size(state: CounterweightState, piles: Sequence[Pile]) -> int:
    return sum(len(state.piles[pile]) for pile in piles)


def relocated(state: CounterweightState, seat: int, moved: Sequence[Placement]) -> None:
    """Cards of the couple are moved to permanent piles, or not (8)."""
    if state.news is None:
        return
    if moved:
        state.tell(say("{player} moves {places}.", player=Player(seat), places=to_places(moved)))
    else:
        state.tell(say("{player} leaves the cards where they are.", player=Player(seat)))


def picked_up(state: CounterweightState, seat: int, count: int) -> None:
    """Set-aside cards became hand cards (3.1)."""
    if state.news is not None:
        state.tell(
            say_count(
                "{player} takes {count} set-aside card into the hand.",
                "{player} takes {count} set-aside cards into the hand.",
                count,
                player=Player(seat),
            )
        )


def ended(state: CounterweightState, reason: str, penalties: Sequence[int]) -> None:
    """How a game ended, with the penalty points (7), and where the match stands (10.1)."""
    if state.news is None:
        return
    state.tell(why_over(reason, state.turn, state.idle))
    for seat, points in enumerate(penalties):
        player = Player(seat)
        state.tell(
            say_count(
                "{player} has {count} penalty point.", "{player} has {count} penalty points.", points, player=player
            )
        )
    if penalties[0] == penalties[1]:
        state.tell(say("The game is a draw."))
    else:
        state.tell(say("{player} wins the game.", player=Player(0 if penalties[0] < penalties[1] else 1)))
    if state.options.is_match:
        state.tell(_standing(state))


def _standing(state: CounterweightState) -> Text:
    points_match = state.options.games is not None
    first, second = state.totals if points_match else state.wins
    values = {"one": Player(0), "first": f"{first:g}", "two": Player(1), "second": f"{second:g}"}
    if points_match:
        return say("Penalty points in the match: {one} {first}, {two} {second}.", **values)
    return say("Games won: {one} {first}, {two} {second}.", **values)


def next_game(state: CounterweightState) -> None:
    """The next game of a match is dealt (10.2)."""
    if state.news is not None:
        number, player = state.game_no + 1, Player(state.starter)
        state.tell(say("Game {number} is dealt; {player} starts.", number=number, player=player))
