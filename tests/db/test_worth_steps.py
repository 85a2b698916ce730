"""Pages, ranks and totals of leaderboards, which are read from counts, are those of counting everything."""

import random
from pathlib import Path
from typing import Any

import pytest
from store_steps import GUILD, NOON, finished, result

from db.hosting.transfer import transfer
from db.leaderboards.standings import Board
from db.leaderboards.worth_steps import end_of, step_of
from db.store import Store
from tests.databases import Raw, RawFile

GAMES = ("counter", "knotweed")
BOARDS = [Board(guild, game, practice) for guild in (GUILD, 555) for game in ("", *GAMES) for practice in (False, True)]
MEMBERS = range(21, 33)
MUS = (-3.0, 0.0, 8.0, 15.9, 16.0, 16.1, 20.0)
"""Few ratings, so that many are equal or lie at the bounds of steps."""
PAGE = 4


def shown_lines(raw: Raw) -> dict[Board, list[tuple[Any, ...]]]:
    """The shown lines of each leaderboard, best first: player, worth, wins."""
    boards: dict[Board, list[tuple[Any, ...]]] = {}
    for guild, game, practice, user, computer, worth, wins in raw.rows(
        "SELECT guild_id, game, practice, user_id, computer, worth, wins FROM standings"
        " WHERE hidden = 0 ORDER BY worth DESC, wins DESC, id"
    ):
        boards.setdefault(Board(guild, game, bool(practice)), []).append((user or computer, worth, wins))
    return boards


async def check(store: Store, raw: Raw) -> None:
    """Compare every page of every leaderboard, and everybody's rank, with counting all lines."""
    lines_of = shown_lines(raw)
    for board in BOARDS:
        lines, game = lines_of.get(board, []), board.game or None
        ranked = [(1 + sum(other[1] > worth for other in lines), player, wins) for player, worth, wins in lines]
        for offset in range(0, len(lines) + PAGE, PAGE):
            page, total = await store.standings(
                board.guild_id, game, offset=offset, limit=PAGE, practice=board.practice
            )
            assert total == len(lines)
            assert [(line.rank, line.player, line.wins) for line in page] == ranked[offset : offset + PAGE]
        for rank, player, _ in ranked:
            own = await store.standing_of(board.guild_id, player, game, practice=board.practice)
            assert own is not None
            assert own.rank == rank
    check_counts(raw)


def check_counts(raw: Raw) -> None:
    counted = {
        (guild, game, practice, step): players
        for guild, game, practice, step, players in raw.rows(
            "SELECT guild_id, game, practice, step, players FROM worth_steps"
        )
    }
    expected: dict[tuple[Any, ...], int] = {}
    for board, lines in shown_lines(raw).items():
        for _, worth, _ in lines:
            key = (board.guild_id, board.game, int(board.practice), step_of(worth))
            expected[key] = expected.get(key, 0) + 1
    assert counted == expected


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
        await store.members.replace(member, await store.members.tables_of(member))
    else:
        await store.count_standings_again()


@pytest.mark.parametrize("seed", range(3))
async def test_leaderboards_are_those_of_counting_everything(store: Store, raw: Raw, seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(4):
        for _ in range(8):
            await random_change(store, chance)
        await check(store, raw)
    await store.count_standings_again()
    await check(store, raw)


async def test_the_counts_of_a_server_go_with_its_data(store: Store, raw: Raw) -> None:
    await finished(store, [result(0, 21), result(1, 22, 2)])
    await finished(store, [result(0, 21), result(1, 22, 2)], guild=555)
    await store.departures.note([555], NOON)
    await store.departures.delete_rest(555)
    assert raw.rows("SELECT DISTINCT guild_id FROM worth_steps") == [(GUILD,)]
    check_counts(raw)


async def test_counting_again_repairs_the_counts(store: Store, raw: Raw) -> None:
    await finished(store, [result(0, 21), result(1, 22, 2)])
    raw.execute("UPDATE worth_steps SET players = players + 7")
    raw.execute(f"INSERT INTO worth_steps (guild_id, practice, game, step, players) VALUES ({GUILD}, 0, '', 500, 1)")
    await store.count_standings_again()
    await check(store, raw)


async def test_a_missing_count_keeps_no_game_from_ending(store: Store, raw: Raw) -> None:
    await finished(store, [result(0, 21), result(1, 22, 2)])
    raw.execute("DELETE FROM worth_steps")
    await finished(store, [result(0, 21, mu=3), result(1, 22, 2, mu=3)])
    check_counts(raw)


async def test_a_copy_of_the_database_has_the_counts_and_goes_on_counting(
    store: Store, url: str, raw: Raw, tmp_path: Path
) -> None:
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


@pytest.mark.parametrize(
    ("worth", "step"), [(0.0, 0), (0.125, 1), (0.124, 0), (-0.001, -1), (-0.125, -1), (-0.126, -2)]
)
async def test_the_database_and_the_bot_agree_on_the_step_of_a_worth(
    store: Store, raw: Raw, worth: float, step: int
) -> None:
    """What is negative is rounded down, too, and a step begins at its bound."""
    assert step_of(worth) == step
    assert end_of(step - 1) <= worth < end_of(step)
    raw.execute(
        "INSERT INTO standings (guild_id, game, practice, user_id, mu, sigma, worth, games, wins, streak)"
        f" VALUES (1, '', 0, 3, 25, 8, {worth}, 1, 1, 1)"
    )
    assert raw.rows("SELECT step, players FROM worth_steps") == [(step, 1)]
