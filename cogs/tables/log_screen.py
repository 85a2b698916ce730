"""What has happened in a game, page by page."""

from collections.abc import Sequence
from dataclasses import dataclass

from discord import ui

from cogs.shared.controls import Control, page_buttons
from cogs.shared.layout import PLAY_COLOUR, finish, layout, row
from cogs.shared.rendering import Renderer
from engines.texts import Text, say
from sessions.snapshots import Snapshot

EVENTS_PER_PAGE = 20


@dataclass(frozen=True)
class LogButton(Control):
    """Turns to a page of a table's log, which counts from 0."""

    prefix = "log"

    table: int
    page: int


def log_screen(
    snapshot: Snapshot, events: Sequence[Text], renderer: Renderer, page: int | None = None
) -> ui.LayoutView:
    """A page of the events, oldest first; without a number, the last page."""
    last = max(0, (len(events) - 1) // EVENTS_PER_PAGE)
    page = last if page is None else min(page, last)
    shown = events[page * EVENTS_PER_PAGE : (page + 1) * EVENTS_PER_PAGE]
    lines = [f"-# • {renderer.written.render(event)}" for event in shown]
    heading = renderer.render(say("Log of {game}", game=snapshot.game.name))
    place = renderer.render(say("Page {page} of {pages}", page=page + 1, pages=last + 1))
    turning = page_buttons(lambda to: LogButton(snapshot.table.id, to), page, last, renderer)
    return finish(
        layout(
            PLAY_COLOUR,
            f"### {heading}\n-# {place}",
            "\n".join(lines) or renderer.render(say("Nothing has happened yet.")),
            *([row(*turning)] if last else []),
        )
    )
