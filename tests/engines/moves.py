"""What the tests of every game do with a position: they play, are told, are refused, and are asked."""

from typing import Any

import pytest

from engines import IllegalAction
from engines.contract import Event, Game, State, View
from engines.scenes import Decision, Question


def play(state: State[Any], *moves: str) -> list[Event]:
    """Play these moves, each by the first seat that may act; return the events of the last one."""
    events: list[Event] = []
    for move in moves:
        events = state.act(state.to_act[0], move)
    return events


def legal(state: State[Any], seat: int | None = None) -> list[str]:
    """The legal actions of a seat, or of the first one that may act, as texts."""
    return [str(action) for action in state.actions(state.to_act[0] if seat is None else seat)]


def refused(state: State[Any], text: str, seat: int | None = None) -> str:
    """Why this seat, or the first one that may act, is refused a move, which must change nothing."""
    before = state.dump()
    with pytest.raises(IllegalAction) as refusal:
        state.act(state.to_act[0] if seat is None else seat, text)
    assert state.dump() == before
    return str(refusal.value)


def told(game: Game[Any], events: list[Event], seat: int | None = None) -> list[str]:
    """What this seat, or everybody, is told about the events."""
    return [str(game.tell(event, seat)) for event in events if event.visible_to(seat)]


def question(game: Game[Any], view: View[Any], *path: str) -> Question:
    asked = game.ask(view, path)
    assert isinstance(asked, Question)
    return asked


def keys(game: Game[Any], view: View[Any], *path: str) -> list[str]:
    return [choice.key for choice in question(game, view, *path).choices]


def offered(game: Game[Any], view: View[Any], *path: str) -> list[tuple[str, str, str | None]]:
    """Key, label and hint of each choice."""
    choices = question(game, view, *path).choices
    return [(one.key, str(one.label), None if one.hint is None else str(one.hint)) for one in choices]


def decided(game: Game[Any], view: View[Any], *path: str) -> list[str]:
    """The actions that these choices stand for."""
    asked = game.ask(view, path)
    assert isinstance(asked, Decision)
    return [str(action) for action in asked.actions]
