"""The rules of a game, page by page."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from discord import ui

from cogs.shared.controls import Control, option, page_buttons
from cogs.shared.layout import GUIDE_COLOUR, Detail, Parts, fit, layout, player_count, row, rule
from cogs.shared.limits import MENU_LIMIT
from cogs.shared.options import changed_lines, option_title, option_value, possible_values
from cogs.shared.pictures import Picture, below_each_other
from cogs.shared.rendering import Renderer, verbatim
from cogs.shared.table_parts import LEARN_ONE, learn_buttons, lesson_rows
from cogs.version import VERSION, revision
from db.records import TableRecord
from engines.contract import Game
from engines.rulebooks import Example
from engines.texts import Text, say

PAGE_TEXT = 3200
"""The characters of a page of rules. The rest of a message's 4,000 is for headings and the credit."""


class RulesButton(Control, prefix="rules"):
    """Turns to another section of the rules."""

    game: str
    section: int


class RulesMenu(Control, prefix="rulebook"):
    """The contents of a game's rules. Its value is the number of a section."""

    game: str


class TableRulesButton(Control, prefix="table_rules"):
    """Turns to another section of the rules at a table, with its house rules."""

    table: int
    section: int


class TableRulesMenu(Control, prefix="table_rulebook"):
    """The contents of the rules at a table."""

    table: int


@dataclass(frozen=True, slots=True)
class RulesPage:
    """A page of the rules in the reader's language; ``options`` are the house rules that change what it says."""

    heading: str
    text: str
    example: Example | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rulebook:
    """A game's rules, with the house rules of ``table`` if there is one."""

    game: Game[Any]
    table: TableRecord | None = None

    @property
    def chosen(self) -> Mapping[str, Any]:
        """The house rules of the table."""
        return self.table.options if self.table else {}

    def turn(self, section: int) -> Control:
        """The button to a page."""
        return TableRulesButton(self.table.id, section) if self.table else RulesButton(self.game.key, section)

    @property
    def contents(self) -> Control:
        """The menu of pages."""
        return TableRulesMenu(self.table.id) if self.table else RulesMenu(self.game.key)


def rules_screen(
    book: Rulebook, renderer: Renderer, section: int = 0, example: Picture | str | None = None
) -> ui.LayoutView:
    """A page of the rules with its ``example`` (a picture or words) and a table of contents.

    It is the nearest page if ``section`` does not exist.
    """
    pages = rules_pages(book, renderer)
    section = nearest(pages, section)
    page = pages[section]
    parts: Parts = [f"### {page.heading}\n{page.text}"]
    changed = changed_lines(book.game.Options, book.chosen, renderer, explained=True, names=page.options)
    if changed:
        title = renderer.render(say("At this table"))
        parts.append("\n".join([f"🏠 **{title}**", *changed]))
    if page.example is not None and example is not None:
        caption = renderer.render(page.example.caption)
        if isinstance(example, Picture):
            parts += [*below_each_other(example), f"-# {caption}"]
        else:
            title = renderer.render(say("Example"))
            parts.append(f"**{title}:** {caption}\n>>> {example}")
    parts += [rule(), f"-# {book.game.credit.line} · <{book.game.credit.url}>"]
    if len(pages) > 1:
        parts.append(row(_contents(book, pages, range(len(pages)), section, renderer)))
        parts.append(row(*page_buttons(book.turn, section, len(pages) - 1, renderer)))
    if learning := learn_buttons(book.game, renderer):
        parts.append(row(*learning))
    heading = f"## 📖 {book.game.name}\n-# {renderer.render(book.game.summary)}"
    return layout(GUIDE_COLOUR, heading, rule(), *parts)


def rules_pages(book: Rulebook, renderer: Renderer) -> list[RulesPage]:
    """The rules in pages that each fit a message. The house rules come last."""
    pages: list[RulesPage] = []
    for section in book.game.rules:
        parts = _pages(renderer.render(section.heading), renderer.render(section.text))
        first, *others = parts
        pages += [RulesPage(first.heading, first.text, section.example, section.options), *others]
    return pages + _pages(renderer.render(say("House rules")), _house_rules(book, renderer))


def nearest(pages: Sequence[RulesPage], section: int) -> int:
    """The number of the page that shows ``section``."""
    return min(max(section, 0), len(pages) - 1)


def _pages(heading: str, text: str) -> list[RulesPage]:
    """A section in as many pages as it needs."""
    parts = list(_split(text)) or ["—"]
    if len(parts) == 1:
        return [RulesPage(heading, parts[0])]
    return [RulesPage(f"{heading} ({number}/{len(parts)})", part) for number, part in enumerate(parts, 1)]


