"""Names are requested once, as many are remembered as promised, and nobody waits for a name that does not come."""

import asyncio
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from cogs.shared import names as names_module
from cogs.shared.names import CAPACITY, Names


class Unreachable:
    """A client whose requests all fail in the same way."""

    def __init__(self, error: Exception) -> None:
        self.error = error
        self.asked: list[int] = []

    def get_guild(self, _guild_id: int) -> None:
        """The server is not known yet."""

    async def fetch_user(self, user_id: int) -> Any:
        self.asked.append(user_id)
        raise self.error


@pytest.mark.parametrize("error", [aiohttp.ServerDisconnectedError(), ConnectionResetError(), TimeoutError()])
async def test_without_a_connection_members_go_by_their_number(error: Exception) -> None:
    client: Any = Unreachable(error)
    names = Names(client)
    assert await names.of(1, [7, 8]) == {7: "member 7", 8: "member 8"}
    assert await names.of(1, [7]) == {7: "member 7"}
    assert client.asked == [7, 8], "it is not asked for again at once"


class Reachable:
    """A client that knows everybody's name."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    def get_guild(self, _guild_id: int) -> None:
        """The server is not known yet."""

    async def fetch_user(self, user_id: int) -> Any:
        self.asked.append(user_id)
        return SimpleNamespace(display_name=f"name {user_id}")


async def test_as_many_names_as_promised_are_remembered() -> None:
    client: Any = Reachable()
    names = Names(client)
    everybody = range(CAPACITY)
    assert await names.of(1, everybody) == {user: f"name {user}" for user in everybody}
    await names.of(1, everybody)
    assert client.asked == list(everybody), "each is requested once"


async def test_the_name_that_was_used_longest_ago_is_forgotten() -> None:
    client: Any = Reachable()
    names = Names(client)
    await names.of(1, range(CAPACITY))
    await names.of(1, [0])
    client.asked.clear()
    await names.of(1, [CAPACITY])
    await names.of(1, [0])
    assert client.asked == [CAPACITY]
    await names.of(1, [1])
    assert client.asked == [CAPACITY, 1]


async def test_names_of_one_server_are_not_those_of_another() -> None:
    client: Any = Reachable()
    names = Names(client)
    await names.of(1, [7])
    await names.of(2, [7])
    assert client.asked == [7, 7]


class Slow(Reachable):
    """A client that answers when it is allowed to."""

    def __init__(self) -> None:
        super().__init__()
        self.may_answer = asyncio.Event()

    async def fetch_user(self, user_id: int) -> Any:
        found = await super().fetch_user(user_id)
        await self.may_answer.wait()
        return found


async def test_a_slow_name_is_waited_for_once_and_learnt_when_it_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(names_module, "PATIENCE_SECONDS", 0)
    client: Any = Slow()
    names = Names(client)
    assert await names.of(1, [7]) == {7: "member 7"}
    monkeypatch.setattr(names_module, "PATIENCE_SECONDS", None)  # a second wait would never end
    assert await names.of(1, [7]) == {7: "member 7"}
    client.may_answer.set()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert await names.of(1, [7]) == {7: "name 7"}
    assert client.asked == [7]


async def test_two_answers_at_once_share_a_request() -> None:
    client: Any = Slow()
    names = Names(client)
    both = asyncio.gather(names.of(1, [7]), names.of(1, [7]))
    await asyncio.sleep(0)
    client.may_answer.set()
    assert await both == [{7: "name 7"}, {7: "name 7"}]
    assert client.asked == [7]
