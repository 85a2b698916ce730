"""/away."""

import re
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str

from cogs.shared.feature import Feature
from engines.texts import say, say_count
from sessions.shared.refusals import Refused
from sessions.tables.pace import LONGEST_PAUSE

_DAYS = re.compile(r"(-?\d{1,4})\s*(?:days?)?", re.IGNORECASE)


def read_until(text: str, now: datetime) -> datetime:
    """Read the end of a vacation: a number of days from now, or its last day (in UTC).

    Raises ``Refused`` for anything else.
    """
    typed = text.strip()
    if match := _DAYS.fullmatch(typed):
        return now + timedelta(days=int(match[1]))
    try:
        return datetime.combine(date.fromisoformat(typed), time(), UTC) + timedelta(days=1)
    except (ValueError, OverflowError):
        raise Refused(
            say("I can't read that as a date. Give a number of days, such as 5, or the last day, such as 2030-12-24.")
        ) from None


class AwayCommands(Feature):
    """Vacations, which stop a member's clocks at a pace of days."""

    @app_commands.command(
        name=locale_str("away"), description=locale_str("Pause your clocks while you are on vacation, or come back")
    )
    @app_commands.describe(
        until=locale_str(
            "A number of days, such as 5, or the last day, such as 2030-12-24; leave empty if you are back"
        )
    )
    @app_commands.guild_only()
    async def away(self, interaction: discord.Interaction[Any], until: str | None = None) -> None:
        """/away."""
        vacations, user = self.service.vacations, interaction.user.id
        if until is None:
            await vacations.end(user)
            await self.tell(interaction, say("Welcome back. Your clocks are running again."))
            return
        end = read_until(until, discord.utils.utcnow())
        stopped = await vacations.begin(user, end)
        when = discord.utils.format_dt(end, "f")
        most = LONGEST_PAUSE.days
        told = (
            say_count(
                "You are away until {when}: your clock at one table is paused. Vacations can pause it for up to "
                "{days} days in each day-by-day game.",
                "You are away until {when}: your clocks at {count} tables are paused. Vacations can pause them for "
                "up to {days} days in each day-by-day game.",
                stopped,
                when=when,
                days=most,
            )
            if stopped
            else say(
                "You are away until {when}. When it is your turn in a day-by-day game, your clock will be paused, "
                "for at most {days} days a game.",
                when=when,
                days=most,
            )
        )
        await self.tell(interaction, told)
