"""Names are requested once, have an age, and are told apart; members name only members; nobody waits in vain."""

import asyncio
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import aiohttp
import discord
import pytest

from cogs.shared import renderers as names_module
from cogs.shared.permissions import require_members
from cogs.shared.renderers import AGE, CAPACITY, Names
from cogs.shared.rendering import Renderer
from db.records import SeatRecord
from sessions.shared.refusals import Refused
from tests.cogs.fake_game import fake_table

READER = Renderer("en-US", {})
POST = Renderer("en-US", {}, posted=True)


class Reachable:
    """A client that knows everybody's name."""

    def __init__(self) -> None:
        self.asked: list[int] = []
        self.nicknames: dict[int, str] = {}

    def get_guild(self, _guild_id: int) -> None:
        """The server is not known yet."""

    async def fetch_user(self, user_id: int) -> Any:
        self.asked.append(user_id)
        return SimpleNamespace(display_name=self.nicknames.get(user_id, f"name {user_id}"), name=f"account_{user_id}")


class Unreachable(Reachable):
    """A client whose requests all fail in the same way."""

    def __init__(self, error: Exception) -> None:
        super().__init__()
        self.error = error

    async def fetch_user(self, user_id: int) -> Any:
        await super().fetch_user(user_id)
        raise self.error


class Slow(Reachable):
    """A client that answers when it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()

    async def fetch_user(self, user_id: int) -> Any:
        found = await super().fetch_user(user_id)
        await self.may_answer.wait()
        return found


def names_of(client: Any) -> Names:
    return Names(client)


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError()])
@pytest.mark.parametrize("reader", [READER, POST])
async def test_without_a_connection_nobody_has_a_number_for_a_name(error: Exception, reader: Renderer) -> None:
    client = Unreachable(error)
    names = names_of(client)
    assert await names.of(1, [7, 8], reader) == {7: "somebody", 8: "somebody"}
    assert await names.of(1, [7], reader) == {7: "somebody"}
    assert client.asked == [7, 8], "it is not asked for again at once"


async def test_as_many_names_as_promised_are_remembered() -> None:
    client = Reachable()
    names = names_of(client)
    everybody = range(CAPACITY)
    assert await names.of(1, everybody, READER) == {user: f"name {user}" for user in everybody}
    await names.of(1, everybody, READER)
    assert client.asked == list(everybody), "each is requested once"


async def test_the_name_that_was_used_longest_ago_is_forgotten() -> None:
    client = Reachable()
    names = names_of(client)
    await names.of(1, range(CAPACITY), READER)
    await names.of(1, [0], READER)
    client.asked.clear()
    await names.of(1, [CAPACITY], READER)
    await names.of(1, [0], READER)
    assert client.asked == [CAPACITY]
    await names.of(1, [1], READER)
    assert client.asked == [CAPACITY, 1]


async def test_names_of_one_server_are_not_those_of_another() -> None:
    client = Reachable()
    names = names_of(client)
    await names.of(1, [7], READER)
    await names.of(2, [7], READER)
    assert client.asked == [7, 7]


async def test_a_slow_name_is_waited_for_once_and_learnt_when_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names_module, "ANSWER_SECONDS", 0.01)
    client = Slow()
    names = names_of(client)
    assert await names.of(1, [7], READER) == {7: "somebody"}
    async with asyncio.timeout(0.005):
        assert await names.of(1, [7], READER) == {7: "somebody"}
    client.may_answer.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await names.of(1, [7], READER) == {7: "name 7"}
    assert client.asked == [7]


async def test_what_stays_in_a_channel_waits_longer_for_a_name_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(names_module, "ANSWER_SECONDS", 0.01)
    monkeypatch.setattr(names_module, "POST_SECONDS", 0.1)
    client = Slow()
    names = names_of(client)
    assert await names.of(1, [7, 8], READER) == {7: "somebody", 8: "somebody"}
    assert await names.of(1, [8], POST) == {8: "somebody"}
    asyncio.get_running_loop().call_later(0.02, client.may_answer.set)
    assert await names.of(1, [7], POST) == {7: "name 7"}


async def test_two_answers_at_once_share_a_request() -> None:
    client = Slow()
    names = names_of(client)
    both = asyncio.gather(names.of(1, [7], READER), names.of(1, [7], READER))
    await asyncio.sleep(0)
    client.may_answer.set()
    assert await both == [{7: "name 7"}, {7: "name 7"}]
    assert client.asked == [7]


class Clock:
    """A time that goes on when a test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seconds = 0.0
        self.start = discord.utils.utcnow()
        monkeypatch.setattr(discord.utils, "utcnow", self.now)

    def now(self) -> datetime:
        return self.start + timedelta(seconds=self.seconds)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


async def test_a_nickname_that_somebody_else_has_changed_is_shown_once_the_old_one_has_its_age(clock: Clock) -> None:
    client = Reachable()
    names = names_of(client)
    assert await names.of(1, [7], POST) == {7: "name 7"}
    client.nicknames[7] = "The Queen"
    clock.seconds = AGE.total_seconds() - 1
    assert await names.of(1, [7], POST) == {7: "name 7"}
    clock.seconds += 2
    assert await names.of(1, [7], POST) == {7: "The Queen"}
    assert client.asked == [7, 7]


