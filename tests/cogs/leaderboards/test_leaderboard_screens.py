"""Leaderboards and players' records."""

from typing import Any

import pytest

from cogs.leaderboards.screen import STANDINGS_PER_PAGE, Leaderboard, Pool, leaderboard_screen, stats_screen
from cogs.shared.rendering import Renderer
from db.records import GameStats, Rating, Standing
from tests.cogs.fake_game import LONG_NAME, FakeGame
from tests.cogs.reading import buttons, text

READER = Renderer("en-US", {})
GAME = FakeGame()


def standing(rank: int) -> Standing:
    return Standing(rank, rank, Rating(30.0, 5.0), 12, 1)


def leaderboard(**changes: Any) -> Leaderboard:
    values: dict[str, Any] = {
        "game": GAME,
        "pool": Pool.MEMBERS,
        "standings": tuple(standing(rank) for rank in range(1, STANDINGS_PER_PAGE + 1)),
        "page": 0,
        "pages": 3,
        "own": standing(99),
        "names": {1: "alice", 2: "**bob**", 99: "me"},
    }
    return Leaderboard(**(values | changes))


def test_leaderboard_shows_ranks_ratings_and_the_own_place() -> None:
    shown = text(leaderboard_screen(leaderboard(), READER))
    assert "Fake Patience" in shown
    assert "🥇 1\\. **alice** — **1600** · 12 games · 1 win (8%)" in shown
    assert "\\*\\*bob" in shown
    assert "a former player" in shown
    assert "99\\. **me** (you)" in shown.splitlines()[-1]


def test_own_place_is_not_repeated_if_on_the_page() -> None:
    shown = text(leaderboard_screen(leaderboard(own=standing(1)), READER))
    assert shown.count("alice") == 1
    assert "**alice** (you)" in shown


def test_each_leaderboard_leads_to_the_other() -> None:
    members = buttons(leaderboard_screen(leaderboard(), READER))
    assert members["Against computers"]["custom_id"] == "board:computers:fake:0"
    computers = Standing(1, "hard", Rating(30.0, 5.0), 3, 2)
    screen = leaderboard_screen(leaderboard(pool=Pool.COMPUTERS, standings=(computers, standing(2))), READER)
    assert buttons(screen)["Ratings"]["custom_id"] == "board:members:fake:0"
    assert buttons(screen)["Next"]["custom_id"] == "board:computers:fake:1"
    assert "Games against computers" in text(screen)
    assert "**🤖 computers, hard**" in text(screen)


def test_leaderboard_with_the_longest_names_fits() -> None:
    names = dict.fromkeys(range(100), LONG_NAME)
    assert "@everyone" not in text(leaderboard_screen(leaderboard(names=names), READER))


def test_empty_leaderboard_says_what_to_do() -> None:
    assert "/play" in text(leaderboard_screen(leaderboard(standings=(), own=None, pages=1), READER))


def test_stats_add_up_the_games() -> None:
    stats = [GameStats("fake", 3, 2, Rating(30.0, 5.0)), GameStats("gone", 1, 0, Rating(25.0, 8.0))]
    shown = text(stats_screen("_me_", stats, {"fake": GAME}, Rating(30.0, 5.0), READER))
    assert "\\_me\\_" in shown
    assert "rating 1600 · 4 games · 2 wins (50%)" in shown
    assert "**Fake Patience**\n-# rating 1600 · 3 games · 2 wins (67%)" in shown
    assert "**gone**\n-# rating 1040 · 1 game · 0 wins (0%)" in shown
    assert "/play" in text(stats_screen("me", [], {}, None, READER))


def test_stats_name_two_or_more_wins_in_a_row() -> None:
    def shown(streak: int) -> str:
        line = GameStats("fake", 3, 2, Rating(30.0, 5.0), streak)
        return text(stats_screen("me", [line], {"fake": GAME}, None, READER))

    assert "3 games · 2 wins (67%) · 2 wins in a row" in shown(2)
    assert "in a row" not in shown(1)


def test_games_against_computers_are_told_apart() -> None:
    practice = [GameStats("fake", 2, 1, Rating(20.0, 5.0))]
    both = text(
        stats_screen("me", [GameStats("fake", 3, 2, Rating(30.0, 5.0))], {"fake": GAME}, None, READER, practice)
    )
    assert "3 games · 2 wins (67%)" in both
    assert both.index("Against computers") > both.index("3 games")
    assert "2 games · 1 win (50%)" in both
    alone = text(stats_screen("me", [], {"fake": GAME}, None, READER, practice))
    assert "Against computers" in alone
    assert "/play" not in alone


@pytest.mark.parametrize(("won", "played", "share"), [(2, 3, 67), (1, 3, 33), (1, 12, 8), (0, 7, 0), (7, 7, 100)])
def test_the_share_of_wins_is_rounded(won: int, played: int, share: int) -> None:
    line = Standing(1, 1, Rating(30.0, 5.0), played, won)
    assert f" ({share}%)" in text(leaderboard_screen(leaderboard(standings=(line,)), READER))
    stats = [GameStats("fake", played, won, Rating(30.0, 5.0))]
    assert text(stats_screen("me", stats, {"fake": GAME}, None, READER)).count(f" ({share}%)") == 2


@pytest.mark.parametrize(("mu", "shown"), [(25.0, 1040), (25.012, 1040), (25.013, 1041), (23.987, 999), (23.988, 1000)])
def test_ratings_are_rounded(mu: float, shown: int) -> None:
    line = Standing(1, 1, Rating(mu, 8.0), 1, 1)
    assert f"— **{shown}** ·" in text(leaderboard_screen(leaderboard(standings=(line,)), READER))
