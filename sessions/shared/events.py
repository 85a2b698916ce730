"""Tells listeners that a table has changed; how it looks is up to them."""

import logging
from collections import defaultdict
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
    RETIMED = "retimed"
    """Only the clocks or a vote have changed. The game and its revision are the same."""
    ASKED = "asked"
    """Only a request to take back a move was made or answered."""
    FINISHED = "finished"
    CLOSED = "closed"
    """The table ended without a result."""


ENDED = (EventKind.FINISHED, EventKind.CLOSED)


@dataclass(frozen=True, slots=True)
class TableEvent:
    """A stored change. ``by`` is the member who caused it, ``None`` if the bot did."""

    kind: EventKind
    table: TableRecord
    by: int | None
    to_act: tuple[int, ...] = ()
    """The users who may act now."""
    computers_to_act: tuple[int, ...] = ()
    """The seats that computers have to play now."""
    quiet: bool = False
    """This need not be shown, because computers are moving one after another and the next change follows at once."""
    moves: int = 0
    """How many moves this change added."""


class EventBus:
    """Passes events on to those who care."""

    def __init__(self) -> None:
        self._listeners: dict[tuple[EventKind, bool], list[Callable[[TableEvent], None]]] = defaultdict(list)
        """Whom to tell of events of a kind, at private tables and at others."""

    def subscribe(
        self, listener: Callable[[TableEvent], None], *kinds: EventKind, of_private_tables: bool = True
    ) -> None:
        """Call ``listener`` with every event of these kinds from now on, or with every one; it must not block."""
        for kind in kinds or EventKind:
            for is_private in (False, True) if of_private_tables else (False,):
                self._listeners[kind, is_private].append(listener)

    def publish(self, event: TableEvent) -> None:
        """Call the listeners. The change is stored already, so a failing listener is logged and the others go on."""
        table = event.table
        _log.debug("Table %s: %s, revision %s, %s", table.id, event.kind.value, table.rev, table.phase.value)
        for listener in self._listeners[event.kind, table.purpose.is_private]:
            try:
                listener(event)
            except Exception:
                _log.exception("A listener failed on %s at table %s", event.kind, event.table.id)
