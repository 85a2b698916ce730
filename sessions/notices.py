"""What a session tells those who show tables: that one has changed, never how it looks."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from db.records import TableRecord

_log = logging.getLogger(__name__)


class Happening(Enum):
    """What kind of change it was."""

    OPENED = "opened"
    SEATS = "seats"
    """Somebody joined or left the lobby."""
    STARTED = "started"
    MOVED = "moved"
    FINISHED = "finished"
    CLOSED = "closed"
    """Ended without a result."""


@dataclass(frozen=True, slots=True)
class Notice:
    """A change that is stored already. ``by``: the member who caused it, ``None`` for the house."""

    happening: Happening
    table: TableRecord
    by: int | None
    to_act: tuple[int, ...] = ()
    """Users who may act now."""
    computers_to_act: tuple[int, ...] = ()
    """Seats that computers are to play now."""
    hushed: bool = False
    """Computers act in turn: nobody need be shown this, for the next change follows at once."""


class Bell:
    """Passes notices on to everybody who listens."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[Notice], None]] = []

    def listen(self, listener: Callable[[Notice], None]) -> None:
        """Have every notice from now on; the listener must not block."""
        self._listeners.append(listener)

    def ring(self, notice: Notice) -> None:
        """Tell everybody. What is stored is stored: a listener that fails is logged and stops nobody."""
        for listener in self._listeners:
            try:
                listener(notice)
            except Exception:
                _log.exception("A listener failed on %s at table %s", notice.happening, notice.table.id)
