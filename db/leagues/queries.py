"""Queries for leagues, their entries and matches."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Connection, select

from db.cluster.shards import Shards
from db.league_records import (
    OVER,
    EntryRecord,
    EntryStatus,
    LeagueKind,
    LeaguePhase,
    LeagueRecord,
    MatchRecord,
    MatchSeatRecord,
    MatchStatus,
    MatchTable,
)
from db.records import Phase
from db.schema.columns import EPOCH, MILLISECOND
from db.schema.competitions import league_entries, league_match_seats, league_matches, leagues
from db.schema.tables import tables

_OWN = [name for name in LeagueRecord.__dataclass_fields__ if name not in ("entries", "matches")]


def find_league(connection: Connection, league_id: int) -> LeagueRecord | None:
    """The league with this id, with its entries and matches."""
    row = connection.execute(select(leagues).where(leagues.c.id == league_id)).first()
    if row is None:
        return None
    own = {name: row._mapping[name] for name in _OWN}
    own |= {"kind": LeagueKind(row.kind), "phase": LeaguePhase(row.phase)}
    return LeagueRecord(**own, entries=_entries(connection, league_id), matches=_matches(connection, league_id))


def existing_league(connection: Connection, league_id: int) -> LeagueRecord:
    """The league with this id, which exists."""
    found = find_league(connection, league_id)
    assert found is not None, "leagues are deleted with their servers only"
    return found


def open_leagues(connection: Connection, guild_id: int) -> list[LeagueRecord]:
    """The leagues of a server that are not over, oldest first."""
    of_guild = select(leagues.c.id).where(leagues.c.guild_id == guild_id, leagues.c.phase.not_in(OVER))
    return [existing_league(connection, number) for number in connection.scalars(of_guild.order_by(leagues.c.id)).all()]


def finished_leagues(connection: Connection, guild_id: int, most: int) -> list[LeagueRecord]:
    """The latest leagues of a server that were played to their end, the latest first."""
    found = select(leagues.c.id).where(leagues.c.guild_id == guild_id, leagues.c.phase == LeaguePhase.FINISHED)
    latest = connection.scalars(found.order_by(leagues.c.id.desc()).limit(most)).all()
    return [existing_league(connection, number) for number in latest]


def season_after(connection: Connection, league_id: int) -> int | None:
    """The id of the next season of a league, unless that was cancelled."""
    is_next = (leagues.c.former_id == league_id) & (leagues.c.phase != LeaguePhase.CANCELLED)
    return connection.scalar(select(leagues.c.id).where(is_next).limit(1))


def league_of_match(connection: Connection, match_id: int) -> int | None:
    """The id of the league to which a match belongs."""
    return connection.scalar(select(league_matches.c.league_id).where(league_matches.c.id == match_id))


def paused_until(connection: Connection, match_id: int) -> datetime | None:
    """Until when the league of a match pauses, or has paused."""
    own = select(league_matches.c.league_id).where(league_matches.c.id == match_id).scalar_subquery()
    return connection.scalar(select(leagues.c.paused_until).where(leagues.c.id == own))


def tables_of_matches(connection: Connection, match_ids: Sequence[int]) -> list[MatchTable]:
    """The tables of these matches, in the order in which they were opened."""
    columns = (tables.c.match_id, tables.c.id, tables.c.phase, tables.c.channel_id, tables.c.message_id)
    found = select(*columns).where(tables.c.match_id.in_(match_ids), tables.c.match_id.is_not(None))
    return [MatchTable(*row) for row in connection.execute(found.order_by(tables.c.id))]


def unsettled_leagues(connection: Connection, shards: Shards) -> list[int]:
    """The ids of leagues with a match whose game is over, but whose result they have not noted."""
    ended = (
        select(league_matches.c.league_id)
        .join(tables, tables.c.match_id == league_matches.c.id)
        .where(tables.c.match_id.is_not(None), tables.c.phase == Phase.FINISHED)
        .where(league_matches.c.status == MatchStatus.OPEN, *shards.conditions(tables.c.guild_id))
    )
    return sorted(set(connection.scalars(ended)))


def _entries(connection: Connection, league_id: int) -> tuple[EntryRecord, ...]:
    found = select(league_entries).where(league_entries.c.league_id == league_id).order_by(league_entries.c.number)
    return tuple(
        EntryRecord(row.number, row.user_id, EntryStatus(row.status), row.division) for row in connection.execute(found)
    )


def _matches(connection: Connection, league_id: int) -> tuple[MatchRecord, ...]:
    of_league = league_matches.c.league_id == league_id
    seated = (
        select(league_match_seats)
        .join(league_matches, league_matches.c.id == league_match_seats.c.match_id)
        .where(of_league)
        .order_by(league_match_seats.c.match_id, league_match_seats.c.number)
    )
    seats: dict[int, list[MatchSeatRecord]] = {}
    for row in connection.execute(seated):
        offers = tuple(EPOCH + MILLISECOND * at for at in row.offers)
        seat = MatchSeatRecord(row.number, row.place, row.points, row.forfeited, offers, row.is_here, row.wants_alone)
        seats.setdefault(row.match_id, []).append(seat)
    found = connection.execute(select(league_matches).where(of_league).order_by(league_matches.c.id))
    return tuple(
        MatchRecord(
            row.id,
            row.round,
            row.division,
            MatchStatus(row.status),
            row.ends_at,
            row.warned,
            tuple(seats.get(row.id, ())),
            row.way,
            row.falls_back_at,
            row.meets_at,
            row.moves,
        )
        for row in found
    )
