"""The container image: built and run where Docker works, and its steps run here without Docker.

Both install everything that the bot needs, so they run only with ``CARDROOM_IMAGE=1``.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 900
"""The most seconds that a step may take, including downloading the base image."""
TOKEN = "not.a.token"
COMMIT = "0123456789abcdef"

pwd = pytest.importorskip("pwd", reason="the image runs on Linux")
pytestmark = pytest.mark.skipif(os.environ.get("CARDROOM_IMAGE") != "1", reason="CARDROOM_IMAGE=1 builds the image")


def run_docker(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["docker", *arguments], cwd=ROOT, capture_output=True, text=True, timeout=LONGEST)


def test_the_image_is_built_and_run() -> None:
    if shutil.which("docker") is None or run_docker("info").returncode != 0:
        pytest.skip("Docker is not running here")
    tag = "cardroom-test"
    built = run_docker("build", "--tag", tag, ".")
    assert built.returncode == 0, built.stderr
    limits = ("--rm", "--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--env", f"DISCORD_TOKEN={TOKEN}")
    try:
        doctor = run_docker("run", *limits, "--network", "none", tag, "cardroom", "doctor")
        assert "Assets: all 54 files are there." in doctor.stdout
        assert "Database: /data/cardroom.db does not exist yet." in doctor.stdout
        started = run_docker("run", *limits, "--network", "none", tag)
        assert started.returncode == 1
        assert "Cardroom cannot start: Discord" in started.stderr
    finally:
        run_docker("image", "rm", "--force", tag)


class Steps:
    """Runs the Dockerfile's instructions in a folder, as an unprivileged user if possible."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = os.environ | {"HOME": str(folder), "PATH": f"{folder / 'bin'}:{os.environ['PATH']}"}
        self.stage = "image"
        self.working_directory = "/"
        self._user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        (folder / "bin").mkdir()
        (folder / "bin" / "python").symlink_to("/usr/bin/python3" if self._user else sys.executable)
        if self._user:
            os.chown(folder, self._user.pw_uid, self._user.pw_gid)

    def here(self, text: str) -> str:
        """Paths in the image as paths in the folder. Each stage has its own folder for the sources."""
        for path, place in (("/venv", "venv"), ("/data", "data"), ("/app", f"app of {self.stage}".replace(" ", "-"))):
            text = text.replace(path, str(self.folder / place))
        return text

    def follow(self, name: str, text: str) -> None:
        """Carry out one instruction."""
        match name:
            case "FROM":
                self.stage = text.partition(" AS ")[2] or "image"
                self.run(f"mkdir -p {self.here('/app /data')}")
            case "WORKDIR":
                self.working_directory = text
            case "ENV":
                for each in text.split():
                    key, _, value = each.partition("=")
                    self.environment[key] = self.here(value).replace("$PATH", self.environment["PATH"])
            case "ARG":
                self.environment[text.removesuffix("=")] = COMMIT
            case "COPY" if not text.startswith("--from"):
                *sources, _ = text.split()
                for source in sources:
                    self._copy(ROOT / source, Path(self.here("/app")) / source)
            case "RUN" if not text.startswith("useradd"):
                assert self.run(self.here(text)).returncode == 0

    def _copy(self, source: Path, target: Path) -> None:
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, target)
        if self._user:
            subprocess.run(["chown", "-R", str(self._user.pw_uid), target], check=True)

    def run(self, command: str, **settings: str) -> subprocess.CompletedProcess[str]:
        """Run a shell command in the working directory."""
        working_directory = Path(self.here(self.working_directory))
        user = {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []} if self._user else {}
        return subprocess.run(
            ["sh", "-c", command],
            cwd=working_directory if working_directory.exists() else self.folder,
            env=self.environment | settings,
            capture_output=True,
            text=True,
            timeout=LONGEST,
            **user,
        )


@pytest.fixture
def steps() -> Iterator[Steps]:
    folder = Path(tempfile.mkdtemp(prefix="cardroom-image-"))
    yield Steps(folder)
    subprocess.run(["chmod", "-R", "u+w", folder])
    shutil.rmtree(folder)


def test_the_dockerfile_steps_produce_a_working_bot(steps: Steps) -> None:
    lines = (ROOT / "Dockerfile").read_text("utf-8").replace("\\\n", " ").splitlines()
    for name, _, text in (line.partition(" ") for line in lines if line and not line.startswith("#")):
        steps.follow(name, " ".join(text.split()) if name != "RUN" else text.strip())
    steps.run(f"chmod -R a-w {steps.here('/venv')}")  # as in the container
    database = Path(steps.here("/data/cardroom.db"))
    assert [*Path(steps.here("/venv")).glob("lib/*/site-packages/cogs/__pycache__/client.*.pyc")]

    assert steps.run('python -c "import cogs.version; print(cogs.version.revision())"').stdout.strip() == COMMIT[:10]
    doctor = steps.run("cardroom doctor")
    assert doctor.returncode == 0, doctor.stdout + doctor.stderr
    assert "Assets: all 54 files are there." in doctor.stdout
    assert f"Database: {database} does not exist yet." in doctor.stdout
    health = steps.run("python -m operation.health")
    assert (health.returncode, health.stdout) == (1, "The bot is not running, or it is cut off from Discord.\n")

    started = steps.run("cardroom", DISCORD_TOKEN=TOKEN)
    assert started.returncode == 1
    assert "Cardroom cannot start: Discord" in started.stderr
    assert f"Database: {database} is intact" in steps.run("cardroom doctor").stdout
