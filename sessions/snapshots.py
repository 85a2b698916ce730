"""A table as one viewer sees it, with everything that a screen needs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from db.records import Phase, ResultRecord, TableRecord
from engines.contract import Game, Outcome, View
from engines.texts import Text
from sessions.table_cache import CachedTable


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Everything that a screen needs to show a table to one viewer.

    ``seat`` is the viewer's, ``None`` for the public and for a player who has given up. ``is_away``: a computer is
    playing it now. ``thinking`` are the seats whose computers are to move. ``view`` is set once the cards are dealt.
    ``before`` is what everybody saw before the latest turn, ``None`` before the first.
    ``news`` are the latest events that this viewer may read, oldest first. ``results`` and ``outcome`` are set when
    the game is finished. ``trouble`` says why a stored game cannot be shown. ``decide_by`` is when the fallback is
    played for players who have not decided, ``None`` if they may take their time. ``can_go_on``: the computers wait
    only because the viewer may take back a move. ``turns`` numbers the turns of the members who are to act, by user.
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
    before: View[Any] | None = None
    can_go_on: bool = False
    turns: Mapping[int, int] = field(default_factory=dict)


def take_snapshot(entry: CachedTable, game: Game[Any], user_id: int | None) -> Snapshot:
    """The table as this member sees it now; ``None``: as everybody does."""
    table, live = entry.table, entry.live
    own = None if user_id is None else table.seat_of(user_id)
    seat = None if own is None or own.resigned else own.seat
    is_away = own is not None and own.is_away
    may_act = not is_away and table.phase is Phase.PLAYING
    return Snapshot(
        table=table,
        game=game,
        seat=seat,
        is_away=is_away,
        thinking=frozenset(record.seat for record in entry.computers_to_act),
        view=live.state.view(seat) if live else None,
        news=live.news_for(seat) if live else (),
        can_take_back=live is not None and seat is not None and may_act and live.state.can_take_back(seat),
        outcome=live.state.outcome if live else None,
        results=entry.results,
        trouble=entry.trouble,
        decide_by=table.deadline if live and live.state.time_limit() else None,
        before=live.before if live else None,
        can_go_on=entry.retractable == {seat},
        turns={
            record.user_id: live.turns[record.seat]
            for record in table.present
            if live and record.user_id is not None and record.seat in live.turns
        },
    )
