"""Which commit runs: known from a clone, or from what pip has noted, and otherwise not guessed."""

import json
import shutil
import subprocess
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cogs import version

COMMIT = "0123456789abcdef0123456789abcdef01234567"


@pytest.mark.skipif(shutil.which("git") is None, reason="needs git")
def test_a_clone_tells_its_commit(tmp_path: Path) -> None:
    author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for step in (["init"], [*author, "commit", "--allow-empty", "-m", "First"]):
        subprocess.run(["git", "-C", str(tmp_path), *step], check=True, capture_output=True)
    head = subprocess.run(["git", "-C", str(tmp_path), "rev-parse", "HEAD"], capture_output=True, text=True, check=True)
    assert version.revision(tmp_path) == head.stdout[:10] != version.UNKNOWN


@pytest.mark.parametrize(
    ("noted", "installed", "told"),
    [
        ({"url": "https://example.org/cardroom", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, "1.0", COMMIT[:10]),
        ({"url": "file:///opt/cardroom", "dir_info": {}}, "1.0+g0123456789", "0123456789"),
        ({"url": "file:///opt/cardroom", "dir_info": {}}, "1.0", version.UNKNOWN),
        (None, "1.0", version.UNKNOWN),
    ],
    ids=["from a repository", "from a clone", "from a folder", "nothing noted"],
)
def test_without_a_clone_pip_tells_it(
    noted: dict[str, Any] | None, installed: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = None if noted is None else json.dumps(noted)
    monkeypatch.setattr(version, "distribution", lambda _: SimpleNamespace(read_text=lambda _: text, version=installed))
    assert version.revision(tmp_path) == told


def test_a_package_that_is_built_from_a_clone_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    for revision, built in (("0123456789", f"{version.VERSION}+g0123456789"), (version.UNKNOWN, version.VERSION)):
        monkeypatch.setattr(version, "revision", lambda told=revision: told)
        assert version.built() == built
        monkeypatch.setenv("CARDROOM_COMMIT", COMMIT)
        assert version.built() == f"{version.VERSION}+g{COMMIT[:10]}"
        monkeypatch.delenv("CARDROOM_COMMIT")
