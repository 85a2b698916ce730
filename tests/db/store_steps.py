"""Steps that tests of the store share; each brings a table into a phase of its life."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from db.leaderboards.seasons import SeasonNow
from db.records import NewTable, Player, Rating, ResultRecord, TableRecord
from db.store import Store

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
SEASON = SeasonNow(4 * 2026 + 1, NOON, 4 * 2026 + 1)
GUILD, CHANNEL = 100, 200
ANNA, BEN, CLARA = 11, 12, 13


async def lobby(
    store: Store,
    players: Sequence[Player] = (ANNA, BEN),
    *,
    game: str = "counter",
    channel: int = CHANNEL,
    guild: int = GUILD,
) -> TableRecord:
    """A lobby with these players, computers given by level; the first, a member, is the host."""
    host, *guests = players
    assert isinstance(host, int)
    table = await store.tables.open_table(
        NewTable(guild_id=guild, channel_id=channel, game=game, options={"rounds": 2}, host_id=host), NOON
    )
    async with store.tables.change(table.id, table.rev) as change:
        for guest in guests:
            if isinstance(guest, int):
                change.sit(guest)
            else:
                change.sit(None, guest)
    return change.table


async def playing(store: Store, players: Sequence[Player] = (ANNA, BEN), **where: Any) -> TableRecord:
    """A game that has just been dealt."""
    table = await lobby(store, players, **where)
    async with store.tables.change(table.id, table.rev) as change:
        change.start(seed="oak", rules_version=3, now=NOON)
    return change.table


def result(
    seat: int, player: Player, place: int = 1, *, mu: float = 25.0, sigma: float = 8.0, points: float = 0.0
) -> ResultRecord:
    """A result; its overall rating has one point of ``mu`` more than that of the game."""
    return ResultRecord(seat, player, place, points, place == 1, Rating(mu, sigma), Rating(mu + 1, sigma))


async def finished(
    store: Store, results: Sequence[ResultRecord], *, game: str = "counter", guild: int = GUILD
) -> TableRecord:
    """A game that ended with these results, given in the order of the seats."""
    table = await playing(store, [result.player for result in results], game=game, guild=guild)
    async with store.tables.change(table.id, table.rev) as change:
        change.finish(results, NOON + MINUTE, season=SEASON)
    return change.table
