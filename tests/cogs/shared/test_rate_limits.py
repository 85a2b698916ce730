"""Discord may ask for a pause of minutes. discord.py then raises ``RateLimited``, which is no ``HTTPException``."""

import ast
import importlib
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import takewhile
from pathlib import Path
from unittest.mock import MagicMock

import discord
import pytest

from cogs.client import LONGEST_LIMIT_SECONDS, Cardroom
from cogs.shared.posts import pause_after
from cogs.shared.responses import BLOCKED, expected
from db.store import Store
from tests.import_rules import Source, sources

ROOT = Path(__file__).resolve().parents[3]
REFUSALS = {"HTTPException", "DiscordException", "REQUEST_ERRORS", "UNREACHABLE"}
"""What a handler names that takes every refusal."""


def refusals(source: Source) -> Iterator[tuple[ast.ExceptHandler | ast.Call, tuple[type, ...]]]:
    """The handlers of a module that take every refusal of Discord, each with what it takes."""
    for node in ast.walk(ast.parse(source.text)):
        if isinstance(node, ast.ExceptHandler) and node.type is not None:
            caught = evaluated(source, node.type)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("suppress"):
            caught = evaluated(source, ast.Tuple(node.args, ast.Load()))
        else:
            continue
        if discord.HTTPException in caught:
            yield node, caught


def evaluated(source: Source, expression: ast.expr) -> tuple[type, ...]:
    """The exceptions that an expression of a module names."""
    if not REFUSALS & {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(expression)}:
        return ()
    code = compile(ast.fix_missing_locations(ast.Expression(expression)), source.module, "eval")
    found = eval(code, vars(importlib.import_module(source.module)))
    return found if isinstance(found, tuple) else (found,)


def passes_on(node: ast.AST) -> bool:
    """Whether a handler takes only some errors and raises the others again."""
    return any(isinstance(inner, ast.Raise) and inner.exc is None for inner in ast.walk(node))


def test_whoever_takes_every_refusal_takes_a_long_pause_too() -> None:
    handlers = [(source, *found) for source in sources(ROOT) for found in refusals(source)]
    assert len(handlers) >= 20
    assert [
        f"{source.module}:{node.lineno}"
        for source, node, caught in handlers
        if not passes_on(node) and not any(issubclass(discord.RateLimited, one) for one in caught)
    ] == []


async def test_a_request_waits_for_half_a_minute_at_most(tmp_path: Path) -> None:
    bot = Cardroom(await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}"))
    async with bot:
        assert bot.http.max_ratelimit_timeout == LONGEST_LIMIT_SECONDS


def test_a_member_reads_when_to_try_again() -> None:
    told = str(expected(discord.RateLimited(280)))
    assert told.startswith("Discord makes me wait before I can show my answer.")
    (seconds,) = re.findall(r"try again <t:(\d+):R>", told)
    assert int(seconds) == pytest.approx(discord.utils.utcnow().timestamp() + 280, abs=5)


def test_words_that_a_server_does_not_let_through_are_not_tried_for_ever() -> None:
    """Discord's AutoMod, error 200000: whoever has typed them reads it, and the post is tried for a day."""
    blocked = discord.HTTPException(MagicMock(status=400, reason="Bad Request"), {"code": BLOCKED, "message": "no"})
    assert "AutoMod" in str(expected(blocked))
    pauses = list(takewhile(bool, (pause_after(blocked, failures, is_open=True) for failures in range(1000))))
    assert timedelta(hours=20) < sum(filter(None, pauses), timedelta()) < timedelta(days=2)
