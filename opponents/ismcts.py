"""Thinking ahead under uncertainty: single-observer information-set Monte-Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE Transactions on
Computational Intelligence and AI in Games 4(2), 2012). Each simulation imagines one position that agrees
with the view, walks down a tree that all simulations share, adds an action to it and plays on by quick
judgement. For an action it is counted how often it was *available*, since that differs from one imagined
position to the next, and the returns of all seats are kept, so it serves any number of players.
"""

from __future__ import annotations

from collections.abc import Hashable
from math import log, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from engines.contract import State, View
from opponents.policies.base import Policy, settled
from opponents.thoughts import Budget, Considered, Thought

A = TypeVar("A")

EXPLORATION = 0.7
"""The weight of trying what was tried little (the constant of UCB1), as in the paper."""
WIDENING = 1.0
"""Below the root a node visited n times has up to this many times the square root of n actions tried."""
DOUBT = 1.0
"""An action must seem better than the first impression by the uncertainty of both, times this, to be preferred."""
FAIR_SHARE = 0.4
"""The part of an even share of the simulations that every action at the root gets, however bad its luck at first."""
TIME_CHECK = 8
"""After how many simulations the clock is looked at."""


class _Node(Generic[A]):
    """Positions that look the same to the thinking player: the actions that were tried in them."""

    __slots__ = ("branches", "visits")

    def __init__(self) -> None:
        self.branches: dict[A, _Branch[A]] = {}
        self.visits = 0


class _Branch(Generic[A]):
    """An action: how often it was tried and could have been, the returns of each seat, and where it led.

    ``nodes`` are told apart by what the action brought to light (``Policy.revealed``).
    """

    __slots__ = ("action", "available", "nodes", "returns", "visits")

    def __init__(self, action: A, seats: int) -> None:
        self.action = action
        self.nodes: dict[Hashable, _Node[A]] = {}
        self.visits = 0
        self.available = 1
        self.returns = [0.0] * seats


class _Search(Generic[A]):
    """The tree of one decision."""

    def __init__(self, view: View[A], policy: Policy[A], rng: Random, seats: int) -> None:
        self.view = view
        self.policy = policy
        self.rng = rng
        self.seats = seats
        self.root: _Node[A] = _Node()

    def simulate(self, world: State[A], seat: int) -> None:
        """One simulation from an imagined position in which ``seat``, the thinking one, is to act."""
        policy, observer, chapter = self.policy, seat, self.policy.chapter(world)
        node, path = self.root, list[_Branch[A]]()
        is_new = False
        to_act = world.to_act
        while to_act and not is_new and policy.chapter(world) == chapter:
            branch, is_new = self._choose(node, world, seat)
            path.append(branch)
            node.visits += 1
            world.apply(seat, branch.action)
            node = branch.nodes.setdefault(policy.revealed(world, observer), _Node())
            to_act = world.to_act
            if to_act:
                seat = to_act[0]
        worth = self._play_on(world, chapter)
        for branch in path:
            branch.visits += 1
            for seat, share in enumerate(worth):
                branch.returns[seat] += share

    def _choose(self, node: _Node[A], world: State[A], seat: int) -> tuple[_Branch[A], bool]:
        """The action to follow, and whether it is new in the tree."""
        options = self.policy.candidates(world, seat, self.rng)
        branches = node.branches
        known = [branch for action in options if (branch := branches.get(action)) is not None]
        for branch in known:
            branch.available += 1
        room = len(options) if node is self.root else 1 + WIDENING * sqrt(node.visits)
        if len(known) < len(options) and len(known) < room:
            action = next(action for action in options if action not in branches)
            branch = branches[action] = _Branch(action, self.seats)
            return branch, True
        if node is self.root:
            neglected = min(known, key=lambda branch: branch.visits)
            if neglected.visits < FAIR_SHARE * node.visits / len(known):
                return neglected, False
        return max(known, key=lambda branch: _promise(branch, seat)), False

    def _play_on(self, world: State[A], chapter: int) -> tuple[float, ...]:
        """Play on by quick judgement up to the end of the deal, or as far as the policy looks."""
        policy, rng = self.policy, self.rng
        for _ in range(policy.horizon):
            to_act = world.to_act
            if not to_act or policy.chapter(world) != chapter:
                break
            seat = to_act[0]
            world.apply(seat, policy.prefer(world, seat, rng))
        return settled(world, policy)


def _promise(branch: _Branch[Any], seat: int) -> float:
    """UCB1 with the number of times that the action was available in place of the visits of the parent."""
    return branch.returns[seat] / branch.visits + EXPLORATION * sqrt(log(branch.available) / branch.visits)


def _assurance(branch: _Branch[Any], first: _Branch[Any], seat: int) -> float:
    """How good an action is at least, as far as so many trials can tell; a first impression needs no proof."""
    mean = branch.returns[seat] / branch.visits
    return mean if branch is first else mean - DOUBT * sqrt(1 / branch.visits + 1 / first.visits)


def search(view: View[A], policy: Policy[A], rng: Random, budget: Budget) -> Thought[A]:
    """Think within the budget about what the viewer should do; at least one simulation is made.

    The most visited action is chosen. With a single candidate nothing is simulated.
    """
    seat, world = view.seat, view.sample_world(rng)
    assert seat is not None
    options = policy.candidates(world, seat, rng)
    if len(options) == 1:
        return Thought(options[0])
    tree = _Search(view, policy, rng, len(policy.standing(world)))
    for number in range(max(budget.simulations, 1)):
        if number and number % TIME_CHECK == 0 and budget.is_late:
            break
        tree.simulate(view.sample_world(rng) if number else world, seat)
    first = tree.root.branches[options[0]]
    tried = sorted(tree.root.branches.values(), key=lambda branch: -_assurance(branch, first, seat))
    considered = tuple(
        Considered(branch.action, branch.returns[seat] / branch.visits, branch.visits) for branch in tried
    )
    return Thought(considered[0].action, considered)
