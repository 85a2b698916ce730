"""The lobby of a game with partners says who plays with whom, and lets members change seats."""

import discord
import pytest

from cogs.shared.rendering import Renderer
from cogs.tables.lobby_screen import lobby_screen
from db.records import Phase, SeatRecord
from engines.sides import alone
from sessions.snapshots import Snapshot
from tests.cogs.fake_game import FakeGame, fake_snapshot, fake_table
from tests.cogs.reading import text

READER = Renderer("en-US", {0: "alice", 2: "carol", 3: "Ada"}, isolated=False)
SITTING = (SeatRecord(0, 100), SeatRecord(2, 102), SeatRecord(3, None, "easy"))


class Partners(FakeGame):
    """Four players on two sides."""

    seats = range(4, 5)

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        return ((0, 2), (1, 3))


class Alone(Partners):
    """Four players, each alone."""

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        return alone(seats)


def lobby(game: FakeGame) -> Snapshot:
    return fake_snapshot(game=game, table=fake_table(Phase.LOBBY, seats=SITTING, seed=None))


def menus(view: discord.ui.LayoutView) -> dict[str | None, list[discord.SelectOption]]:
    found = [item for item in view.walk_children() if isinstance(item, discord.ui.Select)]
    return {item.placeholder: item.options for item in found}


def test_every_seat_says_whom_one_would_change_and_play_with() -> None:
    offered = menus(lobby_screen(lobby(Partners()), READER))["Change seats"]
    assert [(option.label, option.value, option.description) for option in offered] == [
        ("Seat 1: change with alice", "0", "plays with carol"),
        ("Seat 2: free", "1", "plays with Ada"),
        ("Seat 3: change with carol", "2", "plays with alice"),
        ("Seat 4: change with Ada", "3", None),
    ]


def test_the_words_say_who_plays_with_whom() -> None:
    shown = text(lobby_screen(lobby(Partners()), READER))
    assert "1. **alice** · host · plays with carol" in shown
    assert "3. **carol** · plays with alice" in shown
    assert "-# one free seat" in shown


@pytest.mark.parametrize("game", [Alone(), FakeGame()])
def test_where_everybody_is_alone_there_is_no_such_menu(game: FakeGame) -> None:
    screen = lobby_screen(lobby(game), READER)
    assert "Change seats" not in menus(screen)
    assert "plays with" not in text(screen)
