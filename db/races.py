"""Games for which the same cards are dealt to many: the game of the day, deals, and everybody's tries.

Each kind has two tables: what is dealt (``daily_days``, ``deals``), and who plays where (``daily_games``, ``tries``).
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import (
    Column,
    ColumnElement,
    Connection,
    Row,
    Select,
    Table,
    case,
    exists,
    func,
    literal,
    select,
    update,
)

from db.drivers.database import Stored, write
from db.drivers.statements import execute, held, insert, rows, scalar, scalars
from db.errors import RaceOver
from db.league_records import OVER, MatchStatus
from db.limits import Use, knows_deal, note_uses
from db.posts import Due, PostKind, adopt, make_due, note_change
from db.purpose_records import DayTry, DealTry
from db.race_records import DayRecord, DealRecord, TryRecord
from db.records import Phase
from db.schema.columns import Integer
from db.schema.competitions import cups, daily_days, daily_games, daily_secrets, deals, league_matches, leagues, tries
from db.schema.tables import hidden_members, is_open, results, seats, tables

HAS_FINISHED = (tables.c.phase == Phase.FINISHED) & seats.c.resigned.is_(False)
"""The condition for a game that its member played to its end."""
STRUCK_OUT = -(2**62)
"""From here downwards are the ids of nobody, one for each try that is in no ranking."""
DAY_COLUMNS = [daily_days.c[name] for name in DayRecord.__dataclass_fields__]
DEAL_COLUMNS = [deals.c[name] for name in DealRecord.__dataclass_fields__]
_CUP_IS_ON = exists().where(cups.c.id == deals.c.cup_id, cups.c.due_at.is_not(None))
_MATCH_IS_ON = exists().where(
    league_matches.c.id == deals.c.match_id,
    league_matches.c.status == MatchStatus.OPEN,
    leagues.c.id == league_matches.c.league_id,
    leagues.c.phase.not_in(OVER),
)
_CAN_BEGIN = deals.c.origin.is_not(None) | _CUP_IS_ON.where(cups.c.is_cancelled.is_(False)) | _MATCH_IS_ON


def enter(connection: Connection, table_id: int, race: DayTry | DealTry, now: datetime) -> None:
    """Note that the host of a table plays the game of a day, or a deal, there. Raises ``RaceOver``."""
    host = select(tables.c.id, tables.c.host_id).where(tables.c.id == table_id)
    if isinstance(race, DayTry):
        entries, own = daily_games, {"guild_id": tables.c.guild_id, "day": literal(race.day, Integer)}
        of_table = select(daily_days.c.day).join(tables, tables.c.guild_id == daily_days.c.guild_id)
        running = of_table.where(
            tables.c.id == table_id, daily_days.c.day == race.day, daily_days.c.is_sealed.is_(True)
        )
    else:
        entries, own = tries, {"deal_id": literal(race.deal, Integer)}
        running = select(deals.c.id).where(deals.c.id == race.deal, _CAN_BEGIN)
    if connection.execute(held(running)).first() is None:
        raise RaceOver
    connection.execute(insert(entries).from_select(["table_id", "user_id", *own], host.add_columns(*own.values())))
    if isinstance(race, DealTry) and race.cup is not None:
        note_change(connection, [PostKind.CUP], [race.cup], now)  # it says who has begun


def races_of_tables(connection: Connection, table_ids: Sequence[int]) -> dict[int, DayTry | DealTry]:
    """The days and the deals that are played at these tables."""
    days = select(daily_games.c.table_id, daily_days.c.day, daily_days.c.ends_at, daily_days.c.is_sealed)
    days = days.join_from(daily_games, daily_days)
    is_on = deals.c.is_sealed.is_(True) & (_CUP_IS_ON | _MATCH_IS_ON)
    dealt = select(tries.c.table_id, deals.c.id, deals.c.ends_at, is_on, deals.c.cup_id, deals.c.match_id)
    dealt = dealt.join_from(tries, deals).where(tries.c.table_id.in_(table_ids))
    found: dict[int, DayTry | DealTry] = {}
    for table_id, *day in connection.execute(days.where(daily_games.c.table_id.in_(table_ids))):
        found[table_id] = DayTry(*day)
    for table_id, deal, ends_at, is_sealed, cup, match in connection.execute(dealt):
        found[table_id] = DealTry(deal, ends_at, bool(is_sealed), cup, match)
    return found


def strike_out(connection: Connection, user_id: int, now: datetime) -> list[Use]:
    """Take a member's tries out of all comparisons that go on, and say what the member must not do again.

    The tables still belong to their races, so that their cards stay sealed as long as those of others.
    """
    days = select(daily_games.c.table_id, *DAY_COLUMNS).join_from(daily_games, daily_days)
    days = days.where(daily_games.c.user_id == user_id, daily_days.c.ends_at > now)
    dealt = select(tries.c.table_id, *DEAL_COLUMNS).join_from(tries, deals)
    dealt = dealt.where(tries.c.user_id == user_id, deals.c.ends_at > now)
    known: list[DayRecord | DealRecord] = []
    for entries, running, record in ((daily_games, days, DayRecord), (tries, dealt, DealRecord)):
        for table_id, *columns in connection.execute(running).all():
            own = entries.c.table_id == table_id
            connection.execute(update(entries).where(own).values(user_id=STRUCK_OUT - table_id))
            known.append(record(*columns))
    return [knows_deal(deal, user_id, now) for deal in known]


def _tries(entries: Table, number: Column[int], which: ColumnElement[bool]) -> Select[*tuple[Any, ...]]:
    return (
        select(number, entries.c.table_id, entries.c.user_id, seats.c.seat, tables.c.game, is_open)
        .add_columns(case((HAS_FINISHED, results.c.points)))
        .add_columns(exists().where(hidden_members.c.user_id == entries.c.user_id))
        .join_from(entries, tables, tables.c.id == entries.c.table_id)
        .join(seats, (seats.c.table_id == entries.c.table_id) & (seats.c.user_id == entries.c.user_id))
        .outerjoin(results, (results.c.table_id == tables.c.id) & (results.c.seat == seats.c.seat))
        .where(which)
        .order_by(entries.c.table_id)
    )


class Races(Stored):
    """Reads the tries at days and at deals; every method is one transaction."""

    async def table_of(self, deal: DayRecord | DealRecord, user_id: int) -> int | None:
        """The table at which a member plays or has played a deal."""
        if isinstance(deal, DayRecord):
            own = select(daily_games.c.table_id).filter_by(guild_id=deal.guild_id, day=deal.day, user_id=user_id)
        else:
            own = select(tries.c.table_id).filter_by(deal_id=deal.id, user_id=user_id)
        return await self._database.query(scalar, own)

    async def has_tried(self, seed: str, user_id: int) -> bool:
        """Whether a member has tried a deal with these cards, maybe on another server."""
        same = select(tries.c.table_id).join_from(tries, deals).where(deals.c.seed == seed)
        return await self._database.query(scalar, same.where(tries.c.user_id == user_id).limit(1)) is not None

    async def tables_of(self, dealt: Collection[DealRecord]) -> Sequence[int]:
        """The tables at which members play or have played these deals."""
        own = tries.c.deal_id.in_([deal.id for deal in dealt])
        return await self._database.query(scalars, select(tries.c.table_id).where(own))

    async def tables_of_matches(self, match_ids: Collection[int]) -> Sequence[int]:
        """The tables at which members play or have played the deals of these matches of leagues."""
        own = select(tries.c.table_id).join_from(tries, deals).where(deals.c.match_id.in_(match_ids))
        return await self._database.query(scalars, own)

    async def of_deals(self, deal_ids: Collection[int]) -> list[TryRecord]:
        """Everybody's tries at these deals."""
        return await self._find(_tries(tries, tries.c.deal_id, tries.c.deal_id.in_(deal_ids)))

    async def of_days(self, guild_id: int, first: int, last: int) -> list[TryRecord]:
        """Everybody's tries at the games of these days of a server, both included."""
        between = daily_games.c.day.between(first, last)
        return await self._find(_tries(daily_games, daily_games.c.day, (daily_games.c.guild_id == guild_id) & between))

    async def _find(self, query: Select[*tuple[Any, ...]]) -> list[TryRecord]:
        return [
            TryRecord(deal, table, user, seat, game, bool(is_on), points, bool(is_hidden))
            for deal, table, user, seat, game, is_on, points, is_hidden in await self._database.browse(rows, query)
        ]


