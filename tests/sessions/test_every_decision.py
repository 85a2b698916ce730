"""Every decision of every game has a deadline at every pace, as long as two members play."""

from random import Random

import pytest

from db.records import SeatRecord
from engines import GAMES
from sessions.tables.live import LiveGame
from sessions.tables.pace import Pace
from sessions.tables.timekeeping import seats_on_the_clock, window_of
from tests.sessions.test_pace import table

HOUSE_RULES = {"knotweed": {"cheating": True, "turn_cap": 60}, "counter": {"max_hands": 3}}
TIMED = [pace for pace in Pace if pace.time is not None]


@pytest.mark.parametrize("pace", TIMED)
@pytest.mark.parametrize("key", GAMES)
def test_somebody_is_on_the_clock_at_every_decision(key: str, pace: Pace) -> None:
    game, chance = GAMES[key], Random(key)
    for count in {game.seats[0], game.seats[-1]}:
        seats = tuple(SeatRecord(seat, 10 + seat) for seat in range(count))
        state = game.deal(seats=count, seed=f"deadlines {count}", options=game.Options(**HOUSE_RULES.get(key, {})))
        live, asked = LiveGame(game, state), 0
        while state.to_act and asked < 400:
            asked += 1
            timed = seats_on_the_clock(table(pace, seats), live)
            assert window_of(table(pace, seats), live) is not None or timed == set(state.to_act)
            seat = chance.choice(state.to_act)
            state.act(seat, chance.choice(state.actions(seat)))
        assert asked > 20
