"""Leagues played without Discord: time passes in steps, and whoever plays does so at random."""

from collections.abc import Collection, Set
from datetime import datetime, timedelta
from random import Random

from card_room import CHANNEL, GUILD, Room

from db.league_records import DeedRecord, LeaguePhase, LeagueRecord
from db.records import Phase
from sessions.leagues.sign_up import NewLeague
from sessions.leagues.tools import NOTHING, Choice, Desk, Tool
from sessions.tables.pace import Pace
from tests.optional import present

ORGANISER = 1


async def created(
    room: Room, game: str, players: Collection[int], rounds: int, pace: Pace = Pace.DAYS_7, name: str = "Autumn"
) -> LeagueRecord:
    """A league with these members on its list."""
    new = NewLeague(name, game, 40, rounds, pace)
    league = await room.service.league_sign_up.create(GUILD, CHANNEL, ORGANISER, new)
    for user in players:
        league = await room.service.league_sign_up.join(league.id, GUILD, user)
    return league


async def started(
    room: Room, game: str, players: Collection[int], rounds: int, pace: Pace = Pace.DAYS_7, name: str = "Autumn"
) -> LeagueRecord:
    """The same, begun."""
    league = await created(room, game, players, rounds, pace, name)
    return await room.service.league_rounds.start(league.id, GUILD, ORGANISER, may_manage=False)


async def decide(
    room: Room,
    league: LeagueRecord,
    tool: Tool,
    choice: Choice | str = NOTHING,
    member: int | None = None,
    *,
    by: int = ORGANISER,
    may_manage: bool = False,
) -> DeedRecord:
    """Have an organiser do something by hand, to a choice or its value."""
    organising, value = room.service.league_organising, choice if isinstance(choice, str) else choice.value
    return await organising.decide(league.id, GUILD, by, tool, value, member, may_manage=may_manage)


async def desk_of(room: Room, league: LeagueRecord) -> Desk:
    """What its organiser finds."""
    return await room.service.league_organising.desk(league.id, GUILD, ORGANISER, may_manage=False)


async def now(room: Room, league: LeagueRecord) -> LeagueRecord:
    """The league as it is stored."""
    return await room.service.league_ledger.get(league.id)


async def advanced(room: Room, league: LeagueRecord) -> LeagueRecord:
    """The league when it has done what is due."""
    await room.service.league_rounds.advance(league.id)
    return await now(room, league)


async def play_open(room: Room, league: LeagueRecord, idle: Set[int] = frozenset()) -> None:
    """End all open games of a league, but for those in which somebody is to act who does nothing.

    The first is played at random to its end. In the others all but one give up, which takes much less time.
    """
    luck = Random(league.round)
    opened = [match.id for match in (await now(room, league)).matches if match.is_open]
    playing = [table for table in await room.store.leagues.tables_of(opened) if table.phase is Phase.PLAYING]
    for place, match_table in enumerate(playing):
        table = await room.stored(match_table.table_id)
        if place == 0 or not idle.isdisjoint(table.users):
            await _play(room, table.id, idle, luck)
        else:
            for user in luck.sample(table.users, len(table.users) - 1):
                await room.seats.resign(table.id, user)


async def _play(room: Room, table_id: int, idle: Set[int], luck: Random) -> None:
    while True:
        entry = await room.service.lobby._cache.get(table_id)
        users = [user for user in entry.users_to_act if user not in idle]
        if entry.table.phase is not Phase.PLAYING or not users:
            return
        seat = present(entry.table.seat_of(users[0]))
        action = luck.choice(present(entry.live).state.actions(seat.seat))
        await room.play.act(table_id, users[0], [action])


async def pass_time(room: Room, league: LeagueRecord, until: datetime) -> LeagueRecord:
    """Let time pass until then, and do what is due in the league meanwhile, each at its time."""
    while True:
        found = await now(room, league)
        if found.due_at is None or found.due_at > until or not found.phase.is_played:
            room.time = max(room.time, until)
            return found
        room.time = max(room.time, found.due_at + timedelta(seconds=1))
        await room.service.league_rounds.advance(league.id)


async def end_round(room: Room, league: LeagueRecord) -> LeagueRecord:
    """Let time pass until a minute after the end of the round."""
    return await pass_time(room, league, present(league.round_ends_at) + timedelta(minutes=1))


async def play_to_the_end(room: Room, league: LeagueRecord, idle: Set[int] = frozenset()) -> LeagueRecord:
    """Play a whole league, in which these members do nothing."""
    for _ in range(200):
        await play_open(room, league, idle)
        league = await advanced(room, league)
        if league.phase is LeaguePhase.FINISHED:
            return league
        if league.due_at is not None:
            league = await pass_time(room, league, league.due_at)
    raise AssertionError("the league goes on and on")
