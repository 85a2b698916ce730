"""Looking ahead with a judge: everybody does what it judges best until it is the observer's turn again."""

from random import Random
from typing import Any, Generic, TypeVar

from engines.contract import State
from opponents.judges import Judge
from opponents.policies.base import Policy
from opponents.search import ENOUGH

A = TypeVar("A")

MARGIN = 0.06
"""Actions that look worse than the best one by more than this share of a win are not tried."""
WIDEST = 8
"""The most actions to try."""
AT_LEAST = 2
"""How many actions to try, however clear it looks."""


class Lookahead(Generic[A]):
    """Tries actions of ``observer``. The sampled positions tell what the others may hold and what may be drawn."""

    def __init__(self, judge: Judge[A], policy: Policy[A], observer: int, rng: Random) -> None:
        self.judge, self.doubt, self.unsteady, self.enough = judge, judge.doubt, 1.0, ENOUGH
        self.policy = policy
        self.observer = observer
        self.rng = rng

    def options(self, world: State[A], rng: Random) -> list[A]:
        """The actions that the judge finds best."""
        actions = self.judge.options(world, self.observer)
        values = self.judge.values(world, self.observer, actions)
        ranked = sorted(range(len(actions)), key=lambda number: -values[number])
        least = values[ranked[0]] - MARGIN
        return [
            actions[number]
            for place, number in enumerate(ranked[:WIDEST])
            if place < AT_LEAST or values[number] >= least
        ]

    def simulate(self, world: State[Any], action: A) -> float:
        """Take the action in the world, let the others answer, and judge the observer's best reply.

        It goes on for as many ``rounds`` of answers as the judge asks for, or until the position rests.
        """
        observer, policy, judge = self.observer, self.policy, self.judge
        chapter, rounds, have_answered = policy.chapter(world), judge.rounds, False
        world.apply(observer, action)
        while (to_act := world.to_act) and policy.chapter(world) == chapter and not judge.rests(world):
            seat = to_act[0]
            if judge.quick_answers:
                world.apply(seat, policy.prefer(world, seat, self.rng))
                continue
            options = judge.options(world, seat)
            values = judge.values(world, seat, options)
            best = max(values)
            if seat == observer and have_answered:
                rounds -= 1
                if not rounds:
                    return best
            have_answered = seat != observer
            world.apply(seat, options[values.index(best)])
        return judge.settled(world, observer)
