"""Each ping says in its content who is meant, what they are asked and how much time they have, in four languages.

A phone shows nothing but the content. The test reads every kind of ping; a new one has to be named among the kinds.
"""

import ast
import inspect
import re
from dataclasses import replace
from pathlib import Path
from textwrap import dedent

import discord
import pytest

from cogs.daily import ReminderFeature
from cogs.leagues import calls, words
from cogs.my_tables import MyTablesCommands
from cogs.shared.limits import CONTENT_LIMIT
from cogs.tables import pings
from cogs.tables.pings import hand_view, ping_of
from tests.cogs.fake_game import fake_table
from tests.cogs.tables.kinds_of_pings import KINDS, LANGUAGES, LATE, NOW, listed, plan, reader, said
from tests.e2e.pushes import unreadable
from tests.syntax import parse


@pytest.mark.parametrize("kind", KINDS)
def test_what_a_ping_says(kind: str) -> None:
    for language in LANGUAGES:
        ping = KINDS[kind](language)
        content = said(ping.line)
        assert not unreadable(ping.line)
        assert len(ping.line) <= CONTENT_LIMIT
        assert isinstance(ping.mentioned.users, list)
        called = [user.id for user in ping.mentioned.users]
        assert [f"@{user}" for user in called] == [word for word in content.split() if word.startswith("@")]


def test_all_pings_are_those_that_somebody_has_read() -> None:
    """Whoever changes one reads the file after writing it anew."""
    assert listed() == Path(__file__).with_name("kinds_of_pings.txt").read_text("utf-8").strip()


def test_every_sentence_of_a_ping_is_read_here() -> None:
    """Whatever these can say is part of one of these contents."""
    spoken = " ".join(said(made("en-US").line) for made in KINDS.values())
    news = MyTablesCommands._ended, MyTablesCommands._wanting
    templates = {
        node.args[0].value
        for speaker in (pings, calls, words.call, *news, ReminderFeature)
        for node in ast.walk(parse(dedent(inspect.getsource(speaker))))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("say", "say_count")
        if isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str)
    }
    assert len(templates) > 15
    pieces = [piece for template in templates for piece in re.split(r"\{\w+\}", template) if piece.strip(" :")]
    assert [piece for piece in pieces if piece not in spoken + " My hand I'm back ·  until "] == []


def test_the_buttons_of_a_ping() -> None:
    planned, snapshot = plan(100, elsewhere=9), replace(LATE, table=fake_table(players=2))
    ping = ping_of(planned, snapshot, NOW, reader("en-US"))
    view = hand_view(snapshot, reader("en-US"), ping)
    rows = view.to_components()
    labels = [button.get("label") for row in rows for button in row["components"]]
    assert labels == ["My hand", "I'm back", "Hearts"]
    assert all(row["type"] == discord.ComponentType.action_row.value for row in rows)
