"""The architecture's rules, checked against the code itself."""

from functools import cache
from pathlib import Path

import pytest

from tests.engines.adapters import ADAPTERS
from tests.import_graph import (
    FOR_BEGINNERS,
    LEVELS,
    Graph,
    cycles,
    game_modules,
    import_graph,
    package_graph,
    upward_imports,
)
from tests.import_rules import MAY_IMPORT, MOST_LINES, PARTS, Source, complaints, sources

ROOT = Path(__file__).parent.parent
MODULES = sources(ROOT)
EXAMPLES = {
    "crazy_eights": (["__init__", "rules", "state", "words", "game", "computers"], 500),
    "open_spades": (["__init__", "rules", "rulebook", "lesson", "state", "words", "game", "computers"], 1000),
}
"""The modules of each example, each importing only those before it, and the most lines that they may have together."""
EXAMPLE_MODULES = {
    key: [
        Source(f"{key}.{file.stem}", file.read_text(encoding="utf-8"))
        for file in sorted((ROOT / f"examples/{key}/{key}").glob("*.py"))
    ]
    for key in EXAMPLES
}


@cache
def graph() -> Graph:
    """What the modules of the bot import."""
    return import_graph(MODULES)


def test_modules_follow_the_architecture():
    assert [(source.module, complaint) for source in MODULES for complaint in complaints(source)] == []


def test_every_part_was_read():
    assert {source.part for source in MODULES} == set(PARTS)
    names = {source.module for source in MODULES}
    assert {
        "bot",
        "cogs.client",
        "cogs.hands.screen",
        "db.store",
        "engines",
        "engines.contract",
        "sessions.service",
    } <= names
    assert len(names) == len(MODULES)


def test_imports_between_parts_have_a_direction():
    """No part imports itself through others."""
    below = {part: set(parts) for part, parts in MAY_IMPORT.items()}
    for _ in PARTS:
        below = {part: parts.union(*(below[other] for other in parts)) for part, parts in below.items()}
    assert [part for part, parts in below.items() if part in parts] == []


def test_modules_have_no_import_cycles():
    assert cycles(graph()) == []


@pytest.mark.parametrize("part", ["cogs", "db", "sessions"])
def test_packages_have_no_import_cycles(part: str):
    packages = package_graph(graph(), part)
    assert len(packages) > 10
    assert cycles(packages) == []


@pytest.mark.parametrize("game", [f"engines.{key}" for key in ADAPTERS])
def test_every_game_has_the_same_modules(game: str):
    assert set(game_modules(graph(), game)) | FOR_BEGINNERS == set(LEVELS)
    assert upward_imports(graph(), game) == []


@pytest.mark.parametrize("key", EXAMPLES)
def test_an_examples_imports_point_downwards(key: str):
    order, _ = EXAMPLES[key]
    imports = import_graph(EXAMPLE_MODULES[key])
    assert set(imports) == {f"{key}.{name}" for name in order}
    assert cycles(imports) == []
    for above, name in enumerate(order):
        assert imports[f"{key}.{name}"] <= {f"{key}.{below}" for below in order[:above]}


@pytest.mark.parametrize(
    "source", [source for key in EXAMPLES for source in EXAMPLE_MODULES[key]], ids=lambda source: source.module
)
def test_an_example_is_pure(source: Source):
    """Its modules follow the rules for engines, and its ``computers`` those for opponents."""
    part = "opponents.policies" if source.module.endswith(".computers") else "engines"
    key, _, _ = source.module.partition(".")
    text = source.text.replace(f"from {key}.", f"from engines.{key}.")
    assert complaints(Source(f"{part}.{source.module}", text)) == []


@pytest.mark.parametrize("key", EXAMPLES)
def test_an_example_is_short(key: str):
    _, most_lines = EXAMPLES[key]
    assert sum(len(source.text.splitlines()) for source in EXAMPLE_MODULES[key]) <= most_lines


