"""Thinking ahead under uncertainty: single-observer information-set Monte-Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE Transactions on Computational
Intelligence and AI in Games 4(2), 2012). Each simulation samples one position consistent with the view, walks down a
tree that all simulations share, adds an action to it and plays on using the policy. The tree counts how often an action
was *available*, because that differs between sampled positions, and keeps the returns of all seats, so it works for any
number of players.

At the root, every action is tried in each sampled position, which tells the actions apart much sooner (``search.py``).
"""

from collections.abc import Hashable
from math import log, sqrt
from random import Random
from typing import Any, Generic, TypeVar

from engines.contract import State
from opponents.policies.base import Policy, Value, settled

A = TypeVar("A")

WIDENING = 0.25
"""A node that was visited n times tries up to 1 + WIDENING * sqrt(n) actions."""

ENOUGH_PLAYED = 64
"""Where all of so many games were won, fewer than one in twenty is lost (the rule of three), and the reverse."""
UNSTEADY = 1.5
"""Trials share a tree that goes on learning, so they err together (measured with a few hundred in Card Duel)."""


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


class TreeSearch(Generic[A]):
    """The tree for a decision of ``observer``; one that never ``grows`` plays on at a glance. ``value`` judges ends."""

    def __init__(
        self, policy: Policy[A], observer: int, seats: int, rng: Random, value: Value = settled, *, grows: bool = True
    ) -> None:
        self.enough = ENOUGH_PLAYED
        self.doubt, self._grows = policy.doubt, grows
        self.unsteady = UNSTEADY if grows else 1.0
        self.policy = policy
        self.observer = observer
        self.seats = seats
        self.rng = rng
        self._value = value
        self.roots: dict[A, dict[Hashable, _Node[A]]] = {}

    def options(self, world: State[A], rng: Random) -> list[A]:
        """The actions that the policy considers."""
        return self.policy.candidates(world, self.observer, rng)

    def simulate(self, world: State[A], action: A) -> float:
        """Simulate a game in which the observer starts with ``action``; return its value to the observer."""
        policy, observer, chapter = self.policy, self.observer, self.policy.chapter(world)
        path = list[_Branch[A]]()
        world.apply(observer, action)
        node = self.roots.setdefault(action, {}).setdefault(policy.revealed(world, observer), _Node())
        is_new = not self._grows
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
        return self._value(world, policy)


def _promise(branch: _Branch[Any], seat: int, exploration: float) -> float:
    """UCB1, with the number of times the action was available in place of the parent's visits."""
    return branch.returns[seat] / branch.visits + exploration * sqrt(log(branch.available) / branch.visits)
