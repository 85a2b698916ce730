"""What is stored about a member, and what they can do about it."""

import asyncio
import io
import zipfile
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control, confirmation, handles
from cogs.shared.feature import Feature
from cogs.shared.layout import GUIDE_COLOUR, layout, row, rule
from cogs.shared.rendering import Renderer
from cogs.shared.responses import send_file, show, show_in_place
from engines.texts import Text, say


class PrivacyVerb(StrEnum):
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


class PrivacyButton(Control, prefix="privacy"):
    """Does something about the data of the member who taps it."""

    step: PrivacyVerb


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
        PrivacyButton(PrivacyVerb.SHOW).button(say("Show me on leaderboards"), renderer)
        if is_hidden
        else PrivacyButton(PrivacyVerb.HIDE).button(say("Hide me on leaderboards"), renderer)
    )
    shown = (
        say("You are not on leaderboards: others see neither your place nor your record.")
        if is_hidden
        else say("You are on the leaderboards of the servers where you have played.")
    )
    return layout(
        GUIDE_COLOUR,
        f"### 🔏 {renderer.render(_HEADING)}\n{_listed(_STORED, renderer)}",
        f"-# {renderer.render(_NOT_STORED)}",
        rule(),
        renderer.render(shown),
        row(
            PrivacyButton(PrivacyVerb.EXPORT).button(say("Export my data"), renderer, discord.ButtonStyle.primary),
            toggle,
            PrivacyButton(PrivacyVerb.ASK).button(say("Delete my data…"), renderer),
        ),
    )


def deletion_question(step: PrivacyVerb, renderer: Renderer) -> ui.LayoutView:
    """What deleting everything means, and then whether the member is sure."""
    if step is PrivacyVerb.ASK:
        title = renderer.render(say("Delete everything that this bot stores about you, on all servers?"))
        words, yes = f"{title}\n{_listed(_HAPPENS, renderer)}", (PrivacyVerb.ASK_AGAIN, say("Delete my data"))
    else:
        words = renderer.render(say("Are you sure? Nobody can undo this, not even whoever runs this bot."))
        yes = PrivacyVerb.DELETE, say("Yes, delete it for good")
    keep = PrivacyButton(PrivacyVerb.KEEP), say("Keep my data")
    return confirmation(words, (PrivacyButton(yes[0]), yes[1]), keep, renderer)


def _listed(lines: tuple[Text, ...], renderer: Renderer) -> str:
    return "\n".join(f"- {renderer.render(line)}" for line in lines)


FILE_NAME = "cardroom-data.json"
LARGEST_FILE = 8_000_000
"""The size in bytes that Discord takes on every server. Larger files are compressed."""


class PrivacyFeature(Feature):
    """Shows members, privately, what is stored about them, in direct messages, too."""

    @handles(PrivacyButton, PrivacyVerb.OPEN)
    async def _on_open(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        hidden = await self.service.privacy.is_hidden(interaction.user.id)
        await show(interaction, privacy_screen(hidden, self.renderers.without_names(interaction)))

    @handles(PrivacyButton, PrivacyVerb.EXPORT)
    async def _on_export(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        told = self.renderers.without_names(interaction).render(say("This is what is stored about you."))
        async with self.service.guard.exporting(interaction.user.id):
            exported = await self.service.privacy.export(interaction.user.id)
            await send_file(interaction, told, await asyncio.to_thread(upload, exported))

    @handles(PrivacyButton, PrivacyVerb.HIDE, PrivacyVerb.SHOW)
    async def _on_visibility(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        hidden = button.step is PrivacyVerb.HIDE
        await self.service.privacy.hide(interaction.user.id, hidden=hidden)
        self.service.look_at_posts()
        await show_in_place(interaction, privacy_screen(hidden, self.renderers.without_names(interaction)))

    @handles(PrivacyButton, PrivacyVerb.ASK, PrivacyVerb.ASK_AGAIN)
    async def _on_ask(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        question = deletion_question(button.step, self.renderers.without_names(interaction))
        await show_in_place(interaction, question)

    @handles(PrivacyButton, PrivacyVerb.DELETE)
    async def _on_delete(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        await self.service.privacy.delete(interaction.user.id)
        answer = say("Your data has been deleted. If you use this bot again, you start from scratch.")
        await self.answer(interaction, answer)

    @handles(PrivacyButton, PrivacyVerb.KEEP)
    async def _on_keep(self, interaction: discord.Interaction[Any], button: PrivacyButton) -> None:
        await self.answer(interaction, say("Nothing was deleted."))


def upload(exported: bytes) -> discord.File:
    """The file with an export."""
    if len(exported) <= LARGEST_FILE:
        return discord.File(io.BytesIO(exported), FILE_NAME)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(FILE_NAME, exported)
    packed.seek(0)
    return discord.File(packed, f"{FILE_NAME}.zip")
