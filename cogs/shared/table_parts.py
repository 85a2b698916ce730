"""What the message of a table and those of the hands at it have in common."""

import discord
from discord import ui

from cogs.shared.layout import CLOSED_COLOUR, finish, layout, row
from cogs.shared.rendering import Renderer
from cogs.shared.table_buttons import Verb, table_button
from engines.scenes import Scene
from engines.texts import Text, say
from sessions.snapshots import Snapshot

CANNOT_BE_SHOWN = say("This game cannot be shown.")


def closed_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """A table that was closed without a result."""
    players = ", ".join(renderer.player(seat.seat) for seat in snapshot.table.seats)
    closed = renderer.render(say("This table was closed without a result."))
    return _ended_screen(snapshot, renderer, closed, f"-# {players}" if players else "")


def trouble_screen(snapshot: Snapshot, renderer: Renderer, trouble: Text | None = None) -> ui.LayoutView:
    """Why this game cannot be shown."""
    return _ended_screen(snapshot, renderer, f"⚠️ {renderer.render(trouble or snapshot.trouble or CANNOT_BE_SHOWN)}")


def waiting_line(snapshot: Snapshot, scene: Scene, renderer: Renderer) -> str:
    """Who or what the table waits for, and until when if the clock is running."""
    if scene.waiting is None:
        return ""
    line = f"### ⏳ {renderer.render(scene.waiting)}"
    if snapshot.thinking:
        line += f" · 💭 {renderer.render(say('thinking …'))}"
    deadline = snapshot.decide_by
    return f"{line} · {discord.utils.format_dt(deadline, 'R')}" if deadline else line


def _ended_screen(snapshot: Snapshot, renderer: Renderer, text: str, below: str = "") -> ui.LayoutView:
    rules = table_button(snapshot, renderer, Verb.RULES, say("Rules"))
    return finish(layout(CLOSED_COLOUR, f"## 🃏 {snapshot.game.name}\n{text}", below, row(rules)))
