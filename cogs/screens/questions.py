"""A ``Question`` as buttons, a menu or pages: every choice within reach, whichever game asks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.controls import PickButton, PickMenu
from cogs.rendering import Renderer, clip
from cogs.screens.limits import OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.screens.parts import row, rows
from cogs.screens.picking import DONE, MENU, Mark, on_page, pages, read_mark, split
from db.records import TableRecord
from engines.scenes import Choice, Question, Weight
from engines.texts import Text, say, say_count

MOST_BUTTONS = 10
BUTTON_TEXT = 45
"""Characters of a button that a phone shows; longer ones go to a menu."""

STYLES = {
    Weight.PLAIN: discord.ButtonStyle.secondary,
    Weight.MAIN: discord.ButtonStyle.primary,
    Weight.GRAVE: discord.ButtonStyle.danger,
}

Parts = list[str | ui.Item[Any]]


def question_parts(table: TableRecord, prompt: Question, walked: Sequence[str], page: int, renderer: Renderer) -> Parts:
    """The question and the controls that answer it."""
    question = f"### {renderer.say(prompt.text)}"
    if prompt.most > 1:
        if pages(prompt) > 1:
            return _marking_parts(table, prompt, walked, page, renderer, question)
        menu = _menu(table, prompt, walked, 0, renderer, least=max(1, prompt.least), most=prompt.most)
        return [question, row(menu)]
    labels = [_button_text(choice, renderer) for choice in prompt.choices]
    if len(labels) <= MOST_BUTTONS and all(len(label) <= BUTTON_TEXT for label in labels):
        pairs = zip(prompt.choices, labels, strict=True)
        return [question, *rows([_button(table, walked, choice, label, renderer) for choice, label in pairs])]
    parts: Parts = [question, row(_menu(table, prompt, walked, page, renderer))]
    return parts + _page_row(table, prompt, walked, page, renderer)


def how_many(prompt: Question) -> Text:
    """How many choices may be picked, in words."""
    least, most = max(1, prompt.least), min(prompt.most, len(prompt.choices))
    if least == most:
        return say_count("Pick one", "Pick {count}", most)
    return say("Pick {least} to {most}", least=least, most=most)


def _button_text(choice: Choice, renderer: Renderer) -> str:
    words = renderer.plain
    label = words.say(choice.label)
    return f"{label} · {words.say(choice.hint)}" if choice.hint else label


def _button(table: TableRecord, walked: Sequence[str], choice: Choice, label: str, renderer: Renderer) -> PickButton:
    return PickButton(
        table.id, table.rev, (*walked, choice.key), label, STYLES[choice.weight], emoji=_face(choice, renderer)
    )


def _face(choice: Choice, renderer: Renderer) -> str | None:
    return None if choice.card is None else renderer.card_emojis.emojis.get(choice.card)


def _menu(
    table: TableRecord,
    prompt: Question,
    path: Sequence[str],
    page: int,
    renderer: Renderer,
    *,
    least: int = 1,
    most: int = 1,
    picked: frozenset[int] = frozenset(),
) -> PickMenu:
    shown = on_page(prompt, page)
    options = [_option(prompt.choices[place], renderer, default=place in picked) for place in shown]
    placeholder = renderer.label(how_many(prompt), PLACEHOLDER_LIMIT)
    if pages(prompt) > 1:
        where = renderer.say(
            say("{first}–{last} of {count}", first=shown.start + 1, last=shown.stop, count=len(prompt.choices))
        )
        placeholder = clip(f"{where} · {placeholder}", PLACEHOLDER_LIMIT)
    return PickMenu(table.id, table.rev, path, options, placeholder, least, min(most, len(options)))


def _option(choice: Choice, renderer: Renderer, *, default: bool) -> discord.SelectOption:
    return discord.SelectOption(
        label=renderer.label(choice.label, OPTION_LIMIT),
        value=choice.key,
        description=renderer.label(choice.hint, OPTION_LIMIT) if choice.hint else None,
        emoji=_face(choice, renderer),
        default=default,
    )


def _page_row(table: TableRecord, prompt: Question, path: Sequence[str], page: int, renderer: Renderer) -> Parts:
    """Buttons to the pages before and after; nothing if there is only one."""
    last = pages(prompt) - 1
    if last == 0:
        return []
    page = min(max(page, 0), last)
    # At an end the button leads to where it stands and is switched off: ids must differ, so it counts on.
    return [
        row(
            PickButton(
                table.id, table.rev, path, renderer.say(say("Previous")), page=(page - 1) % (last + 2), emoji="◀️",
                disabled=page == 0,
            ),
            PickButton(
                table.id, table.rev, path, renderer.say(say("Next")), page=page + 1, emoji="▶️", disabled=page == last
            ),
        )
    ]  # fmt: skip


def _marking_parts(
    table: TableRecord, prompt: Question, walked: Sequence[str], page: int, renderer: Renderer, question: str
) -> Parts:
    """Several picks over several pages: menus that remember, and a button that ends the picking."""
    base, written = split(walked)
    mark = read_mark(written, prompt) if written else Mark(page=page)
    picks = mark.picks
    shown = min(page or mark.page, pages(prompt) - 1)
    count, least, most = len(picks), max(1, prompt.least), prompt.most
    chosen = ", ".join(renderer.say(prompt.choices[pick].label) for pick in sorted(picks))
    status = say_count("one picked so far", "{count} picked so far", count)
    menu_path = (*base, str(Mark(picks, shown, MENU)))
    done = PickButton(
        table.id,
        table.rev,
        (*base, str(Mark(picks, what=DONE))),
        renderer.say(say("Done ({count} picked)", count=count)),
        discord.ButtonStyle.primary,
        disabled=not least <= count <= most,
    )
    return [
        "\n".join([question, f"-# {renderer.say(how_many(prompt))} · {renderer.say(status)}", chosen]).rstrip(),
        row(_menu(table, prompt, menu_path, shown, renderer, least=0, most=most, picked=picks)),
        *_page_row(table, prompt, (*base, str(Mark(picks))), shown, renderer),
        row(done),
    ]
