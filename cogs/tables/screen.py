"""The table's message in the channel: what everybody may see."""

from collections.abc import Sequence
from dataclasses import replace

import discord
from discord import ui

from cogs.clocks import pause_lines, timeout_parts
from cogs.shared.layout import (
    LOBBY_COLOUR,
    PLAY_COLOUR,
    RESULT_COLOUR,
    Detail,
    Parts,
    fit,
    layout,
    news_lines,
    row,
    rows,
)
from cogs.shared.pictures import Picture, below_each_other
from cogs.shared.rendering import Renderer
from cogs.shared.results import ending, result_buttons, result_parts
from cogs.shared.table_buttons import Verb, more_button, table_button
from cogs.shared.table_parts import closed_screen, resignations, trouble_screen, unrated_line, waiting_line
from cogs.shared.zones import open_hands, scene_parts
from cogs.tables.lobby_screen import lobby_parts, lobby_screen
from cogs.take_backs import take_back_parts
from cogs.votes import vote_parts
from db.records import Phase
from engines.scenes import Scene
from engines.texts import Text, draw_card, say
from sessions.snapshots import SEALED, Snapshot
from sessions.tables.departures import late_seats


def table_screen(
    snapshot: Snapshot, renderer: Renderer, picture: Picture | None = None, changed_by: int | None = None
) -> ui.LayoutView:
    """The table in its present phase, after a change by this member if one is given.

    A picture of it replaces most of the words.
    """
    match snapshot.table.phase:
        case Phase.LOBBY:
            return lobby_screen(snapshot, renderer, picture)
        case Phase.PLAYING:
            return game_screen(snapshot, renderer, picture)
        case Phase.FINISHED:
            return result_screen(snapshot, renderer, picture)
        case Phase.CLOSED:
            return closed_screen(snapshot, renderer, changed_by)


def game_screen(snapshot: Snapshot, renderer: Renderer, picture: Picture | None) -> ui.LayoutView:
    """The game in progress."""
    if snapshot.view is None and not snapshot.is_sealed:
        return trouble_screen(snapshot, renderer)
    scene = _besides(snapshot.game.scene(snapshot.view), snapshot.news) if snapshot.view else None
    table, timing = snapshot.table, snapshot.timing

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        shown = below_each_other(picture) if picture else _in_words(snapshot, scene, renderer, detail)
        return layout(
            PLAY_COLOUR,
            *shown,
            resignations(snapshot, renderer),
            unrated_line(snapshot, renderer) if snapshot.unrated else "",
            waiting_line(snapshot, scene, renderer, is_small=picture is not None),
            pause_lines(timing.paused, renderer) if timing and timing.paused else "",
            *(timeout_parts(snapshot, renderer) if late_seats(table) or (timing and timing.is_ending) else ()),
            *(vote_parts(snapshot, table.vote, renderer) if table.vote else ()),
            *(take_back_parts(table, table.take_back_request, renderer) if table.take_back_request else ()),
            row(
                table_button(snapshot, renderer, Verb.HAND, say("My hand"), discord.ButtonStyle.primary, emoji="🎴"),
                table_button(snapshot, renderer, Verb.FOLLOW, say("Follow"), emoji="🔔"),
                more_button(snapshot, renderer),
            ),
        )

    return fit(renderer, build)


def result_screen(snapshot: Snapshot, renderer: Renderer, picture: Picture | None) -> ui.LayoutView:
    """The finished game: places, points, ratings, why it ended, and the last position unless the picture tells more."""

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        is_told = picture is not None and snapshot.result is not None
        return layout(
            RESULT_COLOUR,
            *(below_each_other(picture) if picture else []),
            *result_parts(snapshot, renderer, detail, below_picture=picture is not None),
            *([] if is_told else _last_position(snapshot, picture, renderer, detail)),
            *rows([*result_buttons(snapshot, renderer), more_button(snapshot, renderer)]),
        )

    return fit(renderer, build)


def _last_position(snapshot: Snapshot, picture: Picture | None, renderer: Renderer, detail: Detail) -> Parts:
    """The latest news, and the cards as far as no picture shows them."""
    scene = snapshot.scene
    news = news_lines(snapshot.news, renderer, detail)
    if scene is None:
        return news
    if picture is not None:
        return [*news, *open_hands(scene, renderer, detail)]
    return [*news, *scene_parts(_besides(scene, snapshot.news), renderer, detail)] if detail < Detail.BARE else news


def _besides(scene: Scene, news: Sequence[Text]) -> Scene:
    """The scene without a finished trick whose cards the news names."""
    told = " ".join(map(str, news))
    left = (
        trick
        for trick in scene.tricks
        if not (trick.is_over and all(draw_card(part.card) in told for part in trick.cards if part.card is not None))
    )
    return replace(scene, tricks=tuple(left))


def text_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The table in words, for members who do not see the picture."""
    if snapshot.table.phase is Phase.LOBBY:
        return fit(renderer, lambda _detail, words: layout(LOBBY_COLOUR, *lobby_parts(snapshot, words)))
    scene = snapshot.scene
    if scene is None:
        return table_screen(snapshot, renderer)
    why = f"-# {renderer.render(ending(snapshot))}" if snapshot.table.phase is Phase.FINISHED else ""

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        table = _in_words(snapshot, scene, renderer, detail)
        return layout(PLAY_COLOUR, *table, waiting_line(snapshot, scene, renderer), why)

    return fit(renderer, build)


def _in_words(snapshot: Snapshot, scene: Scene | None, renderer: Renderer, detail: Detail) -> Parts:
    """What a picture shows: the table, and what has happened."""
    if scene is None:
        players = " – ".join(renderer.player(seat.seat) for seat in snapshot.table.seats)
        return [f"## 🃏 {snapshot.game.name}\n{players}\n-# 🔒 {renderer.render(SEALED)}"]
    heading = f"## 🃏 {snapshot.game.name}\n-# {renderer.render(scene.headline)}"
    return [heading, *scene_parts(scene, renderer, detail), *news_lines(snapshot.news, renderer, detail)]
