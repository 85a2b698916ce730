"""A process that serves one of two shards: it plays on its own servers, and knows of a member's other tables."""

from pathlib import Path

import discord
import pytest

from db.cluster import GUILD_SHIFT, Shards
from db.records import NewTable, TableRecord
from db.store import Store
from engines import GAMES
from playground.testing.life import DATABASE, at_once
from playground.testing.people import press, slash
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from sessions.computers.thinking import Thinker
from sessions.service import Service
from tests.databases import laid_out
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog

ELSEWHERE, CHANNEL = 2 << GUILD_SHIFT, 7
"""A server of shard 0."""


async def game_elsewhere(directory: Path, *players: int) -> TableRecord:
    """A game that the process of shard 0 has started; the first of the players is to move."""
    store = await Store.open(laid_out(f"sqlite+aiosqlite:///{directory / DATABASE}"), Shards(frozenset({0}), 2))
    lobby = Service(store, GAMES, discord.utils.utcnow, Thinker(at_once)).lobby
    game = GAMES["knotweed"]
    table = await lobby.open(
        NewTable(ELSEWHERE, CHANNEL, players[0], game.key, game.Options.model_validate({"first": 0}).dump())
    )
    for player in players[1:]:
        await lobby.join(table.id, player)
    table = await lobby.start(table.id, players[0])
    await store.close()
    return table


@pytest.mark.bot(shards=Shards(frozenset({1}), 2))
async def test_tables_of_other_processes_are_listed_but_not_played_here(
    room: Room, tmp_path: Path, gateway: Gateway, request_log: RequestLog
) -> None:
    assert request_log.sent("PUT", "*/commands") == [], "the process of shard 0 registers the commands"
    await room.bot.tree.sync()
    ann, bob = await room.deal("three-piles", 2, first=1)
    elsewhere = await game_elsewhere(tmp_path, ann.id, bob.id)
    listed = await slash(ann, room.channel, "games")
    assert "▶️ **Knotweed" in texts(listed)
    assert f"another server · <#{CHANNEL}>" in texts(listed)
    assert f"https://discord.com/channels/{ELSEWHERE}/{CHANNEL}" in texts(listed)
    (hand,) = [button for button in read(listed).buttons if "My hand" in button.face]

    assert hand.custom_id is not None
    gateway.forge(hand.custom_id, hand.custom_id.replace("1", str(elsewhere.id)))
    assert "That table is on another server. Play there" in told(await press(ann, listed, "My hand"))
    await press(bob, await room.hand(bob), "Draw a card")
    assert await room.moves() == ["draw"], "the game here goes on"
