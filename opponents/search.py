"""Finds the best action by trying several in the same sampled positions, within a budget."""

from random import Random
from typing import Any, Protocol, TypeVar

from engines.contract import Game, State, View
from opponents.policies.base import Policy
from opponents.racing import ENOUGH, ROUND, Race
from opponents.thoughts import Budget, Considered, Thought

A = TypeVar("A")


class Explorer(Protocol[A]):
    """Tries actions of one seat."""

    doubt: float
    """An action replaces what looks best at a glance once it is better by this many standard errors."""
    least: int
    """How often to try each action that is still in the race, however late it is: so a cold or busy machine plays
    well."""

    def options(self, world: State[A], rng: Random) -> list[A]:
        """The actions worth trying, most promising first; at least one."""
        ...

    def simulate(self, world: State[A], action: A) -> float:
        """Take the action in the world, see where it leads, and return its value to the seat, 0 to 1."""
        ...


def search(
    game: Game[A], view: View[A], explorer: Explorer[A], rng: Random, budget: Budget, first: A | None = None
) -> Thought[A]:
    """Search, within the budget, for the viewer's best action; runs at least one simulation.

    A single option needs no simulation. The search ends early once only one action can still be best. ``first`` is the
    first impression, whether or not the explorer would try it, and stays to the end; else the explorer says.
    """
    world: State[Any] = game.sample(view, rng)
    options, doubt = explorer.options(world, rng), explorer.doubt
    if first is not None:
        if first != options[0]:
            # Only the explorer's own choice gets more than the usual benefit of the doubt.
            doubt = min(doubt, Policy.doubt)
        options = [first, *(action for action in options if action != first)]
    if len(options) == 1:
        return Thought(options[0])
    race = Race(options, doubt, keeps_first=first is not None)
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
    considered = [Considered(action, estimate, visits) for action, estimate, visits in race.ranking() if visits]
    return Thought(considered[0].action, tuple(considered))
