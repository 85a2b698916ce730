"""Queries for leagues: entries, matches, and what organisers have done by hand, which can be undone."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, select, update
from sqlalchemy import insert as insert_row

from db import league_records
from db.drivers.database import Here
from db.records import Phase
from db.schema.columns import EPOCH, MILLISECOND
from db.schema.competitions import league_deeds, league_entries, league_match_seats, league_matches, leagues
from db.schema.tables import tables

_OWN = [name for name in league_records.LeagueRecord.__dataclass_fields__ if name not in ("entries", "matches")]


def find_league(connection: Connection, league_id: int) -> league_records.LeagueRecord | None:
    """The league with this id, with its entries and matches."""
    row = connection.execute(select(leagues).where(leagues.c.id == league_id)).first()
    if row is None:
        return None
    own = {name: row._mapping[name] for name in _OWN}
    own |= {"kind": league_records.LeagueKind(row.kind), "phase": league_records.LeaguePhase(row.phase)}
    return league_records.LeagueRecord(
        **own, entries=_entries(connection, league_id), matches=_matches(connection, league_id)
    )


def existing_league(connection: Connection, league_id: int) -> league_records.LeagueRecord:
    """The league with this id, which exists."""
    found = find_league(connection, league_id)
    assert found is not None, "leagues are deleted with their servers only"
    return found


def open_leagues(connection: Connection, guild_id: int) -> list[league_records.LeagueRecord]:
    """The leagues of a server that are not over, oldest first."""
    return _open(connection, leagues.c.guild_id == guild_id)


def open_leagues_of(connection: Connection, user_ids: Sequence[int]) -> list[league_records.LeagueRecord]:
    """The leagues of some of these members that are not over, on all servers."""
    own = select(league_entries.c.league_id).where(league_entries.c.user_id.in_(user_ids))
    return _open(connection, leagues.c.id.in_(own))


def _open(connection: Connection, which: ColumnElement[bool]) -> list[league_records.LeagueRecord]:
    found = select(leagues.c.id).where(which, leagues.c.phase.not_in(league_records.OVER)).order_by(leagues.c.id)
    return [existing_league(connection, number) for number in connection.scalars(found).all()]


def finished_leagues(connection: Connection, guild_id: int, most: int) -> list[league_records.LeagueRecord]:
    """The latest leagues of a server that were played to their end, the latest first."""
    found = select(leagues.c.id).where(
        leagues.c.guild_id == guild_id, leagues.c.phase == league_records.LeaguePhase.FINISHED
    )
    latest = connection.scalars(found.order_by(leagues.c.id.desc()).limit(most)).all()
    return [existing_league(connection, number) for number in latest]


def season_after(connection: Connection, league_id: int) -> int | None:
    """The id of the next season of a league, unless that was cancelled."""
    is_next = (leagues.c.former_id == league_id) & (leagues.c.phase != league_records.LeaguePhase.CANCELLED)
    return connection.scalar(select(leagues.c.id).where(is_next).limit(1))


def league_of_match(connection: Connection, match_id: int) -> int | None:
    """The id of the league to which a match belongs."""
    return connection.scalar(select(league_matches.c.league_id).where(league_matches.c.id == match_id))


def paused_until(connection: Connection, match_id: int) -> datetime | None:
    """Until when a match that has begun pauses, or its league: that was so, if it is in the past."""
    own = league_matches.c.id == match_id
    found = select(leagues.c.paused_until, league_matches.c.ends_at, league_matches.c.way)
    row = connection.execute(found.join(leagues, leagues.c.id == league_matches.c.league_id).where(own)).first()
    times = () if row is None else (row.paused_until, row.ends_at if row.way == "together" else None)
    return max((at for at in times if at is not None), default=None)


def tables_of_matches(connection: Connection, match_ids: Sequence[int]) -> list[league_records.MatchTable]:
    """The tables of these matches, in the order in which they were opened."""
    columns = (tables.c.match_id, tables.c.id, tables.c.phase, tables.c.channel_id, tables.c.message_id)
    found = select(*columns).where(tables.c.match_id.in_(match_ids), tables.c.match_id.is_not(None))
    return [league_records.MatchTable(*row) for row in connection.execute(found.order_by(tables.c.id))]


def unsettled_leagues(connection: Connection, here: Here) -> list[int]:
    """The ids of leagues with a match whose game is over, but whose result they have not noted."""
    ended = (
        select(league_matches.c.league_id)
        .join(tables, tables.c.match_id == league_matches.c.id)
        .where(tables.c.match_id.is_not(None), tables.c.phase == Phase.FINISHED)
        .where(league_matches.c.status == league_records.MatchStatus.OPEN, *here(tables.c.guild_id))
    )
    return sorted(set(connection.scalars(ended)))


def _entries(connection: Connection, league_id: int) -> tuple[league_records.EntryRecord, ...]:
    found = select(league_entries).where(league_entries.c.league_id == league_id).order_by(league_entries.c.number)
    return tuple(
        league_records.EntryRecord(row.number, row.user_id, league_records.EntryStatus(row.status), row.division)
        for row in connection.execute(found)
    )


def _matches(connection: Connection, league_id: int) -> tuple[league_records.MatchRecord, ...]:
    of_league = league_matches.c.league_id == league_id
    seated = (
        select(league_match_seats)
        .join(league_matches, league_matches.c.id == league_match_seats.c.match_id)
        .where(of_league)
        .order_by(league_match_seats.c.match_id, league_match_seats.c.number)
    )
    seats: dict[int, list[league_records.MatchSeatRecord]] = {}
    for row in connection.execute(seated):
        offers = tuple(EPOCH + MILLISECOND * at for at in row.offers)
        meets = (offers, row.is_here, row.wants_alone, row.is_willing, row.wants_later)
        seat = league_records.MatchSeatRecord(row.number, row.place, row.points, row.forfeited, *meets)
        seats.setdefault(row.match_id, []).append(seat)
    found = connection.execute(select(league_matches).where(of_league).order_by(league_matches.c.id))
    kept = ("id", "round", "division", "ends_at", "warned", "way", "falls_back_at", "meets_at", "moves")
    return tuple(
        league_records.MatchRecord(
            status=league_records.MatchStatus(row.status),
            seats=tuple(seats.get(row.id, ())),
            **{name: row._mapping[name] for name in kept},
        )
        for row in found
    )


CHANGED_BY_HAND = ("phase", "round_ends_at", "paused_until")
"""What an organiser changes of a league itself."""


def written(league: league_records.LeagueRecord) -> dict[str, Any]:
    """All that a deed can change, by name, to be stored; but for members, whom a deletion has to find in columns."""
    found: dict[str, Any] = {f"league {name}": _plain(getattr(league, name)) for name in CHANGED_BY_HAND}
    found |= {f"entry {entry.number}": [entry.status.value, entry.division] for entry in league.entries}
    found |= {
        f"match {match.id}": [
            match.status.value,
            _plain(match.ends_at),
            [[seat.place, seat.points, seat.forfeited] for seat in match.seats],
            _plain(match.meets_at),
        ]
        for match in league.matches
    }
    return found


def note_deeds(
    connection: Connection,
    deeds: Sequence[league_records.DeedRecord],
    undone: Collection[int],
    before: league_records.LeagueRecord,
    after: league_records.LeagueRecord,
) -> None:
    """Store what has been done, with what it changed, and that the ``undone`` ones are taken back."""
    was, now = written(before), written(after)
    changed = {name: [was.get(name), now.get(name)] for name in was | now if was.get(name) != now.get(name)}
    for deed in deeds:
        row = {"at": deed.at, "user_id": deed.by, "deed": deed.deed.value, "numbers": list(deed.numbers)}
        row |= {"former_id": deed.former_id, "reason": deed.reason, "changed": changed}
        connection.execute(insert_row(league_deeds).values(league_id=before.id, **row))
    connection.execute(update(league_deeds).where(league_deeds.c.id.in_(undone)).values(undone=True))


def deeds_of(connection: Connection, league_id: int) -> list[league_records.DeedRecord]:
    """What organisers have done by hand in a league, oldest first."""
    found = select(league_deeds).where(league_deeds.c.league_id == league_id).order_by(league_deeds.c.id)
    return [
        league_records.DeedRecord(
            row.at,
            row.user_id,
            league_records.Deed(row.deed),
            tuple(row.numbers),
            row.former_id,
            row.id,
            row.reason,
            row.undone,
            row.changed or {},
        )
        for row in connection.execute(found)
    ]


def _plain(value: Any) -> Any:
    return value.isoformat() if hasattr(value, "isoformat") else value
