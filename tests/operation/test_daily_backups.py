"""The bot makes a backup a day and deletes an old one for it."""

import asyncio
import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

import bot
from db.drivers.copies import address_of
from db.store import Store
from operation.daily_backups import LOOK_EVERY, DailyBackups, backed_up, by_command
from operation.errors import OperationError
from operation.metrics import Metrics
from tests.sessions.card_room import Room

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


class Days:
    """A clock that goes on for some days while the backups sleep."""

    def __init__(self, days: int) -> None:
        self.now = NOON
        self.end = NOON + timedelta(days=days)

    async def sleep(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)
        if self.now >= self.end:
            await asyncio.Event().wait()


async def make(file: Path) -> None:
    file.touch()


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


async def run(backups: DailyBackups) -> None:
    async with backed_up(backups):
        for _ in range(500):
            await asyncio.sleep(0)


async def test_the_latest_backups_are_kept(tmp_path: Path) -> None:
    days, folder = Days(5), tmp_path / "backups"
    folder.mkdir()
    for other in ("cardroom.db", "cardroom-2020-01-01.db.gz", "notes.txt"):
        (folder / other).touch()
    await run(DailyBackups(folder, 3, make, days.sleep, lambda: days.now))
    assert [name for name in names(folder) if name.startswith("cardroom-2026")] == [
        "cardroom-2026-05-04.db",
        "cardroom-2026-05-05.db",
        "cardroom-2026-05-06.db",
    ]
    assert len(names(folder)) == 6, "files that are not the bot's are left alone"


async def test_a_backup_that_fails_is_logged_and_tried_again(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    days, tried = Days(1), []

    async def fail_twice(file: Path) -> None:
        tried.append(days.now)
        if len(tried) <= 2:
            raise OperationError("the disk is full")
        await make(file)

    backups, metrics = DailyBackups(tmp_path, 3, fail_twice, days.sleep, lambda: days.now), Metrics()
    metrics.observe_backups(backups)
    with caplog.at_level(logging.INFO):
        await run(backups)
    assert tried[:3] == [NOON, NOON + LOOK_EVERY, NOON + 2 * LOOK_EVERY]
    assert caplog.messages.count("Today's backup could not be made: the disk is full") == 2
    counted = [
        metrics.registry.get_sample_value("cardroom_backups_total", {"result": each}) for each in ("failed", "made")
    ]
    assert counted == [2, 2]
    assert names(tmp_path) == ["cardroom-2026-05-01.db", "cardroom-2026-05-02.db"]


@pytest.mark.parametrize("wrong", [timedelta(days=400), timedelta(days=-20_000)], ids=["ahead", "in 1971"])
async def test_a_wrong_clock_costs_one_backup(tmp_path: Path, wrong: timedelta) -> None:
    """A look with a clock 400 days ahead deleted all seven. What it has made goes first when the clock is right."""
    week = [f"cardroom-2026-05-0{day}.db" for day in range(1, 8)]
    for name in week:
        (tmp_path / name).touch()
    now = NOON + timedelta(days=6)
    backups = DailyBackups(tmp_path, 7, make, now=lambda: now)
    now += wrong
    await backups.look()
    (new,) = set(names(tmp_path)) - set(week)
    assert len(set(week) & set(names(tmp_path))) == 6
    now -= wrong
    await backups.look()
    assert len(names(tmp_path)) == 7
    now += timedelta(days=1)
    await backups.look()
    assert "cardroom-2026-05-08.db" in names(tmp_path)
    assert len(set(week) & set(names(tmp_path))) == 6
    assert new not in names(tmp_path)


async def test_after_two_weeks_without_the_bot_the_old_backups_go_one_by_one(tmp_path: Path) -> None:
    for day in range(1, 8):
        (tmp_path / f"cardroom-2026-04-0{day}.db").touch()
    days = Days(3)
    await run(DailyBackups(tmp_path, 7, make, days.sleep, lambda: days.now))
    kept = ("04-05", "04-06", "04-07", "05-01", "05-02", "05-03", "05-04")
    assert names(tmp_path) == [f"cardroom-2026-{day}.db" for day in kept]


async def test_without_a_new_backup_no_old_one_is_deleted(tmp_path: Path) -> None:
    async def fail(_: Path) -> None:
        raise OperationError("the disk is full")

    old = tmp_path / "cardroom-2026-01-01.db"
    old.touch()
    with pytest.raises(OperationError):
        await DailyBackups(tmp_path, 3, fail, now=lambda: NOON).look()
    assert old.exists()


@pytest.mark.processes
async def test_the_command_makes_the_backup_while_the_bot_runs(room: Room, address: str, tmp_path: Path) -> None:
    await room.started()
    command = by_command([bot.__file__], address)
    await command(tmp_path / "backup.db")
    store = await Store.open(address_of(tmp_path / "backup.db"))
    assert await store.tables.count_tables() == 1
    await store.close()
    with pytest.raises(OperationError, match="exists already"):
        await command(tmp_path / "backup.db")
