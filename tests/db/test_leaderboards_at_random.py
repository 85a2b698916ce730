"""Pages, ranks and totals of leaderboards are what sorting and counting everything gives."""

import random
from pathlib import Path
from typing import Any

import pytest
from store_steps import GUILD, NOON, finished, result

from db.store import Store
from db.transfer import transfer
from tests.databases import Raw, RawFile

Board = tuple[int, str, bool]
"""A leaderboard: its server, its game, and whether it is that of practice games."""
GAMES = ("counter", "knotweed")
BOARDS = [(guild, game, practice) for guild in (GUILD, 555) for game in ("", *GAMES) for practice in (False, True)]
MEMBERS = range(21, 33)
MUS = (-3.0, 0.0, 8.0, 15.9, 16.0, 16.1, 20.0)
"""Few ratings, so that many are equal."""
PAGE = 4


def shown_lines(raw: Raw) -> dict[Board, list[tuple[Any, ...]]]:
    """The lines that each leaderboard shows, best first: player, ordinal, wins."""
    boards: dict[Board, list[tuple[Any, ...]]] = {}
    for guild, game, practice, user, computer, ordinal, wins in raw.rows(
        "SELECT guild_id, game, practice, user_id, computer, ordinal, wins FROM standings"
        " WHERE hidden = 0 ORDER BY ordinal DESC, wins DESC, id"
    ):
        boards.setdefault((guild, game, bool(practice)), []).append((user or computer, ordinal, wins))
    return boards


async def check(store: Store, raw: Raw) -> None:
    """Compare every page of every leaderboard, and everybody's rank, with a count of all lines."""
    lines_of = shown_lines(raw)
    for guild, game, practice in BOARDS:
        lines = lines_of.get((guild, game, practice), [])
        ranked = [(1 + sum(other[1] > ordinal for other in lines), player, wins) for player, ordinal, wins in lines]
        for offset in range(0, len(lines) + PAGE, PAGE):
            page, total = await store.leaderboards.standings(
                guild, game or None, offset=offset, limit=PAGE, practice=practice
            )
            assert total == len(lines)
            assert [(line.rank, line.player, line.wins) for line in page] == ranked[offset : offset + PAGE]
        for rank, player, _ in ranked:
            own = await store.leaderboards.standing_of(guild, player, game or None, practice=practice)
            assert own is not None
            assert own.rank == rank


async def random_change(store: Store, chance: random.Random) -> None:
    """A game ends, or somebody hides, is shown again or has their data deleted, or everything is counted again."""
    what = chance.random()
    member = chance.choice(MEMBERS)
    if what < 0.75:
        players: list[int | str] = [*chance.sample(MEMBERS, chance.randint(2, 4))]
        if chance.random() < 0.3:
            players.append(chance.choice(("easy", "hard")))
        results = [
            result(seat, player, chance.randint(1, 3), mu=chance.choice(MUS), sigma=chance.choice((1.0, 2.5)))
            for seat, player in enumerate(players)
        ]
        await finished(store, results, game=chance.choice(GAMES), guild=chance.choice((GUILD, 555)))
    elif what < 0.9:
        await store.members.hide(member, hidden=chance.random() < 0.6)
    elif what < 0.95:
        await store.members.replace(member, await store.members.tables_of(member), NOON)
    else:
        await store.leaderboards.count_standings_again()


@pytest.mark.thorough(samples=1)
@pytest.mark.parametrize("seed", range(3))
async def test_leaderboards_are_those_of_counting_everything(store: Store, raw: Raw, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(4):
        for _ in range(8):
            await random_change(store, chance)
        await check(store, raw)
    await store.leaderboards.count_standings_again()
    await check(store, raw)


async def test_a_copy_of_the_database_goes_on_counting(store: Store, url: str, raw: Raw, tmp_path: Path) -> None:
    await finished(store, [result(0, 21), result(1, 22, 2)])
    copy = f"sqlite:///{tmp_path / 'copy.db'}"
    await transfer(url, copy)
    other = await Store.open(copy)
    try:
        await check(other, RawFile(tmp_path / "copy.db"))
        await finished(other, [result(0, 21, 2, mu=30), result(1, 23)])
        await check(other, RawFile(tmp_path / "copy.db"))
    finally:
        await other.close()
