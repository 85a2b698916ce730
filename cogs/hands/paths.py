"""Follows a path of choices, which a custom id carries, through the questions of a decision.

Where a player selects several of more than 25 choices, the selection so far is the path's last element, which starts
with ``_``, as no key does. ``_1f_p2`` are the selected choices, as the bits of a number, while page 2 is
shown; ``_1f_m2`` says that the values which follow replace the selection on page 2; ``_1f_ok`` that it is complete.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from cogs.shared.limits import MENU_LIMIT
from engines.contract import Game, IllegalAction, View
from engines.kit.questions import OUT_OF_DATE
from engines.scenes import Choice, Decision, Question
from engines.texts import Text

A = TypeVar("A")


class Position(Protocol):
    """What a player knows when they choose a move."""

    @property
    def game(self) -> Game[Any]:
        """The rules."""
        ...

    @property
    def view(self) -> View[Any] | None:
        """What the player may know; ``None`` before the cards are dealt."""
        ...


class Seen(Position, Protocol):
    """A position and how it came about."""

    @property
    def news(self) -> tuple[Text, ...]:
        """The latest events that the player may read, oldest first."""
        ...


def ask(game: Game[A], view: View[A], path: Sequence[str]) -> Question | Decision[A]:
    """What the game asks at the end of ``path``. It is asked once: a hand looks at a question in several places."""
    walked = tuple(path)
    return view.remembered(("asked", *walked), lambda: game.ask(view, walked))


def advance(game: Game[A], view: View[A], path: Sequence[str]) -> tuple[tuple[str, ...], Question | Decision[A]]:
    """Follow ``path``, and continue while there is only one choice. Returns the final path and what it leads to.

    The first question is always asked, even with a single choice: nothing is played without a tap.
    """
    walked = tuple(path)
    asked = ask(game, view, walked)
    while walked and isinstance(asked, Question) and len(asked.choices) == 1 and asked.least == 1:
        walked = (*walked, asked.choices[0].key)
        asked = ask(game, view, walked)
    if isinstance(asked, Question) and asked.at is not None:
        walked = asked.at
    return walked, asked


DONE = "ok"
SHOWN = "p"
MENU = "m"
_SELECTION = re.compile(rf"_(?P<selected>[0-9a-f]+)_(?P<state>{DONE}|{SHOWN}|{MENU})(?P<page>\d*)")


@dataclass(frozen=True, slots=True)
class Selection:
    """The choices selected so far, by their positions in the question, and the page that is shown.

    ``state`` is ``SHOWN``, ``MENU`` or ``DONE``.
    """

    selected: frozenset[int] = frozenset()
    page: int = 0
    state: str = SHOWN

    def __str__(self) -> str:
        page = "" if self.state == DONE else self.page
        return f"_{sum(1 << position for position in self.selected):x}_{self.state}{page}"


@dataclass(frozen=True, slots=True)
class AnsweredQuestion:
    """An answered question: the path to it and what was chosen."""

    path: tuple[str, ...]
    question: Question
    chosen: tuple[Choice, ...]


def follow(
    seen: Position, path: Sequence[str], values: Sequence[str] = ()
) -> tuple[tuple[str, ...], Question | Decision[Any]]:
    """Follow a path, which may end with a selection, and the values chosen in a menu there, as far as they lead.

    The values join the path in the order of the choices; Discord gives them in the order of tapping.
    A path with a selection stays at its question until the selection is complete. Raises ``IllegalAction`` for a
    path or value that does not exist.
    """
    base, text = split(path)
    if text is None and not values:
        return _advance(seen, path)
    question = _ask(seen, base)
    if not isinstance(question, Question) or not {choice.key for choice in question.choices}.issuperset(values):
        raise IllegalAction(OUT_OF_DATE)
    if text is None:
        return _advance(seen, (*base, *(choice.key for choice in question.choices if choice.key in values)))
    selection = read_selection(text, question)
    if selection.state == DONE:
        keys = (question.choices[position].key for position in sorted(selection.selected))
        return _advance(seen, (*base, *keys))
    if selection.state == MENU:
        selection = _reselected(selection, question, values)
    return (*base, str(selection)), question


def split(path: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """The path before its selection, and the selection as text."""
    if path and path[-1].startswith("_"):
        return tuple(path[:-1]), path[-1]
    return tuple(path), None


def read_selection(text: str, question: Question) -> Selection:
    """The selection among this question's choices. Raises ``IllegalAction`` if the text makes no sense."""
    match = _SELECTION.fullmatch(text)
    number = int(match["selected"], 16) if match else 0
    if match is None or number >> len(question.choices):
        raise IllegalAction(OUT_OF_DATE)
    selected = frozenset(position for position in range(len(question.choices)) if number >> position & 1)
    return Selection(selected, int(match["page"] or 0), match["state"])


def steps(seen: Position, path: Sequence[str]) -> list[AnsweredQuestion]:
    """The questions along ``path``, with their answers."""
    keys = list(split(path)[0])
    found: list[AnsweredQuestion] = []
    walked: tuple[str, ...] = ()
    while keys:
        try:
            question = _ask(seen, walked)
        except IllegalAction:
            break
        if not isinstance(question, Question):
            break
        choices = {choice.key: choice for choice in question.choices}
        chosen: list[Choice] = []
        while keys and len(chosen) < question.most and keys[0] in choices:
            chosen.append(choices.pop(keys.pop(0)))
        if not chosen:
            break
        found.append(AnsweredQuestion(walked, question, tuple(chosen)))
        walked = (*walked, *(choice.key for choice in chosen))
    return found


def step_back(seen: Position, path: Sequence[str]) -> tuple[str, ...]:
    """The path to the last question before the end of ``path`` with more than one choice."""
    for step in reversed(steps(seen, path)):
        if len(step.question.choices) > 1:
            return step.path
    return ()


def asked_at(seen: Position, path: Sequence[str]) -> Question | None:
    """The question to which ``path`` leads; ``None`` if it leads to a complete move, or nowhere."""
    try:
        asked = follow(seen, path)[1]
    except IllegalAction:
        return None
    return asked if isinstance(asked, Question) else None


def still_there(seen: Position, path: Sequence[str]) -> tuple[str, ...]:
    """The path, or that to the first question if it leads nowhere, because another version of the bot has drawn it."""
    try:
        follow(seen, path)
    except IllegalAction:
        return ()
    return tuple(path)


def pages(question: Question) -> int:
    """How many menus the choices of a question fill."""
    return max(1, -(-len(question.choices) // MENU_LIMIT))


def on_page(question: Question, page: int) -> range:
    """The positions of the choices on a page, or on the nearest page if it does not exist."""
    start = MENU_LIMIT * min(max(page, 0), pages(question) - 1)
    return range(start, min(start + MENU_LIMIT, len(question.choices)))


def _reselected(selection: Selection, question: Question, values: Sequence[str]) -> Selection:
    """The selection after replacing the choices on the page that is shown."""
    shown = on_page(question, selection.page)
    chosen = {position for position in shown if question.choices[position].key in values}
    return Selection(selection.selected.difference(shown) | chosen, selection.page)


def _ask(seen: Position, path: Sequence[str]) -> Question | Decision[Any]:
    assert seen.view is not None
    return ask(seen.game, seen.view, path)


def _advance(seen: Position, path: Sequence[str]) -> tuple[tuple[str, ...], Question | Decision[Any]]:
    assert seen.view is not None
    return advance(seen.game, seen.view, path)
