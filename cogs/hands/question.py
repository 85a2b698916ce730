"""A ``Question`` as buttons, a menu or pages of menus: every choice within reach, whichever game asks."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import takewhile
from typing import Any, Self

import discord
from discord import ui

from cogs.hands.paths import DONE, MENU, Selection, on_page, pages, read_selection, split
from cogs.shared.controls import Control, option, page_buttons
from cogs.shared.layout import Parts, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT, ROW_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.table_parts import due
from db.records import TableRecord
from engines.scenes import Choice, Question, Weight
from engines.texts import Text, cards, say, say_count

MOST_LINES = 5
"""The most lines of moves on a phone."""
LINES_ABOVE_MENU = 4
"""The most lines of moves if a menu holds them all."""
ROWS_ABOVE_MENU = 2
"""The same on a desk, where the picture is larger and a row has room for more."""
ROW_WIDTH, BUTTON_GAP = 265, 8
BUTTON_EDGES, BUTTON_CARD, BUTTON_LETTER = 24, 28, 6.5
"""Pixels of a row of buttons on a phone that indents messages, and of the parts of a button."""
WIDEST_ROW = 550
"""The same on a desk. A phone breaks such a row into lines, as Discord wraps the buttons of a row."""

STYLES = {
    Weight.PLAIN: discord.ButtonStyle.primary,
    Weight.MAIN: discord.ButtonStyle.success,
    Weight.CHOSEN: discord.ButtonStyle.primary,
    Weight.MINOR: discord.ButtonStyle.secondary,
    Weight.GRAVE: discord.ButtonStyle.danger,
}
ASIDE = (Weight.MAIN, Weight.GRAVE, Weight.MINOR)
"""The choices that always have buttons: above the moves, or below them if a move is offered first."""


class ChoiceButton(Control, prefix="pick"):
    """Follows a path of choices, or turns to another page of the question there."""

    table: int
    rev: int
    page: int
    path: tuple[str, ...]


class ChoiceMenu(Control, prefix="menu"):
    """The choices of a question. Its values continue the path."""

    table: int
    rev: int
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChoiceControls:
    """Makes the controls of a question: at a table, or in a step of a lesson."""

    to_button: Callable[[int, tuple[str, ...]], Control]
    to_menu: Callable[[tuple[str, ...]], Control]

    def button(self, path: Sequence[str], page: int = 0) -> Control:
        """Goes on after the choices in ``path``, or to another page of the question there."""
        return self.to_button(page, tuple(path))

    def menu(self, path: Sequence[str]) -> Control:
        """Has the choices of the question to which ``path`` leads."""
        return self.to_menu(tuple(path))


def table_choices(table: TableRecord) -> ChoiceControls:
    """The controls of a question at a table, drawn at its present revision."""
    return ChoiceControls(partial(ChoiceButton, table.id, table.rev), partial(ChoiceMenu, table.id, table.rev))


def instruction(question: Question) -> Text:
    """How many choices to choose."""
    least, most = max(1, question.least), min(question.most, len(question.choices))
    if least == most:
        return say_count("Choose one", "Choose {count}", most)
    return say("Choose {least} to {most}", least=least, most=most)


@dataclass(frozen=True, slots=True)
class Buttons:
    """Which choices of a question get buttons, row by row, and which moves a menu holds, if there is one."""

    rows: Sequence[Sequence[Choice]]
    listed: tuple[Choice, ...] = ()

    @classmethod
    def of(cls, question: Question, renderer: Renderer) -> Self:
        """As many buttons as a phone shows above its fold."""
        moves = tuple(choice for choice in question.choices if choice.weight not in ASIDE)
        above = list(takewhile(lambda choice: choice not in moves, question.choices))
        below = [choice for choice in question.choices if choice not in moves and choice not in above]
        first, lines, last = (_packed(choices, renderer) for choices in (above, moves, below))
        if len(lines) <= MOST_LINES:
            return cls(_joined([*first, *lines, *last], renderer))
        shown = _joined([*first, *lines[:LINES_ABOVE_MENU]], renderer)
        return cls([*shown[: max(ROWS_ABOVE_MENU, len(_joined(first, renderer)))], *_joined(last, renderer)], moves)


def _packed(choices: Sequence[Choice], renderer: Renderer) -> list[list[Choice]]:
    """Buttons for these in as many lines as a phone needs for them."""
    found: list[list[Choice]] = []
    for choice in choices:
        if not found or len(found[-1]) == ROW_LIMIT or _wide([*found[-1], choice], renderer) > ROW_WIDTH:
            found.append([])
        found[-1].append(choice)
    return found


def _joined(lines: Sequence[Sequence[Choice]], renderer: Renderer) -> list[list[Choice]]:
    """These lines in as few rows as a desk has room for; a phone breaks the rows into the same lines."""
    found: list[list[Choice]] = []
    for line in lines:
        joined = [*found[-1], *line] if found else []
        if joined and len(joined) <= ROW_LIMIT and _wide(joined, renderer) <= WIDEST_ROW:
            found[-1] = joined
        else:
            found.append([*line])
    return found


def _wide(choices: Sequence[Choice], renderer: Renderer) -> float:
    """How many pixels buttons for these need side by side."""
    has_card = sum(emoji_of(choice, renderer) is not None for choice in choices)
    letters = sum(len(renderer.label(button_text(choice, renderer), BUTTON_LABEL_LIMIT)) for choice in choices)
    return (BUTTON_EDGES + BUTTON_GAP) * len(choices) - BUTTON_GAP + BUTTON_CARD * has_card + BUTTON_LETTER * letters


def emoji_of(choice: Choice, renderer: Renderer) -> str | None:
    """The emoji of a choice's card, if there is one."""
    return None if choice.card is None else renderer.card_emojis.emojis.get(choice.card)


