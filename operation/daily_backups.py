"""Makes a backup a day while the bot runs, and deletes an old one for it."""

import asyncio
import logging
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from operation.errors import OperationError
from sessions.shared.timer import Sleep, end

_log = logging.getLogger(__name__)

LOOK_EVERY = timedelta(hours=1)
"""How often to look whether today's backup is there; so a failed one is tried again."""
_NAME = re.compile(r"cardroom-(\d{4}-\d\d-\d\d)\.db")

MakeBackup = Callable[[Path], Awaitable[None]]
"""Makes a backup as a new file. Raises ``OperationError``."""


class DailyBackups:
    """Keeps the latest ``most`` backups in ``folder``. Files with other names are left alone."""

    def __init__(
        self,
        folder: Path,
        most: int,
        make: MakeBackup,
        sleep: Sleep = asyncio.sleep,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._folder = folder
        self._most = most
        self._make = make
        self._sleep = sleep
        self._now = now
        self.observers: list[Callable[[bool], None]] = []
        """Called with whether a backup could be made, after each try."""

    async def keep(self) -> None:
        """Make backups forever. A failure is logged, and the next look tries again."""
        while True:
            try:
                await self.look()
            except (OperationError, OSError) as error:
                _log.error("Today's backup could not be made: %s", error)
                self._tell(made=False)
            await self._sleep(LOOK_EVERY.total_seconds())

    async def look(self) -> None:
        """Make today's backup if it is not there. A new one takes the place of one old one at most."""
        today = self._now().date()
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        file = self._folder / f"cardroom-{today}.db"
        if not file.exists():
            await self._make(file)
            _log.info("Today's backup is %s", file)
            self._tell(made=True)
            self._delete_one(today, file)

    def _tell(self, *, made: bool) -> None:
        for observer in self.observers:
            observer(made)

    def _delete_one(self, today: date, new: Path) -> None:
        """If there are too many, delete the oldest, not the new one. Dates never count: the clock may be wrong."""
        kept = {file: day for file in self._folder.iterdir() if (day := _day_of(file)) is not None}
        if len(kept) > self._most:
            del kept[new]
            min(kept, key=lambda file: (kept[file] <= today, kept[file])).unlink(missing_ok=True)


def _day_of(file: Path) -> date | None:
    found = _NAME.fullmatch(file.name)
    return None if found is None else date.fromisoformat(found[1])


def by_command(program: Sequence[str], address: str) -> MakeBackup:
    """Make backups by the command ``backup`` in a process of its own: its check replays all open games."""

    async def make(file: Path) -> None:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, *program, "backup", str(file)),
            env=os.environ | {"DATABASE_URL": address, "LOG_FORMAT": "console"},
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            _, said = await process.communicate()
        except asyncio.CancelledError:
            with suppress(ProcessLookupError):
                process.kill()  # the next backup deletes what it leaves
            raise
        if process.returncode:
            raise OperationError(" ".join(said.decode(errors="replace").split()[-100:]) or "it was killed")

    return make


@asynccontextmanager
async def backed_up(backups: DailyBackups | None) -> AsyncIterator[None]:
    """Make backups during the block, if any are wanted."""
    if backups is None:
        yield
        return
    keeping = asyncio.create_task(backups.keep())
    try:
        yield
    finally:
        await end(keeping)
