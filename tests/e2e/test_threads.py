"""A thread for each table: made, joined, played in, archived and reopened, locked and deleted."""

import asyncio
from collections.abc import Callable
from typing import Any

import discord
import pytest
from simcord import ChannelHandle, MemberActor

from cogs.tables.threads import TableThreads
from db.records import Phase, TableRecord
from playground.testing.people import newest_with_buttons, press, slash, tap
from playground.testing.room import Room, deny, refused, told
from playground.testing.screens import read, texts
from sessions.settings.server import DEFAULTS, ServerSetting
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers.restarts import Restart

HOUR, DAY = 3600.0, 86_400.0


@pytest.fixture
async def threaded(room: Room) -> Room:
    """A server that has chosen nothing about threads, and has two open tables a channel."""
    settings = room.bot.service.server_settings
    await settings.choose(room.guild.id, ServerSetting.THREADS, DEFAULTS[ServerSetting.THREADS])
    await settings.choose(room.guild.id, ServerSetting.TABLES, "2")
    return room


async def play_in_thread(room: Room, players: int = 2) -> tuple[ChannelHandle, list[MemberActor]]:
    """Open a table of 3 Piles in a thread and start it; ``room.channel`` stays the parent."""
    people = room.people(players)
    await slash(people[0], room.channel, "play three-piles", first=0)
    thread = room.channel.threads[-1]
    for person in people[1:]:
        await press(person, newest_with_buttons(thread), "Join")
    await press(people[0], newest_with_buttons(thread), "Start")
    return thread, people


async def stored(room: Room, number: int = 1) -> TableRecord:
    table = await room.bot.store.tables.get(number)
    assert table is not None
    return table


def is_archived(room: Room, thread: ChannelHandle) -> bool:
    metadata = room.env.backend.channels[thread.id].thread_metadata
    assert metadata is not None
    return metadata.archived


async def archive(room: Room, thread: ChannelHandle, *, locked: bool = False) -> None:
    """Somebody archives the thread; from now on Discord refuses an edit there once."""
    room.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": locked})
    await room.env.settle()


async def test_the_whole_life_of_a_thread(threaded: Room) -> None:
    thread, (ann, bob) = await play_in_thread(threaded)
    assert thread.name == "3 Piles · \u2068ann\u2069"
    (announced,) = [message for message in threaded.channel.history() if texts(message).startswith("ann opens")]
    assert texts(announced) == "ann opens a 3 Piles table."
    assert announced.id == thread.id, "the thread starts from the message in the channel"
    table = await stored(threaded)
    assert (table.channel_id, table.thread_of) == (thread.id, threaded.channel.id)
    members = threaded.env.backend.channels[thread.id].thread_members
    assert ann.id in members
    assert bob.id not in members, "he has tapped there, and Discord would tell everybody that he was added"
    hand = await press(ann, newest_with_buttons(thread), "My hand")
    await press(ann, hand, "Draw a card")
    assert [move.text for move in await threaded.bot.store.games.moves(1)] == ["draw"]
    await press(bob, await threaded.ask(bob, "resign", newest_with_buttons(thread)), "Give up")
    assert "ann won: bob gave up." in texts(newest_with_buttons(thread))
    assert not is_archived(threaded, thread)
    await threaded.env.advance_time(DAY - 60)
    assert not is_archived(threaded, thread), "Rematch and Replay are there"
    await threaded.env.advance_time(120)
    assert is_archived(threaded, thread)


async def test_commands_in_the_channel_find_the_table_in_its_thread(threaded: Room) -> None:
    thread, (ann, _) = await play_in_thread(threaded)
    hand = await slash(ann, threaded.channel, "hand")
    await press(ann, hand, "Draw a card")
    link = f"https://discord.com/channels/{threaded.guild.id}/{thread.id}"
    assert link in told(await threaded.more(ann, "Show the table here", hand))
    before = newest_with_buttons(thread).id
    await threaded.more(ann, "Show the table here", newest_with_buttons(thread))
    assert newest_with_buttons(thread).id > before
    assert link in texts(await slash(ann, threaded.channel, "games"))


async def test_tables_in_threads_count_for_their_channel(threaded: Room) -> None:
    await play_in_thread(threaded)
    cat, dan = threaded.members["cat"], threaded.members["dan"]
    await slash(cat, threaded.channel, "play knotweed")
    assert "This channel already has 2 open tables" in await refused(threaded, dan, "play knotweed")
    assert len(threaded.channel.threads) == 2


async def test_a_rematch_stays_in_the_thread(threaded: Room) -> None:
    thread, (ann, bob) = await play_in_thread(threaded)
    await press(bob, await threaded.ask(bob, "resign", newest_with_buttons(thread)), "Give up")
    await press(ann, newest_with_buttons(thread), "Rematch")
    again = await stored(threaded, 2)
    assert (again.channel_id, again.thread_of) == (thread.id, threaded.channel.id)
    await threaded.env.advance_time(0.5 * HOUR)
    await press(ann, await threaded.ask(ann, "end", newest_with_buttons(thread)), "Close the table")
    await threaded.env.advance_time(DAY - 60)
    assert not is_archived(threaded, thread), "the second table closed less than a day ago"
    await threaded.env.advance_time(120)
    assert is_archived(threaded, thread)


