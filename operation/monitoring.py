"""Serves ``/metrics`` and ``/healthz`` beside the bot, in a thread, so that a stuck event loop is reported, too."""

import asyncio
import logging
import os
import socket
import threading
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from concurrent.futures import TimeoutError as TooLate
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler
from socketserver import ThreadingTCPServer
from typing import Any, TypeVar

from prometheus_client import CONTENT_TYPE_LATEST

from cogs.client import Cardroom
from db.errors import DatabaseError
from operation.daily_backups import DailyBackups
from operation.errors import OperationError
from operation.health import WELL, is_well, longest_silence
from operation.metrics import Metrics

_log = logging.getLogger(__name__)

LONGEST_WAIT = 2.0
"""Seconds after which an event loop that does not answer counts as stuck."""
LAG_INTERVAL = 0.5
"""Seconds between two measurements of the event loop."""

T = TypeVar("T")
Answer = tuple[HTTPStatus, str, bytes]


@asynccontextmanager
async def monitored(
    bot: Cardroom, host: str, port: int | None, backups: DailyBackups | None = None
) -> AsyncIterator[None]:
    """Serve metrics and health of a bot that is about to connect; nothing without a port. Raises ``OperationError``."""
    if port is None:
        yield
        return
    metrics = Metrics()
    metrics.observe(bot)
    if backups is not None:
        metrics.observe_backups(backups)
    server = _listen(host, port, Monitor(bot, metrics))
    measuring = asyncio.create_task(_measure_lag(metrics))
    serving = threading.Thread(target=server.serve_forever, name="metrics", daemon=True)
    serving.start()
    try:
        yield
    finally:
        measuring.cancel()
        await asyncio.to_thread(server.shutdown)
        server.server_close()


class Monitor:
    """Answers HTTP requests in the threads of the server."""

    def __init__(self, bot: Cardroom, metrics: Metrics) -> None:
        self._bot = bot
        self._metrics = metrics
        self._loop = asyncio.get_running_loop()

    def answer(self, path: str) -> Answer:
        """The status, type and content for a path."""
        match path.partition("?")[0]:
            case "/metrics":
                return HTTPStatus.OK, CONTENT_TYPE_LATEST, self._page()
            case "/healthz":
                complaint = self._complaint()
                status = HTTPStatus.OK if complaint is None else HTTPStatus.SERVICE_UNAVAILABLE
                return _text(status, complaint or WELL)
            case _:
                return _text(HTTPStatus.NOT_FOUND, "There are only /metrics and /healthz here.")

    def _page(self) -> bytes:
        with suppress(DatabaseError, TooLate):  # the other metrics show what is wrong
            self._in_loop(self._metrics.count_tables(self._bot))
        return self._metrics.page()

    def _complaint(self) -> str | None:
        try:
            return self._in_loop(complaint_about(self._bot))
        except TooLate:
            return f"The event loop has been stuck for {LONGEST_WAIT:.0f} seconds."

    def _in_loop(self, question: Coroutine[Any, Any, T]) -> T:
        asked = asyncio.run_coroutine_threadsafe(question, self._loop)
        try:
            return asked.result(LONGEST_WAIT)
        except TooLate:
            asked.cancel()
            raise


async def complaint_about(bot: Cardroom) -> str | None:
    """Why the bot cannot serve members now, in one line; ``None`` if it can."""
    if not bot.store.term.is_running:
        return "The bot does not hold the lease of its shards. Read its log."
    if not bot.is_ready() or bot.service.outages.is_cut_off:
        return "The bot is not connected to Discord."
    try:
        heartbeats = await bot.service.outages.heartbeats()
    except DatabaseError as error:
        return str(error)
    return None if is_well(longest_silence(heartbeats)) else "The bot cannot store that it is running. Read its log."


def _text(status: HTTPStatus, line: str) -> Answer:
    return status, "text/plain; charset=utf-8", f"{line}\n".encode()


def _listen(host: str, port: int, monitor: Monitor) -> ThreadingTCPServer:
    """A server on this address. Raises ``OperationError``."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return _Server(family, (host, port), monitor.answer)
    except OSError as error:
        raise OperationError(
            f"METRICS_PORT {port} on {host} cannot be used ({error.strerror}). Choose another port or METRICS_HOST."
        ) from None


class _Server(ThreadingTCPServer):
    """Not a ``ThreadingHTTPServer``: that looks up the name of its own address, and so may wait for a name server."""

    allow_reuse_address = os.name == "posix"
    daemon_threads = True

    def __init__(self, family: int, address: tuple[str, int], answer: Callable[[str], Answer]) -> None:
        self.address_family, self.answer = family, answer
        super().__init__(address, _Handler)

    def handle_error(self, request: Any, client_address: Any) -> None:
        _log.warning("A request for metrics or health was not answered", exc_info=True)


class _Handler(BaseHTTPRequestHandler):
    timeout = 10
    server_version, sys_version = "Cardroom", ""
    server: Any

    def do_GET(self) -> None:
        status, kind, content = self.server.answer(self.path)
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: Any) -> None:
        """Log nothing: a line for each scrape helps nobody."""


async def _measure_lag(metrics: Metrics) -> None:
    while True:
        before = time.perf_counter()
        await asyncio.sleep(LAG_INTERVAL)
        metrics.note_lag(time.perf_counter() - before - LAG_INTERVAL)
