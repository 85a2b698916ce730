"""The rules of the five games: pure, deterministic, ignorant of Discord, database and clock.

``GAMES`` is the way in. To add a game, write its module against ``engines.contract`` and name it here.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from engines.card_duel import CardDuel
from engines.contract import Game, IllegalAction, Outcome
from engines.counter import Counter
from engines.counterweight import Counterweight
from engines.knotweed import Knotweed
from engines.three_piles import ThreePiles

GAMES: Mapping[str, Game[Any]] = MappingProxyType(
    {game.key: game for game in (Counterweight(), Counter(), Knotweed(), CardDuel(), ThreePiles())}
)
"""Every game by its key."""

__all__ = ["GAMES", "Game", "IllegalAction", "Outcome"]
