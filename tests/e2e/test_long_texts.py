"""Whatever a member types, however long, costs little: the work is counted, not timed.

Every text of every command, also while it is typed, and every field of a form is found by itself.
"""

import ast
import json
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands

import cogs
from cogs.rules.search import MOST_STEMS
from cogs.shared.forms import longest
from cogs.shared.limits import TYPED_LIMIT
from playground.testing.people import fill, prefilled, slash, suggestions
from playground.testing.room import Room, told
from tests.e2e.gateway import Gateway
from tests.syntax import parse

DISCORD_LETS_THROUGH = 6000
"""Characters of an option without a length of its own, and of whatever is typed into any option."""
CHANCE = Random("long texts")
NASTY = {
    "1,000 words": " ".join("".join(CHANCE.choices("abcdefghijklmnoprstuw", k=5)) for _ in range(1000)),
    "3,000 letters": "a " * 3000,
    "growing letters": "İ" * 3000,
    "a pattern": "(a+)+$" * 1000,
    "nothing to see": "\u200b" * 6000,
}
PRODUCT = Path(cogs.__file__).parents[1]
NO_PRODUCT = tuple(str(PRODUCT / name) for name in ("tests", "playground"))
MOST_CALLS = 60_000
"""Calls of Cardroom's functions, and by them, for one answer: about 10 ms. A search takes the most."""
MOST_PASSAGES = 2_000
"""How many passages, headings and pages a search goes through for a word, some of them twice."""
Text = tuple[app_commands.Command[Any, ..., Any], app_commands.Parameter]


def is_product(file: str) -> bool:
    """Whether this is a file of Cardroom's, and none of its tests."""
    return file.startswith(str(PRODUCT)) and not file.startswith(NO_PRODUCT)


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Counts what the event loop does for Cardroom: all ``calls``, each function, and expressions ``compiled``."""
    work: Counter[str] = Counter()

    def count(frame: FrameType, event: str, _: object) -> None:
        code = frame.f_code
        if event == "call" and code.co_name == "compile" and code.co_filename.endswith("_compiler.py"):
            work["compiled"] += 1
        elif event in ("call", "c_call") and is_product(code.co_filename):
            work["calls"] += 1
            work[code.co_name] += event == "call"

    before = sys.getprofile()
    sys.setprofile(count)
    try:
        yield work
    finally:
        sys.setprofile(before)


def texts_of(room: Room) -> list[Text]:
    """Every option of every command that takes any text."""
    commands = [one for one in room.bot.tree.walk_commands() if isinstance(one, app_commands.Command)]
    return [
        (command, option)
        for command in commands
        for option in command.parameters
        if option.type is AppCommandOptionType.string and not option.choices
    ]


def required(command: app_commands.Command[Any, ..., Any]) -> dict[str, Any]:
    """Something for each option that cannot be left out."""
    return {
        option.display_name: option.choices[0].value if option.choices else option.min_value or "x"
        for option in command.parameters
        if option.required
    }


def test_every_text_declares_its_length(room: Room) -> None:
    texts = texts_of(room)
    assert {option.name for _, option in texts} >= {"about", "action", "opponents", "game", "name", "zone", "away"}
    endless = [f"/{command.qualified_name} {option.name}" for command, option in texts if option.max_value is None]
    assert not endless


@pytest.mark.parametrize("nasty", NASTY.values(), ids=list(NASTY))
async def test_the_longest_texts_of_commands(room: Room, gateway: Gateway, nasty: str) -> None:
    """What Discord lets through, what it lets through while it is typed, and what only a forger sends."""
    (ann, _) = await room.deal("three-piles", 2, first=0)
    for command, option in texts_of(room):
        name, place = option.display_name, f"/{command.qualified_name} {option.name}"
        given = required(command)
        with counted() as work:
            await slash(ann, room.channel, command.qualified_name, **given | {name: nasty[: longest(option)]})
        check(place, work)
        with counted() as work:
            gateway.forge(json.dumps("forged"), json.dumps(nasty[:DISCORD_LETS_THROUGH]))
            answer = await slash(ann, room.channel, command.qualified_name, **given | {name: "forged"})
        check(f"{place}, forged", work)
        assert f"{name} can have {longest(option)} characters at most." in told(answer)
        if option.autocomplete:
            for typed in (nasty[: longest(option)], nasty[:DISCORD_LETS_THROUGH]):
                with counted() as work:
                    await suggestions(ann, room.channel, command.qualified_name, name, typed)
                check(f"{place}, while it is typed", work)


async def test_the_longest_texts_of_forms(room: Room, gateway: Gateway) -> None:
    """``filled_in`` reads all forms; Discord lets 4,000 characters through a field without a length."""
    ann = room.members["ann"]
    for nasty in NASTY.values():
        form = await slash(ann, room.channel, "league create", game="counter")
        filled = prefilled(form) | {"name": "forged", "players": "4", "weeks": "4"}
        gateway.forge(json.dumps("forged"), json.dumps(nasty[:4000]))
        with counted() as work:
            answer = await fill(ann, form, **filled)
        check("the form of a league", work)
        assert f"name can have {TYPED_LIMIT} characters at most." in told(answer)


def test_every_field_of_a_form_declares_its_length() -> None:
    calls = [
        (file.name, node)
        for file in (PRODUCT / "cogs").rglob("*.py")
        for node in ast.walk(parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and "TextInput" in ast.unparse(node.func)
    ]
    assert calls
    assert not [file for file, call in calls if "max_length" not in {given.arg for given in call.keywords}]


def check(place: str, work: Counter[str]) -> None:
    """The work for one answer is small."""
    assert work["calls"] <= MOST_CALLS, f"{place}: {work.most_common(5)}"
    assert work["compiled"] <= 2, f"{place} compiles {work['compiled']} expressions"
    assert work["_has"] <= MOST_STEMS * MOST_PASSAGES, f"{place} looks at {work['_has']} passages and words"