async def test_a_table_opened_in_a_thread_is_in_that_thread(threaded: Room) -> None:
    ann = threaded.members["ann"]
    threaded.env.backend.create_thread(threaded.channel.id, "table talk", owner_id=ann.id)
    await threaded.env.settle()
    (talk,) = threaded.channel.threads
    await slash(ann, talk, "play knotweed")
    assert (await stored(threaded)).channel_id == talk.id
    assert len(threaded.channel.threads) == 1


# Archived, locked, deleted


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_thread_that_was_reopened_after_a_game_is_archived_again(
    threaded: Room, restart: Restart, restarts: bool
) -> None:
    thread, (_, bob) = await play_in_thread(threaded)
    await press(bob, await threaded.ask(bob, "resign", newest_with_buttons(thread)), "Give up")
    if restarts:
        await restart(killed=True)
    await threaded.env.advance_time(DAY + 60)
    assert is_archived(threaded, thread)
    threaded.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": False})
    await threaded.env.settle()
    if restarts:
        await restart(killed=True)
    await threaded.env.advance_time(DAY - 60)
    assert not is_archived(threaded, thread)
    await threaded.env.advance_time(120)
    assert is_archived(threaded, thread)


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_thread_that_was_reopened_unheard_of_is_archived_again(
    threaded: Room, restart: Restart, monkeypatch: pytest.MonkeyPatch, restarts: bool
) -> None:
    """The bot was down, or Discord has begun a new session, which tells nothing of what was missed."""
    thread, (_, bob) = await play_in_thread(threaded)
    await press(bob, await threaded.ask(bob, "resign", newest_with_buttons(thread)), "Give up")
    await threaded.env.advance_time(DAY + 60)
    with monkeypatch.context() as down:
        down.setattr(TableThreads, "on_reopened", lambda threads, number: asyncio.sleep(0))
        threaded.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": False})
        await threaded.env.settle()
    if restarts:
        await restart()
    else:
        with threaded.env._bot_scope():
            (shard,) = threaded.bot.shards.values()
            await shard.disconnect()
            await shard.reconnect()
    await threaded.env.advance_time(DAY + 60)
    assert is_archived(threaded, thread)


async def test_a_thread_is_archived_when_discord_is_there_again(threaded: Room) -> None:
    thread, (_, bob) = await play_in_thread(threaded)
    await press(bob, await threaded.ask(bob, "resign", newest_with_buttons(thread)), "Give up")
    threaded.env.inject_error("PATCH", f"/channels/{thread.id}", status=503)
    await threaded.env.advance_time(DAY + 60)
    assert not is_archived(threaded, thread)
    await threaded.env.advance_time(HOUR)
    assert is_archived(threaded, thread)


@pytest.mark.parametrize("status", [403, 404])
async def test_a_thread_that_cannot_be_archived_is_left_alone(
    threaded: Room, request_log: RequestLog, status: int
) -> None:
    thread, (_, bob) = await play_in_thread(threaded)
    await press(bob, await threaded.ask(bob, "resign", newest_with_buttons(thread)), "Give up")
    threaded.env.inject_error("PATCH", f"/channels/{thread.id}", status=status, code=50001, times=None)
    await threaded.env.advance_time(2 * DAY)
    assert len(request_log.sent("PATCH", f"/channels/{thread.id}")) == 1


async def test_an_answer_in_an_archived_thread_reopens_it(threaded: Room) -> None:
    thread, (ann, _) = await play_in_thread(threaded)
    for action in ("My hand", "Move", "More"):
        await archive(threaded, thread)
        threaded.env.inject_error("POST", "/interactions/*/callback", status=400, code=50083)
        if action == "Move":
            await slash(ann, thread, "move", action="draw")
        else:
            await press(ann, newest_with_buttons(thread), action)
        assert not is_archived(threaded, thread)
    await archive(threaded, thread)
    threaded.env.inject_error("POST", "/interactions/*/callback", status=400, code=50083)
    await threaded.more(ann, "Show the table here", newest_with_buttons(thread))
    assert not is_archived(threaded, thread)


async def test_a_rematch_in_an_archived_thread(threaded: Room) -> None:
    thread, (ann, bob) = await play_in_thread(threaded)
    await press(bob, await threaded.ask(bob, "resign", newest_with_buttons(thread)), "Give up")
    await threaded.env.advance_time(DAY + 60)
    threaded.env.inject_error("POST", "/interactions/*/callback", status=400, code=50083)
    await press(ann, newest_with_buttons(thread), "Rematch")
    assert not is_archived(threaded, thread)
    assert (await stored(threaded, 2)).phase is Phase.LOBBY


