"""/practice: whole games against computers in messages that only one member sees."""

from random import Random
from typing import Any

import pytest
from discord import PermissionOverwrite
from simcord import InteractionResult, MemberActor, ResponseMessage

from db.records import Phase, TableRecord
from engines import GAMES
from playground.testing.people import choose, press, private_messages, slash, suggestions
from playground.testing.robot import MANY_STEPS, Robot
from playground.testing.room import MANY_PAUSES, Room, refused, told
from playground.testing.screens import CARD, Seen, message_of, read, texts
from sessions.computers.players import PAUSE, TAKE_BACK_TIME
from sessions.settings.server import ServerSetting
from sessions.settings.settings import Wish
from sessions.tables.pace import IDLE_TIME
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers.restarts import Restart

A_QUARTER = 15 * 60 + 10


with_pictures = pytest.mark.bot(draw_tables=True)


async def newest(room: Room) -> TableRecord:
    """The table that was opened last, in any channel."""
    number = max(row[0] for row in room.rows()["tables"])
    table = await room.bot.store.tables.get(number)
    assert table is not None
    return table


async def computers(room: Room, table_id: int) -> None:
    """Let time pass until the computers at a table have made all their moves."""
    for _ in range(MANY_PAUSES):
        if not (await room.bot.service.views.snapshot(table_id, None)).thinking:
            return
        await room.env.advance_time(max(PAUSE, TAKE_BACK_TIME))
    raise AssertionError("the computers go on and on")


def faces(seen: Seen) -> list[str]:
    return [button.face for button in read(seen).buttons]


class PracticeRobot(Robot):
    """Plays one practice game by what its message offers."""

    def __init__(self, room: Room, person: MemberActor, message: ResponseMessage, table_id: int) -> None:
        super().__init__(room, person, Random(table_id))
        self.message = message
        self.table_id = table_id

    def hand(self) -> ResponseMessage:
        return self.message

    async def is_over(self) -> bool:
        return not (await self.room.bot.service.views.snapshot(self.table_id, None)).table.phase.is_open


async def practise(room: Room, person: MemberActor, game: str, **options: Any) -> PracticeRobot:
    """Start a practice game; nothing appears in the channel."""
    before = room.public()
    shown = await slash(person, room.channel, f"practice {game}", **options)
    message = message_of(shown)
    assert isinstance(message, ResponseMessage)
    assert message.ephemeral
    assert room.public() == before
    return PracticeRobot(room, person, message, (await newest(room)).id)


async def play_on(room: Room, robot: PracticeRobot, steps: int = MANY_STEPS) -> None:
    """Play a practice game by clicks for so many steps, or to its end."""
    for _ in range(steps):
        await computers(room, robot.table_id)
        if await robot.is_over():
            return
        await robot.step()


@with_pictures
async def test_the_message_has_all_that_a_table_and_a_hand_have(room: Room) -> None:
    (ann,) = room.people(1)
    robot = await practise(room, ann, "three-piles", first=0)
    (picture,) = read(robot.message).pictures
    assert "ann" in picture.alt
    assert CARD.search(texts(robot.message)), "the own hand is there in words too"
    assert {"Hint", "More"} <= set(faces(robot.message))
    await press(ann, robot.message, "Draw a card")
    assert read(robot.message).pictures
    before = texts(robot.message)
    for button, shown in (("Log", "Log of 3 Piles"), ("Text", "## 🃏 3 Piles"), ("Rules", "In short")):
        assert shown.casefold() in texts(await room.more(ann, button, robot.message)).casefold()
    assert "💡" in told(await press(ann, robot.message, "Hint"))
    assert texts(robot.message) == before
    await room.bot.service.settings.choose(ann.id, Wish.PICTURES, False)
    robot.message = hand_in(await slash(ann, room.channel, "hand"))
    assert not read(robot.message).pictures
    assert "3 Piles" in texts(robot.message)
    assert "Text" not in faces(robot.message)


async def test_the_computers_moves_are_shown_without_a_request_in_the_channel(
    room: Room, request_log: RequestLog
) -> None:
    (ann,) = room.people(1)
    robot = await practise(room, ann, "three-piles", first=1)
    assert "🤖" in texts(robot.message)
    first = len(request_log.requests)
    await computers(room, robot.table_id)
    assert robot.is_asked
    made = [(request.method, request.path) for request in request_log.requests[first:]]
    assert made
    assert all(path.startswith("/webhooks/") for _, path in made)


