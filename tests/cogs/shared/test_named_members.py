"""Members name only members: what Discord says with a choice is enough, and what it does not say is asked for."""

import asyncio
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock, Mock

import discord
import pytest

from cogs.shared.permissions import require_members
from sessions.shared.refusals import Refused

BOB, ROBOT, STRANGER = 12, 13, 14


def gone() -> discord.NotFound:
    return discord.NotFound(Mock(status=404, reason="Not Found"), {"code": 10007, "message": "Unknown Member"})


async def named(user: int, answer: Any = None, data: Any = None) -> AsyncMock:
    """Name a user; ``answer`` is what Discord says when it is asked, ``data`` what it has sent with the choice."""
    fetch = AsyncMock(side_effect=answer) if callable(answer) or isinstance(answer, Exception) else AsyncMock()
    fetch.return_value = answer
    interaction: Any = SimpleNamespace(data=data, guild=SimpleNamespace(fetch_member=fetch))
    await require_members(interaction, [user])
    return fetch


@pytest.mark.parametrize(("user", "sentence"), [(BOB, None), (ROBOT, "is a bot"), (STRANGER, "is none")])
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
    with pytest.raises(Refused, match="is none"):
        await named(STRANGER, gone())


async def test_nobody_waits_for_a_discord_that_does_not_say(monkeypatch: pytest.MonkeyPatch) -> None:
    await named(BOB, OSError("unreachable"))
    monkeypatch.setattr("cogs.shared.permissions.PATIENCE_SECONDS", 0.01)
    never = asyncio.Event()

    async def slow(_: int) -> None:
        await never.wait()

    await named(BOB, slow)
