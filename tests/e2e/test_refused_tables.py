"""Opening tables: what cannot be done is refused in a private sentence, and nothing changes."""

import json

import pytest
from discord import PermissionOverwrite

from db.records import Phase
from playground.testing.people import slash
from playground.testing.room import Room, refused, told
from tests.e2e.gateway import Gateway


@pytest.mark.parametrize(
    ("genuine", "forged"), [("5", "99"), ("5", "0"), ("5", "-3"), ("5", "9007199254740991"), ("5", '"many"')]
)
async def test_a_house_rule_out_of_range(room: Room, gateway: Gateway, genuine: str, forged: str) -> None:
    """Discord's own apps do not send it; others may."""
    (ann,) = room.people(1)
    gateway.forge(f'"value": {genuine}', f'"value": {forged}')
    answer = await refused(room, ann, "play knotweed", rounds=5)
    refusal = f"You can't play with these house rules: Rounds can't be {json.loads(forged)}. Possible: 1–20."
    assert refusal in answer


@pytest.mark.thorough(samples=4)
@pytest.mark.parametrize(
    ("game", "opponents", "sentence"),
    [
        ("knotweed", "bob and cat", "I don't know these opponents: “\u2068bob\u2069”, “\u2068cat\u2069”."),
        ("knotweed", "hard hrad <@&77>", "I don't know these opponents: “\u2068hrad\u2069”, “<@&77>”."),
        ("knotweed", "{bob} hard nobody", "I don't know this opponent: “\u2068nobody\u2069”."),
        ("counter", "<@99999999999999999999>", "I don't know this opponent: “\u2068\\<"),
        ("counter", "<@0>", "I don't know this opponent: “\u2068\\<"),
        ("knotweed", "@everyone", "I don't know this opponent: “\u2068\\@\u200beveryone\u2069”."),
        ("knotweed", "0 hard", "I don't know this opponent: “\u20680\u2069”. Mention members"),
        ("knotweed", "8 hard", "Knotweed has room for 7 opponents."),
        ("knotweed", "and", "I couldn't find any opponents in that"),
        ("knotweed", "{ann}", "I couldn't find any opponents in that"),
        ("knotweed", "{bob}{cat}{dan}{eve}{fay}{gus}{hal}{ivy}", "Knotweed has room for 7 opponents."),
        ("three-piles", "{bob} {cat}", "3 Piles has room for one opponent."),
    ],
)
async def test_opponents_who_cannot_be_invited(room: Room, game: str, opponents: str, sentence: str) -> None:
    mentions = {name: member.mention for name, member in room.members.items()}
    answer = await refused(room, room.members["ann"], f"play {game}", opponents=opponents.format(**mentions))
    assert sentence in answer


async def test_a_challenge_to_oneself_or_a_bot(room: Room) -> None:
    ann = room.members["ann"]
    robot = room.guild.add_member(room.env.create_user("robot", bot=True))
    for target, sentence in ((ann, "You can't challenge yourself"), (robot, f"and <@{robot.id}> is a bot.")):
        async with room.unchanged():
            answer = told(await ann.context_menu(room.channel, "Challenge to a game", target))
        assert sentence in answer


@pytest.mark.parametrize("who", ["robot", "cardroom", "stranger"])
async def test_nobody_but_members_can_be_invited_by_name(room: Room, who: str) -> None:
    """With `invited_only`, a table for a bot would be one that nobody else can join."""
    user = room.env.create_user("robot", bot=who == "robot")
    if who == "robot":
        room.guild.add_member(user)
    assert room.env.bot.user is not None
    named = room.env.bot.user.id if who == "cardroom" else user.id
    sentence = f"and <@{named}> isn't one." if who == "stranger" else f"and <@{named}> is a bot."
    opponents = f"{room.members['bob'].mention} <@{named}>"
    answer = await refused(room, room.members["ann"], "play knotweed", opponents=opponents, invited_only=True)
    assert sentence in answer


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        ({"send_messages": False}, "these permissions: Send Messages."),
        ({"view_channel": False}, "these permissions: View Channel."),
        ({"view_channel": False, "send_messages": False}, "these permissions: View Channel and Send Messages."),
    ],
)
async def test_a_channel_where_the_bot_may_not_speak(room: Room, denied: dict[str, bool], named: str) -> None:
    """The missing permission is named before anything is opened."""
    ann, bob = room.people(2)
    bot = room.env.bot.user
    assert bot is not None
    room.channel = room.guild.create_text_channel("closed", overwrites={bot: PermissionOverwrite(**denied)})
    assert named in await refused(room, ann, "play knotweed")
    assert named in await refused(room, ann, "play knotweed", opponents=bob.mention)
    async with room.unchanged():
        assert named in told(await ann.context_menu(room.channel, "Challenge to a game", bob))
    assert room.rows()["tables"] == []


async def test_a_thread_where_the_bot_may_not_speak(room: Room) -> None:
    ann = room.members["ann"]
    thread = await room.open_thread(denied={"send_messages_in_threads": False})
    async with room.unchanged():
        answer = told(await slash(ann, thread, "play knotweed"))
    assert "these permissions: Send Messages in Threads." in answer


async def test_a_thread_needs_no_other_permission(room: Room) -> None:
    ann = room.members["ann"]
    room.channel = await room.open_thread(denied={"send_messages": False})
    await slash(ann, room.channel, "play knotweed")
    assert (await room.table()).phase is Phase.LOBBY
