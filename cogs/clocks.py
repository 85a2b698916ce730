"""What a table shows when a player's time has run out or a clock stands still, and what the others decide then."""

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control, handles
from cogs.shared.feature import Context, Feature, Redraw
from cogs.shared.layout import Parts, row
from cogs.shared.rendering import Renderer
from cogs.shared.table_parts import Verb, table_button
from db.records import SeatRecord
from engines.kit.wording import names
from engines.texts import Player, Text, say, say_count
from sessions.snapshots import Snapshot
from sessions.tables.leaving import late_seats


class TimeoutAnswer(StrEnum):
    """What the others can decide."""

    WAIT = "wait"
    COMPUTER = "computer"
    """Stood on tables of earlier versions, where a computer did not play at once."""
    CLAIM = "claim"


class TimeoutButton(Control, prefix="late"):
    """Decides about the players whose time has run out."""

    table: int
    answer: TimeoutAnswer


def timeout_parts(snapshot: Snapshot, renderer: Renderer) -> Parts:
    """For whom computers play because their time has run out, with buttons; or when the game ends by itself."""
    late, timing = late_seats(snapshot.table), snapshot.timing
    parts: Parts = []
    if timing is not None and timing.is_ending:
        when = discord.utils.format_dt(timing.due, "R")
        closing = say("Time has run out. If nobody plays, the game ends {when}.", when=when)
        parts.append(f"### ⌛ {renderer.render(closing)}")
    if late:
        parts += [_late_lines(snapshot, late, renderer), _buttons(snapshot, renderer)]
    return parts


def _late_lines(snapshot: Snapshot, late: Sequence[SeatRecord], renderer: Renderer) -> str:
    lines = [f"### ⌛ {renderer.render(_told(late, renderer))}"]
    meaning = say(
        "They can come back until the game ends, unless everybody else claims it. Anyone who is not back by then "
        "comes last. A third time-out takes them out of the game."
    )
    lines.append(f"-# {renderer.render(meaning)}")
    claims = sum(clock.claims for clock in snapshot.table.clocks)
    if claims:
        claimed = say_count(
            "One of {all} players claims the game.",
            "{count} of {all} players claim the game.",
            claims,
            all=len(snapshot.table.present),
        )
        lines.append(f"-# {renderer.render(claimed)}")
    return "\n".join(lines)


def _told(late: Sequence[SeatRecord], renderer: Renderer) -> Text:
    if len(late) == 1:
        return say("{player}'s time ran out, so a computer plays for them.", player=Player(late[0].seat))
    return say("Time ran out for {players}, so computers play for them.", players=names([seat.seat for seat in late]))


def _buttons(snapshot: Snapshot, renderer: Renderer) -> ui.ActionRow[Any]:
    def button(answer: TimeoutAnswer, label: Text, style: discord.ButtonStyle, emoji: str) -> ui.Button[Any]:
        return TimeoutButton(snapshot.table.id, answer).button(label, renderer, style, emoji=emoji)

    return row(
        button(TimeoutAnswer.WAIT, say("Wait for them"), discord.ButtonStyle.secondary, "⏳"),
        button(TimeoutAnswer.CLAIM, say("Claim the game"), discord.ButtonStyle.danger, "🏳️"),
        table_button(snapshot, renderer, Verb.RETURN, say("I'm back"), discord.ButtonStyle.success, emoji="🪑"),
    )


def pause_lines(paused: Sequence[tuple[int, datetime]], renderer: Renderer) -> str:
    """Whose clock stands still, as they are on vacation or their league pauses, and until when, a line each."""
    lines = [
        say(
            "The clock of {player} is paused until {when} at the latest.",
            player=Player(seat),
            when=discord.utils.format_dt(until, "f"),
        )
        for seat, until in paused
    ]
    return "\n".join(f"-# ⏸️ {renderer.render(line)}" for line in lines)


class TimeoutFeature(Feature):
    """Answers the buttons below a player whose time has run out."""

    def __init__(self, context: Context, redraw: Redraw) -> None:
        super().__init__(context)
        self._redraw = redraw

    @handles(TimeoutButton, TimeoutAnswer.WAIT, TimeoutAnswer.CLAIM)
    async def _on_answer(self, interaction: discord.Interaction[Any], button: TimeoutButton) -> None:
        seats = self.service.seats
        decide = seats.wait if button.answer is TimeoutAnswer.WAIT else seats.claim
        await decide(button.table, interaction.user.id)
        await self._redraw(interaction, button.table)

    @handles(TimeoutButton, TimeoutAnswer.COMPUTER)
    async def _on_computer(self, interaction: discord.Interaction[Any], _button: TimeoutButton) -> None:
        """Say that this button, which earlier versions have shown, is no longer needed."""
        await self.tell(
            interaction,
            say("A computer now takes over as soon as somebody's time runs out, so there is nothing to choose."),
        )