async def test_an_old_name_is_better_than_none(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    client = Reachable()
    names = names_of(client)
    await names.of(1, [7], POST)

    async def fail(_user_id: int) -> None:
        raise ConnectionResetError

    monkeypatch.setattr(client, "fetch_user", fail)
    clock.seconds = 2 * AGE.total_seconds()
    assert await names.of(1, [7], POST) == {7: "name 7"}


async def test_a_long_pause_is_not_waited_for() -> None:
    client = Unreachable(discord.RateLimited(3600.0))
    assert await names_of(client).of(1, [7], POST) == {7: "somebody"}


@pytest.mark.parametrize("other", ["Alex", "alex", "Ａlex", "𝓐𝓵𝓮𝔁", "Alex!", "\u202eAlex", "Alex 🎉"])
async def test_members_with_the_same_name_have_that_of_their_accounts_beside_it(other: str) -> None:
    client = Reachable()
    client.nicknames = {7: "Alex", 8: other, 9: "Bea"}
    found = await names_of(client).of(1, [7, 8, 9], READER)
    assert found[7] == "Alex (account_7)"
    assert found[8].endswith(" (account_8)")
    assert found[9] == "Bea"
    assert await names_of(client).of(1, [7, 9], READER) == {7: "Alex", 9: "Bea"}


@pytest.mark.parametrize("third", ["Alex (account_7)", "Alex account 8"])
async def test_a_nickname_that_is_what_somebody_else_is_called_then(third: str) -> None:
    client = Reachable()
    client.nicknames = {7: "Alex", 8: "Alex", 9: third, 10: "\u3164"}
    found = await names_of(client).of(1, [7, 8, 9, 10], READER)
    assert found == {7: "Alex (account_7)", 8: "Alex (account_8)", 9: f"{third} (account_9)", 10: "account_10"}


async def test_a_nickname_that_is_a_computers_or_the_number_of_a_player() -> None:
    """Pictures have no sign for computers, and a number in the place of a name whose letters their font lacks."""
    client = Reachable()
    client.nicknames = {100: "ada", 101: "Player 1"}
    table = fake_table(seats=(SeatRecord(0, 100), SeatRecord(1, 101), SeatRecord(2, None, "normal")))
    assert await names_of(client).at(table, READER) == {
        0: "ada (account_100)",
        1: "Player 1 (account_101)",
        2: "🤖 Ada",
    }


async def test_without_room_for_both_the_account_stands_alone() -> None:
    client = Reachable()
    client.nicknames = {7: "x" * 32, 8: "x" * 32}
    assert await names_of(client).of(1, [7, 8], READER) == {7: "account_7", 8: "account_8"}


BOB, ROBOT, STRANGER = 12, 13, 14


def gone(code: int = 10007) -> discord.NotFound:
    return discord.NotFound(Mock(status=404, reason="Not Found"), {"code": code, "message": "Unknown Member"})


@pytest.mark.parametrize(("code", "has_left"), [(10007, True), (10004, False), (None, False)])
async def test_nobody_has_left_a_server_that_discord_does_not_know_now(
    monkeypatch: pytest.MonkeyPatch, code: int | None, has_left: bool
) -> None:
    """It may have removed the bot for a moment, or Discord is in trouble: 404, 10004."""
    client: Any = Reachable()
    guild: Any = SimpleNamespace(fetch_member=AsyncMock(side_effect=gone(code or 0)))
    monkeypatch.setattr(client, "get_guild", lambda _: guild if code else None)
    assert await names_of(client).gone(1, [7]) == ({7} if has_left else set())
    guild.fetch_member.side_effect = gone()
    monkeypatch.setattr(client, "get_guild", lambda _: guild)
    assert await names_of(client).gone(1, [8]) == {8}


async def named(user: int, answer: Any = None, data: Any = None) -> AsyncMock:
    """Name a user; ``answer`` is what Discord says when it is asked, ``data`` what it has sent with the choice."""
    fetch = AsyncMock(side_effect=answer) if callable(answer) or isinstance(answer, Exception) else AsyncMock()
    fetch.return_value = answer
    interaction: Any = SimpleNamespace(data=data, guild=SimpleNamespace(fetch_member=fetch))
    await require_members(interaction, [user])
    return fetch


@pytest.mark.parametrize(("user", "sentence"), [(BOB, None), (ROBOT, "is a bot"), (STRANGER, "isn't one")])
async def test_a_choice_in_a_menu_is_not_asked_for(user: int, sentence: str | None) -> None:
    users = {str(one): {"bot": one == ROBOT} for one in (BOB, ROBOT, STRANGER)}
    data = {"resolved": {"users": users, "members": {str(BOB): {}, str(ROBOT): {}}}}
    if sentence is None:
        (await named(user, data=data)).assert_not_called()
    else:
        with pytest.raises(Refused, match=sentence):
            await named(user, data=data)


async def test_what_was_typed_is_asked_for() -> None:
    (await named(BOB, SimpleNamespace(bot=False))).assert_awaited_once_with(BOB)
    with pytest.raises(Refused, match="is a bot"):
        await named(ROBOT, SimpleNamespace(bot=True))
    with pytest.raises(Refused, match="isn't one"):
        await named(STRANGER, gone())


async def test_nobody_waits_for_a_discord_that_does_not_say(monkeypatch: pytest.MonkeyPatch) -> None:
    await named(BOB, OSError("unreachable"))
    monkeypatch.setattr("cogs.shared.permissions.PATIENCE_SECONDS", 0.01)
    never = asyncio.Event()

    async def slow(_: int) -> None:
        await never.wait()

    await named(BOB, slow)
