"""Starting the bot: every problem gives one line and an exit status, and leaves nothing open."""

import asyncio
import gc
import importlib.util
import logging
import os
import re
import shutil
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.http import HTTPClient

import bot
from cogs.client import Cardroom
from cogs.version import VERSION, revision
from db.drivers.engine import database_path, database_url
from db.lock import lock_path, only_bot_on
from db.store import Store
from operation.errors import EXIT_FAILED, EXIT_PERMANENT, typed
from operation.settings import read_settings
from playground.settings import PlaygroundSettings
from sessions.computers.workers import spare_cores

ROOT = Path(__file__).parent.parent
TOKEN = "a.secret.token"
LOGGING = ("LOG_LEVEL", "LOG_FORMAT", "METRICS_PORT", "METRICS_HOST")
SETTINGS = (
    "DISCORD_TOKEN",
    "DATABASE_URL",
    *LOGGING,
    "SHARD_IDS",
    "SHARD_COUNT",
    "THINKERS",
    "BANNED",
    "BACKUP_DAYS",
    "KEEP_MOVES_DAYS",
)

pytestmark = pytest.mark.usefixtures("restored_logging")


@pytest.fixture(autouse=True)
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Start in an empty folder, and without settings."""
    monkeypatch.chdir(tmp_path)
    for name in SETTINGS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[Store]:
    """The stores that have been closed."""
    stores: list[Store] = []
    close = Store.close

    async def recording_close(store: Store) -> None:
        stores.append(store)
        await close(store)

    monkeypatch.setattr(Store, "close", recording_close)
    return stores


def start_error(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = EXIT_FAILED) -> str:
    """The line that says why the bot cannot start."""
    assert bot.main(arguments) == status
    lines = [line for line in capsys.readouterr().err.splitlines() if "cannot start" in line]
    assert len(lines) == 1
    assert TOKEN not in lines[0]
    return lines[0]


def fail_login(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    async def static_login(_client: HTTPClient, _token: str) -> Any:
        raise error

    monkeypatch.setattr(HTTPClient, "static_login", static_login)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)


@pytest.fixture
def interrupted_login() -> Iterator[None]:
    """Ctrl+C while the bot logs in."""
    with pytest.MonkeyPatch.context() as patches:
        fail_login(patches, KeyboardInterrupt())
        yield
    # asyncio complains about the task when it is collected, with a traceback, whose lines are parsed. In the middle of
    # an ``ast.parse`` of another test, that is a ``SystemError`` in Python 3.11.
    gc.collect()


def response(status: int) -> Any:
    return SimpleNamespace(status=status, reason="out of order")


def closed_with(code: int) -> discord.ConnectionClosed:
    return discord.ConnectionClosed(response(0), shard_id=0, code=code)


@pytest.mark.parametrize(
    ("status", "error", "words"),
    [
        (EXIT_FAILED, discord.DiscordServerError(response(503), ""), "Discord itself has a problem (503 out of order"),
        (EXIT_FAILED, discord.Forbidden(response(403), ""), "refuses requests from this machine (403 out of order"),
        (EXIT_FAILED, discord.HTTPException(response(429), ""), "refuses requests from this machine (429 out of order"),
        (EXIT_FAILED, discord.GatewayNotFound(), "Discord itself has a problem"),
        (EXIT_FAILED, aiohttp.ClientConnectionError("no route"), "reached (no route). Check your internet connection"),
        (EXIT_FAILED, aiohttp.ClientPayloadError(), "reached (ClientPayloadError). Check your internet connection"),
        (EXIT_FAILED, TimeoutError(), "reached (TimeoutError). Check your internet connection"),
        (EXIT_PERMANENT, discord.LoginFailure("Improper token."), "Discord rejected the token in DISCORD_TOKEN"),
        (EXIT_PERMANENT, closed_with(4004), "Discord no longer accepts the token in DISCORD_TOKEN"),
        (EXIT_PERMANENT, closed_with(4010), "Compare SHARD_IDS and SHARD_COUNT"),
        (EXIT_PERMANENT, closed_with(4011), "needs more shards. Raise SHARD_COUNT"),
        (EXIT_PERMANENT, closed_with(4013), "closed the connection for good"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, BaseException) else "",
)
def test_a_failed_login_is_explained(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    closed: list[Store],
    status: int,
    error: BaseException,
    words: str,
) -> None:
    """What no restart can mend has a status of its own."""
    fail_login(monkeypatch, error)
    line = start_error(capsys, status=status)
    assert words in line
    assert ("internet connection" in line) is ("internet connection" in words)
    assert ("token" in line) is ("TOKEN" in words)
    assert len(closed) == 1


def test_any_failure_during_setup_closes_the_database(monkeypatch: pytest.MonkeyPatch, closed: list[Store]) -> None:
    async def broken(bot: Cardroom, _token: str) -> None:
        bot.service.timer.start(bot.service.times.decisions, bot.service.deadlines.on_due)
        raise RuntimeError("a bug")

    monkeypatch.setattr(Cardroom, "login", broken)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    with pytest.raises(RuntimeError, match="a bug"):
        bot.main([])
    assert len(closed) == 1


@pytest.mark.usefixtures("interrupted_login")
def test_an_interrupted_bot_exits_without_an_error(closed: list[Store]) -> None:
    assert bot.main([]) == 0
    assert len(closed) == 1


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("LOG_LEVEL", "loud", "Cardroom cannot start: LOG_LEVEL must be DEBUG, INFO, WARNING or ERROR."),
        ("LOG_FORMAT", "xml", "Cardroom cannot start: LOG_FORMAT must be console or json."),
        ("METRICS_PORT", "http", "Cardroom cannot start: METRICS_PORT must be a number from 1 to 65535."),
        ("METRICS_PORT", "0", "Cardroom cannot start: METRICS_PORT must be a number from 1 to 65535."),
        ("DATABASE_URL", "mysql://here/cards", "keeps its games in a SQLite file or in PostgreSQL"),
        ("DATABASE_URL", "cards.db", "DATABASE_URL must be the address of a database. 'cards.db' is not"),
        ("BANNED", "anna", "BANNED must be numbers of members and servers"),
        ("BACKUP_DAYS", "31", "BACKUP_DAYS must be a whole number from 1 to 30."),
        ("KEEP_MOVES_DAYS", "364", "KEEP_MOVES_DAYS must be a whole number from 365 to 36500."),
        ("SHARD_IDS", "0-", "SHARD_IDS must be the numbers of shards, such as 0,1 or 0-3."),
        ("SHARD_IDS", "1", "SHARD_IDS needs SHARD_COUNT: how many shards all processes have together."),
        ("SHARD_COUNT", "none", "SHARD_COUNT must be a whole number from 1 to 100000."),
        (
            "THINKERS",
            "here",
            "THINKERS must be the address of a Dask scheduler with TLS, such as tls://192.168.1.20:8786.",
        ),
        ("THINKERS", "tcp://127.0.0.1:8786", "THINKERS must be the address of a Dask scheduler with TLS"),
        ("DATABSE_URL", "sqlite:///cards.db", "DATABSE_URL is no setting. Did you mean DATABASE_URL?"),
    ],
)
def test_an_invalid_setting_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str, value: str, words: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv(name, value)
    assert words in start_error(capsys, status=EXIT_PERMANENT)


def test_shards_must_be_among_those_that_there_are(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("SHARD_COUNT", "4")
    monkeypatch.setenv("SHARD_IDS", "2-4")
    assert "SHARD_IDS must be between 0 and 3, because of SHARD_COUNT." in start_error(capsys, status=EXIT_PERMANENT)


@pytest.mark.parametrize(
    ("ids", "count", "expected"),
    [(None, None, {0}), (None, "3", {0, 1, 2}), ("1", "3", {1}), (" 0-2, 5 ", "8", {0, 1, 2, 5})],
)
def test_shards_are_read_as_numbers_and_ranges(
    monkeypatch: pytest.MonkeyPatch, ids: str | None, count: str | None, expected: set[int]
) -> None:
    for name, value in (("SHARD_IDS", ids), ("SHARD_COUNT", count)):
        if value is not None:
            monkeypatch.setenv(name, value)
    shards = read_settings(Path.cwd()).shards
    assert (shards.ids, shards.count) == (expected, int(count or 1))
    assert shards.is_everything is (ids is None)


@pytest.mark.parametrize(("count", "ids"), [("2", None), ("2", "0-1"), ("1", None), ("1", "0")])
def test_a_process_with_all_shards_leases_them_as_any_other(
    monkeypatch: pytest.MonkeyPatch, closed: list[Store], count: str, ids: str | None
) -> None:
    monkeypatch.setenv("SHARD_COUNT", count)
    if ids is not None:
        monkeypatch.setenv("SHARD_IDS", ids)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    leased: list[int] = []

    async def start(client: Cardroom, _token: str) -> None:
        leased.extend(lease.shard for lease in await client.store.cluster.leases())
        assert client.shard_count == int(count), "Discord's advice is not asked for"

    monkeypatch.setattr(Cardroom, "start", start)
    assert bot.main([]) == 0
    assert leased == list(range(int(count)))
    assert closed != []


@pytest.mark.processes
def test_a_second_process_needs_shards_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], closed: list[Store]
) -> None:
    """While one process serves a shard, another with the same shard is refused."""
    monkeypatch.setenv("SHARD_COUNT", "2")
    monkeypatch.setenv("SHARD_IDS", "1")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///cards.db")
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    lines: list[str] = []

    script = "import sys, bot; sys.exit(bot.main([]))"
    environment = os.environ | {"PYTHONPATH": str(ROOT)}

    def second_process() -> str:
        run = subprocess.run([sys.executable, "-c", script], env=environment, stderr=subprocess.PIPE, text=True)
        return run.stderr

    async def start(_bot: Cardroom, _token: str) -> None:
        lines.extend((await asyncio.to_thread(second_process)).splitlines())

    monkeypatch.setattr(Cardroom, "start", start)
    assert bot.main([]) == 0
    assert [line for line in lines if line.startswith("Cardroom")] == [
        f"Cardroom cannot start: Shard 1 of 2 is already served by process {os.getpid()} on {socket.gethostname()}. "
        "Stop that one, or change SHARD_IDS."
    ]
    assert bot.main(["rebuild-ratings"]) == 0, "the lease was given up"


@pytest.mark.parametrize(
    ("line", "words"),
    [("DISCORD_TOKN=x", "DISCORD_TOKN is no setting. Did you mean DISCORD_TOKEN?"), ("SHARD_ID=0", "mean SHARD_IDS?")],
)
def test_a_misspelt_setting_in_the_file_is_named(capsys: pytest.CaptureFixture[str], line: str, words: str) -> None:
    Path(".env").write_text(f"{line}\n")
    assert words in start_error(capsys, status=EXIT_PERMANENT)


def test_names_of_other_programs_are_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    Path(".env").write_text("POSTGRES_PASSWORD=secret\nDATABASE_URL=sqlite:///cards.db\n")
    monkeypatch.setenv("DATABASE_URLS", "of something else")
    assert "cards.db" in read_settings(tmp_path).database_url


def test_settings_in_another_encoding_are_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    Path(".env").write_text(f"DISCORD_TOKEN={TOKEN}\n", encoding="utf-16")
    assert "The file .env is not UTF-8 text." in start_error(capsys, status=EXIT_PERMANENT)


@pytest.mark.usefixtures("interrupted_login")
def test_relative_paths_begin_in_the_current_folder(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """Where the bot's modules are does not matter; the log names the whole path."""
    Path(".env").write_text("DATABASE_URL=sqlite:///games/cards.db")
    with caplog.at_level(logging.INFO):
        assert bot.main([]) == 0
    assert (tmp_path / "games" / "cards.db").exists()
    assert f"The games are kept in {tmp_path / 'games' / 'cards.db'}" in caplog.messages


