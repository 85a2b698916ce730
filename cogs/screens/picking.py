"""Walking through a question that takes more picks than one menu holds.

A path of picks is what a custom id carries. Where several of more than 25 choices are picked, the
picks so far travel in the path as a *mark*: a last element that starts with ``_``, which no key does.
``_1f_p2`` are the picks as the bits of a number while page 2 is shown, ``_1f_m2``
says that the values which follow are now picked on page 2, ``_1f_ok`` that the picks are complete.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from cogs.screens.limits import MENU_LIMIT
from engines.contract import IllegalAction, View
from engines.picks import advance, no_such_pick
from engines.scenes import Choice, Decision, Question

A = TypeVar("A")
DONE = "ok"
SHOWN = "p"
MENU = "m"
_MARK = re.compile(rf"_(?P<picks>[0-9a-f]+)_(?P<what>{DONE}|{SHOWN}|{MENU})(?P<page>\d*)")


@dataclass(frozen=True, slots=True)
class Mark:
    """The picks so far of a question, by their places among its choices, and the page on show.

    ``what`` is ``SHOWN``, ``MENU`` or ``DONE``.
    """

    picks: frozenset[int] = frozenset()
    page: int = 0
    what: str = SHOWN

    def __str__(self) -> str:
        page = "" if self.what == DONE else self.page
        return f"_{sum(1 << pick for pick in self.picks):x}_{self.what}{page}"


@dataclass(frozen=True, slots=True)
class Step:
    """A question already answered: where it was put and what was picked."""

    path: tuple[str, ...]
    prompt: Question
    picked: tuple[Choice, ...]


def follow(
    view: View[A], path: Sequence[str], values: Sequence[str] = ()
) -> tuple[tuple[str, ...], Question | Decision[A]]:
    """``engines.picks.advance`` for a path that may carry a mark, and the values of a menu shown there.

    The values join the path in the order of the choices; Discord gives them in the order of tapping.
    A path with a mark stays at its question until all is picked. Raises ``IllegalAction`` for a path
    or a value that is none.
    """
    base, mark = split(path)
    if mark is None and not values:
        return advance(view, path)
    prompt = view.ask(base)
    if not isinstance(prompt, Question) or not {choice.key for choice in prompt.choices}.issuperset(values):
        raise no_such_pick()
    if mark is None:
        return advance(view, (*base, *(choice.key for choice in prompt.choices if choice.key in values)))
    marked = read_mark(mark, prompt)
    if marked.what == DONE:
        return advance(view, (*base, *(prompt.choices[pick].key for pick in sorted(marked.picks))))
    if marked.what == MENU:
        marked = _repicked(marked, prompt, values)
    return (*base, str(marked)), prompt


def split(path: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """The path before its mark, and the mark."""
    if path and path[-1].startswith("_"):
        return tuple(path[:-1]), path[-1]
    return tuple(path), None


def read_mark(mark: str, prompt: Question) -> Mark:
    """What a mark says about this question. Raises ``IllegalAction`` if it says nothing."""
    match = _MARK.fullmatch(mark)
    number = int(match["picks"], 16) if match else 0
    if match is None or number >> len(prompt.choices):
        raise no_such_pick()
    picks = frozenset(pick for pick in range(len(prompt.choices)) if number >> pick & 1)
    return Mark(picks, int(match["page"] or 0), match["what"])


def steps(view: View[Any], path: Sequence[str]) -> list[Step]:
    """The questions that lead along ``path``, with their answers."""
    keys = list(split(path)[0])
    found: list[Step] = []
    walked: tuple[str, ...] = ()
    while keys:
        try:
            prompt = view.ask(walked)
        except IllegalAction:
            break
        if not isinstance(prompt, Question):
            break
        choices = {choice.key: choice for choice in prompt.choices}
        picked: list[Choice] = []
        while keys and len(picked) < prompt.most and keys[0] in choices:
            picked.append(choices.pop(keys.pop(0)))
        if not picked:
            break
        found.append(Step(walked, prompt, tuple(picked)))
        walked = (*walked, *(choice.key for choice in picked))
    return found


def back(view: View[Any], path: Sequence[str]) -> tuple[str, ...]:
    """The path to the last question before the end of ``path`` at which there was something to choose."""
    for step in reversed(steps(view, path)):
        if len(step.prompt.choices) > 1:
            return step.path
    return ()


def pages(prompt: Question) -> int:
    """How many menus the choices of a question fill."""
    return max(1, -(-len(prompt.choices) // MENU_LIMIT))


def on_page(prompt: Question, page: int) -> range:
    """The places of the choices on a page; a page that is not there gives the nearest."""
    start = MENU_LIMIT * min(max(page, 0), pages(prompt) - 1)
    return range(start, min(start + MENU_LIMIT, len(prompt.choices)))


def _repicked(mark: Mark, prompt: Question, values: Sequence[str]) -> Mark:
    """The picks after those of the page on show were replaced."""
    shown = on_page(prompt, mark.page)
    chosen = {pick for pick in shown if prompt.choices[pick].key in values}
    return Mark(mark.picks.difference(shown) | chosen, mark.page)
