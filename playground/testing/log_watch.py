"""No test passes while something went wrong unseen.

discord.py only logs what a listener raises, and a bot that answers every tap with a kind sentence hides
a bug as well as it helps a player. So in every test of the whole bot a log entry of level ERROR or worse, whichever
logger it comes from, is a failure, unless the test said before that it expects it.
"""

import logging
from collections.abc import Iterable

from discord import app_commands


class LogWatch(logging.Handler):
    """Collects what is logged at level ERROR or worse."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self._logged: list[str] = []
        self._expected: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep the entry with its traceback."""
        self._logged.append(f"{record.levelname} in the log of {record.name}: {self.format(record)}")

    @property
    def entries(self) -> tuple[str, ...]:
        """What was logged so far, expected or not."""
        return tuple(self._logged)

    def expect(self, *parts: str) -> None:
        """Expect errors whose log entry, traceback included, or text contains one of ``parts``; each must come."""
        self._expected += parts

    def take_complaints(self, errors: Iterable[BaseException] = ()) -> list[str]:
        """What went wrong unexpectedly, and what was expected and did not happen; forgets both.

        ``errors`` are those that SimCord caught. An error of a command is left to the log: the bot's error handler
        answers refusals, which are no bugs, and logs everything else.
        """
        caught = [f"raised: {error!r}" for error in errors if not isinstance(error, app_commands.AppCommandError)]
        happened, expected = [*self._logged, *caught], self._expected
        self._logged, self._expected = [], []
        unexpected = [text for text in happened if not any(part in text for part in expected)]
        missing = [part for part in expected if not any(part in text for text in happened)]
        return unexpected + [f"expected an error with {part!r}, none came" for part in missing]
