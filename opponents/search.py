"""Finds the best action by trying several in the same sampled positions, within a budget.

Trying actions in the same positions takes far fewer trials to tell them apart than giving each its own luck, because
only the differences count ("common random numbers"). An action that is clearly behind gets no further trials, which
leaves more for the others (a race, after Maron and Moore, "Hoeffding Races", 1994).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace
from math import sqrt
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from engines.contract import Game, State, View
from opponents.policies.base import Policy
from opponents.thoughts import Budget, Considered, Thought

A = TypeVar("A", bound=Hashable)


class Explorer(Protocol[A]):
    """Tries actions of one seat."""

    doubt: float
    """An action replaces what looks best at a glance once it is better by this many standard errors."""
    rng: Random
    """The luck of a simulation."""
    unsteady: float
    """How many times further from the truth its means are than the spread of its simulations tells."""
    enough: int
    """After so many simulations their spread is known: wins and losses that are all alike for a while prove little."""

    def options(self, world: State[A], rng: Random) -> list[A]:
        """The actions worth trying, most promising first; at least one."""
        ...

    def simulate(self, world: State[A], action: A) -> float:
        """Take the action in the world, see where it leads, and return its value to the seat, 0 to 1."""
        ...


def search(game: Game[A], view: View[A], explorer: Explorer[A], rng: Random, budget: Budget) -> Thought[A]:
    """Search, within the budget, for the viewer's best action; tries all that are worth it at least once.

    A single option needs no simulation. The search ends early once only one action can still be best.
    """
    world: State[Any] = game.sample(view, rng)
    options = explorer.options(world, rng)
    if len(options) == 1:
        return Thought(options[0])
    race = Race(options, explorer.doubt, unsteady=explorer.unsteady)
    left, trials = max(budget.simulations, 1), 0
    while left and not (race.is_decided and trials >= ENOUGH):
        for runner in race.running[:left]:
            runner.results.append(explorer.simulate(world.clone(), runner.action))
            left -= 1
        trials += 1
        if budget.is_late:
            break
        if trials % ROUND == 0:
            race.thin_out()
        world = game.sample(view, rng)
    considered = _considered(race)
    return Thought(considered[0].action, considered)


def weigh(
    game: Game[A], view: View[A], explorer: Explorer[A], seed: str, budget: Budget, played: A | None = None
) -> Thought[A]:
    """Find out what the best actions are worth, and the one that was ``played``, from at least as many trials.

    What was played may need more, as what is clearly best is soon known. All other figures do not depend on it, and are
    as sure as the least sure of them: if time has cut a search short, all are vague, so no two screens show different
    ones. The result's action is the best one: what was played unless the recommended one is better beyond doubt.
    """
    trials = _Trials(game, view, explorer, seed)
    race = Race(explorer.options(trials.world(0), trials.luck), explorer.doubt, kept=2, unsteady=explorer.unsteady)
    own = next((runner for runner in race.running if runner.action == played), None)
    if len(race.running) == 1 and (played is None or own is not None):
        return Thought(race.first.action)
    count, least_sure = _run(race, trials, budget, explorer.enough)
    considered = tuple(replace(one, error=max(one.error, least_sure)) for one in _considered(race))
    best = considered[0].action
    if played is not None:
        own = own or Runner(played, explorer.unsteady)
        while len(own.results) < count or (
            own.error > budget.error > 0 and not budget.is_late and len(own.results) < budget.simulations
        ):
            trials.run(own)
        others = [one for one in considered if one.action != played]
        considered = (*others, Considered(played, own.mean, len(own.results), max(own.error, least_sure)))
        best = _beyond_doubt(own, next(runner for runner in race.running if runner.action == best), explorer.doubt)
    return Thought(best, considered)


def _run(race: Race[A], trials: _Trials[A], budget: Budget, enough: int) -> tuple[int, float]:
    """Try all that may be best until it is known well: how often, and the largest error of what was compared.

    However late it is, the best are tried often enough. What ends in time is the same whatever the clock says.
    """
    count, left, least_sure = 0, max(budget.simulations, 1), 1.0
    while least_sure > budget.error and left > 0 and not (budget.is_late and count >= ENOUGH):
        if count >= FIRST_LOOK:
            race.halve()
        for _ in range(ROUND):  # a whole one, so that time never cuts figures short of each other
            for runner in race.running:
                trials.run(runner)
        count, left = count + ROUND, left - ROUND * len(race.running)
        race.thin_out()
        if count >= enough:
            least_sure = max(runner.error for runner in race.running)
    return count, least_sure


def _beyond_doubt(own: Runner[A], best: Runner[A], doubt: float) -> A:
    """The best action, if it is better than one's ``own`` beyond doubt; only an explorer's choice gets more of it."""
    lead, error = best.lead(own)
    return (best if len(own.results) >= ROUND and lead > min(doubt, Policy.doubt) * error else own).action


class _Trials(Generic[A]):
    """Tries actions in positions that are numbered, so that each can be tried in the same ones, whatever else is."""

    def __init__(self, game: Game[A], view: View[A], explorer: Explorer[A], seed: str) -> None:
        self._game, self._view, self._explorer, self._seed = game, view, explorer, seed
        self._latest: tuple[int, State[A]] | None = None
        self.luck = Random(seed)

    def world(self, number: int) -> State[A]:
        """The position with this number."""
        if self._latest is None or self._latest[0] != number:
            self._latest = number, self._game.sample(self._view, Random(f"{self._seed}/{number}"))
        return self._latest[1]

    def run(self, runner: Runner[A]) -> None:
        """Try an action once more."""
        number = len(runner.results)
        world = self.world(number).clone()
        self._explorer.rng = Random(f"{self._seed}/{number}/luck")
        runner.results.append(self._explorer.simulate(world, runner.action))


def _considered(race: Race[A]) -> tuple[Considered[A], ...]:
    return tuple(Considered(*told) for told in race.ranking() if told[2])


CLEARLY = 1.5
"""An action is dropped once it is behind the leader by this many standard errors of the difference."""
ROUND = 8
"""The number of trials per action between checks for actions that are clearly behind."""
ENOUGH = 24
"""The minimum number of trials, even if the race is decided sooner, for an estimate worth showing."""
FIRST_LOOK = 16
"""After so many trials, whoever wants figures goes on with the better half, again and again."""
UNSEEN_SPREAD = 0.01
"""Extra variance added to that of the differences, because equal results in a few trials prove little."""


class Runner(Generic[A]):
    """An action in the race, with the player's result from each trial, 0 to 1."""

    __slots__ = ("action", "results", "unsteady")

    def __init__(self, action: A, unsteady: float) -> None:
        self.action, self.unsteady = action, unsteady
        self.results: list[float] = []

    @property
    def mean(self) -> float:
        """The mean result; one half before there are any."""
        return sum(self.results) / len(self.results) if self.results else 0.5

    @property
    def error(self) -> float:
        """The standard error of the mean result."""
        return _error(self.results) * self.unsteady

    def lead(self, other: Runner[A]) -> tuple[float, float]:
        """The lead over another action in their common trials, and the standard error of that lead."""
        differences = [mine - theirs for mine, theirs in zip(self.results, other.results, strict=False)]
        return sum(differences) / max(len(differences), 1), _error(differences)


