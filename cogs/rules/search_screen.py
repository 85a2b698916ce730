"""What a search in the rules has found, over one game or all."""

from collections.abc import Sequence
from dataclasses import dataclass

import discord
from discord import ui

from cogs.rules.rules_screen import Rulebook, rules_pages
from cogs.rules.search import search
from cogs.shared.controls import Control
from cogs.shared.layout import GUIDE_COLOUR, finish, layout, row, rule
from cogs.shared.limits import OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.rendering import Renderer, clip, safe_name
from engines.texts import say

HIT_LIMIT = 8
"""How many passages a search lists: about a phone's screen."""
LONGEST_PASSAGE = 200
FOR_THE_GAME_HERE = 0.2
"""What it adds to the worth of a passage that its game is the one at the member's table."""


@dataclass(frozen=True)
class FoundMenu(Control):
    """The pages that a search has found. Its values are games with the numbers of sections."""

    prefix = "found"


@dataclass(frozen=True, slots=True)
class Found:
    """A passage of the rules: where it stands, and what it says."""

    book: Rulebook
    section: int
    heading: str
    passage: str

    @property
    def title(self) -> str:
        """The game and the heading."""
        return f"{self.book.game.name} · {self.heading}"


def find(books: Sequence[Rulebook], about: str, renderer: Renderer) -> list[Found]:
    """What the rules of these games say about something, best first."""
    pages = [(book, number, page) for book in books for number, page in enumerate(rules_pages(book, renderer))]
    hits = search([(f"{book.game.name} · {page.heading}", page.text) for book, _, page in pages], about)
    here = {number for number, (book, _, _) in enumerate(pages) if book.table is not None}
    hits.sort(key=lambda hit: -hit.worth - FOR_THE_GAME_HERE * (hit.page in here))
    return [Found(book, number, page.heading, hit.passage) for hit in hits for book, number, page in (pages[hit.page],)]


def search_screen(found: Sequence[Found], about: str, renderer: Renderer) -> ui.LayoutView:
    """The passages, each with its game, and a menu that leads to their pages."""
    shown = found[:HIT_LIMIT]
    title = renderer.render(say("What the rules say about “{words}”", words=safe_name(about)))
    lines = [f"**{one.title}**\n-# {clip(one.passage, LONGEST_PASSAGE)}" for one in shown]
    options = [
        discord.SelectOption(label=clip(one.title, OPTION_LIMIT), value=f"{one.book.game.key} {one.section}")
        for one in shown
    ]
    menu = FoundMenu().menu(options, renderer.label(say("Choose a section"), PLACEHOLDER_LIMIT))
    return finish(layout(GUIDE_COLOUR, f"### 🔎 {title}", "\n".join(lines), rule(), row(menu)))
