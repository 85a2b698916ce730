"""Thinking ahead under uncertainty: single-observer information-set Monte-Carlo tree search.

After Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search" (IEEE Transactions on
Computational Intelligence and AI in Games 4(2), 2012). Each simulation imagines one position that agrees
with the view, walks down a tree that all simulations share, adds an action to it and plays on by quick
judgement. A node counts how often its action was *available*, since that differs from one imagined
position to the next. Every node keeps the returns of all seats, so it serves any number of players.
"""

from __future__ import annotations

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
TIME_CHECK = 8
"""After how many simulations the clock is looked at."""


class _Node(Generic[A]):
    """An action in the tree: how often it was tried and could have been, and the returns of each seat."""

    __slots__ = ("action", "available", "children", "returns", "visits")

    def __init__(self, action: A | None, seats: int) -> None:
        self.action = action
        self.children: dict[A, _Node[A]] = {}
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
        self.root: _Node[A] = _Node(None, seats)

    def simulate(self, world: State[A], seat: int) -> None:
        """One simulation from an imagined position in which ``seat``, the thinking one, is to act."""
        policy, chapter = self.policy, self.policy.chapter(world)
        node, path = self.root, [self.root]
        to_act = world.to_act
        while to_act and policy.chapter(world) == chapter:
            child, is_new = self._descend(node, world, seat)
            assert child.action is not None
            world.apply(seat, child.action)
            path.append(child)
            node = child
            to_act = world.to_act
            if is_new:
                break
            if to_act:
                seat = to_act[0]
        worth = self._play_on(world, chapter)
        for node in path:
            node.visits += 1
            for seat, share in enumerate(worth):
                node.returns[seat] += share

    def _descend(self, node: _Node[A], world: State[A], seat: int) -> tuple[_Node[A], bool]:
        """The child to walk to, and whether it is new in the tree."""
        options = self.policy.candidates(world, seat, self.rng)
        children = node.children
        known = [child for action in options if (child := children.get(action)) is not None]
        for child in known:
            child.available += 1
        room = len(options) if node is self.root else 1 + WIDENING * sqrt(node.visits)
        if len(known) < len(options) and len(known) < room:
            action = next(action for action in options if action not in children)
            child = children[action] = _Node(action, self.seats)
            return child, True
        return max(known, key=lambda child: _promise(child, seat)), False

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


def _promise(child: _Node[Any], seat: int) -> float:
    """UCB1 with the number of times that the action was available in place of the visits of the parent."""
    return child.returns[seat] / child.visits + EXPLORATION * sqrt(log(child.available) / child.visits)


def search(view: View[A], policy: Policy[A], rng: Random, budget: Budget) -> Thought[A]:
    """Think within the budget about what the viewer should do; at least one simulation is made.

    The most visited action is chosen. With a single candidate nothing is simulated.
    """
    assert view.seat is not None
    world = view.sample_world(rng)
    options = policy.candidates(world, view.seat, rng)
    if len(options) == 1:
        return Thought(options[0])
    tree = _Search(view, policy, rng, len(policy.standing(world)))
    for number in range(max(budget.simulations, 1)):
        if number and number % TIME_CHECK == 0 and budget.is_late:
            break
        tree.simulate(view.sample_world(rng) if number else world, view.seat)
    tried = sorted(tree.root.children.values(), key=lambda child: -child.visits)
    considered = tuple(
        Considered(child.action, child.returns[view.seat] / child.visits, child.visits)
        for child in tried
        if child.action is not None
    )
    return Thought(considered[0].action, considered)
