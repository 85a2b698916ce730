"""What computers expect of the cards of Counter, and the couples that they count."""

from math import isclose
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engines import GAMES
from engines.cards import RANKS, mask_of, pack
from engines.counter.game import Counter
from engines.counterweight.rules import couples
from opponents.policies.counter import HELD, LEAD, WIN, Table, expected_tricks, promised_tricks
from opponents.policies.counterweight import count_couples

FIRST_CARDS = 10
ANY_SEATS = st.sampled_from(Counter.seats)


def test_every_chance_is_one() -> None:
    tables = [*HELD, *LEAD.values(), *WIN.values()]
    assert all(len(ranks) == len(RANKS) for table in tables for ranks in table)
    assert all(0 < chance < 1 for table in tables for ranks in table for chance in ranks)


@pytest.mark.parametrize("table", [LEAD, WIN], ids=["lead", "win"])
def test_the_fewer_can_still_beat_a_card_the_more_often_it_wins(table: dict[tuple[int, int], Table]) -> None:
    assert all(
        table[behind, left][is_trump][rank] > table[behind + 1, left][is_trump][rank]
        for behind, left in table
        if (behind + 1, left) in table
        for is_trump in (False, True)
        for rank in range(len(RANKS))
    )


@given(seats=ANY_SEATS, trump=st.integers(0, 3))
def test_all_hands_together_expect_what_is_said_of_average_hands(seats: int, trump: int) -> None:
    whole = expected_tricks(pack(), trump, seats)
    assert isclose(whole / len(pack()) * FIRST_CARDS * seats, FIRST_CARDS * promised_tricks(seats))


@given(seats=ANY_SEATS, seed=st.text("abc", min_size=5, max_size=5))
def test_a_hand_is_worth_more_where_fewer_play(seats: int, seed: str) -> None:
    game = GAMES[Counter.key]
    view: Any = game.deal(seats=seats, seed=seed, options=game.Options()).view(0)
    worth = [expected_tricks(view.hand, 0, players) for players in Counter.seats]
    assert worth == sorted(worth, reverse=True)


@given(cards=st.lists(st.integers(0, 51), unique=True, min_size=2, max_size=30), piles=st.integers(1, 9))
def test_as_many_couples_are_counted_as_the_rules_list(cards: list[int], piles: int) -> None:
    tops, hand = cards[:piles], cards[piles:]
    listed = couples(hand, {number: (top,) for number, top in enumerate(tops)})
    assert count_couples(mask_of(hand), tops) == len(listed)
