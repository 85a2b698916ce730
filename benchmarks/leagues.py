"""Prints what leagues cost that are stored: the start, doing nothing, and one step of a league.

    python -m benchmarks.leagues [LEAGUES]

Each league has twelve members in two groups, two rounds played and one open.
"""

import argparse
import asyncio
import time
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import AsyncMock

import discord

from db.league_records import EntryRecord, EntryStatus, LeagueKind, LeaguePhase, MatchStatus, NewMatch
from db.leagues.leagues import LeagueChange
from db.store import Store
from engines import GAMES
from sessions.computers.thinking import Thinker
from sessions.leagues.schedule import pairs_of_round
from sessions.service import Service

MEMBERS, ROUNDS, IDLE_SECONDS, STEPS = 12, 3, 30, 20


async def store_leagues(store: Store, count: int, now: datetime) -> None:
    """Store so many leagues, each on a server of its own."""
    for number in range(count):
        due_at = now + timedelta(days=2, minutes=number)
        columns: dict[str, Any] = {
            "guild_id": (number + 1) << 22,
            "channel_id": number + 1,
            "kind": LeagueKind.LEAGUE,
            "name": "Autumn",
            "game": next(key for key, game in GAMES.items() if game.seats[-1] == 2),
            "organiser_id": 1,
            "phase": LeaguePhase.ROUNDS,
            "most_players": MEMBERS,
            "rounds": 5,
            "pace": "days_1",
            "round": ROUNDS,
            "began_at": now - timedelta(days=15),
            "round_ends_at": due_at + timedelta(days=1),
            "due_at": due_at,
            "opened_at": now,
        }
        league = await store.leagues.create(columns, now)
        first = 1000 * number + 1
        entries = [EntryRecord(place, first + place, EntryStatus.IN, place % 2) for place in range(MEMBERS)]
        made = [
            NewMatch(
                of_round,
                both,
                due_at + timedelta(days=1),
                group,
                status=MatchStatus.OPEN if of_round == ROUNDS else MatchStatus.PLAYED,
            )
            for of_round in range(1, ROUNDS + 1)
            for group in (0, 1)
            for both in pairs_of_round(range(group, MEMBERS, 2), of_round)
        ]
        await store.leagues.change(league.id, LeagueChange(entries=entries, new_matches=made), now)


async def measure(count: int) -> None:
    """Print a line for a store with so many leagues."""
    with TemporaryDirectory() as folder:
        address = f"sqlite:///{Path(folder) / 'leagues.db'}"
        store = await Store.open(address)
        await store_leagues(store, count, discord.utils.utcnow())
        await store.close()
        began = time.perf_counter()
        store = await Store.open(address)
        service = Service(store, GAMES, discord.utils.utcnow, Thinker(AsyncMock(), 1.0, lambda: 1))
        await service.start()
        await service.start_leagues()
        started = time.perf_counter() - began
        used, since = time.process_time(), time.perf_counter()
        await asyncio.sleep(IDLE_SECONDS)
        idle = (time.process_time() - used) / (time.perf_counter() - since)
        began = time.perf_counter()
        for league_id in range(1, min(STEPS, count) + 1):
            await service.league_rounds.note_results(await service.league_ledger.get(league_id))
        step = (time.perf_counter() - began) / max(1, min(STEPS, count))
        print(f"{count:5} leagues: start {started:.2f} s, idle {idle:.3%} of a processor, a look at one {step:.1e} s")
        await service.close()
        await store.close()


def main() -> None:
    """Measure with no league, and with the number asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("leagues", nargs="?", type=int, default=1_000)
    for count in (0, parser.parse_args().leagues):
        asyncio.run(measure(count))


if __name__ == "__main__":
    main()
