"""The examples in the rules, ready to be drawn."""

from dataclasses import dataclass
from typing import Any

from engines.contract import Game, View
from engines.rulebooks import Example
from engines.scenes import Scene


@dataclass(frozen=True, slots=True)
class ShownExample:
    """The position of an example as its viewer sees it. ``before`` is the one before its last move."""

    game: Game[Any]
    view: View[Any]
    before: View[Any] | None

    @property
    def scene(self) -> Scene:
        """What lies on the table."""
        return self.game.scene(self.view)


def shown_example(game: Game[Any], example: Example) -> ShownExample:
    """The position of an example after its moves."""
    state, before = game.position(example.position), None
    for seat, move in example.moves:
        before = state.view(example.seat)
        state.act(seat, move)
    return ShownExample(game, state.view(example.seat), before)
