"""``/metrics`` and ``/healthz``: what they report about a healthy bot, and about an unhealthy one."""

import asyncio
import json
import logging
import math
import re
import socket
import struct
import sys
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest
import yaml
from aiohttp import web
from aiohttp.test_utils import TestServer
from discord.http import Route
from prometheus_client.parser import text_string_to_metric_families

import bot
from cogs.client import Cardroom
from cogs.version import VERSION, revision
from db.errors import DatabaseError
from db.records import NewTable
from db.store import Store
from operation import health, monitoring
from operation.errors import OperationError
from operation.metrics import OTHER, Metrics, route_of
from operation.monitoring import monitored
from sessions.clocks.heartbeat import ALIVE
from sessions.cluster.cross_process_tasks import IdentifyQueue
from tests.databases import laid_out
from tests.sessions.card_room import ANNA, BEN, CHANNEL, GUILD, KNOTWEED

HOST = "127.0.0.1"
DASHBOARD = Path(__file__).parents[2] / "deploy" / "grafana-dashboard.json"
ALERTS = DASHBOARD.with_name("prometheus-alerts.yaml")

Ask = Callable[[str], Any]


@pytest.fixture
def port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return probe.getsockname()[1]


@pytest.fixture
async def running(address: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Cardroom]:
    """A bot that believes it is connected."""
    client = Cardroom(await Store.open(laid_out(address)))
    monkeypatch.setattr(client, "is_ready", lambda: True)
    async with client:
        await client.service.start()
        await asyncio.sleep(0.05)  # the first heartbeat
        yield client


@pytest.fixture
async def ask(running: Cardroom, port: int) -> AsyncIterator[Ask]:
    async with monitored(running, HOST, port), aiohttp.ClientSession(f"http://{HOST}:{port}") as session:

        async def ask(path: str) -> tuple[int, str]:
            async with session.get(path) as response:
                return response.status, await response.text()

        yield ask


async def values(ask: Ask) -> dict[str, float]:
    """The samples in /metrics, by name as written there."""
    status, text = await ask("/metrics")
    assert status == 200
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


async def play(client: Cardroom) -> None:
    """Open two tables, start a game at one of them and make a move."""
    lobby, game = client.service.lobby, client.service.games[KNOTWEED]
    await lobby.open(NewTable(GUILD, CHANNEL + 1, ANNA, KNOTWEED, game.Options().dump()))
    table = await lobby.open(NewTable(GUILD, CHANNEL, ANNA, KNOTWEED, game.Options(first=0).dump()))  # type: ignore[call-arg]
    await lobby.join(table.id, BEN)
    await lobby.start(table.id, ANNA)
    snapshot = await client.service.views.snapshot(table.id, ANNA)
    assert snapshot.view is not None
    await client.service.play.act(table.id, ANNA, [snapshot.view.actions()[0]])


async def test_tables_and_moves(running: Cardroom, ask: Ask) -> None:
    await play(running)
    found = await values(ask)
    assert found['cardroom_tables{phase="lobby"}'] == 1
    assert found['cardroom_tables{phase="playing"}'] == 1
    assert found['cardroom_table_events_total{kind="opened"}'] == 2
    assert found['cardroom_table_events_total{kind="started"}'] == 1
    assert found['cardroom_table_events_total{kind="finished"}'] == 0
    assert found['cardroom_moves_total{game="knotweed",player="member"}'] >= 1


