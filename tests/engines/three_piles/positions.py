"""Starting positions for the 3 Piles tests."""

from functools import partial
from typing import Any

from engines import GAMES
from engines.three_piles.state import ThreePilesState
from tests.engines import moves

GAME = GAMES["three_piles"]

HANDS = [["2C", "9H", "KS"], ["3C", "TH", "QS"]]
STACKS = [["5D"], ["7C"], ["JH"]]
CLOSED = [["AC", "KC"], ["AD", "KD"], ["AH", "KH"]]
EMPTY = [[], [], []]


def position(**parts: Any) -> ThreePilesState:
    """An opening-like position with these parts changed."""
    state = GAME.position({"hands": HANDS, "stacks": STACKS, "deck": ["6S", "4S"], **parts})
    assert isinstance(state, ThreePilesState)
    return state


def last_play(**parts: Any) -> ThreePilesState:
    """Seat 0 is about to play its last card, 5C; unless 5C fits seat 1, that ends the game at 13 to 5 points."""
    usual = {
        "hands": [["5C"], []],
        "stacks": [["6D"], [], []],
        "deck": [],
        "piles": [CLOSED, [["AS", "KS"], ["2C", "QC"], ["5H", "7H"]]],
    }
    return position(**{**usual, **parts})


told = partial(moves.told, GAME)
question = partial(moves.question, GAME)
keys = partial(moves.keys, GAME)
decided = partial(moves.decided, GAME)
