"""The field test on a Discord on the wire: as Cardroom takes it to be, and with each truth switched off."""

import re
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from unittest.mock import AsyncMock

import discord
import pytest
import yarl
from discord import Permissions
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from db.drivers.copies import address_of
from db.errors import DatabaseError
from db.lock import only_bot_on
from operation.doctor import PERMISSIONS
from operation.errors import OperationError
from operation.field_test import experiments
from operation.field_test.ground import Ground
from operation.field_test.run import run_field_test
from operation.field_test.truths import Truth, Verdict
from playground.testing.truths.requests import Refusal
from tests.wire.api import APPLICATION
from tests.wire.conftest import Bots
from tests.wire.discord_server import Wire, running_discord, wait_until
from tests.wire.field_discord import CATEGORY, CHANNEL, SERVER, FieldDiscord

TOKEN = "a.secret.token"
LATE = frozenset({Truth.TOKEN, Truth.LATE_TAP})
"""What only a long test sees."""


@pytest.fixture
def field() -> FieldDiscord:
    return FieldDiscord()


@pytest.fixture
def wire(field: FieldDiscord) -> Iterator[Wire]:
    with running_discord(field) as wire:
        yield wire


@pytest.fixture(autouse=True)
def on_the_wire(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Route, "BASE", f"{wire.discord.address}/api/v10")
    monkeypatch.setattr(DiscordWebSocket, "DEFAULT_GATEWAY", yarl.URL(wire.discord.address.replace("http", "ws")))


async def verdicts(
    folder: Path, *, is_long: bool = False, patience: float = 5, left: str = "nothing"
) -> dict[str, str]:
    """Run a field test; the verdict about each truth in its report."""
    async_context.set(AsyncWebhookAdapter())  # that of a simulated Discord may still be there
    place = address_of(folder / "cards.db"), TOKEN, CHANNEL, folder
    file = await run_field_test(*place, patience=timedelta(seconds=patience), is_long=is_long)
    page = file.read_text("utf-8")
    file.unlink()
    assert TOKEN not in page
    assert f"Left behind: {left}." in page
    assert not re.search(r"\d{15}|token-", page), "ids and tokens stay out of the report"
    lines = re.findall(r"^\| (\w+) \| (.*?) \| .* \|$", page, re.MULTILINE)
    return {truth: verdict for verdict, truth in lines if truth in list(Truth)}


