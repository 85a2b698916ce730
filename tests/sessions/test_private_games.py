"""Private practice games: one member and computers, at no table of the channel, or on no server at all."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest
from card_room import ANNA, ANNA_FIRST, BEN, CHANNEL, GUILD, KNOTWEED, PILES, STRANGER, Room, refused, refuses

from db.purpose_records import Unrated
from db.records import NO_SERVER, Phase, TableRecord
from engines import GAMES
from opponents import Level
from sessions.daily.games import DailyOffer
from sessions.occasions import Kind
from sessions.playing.practice import MOST_OPEN
from sessions.settings.server import MayEnd, ServerSetting
from sessions.settings.settings import Wish
from sessions.shared.events import EventKind
from sessions.tables.leaving import Leaving
from sessions.tables.pace import IDLE_TIME, LONGEST_PAUSE
from sessions.tables.results import shown_rating
from tests.optional import present

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
    assert (first.phase, first.purpose.is_private, first.pace) == (Phase.PLAYING, True, "no_limit")
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
    before = present((await room.snapshot(table, ANNA)).before)
    assert before.seat == 0
    public = await room.moved(await room.started(PILES, [ANNA, BEN]), (ANNA, "draw"))
    before = present((await room.snapshot(public, ANNA)).before)
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
    await refuses(f"You have {MOST_OPEN} practice games open", practice(room))
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
    await refuses("another member's practice game", room.service.lookup.require_access(table.id, GUILD, BEN))
    await refuses("no seat at this table", room.play.act(table.id, BEN, ["draw"]))
    await refuses("already started", room.lobby.join(table.id, BEN))
    public = await room.started(PILES, [ANNA, BEN])
    await room.service.lookup.require_access(public.id, GUILD, STRANGER)


@pytest.mark.parametrize("right", MayEnd)
async def test_its_owner_can_close_it_whatever_the_server_has_chosen(room: Room, right: MayEnd):
    await room.service.server_settings.choose(GUILD, ServerSetting.ENDING, right)
    table = await room.play.end((await practice(room)).id, ANNA, may_manage=False)
    assert table.phase is Phase.CLOSED


async def test_giving_up_ends_the_game_and_leaving_is_refused(room: Room):
    table = await practice(room, KNOTWEED, computers=3)
    await refuses("the game waits a week for you", room.seats.leave(table.id, ANNA))
    assert (await room.seats.resign(table.id, ANNA)).phase is Phase.FINISHED


async def test_a_deleted_channel_does_not_end_it(room: Room):
    table = await practice(room)
    await room.service.play.close_all_in(CHANNEL)
    assert (await room.snapshot(table, ANNA)).table.phase is Phase.PLAYING


# Time


async def test_it_survives_a_restart_and_its_computers_go_on(room: Room):
    table = await practice(room, first=1)
    await room.service.close()
    again = room.restarted()
    again.computers.start()
    await again.computers_moved(table)
    assert [seat for seat, _ in await again.moves(table)][:1] == [1]
    assert await meant(again, ANNA) == [table.id]


async def test_a_first_game_is_closed_after_a_week_without_a_move(room: Room):
    table = await practice(room)
    assert table.deadline == room.time + IDLE_TIME == room.time + timedelta(days=7)
    assert (await room.deadline_passes(table)).phase is Phase.CLOSED


async def test_a_vacation_gives_two_more_weeks(room: Room):
    await room.service.vacations.begin(ANNA, room.time + timedelta(days=60))
    assert (await practice(room)).deadline == room.time + LONGEST_PAUSE + IDLE_TIME


# Only games that are played to their end have another result than a lost one


async def ended(room: Room, table: TableRecord, way: str) -> TableRecord:
    """The game after Anna has stopped to play it in one of these ways."""
    match way:
        case "end":
            return await room.play.end(table.id, ANNA, may_manage=False)
        case "manage":
            return await room.play.end(table.id, ANNA, may_manage=True)
        case "resign":
            return await room.seats.resign(table.id, ANNA)
    await room.later(days=7)
    return (await room.snapshot(table, ANNA)).table


@pytest.mark.parametrize("way", ["end", "manage", "resign", "leave it alone"])
async def test_a_game_that_is_not_played_to_its_end_is_lost(room: Room, way: str):
    """Whoever ended lost games without a result had 1,400 instead of 823."""
    await room.first_game()
    for public in (False, True):
        table = await room.started(players=[ANNA], computers=[Level.EASY]) if public else await practice(room)
        while await room.seats.leaving(table.id, ANNA) is not Leaving.COUNTS:
            table = await room.some_moves(table, 1)
        table = await ended(room, table, way)
        assert (table.phase, table.purpose.unrated) == (Phase.FINISHED, None)
        results = await room.store.games.results(table.id)
        assert [result.won for result in results] == [False, True]
    (line,) = await room.store.leaderboards.statistics(GUILD, ANNA, practice=True)
    assert (line.games, line.wins) == (2, 0)


async def test_nobody_loses_because_a_computer_does_not_move(room: Room):
    await room.first_game()
    room.instant_sleeps.clear()
    table = await practice(room)
    while not (await room.snapshot(table, ANNA)).thinking:
        table = await room.play.act(table.id, ANNA, [(await room.actions(table, ANNA))[-1]])
    assert (await ended(room, table, "leave it alone")).phase is Phase.CLOSED


@pytest.mark.parametrize("way", ["end", "resign", "leave it alone"])
async def test_two_of_ten_can_be_ended_before_the_third_decision(room: Room, way: str):
    """Who could do that with all bad deals would need no other way."""
    await room.first_game()
    reasons = [(await ended(room, await practice(room), way)).purpose.unrated for _ in range(3)]
    assert reasons == [Unrated.LEFT_EARLY, Unrated.LEFT_EARLY, None]


async def test_the_rating_of_12_games_is_that_of_12_games(room: Room):
    """A random player ends each game that is not won yet after some moves, and plays the others to their ends."""
    await room.first_game()
    for number in range(12):
        room.pass_time(hours=1)
        table = await practice(room)
        table = await room.some_moves(table, 4, str(number))
        table = await (room.some_moves(table, 10_000, str(number)) if number % 4 == 0 else ended(room, table, "end"))
        assert table.phase is Phase.FINISHED
    (line,) = await room.store.leaderboards.statistics(GUILD, ANNA, practice=True)
    assert line.games == 12
    assert line.wins <= 3
    assert shown_rating(line.rating) < 1000


async def test_a_last_member_beside_computers_loses_as_well(room: Room):
    """Ben has left, so Anna is alone with a computer: she cannot end the game without a result any more."""
    table = await room.under_way(KNOTWEED, [ANNA, BEN], {"first": 0}, computers=[Level.EASY])
    await room.seats.resign(table.id, BEN)
    ended = await room.play.end(table.id, ANNA, may_manage=False)
    assert ended.phase is Phase.FINISHED
    won = {result.player: result.won for result in await room.store.games.results(table.id)}
    assert won == {ANNA: False, BEN: False, "easy": True}


async def test_two_members_cannot_agree_to_escape_a_defeat_by_computers(room: Room):
    """Two accounts ended by a vote what they were losing: only their victories counted."""
    table = await room.under_way(KNOTWEED, [ANNA, BEN], {"first": 0}, computers=[Level.EASY])
    await refuses("ends with a result", room.service.votes.ask_to_end(table.id, ANNA))
    for user in (ANNA, BEN):
        table = await room.play.end(table.id, user, may_manage=False)
    assert (table.phase, table.purpose.unrated) == (Phase.FINISHED, None)
    won = {result.player: result.won for result in await room.store.games.results(table.id)}
    assert won == {ANNA: False, BEN: False, "easy": True}


async def test_a_moderator_who_does_not_play_ends_a_game_without_a_result(room: Room):
    await room.first_game()
    table = await room.under_way(players=[ANNA], computers=[Level.EASY])
    assert (await room.play.end(table.id, STRANGER, may_manage=True)).phase is Phase.CLOSED


# Rematch


async def test_a_rematch_is_like_the_game_before_and_there_is_only_one(room: Room):
    finished = await room.seats.resign((await practice(room, KNOTWEED, computers=2, cheating=True)).id, ANNA)
    again = await room.service.practice.rematch(finished.id, ANNA)
    assert (again.purpose.is_private, again.phase, again.game) == (True, Phase.PLAYING, KNOTWEED)
    assert again.options == finished.options
    assert [seat.computer for seat in again.seats] == [None, "easy", "easy"]
    assert await room.service.practice.rematch(finished.id, ANNA) == again
    await room.play.end(again.id, ANNA, may_manage=False)
    third = await room.service.practice.rematch(finished.id, ANNA)
    assert third.id != again.id


async def test_a_game_that_is_not_over_has_no_rematch(room: Room):
    table = await practice(room)
    await refuses("needs a finished game", room.service.practice.rematch(table.id, ANNA))
    assert room.event_kinds.count(EventKind.OPENED) == 1


async def given_up(room: Room, user: int) -> TableRecord:
    """A member's game of the day, begun and given up."""
    offer = await room.service.daily.today(NO_SERVER, user)
    assert isinstance(offer, DailyOffer)
    table = await room.service.daily.begin(NO_SERVER, 900, user, offer.day)
    await room.seats.resign(table.id, user)
    return table


