"""Finds the best of several actions by trying all of them in the same sampled positions.

Trying actions in the same positions takes far fewer trials to tell them apart than giving each its own luck, because
only the differences count ("common random numbers"). An action that is clearly behind gets no further trials, which
leaves more for the others (a race, after Maron and Moore, "Hoeffding Races", 1994).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import sqrt
from typing import Generic, TypeVar

A = TypeVar("A", bound=Hashable)

CLEARLY = 1.5
"""An action is dropped once it is behind the leader by this many standard errors of the difference."""
ROUND = 8
"""The number of trials per action between checks for actions that are clearly behind."""
ENOUGH = 24
"""The minimum number of trials, even if the race is decided sooner, for an estimate worth showing."""
UNSEEN_SPREAD = 0.01
"""Extra variance added to that of the differences, because equal results in a few trials prove little."""


class Runner(Generic[A]):
    """An action in the race, with the player's result from each trial, 0 to 1."""

    __slots__ = ("action", "results")

    def __init__(self, action: A) -> None:
        self.action = action
        self.results: list[float] = []

    @property
    def mean(self) -> float:
        """The mean result; one half before there are any."""
        return sum(self.results) / len(self.results) if self.results else 0.5

    @property
    def error(self) -> float:
        """The standard error of the mean result."""
        return _error(self.results)

    def lead(self, other: Runner[A]) -> tuple[float, float]:
        """The lead over another action in their common trials, and the standard error of that lead."""
        count = min(len(self.results), len(other.results))
        if not count:
            return 0.0, 1.0
        differences = [mine - theirs for mine, theirs in zip(self.results, other.results, strict=False)]
        return sum(differences) / count, _error(differences)


def _error(results: Sequence[float]) -> float:
    """The standard error of the mean of these results, 1 without any."""
    count = len(results)
    if not count:
        return 1.0
    mean = sum(results) / count
    spread = sum((result - mean) ** 2 for result in results) / max(count - 1, 1)
    return sqrt((spread + UNSEEN_SPREAD) / count)


class Race(Generic[A]):
    """The actions being compared, most promising at a glance first.

    An action replaces the first impression once it is ahead by ``doubt`` standard errors of the difference.
    The best ``kept`` ones are never dropped, so that it is known well how far apart they are.
    """

    def __init__(self, actions: Sequence[A], doubt: float, *, kept: int = 1) -> None:
        self.doubt = doubt
        self.running = [Runner(action) for action in actions]
        self.dropped: list[Runner[A]] = []
        self.first = self.running[0]
        self._kept = kept

    def thin_out(self) -> None:
        """Drop actions that are clearly behind. The first impression stays until another action is clearly better."""
        ranked = sorted(self.running, key=lambda runner: -runner.mean)
        best = ranked[0]
        staying: list[Runner[A]] = []
        for runner in self.running:
            lead, error = runner.lead(best)
            enough = max(CLEARLY, self.doubt) if runner is self.first else CLEARLY
            is_out = lead < -enough * error and runner not in ranked[: self._kept]
            (self.dropped if is_out else staying).append(runner)
        self.running = staying
        if self.first not in staying:
            self.first = best

    @property
    def is_decided(self) -> bool:
        """Whether only one action is left."""
        return len(self.running) == 1

    def ranking(self) -> list[tuple[A, float, int, float]]:
        """The actions with their estimated value, number of trials and standard error, best first.

        An action ranks above the first impression only if it is better beyond doubt. Its estimate is that of the best
        action plus the difference in their common trials, so all share the same luck.
        """

        def assurance(runner: Runner[A]) -> float:
            if runner is self.first:
                return 0.0
            lead, error = runner.lead(self.first)
            return lead - self.doubt * error

        ranked = [*sorted(self.running, key=assurance, reverse=True), *reversed(self.dropped)]
        best = ranked[0].mean
        return [
            (runner.action, min(max(best + runner.lead(ranked[0])[0], 0.0), 1.0), len(runner.results), runner.error)
            for runner in ranked
        ]
