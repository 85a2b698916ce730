"""The built-in games pass the tests of every game and all worked cases, and say which rules and matches are ours."""

from random import Random
from typing import Any

import pytest

from engines import GAMES, IllegalAction
from engines.formats import Way
from engines.testing import GameTests
from engines.testing.cases import Case, case_name
from tests.engines.adapters import ADAPTERS
from tests.engines.conformance import all_cases
from tests.engines.short_forms import check_case


class TestCardDuel(GameTests):
    game = GAMES["card_duel"]
    adapter = ADAPTERS["card_duel"]


class TestCounter(GameTests):
    game = GAMES["counter"]
    adapter = ADAPTERS["counter"]


class TestCounterweight(GameTests):
    game = GAMES["counterweight"]
    adapter = ADAPTERS["counterweight"]


class TestKnotweed(GameTests):
    game = GAMES["knotweed"]
    adapter = ADAPTERS["knotweed"]


class TestThreePiles(GameTests):
    game = GAMES["three_piles"]
    adapter = ADAPTERS["three_piles"]


def test_every_built_in_game_is_tested() -> None:
    tested = {test.game.key for test in GameTests.__subclasses__() if test.__module__ == __name__}
    assert tested == set(ADAPTERS) <= set(GAMES)


@pytest.mark.parametrize(("key", "case"), all_cases(), ids=case_name)
def test_a_worked_case(key: str, case: Case) -> None:
    check_case(GAMES[key], case)


def test_every_game_has_worked_cases() -> None:
    assert {key for key, _ in all_cases()} == set(ADAPTERS)


LIMITS = {
    "counter": "25 hands",
    "counterweight": "20 turns",
    "knotweed": "50 for each player",
    "card_duel": "40 exchanges",
    "three_piles": "20 games",
}
"""What ends a game that would go on for ever, or a match: the sections that tell it."""


@pytest.mark.parametrize(("key", "limit"), LIMITS.items())
def test_the_limits_that_end_a_game_are_called_our_addition(key: str, limit: str) -> None:
    texts = [section.text.template for section in GAMES[key].rules if "In short" not in section.heading.template]
    (text,) = (text for text in texts if limit in text)
    assert "our addition" in text


def test_that_a_couple_must_be_placed_is_called_our_reading() -> None:
    texts = " ".join(section.text.template for section in GAMES["counterweight"].rules)
    assert "how we read the author's rules" in texts
    assert "as we read the author's “may”" in texts


def test_the_author_of_knotweed_is_linked_in_full() -> None:
    assert "https://www.ccs.neu.edu/home/schulman/games/knotweed.html" in GAMES["knotweed"].credit.line


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


FIRST = {
    "card_duel": "dealer",
    "counter": "dealer",
    "counterweight": "first",
    "knotweed": "first",
    "three_piles": "first",
}
"""The house rule that says who deals or begins, and with it who is the first to act."""


@pytest.mark.parametrize(("key", "rule"), FIRST.items())
def test_who_begins_is_random_unless_chosen(key: str, rule: str) -> None:
    """The deal does not depend on who begins."""
    game, seats = GAMES[key], GAMES[key].seats[-1]
    deals = [game.deal(seats=seats, seed=str(number), options=game.Options()).dump() for number in range(200)]
    begins = "attacker" if key == "card_duel" else "turn"
    drawn = [deal[begins] for deal in deals]
    assert all(60 < drawn.count(seat) * seats / 2 < 160 for seat in range(seats))
    chosen = [game.deal(seats=seats, seed="a", options=game.Options(**{rule: seat})).dump() for seat in range(seats)]
    after = key == "counter"  # the player at the dealer's left bids first
    assert [deal[begins] for deal in chosen] == [(seat + after) % seats for seat in range(seats)]
    assert len({str(deal["hands"]) for deal in chosen}) == 1


@pytest.mark.parametrize(
    ("key", "wrong"),
    [
        (
            "card_duel",
            {"dealer": [2], "hand_limit": [-1, 61], "life": [4, 101], "idle_limit": [19, 201], "best_of": [2, 9]},
        ),
        ("counter", {"target": [4, 31], "max_hands": [0], "king_rule": ["maybe"]}),
        ("counterweight", {"first": [2], "idle_limit": [0], "best_of": [2, 9], "games": [1, 21]}),
        ("knotweed", {"decks": [0, 7], "turn_cap": [0], "rounds": [0], "wins": [0], "first": [8]}),
        ("three_piles", {"target": [0], "first": [2], "max_games": [0]}),
    ],
)
def test_house_rules_out_of_range_are_rejected(key: str, wrong: dict[str, list[Any]]) -> None:
    for rule, values in wrong.items():
        for value in values:
            with pytest.raises(ValueError, match=rule):
                GAMES[key].Options.model_validate({rule: value})


SAMPLE = 0.3
"""The part of the positions in which everybody else is asked."""
MOVES = {"card_duel": "deck", "counter": "bid 3", "counterweight": "new 2C", "knotweed": "pass", "three_piles": "draw"}
"""An action of each game."""


@pytest.mark.parametrize("key", ADAPTERS)
def test_only_who_may_act_is_asked_and_does_something(key: str) -> None:
    """In a random game until its end: everybody else is told whose turn it is, and nothing changes."""
    game, chance = GAMES[key], Random(key)
    state = game.deal(seats=game.seats[0], seed="turns", options=game.Options())
    while True:
        for seat in range(state.seats) if chance.random() < SAMPLE or not state.to_act else ():
            if seat in state.to_act:
                continue
            with pytest.raises(IllegalAction, match=r"not your turn|over\.|still choosing"):
                game.ask(state.view(seat), ())
            before, text = state.dump(), str(state.actions(state.to_act[0])[0]) if state.to_act else MOVES[key]
            with pytest.raises(IllegalAction, match="not your turn" if state.to_act else "The game is over"):
                state.act(seat, text)
            assert state.dump() == before
        if not state.to_act:
            break
        seat = chance.choice(state.to_act)
        state.act(seat, chance.choice(state.actions(seat)))
