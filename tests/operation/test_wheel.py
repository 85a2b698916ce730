"""Cardroom as ``pip install .`` installs it, away from its repository: it finds everything it needs in its wheel."""

import os
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
from tests.playground.browser import free_ports

pytestmark = pytest.mark.processes

READS_EVERY_KIND_OF_FILE = """
from cogs.shared.card_emojis import BACK, FOLDER
from cogs.shared.catalogue import default_catalogue
from cogs.shared.rendering import Renderer
from cogs.rules.help_screen import STEPS
from engines import GAMES
from pictures.changes import Changes
from pictures.table import draw_table

game = GAMES["knotweed"]
scene = game.scene(game.deal(seats=2, seed="", options=game.Options()).view(None))
print(draw_table(game.name, scene, Changes(), Renderer("en-US", {}))[:4])
print((FOLDER / f"{BACK}.png").read_bytes()[:4])
catalogue = default_catalogue()
print(catalogue.languages, catalogue.template(STEPS[0], "de") != STEPS[0].template)
"""


class Installation:
    """A virtual environment with the wheel. What the bot depends on comes from the environment of the tests."""

    def __init__(self, folder: Path) -> None:
        self.environment, self.empty = folder / "environment", folder / "empty"
        self.empty.mkdir()
        venv.create(self.environment, symlinks=True)
        self.python = self.environment / "bin" / "python"
        wheel = _build(folder)
        _pip("--python", str(self.python), "install", "--no-index", "--no-deps", "--quiet", str(wheel))
        (packages,) = self.environment.glob("lib/*/site-packages")
        # An editable installation of Cardroom there has no effect: Python reads such files in its own folder only.
        (packages / "dependencies.pth").write_text("\n".join(path for path in sys.path if path.endswith("-packages")))

    def process(self, *command: str) -> subprocess.Popen[str]:
        """Start a command in the empty folder, with as little around it as possible."""
        path = f"{self.python.parent}{os.pathsep}{os.defpath}"
        return subprocess.Popen(
            command,
            cwd=self.empty,
            env={"PATH": path, "PYTHONUNBUFFERED": "1"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, *command: str) -> Sequence[str]:
        """The lines that a command prints. It succeeds and complains about nothing."""
        with self.process(*command) as process:
            output, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (0, ""), output + errors
        return output.splitlines()


def _build(folder: Path) -> Path:
    """The wheel, from a copy: its folder ``build`` would keep what is deleted from the repository later."""
    source = folder / "source"
    source.mkdir()
    for name in copied():
        original = ROOT / name
        if original.is_dir():
            shutil.copytree(original, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(original, source)
    _pip("wheel", "--no-index", "--no-build-isolation", "--no-deps", "--quiet", "--wheel-dir", str(folder), str(source))
    (wheel,) = folder.glob("*.whl")
    return wheel


def _pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", *arguments], check=True)


@pytest.fixture(scope="module")
def installation(tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return Installation(tmp_path_factory.mktemp("wheel"))


def test_the_package_has_the_version_of_its_modules(installation: Installation) -> None:
    assert installation.run("cardroom", "--version") == [f"Cardroom {VERSION}"]
    asked = "import importlib.metadata as found, cogs; print(found.version('cardroom'), cogs.__file__)"
    (line,) = installation.run("python", "-c", asked)
    assert line.startswith(f"{VERSION} {installation.environment}")


def test_every_kind_of_file_is_found(installation: Installation) -> None:
    drawn, face, texts = installation.run("python", "-c", READS_EVERY_KIND_OF_FILE)
    assert drawn == face == repr(b"\x89PNG")
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