def test_the_script_finds_its_settings_and_games_beside_itself(tmp_path: Path) -> None:
    """``python3 /opt/cardroom/bot.py`` does the same whichever folder it is started in."""
    script, elsewhere = tmp_path / "cardroom" / "bot.py", tmp_path / "elsewhere"
    script.parent.mkdir()
    elsewhere.mkdir()
    shutil.copy(ROOT / "bot.py", script)
    (script.parent / ".env").write_text("DATABASE_URL=sqlite:///games/cards.db")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command = [sys.executable, script, "backup", "copy.db"]
    run = subprocess.run(command, env=environment, cwd=elsewhere, capture_output=True, text=True)
    assert f"There is no database {script.parent}/games/cards.db" in run.stderr
    assert list(elsewhere.iterdir()) == []


@pytest.mark.usefixtures("interrupted_login")
def test_the_log_begins_with_the_version(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO):
        bot.main([])
    # Another test may have left a task behind, about which asyncio complains at any time.
    own = [record.getMessage() for record in caplog.records if record.name != "asyncio"]
    assert own[0] == f"Cardroom {VERSION} ({revision()})"


def test_the_version_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        bot.main(["--version"])
    assert (end.value.code, capsys.readouterr().out) == (0, f"Cardroom {VERSION}\n")


