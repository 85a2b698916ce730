"""The Discord of the tests does what the real one does: each test names the row of ``docs/reliability.md``."""

import asyncio
import io
from collections.abc import AsyncIterator, Awaitable
from typing import Any, TypeVar

import discord
import pytest
from discord import ui
from discord.http import Route
from simcord import ChannelHandle, MemberActor
from simcord.backend.errors import SetupError
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from playground.testing.life import PatientEnv
from playground.testing.truths.backend import MOST_FOLLOW_UPS, Push
from playground.testing.truths.limits import EMOJIS, MEMBERS, ROLES, THREADS
from playground.testing.truths.requests import Hang, Refusal, Truth, refused_gallery, uploads, writes
from playground.testing.truths.threads import MOST_OPEN

T = TypeVar("T")
HOUR = 3600.0
PIXEL = b"\x89PNG\r\n\x1a\n"


class SmallBot(discord.AutoShardedClient):
    """Answers every tap with "heard"."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True), shard_count=1, max_ratelimit_timeout=30)
        self.heard: list[discord.Interaction[Any]] = []

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        self.heard.append(interaction)
        await interaction.response.send_message("heard", ephemeral=True)


class World:
    """A server with a channel, two members and a bot that does what a test says."""

    def __init__(self, env: PatientEnv) -> None:
        self.env = env
        self.guild = env.create_guild()
        self.channel = self.guild.create_text_channel("cards")
        self.ann, self.bob = (self.guild.add_member(env.create_user(name)) for name in ("ann", "bob"))

    @property
    def bot(self) -> SmallBot:
        assert isinstance(self.env.bot, SmallBot)
        return self.env.bot

    def place(self, channel: ChannelHandle | None = None) -> discord.PartialMessageable:
        """Where the bot posts."""
        return self.bot.get_partial_messageable((channel or self.channel).id, guild_id=self.guild.id)

    async def begin(self, work: Awaitable[T]) -> "asyncio.Future[T]":
        """Have the bot do something, and wait until it has done it or has to wait."""
        with self.env._bot_scope():
            task = asyncio.ensure_future(work)
        await self.env.settle()
        return task

    async def do(self, work: Awaitable[T]) -> T:
        """Have the bot do something that takes no time."""
        task = await self.begin(work)
        assert task.done(), "the bot waits"
        return task.result()

    async def code(self, work: Awaitable[object]) -> tuple[int, int]:
        """The status and the code with which Discord refuses it; zeros if it does not."""
        try:
            await self.do(work)
        except discord.HTTPException as error:
            return error.status, error.code
        return 0, 0

    async def thread(self) -> ChannelHandle:
        """A thread of the bot."""
        channel = self.bot.get_channel(self.channel.id)
        assert isinstance(channel, discord.TextChannel)
        made = await self.do(channel.create_thread(name="table", type=discord.ChannelType.public_thread))
        return next(thread for thread in self.channel.threads if thread.id == made.id)

    async def archive(self, thread: ChannelHandle, *, locked: bool = False) -> None:
        self.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": True, "locked": locked})
        await self.env.settle()

    def is_archived(self, thread: ChannelHandle) -> bool:
        data = self.env.backend.channels[thread.id].thread_metadata
        assert data is not None
        return data.archived

    async def deny(self, who: MemberActor | None = None, **permissions: bool) -> None:
        """Deny somebody, or the bot, something in the channel."""
        allow, deny = discord.PermissionOverwrite(**permissions).pair()
        number = who.id if who else self.env.backend.bot_user.id
        self.env.backend.set_overwrite(
            self.channel.id, Overwrite(number, OverwriteType.MEMBER, allow.value, deny.value)
        )
        await self.env.settle()


@pytest.fixture
async def world() -> AsyncIterator[World]:
    env = PatientEnv(SmallBot(), shard_count=1, check_errors=False)
    await env.start()
    yield World(env)
    with env.time_context():
        await env.bot.close()
    await env.shutdown()


def picture() -> discord.File:
    return discord.File(io.BytesIO(PIXEL), "table.png")


def button() -> ui.View:
    view = ui.View(timeout=None)
    view.add_item(ui.Button(label="Join", custom_id="join"))
    return view


async def test_row_1_nothing_is_written_in_an_archived_thread(world: World) -> None:
    thread = await world.thread()
    message = await world.do(world.place(thread).send("hello"))
    await world.archive(thread)
    assert await world.code(world.place(thread).send("again")) == (400, 50083)
    assert await world.code(message.edit(content="changed")) == (400, 50083)
    assert await world.code(message.delete()) == (400, 50083)
    known = world.bot.get_channel(thread.id) or await world.do(world.bot.fetch_channel(thread.id))
    assert isinstance(known, discord.Thread)
    await world.do(known.edit(archived=False))
    assert await world.code(message.edit(content="changed")) == (0, 0)


async def test_row_1_a_command_in_an_archived_thread_cannot_be_answered(world: World) -> None:
    """discord-api-docs #5517: the command arrives, its callback is refused."""
    thread = await world.thread()
    record = world.env.backend.new_interaction(2, thread.id, world.ann.id, world.guild.id)
    await world.archive(thread)
    callback = Route("POST", f"/interactions/{record.id}/{record.token}/callback")
    assert await world.code(world.bot.http.request(callback, json={"type": 4, "data": {"content": "x"}})) == (
        400,
        50083,
    )


