"""The rules of the games: pure, deterministic, and unaware of Discord, the database and the clock.

Start with ``GAMES``. Other packages can add games to it: see ``docs/adding_a_game.md``.
"""

from collections.abc import Mapping
from typing import Any

from engines import plugins
from engines.card_duel.game import CardDuel
from engines.contract import Game, IllegalAction, Outcome
from engines.counter.game import Counter
from engines.counterweight.game import Counterweight
from engines.knotweed.game import Knotweed
from engines.plugins import Registry, check_game
from engines.three_piles.game import ThreePiles

_OWN: tuple[Game[Any], ...] = (Counterweight(), Counter(), Knotweed(), CardDuel(), ThreePiles())

GAMES: Mapping[str, Game[Any]] = Registry(plugins.GAMES, Game, {game.key: game for game in _OWN}, check_game)
"""Every game by its key: the built-in ones first, then those of installed packages."""

__all__ = ["GAMES", "Game", "IllegalAction", "Outcome"]
