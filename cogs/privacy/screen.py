"""What is stored about a member, and the questions before it is deleted."""

from dataclasses import dataclass
from enum import StrEnum

import discord
from discord import ui

from cogs.shared.confirmations import confirmation
from cogs.shared.controls import Control, ControlItem
from cogs.shared.layout import GUIDE_COLOUR, finish, layout, row, rule
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from engines.texts import Text, say


class Step(StrEnum):
    """What a member wants to do about their data."""

    OPEN = "open"
    """Wants to see what is stored."""
    EXPORT = "export"
    HIDE = "hide"
    SHOW = "show"
    ASK = "ask"
    """Wants to delete it, and is asked for the first time."""
    ASK_AGAIN = "again"
    DELETE = "delete"
    KEEP = "keep"


@dataclass(frozen=True)
class PrivacyButton(Control):
    """Does something about the data of the member who taps it."""

    prefix = "privacy"

    step: Step


_HEADING = say("What this bot stores about you")
_STORED = (
    say("**Your games**: where you had a seat, your moves and when you made them, your results."),
    say("**Your ratings and records** on each server."),
    say("**Your choices**: pings, time zone and quiet hours, pictures, vacations."),
    say("**Your notifications**: the games that you follow, and those whose tables you are pinged for."),
    say("**Your clocks and pings** in games in progress."),
)
_NOT_STORED = say(
    "All of it is stored under your Discord ID, not your name, and no messages are stored. This bot's file "
    "PRIVACY.md says why, for how long, and what backups keep."
)
_HAPPENS = (
    say("Computers take your seats in games in progress; where nobody else plays, you give up the game."),
    say("In finished games you become “a former player”. The games, and the ratings of others, stay as they are."),
    say("Your place on leaderboards becomes that of “a former player”. If you play again, you start as a newcomer."),
    say("Your choices and notifications are deleted. Messages that are already in channels stay there."),
    say("What you can do only so often, such as today's game of the day, stays limited. Its record does not name you."),
)


def privacy_screen(is_hidden: bool, renderer: Renderer) -> ui.LayoutView:
    """What is stored, and what the member can do about it."""
    toggle = (
        _button(Step.SHOW, say("Show me on leaderboards"), renderer)
        if is_hidden
        else _button(Step.HIDE, say("Hide me on leaderboards"), renderer)
    )
    shown = (
        say("You are not on leaderboards: others see neither your place nor your record.")
        if is_hidden
        else say("You are on the leaderboards of the servers where you have played.")
    )
    return finish(
        layout(
            GUIDE_COLOUR,
            f"### 🔏 {renderer.render(_HEADING)}\n{_listed(_STORED, renderer)}",
            f"-# {renderer.render(_NOT_STORED)}",
            rule(),
            renderer.render(shown),
            row(
                _button(Step.EXPORT, say("Export my data"), renderer, discord.ButtonStyle.primary),
                toggle,
                _button(Step.ASK, say("Delete my data…"), renderer),
            ),
        )
    )


def deletion_question(renderer: Renderer) -> ui.LayoutView:
    """The first question: what happens."""
    title = renderer.render(say("Delete everything that this bot stores about you, on all servers?"))
    return _question(f"{title}\n{_listed(_HAPPENS, renderer)}", Step.ASK_AGAIN, say("Delete my data"), renderer)


def last_question(renderer: Renderer) -> ui.LayoutView:
    """The second question."""
    title = renderer.render(say("Are you sure? Nobody can undo this, not even whoever runs this bot."))
    return _question(title, Step.DELETE, say("Yes, delete it for good"), renderer)


def _question(words: str, yes: Step, label: Text, renderer: Renderer) -> ui.LayoutView:
    keep = PrivacyButton(Step.KEEP), say("Keep my data")
    return confirmation(words, (PrivacyButton(yes), label), keep, renderer)


def _listed(lines: tuple[Text, ...], renderer: Renderer) -> str:
    return "\n".join(f"- {renderer.render(line)}" for line in lines)


def _button(
    step: Step, label: Text, renderer: Renderer, style: discord.ButtonStyle = discord.ButtonStyle.secondary
) -> ControlItem:
    return PrivacyButton(step).button(renderer.label(label, BUTTON_LABEL_LIMIT), style)
