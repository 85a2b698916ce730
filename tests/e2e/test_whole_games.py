"""Each game once from /play to the leaderboard and on to the rematch, with everything that watches whole games.

Then games of several deals, and of one question to everybody after every turn.
"""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cogs.client import Cardroom
from engines import GAMES
from operation.metrics import Metrics
from playground.guild import SimulatedSleep
from playground.testing.life import MakeBot
from playground.testing.results import check_rematch, check_result
from playground.testing.robot import Robot, play_out, rather_plays, robots_for
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


@pytest.mark.thorough(samples=1)
@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("knotweed", {"rounds": 2, "turn_cap": 8}),
        ("knotweed", {"wins": 2, "decks": 2, "turn_cap": 8}),
        ("three-piles", {"target": 20}),
    ],
)
async def test_a_match_of_several_games(room: Room, game: str, options: dict[str, Any]) -> None:
    people = await room.deal(game, 2, **options)
    chance = Random(1)
    await play_out(room, [Robot(room, person, chance) for person in people], [Secrecy(room, people)])
    assert (await room.table()).options == options
    view = (await room.seen()).view
    assert view is not None
    first, number = {"knotweed": ("round", 1), "three-piles": ("game_no", 0)}[game]
    assert view.dump()[first] > number, "one game was enough"
    await check_result(room, people, game.replace("-", "_"))


async def test_cheating_with_everybody_judging_every_turn(room: Room) -> None:
    people = await room.deal("knotweed", 3, cheating=True, turn_cap=6)
    chance = Random(3)

    def taste(label: str) -> float:
        return chance.random() if label.startswith(("Accept", "Challenge")) else rather_plays(label)

    await play_out(room, [Robot(room, person, chance, taste) for person in people], [Secrecy(room, people)])
    moves = await room.moves()
    assert {"accept", "challenge"} <= set(moves)
    await check_result(room, people, "knotweed")
