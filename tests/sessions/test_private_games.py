"""Private practice games: one member and computers, at no table of the channel."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, CHANNEL, GUILD, KNOTWEED, PILES, STRANGER, Room, refused

from db.records import Phase, TableRecord
from engines import GAMES
from opponents import Level
from sessions.playing.practice import MOST_OPEN
from sessions.settings.server import MayEnd, ServerSetting
from sessions.shared.events import EventKind
from sessions.tables.pace import ABANDONED_TIME

EASY, NORMAL, HARD, _ = Level


async def practice(
    room: Room, game: str = PILES, user: int = ANNA, channel: int = CHANNEL, computers: int = 1, **options: Any
) -> TableRecord:
    rules = GAMES[game].Options.model_validate(ANNA_FIRST | options)
    return await room.service.practice.start(GUILD, channel, user, game, rules, [EASY] * computers)


async def meant(room: Room, user: int, channel: int = CHANNEL) -> list[int]:
    tables = await room.service.lookup.meant(channel, user)
    return [table.id for table in tables]


async def test_a_practice_game_starts_at_once_and_leaves_the_channel_free(room: Room):
    first, second = await practice(room), await practice(room)
    assert (first.phase, first.private, first.pace) == (Phase.PLAYING, True, "no_limit")
    assert [(seat.user_id, seat.computer) for seat in first.seats] == [(ANNA, None), (None, "easy")]
    assert first.id != second.id
    public = await room.started(PILES, [ANNA, BEN])
    assert await room.store.tables.open_tables_in(CHANNEL) == [public]
    assert await room.service.lookup.last_in(CHANNEL) == public


async def test_computers_play_and_the_result_counts_as_practice(room: Room):
    await room.first_game()
    table = await room.some_moves(await practice(room), 10_000)
    assert table.phase is Phase.FINISHED
    assert await room.store.leaderboards.rating(GUILD, ANNA, PILES, practice=True) is not None
    assert await room.store.leaderboards.rating(GUILD, ANNA, PILES) is None


async def test_what_has_changed_is_seen_with_the_members_eyes(room: Room):
    table = await practice(room)
    await room.moved(table, (ANNA, "draw"))
    before = (await room.service.views.snapshot(table.id, ANNA)).before
    assert before is not None
    assert before.seat == 0
    public = await room.moved(await room.started(PILES, [ANNA, BEN]), (ANNA, "draw"))
    before = (await room.service.views.snapshot(public.id, ANNA)).before
    assert before is not None
    assert before.seat is None


async def test_house_rules_that_do_not_fit_leave_nothing_open(room: Room):
    def impossible(**_: object) -> None:
        raise ValueError("no such deck")

    with pytest.MonkeyPatch.context() as patch, refused("It cannot start with these rules: no such deck"):
        patch.setattr(GAMES[KNOTWEED], "deal", impossible)
        await practice(room, KNOTWEED)
    assert await room.store.tables.open_tables_of(ANNA) == []


async def test_a_member_has_a_limited_number_of_practice_games(room: Room):
    tables = [await practice(room) for _ in range(MOST_OPEN)]
    with refused(f"You have {MOST_OPEN} practice games open"):
        await practice(room)
    await practice(room, user=BEN)
    await room.play.end(tables[0].id, ANNA, may_manage=False)
    await practice(room)


async def test_several_commands_at_once_do_not_exceed_the_limit(room: Room):
    for _ in range(MOST_OPEN - 1):
        await practice(room)
    started = await asyncio.gather(practice(room), practice(room), return_exceptions=True)
    assert sum(isinstance(table, TableRecord) for table in started) == 1


# Which tables a command means


async def test_a_command_means_the_practice_games_started_here_as_well(room: Room):
    public = await room.started(PILES, [ANNA, BEN])
    here, elsewhere = await practice(room), await practice(room, channel=CHANNEL + 1)
    assert await meant(room, ANNA) == [public.id, here.id]
    assert await meant(room, BEN) == [public.id]
    assert await meant(room, STRANGER) == [public.id]
    assert await meant(room, ANNA, CHANNEL + 1) == [elsewhere.id]


async def test_without_a_game_here_a_command_means_practice_games_started_elsewhere(room: Room):
    ended = await room.seats.resign((await room.started(PILES, [ANNA, BEN])).id, ANNA)
    assert await meant(room, ANNA) == [ended.id]
    elsewhere = await practice(room, channel=CHANNEL + 1)
    assert await meant(room, ANNA) == [elsewhere.id]
    assert await meant(room, BEN) == [ended.id]


async def test_practice_games_are_among_all_tables_of_a_member_but_not_the_next_one(room: Room):
    table, public = await practice(room), await room.started(PILES, [ANNA, BEN])
    assert {place.table.id for place in await room.service.lookup.everywhere(ANNA)} == {table.id, public.id}
    assert await room.service.lookup.next_waiting(ANNA, public.id) is None
    assert await room.service.lookup.next_waiting(ANNA, table.id) == public.id


# Only for its owner


async def test_only_its_owner_has_access(room: Room):
    table = await practice(room)
    await room.service.lookup.require_access(table.id, GUILD, ANNA)
    with refused("another member's practice game"):
        await room.service.lookup.require_access(table.id, GUILD, BEN)
    with refused("no seat at this table"):
        await room.play.act(table.id, BEN, ["draw"])
    with refused("already started"):
        await room.lobby.join(table.id, BEN)
    public = await room.started(PILES, [ANNA, BEN])
    await room.service.lookup.require_access(public.id, GUILD, STRANGER)


@pytest.mark.parametrize("right", MayEnd)
async def test_its_owner_can_close_it_whatever_the_server_has_chosen(room: Room, right: MayEnd):
    await room.service.server_settings.choose(GUILD, ServerSetting.ENDING, right)
    table = await room.play.end((await practice(room)).id, ANNA, may_manage=False)
    assert table.phase is Phase.CLOSED


async def test_giving_up_ends_the_game_and_leaving_is_refused(room: Room):
    table = await practice(room, KNOTWEED, computers=3)
    with refused("the game waits for you"):
        await room.seats.leave(table.id, ANNA)
    assert (await room.seats.resign(table.id, ANNA)).phase is Phase.FINISHED


async def test_a_deleted_channel_does_not_end_it(room: Room):
    table = await practice(room)
    await room.service.play.close_all_in(CHANNEL)
    assert (await room.service.views.snapshot(table.id, ANNA)).table.phase is Phase.PLAYING


# Time


async def test_it_survives_a_restart_and_its_computers_go_on(room: Room):
    table = await practice(room, first=1)
    await room.service.close()
    again = room.restarted()
    again.computers.start()
    await again.computers_moved(table)
    assert [seat for seat, _ in await again.moves(table)][:1] == [1]
    assert await meant(again, ANNA) == [table.id]
    await again.service.close()


async def test_it_is_closed_after_a_month_without_a_move(room: Room):
    table = await practice(room)
    assert table.deadline == room.time + ABANDONED_TIME == room.time + timedelta(days=30)
    assert (await room.deadline_passes(table)).phase is Phase.CLOSED


# Rematch


async def test_a_rematch_is_like_the_game_before_and_there_is_only_one(room: Room):
    finished = await room.seats.resign((await practice(room, KNOTWEED, computers=2, cheating=True)).id, ANNA)
    again = await room.service.practice.rematch(finished.id, ANNA)
    assert (again.private, again.phase, again.game) == (True, Phase.PLAYING, KNOTWEED)
    assert again.options == finished.options
    assert [seat.computer for seat in again.seats] == [None, "easy", "easy"]
    assert await room.service.practice.rematch(finished.id, ANNA) == again
    await room.play.end(again.id, ANNA, may_manage=False)
    third = await room.service.practice.rematch(finished.id, ANNA)
    assert third.id != again.id


async def test_a_game_that_is_not_over_has_no_rematch(room: Room):
    table = await practice(room)
    with refused("needs a finished game"):
        await room.service.practice.rematch(table.id, ANNA)
    assert room.event_kinds.count(EventKind.OPENED) == 1
