"""Each game once from /play to the leaderboard and on to the rematch, with everything that watches whole games."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cogs.client import Cardroom
from engines import GAMES
from operation.metrics import Metrics
from playground.guild import SimulatedSleep
from playground.testing.life import MakeBot
from playground.testing.results import check_rematch, check_result
from playground.testing.robot import Robot, play_out, robots_for
from playground.testing.room import Room
from playground.testing.secrecy import Secrecy
from tests.e2e.conftest import make_bot
from tests.e2e.lengths import SHORT, house_rules
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers.log_secrets import SEED, Log, LogSecrets
from tests.e2e.watchers.measures import Measures
from tests.e2e.watchers.pings import Pings
from tests.e2e.watchers.restarts import Restart, Restarts
from tests.e2e.watchers.stand_ins import StandIns
from tests.e2e.watchers.words import Words

LARGEST = [(key, game.seats[-1]) for key, game in GAMES.items() if len(game.seats) > 1]


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
def bot_maker(metrics: Metrics) -> MakeBot:
    """Bots that draw tables and are measured."""

    async def make(directory: Path, sleep: SimulatedSleep) -> Cardroom:
        bot = await make_bot(directory, sleep, draw_tables=True)
        assert isinstance(bot, Cardroom)
        metrics.observe(bot)
        return bot

    return make


def used_by(robots: list[Robot]) -> set[str]:
    """The kinds of controls that robots have used."""
    return {kind for robot in robots for kind in robot.used}


@pytest.mark.parametrize("key", sorted(GAMES))
async def test_a_whole_game(
    room: Room,
    seeds: list[str],
    metrics: Metrics,
    request_log: RequestLog,
    read_log: Callable[[], Log],
    restart: Restart,
    key: str,
) -> None:
    seeds.append(SEED)
    people = await room.deal(key.replace("_", "-"), GAMES[key].seats[0], **house_rules(key))
    robots, stand_ins = robots_for(room, people), StandIns(room, people[-1])
    watchers = [
        Restarts(room, people, restart),
        stand_ins,
        Secrecy(room, people),
        Words(room, people),
        Pings(room, request_log),
        LogSecrets(room, stand_ins, read_log),
        Measures(room, metrics, request_log),
    ]
    await play_out(room, robots, watchers)
    assert used_by(robots) >= {"button"}
    await check_result(room, people, key)
    await check_rematch(room, people)


@pytest.mark.thorough
@pytest.mark.parametrize(("key", "seats"), LARGEST)
async def test_a_full_table(room: Room, key: str, seats: int) -> None:
    """A short game: the longest ones, and what follows a hand, are played by few, above."""
    people = await room.deal(key.replace("_", "-"), seats, **SHORT.get(key, {}))
    robots = robots_for(room, people)
    await play_out(room, robots, [Secrecy(room, people), Words(room, people)])
    assert used_by(robots) >= ({"button", "menu"} if key == "knotweed" else {"button"})
    await check_result(room, people, key)
