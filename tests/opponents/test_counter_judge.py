"""The judge of Counter: which games it knows, and what hands and totals are worth to it."""

from random import Random
from typing import Any

import pytest

from engines import GAMES
from opponents import Budget, Level, choose
from opponents.judges import JUDGES
from opponents.judges.counter import CounterJudge

GAME = GAMES["counter"]


@pytest.fixture(scope="module")
def judge() -> CounterJudge:
    found = JUDGES["counter"]
    assert isinstance(found, CounterJudge)
    return found


def deal(seats: int = 3, **options: Any) -> Any:
    return GAME.deal(seats=seats, seed="judge of counter", options=GAME.Options(**options))


@pytest.mark.parametrize(
    ("known", "seats", "options"),
    [
        (True, 3, {}),
        (True, 3, {"target": 12}),
        (True, 4, {}),
        (True, 5, {}),
        (False, 5, {"target": 12}),
        (False, 3, {"target": 30}),
        (False, 3, {"king_rule": "none"}),
        (False, 3, {"max_hands": 1}),
    ],
)
def test_a_hard_player_plays_games_that_the_judge_does_not_know_as_well(
    judge: CounterJudge, known: bool, seats: int, options: dict[str, Any]
) -> None:
    state = deal(seats, **options)
    assert judge.knows(state) == known
    seat = state.to_act[0]
    assert choose(GAME, state.view(seat), Level.HARD, Random(1), Budget(20)).action in state.actions(seat)


@pytest.mark.parametrize("seats", GAME.seats)
def test_totals_are_worth_the_share_of_the_win(judge: CounterJudge, seats: int) -> None:
    """10.2: the highest total wins, ties share; before that, who has more is likelier to win."""
    state = deal(seats)
    state.scores = [10, 9, 10, 3, 0][:seats]
    assert [judge.settled(state, seat) for seat in range(seats)] == [0.5, 0, 0.5, 0, 0][:seats]
    state.scores = [6, 4, 2, 1, 0][:seats]
    shares = [judge.settled(state, seat) for seat in range(seats)]
    assert shares[:3] == sorted(shares[:3], reverse=True)
    assert sum(shares) == pytest.approx(1, abs=0.01)


def test_a_made_bid_is_worth_more_than_a_missed_one(judge: CounterJudge) -> None:
    """9.2: with the last two tricks to come, a player who has what was bid hopes to win neither."""
    state: Any = GAME.position(
        {
            "hands": [["3C", "7D"], ["KC", "9H"], ["6C", "8S"]],
            "indicator": "2H",
            "phase": "play",
            "turn": 0,
            "bids": [3, 3, 3],
            "won": [3, 2, 3],
            "trick_no": 9,
        }
    )
    made = judge.settled(state, 0)
    state.won = [4, 2, 2]
    assert made > judge.settled(state, 0) + 0.05
