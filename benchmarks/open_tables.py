"""Makes a database of many open tables in the middle of their games, to measure a bot that serves them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

import discord
from sqlalchemy import Connection, Table, bindparam, insert, update

from db.cluster import GUILD_SHIFT
from db.records import Phase
from db.schema.tables import clocks, moves, seats, tables
from db.store import Store
from engines import GAMES
from engines.contract import State
from opponents import Level
from sessions.clocks.heartbeat import ALIVE
from sessions.tables.pace import Pace

CHANNELS = 20
"""How many channels a server has, with a table in each."""
MEMBERS = 30
"""How many members of a server play."""
PRACTICE = 3
"""At one table in this many, a member plays against computers."""
MOST_MOVES = 40
"""How many moves have been made at a table, at most."""
TURN = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that is stored with the number ``id``, counting from 1. ``members`` are those who play there."""

    id: int
    game: str
    seats: int
    members: tuple[int, ...]

    @property
    def guild(self) -> int:
        """The server; Discord tells the shard of a server by its id."""
        return (1 + self.id // CHANNELS) << GUILD_SHIFT

    @property
    def channel(self) -> int:
        """The channel of the table."""
        return self.guild + 1 + self.id % CHANNELS

    @property
    def message(self) -> int:
        """The message that shows the table."""
        return self.channel + CHANNELS

    @property
    def seed(self) -> str:
        """The seed of the game."""
        return f"load {self.id}"

    @property
    def computers(self) -> range:
        """The seats of computers."""
        return range(len(self.members), self.seats)


def open_tables(amount: int) -> list[OpenTable]:
    """The tables that ``store_tables`` stores; always the same."""
    return [_table(number) for number in range(1, amount + 1)]


def _table(number: int) -> OpenTable:
    rng = Random(number)
    game = list(GAMES.values())[number % len(GAMES)]
    players = rng.choice(game.seats[:3])
    first = number // CHANNELS * MEMBERS
    members = rng.sample(range(first, first + MEMBERS), players)
    if number % PRACTICE == 0:
        del members[1:]
    return OpenTable(number, game.key, players, tuple(10_000_000 + member for member in members))


async def store_tables(store: Store, stored: Sequence[OpenTable], level: Level = Level.NORMAL) -> None:
    """Store these tables, with computers of a ``level``, in an empty database.

    Their deadlines are spread over a day, from an hour from now.
    """
    now = discord.utils.utcnow()
    rows: dict[Table, list[dict[str, Any]]] = {tables: [], seats: [], moves: [], clocks: []}
    starts: list[dict[str, Any]] = []
    for number, table in enumerate(stored):
        played, to_act = _play(table)
        deadline = now + timedelta(hours=1) + TURN * number / len(stored)
        rows[tables].append(_lobby(table, now, len(played)))
        rows[seats] += _seats(table, level)
        starts.append(
            {
                "table": table.id,
                "phase": Phase.PLAYING,
                "started_at": now,
                "rules_version": GAMES[table.game].rules_version,
                "seed": table.seed,
                "deadline": deadline,
                "to_act": list(to_act),
            }
        )
        rows[moves] += [
            {"table_id": table.id, "number": made, "rev": 2 + made, "seat": seat, "text": text, "made_at": now}
            for made, (seat, text) in enumerate(played, 1)
        ]
        if len(table.members) > 1:
            rows[clocks] += [_clock(table.id, seat, deadline - TURN) for seat in to_act]

    def write(connection: Connection) -> None:
        for kind, lines in rows.items():
            connection.execute(insert(kind), lines)
            if kind is seats:  # a game starts when its seats are taken, and then has moves
                start = update(tables).where(tables.c.id == bindparam("table"))
                connection.execute(start.values(rev=tables.c.rev + 1), starts)

    await store.database.write(write)
    await store.notes.store_value(ALIVE, now.isoformat())


def _play(table: OpenTable) -> tuple[list[tuple[int, str]], tuple[int, ...]]:
    """Play random moves until it is the turn of members who have no time limit; return the seats that are to act."""
    rng, game = Random(table.id), GAMES[table.game]
    played: list[tuple[int, str]] = []
    most = rng.randrange(MOST_MOVES)
    state: State[Any] = game.deal(seats=table.seats, seed=table.seed, options=game.Options())
    stop = played, state.to_act
    while state.outcome is None:
        if (forced := state.forced()) is not None:
            seat, action = forced
        else:
            if not set(state.to_act) & set(table.computers) and state.time_limit() is None:
                stop = list(played), state.to_act
                if len(played) >= most:
                    break
            seat = rng.choice(state.to_act)
            action = rng.choice(state.actions(seat))
        played.append((seat, str(action)))
        state.act(seat, action)
    return stop


def _lobby(table: OpenTable, now: datetime, moves: int) -> dict[str, Any]:
    """A table before its start. Its revision already counts the moves to come: later it can only grow by one."""
    return {
        "id": table.id,
        "guild_id": table.guild,
        "channel_id": table.channel,
        "message_id": table.message,
        "game": table.game,
        "options": {},
        "host_id": table.members[0],
        "phase": Phase.LOBBY,
        "rev": 1 + moves,
        "opened_at": now - TURN,  # a new table would be posted late, in response to its command
        "pace": Pace.DAYS_1,
    }


def _seats(table: OpenTable, level: Level) -> list[dict[str, Any]]:
    people = [{"user_id": member, "computer": None} for member in table.members]
    people += [{"user_id": None, "computer": level} for _ in table.computers]
    return [{"table_id": table.id, "seat": seat, **person} for seat, person in enumerate(people)]


def _clock(table_id: int, seat: int, since: datetime) -> dict[str, Any]:
    return {
        "table_id": table_id,
        "seat": seat,
        "since": since,
        "bank_used": timedelta(),
        "away_used": timedelta(),
        "claims": False,
    }