async def test_the_database_the_loop_and_thoughts(running: Cardroom, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    before = (await values(ask))["cardroom_database_seconds_count"]
    await running.store.notes.fetch_value("a key")
    monkeypatch.setattr(running.thinker, "_in_flight", {1: running.thinker._workers() + 3})
    await asyncio.sleep(1.2 * monitoring.LAG_INTERVAL)
    found = await values(ask)
    assert found["cardroom_database_seconds_count"] >= before + 2  # the counted tables, too
    assert found["cardroom_event_loop_lag_seconds_count"] >= 1
    assert found['cardroom_thoughts{state="waiting"}'] == 3
    assert found['cardroom_thoughts{state="thinking"}'] == running.thinker._workers()


async def test_requests_are_counted_by_route_and_status(running: Cardroom, ask: Ask) -> None:
    async def answer(request: web.Request) -> web.Response:
        if request.method == "DELETE":
            return web.Response(status=429, headers={"X-RateLimit-Scope": "shared"})
        return web.Response(status=201)

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    assert running.http.http_trace is not None
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[running.http.http_trace]) as session:
        for number in (1, 2):
            await session.post(server.make_url(f"/api/v10/channels/{number}/messages"))
        await session.delete(server.make_url("/api/v10/channels/1/messages/2"))
        with pytest.raises(aiohttp.ClientConnectionError):
            await session.get("http://127.0.0.1:1/api/v10/gateway/bot")
    found = await values(ask)
    requests = {name: value for name, value in found.items() if name.startswith("cardroom_discord_requests_total")}
    assert requests == {
        'cardroom_discord_requests_total{method="POST",route="/channels/{id}/messages",status="201"}': 2,
        'cardroom_discord_requests_total{method="DELETE",route="/channels/{id}/messages/{id}",status="429"}': 1,
        'cardroom_discord_requests_total{method="GET",route="/gateway/bot",status="failed"}': 1,
    }
    assert found['cardroom_rate_limits_total{scope="shared"}'] == 1
    assert found["cardroom_discord_request_seconds_count"] == 4


