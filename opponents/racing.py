"""Which of several actions is best, when each trial shows all of them under the same circumstances.

Two actions that were tried in the same imagined positions can be told apart by far fewer trials than two that had
luck of their own, since only the differences count ("common random numbers"). Who is clearly behind is left out
of further trials, so that the others get more of them (a race, after Maron and Moore, "Hoeffding Races", 1994).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Generic, TypeVar

A = TypeVar("A", bound=Hashable)

DOUBT = 0.7
"""By how many standard errors of the difference an action must be ahead of the first impression to be preferred."""
CLEARLY = 1.5
"""By how many standard errors of the difference an action must be behind the leader to be given up."""
ROUND = 8
"""After so many trials of all it is looked who is clearly behind."""
ENOUGH = 24
"""So many trials are made even if the race is decided before, for an estimate that can be told."""
UNSEEN_SPREAD = 0.01
"""A spread (variance) that is added to what differences show: equal results of few trials prove little."""


class Runner(Generic[A]):
    """An action in the race, and what came out of each of its trials for the player, 0 to 1."""

    __slots__ = ("action", "results")

    def __init__(self, action: A) -> None:
        self.action = action
        self.results: list[float] = []

    @property
    def mean(self) -> float:
        """The mean of the results; one half before there are any."""
        return sum(self.results) / len(self.results) if self.results else 0.5

    def lead(self, other: Runner[A]) -> tuple[float, float]:
        """By how much it is better than the other, and the standard error of that, from the trials they share."""
        count = min(len(self.results), len(other.results))
        if not count:
            return 0.0, 1.0
        differences = [mine - theirs for mine, theirs in zip(self.results, other.results, strict=False)]
        mean = sum(differences) / count
        spread = sum((difference - mean) ** 2 for difference in differences) / max(count - 1, 1)
        return mean, sqrt((spread + UNSEEN_SPREAD) / count)


class Race(Generic[A]):
    """The actions that are compared, the most promising at a glance first."""

    def __init__(self, actions: Sequence[A]) -> None:
        self.running = [Runner(action) for action in actions]
        self.given_up: list[Runner[A]] = []
        self.first = self.running[0]

    def thin_out(self) -> None:
        """Give up who is clearly behind. The first impression stays in the race as long as nobody is clearly better."""
        best = max(self.running, key=lambda runner: runner.mean)
        staying: list[Runner[A]] = []
        for runner in self.running:
            lead, error = runner.lead(best)
            (self.given_up if lead < -CLEARLY * error else staying).append(runner)
        self.running = staying
        if self.first not in staying:
            self.first = best

    @property
    def is_decided(self) -> bool:
        """Whether all but one have been given up."""
        return len(self.running) == 1

    def ranking(self) -> list[tuple[A, float, int]]:
        """The actions with an estimate of their worth and the number of their trials, the best first.

        Nobody is before the first impression who is not better beyond doubt. An estimate is that of the
        best and the difference seen in common trials, so that luck with the positions is the same for all.
        """

        def assurance(runner: Runner[A]) -> float:
            if runner is self.first:
                return 0.0
            lead, error = runner.lead(self.first)
            return lead - DOUBT * error

        ranked = [*sorted(self.running, key=assurance, reverse=True), *reversed(self.given_up)]
        best = ranked[0].mean
        return [
            (runner.action, min(max(best + runner.lead(ranked[0])[0], 0.0), 1.0), len(runner.results))
            for runner in ranked
        ]
