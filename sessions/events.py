"""What a session tells those who show tables: that one has changed, never how it looks."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from db.records import TableRecord

_log = logging.getLogger(__name__)


class EventKind(Enum):
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
class TableEvent:
    """A change that is stored already. ``by``: the member who caused it, ``None`` for the house."""

    kind: EventKind
    table: TableRecord
    by: int | None
    to_act: tuple[int, ...] = ()
    """Users who may act now."""
    computers_to_act: tuple[int, ...] = ()
    """Seats that computers are to play now."""
    quiet: bool = False
    """Computers act in turn: nobody need be shown this, for the next change follows at once."""


class EventBus:
    """Passes notices on to everybody who listens."""

    def __init__(self) -> None:
        self._listeners: list[Callable[[TableEvent], None]] = []

    def subscribe(self, listener: Callable[[TableEvent], None]) -> None:
        """Have every notice from now on; the listener must not block."""
        self._listeners.append(listener)

    def publish(self, event: TableEvent) -> None:
        """Tell everybody. What is stored is stored: a listener that fails is logged and stops nobody."""
        for listener in self._listeners:
            try:
                listener(event)
            except Exception:
                _log.exception("A listener failed on %s at table %s", event.kind, event.table.id)
