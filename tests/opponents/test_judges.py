"""Judges see only what their seat knows, and play better than quick judgement does."""

from random import Random
from typing import Any

import pytest

import opponents
from engines import GAMES
from engines.contract import State
from opponents.judges import JUDGES, Judge
from opponents.policies import policy_of
from tests.opponents.test_opponents_choices import positions

every_judge = pytest.mark.parametrize("key", JUDGES)


@every_judge
def test_a_judge_sees_no_more_than_its_seat(key: str) -> None:
    """On the real position and on sampled ones it looks at the same."""
    judge, exchanged = JUDGES[key], 0
    for number, (state, seat) in enumerate(positions(key, GAMES[key].seats[0], 8)):
        world = state.game.sample(state.view(seat), Random(number))
        exchanged += world != state
        for action in judge.options(state, seat):
            assert judge.after(state, seat, action) == judge.after(world, seat, action)
    assert exchanged > 0, "no position had anything hidden"


@every_judge
def test_judging_changes_nothing(key: str) -> None:
    for state, seat in positions(key, GAMES[key].seats[0], 4):
        before = state.dump()
        JUDGES[key].values(state, seat, JUDGES[key].options(state, seat))
        assert state.dump() == before


@every_judge
def test_a_judge_plays_better_than_quick_judgement(key: str) -> None:
    """It takes what it judges best without looking ahead, in the same deals from every seat."""
    game, judge, won = GAMES[key], JUDGES[key], 0.0
    deals, seats = 12, GAMES[key].seats[0]
    for deal in range(deals):
        for champion in range(seats):
            state = game.deal(seats=seats, seed=f"judge {deal}", options=game.Options())
            while state.to_act:
                state.apply(state.to_act[0], _choice(judge, state, champion))
            assert state.outcome is not None
            won += (champion in state.outcome.winners) / len(state.outcome.winners)
    assert won / (deals * seats) > 1.3 / seats


def test_no_figure_of_a_tree_that_is_good_for_choosing_only_is_told() -> None:
    told = dict.fromkeys(GAMES, 0)
    for key in GAMES:
        for number, (state, seat) in enumerate(positions(key, GAMES[key].seats[0], 4)):
            budget = opponents.Budget(simulations=400)
            chosen = opponents.choose(state.game, state.view(seat), opponents.Level.HARD, Random(number), budget)
            told[key] += len(chosen.considered)
    assert {key for key, number in told.items() if not number} == {
        key for key in GAMES if not opponents.are_quoted(key)
    }


def _choice(judge: Judge[Any], state: State[Any], champion: int) -> Any:
    seat = state.to_act[0]
    if seat != champion:
        return policy_of(judge.key).prefer(state, seat, Random(0))
    options = judge.options(state, seat)
    values = judge.values(state, seat, options)
    return options[values.index(max(values))]


def test_a_finished_deal_of_a_match_counts_by_the_lead() -> None:
    """3 Piles 8.2: who is ahead in the match is likelier to win it, and the more so the farther."""
    game, judge = GAMES["three_piles"], JUDGES["three_piles"]
    state: Any = game.deal(seats=2, seed="match", options=game.Options.model_validate({"target": 100}))
    state.totals = [40, 40]
    assert judge.settled(state, 0) == pytest.approx(0.5)
    even = judge.values(state, state.turn, judge.options(state, state.turn))
    state.totals[state.turn] += 8
    ahead = judge.values(state, state.turn, judge.options(state, state.turn))
    assert judge.settled(state, state.turn) > 0.8
    assert all(better > before for before, better in zip(even, ahead, strict=True))


@pytest.mark.parametrize(
    ("key", "options", "standing", "stakes"),
    [
        ("knotweed", {}, {}, (0, 1)),
        ("knotweed", {"wins": 3}, {"wins": [0, 2]}, (0, 0.25)),
        ("knotweed", {"rounds": 2}, {"wins": [1, 0], "round": 2}, (0.5, 1)),
        ("counterweight", {"best_of": 3}, {"wins": [0.5, 1.5], "game_no": 2}, (0, 0.5)),
    ],
)
def test_a_won_deal_is_worth_what_it_brings_in_the_match(
    key: str, options: dict[str, Any], standing: dict[str, Any], stakes: tuple[float, float]
) -> None:
    """Knotweed 10.1, Counterweight 10.1: no action is worth more than to win the deal, or less than to lose it."""
    game, judge = GAMES[key], JUDGES[key]
    state: Any = game.deal(seats=2, seed="match", options=game.Options.model_validate({**options, "first": 0}))
    for name, value in standing.items():
        setattr(state, name, value)
    assert judge.stakes(state, 0) == stakes
    values = judge.values(state, 0, judge.options(state, 0))
    assert stakes[0] < min(values) <= max(values) < stakes[1]


@pytest.mark.parametrize("key", JUDGES)
def test_a_match_hangs_on_its_first_deal_but_not_all_of_it(key: str) -> None:
    """What a decision costs is told as a share of this."""
    game = GAMES[key]
    lengths: dict[str, Any] = {"knotweed": {"wins": 3}, "counterweight": {"best_of": 3}, "three_piles": {"target": 60}}
    for seats in game.seats:
        state = game.deal(seats=seats, seed="stakes", options=game.Options(**lengths.get(key, {})))
        if JUDGES[key].knows(state):
            lost, won = JUDGES[key].stakes(state, state.to_act[0])
            assert 0 < lost < 1 / seats < won < 1


def test_winning_a_deal_is_judged_alike_before_and_after_it() -> None:
    """Knotweed 6.1, 10.1: so a hard player, who looks ahead, does not put off a win."""
    judge = JUDGES["knotweed"]
    hands, piles = [["9D", "9C"], ["2C", "KD", "5S"]], [["9H"], ["4D"]]
    document = {"hands": hands, "piles": piles, "options": {"wins": 3}, "wins": [0, 2], "turn": 0, "round": 3}
    state: Any = GAMES["knotweed"].position(document)
    options = judge.options(state, 0)
    best, action = max(zip(judge.values(state, 0, options), map(str, options), strict=True))
    state.act(0, action)
    assert state.wins == [1, 2]
    assert judge.settled(state, 0) == best


FIGURES = {
    6: {
        "card_duel": [0.901, 0.930],
        "counter": [0.295, 0.278],
        "counterweight": [0.475, 0.467],
        "knotweed": [0.581, 0.576],
        "three_piles": [0.502, 0.490],
    }
}
"""By version of the judges: what the best two actions are worth in a position of each game."""


@pytest.mark.parametrize("key", FIGURES[opponents.JUDGES_VERSION])
def test_figures_change_only_with_the_version_of_the_judges(key: str) -> None:
    """Games that have been judged are judged anew only then: after a change raise it, and write down the figures."""
    game, chance, found = GAMES[key], Random("figures"), tuple[opponents.Considered[Any], ...]()
    state = game.deal(seats=game.seats[0], seed="figures", options=game.Options())
    while len(found) < 2:
        for _ in range(5):
            seat = state.to_act[0]
            state.act(seat, chance.choice(state.actions(seat)))
        view = state.view(state.to_act[0])
        found = opponents.judge(game, view, "figures", opponents.Budget(simulations=100)).considered
    worth = [one.estimate for one in found[:2]]
    assert worth == pytest.approx(FIGURES[opponents.JUDGES_VERSION][key], abs=0.01)
