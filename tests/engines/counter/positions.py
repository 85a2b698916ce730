"""Starting positions for the Counter tests, and what seats are told."""

from collections.abc import Iterable
from typing import Any

from engines import GAMES
from engines.contract import Event
from engines.counter.state import CounterState

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
    for text in texts:
        state.act(state.to_act[0], text)
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


def told(events: Iterable[Event], reader: int | None) -> list[str]:
    """What this seat (``None``: a spectator) is told about the events."""
    return [str(GAME.tell(event, reader)) for event in events if event.visible_to(reader)]


def legal(state: CounterState) -> list[str]:
    """The legal actions of the first seat that may act, as texts."""
    return [str(action) for action in state.actions(state.to_act[0])]