async def test_a_thread_that_may_not_be_reopened(threaded: Room, request_log: RequestLog) -> None:
    """The move is stored, and the table is right again when the thread is open again."""
    thread, (ann, bob) = await play_in_thread(threaded)
    hand = await press(ann, newest_with_buttons(thread), "My hand")
    await deny(threaded, manage_threads=False)
    await archive(threaded, thread, locked=True)
    threaded.refuse_tokens()
    assert not (await tap(ann, hand, "Draw a card")).acknowledged, "no app sends taps in a locked thread"
    await slash(ann, threaded.channel, "move", action="draw")
    assert [move.text for move in await threaded.bot.store.games.moves(1)] == ["draw"]
    assert "a card drawn" not in texts(newest_with_buttons(thread))
    assert len(request_log.sent("PATCH", f"/channels/{thread.id}")) == 1
    role = threaded.guild.create_role("moderators", permissions=discord.Permissions(manage_threads=True))
    threaded.env.backend.add_member_role(threaded.guild.id, bob.id, role.id)
    assert "This thread is locked" in told(await threaded.more(bob, "Show the table here", newest_with_buttons(thread)))
    threaded.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": False, "locked": False})
    await threaded.env.settle()
    await threaded.more(bob, "Show the table here", newest_with_buttons(thread))
    assert "a card drawn" in texts(newest_with_buttons(thread))


async def test_a_locked_thread_is_reopened_never_in_a_loop(threaded: Room, request_log: RequestLog) -> None:
    """Discord refuses the edit although it says that the thread is open again."""
    thread, (ann, _) = await play_in_thread(threaded)
    threaded.refuse_tokens()
    threaded.env.inject_error("PATCH", f"/channels/{thread.id}/messages/*", status=400, code=50083, times=None)
    await slash(ann, thread, "move", action="draw")
    await threaded.env.advance_time(600)
    assert len(request_log.sent("PATCH", f"/channels/{thread.id}")) == 1


@pytest.mark.parametrize("with_channel", [False, True])
async def test_a_deleted_thread_closes_its_table(threaded: Room, with_channel: bool) -> None:
    thread, (ann, _) = await play_in_thread(threaded)
    elsewhere = threaded.guild.create_text_channel("elsewhere")
    threaded.env.backend.delete_channel(threaded.channel.id if with_channel else thread.id)
    await threaded.env.settle()
    assert (await stored(threaded)).phase is Phase.CLOSED
    assert "You are not playing anywhere" in texts(await slash(ann, elsewhere, "games"))


# Permissions


@pytest.mark.parametrize(
    ("denied", "named"),
    [
        ({"create_public_threads": False}, "Create Public Threads"),
        ({"send_messages_in_threads": False}, "Send Messages in Threads"),
        (
            {"create_public_threads": False, "read_message_history": False},
            "Create Public Threads and Read Message History",
        ),
    ],
)
async def test_without_permissions_tables_are_in_the_channel_and_managers_can_see_why(
    threaded: Room, denied: dict[str, bool], named: str
) -> None:
    ann = threaded.members["ann"]
    await deny(threaded, **denied)
    opened = await slash(ann, threaded.channel, "play knotweed")
    assert not opened.followups
    assert (await stored(threaded)).channel_id == threaded.channel.id
    role = threaded.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    threaded.env.backend.add_member_role(threaded.guild.id, ann.id, role.id)
    panel = await threaded.server_panel(ann)
    assert f"I can't create threads without these permissions: {named}." in texts(panel)


async def test_when_discord_makes_no_thread_the_table_is_in_the_channel(
    threaded: Room, expect_errors: Callable[..., None]
) -> None:
    ann = threaded.members["ann"]
    threaded.env.inject_error("POST", "/channels/*/messages/*/threads", status=400, code=160006)
    opened = await slash(ann, threaded.channel, "play knotweed")
    assert not opened.followups
    table = await stored(threaded)
    assert (table.channel_id, table.thread_of) == (threaded.channel.id, None)
    assert read(threaded.shown).button("Join")


@pytest.mark.parametrize("may_delete", [True, False])
async def test_a_thread_that_discord_makes_too_late_goes_and_the_table_stays_in_the_channel(
    threaded: Room, monkeypatch: pytest.MonkeyPatch, may_delete: bool
) -> None:
    make = discord.PartialMessage.create_thread

    async def make_late(message: discord.PartialMessage, **thread: Any) -> discord.Thread:
        await threaded.env.external_wait(asyncio.sleep(20), reason="a limit of Discord")
        return await make(message, **thread)

    monkeypatch.setattr(discord.PartialMessage, "create_thread", make_late)
    ann, bob = threaded.people(2)
    await slash(ann, threaded.channel, "play three-piles")
    await threaded.env.advance_time(4)
    shown = threaded.shown.id
    assert read(threaded.shown).button("Join")
    if not may_delete:
        threaded.env.inject_error("DELETE", "/channels/*", status=403, code=50013)
    await threaded.env.advance_time(30)
    assert threaded.channel.threads == [] if may_delete else is_archived(threaded, threaded.channel.threads[0])
    await press(bob, threaded.shown, "Join")
    assert threaded.shown.id == shown
    assert [message.id for message in threaded.channel.history() if read(message).buttons] == [shown]
    table = await stored(threaded)
    assert (table.channel_id, table.thread_of) == (threaded.channel.id, None)
