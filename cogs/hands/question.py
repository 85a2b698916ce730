"""A ``Question`` as buttons, a menu or pages of menus: every choice within reach, whichever game asks."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Protocol

import discord

from cogs.hands.paths import DONE, MENU, Selection, on_page, pages, read_selection, split
from cogs.shared.controls import Control, ControlItem, page_buttons
from cogs.shared.layout import Parts, row, rows
from cogs.shared.limits import BUTTON_LABEL_LIMIT, OPTION_LIMIT, PLACEHOLDER_LIMIT, ROW_LIMIT
from cogs.shared.rendering import Renderer, clip
from engines.scenes import Choice, Question, Weight
from engines.texts import Text, say, say_count

MOST_BUTTONS = 10
BUTTON_TEXT = 45
"""The characters of a button that a phone shows. Choices with longer labels go into a menu."""
MOST_SHORT_BUTTONS = 15
SHORT_TEXT = 12
"""The characters of a button that fits beside others on a phone, such as a bid."""
BEST_BUTTONS = 6
"""If there are more choices than buttons, the first ones get buttons. Games put the usual choices first."""
MOST_ROWS = 5
"""The most rows of a question whose game places the buttons; the last choices go into the menu."""
ROW_WIDTH, BUTTON_GAP = 265, 8
BUTTON_EDGES, BUTTON_CARD, BUTTON_LETTER = 24, 28, 6.5
"""Pixels of a row of buttons on a phone that indents messages, and of the parts of a button."""

STYLES = {
    Weight.PLAIN: discord.ButtonStyle.secondary,
    Weight.MAIN: discord.ButtonStyle.primary,
    Weight.CHOSEN: discord.ButtonStyle.success,
    Weight.GRAVE: discord.ButtonStyle.danger,
}


@dataclass(frozen=True)
class ChoiceButton(Control):
    """Follows a path of choices, or turns to another page of the question there."""

    prefix = "pick"

    table: int
    rev: int
    page: int
    path: tuple[str, ...]


@dataclass(frozen=True)
class ChoiceMenu(Control):
    """The choices of a question. Its values continue the path."""

    prefix = "menu"

    table: int
    rev: int
    path: tuple[str, ...]


class ChoiceControls(Protocol):
    """Makes the controls of a question, for a table or a step of a lesson."""

    def button(self, path: Sequence[str], page: int = 0) -> Control:
        """Goes on after the choices in ``path``, or to another page of the question there."""
        ...

    def menu(self, path: Sequence[str]) -> Control:
        """Has the choices of the question to which ``path`` leads."""
        ...


@dataclass(frozen=True, slots=True)
class TableChoices:
    """The controls of a question at a table, drawn at revision ``rev``."""

    table: int
    rev: int

    def button(self, path: Sequence[str], page: int = 0) -> ChoiceButton:
        """Goes on after the choices in ``path``, or to another page of the question there."""
        return ChoiceButton(self.table, self.rev, page, tuple(path))

    def menu(self, path: Sequence[str]) -> ChoiceMenu:
        """Has the choices of the question to which ``path`` leads."""
        return ChoiceMenu(self.table, self.rev, tuple(path))


def instruction(question: Question) -> Text:
    """How many choices to choose."""
    least, most = max(1, question.least), min(question.most, len(question.choices))
    if least == most:
        return say_count("Choose one", "Choose {count}", most)
    return say("Choose {least} to {most}", least=least, most=most)


def are_buttons(labels: Sequence[str]) -> bool:
    """Whether buttons with these labels can be read and reached on a phone."""
    longest = max(map(len, labels), default=0)
    most = MOST_SHORT_BUTTONS if longest <= SHORT_TEXT else MOST_BUTTONS if longest <= BUTTON_TEXT else 1
    return len(labels) <= most


def button_text(choice: Choice, renderer: Renderer) -> str:
    """The text of a choice's button, with its hint if a phone shows both."""
    if choice.hint is not None:
        hinted = renderer.plain.render(say("{choice} · {hint}", choice=choice.label, hint=choice.hint))
        if len(hinted) <= BUTTON_TEXT:
            return hinted
    return renderer.plain.render(choice.label)


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

    def legend(self) -> str:
        """What the short texts on the buttons mean."""
        return self.renderer.render(self.question.legend) if self.question.legend else ""

    def parts(self, soft: Sequence[str] = (), *, is_asked: bool = False) -> Parts:
        """The question with ``soft`` lines below it, and the controls that answer it.

        ``is_asked``: what stands above asks it in other words.
        """
        question = self.question
        heading = "" if is_asked else f"### {self.renderer.render(question.text)}"
        if self.decide_by is not None:
            heading += f" · {discord.utils.format_dt(self.decide_by, 'R')}"
        heading = "\n".join(filter(None, (heading, *soft)))
        if question.rows:
            return [heading, *self._placed()]
        if question.most > 1:
            if pages(question) > 1:
                return self._selection_parts(heading)
            return [heading, row(self._menu(self.path, 0, max(1, question.least), question.most))]
        usual = [choice for choice in question.choices if choice.weight is Weight.MAIN]
        others = [choice for choice in question.choices if choice.weight is not Weight.MAIN]
        return [heading, *rows(list(map(self._button, usual))), *self._offer(others)]

    def _placed(self) -> Parts:
        """The rows of the question, split where a phone would, and a menu of the choices that stand in none."""
        split = [part for buttons in self.question.rows for part in self._split(buttons)]
        offered = {choice.key for choice in self.question.choices}
        has_menu = len(split) > MOST_ROWS or bool(offered - {choice.key for buttons in split for choice in buttons})
        shown = split[: MOST_ROWS - has_menu]
        placed = {choice.key for buttons in shown for choice in buttons}
        others = tuple(choice for choice in self.question.choices if choice.key not in placed)
        made: Parts = [
            row(*(self._button(choice, disabled=choice.key not in offered) for choice in buttons)) for buttons in shown
        ]
        if not others:
            return made
        listed = replace(self, question=replace(self.question, choices=others))
        menu: Parts = [row(listed._menu(self.path, self.page)), *listed._page_row(self.path, self.page)]
        return [*menu, *made] if self.question.menu_first else [*made, *menu]

    def _split(self, buttons: Sequence[Choice]) -> list[list[Choice]]:
        """These buttons in as many rows as a phone needs for them."""
        found: list[list[Choice]] = []
        room = 0.0
        for choice in buttons:
            wide = BUTTON_EDGES + BUTTON_CARD * (choice.card is not None) + BUTTON_LETTER * len(self._label(choice))
            if not found or wide > room or len(found[-1]) == ROW_LIMIT:
                found.append([])
                room = ROW_WIDTH
            found[-1].append(choice)
            room -= wide + BUTTON_GAP
        return found

    def _offer(self, choices: Sequence[Choice]) -> Parts:
        """These choices as buttons. If they are too many or too long, the first as buttons and all in a menu."""
        if are_buttons(self._labels(choices)):
            return [*rows(list(map(self._button, choices)))]
        first = choices[:BEST_BUTTONS]
        buttons = rows(list(map(self._button, first))) if are_buttons(self._labels(first)) else []
        listed = replace(self, question=replace(self.question, choices=tuple(choices)))
        return [*buttons, row(listed._menu(self.path, self.page)), *listed._page_row(self.path, self.page)]

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
            renderer.label(say("Done ({count} chosen)", count=count), BUTTON_LABEL_LIMIT),
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

    def _button(self, choice: Choice, *, disabled: bool = False) -> ControlItem:
        control = self.controls.button((*self.path, choice.key))
        return control.button(
            clip(self._label(choice), BUTTON_LABEL_LIMIT),
            STYLES[choice.weight],
            emoji=self._emoji(choice),
            disabled=disabled,
        )

    def _label(self, choice: Choice) -> str:
        """The text of a button. Its card is an emoji, unless there are none."""
        if choice.short is None:
            return button_text(choice, self.renderer)
        short = self.renderer.plain.render(choice.short)
        if choice.card is None or self._emoji(choice) or short.startswith(self.renderer.plain.card(choice.card)):
            return short
        return f"{self.renderer.plain.card(choice.card)} {short}"

    def _labels(self, choices: Sequence[Choice]) -> list[str]:
        return list(map(self._label, choices))

    def _emoji(self, choice: Choice) -> str | None:
        return None if choice.card is None else self.renderer.card_emojis.emojis.get(choice.card)

    def _menu(
        self,
        path: Sequence[str],
        page: int,
        least: int = 1,
        most: int = 1,
        selected: frozenset[int] = frozenset(),
    ) -> ControlItem:
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
        options = [self._option(question.choices[position], default=position in selected) for position in shown]
        menu = self.controls.menu(path)
        return menu.menu(options, self.renderer.label(placeholder, PLACEHOLDER_LIMIT), least, min(most, len(options)))

    def _option(self, choice: Choice, *, default: bool) -> discord.SelectOption:
        return discord.SelectOption(
            label=self.renderer.label(choice.label, OPTION_LIMIT),
            value=choice.key,
            description=self.renderer.label(choice.hint, OPTION_LIMIT) if choice.hint else None,
            emoji=self._emoji(choice),
            default=default,
        )

    def _page_row(self, path: Sequence[str], page: int) -> Parts:
        """Buttons to the pages before and after; nothing if there is only one page."""
        last = pages(self.question) - 1
        page = min(max(page, 0), last)
        if not last:
            return []
        return [row(*page_buttons(lambda to: self.controls.button(path, to), page, last, self.renderer))]
