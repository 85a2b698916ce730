"""Leagues when two processes of the bot share one database."""

from dataclasses import replace
from datetime import timedelta

import pytest
from card_room import CHANNEL, GUILD, Room
from leagues_room import ORGANISER, created, now
from two_processes import process

from db.cluster import GUILD_SHIFT, LeaseLost, Shards, this_process
from db.league_records import LeagueKind, LeagueRecord
from operation.shard_leases import ShardLeases
from sessions.leagues.sign_up import NewLeague
from sessions.leagues.tools import Choice, Tool
from sessions.shared.events import EventKind
from sessions.tables.pace import Pace
from tests.optional import present

ELSEWHERE = 1 << GUILD_SHIFT
"""A server of shard 1. ``GUILD`` belongs to shard 0."""


async def evening(room: Room, guild: int) -> LeagueRecord:
    new = NewLeague("Friday", "three_piles", 4, 2, Pace.LIVE_1, minutes=20)
    league = await room.service.league_sign_up.create(guild, CHANNEL, ORGANISER, new)
    for user in (guild + 1, guild + 2):
        await room.service.league_sign_up.join(league.id, guild, user)
    return await room.service.league_rounds.start(league.id, guild, ORGANISER, may_manage=False)


async def test_a_deadline_is_seen_by_one_process(here: Room, there: Room) -> None:
    for room, guild in ((here, GUILD), (there, ELSEWHERE)):
        league = await evening(room, guild)
        assert league.kind is LeagueKind.EVENING
        due = await room.service.times.leagues.first()
        assert due == (league.id, league.due_at)
        assert await room.service.times.leagues.first(due) is None
        (found,) = await room.store.leagues.tables_of([league.matches[0].id])
        ended = room.service.bus._listeners[EventKind.FINISHED, False]
        ended.remove(room.service.league_rounds.on_event)  # nobody hears that the game ends
        await room.seats.resign(found.table_id, guild + 1)
        assert await room.store.leagues.unsettled() == [league.id]


async def test_only_the_evenings_of_a_shard_that_was_cut_off_last_longer(here: Room, there: Room) -> None:
    near, far = await evening(here, GUILD), await evening(there, ELSEWHERE)
    await here.store.tables.postpone(timedelta(minutes=5), Shards(frozenset({0}), 2).conditions)
    assert (await now(here, near)).due_at == present(near.due_at) + timedelta(minutes=5)
    assert (await now(there, far)).due_at == far.due_at


async def test_a_process_that_was_frozen_begins_no_round_a_second_time(here: Room, url: str) -> None:
    """It has read the league when another process takes its shard over, and goes on after that one has."""
    leases = ShardLeases(here.store, here._sleep, lambda: here.time)
    await leases.take()
    league = await created(here, "three_piles", [101, 102, 103, 104], 3)
    league = await here.service.league_rounds.start(league.id, GUILD, ORGANISER, may_manage=False)
    for match in league.matches:
        won = Choice(match, match.numbers[0]).value
        decide = here.service.league_organising.decide
        await decide(league.id, GUILD, ORGANISER, Tool.RESULT, won, may_manage=False)
    async with here.service.league_ledger.hold(league.id) as before, process(url, 0) as heir:
        here.time = heir.time = present(before.round_ends_at) + timedelta(minutes=1)
        other = replace(this_process(), host="anna", machine="anna")
        await heir.store.cluster.take(heir.store.shards, other, here.time + timedelta(days=1), lambda _: True)
        await heir.service.league_rounds.advance(league.id)
        with pytest.raises(LeaseLost):
            await here.service.league_rounds._go_on(before)
        after = await now(heir, league)
        second = [match.id for match in after.matches if match.round == 2]
        assert (after.round, len(second)) == (2, 2)
        assert len(await heir.store.leagues.tables_of(second)) == 2