def _secret(connection: Connection, guild_id: int, new: str) -> str:
    """The secret of a server, which is ``new`` from now on if it had none."""
    connection.execute(insert(daily_secrets).values(guild_id=guild_id, secret=new).on_conflict_do_nothing())
    found = connection.execute(select(daily_secrets.c.secret).where(daily_secrets.c.guild_id == guild_id))
    return found.scalar_one()


def _ended(guild_id: int, now: datetime) -> tuple[ColumnElement[bool], ...]:
    """The conditions for a day of a server that has ended, though that is not yet stored."""
    return daily_days.c.guild_id == guild_id, daily_days.c.is_sealed.is_(True), daily_days.c.ends_at <= now


class Daily(Stored):
    """Stores the games of the day; every method is one transaction."""

    secret = write(_secret)

    async def latest_day(self, guild_id: int, before: int | None = None) -> DayRecord | None:
        """The latest day on which somebody on this server has played, or the latest ``before`` another one."""
        days = select(daily_days).where(daily_days.c.guild_id == guild_id).order_by(daily_days.c.day.desc())
        if before is not None:
            days = days.where(daily_days.c.day < before)
        found = await self._database.query(rows, days.limit(1))
        return DayRecord(**found[0]._mapping) if found else None

    async def open_day(self, day: DayRecord) -> None:
        """Store the game of a day."""
        columns = {column.name: getattr(day, column.name) for column in daily_days.columns}
        await self._database.write(execute, insert(daily_days).values(columns))

    async def tables_of_ended(self, guild_id: int, now: datetime) -> Sequence[int]:
        """The tables of the days of a server that have ended, though that is not yet stored."""
        ended = select(daily_games.c.table_id).join_from(daily_games, daily_days)
        return await self._database.query(scalars, ended.where(*_ended(guild_id, now)))

    async def unseal(self, guild_id: int, now: datetime) -> None:
        """Store that the days of a server have ended whose time is over."""
        await self._database.write(execute, update(daily_days).where(*_ended(guild_id, now)).values(is_sealed=False))

    async def players_since(self, guild_id: int, day: int) -> list[tuple[int, int, int]]:
        """The members who have begun a game of the day since this one: each with the latest day and its channel."""
        latest = select(daily_games.c.user_id, func.max(daily_games.c.day).label("day"))
        latest = latest.where(daily_games.c.guild_id == guild_id, daily_games.c.day >= day, daily_games.c.user_id > 0)
        last = latest.group_by(daily_games.c.user_id).subquery()
        own = (daily_games.c.user_id == last.c.user_id) & (daily_games.c.day == last.c.day)
        query = (
            select(last.c.user_id, last.c.day, tables.c.channel_id)
            .join(daily_games, own & (daily_games.c.guild_id == guild_id))
            .join(tables, tables.c.id == daily_games.c.table_id)
            .order_by(last.c.user_id)
        )
        return [(user, latest_day, channel) for user, latest_day, channel in await self._database.browse(rows, query)]

    async def servers_since(self, user_id: int, day: int) -> set[int]:
        """The servers on which a member has begun a game of the day since this one."""
        own = select(daily_games.c.guild_id).where(daily_games.c.user_id == user_id, daily_games.c.day >= day)
        return set(await self._database.query(scalars, own))

    async def finished_days(self, guild_id: int, user_id: int) -> list[int]:
        """The days whose games a member has played to their end, the latest first."""
        own = (daily_games.c.guild_id == guild_id) & (daily_games.c.user_id == user_id)
        seat = (seats.c.table_id == tables.c.id) & (seats.c.user_id == daily_games.c.user_id)
        days = (
            select(daily_games.c.day)
            .join(tables, tables.c.id == daily_games.c.table_id)
            .join(seats, seat)
            .where(own, HAS_FINISHED)
        )
        return list(await self._database.query(scalars, days.order_by(daily_games.c.day.desc())))