def test_a_whole_path_is_left_alone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DATABASE_URL", f"sqlite+aiosqlite:///{tmp_path}/elsewhere/cards.db")
    address = read_settings(tmp_path / "bot").database_url
    assert database_path(database_url(address)) == tmp_path / "elsewhere" / "cards.db"


def test_a_command_that_fails_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert bot.main(["backup", "copy.db"]) == 1
    assert capsys.readouterr().err.startswith("backup has failed: There is no database")


def make_folder(path: Path) -> None:
    path.mkdir()


def write_text(path: Path) -> None:
    path.write_text("Dear diary, " * 200)


def write_newer_database(path: Path) -> None:
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("CREATE TABLE alembic_version (version_num TEXT)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
        newer.commit()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (make_folder, "the file cannot be opened or created"),
        (write_text, "the file is not a SQLite database"),
        (write_newer_database, "was written by a newer Cardroom"),
    ],
)
def test_an_unusable_database_is_explained(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], make: Any, words: str
) -> None:
    make(Path("cards.db"))
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///cards.db")
    assert words in start_error(capsys)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="the superuser can write to every file")
def test_a_read_only_database_is_explained(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    fail_login(monkeypatch, discord.LoginFailure())
    monkeypatch.setenv("DATABASE_URL", "sqlite:///cards.db")
    start_error(capsys)
    Path("cards.db").chmod(0o400)
    assert "the file is read-only" in start_error(capsys)


def test_a_port_in_use_is_named_before_any_game_is_deleted(capsys: pytest.CaptureFixture[str]) -> None:
    bot.PLAYGROUND_DATABASE.parent.mkdir()
    bot.PLAYGROUND_DATABASE.write_text("the games of an open playground")
    with socket.create_server(("127.0.0.1", 0)) as used:
        port = used.getsockname()[1]
        assert f"Port {port} is already in use" in start_error(capsys, "--fresh", "--port", str(port))
    assert bot.PLAYGROUND_DATABASE.read_text() == "the games of an open playground"


def test_a_second_playground_on_other_ports_leaves_the_games_of_the_first_alone(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with only_bot_on("sqlite:///data/playground.db"):
        bot.PLAYGROUND_DATABASE.write_text("the games of an open playground")
        line = start_error(capsys, "--fresh", "--port", "9000")
    assert f"Another Cardroom is running on the database {Path.cwd()}/data/playground.db. Stop that one first." in line
    assert bot.PLAYGROUND_DATABASE.read_text() == "the games of an open playground"


def test_a_second_bot_on_the_same_database_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///cards.db")
    with only_bot_on("sqlite:///cards.db"):
        assert f"Another Cardroom is running on the database {Path.cwd()}/cards.db." in start_error(capsys)
    assert not Path("cards.db").exists()


@pytest.mark.usefixtures("interrupted_login")
def test_a_bot_that_has_stopped_leaves_its_database_unlocked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///cards.db")
    assert [bot.main([]), bot.main([])] == [0, 0]


def test_an_invalid_port_is_rejected(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--port must be between 1 and" in start_error(capsys, "--port", "70000")


@pytest.fixture
def no_playground(monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "simcord" else find(name))


@pytest.mark.usefixtures("no_playground")
def test_a_missing_extra_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert bot.main(["playground"]) == EXIT_FAILED
    told = 'playground has failed: The playground is not installed: pip install ".[playground]" (missing: simcord).'
    assert told in capsys.readouterr().err


@pytest.mark.usefixtures("no_playground")
def test_a_host_without_a_token_is_told_so(capsys: pytest.CaptureFixture[str]) -> None:
    line = start_error(capsys, status=EXIT_PERMANENT)
    assert "No token is set. Set DISCORD_TOKEN in the environment or in the file .env." in line
    assert "cardroom playground" in line


NAMED = re.compile(r"(bot\.py|cardroom) (doctor|backup|restore|export|forget|move-to|rebuild-ratings|playground)")


@pytest.mark.parametrize(("started", "told"), [("/srv/bot.py", "python3 bot.py"), ("/usr/bin/cardroom", "cardroom")])
def test_messages_name_commands_as_their_reader_types_them(
    started: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", [started])
    assert typed("forget USER") == f"{told} forget USER"
    root = Path(bot.__file__).parent
    sources = [root / "bot.py", *root.glob("operation/**/*.py"), *root.glob("db/**/*.py"), *root.glob("cogs/**/*.py")]
    assert [source.name for source in sources if NAMED.search(source.read_text("utf-8"))] == []


@pytest.mark.parametrize("token", ["", None])
def test_a_service_without_a_token_waits(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], token: str | None
) -> None:
    """Also where the playground is installed. The copied example sets an empty token."""
    waited: list[bool] = []
    monkeypatch.setattr(bot, "wait_for_signal", lambda: waited.append(True))
    if token is not None:
        monkeypatch.setenv("DISCORD_TOKEN", token)
    assert "No token is set." in start_error(capsys, "--stay", status=EXIT_PERMANENT)
    assert waited == [True]


@pytest.mark.parametrize(
    "arguments", [["playground", "--port", "9000"], ["--port", "9000", "playground"], ["--port", "9000"]]
)
def test_the_playground_opens_by_its_name(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> None:
    """A token does not matter then. Without one, and where it is installed, it opens without its name, too."""
    opened: list[PlaygroundSettings] = []

    async def note(_build: Any, settings: PlaygroundSettings) -> None:
        opened.append(settings)

    monkeypatch.setattr(bot, "require_playable", lambda _settings: None)
    monkeypatch.setattr(bot, "run_playground", note)
    if "playground" in arguments:
        monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    assert bot.main(arguments) == 0
    assert [settings.ports for settings in opened] == [(9000, 9001, 9002)]


@pytest.fixture
def built(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """The options of the bots that have been built."""
    bots: list[dict[str, Any]] = []

    def build(store: Store, **options: Any) -> Cardroom:
        bots.append(options)
        return Cardroom(store, **options)

    monkeypatch.setattr(bot, "Cardroom", build)
    return bots


@pytest.mark.usefixtures("interrupted_login")
def test_on_discord_the_bot_draws_cards_and_works_in_real_time(
    monkeypatch: pytest.MonkeyPatch, built: list[dict[str, Any]]
) -> None:
    monkeypatch.setenv("BANNED", "123, 456")
    bot.main([])
    (options,) = built
    assert 123 in options.pop("bans")
    assert options == {"draw_cards": True, "draw_tables": True, "ticks": time.monotonic, "keep_moves": None}


class FakeWaits:
    """Waits of a simulation that counts the work that it is given."""

    def __init__(self) -> None:
        self.works = 0

    async def __call__(self, seconds: float) -> None: ...

    async def run(self, work: Any) -> Any:
        self.works += 1
        return await work


def test_in_the_playground_the_bot_waits_and_computes_in_the_simulation(
    monkeypatch: pytest.MonkeyPatch, built: list[dict[str, Any]], closed: list[Store]
) -> None:
    ports, workers, waits = [], [], FakeWaits()

    class FakeWorkers:
        def __init__(self, wait: Any) -> None:
            assert wait == waits.run
            workers.append(self)
            self.is_closed = False

        async def __call__(self, function: Any, *arguments: Any) -> Any:
            return function(*arguments)

        async def close(self) -> None:
            self.is_closed = True

    async def build_and_compute(build_bot: Any, settings: PlaygroundSettings) -> None:
        ports.extend(settings.ports)
        build_bot(waits)
        assert await built[0]["compute"](max, 1, 2) == 2

    monkeypatch.setattr(bot, "Workers", FakeWorkers)
    monkeypatch.setattr(bot, "require_playable", lambda _settings: None)
    monkeypatch.setattr(bot, "run_playground", build_and_compute)
    assert bot.main(["--port", "9000"]) == 0
    assert ports == [9000, 9001, 9002]
    assert built[0]["sleep"] is waits
    assert built[0]["draw_cards"]
    assert waits.works == 1
    assert [each.is_closed for each in workers] == [True]
    assert len(closed) == 1


def test_without_dask_thinkers_are_refused(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "distributed" else find(name))
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("THINKERS", "tls://127.0.0.1:8786")
    assert 'THINKERS needs the extra "cluster": pip install ".[cluster]"' in start_error(capsys, status=EXIT_PERMANENT)


def test_computers_think_where_the_settings_say(
    monkeypatch: pytest.MonkeyPatch, built: list[dict[str, Any]], closed: list[Store]
) -> None:
    fail_login(monkeypatch, discord.LoginFailure())
    monkeypatch.setenv("THINKERS", "tls://127.0.0.1:9")
    assert bot.main([]) == EXIT_PERMANENT
    (options,) = built
    assert options["capacity"]() == spare_cores()
    assert len(closed) == 1


def test_leaderboards_are_counted_again_on_request(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], closed: list[Store]
) -> None:
    """With or without a token; the bot itself is not started."""
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    monkeypatch.setenv("DATABASE_URL", "sqlite:///cards.db")
    assert bot.main(["rebuild-ratings"]) == 0
    assert capsys.readouterr().out == f"The leaderboards of {Path.cwd()}/cards.db were counted again: 0 lines.\n"
    assert len(closed) == 1


def test_leaderboards_are_not_counted_again_while_the_bot_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "sqlite:///cards.db")
    with only_bot_on("sqlite:///cards.db"):
        assert bot.main(["rebuild-ratings"]) == 1
    assert "rebuild-ratings has failed: Another Cardroom is running" in capsys.readouterr().err


def test_a_fresh_start_deletes_the_games_of_the_playground(monkeypatch: pytest.MonkeyPatch) -> None:
    async def interrupted_at_once(_build: Any, _settings: Any) -> None:
        assert lock_path(bot.PLAYGROUND_DATABASE).exists()
        raise KeyboardInterrupt

    monkeypatch.setattr(bot, "require_playable", lambda _settings: None)
    monkeypatch.setattr(bot, "run_playground", interrupted_at_once)
    bot.PLAYGROUND_DATABASE.parent.mkdir()
    write_newer_database(bot.PLAYGROUND_DATABASE)
    real_games = Path("data/cardroom.db")
    real_games.write_text("kept")
    assert bot.main(["--fresh"]) == 0
    assert bot.PLAYGROUND_DATABASE.exists()
    assert real_games.read_text() == "kept"


@pytest.mark.usefixtures("interrupted_login")
@pytest.mark.parametrize(("level", "libraries"), [("DEBUG", "INFO"), ("INFO", "INFO"), ("ERROR", "ERROR")])
def test_only_our_own_packages_log_debug_messages(monkeypatch: pytest.MonkeyPatch, level: str, libraries: str) -> None:
    """At DEBUG, discord.py would log what the gateway sends, including interaction tokens."""
    monkeypatch.setenv("LOG_LEVEL", level)
    bot.main([])
    levels = {
        "cogs.client": level,
        "sessions.playing.play": level,
        "discord.gateway": libraries,
        "alembic.runtime": "WARNING",
    }
    for name, expected in levels.items():
        assert logging.getLevelName(logging.getLogger(name).getEffectiveLevel()) == expected


def test_the_script_prints_one_line_and_fails(tmp_path: Path) -> None:
    (tmp_path / "cards.db").mkdir()
    settings = {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": f"sqlite:///{tmp_path}/cards.db"}
    run = subprocess.run(
        [sys.executable, ROOT / "bot.py"], env=os.environ | settings, cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 1
    assert run.stderr.splitlines() == [
        f"Cardroom cannot start: The database {tmp_path}/cards.db cannot be used: the file cannot be opened or created."
    ]
