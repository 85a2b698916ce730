"""Folders for unfinished copies of the database. These have hands and seeds, so none may stay behind."""

import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

PREFIX = ".cardroom-"
IN_USE = "in use"
"""The file in a folder that its command has locked. The system releases the lock when the process ends."""
JUST_MADE = 60
"""Seconds in which a folder without this file may be one that a command is just making."""
FORMER = (".checking-*", "*.restoring", "*.restoring-*", "*.backup-*.part", "*.backup-*.part-journal")
"""What killed commands of earlier versions have left."""
OLD = 86_400
"""Seconds after which such a file is certainly not of a command that is still at work."""


@contextmanager
def working_folder(beside: Path) -> Iterator[Path]:
    """A folder on the same disk, deleted in the end. What killed commands have left beside it is deleted first."""
    sweep(beside)
    folder = Path(tempfile.mkdtemp(dir=beside, prefix=PREFIX))
    lock = FileLock(folder / IN_USE)
    try:
        with lock:
            yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def sweep(folder: Path) -> None:
    """Delete what killed commands have left in this folder."""
    for left in folder.glob(f"{PREFIX}*"):
        if left.is_dir() and not _is_in_use(left):
            shutil.rmtree(left, ignore_errors=True)
    for pattern in FORMER:
        for left in folder.glob(pattern):
            if _age(left) > OLD:
                shutil.rmtree(left, ignore_errors=True) if left.is_dir() else left.unlink(missing_ok=True)


def _is_in_use(folder: Path) -> bool:
    if not (folder / IN_USE).exists():
        return _age(folder) < JUST_MADE
    try:
        with FileLock(folder / IN_USE, timeout=0):
            return False
    except (Timeout, OSError):
        return True


def _age(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except OSError:
        return 0
