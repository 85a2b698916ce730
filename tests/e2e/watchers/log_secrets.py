"""The log of a whole game, at DEBUG: it tells what happens where, and no card, seed or token."""

import re
from collections.abc import Callable
from typing import Any

from playground.testing.room import Room
from playground.testing.screens import CARD
from playground.testing.secrecy import SEED_DIGITS
from playground.testing.watcher import Watcher
from tests.e2e.watchers.stand_ins import StandIns

SEED = "5eed" * (SEED_DIGITS // 4)
WRITTEN_CARD = re.compile(r"(?<![\w-])[A2-9TJQK][CDHS](?![\w-])")
"""A card as moves and documents write it."""

Log = list[dict[str, Any]]


class LogSecrets(Watcher):
    """Reads the log of a game that was dealt from ``SEED``, in which ``stand_ins`` have moved, too."""

    def __init__(self, room: Room, stand_ins: StandIns, read_log: Callable[[], Log]) -> None:
        self._room = room
        self._stand_ins = stand_ins
        self._read_log = read_log

    async def at_the_end(self) -> None:
        """Nothing secret is in the log, and every change can be traced to what somebody did."""
        table, log = await self._room.table(), self._read_log()
        assert table.seed == SEED
        assert secrets_in(log, self._room, await self._room.moves()) == set()
        deeds = [entry for entry in log if " by user " in entry["event"]]
        changes = [entry for entry in log if entry["event"].startswith(f"Table {table.id}: moved")]
        assert {entry["guild"] for entry in [*deeds, *changes]} == {table.guild_id}
        assert {entry["table"] for entry in changes} == {table.id}
        assert len({entry["correlation_id"] for entry in deeds}) == len(deeds)
        untraced = {entry["correlation_id"] for entry in changes} - {entry["correlation_id"] for entry in deeds}
        assert len(untraced) <= self._stand_ins.moves, "members' changes cannot be traced"


def secrets_in(log: Log, room: Room, moves: list[str]) -> set[str]:
    """What nobody may read in a log: cards, the seed, tokens, and moves that say more than that somebody moved."""
    text = "\n".join(str(value) for entry in log for value in entry.values())
    telling = {move for move in moves if re.search(r"\d", move)}
    secret = {SEED, *room.env.backend.interaction_tokens, *telling}
    return {each for each in secret if each in text} | set(CARD.findall(text)) | set(WRITTEN_CARD.findall(text))
