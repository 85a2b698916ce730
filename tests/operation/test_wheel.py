"""Cardroom as ``pip install .`` installs it, away from its repository: it finds everything it needs in its wheel."""

import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
import venv
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path

import pytest
from dockerfile import ROOT, copied

from cogs.version import VERSION
from opponents.judges import JUDGES
from tests.playground.browser import free_ports

pytestmark = pytest.mark.processes

READS_EVERY_KIND_OF_FILE = """
from cogs.shared.card_emojis import BACK, FOLDER
from cogs.shared.catalogue import default_catalogue
from cogs.shared.rendering import Renderer
from cogs.rules.rules_screen import STEPS
from engines import GAMES
from opponents.judges import JUDGES
from pictures.arrangement import Changes
from pictures.table import draw_table

for key, judge in JUDGES.items():
    state = GAMES[key].deal(seats=GAMES[key].seats[0], seed="", options=GAMES[key].Options())
    seat = state.to_act[0]
    print(all(0 <= value <= 1 for value in judge.values(state, seat, judge.options(state, seat))))
game = GAMES["knotweed"]
scene = game.scene(game.deal(seats=2, seed="", options=game.Options()).view(None))
print(draw_table(game.name, scene, Changes(), Renderer("en-US", {}))[:4])
print((FOLDER / f"{BACK}.png").read_bytes()[:4])
catalogue = default_catalogue()
print(catalogue.languages, catalogue.template(STEPS[0], "de") != STEPS[0].template)
"""

WRONG_CASE = """
from pathlib import Path
from crazy_eights.game import CrazyEights
from engines.testing.cases import check_case, read_cases


def test_wrong():
    case = read_cases(Path("tests/cases.jsonl"))[0]
    check_case(CrazyEights(), case | {"expect": {"legal_count": 99}})
"""
NEIGHBOUR = """
[build-system]
requires = ["setuptools"]
build-backend = "setuptools.build_meta"

[project]
name = "neighbour"
version = "2.0"

[tool.setuptools]
py-modules = ["bot"]
packages = ["cogs"]
"""

OTHER_TEST = """
import sys


def test_other():
    assert not {"bot", "cogs", "db", "engines", "sessions"} & {*sys.modules}
"""


