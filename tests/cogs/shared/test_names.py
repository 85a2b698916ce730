"""Names are requested once, as many are remembered as promised, and a name that cannot be had is no reason to fail."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

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
    assert client.asked == [7, 8, 7], "it is asked again next time"


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
