"""The rules of a game and the help page."""

from dataclasses import replace
from typing import Any

from cogs.rules.help_screen import games_screen, help_screen
from cogs.rules.rules_screen import Page, Rulebook, rules_pages, rules_screen, search_screen
from cogs.rules.search import search
from cogs.shared.rendering import Renderer
from cogs.version import VERSION
from engines import GAMES
from engines.contract import Game
from engines.rulebooks import Section
from tests.cogs.fake_game import FakeGame, fake_table, words
from tests.cogs.reading import buttons, menus, parts, text

READER = Renderer("en-US", {})
GAME = FakeGame()
BOOK = Rulebook(GAME)


def test_rules_are_split_into_pages_without_losing_a_word() -> None:
    pages = rules_pages(BOOK, READER)
    whole = " ".join(page.text for page in pages if page.heading.startswith("The turn"))
    assert whole.split() == str(GAME.rules[1].text).split()
    assert pages[0] == Page("The aim", "Have no cards.")
    assert "- **decks** (1): How many packs" in pages[-1].text


def test_rules_always_show_the_credit() -> None:
    for number, page in enumerate(rules_pages(BOOK, READER)):
        shown = text(rules_screen(BOOK, READER, number))
        assert "Fake Patience by Nobody" in shown
        assert "https://example.org/fake" in shown
        assert page.heading in shown


def test_rules_turn_and_have_contents() -> None:
    screen = rules_screen(BOOK, READER, 1)
    (menu,) = menus(screen)
    assert [option["default"] for option in menu["options"]].index(True) == 1
    assert buttons(screen)["Next"]["custom_id"] == "rules:fake:2"
    assert buttons(screen)["Previous"]["custom_id"] == "rules:fake:0"
    last = len(rules_pages(BOOK, READER)) - 1
    assert text(rules_screen(BOOK, READER, 999)) == text(rules_screen(BOOK, READER, last))
    assert buttons(rules_screen(BOOK, READER, last))["Next"]["disabled"]


def test_a_long_rulebook_has_its_contents_around_the_page_on_show() -> None:
    class Long(FakeGame):
        rules = tuple(Section(words("Section {n}", n=n), words("Text.")) for n in range(60))

    (menu,) = menus(rules_screen(Rulebook(Long()), READER, 40))
    assert len(menu["options"]) == 25
    assert [option["label"] for option in menu["options"] if option["default"]] == ["Section 40"]
    assert menu["options"][12]["label"] == "Section 40", "as many before it as after it"


def test_help_names_the_commands_and_the_list_leads_to_the_rules_of_every_game() -> None:
    games: dict[str, Game[Any]] = {"fake": GAME}
    listed = games_screen(games, READER)
    assert [part["custom_id"] for part in parts(listed) if "custom_id" in part] == ["open_rules:fake"]
    assert "2 to 8 players" in text(listed)
    screen = help_screen(games, READER, [("/play", words("Open a table"))])
    assert "**/play** — Open a table" in text(screen)
    assert text(screen).endswith(f"-# Cardroom {VERSION}")


def test_the_house_rules_of_a_table_are_marked_where_they_change_something() -> None:
    book = Rulebook(GAME, replace(fake_table(), options={"cheating": True}))
    aim, turn, house = (text(rules_screen(book, READER, number)) for number in (0, 1, 99))
    assert "At this table" not in aim
    assert "At this table" in turn
    assert "**cheating: yes** — Players may break the rules until somebody notices" in turn
    assert "- **cheating** (usually no, here yes)" in house
    assert "At this table" not in text(rules_screen(BOOK, READER, 1))


def test_turning_the_rules_of_a_table_stays_at_that_table() -> None:
    table = fake_table()
    screen = rules_screen(Rulebook(GAME, table), READER, 1)
    assert buttons(screen)["Next"]["custom_id"] == f"table_rules:{table.id}:2"
    (menu,) = menus(screen)
    assert menu["custom_id"] == f"table_rulebook:{table.id}"


def test_an_example_without_a_picture_is_told() -> None:
    book = Rulebook(GAMES["knotweed"])
    shown = text(rules_screen(book, READER, 0, "Ann has 4 cards."))
    assert "Example" in shown
    assert "Ann has 4 cards." in shown
    assert "Example" not in text(rules_screen(BOOK, READER, 0, "Ann has 4 cards.")), "this page has none"


def test_a_search_lists_passages_and_leads_to_their_pages() -> None:
    book = Rulebook(GAMES["knotweed"])
    pages = rules_pages(book, READER)
    hits = search([(page.heading, page.text) for page in pages], "pile")
    screen = search_screen(book, READER, "pile *x*", hits)
    assert "about “pile \\*x\\*”" in text(screen)
    (menu,) = menus(screen)
    assert [option["value"] for option in menu["options"]] == [str(hit.page) for hit in hits]
    assert all(hit.passage in text(screen) for hit in hits)
