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
    ("noted", "told"),
    [
        ({"url": "https://example.org/cardroom", "vcs_info": {"vcs": "git", "commit_id": COMMIT}}, COMMIT[:10]),
        ({"url": "file:///opt/cardroom", "dir_info": {}}, version.UNKNOWN),
        (None, version.UNKNOWN),
    ],
    ids=["from a repository", "from a folder", "nothing noted"],
)
def test_without_a_clone_pip_tells_it(
    noted: dict[str, Any] | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = None if noted is None else json.dumps(noted)
    monkeypatch.setattr(version, "distribution", lambda _: SimpleNamespace(read_text=lambda _: text))
    assert version.revision(tmp_path) == told
