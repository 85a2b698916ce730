"""What cannot be done is refused in a sentence that only the member who asked can read, and nothing changes.

Who may do what is in ``test_permission_matrix.py``, what the rules of a game refuse in the tests of its engine.
"""

import discord
import pytest

from cogs.client import Cardroom
from cogs.guild_events import LEAVE_AGAIN
from cogs.shared.permissions import BANNED
from playground.testing.life import Life
from playground.testing.people import press, tap
from playground.testing.room import Room, refused, told
from playground.testing.truths.requests import Refusal
from tests.e2e.gateway import Gateway


async def test_another_members_hand_message_gives_nothing_away(room: Room, gateway: Gateway) -> None:
    """Discord says who taps, not the button: a forged tap on somebody else's controls does nothing."""
    ann, bob = await room.deal("three-piles", 2, first=0)
    gateway.forge(f'"id": "{ann.id}"', f'"id": "{bob.id}"')
    async with room.unchanged():
        result = await press(ann, room.hand_of(ann), "Draw a card")
    assert "your hand has been refreshed" in told(result)


@pytest.mark.parametrize(
    ("game", "typed", "sentence"),
    [
        ("knotweed", "paly 1 6C", "“paly 1 6C” is not a move in Knotweed"),
        ("three-piles", "stack AC 0", "You do not hold A♣"),
    ],
)
async def test_a_typed_move_that_is_none(room: Room, game: str, typed: str, sentence: str) -> None:
    ann, _ = await room.deal(game, 2, first=0)
    answer = await refused(room, ann, "move", action=typed)
    assert sentence in answer
    assert "reference" not in answer


@pytest.mark.parametrize("label", ["My hand", "Draw a card", "More"])
async def test_a_table_that_does_not_exist(room: Room, gateway: Gateway, label: str) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    gateway.forge(":1:", ":99:")
    async with room.unchanged():
        shown = room.hand_of(ann) if label == "Draw a card" else room.shown
        assert "I no longer know that table" in told(await press(ann, shown, label))


async def test_a_choice_of_an_earlier_version(room: Room, gateway: Gateway) -> None:
    """It asked for the card first and then for its place. Nothing is played, and the question is there as it is now."""
    ann, _ = await room.deal("three-piles", 2, first=0)
    asked = room.hand_text(ann)
    gateway.forge(":draw", ":2C.pile-0")
    async with room.unchanged():
        assert "That choice is no longer there" in told(await press(ann, room.hand_of(ann), "Draw"))
    assert room.hand_text(ann) == asked


async def test_a_banned_member_can_neither_type_nor_tap(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    hand = room.hand_of(ann)
    room.bot.bans = room.bot.control_handlers._bans = {ann.id}
    async with room.unchanged():
        assert await refused(room, ann, "move", action="draw") == str(BANNED)
        assert told(await tap(ann, hand, "Draw a card")) == str(BANNED)
    assert await refused(room, bob, "move", action="draw") == "It is not your turn."


async def test_a_banned_server_is_left_as_soon_as_discord_takes_it(room: Room, life: Life) -> None:
    """Both one where the bot was before, and one that invites it again. Nothing else waits for that."""
    build = life.build

    async def banning() -> discord.Client:
        bot = await build()
        assert isinstance(bot, Cardroom)
        bot.bans = {room.guild.id}
        return bot

    life.build = banning
    failing = room.env.backend.refuse(Refusal(lambda asked: asked.method == "DELETE", 503, 0, None))
    await life.restart()
    assert room.bot._preparing is not None
    assert room.bot._preparing.done()
    assert room.bot._preparing.exception() is None, "everything that comes after it has begun"
    with room.env._bot_scope():
        room.bot.dispatch("guild_join", room.bot.get_guild(room.guild.id))
    await room.env.settle()
    assert room.guild.id in room.env.backend.guilds
    failing.times = 0
    await room.env.advance_time(LEAVE_AGAIN)
    assert room.guild.id not in room.env.backend.guilds
