"""The log of whole games, at DEBUG: it tells what happens where, and no card, seed or token."""

import io
import json
import logging
import re
import sys
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import pytest

from operation.logs import set_up_logging
from sessions.playing.play import Play
from tests.e2e.people import press
from tests.e2e.robot import Robot, play_out
from tests.e2e.room import Room
from tests.e2e.screens import CARD, texts
from tests.e2e.secrecy import SEED_DIGITS

SEED = "5eed" * (SEED_DIGITS // 4)
WRITTEN_CARD = re.compile(r"(?<![\w-])[A2-9TJQK][CDHS](?![\w-])")
"""A card as moves and documents write it."""

pytestmark = pytest.mark.usefixtures("restored_logging")


@pytest.fixture
def read_log(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[dict[str, Any]]]:
    """Log as a bot does whose ``LOG_LEVEL`` is DEBUG and ``LOG_FORMAT`` json, and read what was logged."""
    terminal = io.StringIO()
    with monkeypatch.context() as here:
        here.setattr(sys, "stderr", terminal)
        set_up_logging(logging.DEBUG, "json")
    return lambda: [json.loads(line) for line in terminal.getvalue().splitlines()]


def secrets_in(log: list[dict[str, Any]], room: Room, moves: list[str]) -> set[str]:
    """What nobody may read in a log: cards, the seed, tokens, and moves that say more than that somebody moved."""
    text = "\n".join(str(value) for entry in log for value in entry.values())
    telling = {move for move in moves if re.search(r"\d", move)}
    secret = {SEED, *room.env.backend.interaction_tokens, *telling}
    return {each for each in secret if each in text} | set(CARD.findall(text)) | set(WRITTEN_CARD.findall(text))


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        ("counterweight", 2, {}),
        ("counter", 3, {"max_hands": 1}),
        ("knotweed", 3, {"turn_cap": 8}),
        ("card-duel", 2, {"life": 5}),
        ("three-piles", 2, {"target": 1}),
    ],
)
async def test_whole_games_leave_no_secret_in_the_log(
    room: Room,
    seeds: list[str],
    read_log: Callable[[], list[dict[str, Any]]],
    restart: Callable[..., Awaitable[None]],
    game: str,
    players: int,
    options: dict[str, Any],
) -> None:
    seeds.append(SEED)
    people = await room.deal(game, players, **options)
    robots = [Robot(room, person, Random(1)) for person in people]
    await next(robot for robot in robots if robot.is_asked).step()
    await restart(killed=True)
    for person in people:
        await room.hand(person)
    await play_out(room, robots)
    table, log = await room.table(), read_log()
    assert table.seed == SEED
    assert secrets_in(log, room, await room.moves()) == set()
    taps = [entry for entry in log if entry["event"].startswith("component interaction by user")]
    changes = [entry for entry in log if entry["event"].startswith(f"Table {table.id}: moved")]
    assert {entry["guild"] for entry in [*taps, *changes]} == {table.guild_id}
    assert {entry["table"] for entry in changes} == {table.id}
    assert len({entry["correlation_id"] for entry in taps}) == len(taps)
    assert {entry["correlation_id"] for entry in changes} <= {entry["correlation_id"] for entry in taps}


async def test_computers_and_errors_leave_none_either(
    room: Room,
    seeds: list[str],
    read_log: Callable[[], list[dict[str, Any]]],
    monkeypatch: pytest.MonkeyPatch,
    expect_errors: Callable[..., None],
) -> None:
    seeds.append(SEED)
    people = await room.deal("three-piles", 1, opponents="normal", target=20)
    await room.computers()
    (person,) = people

    async def fail(_play: Play, *arguments: Any, **_: Any) -> None:
        cards = [str(argument) for argument in arguments]
        raise RuntimeError(f"a bug, {len(cards)} arguments")

    with monkeypatch.context() as broken:
        broken.setattr(Play, "act", fail)
        expect_errors("a bug")
        robot = Robot(room, person, Random(1))
        button = next(button for button in robot.screen().buttons if button.custom_id and "pick:" in button.custom_id)
        answer = texts(await press(person, robot.hand(), button.face))
    assert secrets_in([{"event": f"{SEED} 10♠ play TD"}], room, ["10"]) == {SEED, "10♠", "TD", "10"}
    log = read_log()
    (failed,) = [entry for entry in log if entry["level"] == "error"]
    assert failed["correlation_id"] in answer, "the reference that the member is given leads to the record"
    assert failed["table"] == (await room.table()).id
    assert secrets_in(log, room, await room.moves()) == set()
