"""What computer players choose: a legal action, based only on the view, and reproducible for a given random source.

``CARDROOM_POSITIONS`` is how many positions of each game to try with each level, split among the possible numbers of
players. ``CARDROOM_LEVEL_GAMES`` is how many games beginners play.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.opponents import BEGINNER, Contest, Result
from benchmarks.opponents import play as play_contest
from engines import GAMES
from engines.contract import State, View
from engines.testing.play import play
from opponents import Budget, Level, choose, offered
from opponents.policies import Policy, policy_of
from opponents.search import ENOUGH
from tests.engines.adapters import tables

LEVEL_GAMES = int(os.environ.get("CARDROOM_LEVEL_GAMES", "30"))
COUNT = int(os.environ.get("CARDROOM_POSITIONS", "4"))
A_FEW = Budget(simulations=12)

every_table = pytest.mark.parametrize(
    ("key", "seats"), [pytest.param(*table, id=f"{table[0]}-{table[1]} seats") for table in tables()]
)
every_level = pytest.mark.parametrize("level", Level)


def share(key: str) -> int:
    """How many positions to try per number of players, so that the game gets ``COUNT`` or a few more."""
    return -(-COUNT // len(GAMES[key].seats))


def positions(key: str, seats: int, count: int, **rules: Any) -> Iterator[tuple[State[Any], int]]:
    """Positions from random games, each with a seat that may act."""
    game, chance, number = GAMES[key], Random(f"{key} for {seats}"), 0
    while count > 0:
        found: list[tuple[State[Any], int]] = []

        def look(state: State[Any], seat: int, action: Any, found: list[tuple[State[Any], int]] = found) -> None:
            if chance.random() < 0.08:
                found.append((state.clone(), seat))

        play(game, seats, f"opponents {number}", game.Options(**rules), look)
        yield from found[:count]
        count -= len(found)
        number += 1


@every_level
@every_table
def test_choices_are_legal(key: str, seats: int, level: Level) -> None:
    for number, (state, seat) in enumerate(positions(key, seats, share(key))):
        thought = choose(state.game, state.view(seat), level, Random(number), A_FEW)
        assert thought.action in state.actions(seat)
        for considered in thought.considered:
            assert considered.action in state.actions(seat)
            assert 0 <= considered.estimate <= 1
            assert considered.visits > 0


@every_level
@every_table
def test_hidden_cards_change_nothing(key: str, seats: int, level: Level) -> None:
    """Another position with the same view gives the same choice and estimates for the same random source."""
    exchanged = 0
    for number, (state, seat) in enumerate(positions(key, seats, share(key))):
        view = state.view(seat)
        other = state.game.sample(view, Random(f"exchange {number}"))
        exchanged += other != state
        choices = [choose(state.game, seen, level, Random(number), A_FEW) for seen in (view, other.view(seat))]
        assert choices[0] == choices[1]
    assert exchanged > 0, "no position had anything hidden"


@pytest.mark.parametrize("level", Level)
def test_computers_can_play_where_cheating_is_allowed(level: Level) -> None:
    """Knotweed 11: no level cheats, and all except the easy one challenge cheats."""
    honest = 0
    for number, (state, seat) in enumerate(positions("knotweed", 3, COUNT, cheating=True)):
        action = choose(state.game, state.view(seat), level, Random(number), A_FEW).action
        assert action in state.actions(seat)
        document = state.dump()
        if document["phase"] == "play" and str(action).startswith("end"):
            honest += str(action) == f"end {document['due']}"
            assert level is Level.EASY or str(action) == f"end {document['due']}"
    assert honest > 0


@pytest.fixture
def _tells_all_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a tree that is good for choosing only, too."""
    for key in GAMES:
        monkeypatch.setattr(type(policy_of(key)), "trusts_trees", True)


