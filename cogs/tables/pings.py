"""What a table says to the players whom it pings. Pings are new messages, because edits notify nobody."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

import discord

from cogs.shared.rendering import Renderer
from engines.texts import Text, say
from sessions.pings.pings import PingPlan
from sessions.snapshots import Snapshot


@dataclass(frozen=True, slots=True)
class Ping:
    """A line that pings members, and the permission to notify them."""

    line: str
    mentioned: discord.AllowedMentions


def ping_of(plan: PingPlan, snapshot: Snapshot, renderer: Renderer) -> Ping:
    """The ping that is planned: it says what these members are asked, and until when if their time is short."""
    deadline = snapshot.table.deadline if plan.reminded else snapshot.decide_by
    deciding = plan.pinged & snapshot.decisions.keys()
    asked = [(plan.pinged - deciding, _your_turn(deadline)), (deciding, say("Decide how the game goes on."))]
    lines = [_line(users, renderer.render(text)) for users, text in asked if users]
    return Ping("\n".join(lines), _allowed(plan.pinged))


def mention(users: Collection[int], text: str) -> Ping:
    """``text`` after mentions of these users."""
    return Ping(_line(users, text), _allowed(users))


def _line(users: Collection[int], text: str) -> str:
    return " ".join([*(f"<@{user}>" for user in sorted(users)), text])


def _allowed(users: Collection[int]) -> discord.AllowedMentions:
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in sorted(users)])


def _your_turn(decide_by: datetime | None) -> Text:
    if decide_by is None:
        return say("It's your turn.")
    return say("It's your turn. Time runs out {when}.", when=discord.utils.format_dt(decide_by, "R"))
