"""A club of twelve plays two seasons of a league by its buttons, its organiser as well; matches go in every way."""

from collections import Counter
from collections.abc import AsyncIterator, Iterable
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import discord
from simcord import ChannelHandle, InteractionResult, MemberActor

from cogs.leagues.screen import POST_SECONDS
from db.league_records import MatchRecord
from playground.testing.people import choose, newest_private, press, slash
from playground.testing.robot import Robot
from playground.testing.room import Room, told
from playground.testing.screens import Seen, read, texts
from playground.testing.truths.requests import Truth
from sessions.computers.players import PAUSE
from sessions.leagues.tools import Choice, Tool
from sessions.settings.server import ServerSetting
from sessions.settings.settings import ON
from tests.e2e.test_leagues import calls, post_of
from tests.e2e.watchers.restarts import Restart

MET, NO_SHOW, ANOTHER_DAY, AT_ONCE, ALONE, UNMET, ENTERED = range(7)
"""What becomes of a match; *alone* is with the same cards."""
WAYS = {
    1: ((MET, NO_SHOW, ANOTHER_DAY, AT_ONCE, UNMET, ALONE), (AT_ONCE, MET, AT_ONCE, NO_SHOW, ENTERED, AT_ONCE)),
    2: ((AT_ONCE,) * 6, (AT_ONCE,) * 5 + (ENTERED,)),
}
"""Those of each season and round. Nobody misses two matches in a row."""


def table_in(thread: ChannelHandle) -> discord.Message:
    """The message that shows the table of a match."""
    (table,) = [message for message in thread.history() if "More" in str(read(message).buttons)]
    return table


class Club:
    """Members and how their matches go: of each two the one who signed up first wins, if anybody does."""

    def __init__(self, room: Room, people: list[MemberActor]) -> None:
        self.room, self.people, self.season = room, {person.id: person for person in people}, 1

    async def tap(self, person: MemberActor, label: str) -> InteractionResult:
        """Somebody looks at their matches, and presses a button there."""
        return await press(person, await press(person, post_of(self.room), "My matches"), label)

    async def agree(self, one: MemberActor, other: MemberActor) -> datetime:
        """One names two times, and the other takes the first."""
        menu = await self.tap(one, "Find a time")
        times = [option.value for option in read(menu).menu().options[:2]]
        await choose(one, menu, *times)
        await choose(other, await self.tap(other, "Find a time"), times[0])
        return datetime.fromtimestamp(int(times[0]), UTC)

    async def give_up(self, loser: MemberActor, shown: Seen) -> None:
        """Somebody gives up a game of which a message is shown."""
        await press(loser, await self.room.ask(loser, "resign", shown), "Give up")

    async def play(self, match: MatchRecord, *players: MemberActor, decisions: int = 0) -> None:
        """They come to their table, where both decide so often, and the second gives up."""
        for person in players:
            await self.tap(person, "I'm here")
        (place,) = await self.room.bot.service.league_tables.of_match(match.id)
        thread = next(thread for thread in self.room.channel.threads if thread.id == place.channel_id)
        robots = [Robot(self.room, person, Random(match.id)) for person in players]
        for robot in robots if decisions else ():
            self.room.keep_hand(robot.person, await press(robot.person, table_in(thread), "My hand"))
        while min(sum(robot.used.values()) for robot in robots) < decisions:
            await next(robot for robot in robots if robot.is_asked).step()
        await self.give_up(players[1], table_in(thread))

    async def play_alone(self, person: MemberActor) -> None:
        """Somebody plays one of two deals of the same cards, and gives up the other."""
        robot = Robot(self.room, person, Random(1))
        self.room.keep_hand(person, await self.tap(person, "Play these cards"))
        while "Next deal" not in str(read(robot.hand()).buttons):
            await (robot.step() if robot.is_asked else self.room.env.advance_time(PAUSE))
        await self.tap(person, "Play these cards")
        await self.give_up(person, newest_private(person, self.room.channel))

    async def enter(self, match: MatchRecord, winner: int) -> None:
        """The organiser enters a result, in two choices."""
        organiser = next(iter(self.people.values()))
        tools = await press(organiser, post_of(self.room), "Manage")
        await choose(organiser, tools, Tool.RESULT, menu="What do you want to do?")
        await choose(organiser, tools, Choice(match, winner).value, menu="Which one?")

    async def lived(
        self, way: int, match: MatchRecord, one: MemberActor, other: MemberActor
    ) -> AsyncIterator[datetime]:
        """What becomes of a match, with the times at which it goes on."""
        if way == AT_ONCE:
            await self.play(match, one, other)
        elif way == ENTERED:
            await self.enter(match, min(match.numbers))
        elif way == ALONE:
            for person in (other, one):
                await self.tap(person, "Same cards")
            await self.play_alone(one)
        elif way != UNMET:
            at = await self.agree(other, one)
            yield at - timedelta(minutes=5)
            await (self.play(match, one, other, decisions=3) if way == MET else self.tap(one, "I'm here"))
            if way == ANOTHER_DAY:
                yield at + timedelta(minutes=1)
                await self.tap(one, "Another day")
                await self.play(match, one, other)

    async def round(self, ways: Iterable[int]) -> tuple[Counter[int], Counter[int]]:
        """Have the open matches go in these ways; the points that they give to whom, and how many are due."""
        league, agenda = await self.room.bot.service.league_ledger.get(self.season), list[Any]()
        points, due = Counter[int](), Counter[int]()
        for way, match in zip(ways, [one for one in league.matches if one.round == league.round], strict=True):
            one, other = [self.people[league.entry(number).user_id] for number in sorted(match.numbers)]
            points.update({one.id: 3 * (way != UNMET), other.id: way in (MET, ENTERED)})
            due.update((one.id, other.id))
            agenda.append((self.room.env.backend.clock.now(), match.id, self.lived(way, match, one, other)))
        assert league.round_ends_at is not None
        agenda.append((league.round_ends_at + timedelta(minutes=1), 0, None))
        while agenda:
            agenda.sort()
            at, number, events = agenda.pop(0)
            seconds = (at - self.room.env.backend.clock.now()).total_seconds()
            await self.room.env.advance_time(max(0, seconds))
            if events is not None and (later := await anext(events, None)) is not None:
                agenda.append((later, number, events))
        return points, due