@pytest.mark.usefixtures("_tells_all_figures")
@pytest.mark.parametrize("key", GAMES)
def test_hard_compares_alternatives_within_its_budget(key: str) -> None:
    """It uses the whole budget, unless the best action is clear sooner."""
    state, seat = next(found for found in positions(key, GAMES[key].seats[0], 60) if _has_choice(found[0], found[1]))
    thought = choose(state.game, state.view(seat), Level.HARD, Random(1), Budget(simulations=40))
    assert len(thought.considered) > 1
    assert thought.considered[0].action == thought.action
    spent = sum(considered.visits for considered in thought.considered)
    assert spent == 40 or (spent < 40 and thought.considered[0].visits >= ENOUGH)


def _has_choice(state: State[Any], seat: int) -> bool:
    return len(policy_of(state.game.key).candidates(state, seat, Random(1))) > 1


@pytest.mark.usefixtures("_tells_all_figures")
@every_table
def test_who_has_no_time_tries_each_action_once_and_goes_by_that(key: str, seats: int) -> None:
    """The clock is a parameter; here it is always late. One trial tells more than a glance."""
    budget = Budget(simulations=10_000, clock=lambda: 1, deadline=0)
    for number, (state, seat) in enumerate(positions(key, seats, share(key))):
        thought = choose(state.game, state.view(seat), Level.HARD, Random(number), budget)
        assert {considered.visits for considered in thought.considered} <= {1}
        as_often = Budget(simulations=max(len(thought.considered), 1))
        assert choose(state.game, state.view(seat), Level.HARD, Random(number), as_often) == thought


def test_only_a_seat_that_may_act_is_asked() -> None:
    game = GAMES["three_piles"]
    state = game.deal(seats=2, seed="turn", options=game.Options.model_validate({"first": 0}))
    for view in (state.view(1), state.view(None)):
        with pytest.raises(ValueError, match="may act"):
            choose(game, view, Level.EASY, Random(1))


@every_level
def test_computers_can_play_a_whole_game(level: Level) -> None:
    game, rng = GAMES["knotweed"], Random(2)
    state = game.deal(seats=3, seed="computers", options=game.Options())
    while to_act := state.to_act:
        state.act(to_act[0], choose(state.game, state.view(to_act[0]), level, rng, Budget(simulations=4)).action)
    outcome = state.outcome
    assert outcome is not None
    assert outcome.reason == "played out" or level is Level.EASY


@every_table
def test_a_game_without_a_policy_can_be_played(key: str, seats: int) -> None:
    """Without a policy, choices are random, but legal and worth the same to everybody."""
    policy: Policy[Any] = Policy()
    for state, seat in positions(key, seats, 4):
        assert policy.prefer(state, seat, Random(1)) in state.actions(seat)
        assert policy.standing(state) == pytest.approx((1 / seats,) * seats)


def test_a_policy_sees_no_more_than_its_seat() -> None:
    """Quick judgement runs on sampled positions; on the real one it must give the same answer."""
    for key, seats in tables():
        policy = policy_of(key)
        for number, (state, seat) in enumerate(positions(key, seats, share(key))):
            view: View[Any] = state.view(seat)
            choices = {
                policy.prefer(world, seat, Random(7))
                for world in (
                    state.clone(),
                    *(state.game.sample(view, Random(f"{number} {world}")) for world in range(3)),
                )
            }
            assert len(choices) == 1, (key, seats, choices)


@pytest.mark.parametrize(
    ("key", "seats"), [(key, seats) for key in GAMES for seats in (GAMES[key].seats if key == "counter" else [2])]
)
def test_an_easy_player_loses_to_a_beginner(key: str, seats: int) -> None:
    """At least 60 % of the games, of three and more players' 25 % more than the fair share, as far as can be told."""
    contest = Contest(key, seats, BEGINNER, Level.EASY, LEVEL_GAMES // seats, 0, None, Path())
    result = Result([play_contest(contest, deal) for deal in range(contest.deals)], seats)
    assert result.share + result.error >= 1 / seats + (0.1 if seats == 2 else 0.25)


def test_a_master_is_offered_where_thinking_longer_wins() -> None:
    assert [key for key in GAMES if Level.MASTER not in offered(key)] == ["counter", "card_duel", "three_piles"]


def test_every_level_has_a_character() -> None:
    assert len({str(level.character) for level in Level}) == len(Level)
    assert [str(level.label) for level in Level] == ["easy", "normal", "hard", "master"]
