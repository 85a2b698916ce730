"""The questions before a game is given up or a table is closed, because neither can be undone."""

from dataclasses import dataclass
from enum import StrEnum

from discord import ui

from cogs.shared.confirmations import confirmation
from cogs.shared.controls import Control
from cogs.shared.rendering import Renderer
from db.purpose_records import DayTry, DealTry
from db.records import Phase, TableRecord
from engines.texts import Text, say
from sessions.tables.departures import Leaving


class Deed(StrEnum):
    """What a member is asked to confirm, or ``KEEP`` to leave everything as it is."""

    CLOSE = "close"
    """Close a table that has not started."""
    END = "end"
    RESIGN = "resign"
    KEEP = "keep"


@dataclass(frozen=True)
class ConfirmButton(Control):
    """Answers the question that was asked when the table was at revision ``rev``."""

    prefix = "confirm"

    table: int
    rev: int
    deed: Deed


def end_question(table: TableRecord, renderer: Renderer, *, takes_all: bool) -> ui.LayoutView:
    """Whether to close this table. ``takes_all``: the other players have to agree."""
    if table.phase is Phase.LOBBY:
        question = say("Close this table for everybody?")
        return _question(table, renderer, question, Deed.CLOSE, say("Close the table"), say("Keep it open"))
    if isinstance(table.purpose, DayTry):
        question = say("End the game of the day? It will not count, and you get no second try today.")
    elif isinstance(table.purpose, DealTry):
        question = say("End this game? It will not count, and you get no second try with these cards.")
    elif table.purpose.is_private:
        question = say("End this practice game without a result?")
    elif takes_all:
        question = say("End this game without a result? The others are asked; the game ends when all agree.")
    else:
        question = say("End this game for everybody, without a result? Nobody's rating changes.")
    return _question(table, renderer, question, Deed.END, say("End the game"), say("Keep playing"))


def resign_question(table: TableRecord, renderer: Renderer, leaving: Leaving) -> ui.LayoutView:
    """Whether to give up this game. ``leaving`` is what that means for the member's rating."""
    if isinstance(table.purpose, DayTry):
        question = say("Give up the game of the day? It will not count, and you get no second try today.")
    elif isinstance(table.purpose, DealTry):
        question = say("Give up? It will not count, and you get no second try with these cards.")
    elif leaving is Leaving.FREE:
        question = say("Give up this game? You come last, but your rating stays as it is. You can't return to it.")
    elif leaving is Leaving.TOO_OFTEN:
        question = say(
            "Give up this game? You come last, and you can't return to it. It counts towards your rating, as you have "
            "left two of your last ten games before your third decision."
        )
    else:
        question = say(
            "Give up this game? You come last, which counts towards your rating, and you can't return to it."
        )
    return _question(table, renderer, question, Deed.RESIGN, say("Give up"), say("Keep playing"))


def _question(table: TableRecord, renderer: Renderer, question: Text, deed: Deed, yes: Text, no: Text) -> ui.LayoutView:
    does, keeps = (ConfirmButton(table.id, table.rev, chosen) for chosen in (deed, Deed.KEEP))
    return confirmation(renderer.render(question), (does, yes), (keeps, no), renderer)
