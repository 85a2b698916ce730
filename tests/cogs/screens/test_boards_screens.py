"""Leaderboards, records, rules and help."""

from __future__ import annotations

from typing import Any

from cogs.rendering import Renderer
from cogs.screens.boards import STANDINGS_PER_PAGE, Leaderboard, leaderboard_screen, stats_screen
from cogs.screens.help import help_screen
from cogs.screens.rules import rules_pages, rules_screen
from db.records import GameStats, Rating, Standing
from engines.contract import Game
from tests.cogs.fake_game import LONG_NAME, FakeGame, words
from tests.cogs.screens.reading import buttons, menus, parts, text

VOICE = Renderer("en-US", {})
GAME = FakeGame()


def standing(rank: int) -> Standing:
    return Standing(rank, rank, Rating(30.0, 5.0), 12, 1)


def board(**changes: Any) -> Leaderboard:
    values: dict[str, Any] = {
        "game": GAME,
        "practice": False,
        "standings": tuple(standing(rank) for rank in range(1, STANDINGS_PER_PAGE + 1)),
        "page": 0,
        "pages": 3,
        "own": standing(99),
        "names": {1: "alice", 2: "**bob**", 99: "me"},
    }
    return Leaderboard(**(values | changes))


def test_leaderboard_shows_ranks_ratings_and_the_own_place() -> None:
    shown = text(leaderboard_screen(board(), VOICE))
    assert "Fake Patience" in shown
    assert "🥇 1\\. **alice** — **1600** · 12 games · 1 win (8 %)" in shown
    assert "\\*\\*bob" in shown
    assert "former member" in shown
    assert "99\\. **me** (you)" in shown.splitlines()[-1]


def test_own_place_is_not_repeated_if_on_the_page() -> None:
    shown = text(leaderboard_screen(board(own=standing(1)), VOICE))
    assert shown.count("alice") == 1
    assert "**alice** (you)" in shown


def test_leaderboard_pages_turn() -> None:
    first = buttons(leaderboard_screen(board(), VOICE))
    assert first["Previous"]["disabled"]
    assert first["Next"]["custom_id"] == "board:members:fake:1"
    last = buttons(leaderboard_screen(board(page=2, game=None), VOICE))
    assert last["Next"]["disabled"]
    assert last["Previous"]["custom_id"] == "board:members:all:1"
    assert set(buttons(leaderboard_screen(board(pages=1), VOICE))) == {"Against computers"}


def test_each_leaderboard_leads_to_the_other() -> None:
    members = buttons(leaderboard_screen(board(), VOICE))
    assert members["Against computers"]["custom_id"] == "board:computers:fake:0"
    computers = Standing(1, "hard", Rating(30.0, 5.0), 3, 2)
    screen = leaderboard_screen(board(practice=True, standings=(computers, standing(2))), VOICE)
    assert buttons(screen)["Among members"]["custom_id"] == "board:members:fake:0"
    assert buttons(screen)["Next"]["custom_id"] == "board:computers:fake:1"
    assert "Games against computers" in text(screen)
    assert "**🤖 computers, hard**" in text(screen)


def test_leaderboard_with_the_longest_names_fits() -> None:
    names = dict.fromkeys(range(100), LONG_NAME)
    assert "@everyone" not in text(leaderboard_screen(board(names=names), VOICE))


def test_empty_leaderboard_says_what_to_do() -> None:
    assert "/play" in text(leaderboard_screen(board(standings=(), own=None, pages=1), VOICE))


def test_stats_add_up_the_games() -> None:
    stats = [
        GameStats("fake", 3, 2, Rating(30.0, 5.0)),
        GameStats("gone", 1, 0, Rating(25.0, 8.0)),
    ]
    shown = text(stats_screen("_me_", stats, {"fake": GAME}, Rating(30.0, 5.0), VOICE))
    assert "\\_me\\_" in shown
    assert "rating 1600 · 4 games · 2 wins (50 %)" in shown
    assert "**Fake Patience**\n-# rating 1600 · 3 games · 2 wins (67 %)" in shown
    assert "**gone**\n-# rating 1040 · 1 game · 0 wins (0 %)" in shown
    assert "/play" in text(stats_screen("me", [], {}, None, VOICE))


def test_games_against_computers_are_told_apart() -> None:
    practice = [GameStats("fake", 2, 1, Rating(20.0, 5.0))]
    both = text(stats_screen("me", [GameStats("fake", 3, 2, Rating(30.0, 5.0))], {"fake": GAME}, None, VOICE, practice))
    assert "3 games · 2 wins (67 %)" in both
    assert both.index("Against computers") > both.index("3 games")
    assert "2 games · 1 win (50 %)" in both
    alone = text(stats_screen("me", [], {"fake": GAME}, None, VOICE, practice))
    assert "Against computers" in alone
    assert "/play" not in alone


def test_rules_are_split_into_pages_without_losing_a_word() -> None:
    pages = rules_pages(GAME, VOICE)
    whole = " ".join(part for heading, part in pages if heading.startswith("The turn"))
    assert whole.split() == str(GAME.rules[1][1]).split()
    assert pages[0] == ("The aim", "Have no cards.")
    assert "- **decks** (1): How many packs" in pages[-1][1]


def test_rules_always_show_the_credit() -> None:
    for number, (heading, _) in enumerate(rules_pages(GAME, VOICE)):
        shown = text(rules_screen(GAME, VOICE, number))
        assert "Fake Patience by Nobody" in shown
        assert "https://example.org/fake" in shown
        assert heading in shown


def test_rules_turn_and_have_contents() -> None:
    screen = rules_screen(GAME, VOICE, 1)
    (menu,) = menus(screen)
    assert [option["default"] for option in menu["options"]].index(True) == 1
    assert buttons(screen)["Next"]["custom_id"] == "rules:fake:2"
    assert buttons(screen)["Previous"]["custom_id"] == "rules:fake:0"
    last = len(rules_pages(GAME, VOICE)) - 1
    assert text(rules_screen(GAME, VOICE, 999)) == text(rules_screen(GAME, VOICE, last))
    assert buttons(rules_screen(GAME, VOICE, last))["Next"]["disabled"]


def test_a_long_rulebook_has_its_contents_around_the_page_on_show() -> None:
    class Long(FakeGame):
        rules = tuple((words("Section {n}", n=n), words("Text.")) for n in range(60))

    (menu,) = menus(rules_screen(Long(), VOICE, 40))
    assert len(menu["options"]) == 25
    assert [option["label"] for option in menu["options"] if option["default"]] == ["Section 40"]


def test_help_leads_to_the_rules_of_every_game() -> None:
    games: dict[str, Game[Any]] = {"fake": GAME}
    screen = help_screen(games, VOICE, [("/play", words("Open a table"))])
    assert [part["custom_id"] for part in parts(screen) if "custom_id" in part] == ["open_rules:fake"]
    assert "**/play** — Open a table" in text(screen)
    assert "2 to 8 players" in text(screen)