async def test_two_seasons_of_a_club_of_twelve(room: Room, restart: Restart) -> None:
    """The table is what a count of its own says, the bot is killed on the way, and a tap leads to the next season."""
    room.env.backend.truths.suspend(Truth.MEMBER_LIMIT, because="Twelve names take seconds; taps follow at once here.")
    people = [*room.people(9), *(room.guild.add_member(room.env.create_user(f"guest{number}")) for number in range(3))]
    club, ann, bob = Club(room, people), people[0], people[1]
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.THREADS, ON)
    assert "There is no league here yet" in texts(await slash(ann, room.channel, "league list"))
    await slash(ann, room.channel, "league create", name="Autumn", game="three_piles", players=12, weeks=2)
    for person in people:
        await press(person, room.shown, "Sign up")
    for season, ways_of_season in WAYS.items():
        club.season, points, due = season, Counter[int](), Counter[int]()
        await press(ann, post_of(room), "Start")
        for number, ways in enumerate(ways_of_season, 1):
            await room.env.advance_time(POST_SECONDS)
            assert f"Round {number} of 2 · [to the league](" in texts(await slash(bob, room.channel, "league list"))
            for person in people:
                called = [text for text in calls(room, person) if "agree on a time to play together" in text]
                assert len(called) == 1, f"{person.name} in round {number}: {called}"
            given, counted = await club.round(ways)
            points, due = points + given, due + counted
        await restart(killed=True)
        await room.env.advance_time(POST_SECONDS)
        over, shown = post_of(room), await room.bot.service.league_overviews.of(season)
        found = {shown.league.entry(line.number).user_id: line for lines in shown.standings for line in lines}
        assert {user: (line.points, line.due) for user, line in found.items()} == {
            person.id: (points[person.id], due[person.id]) for person in people
        }
        champions = [person.name for person in people if person.id in shown.champions]
        board = await slash(bob, room.channel, "leaderboard")
        await press(bob, board, "Hall of fame")
        line = next(line for line in texts(board).splitlines() if line.startswith("👑 Autumn"))
        assert champions
        assert " was won by " in line
        assert all(name in said for name in champions for said in (texts(over).splitlines()[1], line))
        assert "Only the organiser" in told(await press(bob, over, f"Play season {season + 1}"))
        if season == 1:
            await press(ann, over, "Play season 2")
            assert "**12 of 12** have signed up" in texts(room.shown)
            assert "opened already" in told(await press(ann, over, "Play season 2"))
            listed = texts(await slash(bob, room.channel, "league list"))
            assert "**Open for sign-up**\nAutumn · Season 2 · 3 Piles · 12 of 12 places taken" in listed
            assert "**Over**\nAutumn · 3 Piles" in listed
