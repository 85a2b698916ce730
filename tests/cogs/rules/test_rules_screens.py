"""The rules of a game and the help page."""

from typing import Any

from cogs.rules.help_screen import help_screen
from cogs.rules.rules_screen import rules_pages, rules_screen
from cogs.shared.rendering import Renderer
from engines.contract import Game
from tests.cogs.fake_game import FakeGame, words
from tests.cogs.reading import buttons, menus, parts, text

READER = Renderer("en-US", {})
GAME = FakeGame()


def test_rules_are_split_into_pages_without_losing_a_word() -> None:
    pages = rules_pages(GAME, READER)
    whole = " ".join(part for heading, part in pages if heading.startswith("The turn"))
    assert whole.split() == str(GAME.rules[1][1]).split()
    assert pages[0] == ("The aim", "Have no cards.")
    assert "- **decks** (1): How many packs" in pages[-1][1]


def test_rules_always_show_the_credit() -> None:
    for number, (heading, _) in enumerate(rules_pages(GAME, READER)):
        shown = text(rules_screen(GAME, READER, number))
        assert "Fake Patience by Nobody" in shown
        assert "https://example.org/fake" in shown
        assert heading in shown


def test_rules_turn_and_have_contents() -> None:
    screen = rules_screen(GAME, READER, 1)
    (menu,) = menus(screen)
    assert [option["default"] for option in menu["options"]].index(True) == 1
    assert buttons(screen)["Next"]["custom_id"] == "rules:fake:2"
    assert buttons(screen)["Previous"]["custom_id"] == "rules:fake:0"
    last = len(rules_pages(GAME, READER)) - 1
    assert text(rules_screen(GAME, READER, 999)) == text(rules_screen(GAME, READER, last))
    assert buttons(rules_screen(GAME, READER, last))["Next"]["disabled"]


def test_a_long_rulebook_has_its_contents_around_the_page_on_show() -> None:
    class Long(FakeGame):
        rules = tuple((words("Section {n}", n=n), words("Text.")) for n in range(60))

    (menu,) = menus(rules_screen(Long(), READER, 40))
    assert len(menu["options"]) == 25
    assert [option["label"] for option in menu["options"] if option["default"]] == ["Section 40"]
    assert menu["options"][12]["label"] == "Section 40", "as many before it as after it"


def test_help_leads_to_the_rules_of_every_game() -> None:
    games: dict[str, Game[Any]] = {"fake": GAME}
    screen = help_screen(games, READER, [("/play", words("Open a table"))])
    assert [part["custom_id"] for part in parts(screen) if "custom_id" in part] == ["open_rules:fake"]
    assert "**/play** — Open a table" in text(screen)
    assert "2 to 8 players" in text(screen)
