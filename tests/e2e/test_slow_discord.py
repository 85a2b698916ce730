"""After a restart Discord answers late, or only the callbacks of interactions: members get their answers all the same.

The callback carries the acknowledgement. The bot has just started, so it knows nobody's name and no game.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from simcord import InteractionResult
from simcord.backend.errors import BackendError
from simcord.http import client

from playground.testing.life import Life
from playground.testing.people import suggestions, tap
from playground.testing.room import Room
from playground.testing.screens import texts

LATE_SECONDS = 10.0
GIVEN_UP_SECONDS = 300.0
"""Seconds after which aiohttp gives up on a request."""
LONG = 3_700.0
"""Seconds within which everything is shown when Discord is well again."""

TRANSPORTS = (client.FakeHTTPClient, client.FakeWebhookAdapter)
TROUBLES = ["late", "never", "429", "500"]
"""Discord answers late or not at all, or refuses."""


@contextmanager
def trouble_with_everything_else(room: Room, trouble: str) -> Iterator[None]:
    """Discord has this trouble with every request that is not a callback."""

    def troubled(request: Any) -> Any:
        async def answer(transport: Any, route: Any, *arguments: Any, **named: Any) -> Any:
            if not route.url.endswith("/callback"):
                if trouble.isdecimal():
                    client._raise_for(BackendError(int(trouble), 0, "injected"))
                seconds = LATE_SECONDS if trouble == "late" else GIVEN_UP_SECONDS
                await room.env.external_wait(asyncio.sleep(seconds), reason="Discord")
                if trouble == "never":
                    raise TimeoutError
            return await request(transport, route, *arguments, **named)

        return answer

    with pytest.MonkeyPatch.context() as patch:
        for transport in TRANSPORTS:
            patch.setattr(transport, "request", troubled(transport.request))
        yield


async def acknowledged(room: Room, result: InteractionResult) -> None:
    """The interaction is acknowledged within a second."""
    if not result.acknowledged:
        await room.env.advance_time(1)
    assert result.acknowledged


@pytest.mark.parametrize("trouble", TROUBLES)
async def test_everything_is_acknowledged(room: Room, life: Life, trouble: str) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await life.restart(killed=True)
    with trouble_with_everything_else(room, trouble):
        await acknowledged(room, await tap(bob, room.shown, "My hand"))
        await acknowledged(room, await bob.slash(room.channel, "leaderboard"))
        await acknowledged(room, await bob.slash(room.channel, "hand"))
        offered = await suggestions(ann, room.channel, "move", "action", "draw")
        assert offered == {} or "draw" in offered.values()
        await acknowledged(room, await tap(ann, room.hand_of(ann), "Draw a card"))
        await room.env.advance_time(LATE_SECONDS)
        assert await room.moves() == ["draw"]
    await room.env.advance_time(LONG)
    assert "ann: a card drawn" in texts(room.shown)
