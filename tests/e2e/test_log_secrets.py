"""The log at DEBUG when something fails. ``watchers/log_secrets.py`` reads the log of whole games."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from playground.testing.people import press
from playground.testing.robot import Robot
from playground.testing.room import Room
from playground.testing.screens import texts
from sessions.playing.play import Play
from tests.e2e.watchers.log_secrets import SEED, Log, secrets_in


async def test_computers_and_errors_leave_no_secret(
    room: Room,
    seeds: list[str],
    read_log: Callable[[], Log],
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
