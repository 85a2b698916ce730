"""No member takes the leagues, evenings and cups of a server for themselves, or fills the database with them."""

from datetime import datetime, timedelta

import pytest
from card_room import ANNA, BEN, CHANNEL, CLARA, DAN, GUILD, PILES, Room, refused, refuses
from leagues_room import ORGANISER, decide, desk_of, now
from sqlalchemy import Connection, Table, func, select

from db.cups import CupRecord
from db.league_records import LeaguePhase, LeagueRecord
from db.records import Phase
from db.schema.competitions import deals
from db.schema.tables import tables
from engines import GAMES
from opponents import Level
from sessions.leagues.sign_up import EMPTY_TIME, WANTED_TIME, NewLeague
from sessions.leagues.tools import Tool, choices
from sessions.shared.guard import MOST_LISTS, MOST_TABLES
from sessions.tables.pace import Pace


async def league(room: Room, name: str, organiser: int = ANNA, minutes: int | None = None) -> LeagueRecord:
    new = NewLeague(name, PILES, 8, 3, Pace.DAYS_7, minutes)
    return await room.service.league_sign_up.create(GUILD, CHANNEL, organiser, new)


async def is_shown(_: CupRecord) -> bool:
    return True


async def cup(room: Room, name: str, organiser: int = ANNA, guild: int = GUILD) -> CupRecord:
    return await room.service.cups.open(guild, CHANNEL, organiser, name, GAMES[PILES], 8, 14, is_shown)


async def cancel(room: Room, opened: LeagueRecord | CupRecord) -> None:
    by = opened.id, GUILD, opened.organiser_id
    if isinstance(opened, CupRecord):
        await room.service.cups.cancel(*by, may_manage=False)
    else:
        await room.service.league_organising.decide(*by, Tool.CANCEL, may_manage=False)


async def stored(room: Room, table: Table) -> int:
    def count(connection: Connection) -> int:
        return int(connection.scalar(select(func.count()).select_from(table)) or 0)

    return await room.store.database.query(count)


@pytest.mark.parametrize("kind", [league, cup])
@pytest.mark.parametrize("name", ["\u3164\u200b", "\u202eautumn 1", "Aut\u00adumn 1", "Ａutumn\u20031", "Autumn-1"])
async def test_no_list_has_a_name_that_shows_nothing_or_that_of_another(room: Room, kind: type, name: str) -> None:
    await kind(room, "Autumn 1")
    await refuses("taken here|needs a name|of that name already", kind(room, name, BEN))


@pytest.mark.parametrize("kinds", [(league, league), (league, cup), (cup, cup)])
async def test_a_member_has_two_at_a_time(room: Room, kinds: tuple[type, type]) -> None:
    first, second = [await kind(room, str(number)) for number, kind in enumerate(kinds)]
    for another in (league(room, "Spring"), cup(room, "Summer"), league(room, "Evening", minutes=30)):
        await refuses("You have 2 lists and cups open here, which is the most a member can have", another)
    await cup(room, "Ben's", BEN)
    await cup(room, "Elsewhere", guild=GUILD + 1)
    await cancel(room, second)
    await league(room, "Spring")
    assert first.organiser_id == ANNA


async def test_a_member_organises_three_leagues_at_a_time(room: Room) -> None:
    """Those that have begun are no lists any more. Five with a friend took all that a server can have, for weeks."""
    for name in ("Autumn", "Winter", "Spring"):
        begun = await league(room, name)
        for user in (ANNA, BEN):
            begun = await room.service.league_sign_up.join(begun.id, GUILD, user)
        await room.service.league_rounds.start(begun.id, GUILD, ANNA, may_manage=False)
    await refuses("You organise 3 leagues here that are not over, and cannot have more", league(room, "Summer"))
    await cup(room, "Summer")
    await league(room, "Summer", BEN)


async def test_a_server_of_which_some_have_taken_much_has_room_for_others(room: Room) -> None:
    """Three accounts with lists that all of them had signed took all five leagues that a server could have."""
    accounts = (ANNA, BEN, CLARA)
    for organiser in accounts:
        for what in "AB":
            opened = await league(room, f"{what} of {organiser}", organiser)
            for user in accounts:
                await room.service.league_sign_up.join(opened.id, GUILD, user)
            await room.service.league_rounds.start(opened.id, GUILD, organiser, may_manage=False)
        await cup(room, f"A of {organiser}", organiser)
        await cup(room, f"B of {organiser}", organiser)
    await league(room, "By Dan", DAN)
    await cup(room, "By Dan", DAN)


async def test_fifty_cups_opened_and_cancelled_leave_no_deals(room: Room) -> None:
    for number in range(MOST_LISTS):
        new = await cup(room, str(number))
        await cancel(room, new)
        shown = await room.service.cups.overview(new.id)
        assert (shown.cup.is_unsealed, shown.cup.key) == (True, new.key), "the key is told at once"
    for number in range(50 - MOST_LISTS):
        await refuses("You can open 5 leagues, evenings and cups an hour", cup(room, str(number)))
    assert await stored(room, deals) == 0
    assert await room.service.times.cups.first() is None
    room.pass_time(hours=1)
    await cup(room, "again")


