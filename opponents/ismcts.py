"""Thinking ahead under uncertainty: single-observer information-set Monte-Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE Transactions on Computational
Intelligence and AI in Games 4(2), 2012). Each simulation samples one position consistent with the view, walks down a
tree that all simulations share, adds an action to it and plays on using the policy. The tree counts how often an action
was *available*, because that differs between sampled positions, and keeps the returns of all seats, so it works for any
number of players.

At the root, every action is tried in each sampled position, which tells the actions apart much sooner (see ``racing``).
"""

from collections.abc import Hashable
from math import log, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from engines.contract import Game, State, View
from opponents.policies.base import Policy, settled
from opponents.racing import ENOUGH, ROUND, Race
from opponents.thoughts import Budget, Considered, Thought

A = TypeVar("A")

LEAST = 50
"""How often to try each action that is still in the race, however late it is: so a cold or busy machine plays well."""
WIDENING = 0.25
"""A node that was visited n times tries up to 1 + WIDENING * sqrt(n) actions."""


class _Node(Generic[A]):
    """Positions that look the same to the observer, with the actions tried in them."""

    __slots__ = ("branches", "visits")

    def __init__(self) -> None:
        self.branches: dict[A, _Branch[A]] = {}
        self.visits = 0


class _Branch(Generic[A]):
    """An action: how often it was tried and available, each seat's returns, and where it led.

    ``nodes`` are keyed by what the action revealed (``Policy.revealed``).
    """

    __slots__ = ("action", "available", "nodes", "returns", "visits")

    def __init__(self, action: A, seats: int) -> None:
        self.action = action
        self.nodes: dict[Hashable, _Node[A]] = {}
        self.visits = 0
        self.available = 1
        self.returns = [0.0] * seats


class _Search(Generic[A]):
    """The search tree for one decision."""

    def __init__(self, policy: Policy[A], observer: int, seats: int, rng: Random) -> None:
        self.policy = policy
        self.observer = observer
        self.seats = seats
        self.rng = rng
        self.roots: dict[A, dict[Hashable, _Node[A]]] = {}

    def simulate(self, world: State[A], action: A) -> float:
        """Simulate a game in which the observer starts with ``action``; return its value to the observer."""
        policy, observer, chapter = self.policy, self.observer, self.policy.chapter(world)
        path = list[_Branch[A]]()
        world.apply(observer, action)
        node = self.roots.setdefault(action, {}).setdefault(policy.revealed(world, observer), _Node())
        is_new = False
        to_act = world.to_act
        while to_act and not is_new and len(path) < policy.horizon and policy.chapter(world) == chapter:
            seat = to_act[0]
            branch, is_new = self._choose(node, world, seat)
            path.append(branch)
            node.visits += 1
            world.apply(seat, branch.action)
            node = branch.nodes.setdefault(policy.revealed(world, observer), _Node())
            to_act = world.to_act
        worth = self._play_on(world, chapter, policy.horizon - len(path))
        for branch in path:
            branch.visits += 1
            for seat, share in enumerate(worth):
                branch.returns[seat] += share
        return worth[observer]

    def _choose(self, node: _Node[A], world: State[A], seat: int) -> tuple[_Branch[A], bool]:
        """The action to follow, and whether it is new to the tree."""
        options = self.policy.candidates(world, seat, self.rng)
        branches = node.branches
        known = [branch for action in options if (branch := branches.get(action)) is not None]
        for branch in known:
            branch.available += 1
        room = int(1 + WIDENING * sqrt(node.visits))
        if len(known) < len(options) and len(known) < room:
            action = next(action for action in options if action not in branches)
            branch = branches[action] = _Branch(action, self.seats)
            return branch, True
        return max(known, key=lambda branch: _promise(branch, seat, self.policy.exploration)), False

    def _play_on(self, world: State[A], chapter: int, horizon: int) -> tuple[float, ...]:
        """Play on with the policy to the end of the deal, or as far as the policy looks ahead."""
        policy, rng = self.policy, self.rng
        while (to_act := world.to_act) and policy.chapter(world) == chapter:
            if horizon <= 0 and policy.is_quiet(world, self.observer):
                break
            horizon -= 1
            seat = to_act[0]
            world.apply(seat, policy.prefer(world, seat, rng))
        return settled(world, policy)


def _promise(branch: _Branch[Any], seat: int, exploration: float) -> float:
    """UCB1, with the number of times the action was available in place of the parent's visits."""
    return branch.returns[seat] / branch.visits + exploration * sqrt(log(branch.available) / branch.visits)


def search(
    game: Game[A], view: View[A], policy: Policy[A], rng: Random, budget: Budget, first: A | None = None
) -> Thought[A]:
    """Search, within the budget, for the viewer's best action; runs at least one simulation.

    A single candidate needs no simulation. The search ends early once only one action can still be best. ``first`` is
    the first impression, whether or not the policy would consider it, and stays to the end; else the policy says.
    """
    seat, world = view.seat, game.sample(view, rng)
    assert seat is not None
    options, doubt = policy.candidates(world, seat, rng), policy.doubt
    if first is not None:
        if first != options[0]:
            # Only what the policy itself would do deserves more doubt than usual about something better.
            doubt = min(doubt, Policy.doubt)
        options = [first, *(action for action in options if action != first)]
    if len(options) == 1:
        return Thought(options[0])
    tree = _Search(policy, seat, world.seats, rng)
    race = Race(options, doubt, keeps_first=first is not None)
    left, trials = max(budget.simulations, 1), 0
    while left and not (race.is_decided and trials >= ENOUGH):
        for runner in race.running[:left]:
            runner.results.append(tree.simulate(world.clone(), runner.action))
            left -= 1
        trials += 1
        if trials >= LEAST and budget.is_late:
            break
        if trials % ROUND == 0:
            race.thin_out()
        world = game.sample(view, rng)
    considered = [Considered(action, estimate, visits) for action, estimate, visits in race.ranking() if visits]
    return Thought(considered[0].action, tuple(considered))
