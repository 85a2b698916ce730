"""What organisers have done by hand, each with what it changed in its league, so that it can be undone.

The members of a league stand in columns of their own, where a deletion finds them, never in what is written here.
"""

from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import Connection, select, update
from sqlalchemy import insert as insert_row

from db.league_records import Deed, DeedRecord, LeagueRecord
from db.schema.competitions import league_deeds

COLUMNS = ("phase", "round_ends_at", "paused_until")
"""What an organiser changes of a league itself."""


def written(league: LeagueRecord) -> dict[str, Any]:
    """Everything in a league that a deed can change, by its name, as it can be stored."""
    found: dict[str, Any] = {f"league {name}": _plain(getattr(league, name)) for name in COLUMNS}
    found |= {f"entry {entry.number}": [entry.status.value, entry.division] for entry in league.entries}
    found |= {
        f"match {match.id}": [
            match.status.value,
            _plain(match.ends_at),
            [[seat.place, seat.points, seat.forfeited] for seat in match.seats],
        ]
        for match in league.matches
    }
    return found


def note_deeds(
    connection: Connection,
    deeds: Sequence[DeedRecord],
    undone: Collection[int],
    before: LeagueRecord,
    after: LeagueRecord,
) -> None:
    """Store what has been done, with what it changed, and that the ``undone`` ones are taken back."""
    was, now = written(before), written(after)
    changed = {name: [was.get(name), now.get(name)] for name in was | now if was.get(name) != now.get(name)}
    for deed in deeds:
        row = {"at": deed.at, "user_id": deed.by, "deed": deed.deed.value, "numbers": list(deed.numbers)}
        row |= {"former_id": deed.former_id, "reason": deed.reason, "changed": changed}
        connection.execute(insert_row(league_deeds).values(league_id=before.id, **row))
    connection.execute(update(league_deeds).where(league_deeds.c.id.in_(undone)).values(undone=True))


def deeds_of(connection: Connection, league_id: int) -> list[DeedRecord]:
    """What organisers have done by hand in a league, oldest first."""
    found = select(league_deeds).where(league_deeds.c.league_id == league_id).order_by(league_deeds.c.id)
    return [
        DeedRecord(
            row.at,
            row.user_id,
            Deed(row.deed),
            tuple(row.numbers),
            row.former_id,
            row.id,
            row.reason,
            row.undone,
            row.changed or {},
        )
        for row in connection.execute(found)
    ]


def give_reason(connection: Connection, league_id: int, deed_id: int, user_id: int, reason: str) -> None:
    """Store why a member has done something in a league."""
    own = (league_deeds.c.id == deed_id) & (league_deeds.c.user_id == user_id)
    connection.execute(update(league_deeds).where(own, league_deeds.c.league_id == league_id).values(reason=reason))


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value