def insert_deal(connection: Connection, deal: DealRecord) -> Row[*tuple[object, ...]] | None:
    """Store a deal, unless there is one of the same origin."""
    columns = {column.name: getattr(deal, column.name) for column in DEAL_COLUMNS if column is not deals.c.id}
    row = insert(deals).values(columns).on_conflict_do_nothing()
    return connection.execute(row.returning(*DEAL_COLUMNS)).first()


def find_deals(connection: Connection, which: ColumnElement[bool]) -> list[DealRecord]:
    """The deals for which this condition holds, in order."""
    return [DealRecord(*row) for row in connection.execute(select(*DEAL_COLUMNS).where(which).order_by(deals.c.id))]


def _open(connection: Connection, deal: DealRecord, now: datetime) -> DealRecord:
    """Store a deal, or find that of the same origin. Its board stands below the result, or anew in a channel."""
    known = select(*DEAL_COLUMNS).where(deals.c.origin == deal.origin)
    found = connection.execute(known).first() or insert_deal(connection, deal) or connection.execute(known).one()
    opened = DealRecord(*found)
    if deal.channel_id is not None:
        connection.execute(update(deals).where(deals.c.id == opened.id).values(channel_id=deal.channel_id))
        make_due(connection, opened.guild_id, [Due(PostKind.BOARD, opened.id, is_anew=True)], now)
        return opened
    shown = tables.c.id == opened.origin, tables.c.message_id.is_not(None)
    result = connection.execute(select(tables.c.channel_id, tables.c.message_id).where(*shown)).first()
    if result is not None:
        adopt(connection, opened.guild_id, Due(PostKind.BOARD, opened.id), *result)
    return opened


