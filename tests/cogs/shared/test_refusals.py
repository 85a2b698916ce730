"""What a refusal is about, read from errors as Discord sends them, and pauses of minutes for which it asks."""

import ast
import importlib
import re
from collections.abc import Iterator
from datetime import timedelta
from itertools import takewhile
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import discord
import pytest
from discord import ui

from cogs.client import LONGEST_LIMIT_SECONDS, Cardroom
from cogs.shared.post_messages import pause_after
from cogs.shared.refusals import with_emojis, without_pictures_for
from cogs.shared.responses import BY_AUTOMOD, expected
from db.store import Store
from tests.import_rules import Source, sources
from tests.syntax import parse

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
FAULT = {"_errors": [{"code": "INVALID", "message": "Not good"}]}


def refusal(status: int, code: int, path: str = "") -> discord.HTTPException:
    errors: Any = FAULT
    for part in reversed(path.split(".")):
        errors = {part: errors}
    answer = {"code": code, "message": "Invalid Form Body"} | ({"errors": errors} if path else {})
    return discord.HTTPException(SimpleNamespace(status=status, reason="no"), answer)  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    ("error", "pause"),
    [
        (refusal(403, 50013), DAY),
        (refusal(413, 40005), HOUR),
        (refusal(400, 40005), HOUR),
        (refusal(400, 50035, "attachments.0.id"), HOUR),
        (refusal(400, 50035, "data.attachments.0"), HOUR),
        (refusal(400, 50035, "files[0]"), HOUR),
        (refusal(400, 50035, "components.0.components.1.items.0.media.url"), HOUR),
        (refusal(400, 50035, "data.components.2.accessory.media"), HOUR),
        (refusal(413, 0), HOUR),
        (refusal(403, 0), DAY),
        (refusal(403, 50001), None),
        (refusal(404, 10008), None),
        (refusal(400, 0), None),
        (refusal(400, 50035), None),
        (refusal(400, 50035, "components.0.components.1.emoji.id"), None),
        (refusal(400, 50035, "components.0.components.1.label"), None),
        (refusal(400, 50035, "components.0.components.1.url"), None),
        (refusal(400, 50083), None),
        (refusal(400, 40060), None),
        (refusal(429, 30046), None),
        (refusal(500, 0), None),
    ],
    ids=str,
)
def test_only_an_error_about_pictures_takes_them_away(error: discord.HTTPException, pause: timedelta | None) -> None:
    assert without_pictures_for(error) == pause


class Panel(ui.LayoutView):
    buttons: ui.ActionRow["Panel"] = ui.ActionRow(
        ui.Button(custom_id="a", label="Pass", emoji="🔄"), ui.Button(custom_id="b", label="Draw")
    )
    menu: ui.ActionRow["Panel"] = ui.ActionRow(
        ui.Select(custom_id="c", options=[discord.SelectOption(label="Ace", value="A", emoji="🅰️")])
    )


@pytest.mark.parametrize(
    ("refusals", "attempts", "has_emojis"),
    [
        ([], 1, True),
        ([refusal(400, 50035, "data.components.0.components.1.emoji.id")], 2, True),
        ([refusal(400, 50035, "components.1.components.0.options.0.emoji.name")] * 2, 3, False),
    ],
)
async def test_a_refused_emoji_is_left_out_at_the_third_attempt(
    refusals: list[discord.HTTPException], attempts: int, has_emojis: bool
) -> None:
    view, left, sent = Panel(), list(refusals), list[str]()

    async def send() -> None:
        sent.append(str(view.to_components()))
        if left:
            raise left.pop()

    await with_emojis(view, send)
    assert len(sent) == attempts
    assert ["🔄" in sent[-1], "🅰️" in sent[-1]] == [has_emojis] * 2
    assert "Pass" in sent[-1]
    assert "Ace" in sent[-1]


@pytest.mark.parametrize("path", ["components.0.components.1.label", "attachments.0"])
async def test_other_refusals_of_the_form_are_not_tried_again(path: str) -> None:
    sent = list[str]()

    async def send() -> None:
        sent.append(path)
        raise refusal(400, 50035, path)

    with pytest.raises(discord.HTTPException):
        await with_emojis(Panel(), send)
    assert len(sent) == 1


ROOT = Path(__file__).resolve().parents[3]
REFUSALS = {"HTTPException", "DiscordException", "REQUEST_ERRORS", "UNREACHABLE"}
"""What a handler names that takes every refusal."""


def refusals(source: Source) -> Iterator[tuple[ast.ExceptHandler | ast.Call, tuple[type, ...]]]:
    """The handlers of a module that take every refusal of Discord, each with what it takes."""
    for node in ast.walk(parse(source.text)):
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
    blocked = discord.HTTPException(
        MagicMock(status=400, reason="Bad Request"), {"code": BY_AUTOMOD[0], "message": "no"}
    )
    assert "AutoMod" in str(expected(blocked))
    pauses = list(takewhile(bool, (pause_after(blocked, failures, is_open=True) for failures in range(1000))))
    assert timedelta(hours=20) < sum(filter(None, pauses), timedelta()) < timedelta(days=2)
