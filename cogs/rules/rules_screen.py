"""The rules of a game, page by page."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control, ControlItem, page_buttons
from cogs.shared.layout import GUIDE_COLOUR, Parts, finish, layout, row, rule
from cogs.shared.learn_button import learn_buttons
from cogs.shared.limits import MENU_LIMIT, OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.options import option_value
from cogs.shared.rendering import Renderer, clip
from engines.contract import Game
from engines.texts import Text, say

PAGE_TEXT = 3200
"""Characters of a page of rules; the rest of a message's 4,000 is for headings and the credit."""


@dataclass(frozen=True)
class RulesButton(Control):
    """Turns to another section of the rules on show."""

    prefix = "rules"

    game: str
    section: int


@dataclass(frozen=True)
class RulesMenu(Control):
    """The contents of a game's rules: its value is the number of a section."""

    prefix = "rulebook"

    game: str


def rules_screen(game: Game[Any], renderer: Renderer, section: int = 0) -> ui.LayoutView:
    """A page of a game's rules, with a table of contents; the nearest page if ``section`` does not exist."""
    pages = rules_pages(game, renderer)
    section = min(max(section, 0), len(pages) - 1)
    heading, text = pages[section]
    controls: Parts = []
    learning = learn_buttons(game, renderer)
    if len(pages) > 1:
        turning = page_buttons(lambda to: RulesButton(game.key, to), section, len(pages) - 1, renderer)
        controls = [row(_contents(game, pages, section, renderer)), row(*turning)]
    return finish(
        layout(
            GUIDE_COLOUR,
            f"## 📖 {game.name}\n-# {renderer.render(game.summary)}",
            rule(),
            f"### {heading}\n{text}",
            rule(),
            f"-# {game.credit.line} · <{game.credit.url}>",
            *controls,
            *([row(*learning)] if learning else []),
        )
    )


def rules_pages(game: Game[Any], renderer: Renderer) -> list[tuple[str, str]]:
    """The rules as headings with texts that each fit a message; the house rules come last."""
    sections = [(renderer.render(heading), renderer.render(text)) for heading, text in game.rules]
    sections.append((renderer.render(say("House rules")), _house_rules(game, renderer)))
    pages: list[tuple[str, str]] = []
    for heading, text in sections:
        parts = list(_split(text)) or ["—"]
        pages += [
            (heading if len(parts) == 1 else f"{heading} ({number}/{len(parts)})", part)
            for number, part in enumerate(parts, 1)
        ]
    return pages


def _house_rules(game: Game[Any], renderer: Renderer) -> str:
    """Every option with its default value and what it changes."""
    lines: list[str] = []
    for name, field in game.Options.model_fields.items():
        usual = option_value(field.default, renderer)
        lines.append(f"- **{name.replace('_', ' ')}** ({usual}): {renderer.render(Text(field.description or ''))}")
    return "\n".join(lines)


def _contents(game: Game[Any], pages: Sequence[tuple[str, str]], section: int, renderer: Renderer) -> ControlItem:
    """A menu of the pages; if there are too many, of those around the one on show."""
    first = max(0, min(section - MENU_LIMIT // 2, len(pages) - MENU_LIMIT))
    options = [
        discord.SelectOption(label=clip(pages[number][0], OPTION_LIMIT), value=str(number), default=number == section)
        for number in range(first, min(first + MENU_LIMIT, len(pages)))
    ]
    return RulesMenu(game.key).menu(options, renderer.label(say("Choose a section"), PLACEHOLDER_LIMIT))


def _split(text: str) -> Iterator[str]:
    """The text in parts of at most a page, cut between lines, or anywhere in a line that is too long."""
    part = ""
    for piece in _pieces(text):
        if part and len(part) + len(piece) > PAGE_TEXT:
            yield part.strip()
            part = ""
        part += piece
    if part.strip():
        yield part.strip()


def _pieces(text: str) -> Iterable[str]:
    for line in text.splitlines(keepends=True):
        yield from (line[start : start + PAGE_TEXT] for start in range(0, len(line), PAGE_TEXT))
