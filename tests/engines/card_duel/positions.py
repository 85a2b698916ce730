"""Starting positions for the Card Duel tests."""

from functools import partial
from typing import Any

from engines import GAMES
from engines.card_duel.state import CardDuelState
from tests.engines import moves

GAME = GAMES["card_duel"]

POOLS = [["2C", "3C", "4C", "9C", "KC", "AC"], ["2D", "3D", "4D", "9D", "KD", "AD"]]
HANDS = [["KH", "5C"], ["9H", "TS"]]
DECKS = [["6C", "7C"], ["6D", "7D"]]


def position(**parts: Any) -> CardDuelState:
    """Seat 0 attacks; both have two cards in hand and two in the deck, unless ``parts`` change that."""
    state = GAME.position({"hands": HANDS, "decks": DECKS, **parts})
    assert isinstance(state, CardDuelState)
    return state


def building(**parts: Any) -> CardDuelState:
    """Both seats choose from six cards each, unless ``parts`` change that."""
    return position(**{"phase": "build", "pools": POOLS, "hands": [[], []], "decks": [[], []], **parts})


def dealt(seed: str = "a", **options: Any) -> CardDuelState:
    """A new game with these options."""
    state = GAME.deal(seats=2, seed=seed, options=GAME.Options.model_validate(options))
    assert isinstance(state, CardDuelState)
    return state


told = partial(moves.told, GAME)
question = partial(moves.question, GAME)
keys = partial(moves.keys, GAME)
decided = partial(moves.decided, GAME)
