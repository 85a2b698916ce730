"""Asking the others to take back a move: what the table shows, and their answers."""

from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control, handles
from cogs.shared.feature import Context, Feature, Redraw
from cogs.shared.layout import Parts, row
from cogs.shared.rendering import Renderer
from db.records import TableRecord, TakeBackRecord
from engines.texts import Player, Text, say, say_count
from sessions.take_backs import MOST_NAMED, moves_going_back


class Consent(StrEnum):
    """What the others can say."""

    ALLOW = "allow"
    REFUSE = "refuse"


class ConsentButton(Control, prefix="undo"):
    """Answers a request to take back a move."""

    table: int
    request: int
    consent: Consent


def take_back_parts(table: TableRecord, request: TakeBackRecord, renderer: Renderer) -> Parts:
    """The open request with the buttons for the others."""
    if request.until is None:
        return []
    asks = say("{player} asks to take back a move.", player=Player(request.seat))
    when = discord.utils.format_dt(request.until, "R")
    lines = [
        *moves_going_back(request),
        *_agreed(request),
        say("The other players decide; all of them must agree. The request expires {when}.", when=when),
    ]
    small = [f"-# {renderer.render(line)}" for line in lines]

    def button(consent: Consent, label: Text, style: discord.ButtonStyle, emoji: str) -> ui.Button[Any]:
        return ConsentButton(table.id, request.id, consent).button(label, renderer, style, emoji=emoji)

    return [
        "\n".join([f"### ⏪ {renderer.render(asks)}", *small]),
        row(
            button(Consent.ALLOW, say("Allow"), discord.ButtonStyle.success, "👍"),
            button(Consent.REFUSE, say("Refuse"), discord.ButtonStyle.secondary, "👎"),
        ),
    ]


def _agreed(request: TakeBackRecord) -> tuple[Text, ...]:
    if len(request.agreed) > MOST_NAMED:
        return (say_count("One player agrees.", "{count} players agree.", len(request.agreed)),)
    return tuple(say("{player} agrees.", player=Player(seat)) for seat in request.agreed)


class TakeBackFeature(Feature):
    """Answers the buttons below a request."""

    def __init__(self, context: Context, redraw: Redraw) -> None:
        super().__init__(context)
        self._redraw = redraw

    @handles(ConsentButton, *Consent)
    async def _on_answer(self, interaction: discord.Interaction[Any], button: ConsentButton) -> None:
        take_backs = self.service.take_backs
        answer = take_backs.allow if button.consent is Consent.ALLOW else take_backs.refuse
        await answer(button.table, interaction.user.id, button.request)
        await self._redraw(interaction, button.table)
