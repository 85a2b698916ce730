"""The rules of the five games: pure, deterministic, ignorant of Discord, database and clock.

``GAMES`` is the way in. To add a game, write its module against ``engines.contract`` and name it here.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

from engines.contract import Game, IllegalAction, Outcome

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

GAMES: Mapping[str, Game[Any]] = MappingProxyType(_FOUND)
"""Every game by its key."""

__all__ = ["GAMES", "Game", "IllegalAction", "Outcome"]
