"""Everything that the database holds about a member: to export it, and to replace the member by a former one."""

import secrets
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Executable,
    Select,
    Table,
    case,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
    union,
    update,
)

from db.drivers.database import Stored, query, read, rewrite
from db.drivers.statements import scalar, scalars
from db.hosting import member_key
from db.leaderboards.leaderboard import left_before_deletion
from db.league_records import LeaguePhase
from db.limits import has_seen, in_league, note_uses, turned_away
from db.posts import note_all
from db.race_records import DEALT_AGAIN_FOR
from db.races import STRUCK_OUT, strike_out
from db.records import Phase
from db.schema.competitions import (
    cups,
    daily_games,
    league_deeds,
    league_entries,
    league_match_seats,
    league_matches,
    leagues,
    mistakes,
    puzzle_answers,
    puzzles,
    season_lines,
    standings,
    tries,
)
from db.schema.tables import (
    cast_votes,
    clocks,
    followers,
    guests,
    hidden_members,
    is_open,
    moves,
    notes,
    pings,
    plans,
    results,
    reviews,
    seats,
    subscribers,
    tables,
    take_backs,
    vacations,
    votes,
)
from db.schema.upkeep import cross_process_tasks, roles_given

ROWS_AT_ONCE = 1_000
"""How many rows of an export are read at once."""

FORMER_IDS = -STRUCK_OUT
"""Former members have random ids from -1 to minus this, so no id tells which member it stands for."""


@dataclass(frozen=True, slots=True)
class Holding:
    """A column that holds ids of members.

    ``exported`` gives the rows that concern a member, by a name for them; ``forget`` replaces a member by a former
    one or deletes the rows. Without it they say what Discord has still to do, and go when it is done.
    """

    column: Column[Any]
    name: str
    exported: Callable[[int], Select[*tuple[Any, ...]]]
    forget: Callable[[int, int], Executable] | None


def _rows_of(column: Column[Any], *names: str) -> Callable[[int], Select[*tuple[Any, ...]]]:
    """The rows of a member, with these columns or all of them."""
    rows = select(*([column.table.c[name] for name in names] or [column.table]))
    return lambda user: rows.where(column == user)


def _deleted(column: Column[Any], name: str, *others: str) -> Holding:
    """Rows about a member that nobody else needs, exported with these ``others`` of their columns."""
    exported = _rows_of(column, column.name, *others)
    return Holding(column, name, exported, lambda user, _: delete(column.table).where(column == user))


def _replaced(column: Column[Any], name: str, *exported: str, join: Select[*tuple[Any, ...]] | None = None) -> Holding:
    """Rows that others need too, with the columns to export: all of them if none are named, or those of a ``join``."""
    return Holding(
        column,
        name,
        _rows_of(column, *exported) if join is None else lambda user: join.where(column == user),
        lambda user, former: update(column.table).where(column == user).values({column: former}),
    )


def _all_but(table: Table, *names: str) -> list[str]:
    return [column.name for column in table.c if column.name not in names]


_TABLE = [
    tables.c[name]
    for name in (
        *("id", "guild_id", "channel_id", "game", "options"),
        *("pace", "phase", "opened_at", "started_at", "finished_at"),
    )
]
"""What an export says about a table: not its seed, which would reveal the cards of others."""


def _new_host(user: int, former: int) -> Executable:
    """Another player becomes the host of a table that is open, so that it can be ended."""
    others = select(seats.c.user_id).where(seats.c.table_id == tables.c.id, seats.c.user_id != user)
    next_host = others.where(seats.c.computer.is_(None)).order_by(seats.c.seat).limit(1).scalar_subquery()
    host = case((is_open, func.coalesce(next_host, former)), else_=former)
    return update(tables).where(tables.c.host_id == user).values(host_id=host)


def _meets_as(user: int) -> ColumnElement[bool]:
    own = league_entries.c.user_id == user
    entered = (league_matches.c.league_id == league_entries.c.league_id) & own
    number = league_entries.c.number == league_match_seats.c.number
    return exists().where(league_matches.c.id == league_match_seats.c.match_id, entered, number)


def _meetings(user: int) -> Select[*tuple[Any, ...]]:
    return select(league_match_seats).where(_meets_as(user))


def _forget_meetings(user: int, _: int) -> Executable:
    kept = {"offers": [], "is_here": False, "wants_alone": False, "is_willing": False, "wants_later": False}
    return update(league_match_seats).where(_meets_as(user)).values(kept)


def _own_notes(user: int) -> Any:
    return notes.c.key.endswith(member_key("", user), autoescape=True)


