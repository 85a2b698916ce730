"""Draws the examples in the rules."""

from typing import Any

from cogs.shared.alt_text import alt_text
from cogs.shared.pictures import NO_CHANGES, Picture, Pictures
from cogs.shared.rendering import Renderer
from engines.contract import Game
from engines.rulebooks import Example
from pictures.table import changes


async def draw_example(
    game: Game[Any], example: Example, pictures: Pictures | None, renderer: Renderer
) -> Picture | str:
    """The example as a picture, in which blue marks what its last move has changed; in words without ``pictures``."""
    state, before = game.position(example.position), None
    for seat, move in example.moves:
        before = game.scene(state.view(example.seat))
        state.act(seat, move)
    scene = game.scene(state.view(example.seat))
    changed = changes(before, scene) if before else NO_CHANGES
    picture = await pictures.draw_scene(game.name, scene, renderer, changed=changed) if pictures else None
    return picture or alt_text(scene, renderer.written.plain, None)
