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
    ("number", "moves", "gained"),
    [
        (6, (), 12),
        (7, ("take 0 0",), 2),
        (7, ("take 1 0",), 1),
        (8, ("take 1 0",), 1),
        (8, ("take 1 1",), 3),
        (8, ("take 1 2",), 0),
        (10, ("take 0 0",), 2),
        (10, ("take 0 2",), 1),
        (11, ("take 0 0",), 1),
        (11, ("take 0 2",), 0),
    ],
)
def test_what_the_moves_score(number: int, moves: tuple[str, ...], gained: int) -> None:
    before = score(at(number)["piles"][0]) if moves else 0
    assert score(at(number, *moves)["piles"][0]) - before == gained


@pytest.mark.parametrize(
    ("number", "card", "ranks"),
    [(3, "4S", "56"), (3, "2S", "3456"), (3, "9H", "8"), (5, "JS", "T"), (5, "TS", ""), (8, "KH", "Q")],
)
def test_what_is_shut_out(number: int, card: str, ranks: str) -> None:
    pile = at(number)["piles"][0][0]
    assert fits(card, pile)
    assert shut_out(pile, card) == ranks


def test_nothing_on_a_stack_fits_the_longest_pile_so_the_learner_draws() -> None:
    now = at(4)
    assert not any(fits(stack[-1], now["piles"][0][0]) for stack in now["stacks"])
    for place, pile in ((number, pile) for number in range(3) for pile in (1, 2)):
        if fits(now["stacks"][place][-1], now["piles"][0][pile]):
            assert score(at(4, f"take {place} {pile}")["piles"][0]) == score(now["piles"][0])


def test_the_king_is_worth_five_points_to_the_opponent_and_only_one_card_is_of_no_use() -> None:
    now = at(9)
    mine, theirs = now["piles"]
    assert score([[*theirs[0], "KD"], *theirs[1:]]) - score(theirs) == 5
    assert [card for card in now["hands"][0] if not any(fits(card, pile) for pile in mine)] == ["8C"]


def test_the_opponent_passes_and_the_last_card_makes_twelve_points() -> None:
    now = at(10, "take 0 0")
    assert not any(fits("QC", pile) for pile in now["piles"][1])
    piles = at(11, "take 0 0")["piles"][0]
    assert (max(map(len, piles)), score(piles)) == (7, 7 + 3 + 2)
