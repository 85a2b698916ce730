"""The move that is made when nobody chooses one."""

from typing import TypeVar

from engines.contract import Game, View

A = TypeVar("A")


def harmless(game: Game[A], view: View[A]) -> A:
    """What to play in the viewer's seat if nothing better is known."""
    action = game.fallback(view)
    return view.actions()[0] if action is None else action