async def test_row_1_only_who_manages_threads_writes_in_a_locked_one(world: World) -> None:
    thread = await world.thread()
    await world.archive(thread, locked=True)
    known = await world.do(world.bot.fetch_channel(thread.id))
    assert isinstance(known, discord.Thread)
    await world.deny(manage_threads=False)
    assert await world.code(known.edit(archived=False)) == (403, 50013)
    world.env.backend.edit_channel(thread.id, {}, thread_metadata={"archived": False})
    assert await world.code(world.place(thread).send("hello")) == (400, 160005)


async def test_row_2_a_lost_answer_is_repeated_and_refused(world: World) -> None:
    """``discord/webhook/async_.py`` repeats after a 502, and the first callback has arrived."""
    shown = await world.do(world.place().send("table", view=button()))
    world.env.backend.lose_answers()
    result = await world.ann.click(shown, custom_id="join")
    assert result.acknowledged, "the first one has arrived"
    await world.env.advance_time(2)
    assert [getattr(error, "code", None) for error in world.env.errors] == [40060]


async def test_row_3_a_valid_emoji_is_refused_once(world: World) -> None:
    """discord-api-docs #7128."""
    view = ui.View(timeout=None)
    view.add_item(ui.Button(emoji=discord.PartialEmoji(name="c2C", id=5), custom_id="join"))
    with pytest.raises(discord.HTTPException) as refused:
        await world.do(world.place().send("table", view=view))
    assert refused.value.code == 50035
    assert "components.0.components.0.emoji.id" in refused.value.text
    await world.do(world.place().send("table", view=view))


async def test_row_4_another_picture_for_a_gallery_is_refused(world: World) -> None:
    """discord-api-docs #7529: for some bots, so only where a test says so."""
    message = await world.do(world.place().send("table", file=picture()))
    assert await world.code(message.edit(attachments=[picture()])) == (0, 0)
    world.env.backend.refuse(refused_gallery())
    assert await world.code(message.edit(attachments=[picture()])) == (400, 50035)
    assert await world.code(world.place().send("table", file=picture())) == (0, 0)


async def test_row_5_uploads_need_a_permission(world: World) -> None:
    message = await world.do(world.place().send("table"))
    await world.deny(attach_files=False)
    assert await world.code(world.place().send("table", file=picture())) == (403, 50013)
    assert await world.code(message.edit(attachments=[picture()])) == (403, 50013)
    assert await world.code(world.place().send("table")) == (0, 0)


async def test_row_6_threads_are_limited_for_each_channel(world: World) -> None:
    """discord-api-docs #7816; hermes-agent #96101. Others' threads count."""
    for _ in range(THREADS.count):
        await world.thread()
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    with pytest.raises(discord.RateLimited) as limited:
        await world.do(channel.create_thread(name="one more", type=discord.ChannelType.public_thread))
    assert limited.value.retry_after == THREADS.seconds
    await world.env.advance_time(THREADS.seconds)
    await world.thread()


