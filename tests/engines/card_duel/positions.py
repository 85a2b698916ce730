"""Starting positions for the Card Duel tests."""

from collections.abc import Sequence
from typing import Any

from engines import GAMES
from engines.card_duel.state import CardDuelState
from engines.contract import Event, State

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


def walk(state: State[Any], *texts: str) -> list[str]:
    """Play these actions, each by the first seat that may act; return what spectators are told about the last one."""
    told: list[str] = []
    for text in texts:
        told = heard(state.act(state.to_act[0], text), None)
    return told


def heard(events: Sequence[Event], seat: int | None) -> list[str]:
    """What a seat is told."""
    return [str(GAME.tell(event, seat)) for event in events if event.visible_to(seat)]


def legal(state: State[Any], seat: int | None = None) -> list[str]:
    """The legal actions of a seat, or of the first one that may act, as texts."""
    return [str(action) for action in state.actions(state.to_act[0] if seat is None else seat)]
