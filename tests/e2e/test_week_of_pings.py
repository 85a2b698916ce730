"""A week of play on a server, of which members read what their phones show. ``CARDROOM_PUSHES=FILE`` lists it.

Slow games of all kinds, leagues that play day by day and that meet, an evening, a cup, the game of the day, requests,
votes, reminders, and members who stop coming.
"""

import re
from collections.abc import Awaitable, Sequence
from contextlib import suppress
from random import Random

import pytest
from simcord import MemberActor

from db.records import Phase
from engines import GAMES
from opponents import Level, choose
from playground.testing.people import press, slash
from playground.testing.room import Room
from sessions.leagues.tools import Tool
from sessions.settings.server import ServerSetting
from sessions.settings.settings import ON, QuietHours, Wish
from sessions.shared.refusals import Refused
from tests.cogs.tables.kinds_of_pings import LANGUAGES

HOUR = 3600.0
DAYS = 7
VISITS = {8: "ann cat eve gus", 12: "ann dan", 18: "bob cat dan fay", 20: "ann gus hal eve"}
"""Who comes at which hour."""
LAST_DAYS = {"dan": 2, "hal": 1, "fay": 3}
TABLES = {
    "three-piles": "fay bob cat", "counterweight": "ann bob", "counter": "cat dan eve", "knotweed": "eve fay gus ann",
    "card-duel": "gus hal",
}  # fmt: skip
LEAGUES = {"Autumn": "card_duel", "Winter": "three_piles"}
ENGLISH, CARDS = re.compile(r"\b(you|your|left|the|for)\b"), re.compile(r"[♠♥♦♣]|<:")


class Week:
    """What the members do. They decide as easy computers do."""

    def __init__(self, room: Room) -> None:
        self.room, self.service, self.guild = room, room.bot.service, room.guild.id
        self.tables: dict[str, int] = {}
        self._chance = Random("week")

    def people(self, names: str) -> list[MemberActor]:
        return [self.room.members[name] for name in names.split()]

    async def tries(self, *deeds: Awaitable[object]) -> None:
        """Members do something, as far as they can."""
        for deed in deeds:
            with suppress(Refused), self.room.env._bot_scope():
                await deed
            await self.room.env.settle()

    async def begin(self, game: str, people: Sequence[MemberActor]) -> None:
        await slash(people[0], self.room.channel, f"play {game}", pace="days_1", opponents=people[-1].mention)
        table, lobby = await self.room.table(), self.service.lobby
        self.tables[game] = table.id
        await self.tries(*(lobby.join(table.id, person.id) for person in people[1:]))
        await self.tries(lobby.start(table.id, people[0].id))

    async def visit(self, person: MemberActor) -> None:
        """Somebody decides once or twice wherever they play, and cares for the matches that have no table."""
        for table in await self.room.bot.store.tables.open_tables_of(person.id):
            for _ in range(2 if table.phase is Phase.PLAYING else 0):
                view = (await self.service.views.snapshot(table.id, person.id)).view
                if view is not None and view.may_act:
                    action = choose(GAMES[table.game], view, Level.EASY, self._chance).action
                    await self.tries(self.service.play.act(table.id, person.id, [str(action)]))

    async def offer(self, name: str) -> None:
        """Somebody names the same times as the others, wherever they have to meet them."""
        (person,) = self.people(name)
        for league in await self.room.bot.store.leagues.open_on(self.guild):
            for match in (await self.service.league_ledger.get(league.id)).open_matches:
                with suppress(Refused):
                    choice = await self.service.league_appointments.choice(match.id, self.guild, person.id)
                    times = choice.starts[-2:]
                    await self.tries(self.service.league_appointments.offer(match.id, self.guild, person.id, times))


async def prepare(week: Week, language: str) -> None:
    room, service, guild = week.room, week.service, week.guild
    for setting, value in (
        (ServerSetting.LANGUAGE, language), (ServerSetting.TABLES, "10"), (ServerSetting.THREADS, ON)
    ):  # fmt: skip
        await service.server_settings.choose(guild, setting, value)
    await service.settings.choose_quiet_hours(QuietHours("UTC", 22, 7), server=guild)
    ann, ivy = week.people("ann ivy")
    await room.choose_own(ivy, "knotweed", menu="calls")
    await press(ann, await slash(ann, room.channel, "daily"), "Begin")
    await room.choose_own(ann, Wish.REMINDER, menu="wishes")
    for game, names in TABLES.items():
        await week.begin(game, week.people(names))
    for name, game in LEAGUES.items():
        await slash(ivy, room.channel, "league create", name=name, game=game, players=4, weeks=2)
    await slash(ivy, room.channel, "league cup", name="Cup", game="knotweed", deals=4, days=3)
    await begin_leagues(week, "ann bob cat dan")


async def begin_leagues(week: Week, names: str) -> None:
    (ivy,) = week.people("ivy")
    for league in await week.room.bot.store.leagues.open_on(week.guild):
        sign_up, rounds = week.service.league_sign_up, week.service.league_rounds
        await week.tries(*(sign_up.join(league.id, week.guild, person.id) for person in week.people(names)))
        await week.tries(rounds.start(league.id, week.guild, ivy.id, may_manage=False))


async def happens(week: Week, day: int) -> None:
    """What else members do, each at noon of a day."""
    room, service, tables = week.room, week.service, week.tables
    ann, bob, cat, hal, ivy = week.people("ann bob cat hal ivy")
    match day:
        case 1:
            await slash(hal, room.channel, "play knotweed")
            await week.offer("bob")
            await week.offer("ann")
        case 2:
            await week.offer("cat")
            await week.offer("dan")
            await week.tries(
                service.take_backs.ask(tables["counter"], cat.id),
                service.take_backs.ask(tables["counterweight"], ann.id),
            )
            await week.tries(service.votes.ask_to_end(tables["counterweight"], bob.id))
        case 3:
            for league in await room.bot.store.leagues.open_on(week.guild):
                organising = week.service.league_organising
                await week.tries(organising.decide(league.id, week.guild, ivy.id, Tool.REMIND, may_manage=True))
        case 4:
            await slash(ivy, room.channel, "league evening", game="three_piles", rounds=2, minutes=60)
            await begin_leagues(week, "eve gus ivy")
        case 5:
            await week.tries(
                service.listeners.follow(tables["counterweight"], ivy.id),
                service.seats.resign(tables["counterweight"], bob.id),
            )


@pytest.mark.thorough(samples=1)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_week(room: Room, language: str) -> None:
    week, backend = Week(room), room.env.backend
    await prepare(week, language)
    for day in range(DAYS):
        for hour, names in VISITS.items():
            await room.env.advance_time(((hour - week.service.now().hour) % 24 or 24) * HOUR)
            for person in week.people(names):
                if day < LAST_DAYS.get(person.name, DAYS):
                    await week.visit(person)
            if hour == 12:
                await happens(week, day)
    pushes = [push for push in backend.pushes if push.content != "added you to the thread"]
    assert len(pushes) > 100
    assert [push for push in pushes if f"<@{push.user_id}>" not in push.content] == []
    assert [push for push in pushes if CARDS.search(push.content)] == []
    assert [push for push in pushes if ENGLISH.search(push.content) and language != LANGUAGES[0]] == []
