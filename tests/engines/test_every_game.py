"""The built-in games pass the tests that every game must pass."""

from engines import GAMES
from engines.testing import GameTests
from tests.engines.adapters import ADAPTERS


class TestCardDuel(GameTests):
    game = GAMES["card_duel"]
    adapter = ADAPTERS["card_duel"]


class TestCounter(GameTests):
    game = GAMES["counter"]
    adapter = ADAPTERS["counter"]


class TestCounterweight(GameTests):
    game = GAMES["counterweight"]
    adapter = ADAPTERS["counterweight"]


class TestKnotweed(GameTests):
    game = GAMES["knotweed"]
    adapter = ADAPTERS["knotweed"]


class TestThreePiles(GameTests):
    game = GAMES["three_piles"]
    adapter = ADAPTERS["three_piles"]


def test_every_built_in_game_is_tested() -> None:
    tested = {test.game.key for test in GameTests.__subclasses__() if test.__module__ == __name__}
    assert tested == set(ADAPTERS) <= set(GAMES)
