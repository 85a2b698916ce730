"""The move that the bot makes when nobody chooses one."""

from typing import TypeVar

from engines.contract import Game, View

A = TypeVar("A")


def harmless(game: Game[A], view: View[A]) -> A:
    """A legal move for the viewer's seat that does as little harm as possible."""
    action = game.fallback(view)
    return view.actions()[0] if action is None else action
