"""What a table shows of a vote on removing a player, and of a lobby for invited members."""

from datetime import UTC, datetime

from cogs.shared.rendering import Renderer
from cogs.tables.screen import table_screen
from db.records import Phase, SeatRecord, Vote
from tests.cogs.fake_game import FakeView, fake_snapshot, fake_table
from tests.cogs.reading import buttons, text

NEW_YEAR = datetime(2030, 1, 1, tzinfo=UTC)
READER = Renderer("en-US", {0: "alice", 1: "bob", 2: "carol", 3: "dave"})
VIEW = FakeView(None, (1,), (), {})


def test_a_vote_says_who_asks_how_many_votes_are_needed_and_who_has_voted() -> None:
    vote = Vote(1, 0, NEW_YEAR, in_favour=(0,), against=(2, 3))
    screen = table_screen(fake_snapshot(VIEW, table=fake_table(players=4, vote=vote)), READER)
    shown = text(screen)
    assert "alice asks to remove bob from the game. This takes 2 votes and ends <t:1893456000:R>." in shown
    assert "Remove: alice. Keep: carol, dave." in shown
    assert {"Remove bob", "Keep bob"} <= set(buttons(screen))


def test_without_a_vote_there_is_nothing_about_it() -> None:
    screen = table_screen(fake_snapshot(VIEW), READER)
    assert not [label for label in buttons(screen) if "bob" in label]


def test_players_who_have_left_do_not_count() -> None:
    vote = Vote(1, 0, NEW_YEAR, in_favour=(0,))
    seats = (*(SeatRecord(seat, 100 + seat) for seat in range(4)), SeatRecord(4, 104), SeatRecord(5, 105, "normal"))
    names = dict.fromkeys(range(6), "x")
    shown = text(table_screen(fake_snapshot(VIEW, table=fake_table(seats=seats, vote=vote)), Renderer("en-US", names)))
    assert "This takes 3 votes" in shown


def test_a_lobby_for_invited_members_says_so() -> None:
    table = fake_table(Phase.LOBBY, 2, invited_only=True)
    assert "-# 🔒 Only invited members can join." in text(table_screen(fake_snapshot(table=table), READER))
    assert "🔒" not in text(table_screen(fake_snapshot(table=fake_table(Phase.LOBBY, 2)), READER))