def test_import_cycles_are_named():
    texts = {
        "cogs.a": "def f():\n    from cogs.b import g",
        "cogs.b": "if TYPE_CHECKING:\n    import cogs.c",
        "cogs.c": "from cogs import a\nfrom cogs.elsewhere import y",
        "cogs": "from cogs.a import z",
    }
    (found,) = cycles(import_graph(Source(*each) for each in texts.items()))
    assert set(found.split(" imports ")) == {"cogs.a", "cogs.b", "cogs.c"}
    assert "cogs.a imports cogs.b" in found or "cogs.b imports cogs.c" in found


def test_package_cycles_are_named():
    texts = {
        "sessions.a.one": "from sessions.b.two import x",
        "sessions.b.two": "",
        "sessions.b.three": "from sessions.a.four import x",
        "sessions.a.four": "from sessions.a.one import x",
        "sessions.top": "from sessions.a.one import x",
    }
    found = cycles(package_graph(import_graph(Source(*each) for each in texts.items()), "sessions"))
    assert set(found[0].split(" imports ")) == {"sessions.a", "sessions.b"}


def test_upward_imports_inside_a_game_are_named():
    texts = {
        "view": "from patience.actions import Play\nfrom patience.state import State",
        "state": "from patience import view",
        "actions": "",
        "rules.trick": "from patience import options, words",
        "options": "",
        "words": "",
    }
    graph = import_graph(Source(f"patience.{name}", text) for name, text in texts.items())
    assert upward_imports(graph, "patience") == [
        "patience.view imports patience.state, which lies above it",
        "patience.rules.trick imports patience.words, which lies above it",
    ]


@pytest.mark.parametrize(
    ("module", "text", "complaint"),
    [
        ("engines.patience", "import sessions.service", "imports sessions"),
        ("engines.patience", "def f():\n    from cogs.shared import rendering", "2 imports cogs"),
        ("engines.patience", "if TYPE_CHECKING:\n    from db.records import Phase", "2 imports db"),
        ("opponents.greedy", "from sessions import live", "imports sessions"),
        ("sessions.service", "from cogs.tables.screen import table_screen", "imports cogs"),
        ("sessions.service", "import discord.utils", "imports discord"),
        ("sessions.service", "import playground", "imports playground"),
        ("sessions.service", "from sqlalchemy import select", "imports sqlalchemy"),
        ("db.store", "from engines.cards import Card", "imports engines"),
        ("db.store", "from sessions.service import Service", "imports sessions"),
        ("db.store", "import discord", "imports discord"),
        ("cogs.tables.commands", "from db.store import Store", "db.store.Store where only records"),
        ("cogs.tables.commands", "from db import store", "db.store where only records"),
        ("cogs.tables.commands", "import db", "imports db where only records"),
        ("cogs.client", "from db.store import DatabaseError", "db.store.DatabaseError where only records"),
        ("cogs.registered_commands", "from db.store import Store", "db.store.Store where only records"),
        ("cogs.tables.commands", "x = self._service.store.tables.get(1)", "reads store, past the sessions"),
        ("cogs.client", "shards = self.store.shards", "reads store, past the sessions"),
        ("cogs.tables.commands", "x = self.service.settings._store", "reads _store, past the sessions"),
        ("cogs.client", "import bot", "imports bot"),
        ("cogs.client", "from playground.server import serve", "imports playground"),
        ("cogs.tables.commands", "from . import messages", "imports relatively"),
        ("cogs.tables.commands", "from ..db import store", "imports relatively"),
        ("engines.patience", "import asyncio", "imports asyncio"),
        ("engines.patience", "from PIL import Image", "imports PIL"),
        ("engines.patience", "from pictures.table import draw_table", "imports pictures"),
        ("pictures.table", "from sessions.service import Service", "imports sessions"),
        ("pictures.table", "import discord", "imports discord"),
        ("pictures.table", "from time import monotonic", "imports time"),
        ("pictures.table", "if title == 'Knotweed': ...", "names a game: 'Knotweed'"),
        ("engines.patience", "import importlib.metadata", "imports importlib"),
        ("sessions.playing.play", "from engines.testing import GameTests", "which only tests may import"),
        ("engines.patience", "import engines.testing.play", "which only tests may import"),
        ("engines.patience", "from time import monotonic", "imports time"),
        ("engines.patience", "import os.path", "imports os"),
        ("engines.patience", "import sqlalchemy as sa", "imports sqlalchemy"),
        ("engines.patience", "from random import choice", "imports random.choice"),
        ("opponents.greedy", "import random\nx = random.random()", "2 uses random.random"),
        ("opponents.greedy", "from random import Random\nx = Random()", "2 calls Random() without a seed"),
        ("engines.patience", "from datetime import datetime\nx = datetime.now()", "2 reads the clock with now"),
        ("engines.patience", "import datetime\nx = datetime.date.today()", "2 reads the clock with today"),
        ("engines.patience", "def rules():\n    return open('rules.md')", "2 calls open()"),
        ("sessions.playing.play", "LIMITS = {'knotweed': 30}", "names a game: 'knotweed'"),
        ("cogs.tables.opening", "TITLE = f'Play 3 Piles, {name}'", "names a game"),
        ("cogs.tables.opening", "def on_card_duel(): ...", "names a game: 'on_card_duel'"),
        ("cogs.tables.opening", "class CounterweightScreen: ...", "names a game: 'CounterweightScreen'"),
        ("cogs.tables.opening", "from engines.three_piles import ThreePiles", "names a game: 'engines.three_piles'"),
        ("cogs.tables.opening", "GAME = 'counter'", "names a game: 'counter'"),
        ("cogs.tables.opening", "is_it = game.key == 'Knotweed'", "names a game: 'Knotweed'"),
        ("db.store", "def f(three_piles): ...", "names a game: 'three_piles'"),
        ("playground.guild", "start(knotweed=1)", "names a game: 'knotweed'"),
        ("opponents.greedy", "x = engines.card_duel", "names a game: 'card_duel'"),
        ("opponents.policies_old", "KEY = 'knotweed'", "names a game: 'knotweed'"),
        ("opponents.reasons_old", "KEY = 'knotweed'", "names a game: 'knotweed'"),
        ("cogs.tables.opening", "x = 1\n" * (MOST_LINES + 1), "401 lines"),
    ],
)
def test_violations_are_found(module: str, text: str, complaint: str):
    found = complaints(Source(module, text))
    assert len(found) >= 1
    assert complaint in " | ".join(found)


