"""Looking up a page of a server's leaderboard."""

from __future__ import annotations

from typing import Any

import discord

from cogs.names import Names
from cogs.screens.boards import STANDINGS_PER_PAGE, Leaderboard
from engines.contract import Game
from sessions.service import TableService


async def read_leaderboard(
    service: TableService,
    names: Names,
    interaction: discord.Interaction[Any],
    game: Game[Any] | None,
    page: int,
    practice: bool,
) -> Leaderboard:
    """A page of a leaderboard of this server, with the place of the member who asks.

    ``practice``: the one of the games against computers.
    """
    assert interaction.guild_id is not None
    guild_id, key = interaction.guild_id, game.key if game else None
    standings, total = await service.store.standings(
        guild_id, key, offset=page * STANDINGS_PER_PAGE, limit=STANDINGS_PER_PAGE, practice=practice
    )
    own = await service.store.standing_of(guild_id, interaction.user.id, key, practice=practice)
    members = {standing.player for standing in standings if isinstance(standing.player, int)}
    return Leaderboard(
        game=game,
        practice=practice,
        standings=tuple(standings),
        page=page,
        pages=max(1, -(-total // STANDINGS_PER_PAGE)),
        own=own,
        names=await names.of(guild_id, members | {interaction.user.id}),
    )
