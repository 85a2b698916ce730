"""A bot that is killed after any commit of a small league goes on as if nothing had been, in each way of playing."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from itertools import count
from typing import Any

import pytest
from card_room import CHANNEL, GUILD, Room
from leagues_room import ORGANISER, decide, desk_of, now, pass_time, started

from db.drivers.database import Kind
from db.league_records import Deed, LeagueRecord
from db.posts import PostKind
from db.records import Phase
from engines.formats import Way
from sessions.leagues.plan import standings_of
from sessions.leagues.sign_up import NewLeague
from sessions.leagues.tools import Tool, choices
from sessions.shared.refusals import Refused
from sessions.tables.pace import Pace

WAYS = {"together": "three_piles", "alone": "three_piles", "day by day": "card_duel", "pods": "knotweed"}
GAMES = WAYS | {"evening": "card_duel"}
SHARES = 8
"""A test kills the bot after each eighth commit."""


class Killer:
    """Ends a bot after so many of its commits: what it still does is stored no more."""

    def __init__(self, room: Room) -> None:
        self._run = room.store.database.run
        self.left: int | None = None
        """How many commits are left; ``None``: the bot lives on."""
        room.store.database.run = self._counting

    async def _counting(self, kind: Kind, work: Callable[..., Any]) -> Any:
        if kind is not Kind.WRITING or self.left is None:
            return await self._run(kind, work)
        if self.left:
            done = await self._run(kind, work)
            self.left -= 1
            if self.left:
                return done
        raise asyncio.CancelledError


async def act(room: Room, league: LeagueRecord, way: str) -> None:
    """All do what they have to, with a pause if they play live, and give up but for the first of each match."""
    for match in league.open_matches:
        users = [league.entry(number).user_id for number in match.numbers]
        if match.way == Way.TOGETHER and match.ends_at is not None:
            for verb in (
                (room.meet.come, room.meet.put_off, room.meet.come) if way == "together" else (room.meet.prefer_alone,)
            ):
                for user in users:
                    await verb(match.id, GUILD, user)
        while match.way == Way.SAME_CARDS:
            try:
                await room.seats.resign((await room.meet.play(match.id, GUILD, users[-1], CHANNEL)).id, users[-1])
            except Refused:
                break
        for table in await room.store.leagues.tables_of([match.id]):
            for user in users[1:] if table.phase is Phase.PLAYING else ():
                with suppress(Refused):
                    await room.seats.resign(table.table_id, user)


async def go_on(room: Room, league: LeagueRecord, way: str) -> None:
    """Take the league a step on."""
    rounds, by = room.service.league_rounds, (league.id, GUILD, ORGANISER)
    if league.round == 0:
        await rounds.start(*by, may_manage=False)
    await act(room, await now(room, league), way)
    await rounds.resume()
    league = await now(room, league)
    if way == "evening" and not league.phase.is_over:
        await rounds.next_round(*by, may_manage=False)
    elif league.due_at is not None:
        await pass_time(room, league, league.due_at)


async def restarted(room: Room, killer: Killer) -> Room:
    """The bot after its next start, when it has done what is due."""
    await room.service.close()
    killer.left, room = None, room.restarted()
    await room.service.league_rounds.resume()
    while (due := await room.service.times.leagues.first()) is not None and due[1] <= room.time:
        await room.service.league_rounds.advance(due[0])
    return room


async def played(room: Room, killer: Killer, way: str, stops: int | None) -> Any:
    """What has come of a league of three, who have never played before, with a bot that is killed after ``stops``."""
    new = NewLeague(f"League {stops}", GAMES[way], 8, 1, minutes=30 if way == "evening" else None)
    room.time += timedelta(days=8)
    league = await room.service.league_sign_up.create(GUILD, CHANNEL, ORGANISER, new)
    for user in range(first := 1000 + 10 * (stops or 0), first + (3 if way == "pods" else 2)):
        await room.service.league_sign_up.join(league.id, GUILD, user)
    killer.left, steps = stops, count()
    while not (league := await now(room, league)).phase.is_over:
        assert next(steps) < 50, f"killed after {stops} commits, it goes on and on"
        with suppress(asyncio.CancelledError):
            await go_on(room, league, way)
        if killer.left == 0:
            room = await restarted(room, killer)
    (match,) = league.matches
    told = [await room.store.posts.find(kind, match.id) is not None for kind in (PostKind.FORFEIT, PostKind.ENTERED)]
    return (
        *(match.status, match.way, match.meets_at, told, [(seat.place, seat.forfeited) for seat in match.seats]),
        *(len(await room.store.leagues.tables_of([match.id])), len(await room.store.deals.of_matches([match.id]))),
        *(deed.deed for deed in await room.store.leagues.deeds(league.id)),
        [(line.number, line.points) for line in standings_of(league)[0]],
    )


@pytest.mark.thorough(samples=6)
@pytest.mark.parametrize("first", range(1, SHARES + 1))
@pytest.mark.parametrize("way", GAMES)
async def test_a_bot_that_is_killed_after_any_commit_does_the_rest_once(room: Room, way: str, first: int) -> None:
    killer = Killer(room)
    expected = await played(room, killer, way, None)
    assert expected[-1] == [(0, 0 if way == "alone" else 3), (1, 0), (2, 0)][: 3 if way == "pods" else 2]
    assert expected[7:-1] == (Deed.STARTED, *([Deed.NEXT_ROUND] if way == "evening" else []))
    for stops in count(first, SHARES):
        assert await played(room, killer, way, stops) == expected, f"killed after {stops} commits"
        if killer.left is not None:
            assert stops > 5
            return


async def decided(room: Room, killer: Killer, tool: Tool, stops: int | None) -> Any:
    """What is at the tables of a league in which an organiser uses a tool, with a bot that is killed meanwhile."""
    first = 1000 + 10 * (stops or 0)
    league = await started(room, "card_duel", range(first, first + 4), 3, Pace.MATCH, f"League {stops}")
    if tool is Tool.RESUME:
        for user in range(first, first + 4):  # they are away for longer, so that their leave is used as it resumes
            await room.service.vacations.begin(user, room.time + timedelta(days=9))
        await decide(room, league, Tool.PAUSE, next(choices(await desk_of(room, league), Tool.PAUSE)))
    room.time += timedelta(days=1)
    choice, killer.left = next(choices(await desk_of(room, league), tool)), stops
    with suppress(asyncio.CancelledError):
        await decide(room, league, tool, choice)
    if killer.left == 0:
        room = await restarted(room, killer)
    league = await now(room, league)
    opened = await room.store.leagues.tables_of([match.id for match in league.matches])
    tables = [await room.store.tables.get(table.table_id) for table in opened]
    clocks = [clock for table in tables if table is not None for clock in table.clocks]
    stopped = [((clock.paused_until or room.time) - room.time, clock.away_used) for clock in clocks]
    if not league.phase.is_over:
        await decide(room, league, Tool.CANCEL)
    return league.phase, [match.status for match in league.matches], [table.phase for table in opened], stopped


@pytest.mark.thorough(samples=7)
@pytest.mark.parametrize("stops", [1, 2, 3])
@pytest.mark.parametrize("tool", [Tool.CANCEL, Tool.RESULT, Tool.ANNUL, Tool.WITHDRAW, Tool.PAUSE, Tool.RESUME])
async def test_tables_follow_an_organiser_also_if_the_bot_is_killed(room: Room, tool: Tool, stops: int) -> None:
    killer = Killer(room)
    expected = await decided(room, killer, tool, None)
    assert await decided(room, killer, tool, stops) == expected
