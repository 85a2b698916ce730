"""The rules of the five games: pure, deterministic, ignorant of Discord, database and clock.

``GAMES`` is the way in. To add a game, write its module against ``engines.contract`` and name it here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any

from engines import plugins
from engines.contract import Game, IllegalAction, Outcome
from engines.plugins import Registry, check_game

_CLASSES = {
    "counterweight": "Counterweight",
    "counter": "Counter",
    "knotweed": "Knotweed",
    "card_duel": "CardDuel",
    "three_piles": "ThreePiles",
}
_FOUND = {}
for _key, _name in _CLASSES.items():  # TEMPORARY while the games are converted one by one
    try:
        _FOUND[_key] = getattr(import_module(f"engines.{_key}.game"), _name)()
    except Exception as _error:
        print(f"not converted: {_key}: {_error}")

GAMES: Mapping[str, Game[Any]] = Registry(plugins.GAMES, Game, _FOUND, check_game)
"""Every game by its key: the project's own, then those of installed packages."""

__all__ = ["GAMES", "Game", "IllegalAction", "Outcome"]
