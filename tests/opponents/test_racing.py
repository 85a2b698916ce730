"""The race between actions at the root: which are dropped, which wins, and what is reported about them."""

from collections.abc import Mapping
from itertools import count, product
from types import SimpleNamespace
from typing import Any

import pytest

from opponents.search import ROUND, Race, weigh
from opponents.thoughts import SURE, Budget

DOUBT = 0.7
"""The doubt that most games use."""


def run(race: Race[str], *trials: Mapping[str, float]) -> None:
    """Record trials with these results for the actions still in the race."""
    for results in trials:
        for runner in race.running:
            runner.results.append(results[runner.action])


def test_an_action_that_is_clearly_worse_is_dropped() -> None:
    """Luck with the positions is ten times larger than the difference, but does not matter."""
    race = Race(["first", "better"], DOUBT)
    run(race, *({"first": luck / 10, "better": luck / 10 + 0.1} for luck in range(ROUND)))
    race.thin_out()
    assert race.is_decided
    assert [action for action, *_ in race.ranking()] == ["better", "first"]


def test_a_first_impression_needs_no_proof() -> None:
    """The other action looks better, but by no more than chance could explain."""
    race = Race(["first", "other"], DOUBT)
    run(race, *({"first": trial % 2, "other": (trial + 1) % 2} for trial in range(ROUND)), {"first": 0.4, "other": 0.5})
    race.thin_out()
    assert not race.is_decided
    assert race.ranking()[0][0] == "first"


def test_a_dropped_first_impression_no_longer_counts() -> None:
    race = Race(["first", "one", "other"], DOUBT)
    run(race, *({"first": 0.1, "one": 0.6, "other": 0.6} for _ in range(ROUND)))
    race.thin_out()
    assert [runner.action for runner in race.running] == ["one", "other"]
    run(race, *({"one": 0.5, "other": 0.9} for _ in range(ROUND)))
    assert [action for action, *_ in race.ranking()] == ["other", "one", "first"]


def test_estimates_are_as_if_all_had_the_same_positions() -> None:
    """An action dropped after lucky positions is not reported as better than one that went on to unlucky ones."""
    race = Race(["worse", "best"], DOUBT)
    run(race, *({"worse": 0.7, "best": 0.9} for _ in range(ROUND)))
    race.thin_out()
    run(race, *({"best": 0.3} for _ in range(ROUND)))
    best, worse = race.ranking()
    assert best == ("best", pytest.approx(0.6), 2 * ROUND, race.running[0].error)
    assert worse == ("worse", pytest.approx(0.4), ROUND, 1.0), "nobody knows how good it is: no screen shows a figure"


def test_who_errs_by_more_than_the_spread_of_trials_needs_more_of_them() -> None:
    steady, unsteady = (Race(["only"], DOUBT, unsteady=times) for times in (1.0, 2.0))
    run(steady, *({"only": trial % 2} for trial in range(ROUND)))
    run(unsteady, *({"only": trial % 2} for trial in range(ROUND)))
    assert unsteady.running[0].error == 2 * steady.running[0].error
    assert unsteady.running[0].lead(steady.running[0]) == steady.running[0].lead(unsteady.running[0])


def test_untried_actions_rank_below_the_first_impression() -> None:
    race = Race(["first", "untried"], DOUBT)
    race.running[0].results.append(0.0)
    assert [told[:3] for told in race.ranking()] == [("first", 0.0, 1), ("untried", 0.0, 0)]


def test_the_best_ones_are_kept_so_that_they_can_be_compared() -> None:
    race = Race(["first", "second", "third"], DOUBT, kept=2)
    run(race, *({"first": 0.9, "second": 0.6, "third": 0.1} for _ in range(ROUND)))
    race.thin_out()
    assert [runner.action for runner in race.running] == ["first", "second"]


def test_more_trials_are_for_the_better_half_and_the_first_impression() -> None:
    race = Race(["first", "one", "two", "three", "four"], DOUBT, kept=2)
    run(race, {"first": 0.1, "one": 0.2, "two": 0.4, "three": 0.5, "four": 0.3})
    race.halve()
    assert [runner.action for runner in race.running] == ["first", "two", "three"]
    race.halve()
    assert [runner.action for runner in race.running] == ["first", "two", "three"]


class Coins(SimpleNamespace):
    """An explorer of three actions, each of which wins or loses."""

    doubt, unsteady, enough, chances = DOUBT, 1.0, 2 * ROUND, {"first": 0.5, "best": 0.6, "worst": 0.3}

    def options(self, *_: object) -> list[str]:
        return [*self.chances]

    def simulate(self, _: object, action: str) -> float:
        return float(self.rng.random() < self.chances[action])


def test_figures_that_are_shown_are_the_same_however_little_time_there_was() -> None:
    """A hint has more time than a decision in a review, which also looks at what was played."""
    game: Any = SimpleNamespace(sample=lambda *_: SimpleNamespace(clone=dict))
    known = set[tuple[str, float]]()
    for looks, played in product((*range(1, 500, 9), 10_000), (None, "best", "worst")):
        budget = Budget(5000, count().__next__, looks, error=SURE)
        found = weigh(game, game, Coins(), "seed", budget, played).considered  # type: ignore[type-var]
        known |= {(one.action, round(one.estimate, 9)) for one in found if one.is_sure}
    assert len(known) == len(dict(known)) >= 2
