"""Hints: first what to look at, then the move with its reasons."""

from discord import ui

from cogs.shared.layout import GUIDE_COLOUR, finish, layout, row
from cogs.shared.limits import CONTENT_LIMIT
from cogs.shared.rendering import Renderer, clip
from cogs.shared.table_buttons import Verb, table_button
from engines.texts import Text, say
from sessions.computers.hints import Hint
from sessions.snapshots import Snapshot


def first_hint_screen(snapshot: Snapshot, look: Text, renderer: Renderer) -> ui.LayoutView:
    """What matters now, so that players can find the move themselves, and a button that reveals it."""
    button = table_button(snapshot, renderer, Verb.ADVICE, say("Show the move"), emoji="💡")
    return finish(layout(GUIDE_COLOUR, f"👀 {renderer.render(look)}", row(button)))


def hint_text(hint: Hint, renderer: Renderer) -> str:
    """The recommended move, or several actions chosen together, with the reasons, as a plain message."""
    lines: list[str] = []
    advised: Hint | None = hint
    while advised is not None:
        move = renderer.render(advised.game.label(advised.view, advised.thought.action))
        lines += [f"💡 **{move}**", *(renderer.render(text) for text in advised.reasons)]
        advised = advised.then
    return clip("\n".join(lines), CONTENT_LIMIT)
