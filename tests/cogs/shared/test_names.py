"""A name that cannot be asked for is no reason to fail: the table is shown all the same."""

from typing import Any

import aiohttp
import pytest

from cogs.shared.names import Names


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
