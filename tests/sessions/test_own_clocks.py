"""Matches of leagues, in which each player has so much time for the whole game: who runs out, resigns or is away."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from random import Random

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, CHANNEL, CLARA, GUILD, KNOTWEED, NOON, Room

from db.purpose_records import LeagueMatch
from db.records import NewTable, Phase, SeatRecord, TableRecord
from engines import GAMES
from sessions.tables.pace import LONGEST_LEAVE, Pace, clocks_by_seat
from tests.optional import present

DAY = timedelta(days=1)
WEEK = 7 * DAY


async def match(room: Room, players: Sequence[int], pace: Pace = Pace.MATCH, budget: timedelta = WEEK) -> TableRecord:
    """A match in which the first of these is to move."""
    options = GAMES[KNOTWEED].Options.model_validate(ANNA_FIRST)
    others = [SeatRecord(seat, player) for seat, player in enumerate(players[1:], 1)]
    new = NewTable(GUILD, CHANNEL, players[0], KNOTWEED, options.dump(), others, pace, purpose=LeagueMatch(1))
    opened = await room.lobby.open(replace(new, invited_only=True, budget=budget))
    return await room.lobby.start(opened.id, players[0], is_due=True)


async def passed(room: Room, table: TableRecord) -> TableRecord:
    """The match after the next deadline."""
    return await room.deadline_passes(table)


async def moves(room: Room, table: TableRecord, luck: Random) -> TableRecord:
    """The match after whoever is to act has ended a turn, or it is over."""
    entry = await room.service.lobby._cache.get(table.id)
    first = entry.users_to_act
    while entry.table.phase is Phase.PLAYING and (users := entry.users_to_act) == first:
        seat = present(entry.table.seat_of(users[0]))
        await room.play.act(table.id, users[0], [luck.choice(present(entry.live).state.actions(seat.seat))])
        entry = await room.service.lobby._cache.get(table.id)
    return entry.table


async def placing(room: Room, table: TableRecord) -> list[int]:
    return [result.place for result in await room.store.games.results(table.id)]


@pytest.mark.parametrize(
    ("pace", "budget", "at"), [(Pace.MATCH, WEEK, WEEK), (Pace.LIVE_MATCH, timedelta(minutes=5), timedelta(minutes=5))]
)
async def test_whoever_runs_out_of_two_loses(room: Room, pace: Pace, budget: timedelta, at: timedelta):
    table = await passed(room, await match(room, [ANNA, BEN], pace, budget))
    assert (room.time, table.phase) == (NOON + at, Phase.FINISHED)
    assert await placing(room, table) == [2, 1]


async def test_no_turn_has_a_limit_but_all_together_have(room: Room):
    """Anna takes four days, Ben none, then Anna has three left, over a restart, too."""
    luck, table = Random(1), await match(room, [ANNA, BEN])
    room.pass_time(days=4)
    await moves(room, table, luck)
    room = room.restarted()
    table = await moves(room, table, luck)
    assert [seat.user_id for seat in table.seats if clocks_by_seat(table)[seat.seat].since] == [ANNA]
    assert table.deadline == NOON + WEEK


async def test_two_own_clocks_end_a_match_within_twice_their_time(room: Room):
    luck, table = Random(2), await match(room, [ANNA, BEN])
    while table.phase is Phase.PLAYING:
        room.time = min(room.time + 1.3 * DAY, present(table.deadline))
        await room.handle_due()
        table = await moves(room, table, luck)
    assert room.time <= NOON + 2 * WEEK


async def test_a_computer_plays_on_for_who_runs_out_of_three(room: Room):
    """They come last, whatever the computer makes of their cards; the others are ranked by play."""
    luck, table = Random(3), await match(room, [ANNA, BEN, CLARA])
    table = await passed(room, table)
    assert table.phase is Phase.PLAYING
    assert (table.seats[0].computer, table.seats[0].resigned) == ("normal", True)
    while table.phase is Phase.PLAYING:
        table = await room.computers_moved(await moves(room, table, luck))
    assert sorted(await placing(room, table)) == [1, 2, 3]
    assert (await placing(room, table))[0] == 3


async def test_when_all_but_one_are_gone_the_match_is_over(room: Room):
    """One of three resigns, another runs out: nobody has to play against computers alone."""
    table = await match(room, [ANNA, BEN, CLARA])
    table = await room.computers_moved(await room.seats.resign(table.id, BEN))
    table = await passed(room, table)
    assert table.phase is Phase.FINISHED
    assert await placing(room, table) == [2, 2, 1]


async def test_a_vacation_stops_an_own_clock_for_a_week(room: Room):
    table = await match(room, [ANNA, BEN])
    await room.service.vacations.begin(ANNA, NOON + 20 * DAY)
    stored = await room.stored(table)
    assert stored.deadline == NOON + WEEK + LONGEST_LEAVE


async def test_a_rematch_has_no_own_clock(room: Room):
    table = await room.seats.resign((await match(room, [ANNA, BEN])).id, ANNA)
    again = await room.lobby.rematch(table.id, BEN)
    assert (again.pace, again.budget) == (Pace.DAYS_1, None)
