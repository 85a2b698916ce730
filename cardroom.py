"""The command ``cardroom``: starts the bot, unless another package has put itself in the place of one of its own.

Cardroom's packages have common names, which pip lets another distribution overwrite, and delete when it is uninstalled.
"""

import hashlib
import importlib
import importlib.util
import sys
from base64 import urlsafe_b64encode
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, distribution, distributions
from pathlib import Path

OWN = ("bot", "cogs", "db", "engines", "operation", "opponents", "pictures", "playground", "sessions")
EXIT_PERMANENT = 78
"""As in ``operation.errors``, which may be what is missing."""


def run() -> int:
    """Start the bot and return its exit status."""
    if displaced := [name for name in OWN if is_displaced(name)]:
        others = sorted({owner for name in displaced for owner in owners(name)})
        told = f"missing, or in their place are others ({', '.join(others)})" if others else "missing"
        print(
            f"Cardroom cannot start: of its packages these are {told}: {', '.join(displaced)}. Install Cardroom into "
            "an environment of its own (docs/hosting.md).",
            file=sys.stderr,
        )
        return EXIT_PERMANENT
    if sys.argv[1:] == ["--version"]:  # the bot need not be loaded
        print(f"Cardroom {importlib.import_module('cogs.version').VERSION}")
        return 0
    return importlib.import_module("bot").run()


def is_displaced(name: str) -> bool:
    """Whether Python would not find what was installed as this module or package of Cardroom's."""
    expected = Path(__file__).resolve().parent / _file_of(name)
    found = importlib.util.find_spec(name)
    if found is None or found.origin is None or Path(found.origin).resolve() != expected:
        return True
    installed = _installed_hash(name)
    return installed is not None and installed != _hash(expected)


def owners(name: str) -> Iterator[str]:
    """The other distributions that have installed something under this name."""
    for other in distributions():
        files = {file.as_posix() for file in other.files or ()}
        if other.name != "cardroom" and any(file == _file_of(name) or file.startswith(f"{name}/") for file in files):
            yield f"{other.name} {other.version}"


def _file_of(name: str) -> str:
    return "bot.py" if name == "bot" else f"{name}/__init__.py"


def _installed_hash(name: str) -> str | None:
    """What pip has noted; ``None`` if it has not, such as for an editable installation."""
    try:
        files = distribution("cardroom").files or ()
    except PackageNotFoundError:
        return None
    noted = next((file.hash for file in files if file.as_posix() == _file_of(name)), None)
    return None if noted is None else noted.value


def _hash(file: Path) -> str:
    """A file's SHA-256 in the form of pip's notes (Python Packaging User Guide, "Recording installed projects")."""
    return urlsafe_b64encode(hashlib.sha256(file.read_bytes()).digest()).decode().rstrip("=")
