"""Which games commands offer."""

import logging
from collections.abc import Mapping
from typing import Any

from cogs.shared.limits import COMMAND_LIMIT
from engines.contract import Game

_log = logging.getLogger(__name__)


def offered_games(games: Mapping[str, Game[Any]]) -> dict[str, Game[Any]]:
    """As many of the games as a command can offer. The log names the others."""
    left_out = list(games)[COMMAND_LIMIT:]
    if left_out:
        _log.warning("Discord allows %d games in a command; these are left out: %s", COMMAND_LIMIT, ", ".join(left_out))
    return {key: game for key, game in games.items() if key not in left_out}