async def test_resigning_asks_in_a_message_of_its_own(room: Room) -> None:
    (ann,) = room.people(1)
    robot = await practise(room, ann, "knotweed", opponents="3")
    asked = await room.ask(ann, "resign", robot.message)
    assert "Give up this game?" in texts(asked)
    await press(ann, asked, "Keep playing")
    assert robot.is_asked or "⏳" in texts(robot.message)
    asked = await room.ask(ann, "resign", robot.message)
    await press(ann, asked, "Give up")
    assert "🏁" in texts(robot.message)
    assert "This game isn't rated: your first one against computers is just practice." in texts(robot.message)
    assert (await newest(room)).phase is Phase.FINISHED


@with_pictures
async def test_a_rematch_is_a_new_message_and_there_is_only_one(room: Room) -> None:
    (ann,) = room.people(1)
    robot = await practise(room, ann, "knotweed", opponents="2", cheating=True)
    await press(ann, await room.ask(ann, "resign", robot.message), "Give up")
    again = await press(ann, robot.message, "Rematch")
    table = await newest(room)
    assert table.id == robot.table_id + 1
    assert (table.purpose.is_private, len(table.seats), table.options) == (True, 3, {"cheating": True})
    assert "🏁" in texts(robot.message), "the result stays"
    assert read(again).pictures
    shown = len(private_messages(ann, room.channel))
    await press(ann, robot.message, "Rematch")
    assert (await newest(room)).id == table.id
    await room.env.settle()
    assert len(private_messages(ann, room.channel)) == shown, "no hand is left that nothing keeps up to date"
    replay = await press(ann, robot.message, "Replay")
    assert "Move 0 of" in texts(replay)


# Finding them again