async def test_row_7_the_bot_waits_without_a_word_or_is_told(world: World) -> None:
    """``discord/http.py``: it sleeps up to ``max_ratelimit_timeout``, beyond that it raises."""
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    for seconds, is_told in ((20, False), (200, True)):
        world.env.backend.limits.exhaust(THREADS, world.channel.id, seconds)
        made = await world.begin(channel.create_thread(name="table", type=discord.ChannelType.public_thread))
        assert made.done() == is_told
        await world.env.advance_time(seconds)
        assert made.done()
        assert isinstance(made.exception(), discord.RateLimited) == is_told


async def test_row_8_emojis_have_a_limit_of_their_own(world: World) -> None:
    """discord-api-docs #2250."""
    for number in range(EMOJIS.count):
        await world.do(world.bot.create_application_emoji(name=f"card_{number}", image=PIXEL))
    with pytest.raises(discord.RateLimited):
        await world.do(world.bot.create_application_emoji(name="one_more", image=PIXEL))
    await world.env.advance_time(HOUR)
    await world.do(world.bot.create_application_emoji(name="one_more", image=PIXEL))


async def test_row_9_three_edits_of_old_messages_in_twenty_seconds(world: World) -> None:
    """aikaterna-cogs #302, discord-api-docs #4413: 429 with code 30046, after discord.py has tried for a while."""
    old = await world.do(world.place().send("old"))
    await world.env.advance_time(HOUR)
    new = await world.do(world.place().send("new"))
    for number in range(3):
        await world.do(old.edit(content=str(number)))
    assert await world.code(new.edit(content="free")) == (0, 0)
    fourth = await world.begin(old.edit(content="3"))
    assert not fourth.done(), "discord.py waits and tries again"
    await world.env.advance_time(5)
    with pytest.raises(discord.HTTPException) as refused:
        fourth.result()
    assert (refused.value.status, refused.value.code) == (429, 30046)
    await world.env.advance_time(20)
    await world.do(old.edit(content="4"))


async def test_row_10_a_server_waits_for_its_roles_alone(world: World) -> None:
    """discord-api-docs #7680: ten in ten seconds, announced in headers; hikari 2.0.0.dev90: up to two days."""
    role = world.guild.create_role("champion")
    other = world.env.create_guild("Elsewhere")
    dan, prize = other.add_member(world.env.create_user("dan")), other.create_role("champion")
    world.env.backend.limits.exhaust(ROLES, world.guild.id, 2 * 24 * HOUR)
    with pytest.raises(discord.RateLimited):
        await world.do(world.bot.http.add_role(world.guild.id, world.ann.id, role.id))
    await world.do(world.bot.http.add_role(other.id, dan.id, prize.id))


async def test_row_11_many_refusals_block_the_address(world: World) -> None:
    """Discord documentation, "Rate Limits": 10,000 in ten minutes."""
    await world.deny(view_channel=False)
    assert await world.code(world.place().send("hello")) == (403, 50001)
    assert world.env.backend.limits.invalid == 1
    for _ in range(9_999):
        world.env.backend.limits.note_invalid()
    await world.deny()
    assert (await world.code(world.place().send("hello")))[0] == 429
    await world.env.advance_time(600)
    assert await world.code(world.place().send("hello")) == (0, 0)


async def test_row_12_members_come_a_few_a_second(world: World) -> None:
    """discord-api-docs #1135: a bucket of its own, announced in headers."""
    for _ in range(MEMBERS.count):
        await world.do(world.bot.http.get_member(world.guild.id, world.ann.id))
    sixth = await world.begin(world.bot.http.get_member(world.guild.id, world.ann.id))
    assert not sixth.done()
    await world.env.advance_time(MEMBERS.seconds)
    assert sixth.done()
    assert len([one for one in world.env.http_requests if "/members/" in one.path]) == MEMBERS.count + 1


