"""/daily: two members play the same game, each alone; one try, midnight, results and a line to share."""

from datetime import timedelta
from random import Random

import pytest
from discord import PermissionOverwrite
from simcord import MemberActor, ResponseMessage

from db.purpose_records import DayTry
from db.records import Phase, TableRecord
from engines import GAMES
from playground.testing.people import press, slash
from playground.testing.robot import MANY_STEPS
from playground.testing.room import Room, refused, tap_refused, told
from playground.testing.screens import Seen, message_of, texts
from sessions.occasions import Kind
from sessions.settings.server import OFF, ServerSetting
from sessions.settings.settings import QuietHours, Wish
from tests.e2e.test_practice_alone import PracticeRobot, computers, faces, newest, play_on
from tests.e2e.test_sunday import comes

MORNING = 6
GAME = "card_duel"
READ_ONLY = PermissionOverwrite(send_messages=False)


@pytest.fixture(autouse=True)
def card_duel_every_day(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, game in GAMES.items():
        if key != GAME:
            monkeypatch.setattr(type(game), "daily", None)


@pytest.fixture(autouse=True)
async def morning(room: Room) -> None:
    """Make it early in the day on the server, whenever the test runs."""
    offset = (MORNING - room.bot.service.now().hour + 12) % 24 - 12
    hours = QuietHours(f"Etc/GMT{-offset:+d}", 0, 0)
    await room.bot.service.settings.choose_quiet_hours(hours, server=room.guild.id)


class DailyRobot(PracticeRobot):
    """Plays the game of the day by what its message offers, as every other robot would."""

    def __init__(self, room: Room, person: MemberActor, message: ResponseMessage, table_id: int) -> None:
        super().__init__(room, person, message, table_id)
        self._chance = Random("the same for everybody")  # so all end in the same place
        self._taste = lambda label: -float("Without" in label)  # without a hand, the deck plays by itself

    async def play(self, steps: int = MANY_STEPS) -> None:
        """Play so many steps, or to the end."""
        await play_on(self.room, self, steps)


async def begin(room: Room, person: MemberActor) -> DailyRobot:
    before = room.public()
    offer = await slash(person, room.channel, "daily")
    message = message_of(await press(person, offer, "Begin"))
    assert isinstance(message, ResponseMessage)
    assert message.ephemeral
    assert room.public() == before
    return DailyRobot(room, person, message, (await newest(room)).id)


async def finish(room: Room, person: MemberActor) -> DailyRobot:
    robot = await begin(room, person)
    await robot.play()
    return robot


async def table_of(room: Room, robot: DailyRobot) -> TableRecord:
    return (await room.bot.service.views.snapshot(robot.table_id, robot.person.id)).table


async def midnight(room: Room, table: TableRecord) -> None:
    """Let time pass until the day is over."""
    assert isinstance(table.purpose, DayTry)
    left = table.purpose.ends_at - room.bot.service.now() + timedelta(seconds=5)
    await room.env.advance_time(left.total_seconds())


def body(seen: Seen) -> str:
    return texts(seen).replace("\\", "")


async def test_the_one_try_begins_only_when_the_member_says_so(room: Room) -> None:
    ann, bob = room.people(2)
    offer = await slash(ann, room.channel, "daily")
    assert offer.ephemeral
    for fact in ("Card Duel", "You play against a computer", "You have one try"):
        assert fact in texts(offer)
    assert faces(message_of(offer)) == ["🗓️ Begin", "🎓 Learn"]
    assert room.rows()["tables"] == []
    await press(ann, offer, "Begin")
    table = await newest(room)
    again = await press(ann, offer, "Begin")
    assert (await newest(room)).id == table.id, "a second tap leads to the same game"
    assert "🗓️ Daily #" in texts(again)
    offer = await slash(bob, room.channel, "daily")
    await midnight(room, table)
    assert "That day is over" in await tap_refused(room, lambda: press(bob, offer, "Begin"))


async def test_the_message_says_what_is_special(room: Room) -> None:
    (ann,) = room.people(1)
    robot = await begin(room, ann)
    await computers(room, robot.table_id)
    shown = texts(robot.message)
    assert "you have one try, without hints and without taking moves back" in shown
    assert not {"Hint", "Take back"} & set(faces(robot.message))
    asked = await room.ask(ann, "resign", robot.message)
    assert "you get no second try today" in texts(asked)
    await press(ann, asked, "Give up")
    assert "not finished" in body(await slash(ann, room.channel, "daily"))


async def test_a_second_try_leads_back_to_the_game_or_its_result(room: Room) -> None:
    (ann,) = room.people(1)
    robot = await begin(room, ann)
    await robot.play(2)
    again = await slash(ann, room.channel, "daily")
    assert (await newest(room)).id == robot.table_id
    assert "🗓️ Daily #" in texts(again)
    robot.message = again.response  # type: ignore[assignment]
    await robot.play()
    result = texts(robot.message)
    assert "🏁" in result
    assert "rating" not in result
    assert "seed" not in result
    assert {"🗓️ How the others did", "📣 Share", "More"} <= set(faces(robot.message))
    assert not any("Replay" in face or "Rematch" in face for face in faces(robot.message))
    shown = await slash(ann, room.channel, "daily")
    assert (await newest(room)).id == robot.table_id
    assert "place 1 of 1 · streak 1" in body(shown)
    assert await room.bot.store.leaderboards.statistics(room.guild.id, ann.id, practice=True) == []


async def test_the_others_are_shown_only_afterwards_and_the_result_is_shared(room: Room) -> None:
    ann, bob, cat = room.people(3)
    for person in (ann, bob):
        await finish(room, person)
    robot = await begin(room, cat)
    assert "their results are shown" not in texts(robot.message)
    assert "to see how the others did" in await refused(room, cat, "daily", results=True)
    await robot.play()
    await press(cat, robot.message, "How the others did")
    shown = body(robot.message)
    for name in ("ann", "bob", "cat"):
        assert name in shown
    assert "(you)" in shown
    assert "This week" in shown
    assert shown.count("damage") == 3
    await press(cat, robot.message, "My game")
    assert "🏁" in texts(robot.message)
    await press(cat, robot.message, "Share")
    (*_, (_, line)) = room.public()
    assert "🗓️ Daily #" in line
    assert "Card Duel: cat, place 1 of 3 so far · streak 1 🔥" in line


async def test_a_line_is_shared_only_where_its_member_may_write(room: Room) -> None:
    (ann,) = room.people(1)
    await finish(room, ann)
    room.guild.create_text_channel("news", overwrites={ann.user: READ_ONLY})
    room.channel = room.guild.channels["news"]
    shown = await slash(ann, room.channel, "daily")
    async with room.unchanged():
        assert "You can't write in this channel" in told(await press(ann, shown, "Share"))


async def test_midnight_ends_the_day_and_opens_the_deal(room: Room) -> None:
    ann, bob = room.people(2)
    done, running = await finish(room, ann), await begin(room, bob)
    answer = texts(await room.more(ann, "Verify", done.message))
    table = await table_of(room, done)
    assert table.seed is not None
    assert table.seed not in answer
    assert "the day is over" in answer
    await midnight(room, table)
    assert (await table_of(room, running)).phase is Phase.CLOSED
    answer = texts(await room.more(ann, "Verify", done.message))
    assert f"`{table.seed}`" in answer
    assert "✅ Replaying the seed and the moves gives the result of the game." in answer
    shown = await slash(bob, room.channel, "daily", results=True)
    assert "You have not finished this game" in body(shown)
    assert "not finished" in body(shown)
    shown = await slash(ann, room.channel, "daily", results=True)
    assert "The day is over." in body(shown)
    assert "Move 0" in texts(await press(ann, shown, "Replay"))
    await press(ann, shown, "Share")
    (*_, (_, line)) = room.public()
    assert "ann, place 1 of 1" in line
    tomorrow = await begin(room, bob)
    assert (await table_of(room, tomorrow)).seed != table.seed


async def test_a_server_can_switch_it_off(room: Room) -> None:
    (ann,) = room.people(1)
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.DAILY, OFF)
    assert "There is no game of the day on this server" in await refused(room, ann, "daily")