async def test_everything_is_confirmed_and_nothing_is_left(
    field: FieldDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    field.token_lasts = 0.3
    monkeypatch.setattr(experiments, "TOKEN_LASTS", timedelta(seconds=0.5))
    monkeypatch.setattr(discord.Interaction, "created_at", property(lambda _: discord.utils.utcnow()))
    found = await verdicts(tmp_path, is_long=True)
    assert found == dict.fromkeys(Truth, Verdict.CONFIRMED)
    assert field.is_clean
    started = [path for method, path in field.requests if method == "POST" and path.endswith("/threads")]
    assert len(started) == 3, "no further one once Discord asks to wait"
    assert "Delete what is called" not in capsys.readouterr().out


@pytest.mark.parametrize("lie", sorted(LATE), ids=lambda truth: truth.name)
async def test_what_only_a_long_test_sees_is_contradicted(
    field: FieldDiscord, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lie: Truth
) -> None:
    field.lie(lie)
    field.token_lasts = 0.3
    monkeypatch.setattr(experiments, "TOKEN_LASTS", timedelta(seconds=0.1 if lie is Truth.TOKEN else 0.4))
    monkeypatch.setattr(discord.Interaction, "created_at", property(lambda _: discord.utils.utcnow()))
    found = await verdicts(tmp_path, is_long=True)
    assert found == dict.fromkeys(Truth, Verdict.CONFIRMED) | {lie: Verdict.CONTRADICTED}
    assert field.is_clean


@pytest.mark.thorough(samples=3)
@pytest.mark.parametrize("lie", [truth for truth in Truth if truth not in LATE], ids=lambda truth: truth.name)
async def test_each_truth_is_contradicted(field: FieldDiscord, tmp_path: Path, lie: Truth) -> None:
    field.lie(lie)
    found = await verdicts(tmp_path)
    unseen = {Truth.THREAD_LIMIT, Truth.EMOJIS}  # what Discord does not do, or refuses for another reason, stays open
    expected = dict.fromkeys(Truth, Verdict.CONFIRMED) | dict.fromkeys(LATE, Verdict.OPEN)
    expected[lie] = Verdict.OPEN if lie in unseen else Verdict.CONTRADICTED
    if lie is Truth.CONVERTED:
        expected[Truth.NO_WAY_BACK] = Verdict.OPEN
    if lie is Truth.PICTURES:
        expected[Truth.REOPENED] = Verdict.CONTRADICTED
    assert found == expected
    assert field.is_clean


async def test_a_host_who_never_taps_leaves_questions_open(field: FieldDiscord, tmp_path: Path) -> None:
    field.is_patient = False
    found = await verdicts(tmp_path, patience=0.05)
    unseen = LATE | {Truth.PUSH, Truth.REPEATED, Truth.EPHEMERAL, Truth.ARCHIVED_TAP}
    assert found == {truth: Verdict.OPEN if truth in unseen else Verdict.CONFIRMED for truth in Truth}
    assert field.is_clean


async def refused(folder: Path, channel: int = CHANNEL) -> str:
    with pytest.raises(OperationError) as error:
        await run_field_test(address_of(folder / "cards.db"), TOKEN, channel, folder)
    return str(error.value)


async def test_where_no_field_test_may_take_place(field: FieldDiscord, tmp_path: Path) -> None:
    """Nothing is posted there, and the gateway is left alone."""
    assert "there is no channel 77" in await refused(tmp_path, 77)
    assert "choose a text channel, no category" in await refused(tmp_path, CATEGORY)
    field.allow(Permissions.none())
    assert "the bot cannot see the channel" in await refused(tmp_path)
    field.allow(Permissions(view_channel=True))
    assert "in #games the bot lacks: send messages, attach files" in await refused(tmp_path)
    field.allow(PERMISSIONS)
    field.api.backend.guilds[SERVER].owner_id = APPLICATION
    assert "needs a channel on a server that you manage yourself" in await refused(tmp_path)
    field.status = 401
    assert "Discord rejected the token" in await refused(tmp_path)
    assert (field.is_clean, field.connections) == (True, 0)


async def test_while_a_bot_is_running_there_is_no_field_test(field: FieldDiscord, tmp_path: Path) -> None:
    address = address_of(tmp_path / "cards.db")
    with only_bot_on(address), pytest.raises(DatabaseError, match="Another Cardroom is running"):
        await run_field_test(address, TOKEN, CHANNEL, tmp_path)
    assert field.requests == []


async def test_what_a_killed_test_has_left_is_deleted_by_the_next(field: FieldDiscord, tmp_path: Path) -> None:
    with pytest.MonkeyPatch.context() as killed:
        killed.setattr(Ground, "clear", AsyncMock(return_value=[]))
        await verdicts(tmp_path)
    assert not field.is_clean
    assert "CONTRADICTED" not in (await verdicts(tmp_path)).values()
    assert field.is_clean


async def test_threads_that_the_bot_may_not_delete_are_named(
    field: FieldDiscord, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The invitation does not ask for *Manage Threads*."""
    deletes_thread = re.compile(r"/channels/\d+")
    field.api.backend.refuse(
        Refusal(lambda asked: asked.method == "DELETE" and bool(deletes_thread.fullmatch(asked.path)), 403, 50013, None)
    )
    await verdicts(tmp_path, left="a thread")
    assert "Delete what is called 'Cardroom field test' in #games by hand." in capsys.readouterr().out
    assert len(field.threads) == 2


@pytest.mark.processes
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signals")
def test_a_field_test_that_is_stopped_in_the_middle_cleans_up(field: FieldDiscord, bots: Bots, tmp_path: Path) -> None:
    field.is_patient = False
    doctor = bots.start("doctor", "--channel", str(CHANNEL))
    wait_until(lambda: "You were pinged twice" in doctor.log)
    assert not field.is_clean
    assert doctor.terminate() == 0, doctor.log
    assert field.is_clean
    (report,) = tmp_path.glob("field-test-*.md")
    assert "| open | A second answer to an interaction" in report.read_text("utf-8")
    assert "| confirmed | An edit in an archived thread" in report.read_text("utf-8")
