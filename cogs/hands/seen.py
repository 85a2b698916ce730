"""What a player sees when they choose a move: a table's snapshot, or the position in a step of a lesson."""

from typing import Any, Protocol

from engines.contract import Game, View
from engines.texts import Text


class Position(Protocol):
    """What a player knows when they choose a move."""

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        ...

    @property
    def view(self) -> View[Any] | None:
        """What the player may know; ``None`` before the cards are dealt."""
        ...


class Seen(Position, Protocol):
    """A position and how it came about."""

    @property
    def news(self) -> tuple[Text, ...]:
        """The latest events that the player may read, oldest first."""
        ...
