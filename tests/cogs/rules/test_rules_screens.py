"""The rules of a game and the help page."""

from dataclasses import replace
from typing import Any

import pytest

from cogs.rules.rules_screen import (
    STEPS,
    Rulebook,
    RulesPage,
    commands_screen,
    games_screen,
    help_screen,
    rules_pages,
    rules_screen,
)
from cogs.rules.search import HIT_LIMIT, find, search_screen
from cogs.shared.catalogue import default_catalogue
from cogs.shared.rendering import Renderer
from cogs.version import VERSION, revision
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
    assert pages[0] == RulesPage("The aim", "Have no cards.")
    assert "- **Decks** (1–3; usually 1): How many packs" in pages[-1].text


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
    screen = help_screen(games, READER)
    assert f"**{GAME.name}**: {GAME.summary}" in text(screen)
    commands = text(commands_screen([("/play", words("Open a table"))], READER))
    assert commands == f"**/play** — Open a table\n-# Cardroom {VERSION} ({revision()})"


@pytest.mark.parametrize("language", ["en-US", *default_catalogue().languages])
def test_help_has_two_lines_of_a_phone_for_each_sentence(language: str) -> None:
    """Then it fits a phone without scrolling (measured)."""
    reader = Renderer(language, {})
    assert [step for step in map(reader.render, STEPS) if len(step.replace("*", "")) > 2 * 33] == []
    assert [game.key for game in GAMES.values() if len(f"{game.name}: {reader.render(game.summary)}") > 2 * 37] == []


def test_the_house_rules_of_a_table_are_marked_where_they_change_something() -> None:
    book = Rulebook(GAME, replace(fake_table(), options={"cheating": True}))
    aim, turn, house = (text(rules_screen(book, READER, number)) for number in (0, 1, 99))
    assert "At this table" not in aim
    assert "At this table" in turn
    assert "**Cheating: yes** — Players may break the rules until somebody notices" in turn
    assert "- **Cheating** (usually no, here yes)" in house
    decks = Rulebook(GAME, replace(fake_table(), options={"decks": 2}))
    assert "- **Decks** (1–3; usually 1, here 2)" in text(rules_screen(decks, READER, 99))
    assert "At this table" not in text(rules_screen(BOOK, READER, 1))


def test_the_page_in_short_names_the_target_of_the_table() -> None:
    book = Rulebook(GAMES["counter"], replace(fake_table(), game="counter", options={"target": 5}))
    assert "**Points that end the game: 5**" in text(rules_screen(book, READER, 0))


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
    found = find([Rulebook(game) for game in GAMES.values()], "draw pile", READER)
    screen = search_screen(found, "draw pile *x*", READER)
    assert "about “draw pile \\*x\\*”" in text(screen)
    (menu,) = menus(screen)
    shown = found[:HIT_LIMIT]
    assert [option["value"] for option in menu["options"]] == [f"{one.book.game.key} {one.section}" for one in shown]
    assert len({one.book.game.key for one in found}) > 1
    for one in shown:
        assert f"**{one.book.game.name} · {one.heading}**" in text(screen)
        assert one.passage[:150] in text(screen)


@pytest.mark.parametrize(
    ("question", "game", "heading"),
    [
        ("how do I win at 3 Piles", "three_piles", "In short"),
        ("what happens when the draw pile is empty", "knotweed", "When the draw pile is empty"),
        ("when can I collect my piles", "counterweight", "Collecting"),
        ("Can I show a four?", "counter", "In short"),
        ("how much damage does an ace do", "card_duel", "In short"),
    ],
)
def test_a_plain_question_finds_its_page(question: str, game: str, heading: str) -> None:
    found = find([Rulebook(game) for game in GAMES.values()], question, READER)
    assert (game, heading) in [(one.book.game.key, one.heading) for one in found[:3]]
