"""Checks that the examples in a game's rules can be drawn."""

from typing import Any

from engines.contract import Game
from engines.rulebooks import Example

CAPTION_LIMIT = 160
"""The most characters in a caption: two lines on a phone."""


def check_example(game: Game[Any], example: Example) -> None:
    """Its moves are legal, it has a scene, and its caption is short."""
    state = game.position(example.position)
    for seat, move in example.moves:
        state.act(seat, move)
    assert game.scene(state.view(example.seat)).places, f"nobody sits at the example “{example.caption}”"
    length = len(str(example.caption))
    assert 0 < length <= CAPTION_LIMIT, f"a caption has {length} characters, 1 to {CAPTION_LIMIT} are allowed"