@pytest.mark.parametrize(
    ("module", "text"),
    [
        ("bot", "from cogs.client import Cardroom\nfrom playground.server import run\nfrom db.store import Store"),
        ("cogs.client", "from db.store import Store\nimport discord\nfrom sessions.service import Service"),
        ("cogs.client", "self.store = store\nself._close = store.close"),
        ("cogs.tables.commands", "from db.records import Phase, TableRecord\nfrom engines.texts import say"),
        ("sessions.playing.play", "import asyncio\nfrom db.store import Store\nfrom engines import GAMES"),
        ("opponents.greedy", "from engines.contract import View\nfrom random import Random\nx = Random(3).random()"),
        ("engines.patience", "import random\nx = random.Random('seed')\nfrom datetime import timedelta"),
        ("engines.patience", "KEY = 'knotweed'"),
        ("pictures.canvas", "from io import BytesIO\nfrom PIL import Image\nfrom engines.scenes import Scene"),
        ("cogs.tables.screen", "from pictures.table import draw_table"),
        ("engines.plugins", "import importlib.metadata, logging"),
        ("engines.testing.play", "import os, pytest\nfrom engines.testing.views import viewers"),
        ("opponents.policies.knotweed", "from engines.knotweed import Knotweed"),
        ("opponents.reasons", "from engines.knotweed.view import KnotweedView"),
        ("opponents.reasons.knotweed", "from engines.knotweed.view import KnotweedView"),
        ("operation.metrics", "from prometheus_client import Counter"),
        ("cogs.tables.opening", '"""Shows a table, such as one of Knotweed."""'),
        ("cogs.tables.opening", "number = 0  # knotweed is a comment here\nx = 'a counter of cards'"),
        ("cogs.tables.opening", "x = 1\n" * MOST_LINES),
    ],
)
def test_allowed_imports_pass(module: str, text: str):
    assert complaints(Source(module, text)) == []
