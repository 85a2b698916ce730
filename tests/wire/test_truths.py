"""The truths that show on the wire alone: what discord.py itself does with the answers of this Discord."""

import io
from collections.abc import AsyncIterator, Awaitable

import discord as library
import pytest
from discord.http import Route

from playground.testing.truths.limits import MEMBERS, THREADS
from tests.wire.api import MEMBER
from tests.wire.discord_server import FakeDiscord, Wire, server_of

SERVER = server_of(0, 1)
CHANNEL = SERVER + 1


@pytest.fixture
async def client(discord: FakeDiscord, wire: Wire, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[library.Client]:
    """discord.py, logged in, that waits for half a minute at most."""
    monkeypatch.setattr(Route, "BASE", f"{discord.address}/api/v10")
    wire.do(lambda: discord.api.server(SERVER))
    client = _client()
    async with client:
        await client.login("a.secret.token")
        yield client


def _client() -> library.Client:
    return library.Client(intents=library.Intents(guilds=True), max_ratelimit_timeout=30)


def place(client: library.Client) -> library.PartialMessageable:
    return client.get_partial_messageable(CHANNEL, guild_id=SERVER)


def picture() -> library.File:
    return library.File(io.BytesIO(b"\x89PNG\r\n\x1a\n"), "table.png")


async def code(work: Awaitable[object]) -> int:
    """The code with which Discord refuses something; 0 if it does not."""
    try:
        await work
    except library.HTTPException as error:
        return error.code
    return 0


async def new_thread(client: library.Client) -> library.Thread:
    channel = await client.fetch_channel(CHANNEL)
    assert isinstance(channel, library.TextChannel)
    return await channel.create_thread(name="table", type=library.ChannelType.public_thread)


async def test_a_message_with_a_picture_is_posted_edited_read_and_deleted(client: library.Client) -> None:
    message = await place(client).send("words", file=picture())
    assert message.attachments[0].filename == "table.png"
    await message.edit(content="other words", attachments=[])
    assert not (await place(client).fetch_message(message.id)).attachments
    await message.delete()
    with pytest.raises(library.NotFound):
        await place(client).fetch_message(message.id)


async def test_row_2_a_callback_whose_answer_was_lost_is_acknowledged_already(
    client: library.Client, wire: Wire, discord: FakeDiscord
) -> None:
    message = await place(client).send("table")
    record = wire.do(lambda: discord.api.press(CHANNEL, message.id, "join"))
    discord.api.backend.lose_answers()
    callback = Route("POST", f"/interactions/{record.id}/{record.token}/callback")
    body = {"type": 4, "data": {"content": "here"}}
    assert await code(client.http.request(callback, json=body)) == 40060
    assert len(discord.callbacks[record.id]) == 2


async def test_rows_6_and_7_discord_py_sleeps_through_a_short_wait_and_raises_for_a_long_one(
    client: library.Client, discord: FakeDiscord
) -> None:
    discord.api.backend.limits.exhaust(THREADS, CHANNEL, 0.2)
    await new_thread(client)
    assert discord.requests.count(("POST", f"/channels/{CHANNEL}/threads")) == 2
    discord.api.backend.limits.exhaust(THREADS, CHANNEL, 200)
    with pytest.raises(library.RateLimited) as limited:
        await new_thread(client)
    assert 190 < limited.value.retry_after <= 200


async def test_row_11_an_address_with_many_refusals_is_blocked(client: library.Client, discord: FakeDiscord) -> None:
    for _ in range(10_000):
        discord.api.backend.limits.note_invalid()
    with pytest.raises(library.HTTPException, match="429"):
        await place(client).send("words")


async def test_row_12_headers_say_how_many_members_can_be_asked_for(
    client: library.Client, discord: FakeDiscord
) -> None:
    """So the sixth request waits before it is sent, and none is refused."""
    for _ in range(MEMBERS.count + 1):
        await client.http.get_member(SERVER, MEMBER)
    assert discord.api.backend.limits.invalid == 0
    assert len([path for _, path in discord.requests if "/members/" in path]) == MEMBERS.count + 1