def button_text(choice: Choice, renderer: Renderer) -> Text:
    """The text of a choice's button, without the card that its emoji shows."""
    if choice.card is None or emoji_of(choice, renderer) is None:
        return choice.text
    names_card_only = choice.label == say("{card}", card=cards([choice.card]))
    return choice.hint or (Text("") if names_card_only else choice.label)


@dataclass(frozen=True, slots=True)
class QuestionParts:
    """The parts of a hand's message that ask ``question``, to which the choices in ``path`` have led.

    ``decide_by`` is when the time for the answer runs out, ``None`` if the player may take their time.
    """

    controls: ChoiceControls
    question: Question
    path: Sequence[str]
    page: int
    renderer: Renderer
    decide_by: datetime | None = None

    def parts(self, trail: str = "", *, is_asked: bool = False) -> Parts:
        """The question, below it the ``trail`` of the choices so far, and the controls that answer it.

        ``is_asked``: what stands above asks it in other words.
        """
        question = self.question
        heading = "" if is_asked else f"### {self.renderer.render(question.text)}"
        if self.decide_by is not None:
            heading += f" · {self.renderer.render(due(self.decide_by))}"
        heading = "\n".join(filter(None, (heading, trail and f"-# {trail}")))
        if question.most > 1:
            if pages(question) > 1:
                return self._selection_parts(heading)
            return [heading, row(self._menu(self.path, 0, max(1, question.least), question.most))]
        shown = Buttons.of(question, self.renderer)
        buttons = [row(*map(self._button, choices)) for choices in shown.rows]
        if not shown.listed:
            return [heading, *buttons]
        name = question.menu or say_count("All {count} moves", "All {count} moves", len(shown.listed))
        listed = replace(self, question=replace(question, choices=shown.listed, menu=name))
        return [heading, *buttons, row(listed._menu(self.path, self.page)), *listed._page_row(self.path, self.page)]

    def _selection_parts(self, heading: str) -> Parts:
        """Several choices from several pages: menus that keep the selection, and a button to complete it."""
        question, renderer = self.question, self.renderer
        base, text = split(self.path)
        selection = read_selection(text, question) if text else Selection(page=self.page)
        selected = selection.selected
        shown = min(self.page or selection.page, pages(question) - 1)
        count = len(selected)
        status = say("{instruction} ({count} chosen so far)", instruction=instruction(question), count=count)
        chosen = ", ".join(renderer.render(question.choices[position].label) for position in sorted(selected))
        done = self.controls.button((*base, str(Selection(selected, state=DONE)))).button(
            say("Done ({count} chosen)", count=count),
            renderer,
            discord.ButtonStyle.primary,
            disabled=not max(1, question.least) <= count <= question.most,
        )
        menu_path = (*base, str(Selection(selected, shown, MENU)))
        return [
            "\n".join([heading, f"-# {renderer.render(status)}", chosen]).rstrip(),
            row(self._menu(menu_path, shown, 0, question.most, selected)),
            *self._page_row((*base, str(Selection(selected))), shown),
            row(done),
        ]

    def _button(self, choice: Choice) -> ui.Button[Any]:
        control = self.controls.button((*self.path, choice.key))
        is_picking = choice.weight is Weight.PLAIN and self.question.picking is not None
        style = discord.ButtonStyle.secondary if is_picking else STYLES[choice.weight]
        emoji, is_closed = emoji_of(choice, self.renderer), not choice.is_open
        label = self.renderer.unbroken(button_text(choice, self.renderer))
        return control.button(label, self.renderer, style, emoji=emoji, disabled=is_closed)

    def _menu(
        self, path: Sequence[str], page: int, least: int = 1, most: int = 1, selected: frozenset[int] = frozenset()
    ) -> ui.Select[Any]:
        question = self.question
        shown = on_page(question, page)
        placeholder = question.menu or instruction(question)
        if pages(question) > 1:
            placeholder = say(
                "{instruction} ({first}–{last} of {count})",
                instruction=placeholder,
                first=shown.start + 1,
                last=shown.stop,
                count=len(question.choices),
            )
        options = [
            option(
                choice.text,
                choice.key,
                self.renderer,
                emoji=emoji_of(choice, self.renderer),
                is_chosen=position in selected,
            )
            for position in shown
            for choice in (question.choices[position],)
        ]
        return self.controls.menu(path).menu(options, self.renderer, placeholder, least, min(most, len(options)))

    def _page_row(self, path: Sequence[str], page: int) -> Parts:
        """Buttons to the pages before and after; nothing if there is only one page."""
        last = pages(self.question) - 1
        page = min(max(page, 0), last)
        if not last:
            return []
        return [row(*page_buttons(lambda to: self.controls.button(path, to), page, last, self.renderer))]