HOLDINGS: tuple[Holding, ...] = (
    Holding(tables.c.host_id, "hosted_tables", lambda user: select(*_TABLE).where(tables.c.host_id == user), _new_host),
    _replaced(
        seats.c.user_id,
        "seats",
        join=select(*_TABLE, seats.c.seat, seats.c.computer, seats.c.resigned).join(
            seats, seats.c.table_id == tables.c.id
        ),
    ),
    _replaced(standings.c.user_id, "standings", *_all_but(standings, "id", "user_id", "computer")),
    _replaced(season_lines.c.user_id, "seasons", *_all_but(season_lines, "user_id")),
    _replaced(hidden_members.c.user_id, "hidden_on_leaderboards"),
    _replaced(daily_games.c.user_id, "games_of_the_day"),
    _replaced(leagues.c.organiser_id, "leagues_organised", "id", "guild_id", "name", "game", "opened_at"),
    Holding(league_entries.c.user_id, "league_meetings", _meetings, _forget_meetings),
    _replaced(league_entries.c.user_id, "leagues_played"),
    Holding(
        league_deeds.c.user_id,
        "league_deeds",
        _rows_of(league_deeds.c.user_id, "league_id", "at", "deed", "reason"),
        lambda user, former: (
            update(league_deeds).where(league_deeds.c.user_id == user).values(user_id=former, reason=None)
        ),
    ),
    _replaced(league_deeds.c.former_id, "league_places_given_up", "league_id", "at"),
    _replaced(leagues.c.co_organiser_id, "leagues_organised_with_others", "id", "guild_id", "name"),
    _replaced(cups.c.organiser_id, "cups_organised", "id", "guild_id", "name", "game", "ends_at"),
    _replaced(tries.c.user_id, "tries_at_deals"),
    _deleted(pings.c.user_id, "pings", *_all_but(pings, "user_id")),
    Holding(
        notes.c.key,
        "settings",
        lambda user: select(notes.c.key, notes.c.value).where(_own_notes(user)),
        lambda user, _: delete(notes).where(_own_notes(user)),
    ),
    _deleted(vacations.c.user_id, "vacation", "until"),
    _deleted(followers.c.user_id, "followed_tables", "table_id"),
    _deleted(guests.c.user_id, "tables_invited_to", "table_id", "admitted"),
    _deleted(cross_process_tasks.c.subject_id, "cross_process_tasks", "kind"),
    _deleted(puzzle_answers.c.user_id, "puzzle_answers", "table_id", "seat", "choice"),
    _deleted(mistakes.c.user_id, "mistakes", "table_id", "number", "due_at"),
    Holding(roles_given.c.user_id, "roles_given", _rows_of(roles_given.c.user_id, "guild_id", "role_id"), None),
    _deleted(subscribers.c.user_id, "wanted_games", "guild_id", "game"),
)
"""Every column with ids of members. A test fails for a column that may hold some and is not among them."""


_ABOUT_SEATS: Mapping[str, Sequence[Column[Any]]] = {
    "moves": [moves.c[name] for name in ("table_id", "number", "text", "made_at", "taken_back")],
    **{table.name: list(table.c) for table in (clocks, results, plans, puzzles, reviews)},
    "take_backs": [take_backs.c.table_id, take_backs.c.status],
    "votes": [cast_votes.c.table_id, cast_votes.c.removes],
    "votes_on_your_removal": [votes.c.table_id, votes.c.ends_at],
}
"""What belongs to a member by way of their seats: without the member's id, it is anonymous."""


def _of_seats(user: int, columns: Sequence[Column[Any]]) -> Select[*tuple[Any, ...]]:
    rows = columns[0].table
    own = (seats.c.table_id == rows.c.table_id) & (seats.c.seat == rows.c.seat)
    return select(*columns).join(seats, own).where(seats.c.user_id == user)


def _replace(connection: Connection, user_id: int, expected: Collection[int], now: datetime) -> int | None:
    if _is_playing(connection, user_id) or not _tables_of(connection, user_id) <= set(expected):
        return None
    _keep_limits(connection, user_id, now)
    former = -1 - secrets.randbelow(FORMER_IDS)
    for forget in [holding.forget for holding in HOLDINGS if holding.forget is not None]:
        connection.execute(forget(user_id, former))
    return former