def _error(results: Sequence[float]) -> float:
    """The standard error of the mean of these results, 1 without any."""
    count = len(results)
    if not count:
        return 1.0
    mean = sum(results) / count
    spread = sum([(result - mean) ** 2 for result in results]) / max(count - 1, 1)
    return sqrt((spread + UNSEEN_SPREAD) / count)


class Race(Generic[A]):
    """The actions being compared, most promising at a glance first.

    An action replaces the first impression once it is ahead by ``doubt`` standard errors of the difference.
    The best ``kept`` ones are never dropped, so that it is known well how far apart they are.
    """

    def __init__(self, actions: Sequence[A], doubt: float, *, kept: int = 1, unsteady: float = 1.0) -> None:
        self.doubt = doubt
        self.running = [Runner(action, unsteady) for action in actions]
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

    def halve(self) -> None:
        """Drop the worse half, but not the first impression: more trials are for what may be best."""
        ranked = sorted(self.running, key=lambda runner: -runner.mean)
        best = ranked[: max(self._kept, len(ranked) // 2)]
        self.dropped += [runner for runner in self.running if runner not in best and runner is not self.first]
        self.running = [runner for runner in self.running if runner not in self.dropped]

    @property
    def is_decided(self) -> bool:
        """Whether only one action is left."""
        return len(self.running) == 1

    def ranking(self) -> list[tuple[A, float, int, float]]:
        """The actions with their estimated value, number of trials and standard error, best first.

        An action ranks above the first impression only if it is better beyond doubt. Its estimate is that of the best
        action plus the difference in their common trials, so all share the same luck. A dropped one is known to be
        worse, not how much.
        """

        def assurance(runner: Runner[A]) -> float:
            if runner is self.first:
                return 0.0
            lead, error = runner.lead(self.first)
            return lead - self.doubt * error

        ranked = [*sorted(self.running, key=assurance, reverse=True), *reversed(self.dropped)]
        best, errors = ranked[0].mean, {runner.action: runner.error for runner in self.running}
        worths = [min(max(best + runner.lead(ranked[0])[0], 0.0), 1.0) for runner in ranked]
        return [
            (runner.action, worth, len(runner.results), errors.get(runner.action, 1.0))
            for runner, worth in zip(ranked, worths, strict=True)
        ]
