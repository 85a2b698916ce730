"""Nobody who is there is pinged."""

from playground.testing.room import Room
from playground.testing.watcher import Watcher
from tests.e2e.request_log import RequestLog

SECONDS_OF_A_STEP = 3


class Pings(Watcher):
    """Watches whom the bot notifies and how many requests it makes in the channel while people take their time."""

    def __init__(self, room: Room, request_log: RequestLog) -> None:
        self._room = room
        self._log = request_log

    async def after_step(self) -> None:
        """Everybody takes a moment for their next step."""
        await self._room.env.advance_time(SECONDS_OF_A_STEP)

    async def at_the_end(self) -> None:
        """Nobody was pinged, and hardly any move took a request of its own."""
        assert pings(self._log) == [], "somebody was pinged"
        counted = [request for request in self._log.requests if request.path.startswith("/channels")]
        assert len(counted) <= 1.1 * len(await self._room.moves()), "too many requests"


def pings(request_log: RequestLog) -> list[list[int]]:
    """Whom each message has notified, oldest first."""
    sent = [*request_log.sent("POST", "/channels/*/messages"), *request_log.sent("POST", "/webhooks/*")]
    mentioned = [(request.body.get("allowed_mentions") or {}).get("users") for request in sent]
    return [sorted(map(int, users)) for users in mentioned if users]
