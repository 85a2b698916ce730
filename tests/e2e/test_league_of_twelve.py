"""A league of twelve over six weeks, on the simulated Discord with the clock advanced."""

from datetime import timedelta

import pytest
from simcord import MemberActor

from cogs.leagues.screen import POST_SECONDS
from db.league_records import LeaguePhase, LeagueRecord
from db.records import Phase
from playground.testing.people import choose, newest_with_buttons, pick_member, press, slash
from playground.testing.room import Room
from playground.testing.screens import texts
from playground.testing.truths.requests import Truth
from sessions.leagues.tools import Choice, Tool
from sessions.settings.server import ServerSetting
from sessions.settings.settings import ON
from tests.e2e.test_leagues import calls, post_of
from tests.e2e.watchers.restarts import Restart

STALLING = ("cat", "fay", "guest1")
LEAVES, REPLACED = "hal", "ivy"


async def league_of(room: Room) -> LeagueRecord:
    return await room.bot.service.league_ledger.get(1)


async def play_round(room: Room, people: dict[int, MemberActor]) -> None:
    """In each open match without somebody who stalls, the one with the higher id gives up."""
    league = await league_of(room)
    for match in league.matches:
        users = sorted(league.entry(number).user_id for number in match.numbers)
        if not match.is_open or any(people[user].name in STALLING for user in users):
            continue
        for table in await room.bot.service.league_tables.of_match(match.id):
            if table.phase is Phase.PLAYING:
                thread = next(thread for thread in room.channel.threads if thread.id == table.channel_id)
                asked = await room.ask(people[users[-1]], "resign", newest_with_buttons(thread))
                await press(people[users[-1]], asked, "Give up")


@pytest.mark.thorough
async def test_a_league_of_twelve(room: Room, restart: Restart) -> None:
    """Three stall, one leaves, one is replaced, the bot is restarted: the table is right, and each gets one call."""
    room.env.backend.truths.suspend(Truth.MEMBER_LIMIT, because="Twelve names take seconds; taps follow at once here.")
    guests = [room.guild.add_member(room.env.create_user(f"guest{number}")) for number in range(4)]
    everybody = {person.id: person for person in (*room.people(9), *guests)}
    twelve, stand_in = list(everybody.values())[:12], guests[3]
    by_name = {person.name: person for person in everybody.values()}
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.THREADS, ON)
    options = {"name": "Autumn", "game": "card_duel", "players": 12, "weeks": 5}
    await slash(twelve[0], room.channel, "league create", **options)
    for person in twelve:
        await press(person, room.shown, "Sign up")
    await press(twelve[0], room.shown, "Start")
    for number in range(1, 6):
        await room.env.advance_time(POST_SECONDS)
        league = await league_of(room)
        matches = [match for match in league.matches if match.round == number]
        assert texts(post_of(room)).count("[to the table](") == len(league.open_matches), "also of tables posted later"
        playing = {league.entry(seat.number).user_id: match for match in matches for seat in match.seats}
        for user, match in playing.items():
            called = [text for text in calls(room, everybody[user]) if f"Round {number}" in text]
            assert len(called) == match.is_open, f"{everybody[user].name} in round {number}: {called}"
        if number == 2:
            question = await press(
                by_name[LEAVES], await press(by_name[LEAVES], post_of(room), "My matches"), "Drop out"
            )
            await press(by_name[LEAVES], question, "Drop out")
        if number == 3:
            entry = (await league_of(room)).entry_of(by_name[REPLACED].id)
            assert entry is not None
            tools = await press(twelve[0], post_of(room), "Manage")
            await choose(twelve[0], tools, Tool.REPLACE, menu="What do you want to do?")
            await choose(twelve[0], tools, Choice(number=entry.number).value, menu="Which one?")
            await pick_member(twelve[0], tools, stand_in, "Choose a member")
            await restart()
        await play_round(room, everybody)
        ends_at = (await league_of(room)).round_ends_at
        assert ends_at is not None
        await room.env.advance_time((ends_at - room.env.backend.clock.now() + timedelta(minutes=1)).total_seconds())
    await room.env.advance_time(timedelta(days=29).total_seconds())  # matches that have begun end by their own clocks
    league = await league_of(room)
    assert len(league.matches) == 27, "nobody is paired any more with who has left the table in round 2 of 5"
    assert not any(match.is_open for match in league.matches), "no match is void"
    assert league.phase is LeaguePhase.FINISHED
    await room.env.advance_time(POST_SECONDS)
    assert "wins!" in texts(post_of(room))
