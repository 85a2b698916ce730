"""Translations fit where Discord shows them: commands, buttons, menus and whole messages."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cogs.client import Cardroom
from cogs.hands.screen import hand_screen
from cogs.registered_commands import CommandTranslator
from cogs.rules.rules_screen import Rulebook, rules_pages, rules_screen
from cogs.shared import limits
from cogs.shared.catalogue import LOCALES, default_catalogue
from cogs.shared.limits import NAME_LIMIT
from cogs.shared.rendering import Renderer
from cogs.tables.screen import table_screen
from db.store import Store
from engines import GAMES, Game
from engines.texts import Text, say, say_count
from tests.cogs.reading import text
from tests.cogs.real_games import snapshot
from tests.cogs.test_client import no_thought
from tests.cogs.test_every_game_screens import positions, questions
from tests.discord_api.validator import check_request
from tests.syntax import parse

LANGUAGES = default_catalogue().languages
ANY_VALUE = "x" * NAME_LIMIT
"""Stands for whatever a template is filled with; the longest of them are names."""
MANY = 99
KINDS = {"button": limits.BUTTON_LABEL_LIMIT, "menu": limits.PLACEHOLDER_LIMIT, "option": limits.OPTION_LIMIT}
"""How long a text may be that is given to functions with such names."""
STEPS, EVERY = 200, 4
"""The length of a random game, and of how many positions one is looked at."""

in_each_language = pytest.mark.parametrize("language", LANGUAGES)
of_each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


class Uncut(Renderer):
    """Refuses labels that would have to be cut."""

    def label(self, text: Text, limit: int) -> str:
        """The text, which is at most ``limit`` characters long."""
        shown = text.render(self.plain)
        assert len(shown) <= limit, f"{len(shown)} characters instead of {limit}: {shown}"
        return shown


def reader(language: str) -> Renderer:
    return Uncut(language, {seat: f"player {seat}" for seat in range(8)})


def labels() -> Iterator[tuple[Text, int]]:
    """The texts that the code gives to buttons and menus as literals, and how long they may be."""
    for path in sorted((LOCALES.parent / "cogs").rglob("*.py")):
        for call in ast.walk(parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and (limit := limit_of(call)):
                given = (*call.args, *(keyword.value for keyword in call.keywords))
                yield from ((found, limit) for argument in given if (found := literal(argument)))


def limit_of(call: ast.Call) -> int:
    """How long a text may be that is given to this function; 0 if it is not a label."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    if name == "label" and len(call.args) > 1:
        return getattr(limits, ast.unparse(call.args[1]), 0)
    return next((limit for kind, limit in KINDS.items() if kind in name.casefold()), 0)


def literal(node: ast.expr) -> Text | None:
    """The text of a ``say("...")`` or ``say_count("...", "...", count)``."""
    if not isinstance(node, ast.Call) or getattr(node.func, "id", "") not in {"say", "say_count"}:
        return None
    one, *many = [part.value for part in node.args if isinstance(part, ast.Constant) and isinstance(part.value, str)]
    values = {word.arg: ANY_VALUE for word in node.keywords if word.arg}
    return say_count(one, many[0], MANY, **values) if many else say(one, **values)


def test_labels_are_found() -> None:
    assert {"Learn", "My hand", "Choose a game"} <= {found.template for found, _ in labels()}


@in_each_language
def test_labels_fit(language: str) -> None:
    for found, limit in labels():
        assert reader(language).label(found, limit)


@in_each_language
async def test_commands_are_accepted(language: str, tmp_path: Path) -> None:
    bot = Cardroom(await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'cards.db'}"), compute=no_thought)
    async with bot:
        await bot._add_features()
        translator = CommandTranslator()
        commands: list[Any] = [
            await command.get_translated_payload(bot.tree, translator) for command in bot.tree.get_commands()
        ]
    described = [command for command in commands if command.get("description")]
    assert described
    for command in described:
        assert any(locale.startswith(language) for locale in command["description_localizations"])
    assert check_request("PUT", "/applications/1/commands", commands) == []


@pytest.mark.thorough(samples=5)
@in_each_language
@of_each_game
def test_no_label_of_a_game_is_cut(language: str, game: Game[Any]) -> None:
    words = reader(language)
    for state, news in positions(game, game.seats[-1], STEPS, EVERY):
        assert text(table_screen(snapshot(state, None, news), words))
        for seat in state.to_act:
            shown = snapshot(state, seat, news)
            assert shown.view is not None
            for path, _ in questions(game, shown.view):
                assert text(hand_screen(shown, words, path))


@pytest.mark.parametrize("language", ["en-US", *LANGUAGES])
@of_each_game
def test_rules_fit_page_by_page(language: str, game: Game[Any]) -> None:
    book, words = Rulebook(game), reader(language)
    for number, page in enumerate(rules_pages(book, words)):
        shown = text(rules_screen(book, words, number))
        assert all(part in shown for part in (page.heading, page.text, game.credit.url))