def _keep_limits(connection: Connection, user_id: int, now: datetime) -> None:
    """Keep, as hashes, what the member could not do, so that no deletion allows it, and strike out their tries.

    That is from which tables they are turned away, which leagues they were in, which cards they know that others play
    now, and how many of their latest games they have left early. A member who is to be replaced would otherwise stay in
    comparisons as somebody whom all can beat.
    """
    removed = select(guests.c.table_id).where(guests.c.user_id == user_id, guests.c.admitted.is_(False))
    noted = [turned_away(table_id, user_id) for table_id in connection.scalars(removed)]
    entered = select(league_entries.c.league_id).join(leagues, leagues.c.id == league_entries.c.league_id)
    entered = entered.where(league_entries.c.user_id == user_id, leagues.c.phase == LeaguePhase.ROUNDS)
    noted += [in_league(league_id, user_id) for league_id in connection.scalars(entered)]
    noted += left_before_deletion(connection, user_id)
    noted += strike_out(connection, user_id, now)
    played = select(tables.c.id, tables.c.finished_at).join(seats, seats.c.table_id == tables.c.id)
    played = played.where(seats.c.user_id == user_id, tables.c.finished_at > now - DEALT_AGAIN_FOR)
    for table_id, finished_at in connection.execute(played.where(tables.c.phase == Phase.FINISHED)).all():
        noted.append(has_seen(table_id, user_id, finished_at + DEALT_AGAIN_FOR - now))
    if noted:
        note_uses(connection, noted, now)


def _hide(connection: Connection, user_id: int, *, hidden: bool) -> None:
    """Take a member off all leaderboards, or put them back, and show what goes on in channels accordingly."""
    connection.execute(delete(hidden_members).where(hidden_members.c.user_id == user_id))
    if hidden:
        connection.execute(insert(hidden_members).values(user_id=user_id))
    guilds = select(tables.c.guild_id).join(seats, seats.c.table_id == tables.c.id)
    # Named, because standings are found by their servers first.
    own = standings.c.guild_id.in_(guilds.where(seats.c.user_id == user_id)) & (standings.c.user_id == user_id)
    connection.execute(update(standings).where(own).values(hidden=hidden))
    connection.execute(update(season_lines).where(season_lines.c.user_id == user_id).values(hidden=hidden))
    note_all(connection, guilds.where(seats.c.user_id == user_id))


def _export(connection: Connection, queries: Mapping[str, Select[*tuple[Any, ...]]]) -> dict[str, list[dict[str, Any]]]:
    return {name: _rows(connection, query) for name, query in queries.items()}


def _rows(connection: Connection, query: Select[*tuple[Any, ...]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    # An export does not depend on how the database happens to read: the first columns tell the rows apart.
    query = query.order_by(*list(query.selected_columns)[:3])
    streamed = connection.execute(query, execution_options={"yield_per": ROWS_AT_ONCE})
    for part in streamed.mappings().partitions():
        found += map(dict, part)
    return found


def _tables_of(connection: Connection, user_id: int) -> frozenset[int]:
    """The ids of all tables that name a member as a player or the host, open or not."""
    as_player = select(seats.c.table_id).where(seats.c.user_id == user_id)
    as_host = select(tables.c.id).where(tables.c.host_id == user_id)
    return frozenset(connection.scalars(union(as_player, as_host)))


def _leagues_of(connection: Connection, user_id: int) -> frozenset[int]:
    """The ids of all leagues in which a member takes part, or did."""
    entered = select(league_entries.c.league_id).where(league_entries.c.user_id == user_id)
    return frozenset(connection.scalars(entered))


def _is_playing(connection: Connection, user_id: int) -> bool:
    """Whether a member has a seat in a lobby, or plays their own seat in a game."""
    seated = select(tables.c.id).join(seats, seats.c.table_id == tables.c.id).where(seats.c.user_id == user_id, is_open)
    plays = seated.where(or_(tables.c.phase == Phase.LOBBY, seats.c.computer.is_(None)))
    return connection.scalar(plays.limit(1)) is not None


class MemberData(Stored):
    """Reads, replaces and hides what is stored about members."""

    async def export(self, user_id: int) -> dict[str, list[dict[str, Any]]]:
        """Everything that is stored about a member, as rows by subject."""
        queries = {holding.name: holding.exported(user_id) for holding in HOLDINGS}
        queries |= {name: _of_seats(user_id, columns) for name, columns in _ABOUT_SEATS.items()}
        return await self._database.read(_export, queries)

    tables_of = read(_tables_of)
    leagues_of = query(_leagues_of)

    async def replace(self, user_id: int, expected: Collection[int], now: datetime) -> int | None:
        """Replace a member by a former one everywhere, and return that one's id.

        ``None``: nothing has changed, because the member plays, or because other tables than ``expected`` name them.
        """
        former = await self._database.rewrite(_replace, user_id, expected, now)
        if former is not None:
            await self._database.wipe()
        return former

    async def is_hidden(self, user_id: int) -> bool:
        """Whether a member does not want to be on leaderboards."""
        return bool(await self._database.query(scalar, select(exists().where(hidden_members.c.user_id == user_id))))

    async def hidden_among(self, users: Collection[int]) -> frozenset[int]:
        """Those of these members who do not want to be on leaderboards."""
        hidden = select(hidden_members.c.user_id).where(hidden_members.c.user_id.in_(users))
        return frozenset(await self._database.query(scalars, hidden))

    hide = rewrite(_hide)