async def test_the_bots_own_requests_are_counted(running: Cardroom, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer(_request: web.Request) -> web.Response:
        return web.json_response({"id": "900", "username": "Cardroom", "discriminator": "0", "avatar": None})

    app = web.Application()
    app.router.add_get("/api/v10/users/@me", answer)
    async with TestServer(app) as server:
        monkeypatch.setattr(Route, "BASE", str(server.make_url("/api/v10")))
        await running.http.static_login("a.secret.token")
    found = await values(ask)
    assert found['cardroom_discord_requests_total{method="GET",route="/users/@me",status="200"}'] == 1


@pytest.mark.parametrize(
    ("path", "route"),
    [
        ("/api/v10/users/@me", "/users/@me"),
        ("/api/v10/channels/123/messages/456", "/channels/{id}/messages/{id}"),
        ("/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback", "/interactions/{id}/{token}/callback"),
        ("/api/v10/interactions/123/lowercase/callback", "/interactions/{id}/{token}/callback"),
        ("/api/v10/webhooks/123/aW50/messages/@original", "/webhooks/{id}/{token}/messages/@original"),
        ("/api/v10/webhooks/123/987654321/messages/456", "/webhooks/{id}/{token}/messages/{id}"),
        ("/api/v10/applications/1/emojis", "/applications/{id}/emojis"),
        ("/api/v10/channels/1/thread-members/@me", "/channels/{id}/thread-members/@me"),
        ("/api/v10/invites/Xy7", "/invites/{value}"),
        ("/attachments/1/2/table.png", OTHER),
        ("/", OTHER),
    ],
)
def test_a_route_has_neither_ids_nor_tokens(path: str, route: str) -> None:
    assert route_of(path) == route


async def test_names_follow_the_conventions(running: Cardroom, ask: Ask) -> None:
    _, text = await ask("/metrics")
    families = [each for each in text_string_to_metric_families(text) if each.name.startswith("cardroom_")]
    assert len(families) >= 11
    for family in families:
        assert family.documentation
        if family.type == "counter":
            assert all(sample.name.endswith("_total") or sample.name.endswith("_created") for sample in family.samples)
        if family.type == "histogram":
            assert family.name.endswith("_seconds")


def test_the_dashboard_shows_metrics_that_exist() -> None:
    dashboard = json.loads(DASHBOARD.read_text("utf-8"))
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", [])]
    prefixes = "cardroom|process" if sys.platform == "linux" else "cardroom"
    named = set(re.findall(rf"\b(?:{prefixes})_\w+", " ".join(expressions)))
    families = list(Metrics().registry.collect())
    counted = {f"{family.name}_total" for family in families if family.type == "counter"}
    gauges = {family.name for family in families if family.type == "gauge"}
    histograms = {
        f"{family.name}_{part}"
        for family in families
        if family.type == "histogram"
        for part in ("bucket", "sum", "count")
    }
    assert named <= counted | gauges | histograms
    own = {name for name in counted | gauges if name.startswith("cardroom_")}
    own |= {f"{family.name}_bucket" for family in families if family.type == "histogram"}
    assert own <= named, "every metric is shown"


def test_the_alerts_are_about_metrics_that_exist() -> None:
    rules = yaml.safe_load(ALERTS.read_text("utf-8"))["groups"][0]["rules"]
    names = {family.name for family in Metrics().registry.collect()}
    for rule in rules:
        found = re.findall(r"\bcardroom_\w+", rule["expr"])
        assert {re.sub("_(total|bucket)$", "", name) for name in found} <= names
        assert rule["annotations"]["summary"].endswith((".", "?"))
    assert len({rule["alert"] for rule in rules}) == len(rules) >= 8


async def test_versions_shards_and_the_gateway(running: Cardroom, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    found = await values(ask)
    (build,) = (name for name in found if name.startswith("cardroom_build_info"))
    assert f'version="{VERSION}"' in build
    assert f'revision="{revision()}"' in build
    assert (found["cardroom_shards"], found["cardroom_connected_shards"]) == (1, 0)
    assert math.isnan(found["cardroom_gateway_latency_seconds"])
    assert math.isnan(found["cardroom_identifies_left"])
    shards = {0: SimpleNamespace(is_closed=lambda: False), 1: SimpleNamespace(is_closed=lambda: True)}
    monkeypatch.setattr(Cardroom, "shards", shards)
    monkeypatch.setattr(Cardroom, "latencies", [(0, 0.25), (1, math.inf)])
    monkeypatch.setattr(running, "shard_count", 2)
    monkeypatch.setattr(IdentifyQueue, "remaining", 700)
    found = await values(ask)
    assert (found["cardroom_shards"], found["cardroom_connected_shards"]) == (2, 1)
    assert (found["cardroom_gateway_latency_seconds"], found["cardroom_identifies_left"]) == (0.25, 700)


def test_the_dashboard_can_be_imported() -> None:
    dashboard = json.loads(DASHBOARD.read_text("utf-8"))
    assert dashboard["title"] == "Cardroom"
    assert [variable["type"] for variable in dashboard["templating"]["list"]] == ["datasource"]
    ids = [panel["id"] for panel in dashboard["panels"]]
    assert len(ids) == len(set(ids))
    for panel in dashboard["panels"]:
        assert panel["title"]
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}


# Health


async def test_a_healthy_bot(ask: Ask) -> None:
    assert await ask("/healthz") == (200, "The bot is running and connected.\n")


async def test_a_bot_that_is_not_connected(running: Cardroom, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    await running.on_shard_disconnect(0)
    assert await ask("/healthz") == (503, "The bot is not connected to Discord.\n")
    await running.on_shard_resumed(0)
    assert (await ask("/healthz"))[0] == 200
    monkeypatch.setattr(running, "is_ready", lambda: False)
    assert await ask("/healthz") == (503, "The bot is not connected to Discord.\n")


async def test_an_unresponsive_database(running: Cardroom, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: Any) -> Any:
        raise DatabaseError("The database cards.db cannot be used: the disk is full.")

    monkeypatch.setattr(running.store.notes, "fetch_value", fail)
    assert await ask("/healthz") == (503, "The database cards.db cannot be used: the disk is full.\n")
    monkeypatch.setattr(running.store.monitoring, "open_tables", fail)
    assert (await ask("/metrics"))[0] == 200


async def test_a_bot_that_cannot_write_its_heartbeat(running: Cardroom, ask: Ask) -> None:
    long_ago = running.service.now() - timedelta(seconds=1) - health.LONGEST_SILENCE
    await running.store.notes.store_value(ALIVE, long_ago.isoformat())
    assert await ask("/healthz") == (503, "The bot cannot store that it is running. Read its log.\n")


async def test_a_stuck_event_loop(running: Cardroom, ask: Ask, port: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The response comes from a thread, so it arrives while the loop is still stuck."""
    monkeypatch.setattr(monitoring, "LONGEST_WAIT", 0.1)

    def ask_from_outside(path: str) -> bytes:
        with socket.create_connection((HOST, port)) as connection:
            connection.sendall(f"GET {path} HTTP/1.0\r\n\r\n".encode())
            return b"".join(iter(lambda: connection.recv(65536), b""))

    with ThreadPoolExecutor() as threads:
        asked = [threads.submit(ask_from_outside, path) for path in ("/healthz", "/metrics")]
        healthz, metrics = (answer.result(timeout=60) for answer in asked)  # the loop is stuck until both arrive
    assert healthz.startswith(b"HTTP/1.0 503 ")
    assert b"The event loop has been stuck" in healthz
    assert b"cardroom_moves_total" in metrics
    assert (await ask("/healthz"))[0] == 200


# The port


async def test_other_paths_are_not_found(ask: Ask) -> None:
    assert await ask("/") == (404, "There are only /metrics and /healthz here.\n")
    assert (await ask("/metrics?name=x"))[0] == 200


async def test_without_a_port_nothing_is_measured(running: Cardroom) -> None:
    async with monitored(running, HOST, None):
        assert running.http.http_trace is None


async def test_the_port_is_free_afterwards(running: Cardroom, port: int) -> None:
    for _ in range(2):
        async with monitored(running, HOST, port):
            pass
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection((HOST, port))


@pytest.mark.parametrize(("host", "asked"), [("localhost", "localhost"), ("0.0.0.0", HOST), ("::1", "[::1]")])
async def test_other_addresses(running: Cardroom, port: int, host: str, asked: str) -> None:
    if host == "::1" and not has_ipv6():
        pytest.skip("this machine has no IPv6")
    async with (
        monitored(running, host, port),
        aiohttp.ClientSession() as session,
        session.get(f"http://{asked}:{port}/healthz") as response,
    ):
        assert response.status == 200


def has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


async def test_hanging_up_early_does_no_harm(
    running: Cardroom, ask: Ask, port: int, caplog: pytest.LogCaptureFixture
) -> None:
    def hang_up() -> None:
        with socket.create_connection((HOST, port)) as connection:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")

    await asyncio.to_thread(hang_up)
    assert (await ask("/healthz"))[0] == 200
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_busy_port_is_reported_in_one_line(running: Cardroom, port: int) -> None:
    with socket.create_server((HOST, port)), pytest.raises(OperationError) as raised:
        async with monitored(running, HOST, port):
            raise AssertionError
    assert str(raised.value) == (
        f"METRICS_PORT {port} on {HOST} cannot be used (Address already in use). Choose another port or METRICS_HOST."
    )


async def test_an_address_that_does_not_exist(running: Cardroom, port: int) -> None:
    with pytest.raises(OperationError, match=f"METRICS_PORT {port} on no such host cannot be used"):
        async with monitored(running, "no such host", port):
            raise AssertionError


@pytest.mark.usefixtures("restored_logging")
def test_a_bot_whose_port_is_busy_does_not_start(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", "a.secret.token")
    monkeypatch.setenv("METRICS_PORT", str(port))
    with socket.create_server((HOST, port)):
        assert bot.main([]) == 1
    assert f"Cardroom cannot start: METRICS_PORT {port} on {HOST} cannot be used" in capsys.readouterr().err