def _house_rules(book: Rulebook, renderer: Renderer) -> str:
    """Every option with its possible values, its default, the table's value if it differs, and what it changes."""
    lines: list[str] = []
    for name, field in book.game.Options.model_fields.items():
        usual = option_value(field.default, field)
        chosen = option_value(book.chosen.get(name, field.default), field)
        value = renderer.render(
            say("usually {usual}", usual=usual)
            if chosen == usual
            else say("usually {usual}, here {chosen}", usual=usual, chosen=chosen)
        )
        if (possible := possible_values(field)) is not None:
            value = f"{renderer.render(possible)}; {value}"
        title = renderer.render(option_title(name, field))
        lines.append(f"- **{title}** ({value}): {renderer.render(Text(field.description or ''))}")
    return "\n".join(lines)


def _contents(
    book: Rulebook, pages: Sequence[RulesPage], offered: Sequence[int], section: int | None, renderer: Renderer
) -> ui.Select[Any]:
    """A menu of the pages ``offered``. If there are too many, of those around the present one."""
    at = 0 if section is None else section
    first = max(0, min(at - MENU_LIMIT // 2, len(offered) - MENU_LIMIT))
    options = [
        option(verbatim(pages[number].heading), number, renderer, is_chosen=number == section)
        for number in dict.fromkeys(offered[first : first + MENU_LIMIT])
    ]
    return book.contents.menu(options, renderer, say("Choose a section"))


def _split(text: str) -> Iterator[str]:
    """The text in parts of at most a page, cut between lines, or within a line that is too long."""
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


STEPS = (
    say("**/play** opens a table. Others tap **Join**, then **Start** deals the cards."),
    say("**My hand** shows you your cards and every legal move."),
    say("**More**: rules, log and leaving."),
)

FIRST_COMMANDS = (
    "/play",
    "/practice",
    "/daily",
    "/hand",
    "/games",
    "/move",
    "/replay",
    "/leaderboard",
    "/league",
    "/rules",
)
"""The commands that members look for first. The others follow."""


class CommandsButton(Control, prefix="commands"):
    """Shows what each command does, in place of the help page."""


class OpenRulesButton(Control, prefix="open_rules"):
    """Opens a game's rules in a message of their own."""

    game: str


def help_screen(games: Mapping[str, Game[Any]], renderer: Renderer) -> ui.LayoutView:
    """What to do first, what the games are, and buttons to the lessons: one screen of a phone."""
    steps = [renderer.render(step) for step in STEPS]
    about = [f"-# **{game.name}**: {renderer.render(game.summary)}" for game in games.values()]
    commands = CommandsButton().button(say("What each command does"), renderer)
    return layout(
        GUIDE_COLOUR,
        "\n".join(["## 🃏 " + renderer.render(say("How to play")), *about, renderer.render(LEARN_ONE)]),
        *lesson_rows(games, renderer),
        "\n".join(steps),
        row(commands),
    )


def commands_screen(commands: Sequence[tuple[str, Text]], renderer: Renderer) -> ui.LayoutView:
    """What each command does, and which version this is."""
    lines = [f"**{name}** — {renderer.render(text)}" for name, text in commands]
    return layout(GUIDE_COLOUR, "\n".join([*lines, f"-# Cardroom {VERSION} ({revision()})"]))


def games_screen(games: Mapping[str, Game[Any]], renderer: Renderer) -> ui.LayoutView:
    """The games, with buttons to their rules (if there are few) and lessons."""

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        parts: Parts = ["## 🃏 " + renderer.render(say("The games"))]
        if detail < Detail.SHORT:
            parts += [_game_section(game, renderer) for game in games.values()]
        else:
            parts.append("\n".join(_game_line(game, renderer) for game in games.values()))
        lessons = lesson_rows(games, renderer)
        return layout(GUIDE_COLOUR, *parts, renderer.render(LEARN_ONE) if lessons else "", *lessons)

    return fit(renderer, build)


def _game_section(game: Game[Any], renderer: Renderer) -> ui.Section[Any]:
    text = f"{_game_line(game, renderer)}\n-# {renderer.render(game.summary)}"
    return ui.Section[Any](text, accessory=OpenRulesButton(game.key).button(say("Rules"), renderer))


def _game_line(game: Game[Any], renderer: Renderer) -> str:
    return f"**{game.name}** · {renderer.render(player_count(game))}"
