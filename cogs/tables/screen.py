"""The table's message in the channel: what everybody may see."""

import discord
from discord import ui

from cogs.shared.layout import PLAY_COLOUR, RESULT_COLOUR, Detail, Parts, fit, layout, news_lines, row
from cogs.shared.rendering import Renderer
from cogs.shared.results import result_buttons, result_parts
from cogs.shared.table_buttons import Verb, table_button
from cogs.shared.table_parts import closed_screen, resignations, trouble_screen, waiting_line
from cogs.shared.zones import scene_parts
from cogs.tables.lobby_screen import lobby_screen
from db.records import Phase
from engines.texts import say
from sessions.snapshots import Snapshot


def table_screen(snapshot: Snapshot, renderer: Renderer, changed_by: int | None = None) -> ui.LayoutView:
    """The table in its present phase, after a change by this member if one is given."""
    match snapshot.table.phase:
        case Phase.LOBBY:
            return lobby_screen(snapshot, renderer)
        case Phase.PLAYING:
            return game_screen(snapshot, renderer)
        case Phase.FINISHED:
            return result_screen(snapshot, renderer)
        case Phase.CLOSED:
            return closed_screen(snapshot, renderer, changed_by)


def game_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The game in progress."""
    if snapshot.view is None:
        return trouble_screen(snapshot, renderer)
    scene = snapshot.game.scene(snapshot.view)

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        return layout(
            PLAY_COLOUR,
            f"## 🃏 {snapshot.game.name}\n-# {renderer.render(scene.headline)}",
            *scene_parts(scene, renderer, detail),
            *news_lines(snapshot.news, renderer, detail),
            resignations(snapshot, renderer),
            waiting_line(snapshot, scene, renderer),
            row(
                table_button(snapshot, renderer, Verb.HAND, say("My hand"), discord.ButtonStyle.primary, emoji="🎴"),
                table_button(snapshot, renderer, Verb.RULES, say("Rules")),
            ),
        )

    return fit(renderer, build)


def result_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The finished game: places, points, ratings, why it ended and the final position of the cards."""
    scene = snapshot.game.scene(snapshot.view) if snapshot.view else None

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        cards: Parts = scene_parts(scene, renderer, detail) if scene and detail < Detail.BARE else []
        return layout(
            RESULT_COLOUR,
            *result_parts(snapshot, renderer),
            *news_lines(snapshot.news, renderer, detail),
            *cards,
            row(
                *result_buttons(snapshot, renderer),
                table_button(snapshot, renderer, Verb.RULES, say("Rules")),
            ),
        )

    return fit(renderer, build)