class Installation:
    """A virtual environment with ``wheel``. What the bot depends on comes from the environment of the tests."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.environment, self.empty, self.wheel = folder / "environment", folder / "empty", wheel
        self.empty.mkdir()
        venv.create(self.environment, symlinks=True)
        self.python = self.environment / "bin" / "python"
        self.install(wheel)
        (packages,) = self.environment.glob("lib/*/site-packages")
        _depend_on_ours(packages)

    def install(self, wheel: Path, *options: str) -> None:
        """Install a wheel."""
        _pip("--python", str(self.python), "install", *OFFLINE, *options, str(wheel))

    def process(self, *command: str, folder: Path | None = None) -> subprocess.Popen[str]:
        """Start a command in this folder or the empty one, with as little around it as possible."""
        path = f"{self.python.parent}{os.pathsep}{os.defpath}"
        return subprocess.Popen(
            command,
            cwd=folder or self.empty,
            env={"PATH": path, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *command: str, folder: Path | None = None) -> Sequence[str]:
        """The lines that a command prints. It succeeds and complains about nothing."""
        with self.process(*command, folder=folder) as process:
            output, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, ""), output + errors
        return output.splitlines()


def _depend_on_ours(packages: Path) -> None:
    """Let an environment find what the tests' own has, after its own packages.

    An editable installation of Cardroom there has no effect: Python reads such files in its own folder only.
    """
    (packages / "dependencies.pth").write_text("\n".join(path for path in sys.path if path.endswith("-packages")))


def _copy_of_the_sources(folder: Path) -> Path:
    """All that the image is made of, and the versions for other installations.

    In the repository itself ``build`` would keep what is deleted there later.
    """
    source = folder / "source"
    source.mkdir()
    for name in {*copied(), "constraints.txt"}:
        original = ROOT / name
        if original.is_dir():
            shutil.copytree(original, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(original, source)
    return source


OFFLINE = ("--no-index", "--no-deps", "--quiet")


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", *arguments], check=True)


def _built(source: Path) -> Path:
    """A wheel of the package in a folder."""
    wheels = source.parent / f"wheel of {source.name}"
    _pip("wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", str(wheels), str(source))
    (wheel,) = wheels.iterdir()
    return wheel


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    folder = tmp_path_factory.mktemp("wheel")
    return Installation(folder, _built(_copy_of_the_sources(folder)))


def test_the_package_has_the_version_of_its_modules(installation: Installation) -> None:
    assert installation.run("cardroom", "--version") == [f"Cardroom {VERSION}"]
    asked = "import importlib.metadata as found, cogs; print(found.version('cardroom'), cogs.__file__)"
    (line,) = installation.run("python", "-c", asked)
    assert re.match(rf"{re.escape(VERSION)}(\+g[0-9a-f]{{10}})? {re.escape(str(installation.environment))}", line)


def test_every_kind_of_file_is_found(installation: Installation) -> None:
    *judged, drawn, face, texts = installation.run("python", "-c", READS_EVERY_KIND_OF_FILE)
    assert drawn == face == repr(b"\x89PNG")
    assert judged == ["True"] * len(JUDGES)
    assert texts == "('de', 'es', 'fr') True"


def test_the_doctor_misses_nothing(installation: Installation) -> None:
    findings = installation.run("cardroom", "doctor")
    assert any("Assets: all 54 files are there." in line for line in findings)
    assert any("Versions: Python" in line and f"discord.py {version('discord.py')}" in line for line in findings)
    assert any(f"Database: {installation.empty}/data/cardroom.db does not exist yet." in line for line in findings)


def test_the_playground_opens_in_any_folder(installation: Installation) -> None:
    """Its games are in a new database in the current folder, and its pages find their files."""
    port = free_ports()
    with installation.process("cardroom", "--port", str(port)) as process:
        assert process.stdout is not None
        try:
            assert any("Ctrl-C closes the playground" in line for line in process.stdout), "it did not open"
            with urllib.request.urlopen(f"http://127.0.0.1:{port}/playground/playground.css") as answer:
                assert answer.read() == (ROOT / "playground" / "static" / "playground.css").read_bytes()
        finally:
            process.send_signal(signal.SIGTERM)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    database = installation.empty / "data" / "playground.db"
    assert f"The games are kept in {database}" in errors
    assert database.is_file()


def test_an_update_of_a_service_replaces_the_program_and_nothing_else(tmp_path: Path) -> None:
    """The manual's command in a clone in which somebody has played, twice: the second version has lost a module."""
    clone, environment, service = _copy_of_the_sources(tmp_path), tmp_path / "opt", tmp_path / "var"
    (clone / "data").mkdir()
    (clone / "data" / "cardroom.db").write_text("the games of the playground")
    (clone / ".env").write_text("LOG_LEVEL=ERROR\n")
    (clone / "cogs" / "gone.py").touch()
    venv.create(environment, symlinks=True)
    (packages,) = environment.glob("lib/*/site-packages")
    _depend_on_ours(packages)
    (service / "data").mkdir(parents=True)
    (service / ".env").write_text("LOG_LEVEL=WARNING\n")
    program = str(environment / "bin" / "cardroom")

    _update(clone, environment)
    assert (packages / "cogs" / "gone.py").exists()
    subprocess.run([program, "rebuild-ratings"], cwd=service, check=True)  # its first start: the database is made
    games = (service / "data" / "cardroom.db").read_bytes()

    (clone / "cogs" / "gone.py").unlink()
    version_file = clone / "cogs" / "version.py"
    version_file.write_text(version_file.read_text().replace(VERSION, "99.0.0"))
    _update(clone, environment)
    assert not (packages / "cogs" / "gone.py").exists()
    told = subprocess.run([program, "--version"], cwd=service, capture_output=True, text=True, check=True)
    assert told.stdout == "Cardroom 99.0.0\n"
    assert (service / "data" / "cardroom.db").read_bytes() == games
    assert (service / ".env").read_text() == "LOG_LEVEL=WARNING\n"
    doctor = subprocess.run([program, "doctor"], cwd=service, capture_output=True, text=True)
    assert f"Database: {service}/data/cardroom.db is intact" in doctor.stdout


