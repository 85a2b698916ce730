"""How long a computer player may think about a decision, and what it considered."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

SURE = 0.025
"""An estimate with a larger standard error is not worth quoting: it may be wrong by more than five points. Judging goes
on until all that it compares have this one."""
FEW_TRIALS = 20
"""With fewer trials, nobody knows the error."""

CLOSE, LEAST_CLOSE = 0.03, 0.01
"""Estimates this share of what hangs on the deal apart, or this share of the win, count as equal."""

A = TypeVar("A")


@dataclass(frozen=True, slots=True)
class Budget:
    """How long to think: at most this many simulations, and not past ``deadline`` on the ``clock``.

    Whoever chooses tries each action that may be the best once, however late it is. Who only wants figures may stop
    once the standard error of each is no larger than ``error``.
    Without a clock the same view, level and random source always give the same choice.
    """

    simulations: int = 1000
    clock: Callable[[], float] | None = None
    deadline: float = 0.0
    error: float = 0.0

    @property
    def is_late(self) -> bool:
        """Whether time is up."""
        return self.clock is not None and self.clock() >= self.deadline


@dataclass(frozen=True, slots=True)
class Considered(Generic[A]):
    """An action that was considered, with its expected share of the win, 0 to 1, and its number of trials.

    ``error`` is the standard error of the estimate.
    """

    action: A
    estimate: float
    visits: int
    error: float = 0.0

    @property
    def is_sure(self) -> bool:
        """Whether the estimate is good enough to be shown."""
        return self.visits >= FEW_TRIALS and self.error <= SURE


@dataclass(frozen=True, slots=True)
class Thought(Generic[A]):
    """The chosen action and the actions considered, best first; none if the level does not compare alternatives.

    ``stake`` is the share of the win that hangs on the deal: 1 unless it is one of several in a match. If others
    have won already (``is_won``), estimates are chances of not being last.
    """

    action: A
    considered: tuple[Considered[A], ...] = ()
    stake: float = 1.0
    is_won: bool = False

    def are_close(self, one: float, other: float) -> bool:
        """Whether two estimates are about equal. In a long match, no decision changes much of the whole."""
        return abs(one - other) <= max(CLOSE * self.stake, LEAST_CLOSE)
