"""What a table shows about a vote on removing a player."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum

import discord

from cogs.shared.controls import Control
from cogs.shared.layout import Parts, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from engines.texts import Player, say
from sessions.snapshots import Snapshot
from sessions.tables.ballots import voters, votes_needed

MOST_NAMED = 2
"""How many voters are named on either side. With more, only their number is shown."""


class Ballot(StrEnum):
    """How a player can vote."""

    REMOVE = "remove"
    KEEP = "keep"


@dataclass(frozen=True)
class RemovalButton(Control):
    """Votes on removing the player at ``seat``."""

    prefix = "removal"

    table: int
    seat: int
    ballot: Ballot


def removal_parts(snapshot: Snapshot, renderer: Renderer) -> Parts:
    """Whom the vote is about, how the others have voted, and their buttons; nothing without a vote."""
    table, vote = snapshot.table, snapshot.table.removal
    if vote is None:
        return []
    player = Player(vote.seat)
    needed = votes_needed(len(voters(table.seats, vote.seat)))
    asked = say(
        "{asker} asks to remove {player} from the game. This takes {needed} votes and ends {when}.",
        asker=Player(vote.asked_by),
        player=player,
        needed=needed,
        when=discord.utils.format_dt(vote.ends_at, "R"),
    )
    votes = say(
        "Remove: {removing}. Keep: {keeping}.",
        removing=_names(vote.removing, renderer),
        keeping=_names(vote.keeping, renderer),
    )
    meaning = say(
        "Removal is the same as giving up: a computer plays on, and the player comes last, which counts towards "
        "their rating."
    )
    lines = [f"### 🗳️ {renderer.render(asked)}", renderer.render(votes), f"-# {renderer.render(meaning)}"]

    def control(ballot: Ballot) -> RemovalButton:
        return RemovalButton(table.id, vote.seat, ballot)

    remove = renderer.label(say("Remove {player}", player=player), BUTTON_LABEL_LIMIT)
    keep = renderer.label(say("Keep {player}", player=player), BUTTON_LABEL_LIMIT)
    return [
        "\n".join(lines),
        row(control(Ballot.REMOVE).button(remove, discord.ButtonStyle.danger), control(Ballot.KEEP).button(keep)),
    ]


def _names(seats: Collection[int], renderer: Renderer) -> str:
    """The players at these seats, or their number if there are many, or a dash if there are none."""
    if len(seats) > MOST_NAMED:
        return str(len(seats))
    return ", ".join(renderer.player(seat) for seat in seats) or "–"
