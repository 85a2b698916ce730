"""Finds the best action by trying several in the same sampled positions, within a budget."""

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from engines.contract import Game, State, View
from opponents.policies.base import Policy
from opponents.racing import ENOUGH, ROUND, Race, Runner
from opponents.thoughts import Budget, Considered, Thought

A = TypeVar("A", bound=Hashable)


class Explorer(Protocol[A]):
    """Tries actions of one seat."""

    doubt: float
    """An action replaces what looks best at a glance once it is better by this many standard errors."""
    least: int
    """How often to try each action that is still in the race, however late it is: so a cold or busy machine plays
    well."""
    rng: Random
    """The luck of a simulation."""

    def options(self, world: State[A], rng: Random) -> list[A]:
        """The actions worth trying, most promising first; at least one."""
        ...

    def simulate(self, world: State[A], action: A) -> float:
        """Take the action in the world, see where it leads, and return its value to the seat, 0 to 1."""
        ...


def search(game: Game[A], view: View[A], explorer: Explorer[A], rng: Random, budget: Budget) -> Thought[A]:
    """Search, within the budget, for the viewer's best action; runs at least one simulation.

    A single option needs no simulation. The search ends early once only one action can still be best.
    """
    world: State[Any] = game.sample(view, rng)
    options = explorer.options(world, rng)
    if len(options) == 1:
        return Thought(options[0])
    race = Race(options, explorer.doubt)
    left, trials = max(budget.simulations, 1), 0
    while left and not (race.is_decided and trials >= ENOUGH):
        for runner in race.running[:left]:
            runner.results.append(explorer.simulate(world.clone(), runner.action))
            left -= 1
        trials += 1
        if trials >= explorer.least and budget.is_late:
            break
        if trials % ROUND == 0:
            race.thin_out()
        world = game.sample(view, rng)
    considered = _considered(race)
    return Thought(considered[0].action, considered)


def weigh(
    game: Game[A], view: View[A], explorer: Explorer[A], seed: str, budget: Budget, played: A | None = None
) -> Thought[A]:
    """Find out what the best actions are worth, and the one that was ``played``, from equally many trials.

    The figures of all others do not depend on what was played. The result's action is the best one: that one unless
    another is better beyond doubt.
    """
    trials = _Trials(game, view, explorer, seed)
    race = Race(explorer.options(trials.world(0), trials.luck), explorer.doubt, kept=2)
    own = next((runner for runner in race.running if runner.action == played), None)
    if len(race.running) == 1 and (played is None or own is not None):
        return Thought(race.first.action)
    count, least = 0, min(explorer.least, max(budget.simulations, 1))
    while count < least or not (budget.is_late or count * len(race.running) >= budget.simulations):
        for runner in race.running:
            trials.run(runner)
        count += 1
        if count % ROUND == 0:
            race.thin_out()
            if count >= ENOUGH and all(runner.error <= budget.error for runner in race.running):
                break
    considered = _considered(race)
    if played is not None:
        own = own or Runner(played)
        while len(own.results) < count:
            trials.run(own)
        others = [one for one in considered if one.action != played]
        considered = (*others, Considered(played, own.mean, count, own.error))
    best = considered[0].action if own is None else _beyond_doubt(own, race.running, explorer.doubt).action
    return Thought(best, considered)


def _beyond_doubt(own: Runner[A], others: Sequence[Runner[A]], doubt: float) -> Runner[A]:
    """The best action, if it is better than one's ``own`` beyond doubt; only an explorer's choice gets more of it."""
    best = max(others, key=lambda runner: runner.mean)
    lead, error = best.lead(own)
    return best if lead > min(doubt, Policy.doubt) * error else own


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
    return tuple(
        Considered(action, estimate, visits, error) for action, estimate, visits, error in race.ranking() if visits
    )