def _update(clone: Path, environment: Path) -> None:
    """The command that installs and updates a service, without what needs systemd, and without a network."""
    manual = (ROOT / "docs" / "hosting.md").read_text("utf-8")
    (command,) = re.findall(r"<!-- install command -->\n```sh\n(.*)\n```", manual)
    here, _, restart = command.replace("/opt/cardroom", str(environment)).rpartition(" && ")
    assert restart == "sudo systemctl restart cardroom"
    offline = {"PIP_NO_INDEX": "1", "PIP_NO_DEPS": "1", "PIP_NO_BUILD_ISOLATION": "0"}  # pip reads the last one as "on"
    subprocess.run(here, shell=True, cwd=clone, env=os.environ | offline, check=True)


def test_a_neighbour_with_the_same_packages_is_named(installation: Installation, tmp_path: Path) -> None:
    """Installed after Cardroom, before it, and removed again."""
    installation = Installation(tmp_path, installation.wheel)
    neighbour = tmp_path / "neighbour"
    (neighbour / "cogs").mkdir(parents=True)
    for file in ("bot.py", "cogs/__init__.py"):
        (neighbour / file).write_text("print('the neighbour')")
    (neighbour / "pyproject.toml").write_text(NEIGHBOUR)
    installation.install(_built(neighbour))
    told = refusal(installation)
    assert "in their place are others (neighbour 2.0): bot, cogs. Install Cardroom into" in told

    installation.install(installation.wheel, "--force-reinstall")
    assert installation.run("cardroom", "--version") == [f"Cardroom {VERSION}"]

    _pip("--python", str(installation.python), "uninstall", "--quiet", "--yes", "neighbour")
    assert "Cardroom cannot start: of its packages these are missing: bot, cogs." in refusal(installation)


def refusal(installation: Installation) -> str:
    """What a start says that is refused."""
    with installation.process("cardroom", "--version") as process:
        output, errors = process.communicate(timeout=60)
    assert (process.returncode, output) == (78, "")
    return errors


def test_a_game_that_is_a_package_is_tested_in_its_own_folder(installation: Installation, tmp_path: Path) -> None:
    """With the tests that every game must pass, and at a table on a simulated Discord; failures are explained."""
    source = tmp_path / "crazy_eights"
    shutil.copytree(ROOT / "examples" / "crazy_eights", source, ignore=shutil.ignore_patterns("build", "*.egg-info"))
    installation.install(_built(source))
    pytest_here = ("python", "-m", "pytest", "-q", "-p", "no:cacheprovider")
    *_, summary = installation.run(*pytest_here, "-k", "test_its_rules or test_a_worked_case", folder=source)
    assert re.match("1[0-9] passed", summary)
    (source / "tests" / "test_wrong.py").write_text(WRONG_CASE)
    with installation.process(*pytest_here, "tests/test_wrong.py", folder=source) as process:
        output, _ = process.communicate(timeout=60)
    assert process.returncode == 1
    assert re.search(r"^E +assert 7 == 99", output, re.MULTILINE), output


def test_pytest_imports_nothing_of_the_bot_where_nobody_asks_for_it(installation: Installation, tmp_path: Path) -> None:
    (tmp_path / "test_other.py").write_text(OTHER_TEST)
    quiet = ("-o", "asyncio_default_fixture_loop_scope=function")  # or pytest-asyncio warns
    *_, summary = installation.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", *quiet, folder=tmp_path)
    assert summary.startswith("1 passed")
