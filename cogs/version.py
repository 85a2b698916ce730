"""The version of Cardroom. The package, the log, ``--version``, ``/help`` and the metrics all take it from here."""

import json
import shutil
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

VERSION = "1.1.0.dev0"
UNKNOWN = "unknown"
_ROOT = Path(__file__).parents[1]


@cache
def revision(root: Path = _ROOT) -> str:
    """The commit that runs, in ten digits: of the clone in ``root``, or else the one from which pip has installed.

    ``UNKNOWN`` where neither tells it, as after an installation from a folder.
    """
    if (root / ".git").exists() and (git := shutil.which("git")):
        asked = [git, "-C", str(root), "rev-parse", "HEAD"]
        found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    else:
        found = _installed_commit()
    return found[:10] or UNKNOWN


def _installed_commit() -> str:
    """What pip notes of an installation from a repository (https://packaging.python.org/specifications/direct-url/)."""
    try:
        noted = distribution("cardroom").read_text("direct_url.json")
    except PackageNotFoundError:
        return ""
    return str(json.loads(noted or "{}").get("vcs_info", {}).get("commit_id", ""))
