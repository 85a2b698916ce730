"""Times that are stored because something is due then. Another one is another line here."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Any

from sqlalchemy import Column, ColumnElement, Select, select

from db.drivers.database import Database
from db.drivers.statements import rows
from db.records import TableRecord
from db.schema.competitions import cups, daily_days, leagues
from db.schema.tables import plans, tables, take_backs, votes
from db.schema.upkeep import occasions, posts


@dataclass(frozen=True, eq=False)
class Times:
    """Times of one kind. Each has an owner: a table, a league, a cup, a post or a server."""

    database: Database
    owner: Column[int]
    when: Column[Any]
    at_table: Callable[[TableRecord], datetime | None] = lambda _: None
    """The time that a table has; ``None`` if no change of a table stores one."""
    condition: ColumnElement[bool] | None = None

    async def first(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The owner here whose time comes first, or next ``after`` these, by id if equal, and that time."""
        query = self._first
        if after is not None:
            last_owner, last = after
            query = query.where((self.when > last) | ((self.when == last) & (self.owner > last_owner)))
        found = await self.database.query(rows, query)
        return (found[0][0], found[0][1]) if found else None

    @cached_property
    def _first(self) -> Select[int, Any]:
        """The query for the first of all, which is asked often and so is made once."""
        owner, when, own = self.owner, self.when, self.when.table.c
        query = select(owner, when).where(when.is_not(None))
        if self.condition is not None:
            query = query.where(self.condition)
        if here := self.database.here(own.get("guild_id", tables.c.guild_id)):
            query = query.where(*here)
            if "guild_id" not in own:
                query = query.join(tables, tables.c.id == owner)
        return query.order_by(when, owner).limit(1)


class StoredTimes:
    """All of them."""

    def __init__(self, database: Database) -> None:
        times = self._times = partial(Times, database)
        self.decisions = times(tables.c.id, tables.c.deadline, lambda table: table.deadline)
        self.votes = times(votes.c.table_id, votes.c.ends_at, lambda table: table.vote and table.vote.ends_at)
        self.requests = times(take_backs.c.table_id, take_backs.c.until, _request_until)
        self.plans = times(plans.c.table_id, plans.c.due_at, _first_plan)
        self.looks = times(tables.c.id, tables.c.look_at)
        self.archivings = times(tables.c.id, tables.c.archive_at)
        self.leagues = times(leagues.c.id, leagues.c.due_at)
        self.cups = times(cups.c.id, cups.c.due_at)
        self.days = times(daily_days.c.guild_id, daily_days.c.ends_at, condition=daily_days.c.is_sealed.is_(True))
        self.posts = times(posts.c.id, posts.c.due_at)

    def occasions(self, kind: str) -> Times:
        """When occasions of this kind come on servers."""
        return self._times(occasions.c.guild_id, occasions.c.at, condition=occasions.c.kind == kind)


def _request_until(table: TableRecord) -> datetime | None:
    return table.take_back_request and table.take_back_request.until


def _first_plan(table: TableRecord) -> datetime | None:
    return min((plan.due_at for plan in table.plans if plan.due_at is not None), default=None)
