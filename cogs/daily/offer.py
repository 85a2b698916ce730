"""What the game of the day is, and the question whether to begin the only try."""

from dataclasses import dataclass

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import LEADERBOARD_COLOUR, finish, layout, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.table_buttons import learn_buttons
from engines.texts import say, say_count
from sessions.daily.games import DailyOffer


@dataclass(frozen=True)
class BeginButton(Control):
    """Begins a member's try at the game of this day."""

    prefix = "day"

    day: int


def offer_screen(offer: DailyOffer, renderer: Renderer) -> ui.LayoutView:
    """The game, its rules of the day, and buttons to begin it and to learn it first."""
    title = say("Daily #{number}: {game}", number=str(offer.day), game=offer.game.name)
    against = say_count(
        "You play against a computer ({level}).",
        "You play against {count} computers ({level}).",
        offer.opponents,
        level=offer.level.label,
    )
    rules = say(
        "You have one try, without hints and without taking moves back. It starts when you tap Begin, and counts if "
        "you finish before the day ends, {when}.",
        when=discord.utils.format_dt(offer.ends_at, "R"),
    )
    begin = BeginButton(offer.day).button(
        renderer.label(say("Begin"), BUTTON_LABEL_LIMIT), discord.ButtonStyle.success, emoji="🗓️"
    )
    told = "\n".join(renderer.render(text) for text in (offer.game.summary, against, rules))
    buttons = row(begin, *learn_buttons(offer.game, renderer))
    return finish(layout(LEADERBOARD_COLOUR, f"## 🗓️ {renderer.render(title)}\n{told}", buttons))