@with_pictures
async def test_hand_asks_which_game_is_meant(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    await practise(room, ann, "three-piles", first=0)
    asked = await slash(ann, room.channel, "hand")
    faces_ = [option.face for option in read(asked).menu("Choose a table").options]
    assert len(faces_) == 2
    assert faces_[0] == "3 Piles: ann, bob"
    assert faces_[1].startswith("Practice, 3 Piles: ann, 🤖 ")
    await choose(ann, asked, faces_[1])
    assert read(asked).pictures
    await press(ann, asked, "Draw a card")
    assert await room.moves() == []
    asked = await slash(ann, room.channel, "hand")
    await choose(ann, asked, faces_[0])
    (picture,) = read(asked).pictures
    assert "bob: 3 cards" in picture.alt
    assert "🤖" not in picture.alt


@with_pictures
async def test_games_lists_it_and_opens_it_anywhere(room: Room) -> None:
    (ann,) = room.people(1)
    robot = await practise(room, ann, "three-piles", first=0)
    elsewhere = room.guild.create_text_channel("elsewhere")
    listed = await slash(ann, elsewhere, "games")
    assert "Practice, 3 Piles: ann, 🤖" in texts(listed)
    assert "only you see this game" in texts(listed)
    assert "Go to the table" not in texts(listed)
    await press(ann, await press(ann, listed, "My hand"), "Draw a card")
    assert len(await room.bot.store.games.moves(robot.table_id)) == 1
    assert read(await slash(ann, elsewhere, "hand")).pictures, "there is no other game that could be meant"
    assert "not playing anywhere" in texts(await slash(room.members["bob"], elsewhere, "games"))


async def test_after_a_quarter_of_an_hour_and_a_restart(room: Room, restart: Restart, request_log: RequestLog) -> None:
    (ann,) = room.people(1)
    robot = await practise(room, ann, "three-piles", first=0)
    await play_on(room, robot, 4)
    await room.env.advance_time(A_QUARTER)
    await computers(room, robot.table_id)
    robot.message = hand_in(await slash(ann, room.channel, "hand"))
    await play_on(room, robot, 4)
    await restart(killed=True, down_for=60)
    await room.env.advance_time(PAUSE)
    await computers(room, robot.table_id)
    robot.message = hand_in(await slash(ann, room.channel, "hand"))
    await play_on(room, robot, 4)
    await restart()
    robot.message = hand_in(await slash(ann, room.channel, "hand"))
    await play_on(room, robot)
    assert "🏁" in texts(robot.message)
    assert room.public() == []


def hand_in(shown: InteractionResult) -> ResponseMessage:
    message = message_of(shown)
    assert isinstance(message, ResponseMessage)
    return message


# Commands


async def test_an_old_message_shows_the_result_of_a_game_that_was_given_up(room: Room) -> None:
    (ann,) = room.people(1)
    robot = await practise(room, ann, "three-piles")
    await room.env.advance_time(A_QUARTER)  # after which the bot cannot edit the message by itself
    await room.confirm(ann, "resign")
    await press(ann, robot.message, faces(robot.message)[0])
    assert "🏁" in texts(robot.message)
    assert {"🔁 Rematch", "🎞️ Replay"} <= set(faces(robot.message))


async def test_there_is_nothing_to_leave_and_no_table_to_show(room: Room) -> None:
    (ann,) = room.people(1)
    await practise(room, ann, "three-piles")
    offered = {button.face for button in read(await room.more(ann)).buttons}
    assert offered == {"Text", "Rules", "⚖️ Verify", "🏳️ Resign", "⏹️ End the game"}


async def test_opponents_are_typed_as_for_a_table(room: Room) -> None:
    ann, bob = room.people(2)
    for opponents, sentence in (
        ("@bob", "I don't know this opponent: “\u2068\\@\u200bbob\u2069”. Name levels of computers"),
        (bob.mention, "Only computers play in /practice. /play opens a table for members."),
    ):
        assert sentence in await refused(room, ann, "practice knotweed", opponents=opponents)
    offered = await suggestions(ann, room.channel, "practice counter", "opponents", "3 h")
    assert offered == {"3 hard": "3 hard"}
    for opponents, seated in (("3 hard", ["hard"] * 3), ("easy", ["easy", "normal"]), (None, ["normal", "normal"])):
        await practise(room, ann, "counter", **({} if opponents is None else {"opponents": opponents}))
        assert [seat.computer for seat in (await newest(room)).seats[1:]] == seated


# Only for its owner


async def test_no_thread_is_made_and_nobody_is_called(room: Room) -> None:
    ann, bob = room.people(2)
    await room.choose_own(bob, "three_piles", menu="calls")
    room.env.backend.guilds[room.guild.id].owner_id = ann.id
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.THREADS, "on")
    robot = await practise(room, ann, "three-piles", first=0)
    for _ in range(5):
        await room.env.advance_time(A_QUARTER)
    assert room.channel.threads == []
    assert room.public() == []
    await room.env.advance_time(IDLE_TIME.total_seconds())
    assert (await room.bot.service.views.snapshot(robot.table_id, None)).table.phase is Phase.CLOSED
    assert room.public() == []


# Where the bot may do little


async def test_where_the_bot_may_not_write(room: Room) -> None:
    (ann,) = room.people(1)
    bot = room.env.bot.user
    assert bot is not None
    room.guild.create_text_channel("mute", overwrites={bot: PermissionOverwrite(send_messages=False)})
    room.channel = room.guild.channels["mute"]
    robot = await practise(room, ann, "knotweed", opponents="easy", turn_cap=1)
    await play_on(room, robot)
    assert "🏁" in texts(robot.message)


UNKNOWN_UPLOAD = "Invalid Form Body\nIn data.attachments.0.id: Unknown upload"


@with_pictures
async def test_a_picture_refused_while_a_computer_moves(room: Room) -> None:
    (ann,) = room.people(1)
    robot = await practise(room, ann, "three-piles", first=1)
    assert read(robot.message).pictures
    room.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=400, code=50035, message=UNKNOWN_UPLOAD)
    await computers(room, robot.table_id)
    assert robot.is_asked
    assert not read(robot.message).pictures


@with_pictures
@pytest.mark.parametrize("key", GAMES)
async def test_every_game_can_be_practised(room: Room, key: str) -> None:
    (ann,) = room.people(1)
    game, most = GAMES[key], GAMES[key].seats[-1] - 1
    number = {"opponents": str(most)} if len(game.seats) > 1 else {}
    robot = await practise(room, ann, key.replace("_", "-"), **number)
    await play_on(room, robot, 6)
    table = await newest(room)
    assert (table.game, len(table.seats)) == (key, most + 1)
    assert len({seat.computer for seat in table.seats[1:]}) == 1
    assert read(robot.message).pictures
