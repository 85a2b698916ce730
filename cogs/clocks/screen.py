"""What a table shows when a player's time has run out or a clock stands still."""

from dataclasses import dataclass
from enum import StrEnum

import discord

from cogs.shared.controls import Control, ControlItem
from cogs.shared.layout import Parts, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from engines.texts import Player, Text, say, say_count
from sessions.snapshots import Snapshot


class Answer(StrEnum):
    """What the others can decide."""

    WAIT = "wait"
    COMPUTER = "computer"
    CLAIM = "claim"


@dataclass(frozen=True)
class AnswerButton(Control):
    """Decides about the players whose time has run out."""

    prefix = "late"

    table: int
    answer: Answer


def timeout_parts(snapshot: Snapshot, renderer: Renderer) -> Parts:
    """Whose time has run out, and buttons for the others; nothing while everybody has time."""
    timing, table = snapshot.timing, snapshot.table
    if timing is None or not timing.late:
        return []
    when = discord.utils.format_dt(timing.due, "R")
    lines = [f"### ⌛ {renderer.render(_out_of_time(timing.late))}"]
    deciders = len([seat for seat in table.present if seat.seat not in timing.late])
    if not deciders:
        end = discord.utils.format_dt(table.deadline or timing.due, "R")
        closing = say("If nobody plays, the table closes {when} without a result.", when=end)
        return ["\n".join([*lines, f"-# {renderer.render(closing)}"])]
    others = say("The others decide. If they don't, a computer takes over {when}.", when=when)
    lines.append(f"-# {renderer.render(others)}")
    meaning = say(
        "If a computer plays, they can return until the game ends; if you claim the game, they can't. A player who "
        "has not returned by the end comes last, which counts towards their rating."
    )
    lines.append(f"-# {renderer.render(meaning)}")
    if timing.claims:
        claimed = say_count(
            "One of {all} players claims the game.",
            "{count} of {all} players claim the game.",
            len(timing.claims),
            all=deciders,
        )
        lines.append(f"-# {renderer.render(claimed)}")

    def button(answer: Answer, label: Text, style: discord.ButtonStyle, emoji: str) -> ControlItem:
        control = AnswerButton(table.id, answer)
        return control.button(renderer.label(label, BUTTON_LABEL_LIMIT), style, emoji=emoji)

    return [
        "\n".join(lines),
        row(
            button(Answer.WAIT, say("Wait"), discord.ButtonStyle.primary, "⏳"),
            button(Answer.COMPUTER, say("Let a computer play"), discord.ButtonStyle.secondary, "🤖"),
            button(Answer.CLAIM, say("Claim the game"), discord.ButtonStyle.danger, "🏳️"),
        ),
    ]


def pause_lines(snapshot: Snapshot, renderer: Renderer) -> str:
    """Whose clock a vacation stops, a line each."""
    if snapshot.timing is None:
        return ""
    lines = [
        say(
            "{player} is on vacation: the clock is paused until {when}.",
            player=Player(seat),
            when=discord.utils.format_dt(until, "f"),
        )
        for seat, until in snapshot.timing.paused
    ]
    return "\n".join(f"-# 🏖️ {renderer.render(line)}" for line in lines)


def _out_of_time(late: tuple[int, ...]) -> Text:
    if len(late) == 1:
        return say("{player} has run out of time.", player=Player(late[0]))
    return say_count("One player has run out of time.", "{count} players have run out of time.", len(late))
