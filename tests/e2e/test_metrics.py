"""The metrics of a whole game are what its members did."""

from random import Random

from operation.metrics import Metrics
from tests.e2e.people import slash, suggestions
from tests.e2e.robot import Robot, play_out
from tests.e2e.room import Room


async def test_a_game_is_measured(room: Room) -> None:
    metrics = Metrics()
    metrics.observe(room.bot)
    people = await room.deal("counterweight", 2)
    await play_out(room, [Robot(room, person, Random(1)) for person in people])
    await slash(people[0], room.channel, "leaderboard")
    taps = len(room.env.backend.interaction_tokens) - 2  # /play and /leaderboard
    await suggestions(people[0], room.channel, "move", "action", "")

    def value(name: str, **labels: str) -> float | None:
        return metrics.registry.get_sample_value(f"cardroom_{name}", labels)

    assert value("moves_total", game="counterweight", player="member") == len(await room.moves())
    assert value("moves_total", game="counterweight", player="computer") is None
    assert value("table_events_total", kind="finished") == 1
    assert value("acknowledgement_seconds_count", kind="component") == taps
    assert value("acknowledgement_seconds_count", kind="application_command") == 2
    assert value("acknowledgement_seconds_count", kind="autocomplete") is None


async def test_a_computer_is_measured(room: Room) -> None:
    metrics = Metrics()
    metrics.observe(room.bot)
    await room.deal("three-piles", 1, opponents="easy", first=1)
    await room.computers()
    moves = metrics.registry.get_sample_value("cardroom_moves_total", {"game": "three_piles", "player": "computer"})
    assert moves == len(await room.moves()) > 0