def show_try(connection: Connection, table_id: int, now: datetime) -> None:
    """Have it shown that a member has ended their try at a deal: on its board, or in the post of its cup."""
    tried = select(deals.c.id, deals.c.cup_id).join(tries, tries.c.deal_id == deals.c.id)
    for deal_id, cup_id in connection.execute(tried.where(tries.c.table_id == table_id)):
        kind, subject = (PostKind.BOARD, deal_id) if cup_id is None else (PostKind.CUP, cup_id)
        note_change(connection, [kind], [subject], now)


class Deals(Stored):
    """Stores deals; every method is one transaction."""

    async def get(self, deal_id: int) -> DealRecord | None:
        """The deal with this id."""
        return next(iter(await self._database.query(find_deals, deals.c.id == deal_id)), None)

    async def of_origin(self, table_id: int) -> DealRecord | None:
        """The deal that the game at this table began, if somebody plays its cards again."""
        return next(iter(await self._database.query(find_deals, deals.c.origin == table_id)), None)

    open = write(_open)

    async def of_matches(self, match_ids: Sequence[int]) -> list[DealRecord]:
        """The deals of these matches of leagues."""
        return await self._database.query(find_deals, deals.c.match_id.in_(match_ids))

    async def finished_at(self, table_id: int) -> datetime | None:
        """When the game at this table ended."""
        return await self._database.query(scalar, select(tables.c.finished_at).where(tables.c.id == table_id))

    async def note(self, uses: Collection[Use], now: datetime) -> None:
        """Note who knows which cards."""
        await self._database.write(note_uses, uses, now)
