"""What the 3 Piles lesson says about points, gaps and cards that do not fit, by the second reading of the rules."""

import pytest

from engines import GAMES
from engines.tutoring import position
from tests.reference.three_piles import RANKS, Document, fits, score

GAME = GAMES["three_piles"]
(LESSON,) = GAME.lessons


def at(number: int, *moves: str) -> Document:
    """The position of a step, numbered from 1 as the learner sees it, after these moves by the learner."""
    state = position(GAME, LESSON, number - 1)
    for move in moves:
        state.act(0, move)
    return state.dump()


def shut_out(pile: list[str], card: str) -> str:
    """The ranks between a card and a pile that it joins."""
    low, high = min(pile, key=lambda each: RANKS.index(each[0])), max(pile, key=lambda each: RANKS.index(each[0]))
    place, first, last = (RANKS.index(each[0]) for each in (card, low, high))
    return RANKS[place + 1 : first] if place < first else RANKS[last + 1 : place]


@pytest.mark.parametrize(
    ("number", "move", "gained"),
    [
        (3, "take 0 1", 0),
        (4, "take 1 0", 1),
        (4, "take 1 1", 3),
        (4, "take 1 2", 0),
        (5, "take 0 0", 2),
        (5, "take 1 0", 1),
    ],
)
def test_what_the_moves_score(number: int, move: str, gained: int) -> None:
    assert score(at(number, move)["piles"][0]) - score(at(number)["piles"][0]) == gained


@pytest.mark.parametrize(
    ("number", "card", "ranks"), [(2, "4S", "56"), (2, "2S", "3456"), (2, "9H", "8"), (3, "TS", "")]
)
def test_what_is_shut_out(number: int, card: str, ranks: str) -> None:
    pile = at(number)["piles"][0][0]
    assert fits(card, pile)
    assert shut_out(pile, card) == ranks


def test_nothing_on_a_stack_fits_the_longest_pile_so_the_learner_draws() -> None:
    now = at(3)
    assert not any(fits(stack[-1], now["piles"][0][0]) for stack in now["stacks"])
    for place, pile in ((number, pile) for number in range(3) for pile in (1, 2)):
        if fits(now["stacks"][place][-1], now["piles"][0][pile]):
            assert score(at(3, f"take {place} {pile}")["piles"][0]) == score(now["piles"][0])
