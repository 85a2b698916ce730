"""The errors of commands that fail, and of a bot that cannot start, and how whoever runs it types another command."""

import sys
from pathlib import Path


class OperationError(Exception):
    """A command has failed, or the bot cannot go on. The message is one line for the person who gave it."""


class PermanentFault(OperationError):
    """The bot cannot start before somebody has changed something, so that starting it again is in vain."""


EXIT_FAILED, EXIT_PERMANENT = 1, 78
"""The exit statuses of a process that failed, and of one that must not be started again by itself (``EX_CONFIG`` of
sysexits.h; ``deploy/cardroom.service`` has it as ``RestartPreventExitStatus``)."""


def typed(command: str) -> str:
    """A command as it is typed by whoever has started this process, by ``cardroom`` or by ``bot.py``."""
    return f"{'python3 bot.py' if Path(sys.argv[0]).name == 'bot.py' else 'cardroom'} {command}"
