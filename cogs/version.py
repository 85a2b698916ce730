"""The version of Cardroom. The package, the log, ``--version``, ``/help`` and the metrics all take it from here."""

import json
import os
import shutil
import subprocess
from functools import cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

VERSION = "1.1.0.dev0"
COMMIT = "+g"
"""What stands before the commit in the version of a package that was built from a clone (PEP 440)."""
UNKNOWN = "unknown"
_ROOT = Path(__file__).parents[1]


@cache
def revision(root: Path = _ROOT) -> str:
    """The commit that runs, in ten digits: of the clone in ``root``, or else the one from which pip has installed.

    ``UNKNOWN`` where neither tells it, as after an installation from a folder without Git.
    """
    if (root / ".git").exists() and (git := shutil.which("git")):
        asked = [git, "-C", str(root), "rev-parse", "HEAD"]
        found = subprocess.run(asked, capture_output=True, text=True, check=False).stdout.strip()
    else:
        found = _installed_commit()
    return found[:10] or UNKNOWN


def built() -> str:
    """The version of the package that is built here, with its commit if there is one, or what the image was told."""
    commit = os.environ.get("CARDROOM_COMMIT", "")[:10] or revision()
    return VERSION if commit == UNKNOWN else f"{VERSION}{COMMIT}{commit}"


def _installed_commit() -> str:
    """What pip notes of an installation from a repository, or what the version of the package says.

    https://packaging.python.org/specifications/direct-url/
    """
    try:
        installed = distribution("cardroom")
    except PackageNotFoundError:
        return ""
    noted = json.loads(installed.read_text("direct_url.json") or "{}").get("vcs_info", {}).get("commit_id", "")
    return str(noted or installed.version.partition(COMMIT)[2])
