"""A table as one viewer sees it, ready to be shown."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from db.records import ResultRecord, TableRecord
from engines.contract import Game, Outcome, View
from engines.texts import Text


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a screen needs to show a table to one viewer.

    ``seat`` is the viewer's, ``None`` for the public and for who has given up; ``is_away``: a computer plays it now.
    ``thinking`` are the seats whose computers are to act. ``view`` is there once cards are dealt. ``news``
    are the latest events that this viewer may read, oldest first. ``results`` and ``outcome`` are there
    when the game is finished. ``trouble`` says why a stored game cannot be shown.
    ``decide_by`` is when the present decision falls to its fallback, ``None`` if the players may take their time.
    """

    table: TableRecord
    game: Game[Any]
    seat: int | None
    view: View[Any] | None
    news: tuple[Text, ...]
    can_take_back: bool
    outcome: Outcome | None
    results: tuple[ResultRecord, ...]
    is_away: bool = False
    thinking: frozenset[int] = frozenset()
    trouble: Text | None = None
    decide_by: datetime | None = None