async def test_the_game_of_the_day_has_nobody_else(room: Room) -> None:
    tables = {user: await given_up(room, user) for user in (ANNA, BEN)}
    assert tables[ANNA].seed == tables[BEN].seed
    for user, table in tables.items():
        results = await room.service.daily.results(table.id, user)
        assert [line.user_id for line in results.lines] == [user]


async def test_it_is_no_server_that_has_removed_the_bot(room: Room) -> None:
    await given_up(room, ANNA)
    assert NO_SERVER in await room.store.departures.known_servers()
    await room.service.guild_data.check([GUILD])
    assert NO_SERVER not in await room.store.departures.since()


async def test_a_reminder_is_planned_wherever_the_member_plays(room: Room) -> None:
    """Also if they ask for it in direct messages; where they play for themselves, nobody is reminded."""
    for place in (NO_SERVER, GUILD):
        offer = await room.service.daily.today(place, ANNA)
        assert isinstance(offer, DailyOffer)
        await room.service.daily.begin(place, CHANNEL, ANNA, offer.day)
    await room.service.reminders.plan(ANNA)
    assert await room.store.occasions.time_of(GUILD, Kind.REMINDER) is None, "not asked for"
    await room.service.settings.choose(ANNA, Wish.REMINDER, True)
    await room.service.reminders.plan(ANNA)
    assert await room.store.occasions.time_of(GUILD, Kind.REMINDER) is not None
    assert await room.store.occasions.time_of(NO_SERVER, Kind.REMINDER) is None
