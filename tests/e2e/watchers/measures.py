"""The metrics of a whole game are what its members did."""

from operation.metrics import Metrics
from playground.testing.room import Room
from playground.testing.watcher import Watcher
from tests.e2e.request_log import RequestLog

AUTOCOMPLETE = 8
"""The kind of answer that suggests something."""


class Measures(Watcher):
    """Compares the metrics of all bots of a game, in which a computer has moved too, with what was done and stored."""

    def __init__(self, room: Room, metrics: Metrics, request_log: RequestLog) -> None:
        self._room = room
        self._metrics = metrics
        self._log = request_log

    async def at_the_end(self) -> None:
        """Moves, ends of games and answers are counted, each once."""
        game = (await self._room.table()).game
        by_members, by_computers = (
            self.value("moves_total", game=game, player=player) for player in ("member", "computer")
        )
        assert by_members + by_computers == len(await self._room.moves()), "not every move counts once"
        assert by_members
        assert by_computers
        assert self.value("table_events_total", kind="finished") == 1
        answers = [request.body["type"] for request in self._log.sent("POST", "/interactions/*/callback")]
        kinds = ("component", "application_command")
        measured = [self.value("acknowledgement_seconds_count", kind=kind) for kind in kinds]
        assert all(measured)
        assert sum(measured) == sum(answer != AUTOCOMPLETE for answer in answers)
        assert not self.value("acknowledgement_seconds_count", kind="autocomplete")

    def value(self, name: str, **labels: str) -> float:
        """A metric as it is now; 0 if there is none."""
        return self._metrics.registry.get_sample_value(f"cardroom_{name}", labels) or 0
