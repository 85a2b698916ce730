"""Opening and closing the playground."""

import asyncio
import importlib.util
import os
import signal
import socket
from dataclasses import replace
from datetime import UTC, datetime

import discord
import pytest
from page_client import texts
from toy_bot import ToyBot
from toy_playground import FREE_PORTS, playground_with_table, toy_playground

from playground.guild import simulated_server
from playground.launch import run_playground
from playground.server import open_playground
from playground.settings import HOST, PlaygroundError, PlaygroundSettings, claim_ports


def no_announcement(_line: str) -> None:
    """Announce nothing."""


async def test_it_announces_its_pages_and_closes_on_a_signal(capfd: pytest.CaptureFixture[str]):
    before = asyncio.all_tasks()
    lines: list[str] = []
    bots: list[ToyBot] = []

    def build(sleep) -> ToyBot:
        bots.append(ToyBot(sleep))
        return bots[-1]

    def announce(line: str) -> None:
        lines.append(line)
        if len(lines) == 1:
            os.kill(os.getpid(), signal.SIGTERM)

    await run_playground(build, FREE_PORTS, announce)
    assert [word for word in lines[0].split() if word.startswith(f"http://{HOST}:")] != []
    assert all(name in lines[0] for name in ("alice", "bob", "carol", "/play", "--fresh"))
    assert bots[0].closed_properly
    assert bots[0].is_closed()
    assert asyncio.all_tasks() == before
    assert "Traceback" not in capfd.readouterr().err


async def test_a_second_interrupt_while_it_closes_is_not_caught():
    handlers = []

    def announce(_line: str) -> None:
        handlers.append(signal.getsignal(signal.SIGINT))
        if len(handlers) == 1:
            os.kill(os.getpid(), signal.SIGTERM)

    await run_playground(ToyBot, FREE_PORTS, announce)
    open_handler, closing_handler = handlers
    assert open_handler is not signal.default_int_handler
    assert closing_handler is signal.default_int_handler


async def test_cancelling_the_task_closes_it_too():
    before = asyncio.all_tasks()
    opened = asyncio.Event()
    run = asyncio.create_task(run_playground(ToyBot, FREE_PORTS, lambda _line: opened.set()))
    await opened.wait()
    run.cancel()
    with pytest.raises(asyncio.CancelledError):
        await run
    assert asyncio.all_tasks() == before


async def test_a_port_in_use_is_named_before_anything_starts():
    with socket.create_server((HOST, 0)) as used, socket.create_server((HOST, 0)) as free:
        port, other = used.getsockname()[1], free.getsockname()[1]
        free.close()

        def build(sleep) -> ToyBot:
            raise AssertionError("no bot should be built")

        with pytest.raises(
            PlaygroundError, match=f"^Port {port} is already in use. Choose other ports with --port"
        ) as error:
            await run_playground(build, PlaygroundSettings(ports=(other, port, 0)), no_announcement)
        assert "\n" not in str(error.value)
        for sock in claim_ports([other]):  # it has been released
            sock.close()


async def test_a_missing_extra_is_one_readable_line(monkeypatch: pytest.MonkeyPatch):
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "simcord" else found(name))
    with pytest.raises(PlaygroundError, match=r'pip install "\.\[playground\]".*simcord') as error:
        await run_playground(ToyBot, FREE_PORTS, no_announcement)
    assert "\n" not in str(error.value)


async def test_a_bot_that_fails_to_start_leaves_nothing_open():
    class BrokenBot(ToyBot):
        async def setup_hook(self) -> None:
            raise RuntimeError("no database")

    before = asyncio.all_tasks()
    with pytest.raises(RuntimeError, match="no database"):
        async with open_playground(BrokenBot, FREE_PORTS):
            pass
    assert asyncio.all_tasks() == before


@pytest.mark.parametrize("port", [0, -1, 65_534, 70_000])
def test_all_three_ports_must_be_valid(port: int):
    with pytest.raises(PlaygroundError, match="between 1 and 65533"):
        PlaygroundSettings.starting_at(port)


def test_one_option_chooses_all_ports():
    assert PlaygroundSettings.starting_at(9000).ports == (9000, 9001, 9002)
    assert PlaygroundSettings().ports == (8765, 8766, 8767)


def test_every_member_needs_a_port():
    with pytest.raises(PlaygroundError, match="3 ports"):
        PlaygroundSettings(ports=(8765,))


def test_a_port_that_does_not_exist_is_named():
    with pytest.raises(PlaygroundError, match=r"^Port 70000 does not exist"):
        claim_ports([70_000])


async def test_the_next_run_has_the_same_server_but_different_messages():
    ids, messages = [], []
    for _ in range(2):
        started = datetime.now(UTC)
        async with playground_with_table() as toys:
            server = toys.playground.server
            ids.append((server.env.guild.id, server.channel.id, [member.id for member in server.members.values()]))
            messages.append(set(toys.alice.state["messages"]))
            assert server.env.now() >= started  # real time, so that times in a database stay correct
    assert ids[0] == ids[1]
    assert not messages[0] & messages[1]


async def test_the_next_run_has_a_new_application_so_that_the_bot_syncs_its_commands_again():
    applications = set()
    for _ in range(2):
        async with toy_playground() as toys:
            applications.add(toys.bot.application_id)
    assert len(applications) == 2


async def test_a_tab_from_the_previous_run_only_has_to_be_reloaded():
    async with toy_playground() as toys:
        await toys.alice.slash("table")
        await toys.alice.open()  # as a reload does, with the old capability after the "#" of its address
        await toys.alice.until(lambda state: "Taps so far: 0" in texts(state))


async def test_everybody_can_use_another_language():
    heard = []

    class ListeningBot(ToyBot):
        async def on_interaction(self, interaction: discord.Interaction) -> None:
            heard.append((str(interaction.locale), str(interaction.guild_locale), str(self.guilds[0].preferred_locale)))

    async with simulated_server(ListeningBot, replace(FREE_PORTS, language="de")) as server:
        await server.members["alice"].slash(server.channel, "table")
    assert heard == [("de", "de", "de")]
