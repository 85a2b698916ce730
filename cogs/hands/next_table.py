"""The button below a hand that leads to another table where it is the player's turn."""

from dataclasses import dataclass

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import LimitError, finish, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from db.records import TableRecord
from engines.texts import say
from sessions.snapshots import Snapshot


@dataclass(frozen=True)
class NextTableButton(Control):
    """Shows the hand at ``table`` in place of the hand at the table ``after``."""

    prefix = "nexthand"

    table: int
    after: int


def is_done(snapshot: Snapshot) -> bool:
    """Whether the player has nothing to do at this table now."""
    view = snapshot.view
    return view is None or snapshot.is_away or snapshot.seat not in view.to_act


def leads_on(snapshot: Snapshot) -> bool:
    """Whether the hand leads to another table: not while computers alone think, as it would vanish again at once."""
    to_act = frozenset(snapshot.view.to_act) if snapshot.view else frozenset[int]()
    return is_done(snapshot) and not (to_act and to_act <= snapshot.thinking)


def with_next_table(view: ui.LayoutView, after: TableRecord, following: int, renderer: Renderer) -> None:
    """Add the button to a hand, unless the message has no room for it."""
    label = renderer.label(say("Next table: it's your turn"), BUTTON_LABEL_LIMIT)
    button = NextTableButton(following, after.id).button(label, discord.ButtonStyle.success, emoji="⏭️")
    added = row(button)
    try:
        view.add_item(added)
        finish(view)
    except (LimitError, ValueError):
        view.remove_item(added)
