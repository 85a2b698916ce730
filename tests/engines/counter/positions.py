"""Starting positions for the Counter tests, and what seats are told."""

from functools import partial
from typing import Any

from engines import GAMES
from engines.counter.state import CounterState
from tests.engines import moves

GAME = GAMES["counter"]

HANDS = [["5H", "2C", "9C"], ["QH", "3C", "KC"], ["8H", "7C", "QC"]]
INDICATOR = "9S"


def position(**parts: Any) -> CounterState:
    """Three players before a trick that seat 0 leads, with spades as trumps and these parts changed."""
    state = GAME.position({"hands": HANDS, "indicator": INDICATOR, **parts})
    assert isinstance(state, CounterState)
    return state


def play_out(state: CounterState, *texts: str) -> CounterState:
    """Play these moves, each by the first seat that may act."""
    moves.play(state, *texts)
    return state


def five_trick(**parts: Any) -> CounterState:
    """After a trick with a five, everybody chooses a card to pass; seat 1 leads next."""
    return play_out(position(**parts), "play 5H", "play QH", "play 8H")


def last_trick(**parts: Any) -> CounterState:
    """The tenth trick, with 10♥, K♥ and 8♥ left: seat 1 wins it."""
    return position(**{"hands": [["TH"], ["KH"], ["8H"]], "trick_no": 10, **parts})


def play_last(state: CounterState) -> CounterState:
    """Play the tenth trick."""
    return play_out(state, "play TH", "play KH", "play 8H")


told = partial(moves.told, GAME)
question = partial(moves.question, GAME)
