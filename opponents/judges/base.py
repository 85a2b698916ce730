"""Judges actions by a network that has learned from games against itself."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from opponents.policies.base import duel

if TYPE_CHECKING:
    from opponents.judges.net import Net

A = TypeVar("A")


class Judge(Generic[A]):
    """Knows what to look at after an action in one game.

    An action is judged by what its seat knows right after it, before any card that it draws or turns up: so the
    judgement rests on nothing hidden, and the chances of what may come are in what the network has learned.
    """

    key: str
    """The game."""
    quick_answers = False
    """Whether others answer in a look ahead by what looks best to the game's policy: sooner than by judging."""
    rounds = 1
    """How often the others have answered before a position is judged."""
    doubt = 0.3
    """An action replaces what is judged best at a glance once it looks better by this many standard errors."""

    @cached_property
    def net(self) -> Net:
        """The trained network, read when it is first needed: the bot's own process never loads numpy."""
        from opponents.judges.net import Net

        return Net.stored(self.key)

    def knows(self, state: Any) -> bool:
        """Whether it has learned to play with so many players and by these house rules."""
        return True

    def rests(self, state: Any) -> bool:
        """Whether ``settled`` can judge the position though the deal is not over: this ends a look ahead."""
        return False

    def options(self, state: Any, seat: int) -> list[A]:
        """The legal actions without those that come to the same as another."""
        return state.actions(seat)

    def after(self, state: Any, seat: int, action: A) -> list[Any] | float:
        """What ``seat`` knows right after the action, as features; its share of the win if the deal is over."""
        raise NotImplementedError

    def ahead(self, state: Any, seat: int) -> float:
        """By how much the finished deals of a match make a win likelier, as a logarithm of odds."""
        return 0.0

    def settled(self, state: Any, seat: int) -> float:
        """The seat's share of the win when a deal has just been finished or the position rests, 0 to 1."""
        outcome = state.outcome
        if outcome is None:
            return duel(self.ahead(state, seat), 1.0)[0]
        return (seat in outcome.winners) / len(outcome.winners)

    def values(self, state: Any, seat: int, options: list[A]) -> list[float]:
        """The seat's share of the win after each of these actions, 0 to 1."""
        ahead, value = self.ahead(state, seat), self.net.value
        seen = [self.after(state, seat, action) for action in options]
        return [value(after, ahead) if isinstance(after, list) else after for after in seen]
