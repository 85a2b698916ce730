"""Votes on removing a player, and on ending the game."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any

import discord

from cogs.shared.controls import Control, chosen_number, handles
from cogs.shared.feature import Context, Feature, Redraw
from cogs.shared.layout import Parts, row
from cogs.shared.rendering import Renderer
from db.records import TableRecord, Vote
from engines.texts import Player, say
from sessions.snapshots import Snapshot
from sessions.tables.ballots import consenting, voters, votes_needed

MOST_NAMED = 2
"""How many voters are named on either side. With more, only their number is shown."""


class Ballot(StrEnum):
    """How a player can vote."""

    REMOVE = "remove"
    KEEP = "keep"


class RemovalButton(Control, prefix="removal"):
    """Votes on removing the player at ``seat``."""

    table: int
    seat: int
    ballot: Ballot


class EndingBallot(StrEnum):
    """How a player can answer a request to end the game."""

    END = "end"
    PLAY_ON = "on"


class EndingButton(Control, prefix="ending"):
    """Answers a request to end the game."""

    table: int
    ballot: EndingBallot


class RemovalMenu(Control, prefix="remove"):
    """Asks for the removal of a player. Its values are the players' user ids."""

    table: int


def vote_parts(snapshot: Snapshot, vote: Vote, renderer: Renderer) -> Parts:
    """What the vote is about, how the players have voted, and their buttons."""
    table = snapshot.table
    if vote.seat is None:
        return _ending_parts(table, vote, renderer)
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
        removing=_names(vote.in_favour, renderer),
        keeping=_names(vote.against, renderer),
    )
    meaning = say(
        "A computer plays on, and the player comes last. Their rating stays as it is, in two of ten games at most."
    )
    lines = [f"### 🗳️ {renderer.render(asked)}", renderer.render(votes), f"-# {renderer.render(meaning)}"]
    for partner in sorted(consenting(table.seats, vote.seat, snapshot.sides)):
        agrees = say("{partner} plays on the same side and has to agree.", partner=Player(partner))
        lines.append(f"-# {renderer.render(agrees)}")

    removes, keeps = (RemovalButton(table.id, vote.seat, ballot) for ballot in (Ballot.REMOVE, Ballot.KEEP))
    remove = removes.button(say("Remove {player}", player=player), renderer, discord.ButtonStyle.danger)
    return ["\n".join(lines), row(remove, keeps.button(say("Keep {player}", player=player), renderer))]


def _ending_parts(table: TableRecord, vote: Vote, renderer: Renderer) -> Parts:
    asked = say(
        "{asker} asks to end the game without a result. It ends when all agree; the request expires {when}.",
        asker=Player(vote.asked_by),
        when=discord.utils.format_dt(vote.ends_at, "R"),
    )
    agreed = voters(table.seats, None).intersection(vote.in_favour)
    votes = say(
        "Agreed: {agreed}. Not yet: {others}.",
        agreed=_names(sorted(agreed), renderer),
        others=_names(sorted(voters(table.seats, None) - agreed), renderer),
    )
    ends, plays_on = (EndingButton(table.id, ballot) for ballot in EndingBallot)
    end = ends.button(say("End the game"), renderer, discord.ButtonStyle.danger)
    return [
        f"### 🗳️ {renderer.render(asked)}\n{renderer.render(votes)}",
        row(end, plays_on.button(say("Play on"), renderer)),
    ]


def _names(seats: Collection[int], renderer: Renderer) -> str:
    """The players at these seats, or their number if there are many, or a dash if there are none."""
    if len(seats) > MOST_NAMED:
        return str(len(seats))
    return ", ".join(renderer.player(seat) for seat in seats) or "–"


class VoteFeature(Feature):
    """Removes players from a game by a vote of the others, and ends games by a vote of all."""

    def __init__(self, context: Context, redraw: Redraw) -> None:
        super().__init__(context)
        self._redraw = redraw

    @handles(RemovalMenu)
    async def _on_ask(self, interaction: discord.Interaction[Any], menu: RemovalMenu) -> None:
        table = await self.service.votes.ask_to_remove(menu.table, interaction.user.id, chosen_number(interaction))
        told = (
            say("The player has been removed: a computer plays on, and they come last.")
            if table.vote is None
            else say(
                "You have voted for the removal. The other players have until {when} to decide at the table.",
                when=discord.utils.format_dt(table.vote.ends_at, "f"),
            )
        )
        await self.tell(interaction, told)

    @handles(RemovalButton, *Ballot)
    async def _on_vote(self, interaction: discord.Interaction[Any], button: RemovalButton) -> None:
        removes = button.ballot is Ballot.REMOVE
        await self.service.votes.vote(button.table, interaction.user.id, button.seat, agrees=removes)
        await self._redraw(interaction, button.table)

    @handles(EndingButton, *EndingBallot)
    async def _on_vote_to_end(self, interaction: discord.Interaction[Any], button: EndingButton) -> None:
        ends = button.ballot is EndingBallot.END
        await self.service.votes.vote(button.table, interaction.user.id, None, agrees=ends)
        await self._redraw(interaction, button.table)
