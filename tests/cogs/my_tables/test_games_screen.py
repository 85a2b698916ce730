"""The list of a member's tables, and the way from one hand to the next."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from cogs.hands.display import with_next_table
from cogs.my_tables import TABLES_PER_PAGE, GamesButton, ListedTable, my_tables_screen
from cogs.shared.layout import layout, row
from cogs.shared.limits import COMPONENT_LIMIT
from cogs.shared.rendering import Renderer
from db.records import Phase, SeatRecord
from engines.texts import Text
from sessions.tables.lookup import FoundTable
from tests.cogs.fake_game import FakeGame, fake_table
from tests.cogs.reading import buttons, parts, text

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
READER = Renderer("en-US", dict(enumerate(["alice", "bob", "carol", "dave"])))


def listed(number: int = 1, name: str = "Card house", renderer: Renderer = READER, **changes: Any) -> ListedTable:
    table = fake_table(**{"id": number, "deadline": NOON, "game": "fake"} | changes)
    place = FoundTable(table, (SeatRecord(1, 101),), is_own_turn=False, since=NOON)
    return ListedTable(place, FakeGame(), name, renderer)


def test_a_table_says_who_plays_who_is_to_act_and_where_it_is() -> None:
    shown = text(my_tables_screen([listed()], 0, 1, READER))
    assert "**Fake Patience: alice, bob, carol, dave**" in shown
    assert "It's bob's turn. (last change <t:1777636800:R>, time runs out <t:1777636800:R>)" in shown
    assert "Card house · <#2> · [Go to the table](https://discord.com/channels/1/2/3)" in shown


def test_a_table_that_has_not_started_has_no_hand() -> None:
    screen = my_tables_screen([listed(phase=Phase.LOBBY)], 0, 1, READER)
    assert "The game has not started yet." in text(screen)
    assert buttons(screen) == {}


def test_a_table_says_that_a_computer_plays_for_you_and_when_it_closes() -> None:
    one = listed()
    away = FoundTable(one.place.table, one.place.to_act, False, NOON, SeatRecord(0, 100, "normal"), is_timed=False)
    shown = text(my_tables_screen([replace(one, place=away)], 0, 1, READER))
    assert "A computer plays for you until you are back." in shown
    assert "(last change <t:1777636800:R>, the table closes <t:1777636800:R>)" in shown


def test_a_full_page_of_large_tables_fits() -> None:
    renderer = Renderer("en-US", dict.fromkeys(range(8), "*" * 32))
    page = [listed(10**9 + number, "*" * 32, renderer, players=8) for number in range(TABLES_PER_PAGE)]
    screen = my_tables_screen(page, 1, 3, READER)
    assert text(screen).count("**Fake Patience**") == TABLES_PER_PAGE
    assert {"Previous", "Next"} <= buttons(screen).keys()


@pytest.mark.parametrize(("full", "is_offered"), [(False, True), (True, False)])
def test_the_next_table_is_offered_where_there_is_room(full: bool, is_offered: bool) -> None:
    rows = [
        row(GamesButton(number).button(Text("Card"), READER))
        for number in range((COMPONENT_LIMIT - 1) // 2 if full else 3)
    ]
    view = layout(0, "Your hand" if full else "", *rows)
    before = len(parts(view))
    with_next_table(view, fake_table(), 9, READER)
    assert ("Next table: it's your turn" in buttons(view)) == is_offered
    assert len(parts(view)) == before + (2 if is_offered else 0)