async def test_row_13_five_followups_where_only_the_member_has_the_app(world: World) -> None:
    """Discord documentation, "Followup Messages"."""
    direct = world.env.backend.get_dm_channel(world.ann.id)
    record = world.env.backend.new_interaction(2, direct.id, world.ann.id, None)
    record.responded = True
    route = Route("POST", f"/webhooks/{world.env.backend.application_id}/{record.token}")
    for _ in range(MOST_FOLLOW_UPS):
        await world.do(world.bot.http.request(route, json={"content": "more"}))
    assert await world.code(world.bot.http.request(route, json={"content": "more"})) == (400, 40094)


async def test_row_14_a_push_shows_the_content_alone(world: World) -> None:
    """discord-api-docs #7854."""
    everybody = discord.AllowedMentions(users=True)
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay(f"{world.ann.mention}, it is your turn"))
    await world.do(world.place().send(view=layout, allowed_mentions=everybody))
    await world.do(world.place().send(f"{world.ann.mention}: your turn", allowed_mentions=everybody))
    here = world.channel.id
    assert world.env.backend.pushes == [
        Push(world.ann.id, here, ""),
        Push(world.ann.id, here, f"{world.ann.mention}: your turn"),
    ]


async def test_row_15_a_layout_has_no_content_and_stays_one(world: World) -> None:
    """Discord documentation, "Component Reference"."""
    layout = ui.LayoutView(timeout=None)
    layout.add_item(ui.TextDisplay("the table"))
    message = await world.do(world.place().send("plain"))
    await world.do(message.edit(content=None, view=layout))
    assert message.flags.components_v2 or world.channel.history()[-1].flags.components_v2
    assert (await world.code(message.edit(content="plain again", view=None)))[1] == 50035
    assert (await world.code(world.bot.http.request(
        Route("POST", f"/channels/{world.channel.id}/messages"),
        json={"content": "x", "flags": 1 << 15, "components": [{"type": 10, "content": "y"}]},
    )))[1] == 50035  # fmt: skip


async def test_row_16_nobody_tells_a_bot_without_the_intent_of_deletions(world: World) -> None:
    """Discord documentation, "Gateway Intents": MESSAGE_DELETE comes with GUILD_MESSAGES."""
    heard: list[object] = []
    world.bot.on_raw_message_delete = heard.append  # type: ignore[attr-defined]
    message = await world.do(world.place().send("table"))
    world.env.backend.delete_message(world.channel.id, message.id)
    await world.env.settle()
    assert not heard
    assert await world.code(message.edit(content="changed")) == (404, 10008)


@pytest.mark.parametrize(
    ("denied", "locked", "heard"),
    [({}, False, True), ({"send_messages_in_threads": False}, False, False), ({}, True, False)],
)
async def test_row_17_a_tap_in_an_archived_thread_reopens_it_or_is_not_sent(
    world: World, denied: dict[str, bool], locked: bool, heard: bool
) -> None:
    """discord-api-docs #8474, #5946."""
    thread = await world.thread()
    shown = await world.do(world.place(thread).send("table", view=button()))
    await world.deny(world.ann, **denied)
    await world.archive(thread, locked=locked)
    result = await world.ann.click(shown, custom_id="join")
    assert (bool(world.bot.heard), result.acknowledged, not world.is_archived(thread)) == (heard, heard, heard)


async def test_row_18_a_thread_is_archived_when_nobody_posts(world: World) -> None:
    """Discord documentation, "Threads": from the latest post or opening, and 1,000 open ones at most."""
    thread = await world.thread()
    minutes = world.env.backend.channels[thread.id].thread_metadata
    assert minutes is not None
    duration = minutes.auto_archive_duration * 60
    await world.env.advance_time(duration - 60)
    await world.do(world.place(thread).send("still here"))
    await world.env.advance_time(duration - 60)
    assert not world.is_archived(thread)
    await world.env.advance_time(120)
    assert world.is_archived(thread)
    for number in range(MOST_OPEN):
        world.env.backend.create_thread(world.channel.id, str(number), world.ann.id, broadcast=False)
    channel = world.bot.get_channel(world.channel.id)
    assert isinstance(channel, discord.TextChannel)
    assert (await world.code(channel.create_thread(name="x", type=discord.ChannelType.public_thread)))[1] == 160006
    assert (await world.code(world.bot.http.edit_channel(thread.id, archived=False)))[1] == 160006


