"""What a table says to the players whom it pings. Pings are new messages, because edits notify nobody."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

import discord

from cogs.shared.rendering import Renderer
from cogs.shared.your_table import table_link
from engines.texts import say
from sessions.pings.pings import PingPlan, WaitingTable
from sessions.snapshots import Snapshot

MOST_LINKS = 8
"""How many links to other tables a ping has."""
_TOO_LATE = say("Your time ran out, so a computer plays for you. Tap “I'm back” to go on.")


@dataclass(frozen=True, slots=True)
class Ping:
    """A line that pings members, and the permission to notify them."""

    line: str
    mentioned: discord.AllowedMentions


def ping_of(plan: PingPlan, snapshot: Snapshot, renderer: Renderer) -> Ping:
    """The ping that is planned: it says what these members are asked, and until when if their time is short.

    Members for whom other tables wait as well have a line each, with links to them.
    """
    texts = {user: _asked(user, plan, snapshot, renderer) for user in plan.pinged}
    gathering = [user for user in plan.pinged if plan.elsewhere.get(user)]
    most_links = max(1, MOST_LINKS // max(1, len(gathering)))
    for user in gathering:
        texts[user] += " " + _elsewhere(plan.elsewhere[user], most_links, renderer)
    # Who is asked the same is mentioned together.
    users_of: dict[str, list[int]] = {}
    for user in sorted(plan.pinged):
        users_of.setdefault(texts[user], []).append(user)
    return Ping("\n".join(_line(users, text) for text, users in users_of.items()), _allowed(plan.pinged))


def mention(users: Collection[int], text: str) -> Ping:
    """``text`` after mentions of these users."""
    return Ping(_line(users, text), _allowed(users))


def _line(users: Collection[int], text: str) -> str:
    return " ".join([*(f"<@{user}>" for user in sorted(users)), text])


def _allowed(users: Collection[int]) -> discord.AllowedMentions:
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in sorted(users)])


def _asked(user: int, plan: PingPlan, snapshot: Snapshot, renderer: Renderer) -> str:
    """What this member is asked, and until when if their time is short, or that it has run out."""
    if user in snapshot.late:
        return renderer.render(_TOO_LATE)
    if snapshot.timing is not None and snapshot.timing.is_ending:
        ends = _when(snapshot.timing.due)
        return renderer.render(say("Time has run out. If nobody plays, the game ends {when}.", when=ends))
    deadline = snapshot.table.deadline if user in plan.reminded else snapshot.decide_by
    call = say("It's your turn.") if snapshot.view is None else snapshot.game.call(snapshot.view)  # sealed cards
    asked = renderer.render(call)
    if deadline is None:
        return asked
    ends = say("Time runs out {when}.", when=_when(deadline))
    return f"{asked} {renderer.render(ends)}"


def _elsewhere(others: Sequence[WaitingTable], most_links: int, renderer: Renderer) -> str:
    """That other tables wait as well, with a link to each, as far as there is room."""
    tables = ", ".join(_link(other, renderer) for other in others[:most_links])
    count, more = len(others) + 1, len(others) - most_links
    if more <= 0:
        return renderer.render(say("{count} tables wait for you: this one, {tables}.", count=count, tables=tables))
    return renderer.render(
        say(
            "{count} tables wait for you: this one, {tables} and {more} more (/games).",
            count=count,
            tables=tables,
            more=more,
        )
    )


def _link(other: WaitingTable, renderer: Renderer) -> str:
    """A link to a table. Whoever reads it may not know the channel, so it names nobody there."""
    link = f"[{other.game.name}]({table_link(other.table)})"
    if not other.is_reminder or other.table.deadline is None:
        return link
    ends = _when(other.table.deadline)
    return renderer.render(say("{table} (time runs out {when})", table=link, when=ends))


def _when(time: datetime) -> str:
    return discord.utils.format_dt(time, "R")