async def test_a_reminder_in_the_evening(room: Room) -> None:
    """For those who want it, have played lately, and have yet to play today; in the channel where they last played."""
    ann, bob = room.people(2)
    service = room.bot.service
    await service.settings.choose_quiet_hours(QuietHours("UTC", 0, 0), server=room.guild.id)
    for person in (ann, bob):
        await press(person, await slash(person, room.channel, "daily"), "Begin")
    await room.choose_own(ann, Wish.REMINDER, menu="wishes")
    assert await room.bot.store.occasions.time_of(room.guild.id, Kind.REMINDER) is not None
    today = room.channel.history()
    await comes(room, Kind.REMINDER)
    assert room.channel.history() == today, "ann has begun today's game"
    await comes(room, Kind.REMINDER)
    ping = room.channel.history()[-1]
    assert [user.id for user in ping.mentions] == [ann.id]
    assert "is waiting for you: Card Duel. It ends in " in ping.content
    assert "<t:" not in ping.content, "a phone may not render it"
    await service.settings.choose(ann.id, Wish.REMINDER, False)
    await comes(room, Kind.REMINDER)
    assert room.channel.history()[-1].id == ping.id
    assert await room.bot.store.occasions.time_of(room.guild.id, Kind.REMINDER) is None, "nobody wants it any more"
