"""Every decision of every game has a deadline at every pace, as long as two members play."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest

from db.records import SeatRecord
from engines import GAMES
from sessions.tables.leaving import SUBSTITUTE
from sessions.tables.live import LiveGame
from sessions.tables.pace import CHOICES, LONGEST_PAUSE, Pace, clocks_after, idle_time
from sessions.tables.updates import next_deadline, seats_on_the_clock, window_of
from tests.sessions.card_room import NOON
from tests.sessions.test_pace import table

HOUSE_RULES = {"knotweed": {"cheating": True, "turn_cap": 60}, "counter": {"max_hands": 3}}
TIMED = [pace for pace in CHOICES if pace.time is not None]


def decisions(key: str, seats: int, most: int) -> Iterator[LiveGame]:
    """A game at each of its decisions, while random moves are made."""
    game, chance = GAMES[key], Random(key)
    state = game.deal(seats=seats, seed=f"deadlines {seats}", options=game.Options(**HOUSE_RULES.get(key, {})))
    live = LiveGame(game, state)
    for _ in range(most):
        if not state.to_act:
            return
        yield live
        seat = chance.choice(state.to_act)
        state.act(seat, chance.choice(state.actions(seat)))


@pytest.mark.parametrize("pace", TIMED)
@pytest.mark.parametrize("key", GAMES)
def test_somebody_is_on_the_clock_at_every_decision(key: str, pace: Pace) -> None:
    for count in {GAMES[key].seats[0], GAMES[key].seats[-1]}:
        at_table, asked = table(pace, tuple(SeatRecord(seat, 10 + seat) for seat in range(count))), 0
        for live in decisions(key, count, 400):
            asked += 1
            timed = seats_on_the_clock(at_table, live)
            assert window_of(at_table, live) is not None or timed == set(live.state.to_act)
        assert asked > 20


@pytest.mark.parametrize("pace", TIMED)
@pytest.mark.parametrize("key", GAMES)
def test_the_deadline_comes_even_if_all_are_on_vacation_and_a_computer_plays_for_one(key: str, pace: Pace) -> None:
    count = next((count for count in GAMES[key].seats if count > 2), 2)
    seats = [SeatRecord(seat, 10 + seat) for seat in range(count)]
    if count > 2:
        seats[0] = replace(seats[0], computer=SUBSTITUTE.value)
    at_table = table(pace, tuple(seats))
    assert pace.time is not None
    for live in decisions(key, count, 100):
        for away in ({}, {seat.user_id or 0: NOON + timedelta(days=300) for seat in seats}):
            clocks = clocks_after(at_table, seats_on_the_clock(at_table, live), (), NOON, away)
            latest = max(pace.time + pace.bank, idle_time(at_table)) + (LONGEST_PAUSE if away else timedelta())
            assert NOON < next_deadline(at_table, clocks, live, NOON, away) <= NOON + latest