async def test_row_19_who_is_added_is_announced(world: World) -> None:
    """TripBot #276, needle #52."""
    thread = await world.thread()
    for _ in range(2):
        await world.do(world.bot.http.add_user_to_thread(thread.id, world.ann.id))
    (said,) = thread.history()
    assert said.type is discord.MessageType.recipient_add
    assert [push.user_id for push in world.env.backend.pushes] == [world.ann.id]


async def test_row_20_nobody_tells_a_bot_without_the_intent_of_nicknames(world: World) -> None:
    """Discord documentation, "Gateway Intents": GUILD_MEMBER_UPDATE needs the members intent."""
    heard: list[object] = []
    world.bot.on_member_update = lambda *both: heard.append(both)  # type: ignore[attr-defined]
    world.env.backend.edit_member(world.guild.id, world.ann.id, {"nick": "Anna"})
    await world.env.settle()
    assert not heard
    assert (await world.do(world.bot.http.get_member(world.guild.id, world.ann.id))).get("nick") == "Anna"


async def test_row_22_a_server_has_a_language_only_as_a_community(world: World) -> None:
    """hikari #967, discord-api-docs #4265."""
    assert world.bot.guilds[0].preferred_locale is discord.Locale.american_english
    with pytest.raises(SetupError, match="Community"):
        world.env.backend.edit_guild(world.guild.id, {"preferred_locale": "de"})
    world.env.backend.make_community(world.guild.id, "de")
    await world.env.settle()
    assert world.bot.guilds[0].preferred_locale is discord.Locale.german


async def test_rows_23_and_24_who_leaves_is_gone_without_a_word_and_loses_every_role(world: World) -> None:
    """Discord documentation, "Gateway Intents"; DiscordSRV #637. Giving a role twice changes nothing."""
    heard: list[object] = []
    world.bot.on_raw_member_remove = heard.append  # type: ignore[attr-defined]
    role = world.guild.create_role("champion")
    for _ in range(2):
        assert await world.code(world.bot.http.add_role(world.guild.id, world.ann.id, role.id)) == (0, 0)
    world.env.backend.remove_member(world.guild.id, world.ann.id)
    await world.env.settle()
    assert not heard
    assert await world.code(world.bot.http.get_member(world.guild.id, world.ann.id)) == (404, 10007)
    assert await world.code(world.bot.http.add_role(world.guild.id, world.ann.id, role.id)) == (404, 10007)
    world.env.backend.add_member(world.guild.id, world.ann.id)
    assert (await world.do(world.bot.http.get_member(world.guild.id, world.ann.id)))["roles"] == []


async def test_a_truth_is_suspended_and_restored(world: World) -> None:
    await world.deny(attach_files=False)
    world.env.backend.truths.suspend(Truth.UPLOADS, because="this test says so")
    assert await world.code(world.place().send("table", file=picture())) == (0, 0)
    world.env.backend.truths.restore(Truth.UPLOADS)
    assert await world.code(world.place().send("table", file=picture())) == (403, 50013)


async def test_some_requests_are_refused_as_often_as_a_test_says(world: World) -> None:
    world.env.backend.refuse(Refusal(uploads, 413, 40005))
    assert await world.code(world.place().send("table")) == (0, 0)
    assert await world.code(world.place().send("table", file=picture())) == (413, 40005)
    assert await world.code(world.place().send("table", file=picture())) == (0, 0)


async def test_a_message_is_taken_once_for_each_nonce(world: World) -> None:
    """Discord documentation, "Create Message": ``enforce_nonce``, for a few minutes."""
    first, again = [await world.do(world.place().send("hello", nonce="1")) for _ in range(2)]
    assert first.id == again.id
    await world.env.advance_time(600)
    assert (await world.do(world.place().send("hello", nonce="1"))).id != first.id


@pytest.mark.parametrize("is_done", [False, True])
async def test_a_request_hangs_before_or_after_it_is_carried_out(world: World, *, is_done: bool) -> None:
    world.env.backend.hang = Hang(writes, is_done)
    assert not (await world.begin(world.place().send("hello"))).done()
    assert len(world.channel.history()) == is_done
