"""Which ways of playing a match each game offers, and that the house rules of one day by day shorten it."""

import pytest

from engines import GAMES
from engines.formats import Way

DAY_BY_DAY, TOGETHER, SAME_CARDS = Way


@pytest.mark.parametrize(
    ("key", "seats", "ways"),
    [
        ("card_duel", 2, {DAY_BY_DAY: {"life": 11}, TOGETHER: {}, SAME_CARDS: {}}),
        ("knotweed", 2, {DAY_BY_DAY: {}, TOGETHER: {}, SAME_CARDS: {}}),
        ("knotweed", 3, {DAY_BY_DAY: {"turn_cap": 15}, TOGETHER: {}, SAME_CARDS: {}}),
        ("knotweed", 5, {DAY_BY_DAY: {"turn_cap": 25}, TOGETHER: {}, SAME_CARDS: {}}),
        ("counter", 4, {TOGETHER: {"max_hands": 2}, SAME_CARDS: {"max_hands": 1}}),
        ("counterweight", 2, {TOGETHER: {}, SAME_CARDS: {}}),
        ("three_piles", 2, {TOGETHER: {}, SAME_CARDS: {}}),
    ],
)
def test_the_ways_of_playing_a_match(key: str, seats: int, ways: dict[Way, dict[str, int]]) -> None:
    assert {one.way: dict(one.options) for one in GAMES[key].match_formats(seats)} == ways


@pytest.mark.parametrize(
    ("key", "minutes"),
    [("knotweed", {2: (7, 7), 3: (11, 13), 4: (15, 19), 5: (20, 26)}), ("counter", {3: (22,), 4: (31,), 5: (40,)})],
)
def test_a_match_takes_as_long_as_measured(key: str, minutes: dict[int, tuple[int, ...]]) -> None:
    for seats, expected in minutes.items():
        at_one_table = [one.minutes for one in GAMES[key].match_formats(seats) if one.way is not SAME_CARDS]
        assert tuple(at_one_table) == expected
