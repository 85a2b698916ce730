"""The rules of a game, page by page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import discord
from discord import ui

from cogs.controls import RulesButton, RulesMenu
from cogs.rendering import Renderer, clip
from cogs.screens.limits import MENU_LIMIT, OPTION_LIMIT, PLACEHOLDER_LIMIT, finish
from cogs.screens.options import option_value
from cogs.screens.parts import layout, row, rule
from engines.contract import Game
from engines.texts import Text, say

GUIDE_COLOUR = 0x5865F2
PAGE_TEXT = 3200
"""Characters of a page of rules; the rest of a message's 4,000 is for headings and the credit."""


def rules_screen(game: Game[Any], renderer: Renderer, section: int = 0) -> ui.LayoutView:
    """A page of a game's rules, with the table of contents; a page that is not there gives the nearest."""
    pages = rules_pages(game, renderer)
    section = min(max(section, 0), len(pages) - 1)
    heading, text = pages[section]
    return finish(
        layout(
            GUIDE_COLOUR,
            f"## 📖 {game.name}\n-# {renderer.say(game.summary)}",
            rule(),
            f"### {heading}\n{text}",
            rule(),
            f"-# {game.credit.line} · <{game.credit.url}>",
            *(
                [row(_contents(game, pages, section, renderer)), _turning(game, section, len(pages), renderer)]
                if len(pages) > 1
                else []
            ),
        )
    )


def rules_pages(game: Game[Any], renderer: Renderer) -> list[tuple[str, str]]:
    """The rules as headings and texts that each fit a message; the last page lists the house rules."""
    sections = [(renderer.say(heading), renderer.say(text)) for heading, text in game.rules]
    sections.append((renderer.say(say("House rules")), _house_rules(game, renderer)))
    pages: list[tuple[str, str]] = []
    for heading, text in sections:
        parts = list(_split(text)) or ["—"]
        pages += [
            (heading if len(parts) == 1 else f"{heading} ({number}/{len(parts)})", part)
            for number, part in enumerate(parts, 1)
        ]
    return pages


def _house_rules(game: Game[Any], renderer: Renderer) -> str:
    """Every option with its usual value and what it changes."""
    lines: list[str] = []
    for name, field in game.Options.model_fields.items():
        usual = option_value(field.default, renderer)
        lines.append(f"- **{name.replace('_', ' ')}** ({usual}): {renderer.say(Text(field.description or ''))}")
    return "\n".join(lines)


def _contents(game: Game[Any], pages: Sequence[tuple[str, str]], section: int, renderer: Renderer) -> RulesMenu:
    """A menu of the pages, those around the one on show if there are more than a menu holds."""
    first = max(0, min(section - MENU_LIMIT // 2, len(pages) - MENU_LIMIT))
    options = [
        discord.SelectOption(label=clip(pages[number][0], OPTION_LIMIT), value=str(number), default=number == section)
        for number in range(first, min(first + MENU_LIMIT, len(pages)))
    ]
    return RulesMenu(game.key, options, renderer.label(say("Choose a section"), PLACEHOLDER_LIMIT))


def _turning(game: Game[Any], section: int, count: int, renderer: Renderer) -> ui.ActionRow[Any]:
    # A button that is switched off leads to a page that is not there, so that custom ids differ.
    before = RulesButton(
        game.key, section - 1 if section else count + 1, renderer.say(say("Previous")), "◀️", disabled=section == 0
    )
    after = RulesButton(game.key, section + 1, renderer.say(say("Next")), "▶️", disabled=section == count - 1)
    return row(before, after)


def _split(text: str) -> Iterator[str]:
    """The text in parts of at most a page, cut between paragraphs, else between lines, else anywhere."""
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