async def test_a_cancelled_cup_that_somebody_has_played_keeps_its_deals(room: Room) -> None:
    played = await cup(room, "Autumn")
    await room.service.cups.play(played.id, GUILD, CHANNEL, BEN)
    await cancel(room, played)
    assert await stored(room, deals) == 8


async def test_a_list_is_closed_when_nobody_signs_up_any_more(room: Room) -> None:
    alone, wanted = await league(room, "Alone"), await league(room, "Wanted", BEN)
    await room.service.league_sign_up.join(alone.id, GUILD, ANNA)
    await room.service.league_sign_up.join(wanted.id, GUILD, CLARA)
    phases = list[tuple[LeaguePhase, LeaguePhase]]()
    for waited in (EMPTY_TIME, WANTED_TIME - EMPTY_TIME):
        room.time += waited
        await room.timer.look(room.service.times.leagues, room.service.league_rounds.advance)
        phases.append(((await now(room, alone)).phase, (await now(room, wanted)).phase))
    assert phases == [(LeaguePhase.CANCELLED, LeaguePhase.SIGN_UP), (LeaguePhase.CANCELLED, LeaguePhase.CANCELLED)]
    assert await room.service.times.leagues.first() is None
    again = await league(room, "Again")
    opened_at, closes_at = room.time, list[datetime | None]()
    for _ in range(9):  # somebody who signs up and drops out each week keeps no list open
        await room.service.league_sign_up.join(again.id, GUILD, CLARA)
        await room.service.league_sign_up.leave(again.id, GUILD, CLARA)
        closes_at.append((await now(room, again)).due_at)
        room.time += EMPTY_TIME - timedelta(hours=1)
    assert closes_at[0] == opened_at + EMPTY_TIME
    assert closes_at[-1] == opened_at + WANTED_TIME


async def test_a_list_that_is_open_again_closes_by_itself_as_well(room: Room) -> None:
    opened = await league(room, "Autumn", ORGANISER)
    await room.service.league_sign_up.join(opened.id, GUILD, CLARA)
    closes_at = (await now(room, opened)).due_at
    await cancel(room, opened)
    (undo,) = choices(await desk_of(room, opened), Tool.UNDO)
    await decide(room, opened, Tool.UNDO, undo)
    again = await now(room, opened)
    assert (again.phase, again.due_at) == (LeaguePhase.SIGN_UP, closes_at)


async def test_a_list_whose_week_ended_while_the_bot_was_away_has_a_day_more(room: Room) -> None:
    alone = await league(room, "Alone")
    room.time += 2 * EMPTY_TIME
    await room.timer.look(room.service.times.leagues, room.service.league_rounds.advance)
    assert (await now(room, alone)).phase is LeaguePhase.SIGN_UP
    room.pass_time(days=1)
    await room.timer.look(room.service.times.leagues, room.service.league_rounds.advance)
    assert (await now(room, alone)).phase is LeaguePhase.CANCELLED


async def test_practice_begun_and_ended_a_hundred_times_is_stored_thirty_times(room: Room) -> None:
    options = GAMES[PILES].Options()
    for _ in range(MOST_TABLES):
        table = await room.service.practice.start(GUILD, CHANNEL, ANNA, PILES, options, [Level.EASY])
        await room.play.end(table.id, ANNA, may_manage=False)
    for _ in range(100 - MOST_TABLES):
        with refused("You can open 30 tables an hour. You can open the next one <t:"):
            await room.service.practice.start(GUILD, CHANNEL, ANNA, PILES, options, [Level.EASY])
    assert await stored(room, tables) == MOST_TABLES
    assert (await room.started(players=[BEN, CLARA])).phase is Phase.PLAYING


async def test_tables_in_channels_count_as_well_unless_nothing_was_opened(room: Room) -> None:
    for host in range(1_001, 1_006):
        await room.opened(players=[host])
    for _ in range(MOST_TABLES):
        await refuses("This channel already has 5 open tables", room.opened(players=[BEN]))
    for channel in range(MOST_TABLES):
        table = await room.opened(players=[BEN], channel=channel)
        await room.lobby.leave(table.id, BEN)
    await refuses("You can open 30 tables an hour", room.opened(players=[BEN], channel=99))


async def test_a_cup_that_ends_while_discord_is_asked_for_its_post_does_not_move(room: Room) -> None:
    first = await cup(room, "Autumn")

    async def is_shown(_: CupRecord) -> bool:
        await cancel(room, first)
        return False

    second = await room.service.cups.open(GUILD, CHANNEL + 1, ANNA, "Autumn", GAMES[PILES], 8, 14, is_shown)
    ended = await room.store.cups.get(first.id)
    assert ended is not None
    assert (ended.channel_id, second.channel_id, second.id == first.id) == (CHANNEL, CHANNEL + 1, False)
