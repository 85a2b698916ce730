"""A lesson, step by step: table and question as in a hand, with the lesson's comments; and the list of own games.

The custom ids of its controls hold all that is known about a learner: the step and the choices in it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, Self

import discord
from discord import ui

from cogs.hands.paths import follow, step_back, steps
from cogs.hands.question import ChoiceControls, QuestionParts
from cogs.hands.screen import Around, trail_of
from cogs.rules.rules_screen import OpenRulesButton
from cogs.shared import zones
from cogs.shared.controls import Control
from cogs.shared.layout import GUIDE_COLOUR, PLAY_COLOUR, Detail, Parts, fit, layout, rows
from cogs.shared.pictures import Picture
from cogs.shared.rendering import Renderer, verbatim
from cogs.shared.table_parts import LEARN, TableButton, Verb
from db.records import TableRecord
from engines.contract import Game, State, View
from engines.kit.beats import told
from engines.lessons import Lesson, Step
from engines.scenes import Question, Scene
from engines.texts import Text, say, say_count
from engines.tutoring import Reached, made, reached, shown_moves
from sessions.replays.mistakes import OwnGame, OwnStep


@dataclass(frozen=True, slots=True)
class ShownStep:
    """The position of step ``number``, counted from 0, or the one after the learner's decision there.

    ``news`` has happened since the learner saw ``before``, if the position follows from another one.
    """

    game: Game[Any]
    lesson: Lesson
    number: int
    position: State[Any]
    before: View[Any] | None
    news: tuple[Text, ...]
    table: TableRecord | None = None
    """The learner's own game that the position comes from."""

    @classmethod
    def of(cls, game: Game[Any], lesson: Lesson, number: int) -> Self:
        """The step with this number."""
        return cls._at(game, lesson, number, reached(game, lesson, number))

    @classmethod
    def own(cls, asked: OwnStep, number: int) -> Self:
        """A position of the learner's own game."""
        return cls._at(asked.game, asked.lesson, number, asked.reached, asked.table)

    @classmethod
    def _at(cls, game: Game[Any], lesson: Lesson, number: int, now: Reached, table: TableRecord | None = None) -> Self:
        return cls(game, lesson, number, now.state, now.before, told(game, now.events, lesson.seat), table)

    def after(self, actions: Iterable[Any]) -> Self:
        """What the learner sees once these actions are made."""
        now = made(self.position, self.lesson.seat, actions)
        return self._at(self.game, self.lesson, self.number, now, self.table)

    @property
    def view(self) -> View[Any]:
        """What the learner may know."""
        return self.position.view(self.lesson.seat)

    @property
    def step(self) -> Step:
        """What the lesson says about it."""
        return self.lesson.steps[self.number]

    @property
    def scene(self) -> Scene:
        """The table as the learner sees it."""
        return replace(self.game.scene(self.view), told=self.news)

    @property
    def right_moves(self) -> tuple[Any, ...]:
        """The actions that *Show me* makes."""
        return shown_moves(self.game, self.step)

    def in_words(self, actions: Iterable[Any]) -> tuple[Text, ...]:
        """Moves that the learner makes one after another from here, in words."""
        state, seat = self.position.clone(), self.lesson.seat
        told: list[Text] = []
        for action in actions:
            told.append(self.game.label(state.view(seat), action))
            state.act(seat, action)
        return tuple(told)


class LessonVerb(StrEnum):
    """What a button of a lesson does."""

    GO = "go"
    """Turns to the step."""
    SHOW = "show"
    """Makes the right move in the step."""
    WHY_NOT = "why"
    UNSEEN = "unseen"
    PLAY = "play"
    """As ``FIRST_GAME``: lessons used to end with the end of a game."""
    FIRST_GAME = "first"


class PractiseButton(Control, prefix="practise"):
    """Lists the member's latest games, to learn from their mistakes."""


class ThemeButton(Control, prefix="theme"):
    """Asks the next position of a theme, from any of the member's latest games."""

    game: str
    theme: str


class LessonButton(Control, prefix="lesson"):
    """A button of a step of a lesson, counted from 0. For the learner's own mistakes, see ``own_lesson``."""

    game: str
    lesson: str
    step: int
    verb: LessonVerb


class LessonChoiceButton(Control, prefix="lp"):  # short, because a path can be long
    """Follows a path of choices in a step, or turns to another page of the question there."""

    game: str
    lesson: str
    step: int
    page: int
    path: tuple[str, ...]


class LessonChoiceMenu(Control, prefix="lm"):
    """The choices of a question in a step. Its values continue the path."""

    game: str
    lesson: str
    step: int
    path: tuple[str, ...]


def lesson_choices(game: str, lesson: str, step: int) -> ChoiceControls:
    """The controls of the question in a step."""
    return ChoiceControls(
        partial(LessonChoiceButton, game, lesson, step), partial(LessonChoiceMenu, game, lesson, step)
    )


def own_lesson(key: str) -> tuple[int, str] | None:
    """The learner's own table that a lesson is about, and the theme practised; ``None`` for a game's lesson."""
    table, _, theme = key.partition("_")
    return (int(table), theme) if table.isdigit() else None


RIGHT, WRONG, SHOWN = "✅", "❌", "💡"
OVER = say("Now play a real game. I help when something new comes up.")
MOST_THEMES = 10
"""How many themes have a button below the latest games."""
MOST_MOVES = 3
"""Of more moves that make one decision, such as the cards of a hand, only the last is named."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A comment on moves: a sign, the moves that were shown or tried, and why they are right or wrong."""

    sign: str
    texts: tuple[Text, ...]
    more: tuple[Text, ...] = ()
    """What else there is to say, in small print."""

    def render(self, renderer: Renderer) -> str:
        """The lines; moves are bold."""
        *moves, reason = [renderer.render(text) for text in self.texts]
        moves = moves if len(moves) <= MOST_MOVES else moves[-1:]
        told = [*(f"{self.sign} **{move}**" for move in moves), reason if moves else f"{self.sign} {reason}"]
        return "\n".join([*told, *(f"-# {renderer.render(text)}" for text in self.more)])


def step_screen(
    shown: ShownStep,
    renderer: Renderer,
    path: Sequence[str] = (),
    page: int = 0,
    remark: Remark | None = None,
    picture: Picture | None = None,
) -> ui.LayoutView:
    """A step, with the question after the choices in ``path`` if the learner is to move, and what was wrong."""
    scene, seat = shown.scene, shown.lesson.seat
    walked, asked = follow(shown, path) if shown.step.accepted else ((), None)
    choices = lesson_choices(shown.game.key, shown.lesson.key, shown.number)

    def build(detail: Detail, words: Renderer) -> ui.LayoutView:
        picking = asked.picking if isinstance(asked, Question) else None
        around = Around(shown, scene, seat, picture, words, detail, picking)
        parts: Parts = [_heading(shown.lesson, shown.number, words), *around.above()]
        said = [words.render(shown.step.words), *([remark.render(words)] if remark else [])]
        parts += ["" if picture else zones.present_trick(scene, words), "\n\n".join(said)]
        if isinstance(asked, Question):
            # Buttons and menus always show cards as emojis, however the texts show them.
            asking = QuestionParts(choices, asked, walked, page, renderer)
            trail = trail_of(shown, walked, words)
            parts += asking.parts(trail, is_asked=not trail)
        return layout(PLAY_COLOUR, *parts, *rows(_foot(shown, walked, words)), *around.below())

    return fit(renderer, build)


def done_screen(shown: ShownStep, renderer: Renderer, praise: Remark, picture: Picture | None = None) -> ui.LayoutView:
    """The table after a right decision, with the praise beside the cards that it praises, and the way on."""
    game, lesson, number = shown.game, shown.lesson, shown.number
    is_last = number + 1 == len(lesson.steps)

    def build(detail: Detail, words: Renderer) -> ui.LayoutView:
        around = Around(shown, shown.scene, lesson.seat, picture, words, detail)
        said = [praise.render(words), *([words.render(OVER)] if is_last and shown.table is None else [])]
        back = _turn(game, lesson, number, say("Back"), words, "↩️")
        on = _turn(game, lesson, number + 1, say("Next"), words, "▶️", is_main=True)
        if theme := _theme(lesson):
            on = ThemeButton(game.key, theme).button(say("Next"), words, discord.ButtonStyle.primary, emoji="▶️")
        ways = rows([*_after_lesson(shown, words), back] if is_last and not theme else [on, back])
        parts: Parts = [_heading(lesson, number, words), *around.above(), "\n\n".join(said), *ways]
        return layout(PLAY_COLOUR, *parts, *around.below())

    return fit(renderer, build)


def last_screen(shown: ShownStep, renderer: Renderer) -> ui.LayoutView:
    """What comes after a last step that is only read."""
    game, lesson = shown.game, shown.lesson
    back = _turn(game, lesson, len(lesson.steps) - 1, say("Back"), renderer, "↩️")
    controls = [*_after_lesson(shown, renderer), back]
    heading = f"-# {LEARN} {game.name} · {renderer.render(lesson.title)}"
    return layout(GUIDE_COLOUR, heading, renderer.render(OVER), *rows(controls))


def _after_lesson(shown: ShownStep, renderer: Renderer) -> list[ui.Button[Any]]:
    """A real game, the rules, other lessons; after one's own mistakes, those in other games."""
    game, lesson = shown.game, shown.lesson
    if shown.table is not None:
        return [PractiseButton().button(say("My other games"), renderer, discord.ButtonStyle.primary, emoji="🎯")]
    controls: list[ui.Button[Any]] = []
    if game.seats[-1] > 1:
        label = say("Play your first game")
        controls.append(_button(game, lesson, LessonVerb.FIRST_GAME, label, renderer, "🎴", is_main=True))
    controls.append(OpenRulesButton(game.key).button(say("Rules"), renderer))
    return [*controls, *_other_lessons(game, lesson, renderer)]


def _heading(lesson: Lesson, number: int, renderer: Renderer) -> str:
    """Which step it is, at first with the lesson's name. A theme goes through many games, so it has no steps."""
    if _theme(lesson):
        return f"-# {LEARN} {renderer.render(lesson.title)}"
    place = say("Step {number} of {count}", number=number + 1, count=len(lesson.steps))
    if not number:
        place = say("{title} · {step}", title=lesson.title, step=place)
    return f"-# {LEARN} {renderer.render(place)}"


def _theme(lesson: Lesson) -> str:
    """The theme that the learner practises; empty if there is none."""
    own = own_lesson(lesson.key)
    return own[1] if own else ""


def _foot(shown: ShownStep, path: Sequence[str], renderer: Renderer) -> list[ui.Item[Any]]:
    game, lesson, number, step = shown.game, shown.lesson, shown.number, shown.step
    controls: list[ui.Item[Any]] = []
    if not step.accepted:
        controls.append(_turn(game, lesson, number + 1, say("Next"), renderer, "▶️", is_main=True))
    if path and steps(shown, path):
        back = lesson_choices(game.key, lesson.key, number).button(step_back(shown, path))
        controls.append(back.button(say("Back"), renderer, emoji="↩️"))
    elif number and not _theme(lesson):
        controls.append(_turn(game, lesson, number - 1, say("Back"), renderer, "↩️"))
    if step.accepted:
        controls.append(_button(game, lesson, LessonVerb.SHOW, say("Show me"), renderer, "💡", number))
        if game.refusals(shown.view):
            controls.append(_button(game, lesson, LessonVerb.WHY_NOT, say("Why not?"), renderer, "❔", number))
        if game.unseen(shown.view):
            controls.append(_button(game, lesson, LessonVerb.UNSEEN, say("Unseen cards"), renderer, "👁️", number))
    if not number and shown.table is None:
        controls += _other_lessons(game, lesson, renderer)
    return controls


def _other_lessons(game: Game[Any], lesson: Lesson, renderer: Renderer) -> list[ui.Button[Any]]:
    return [_turn(game, other, 0, other.title, renderer, LEARN) for other in game.lessons if other.key != lesson.key]


def _turn(
    game: Game[Any], lesson: Lesson, number: int, label: Text, renderer: Renderer, emoji: str, *, is_main: bool = False
) -> ui.Button[Any]:
    return _button(game, lesson, LessonVerb.GO, label, renderer, emoji, number, is_main=is_main)


def _button(
    game: Game[Any],
    lesson: Lesson,
    verb: LessonVerb,
    label: Text,
    renderer: Renderer,
    emoji: str,
    number: int = 0,
    *,
    is_main: bool = False,
) -> ui.Button[Any]:
    style = discord.ButtonStyle.primary if is_main else discord.ButtonStyle.secondary
    return LessonButton(game.key, lesson.key, number, verb).button(label, renderer, style, emoji=emoji)


def own_games_screen(games: Sequence[OwnGame], renderer: Renderer) -> ui.LayoutView:
    """A line for each game, and a button to its positions or, if nobody has judged it yet, to have that done."""
    heading = f"## 🎓 {renderer.render(say('Learn from my mistakes'))}"
    how = say("Positions where your move cost you a lot: find a better one. Those you miss come back after three days.")
    parts: Parts = [f"{heading}\n-# {renderer.render(how)}"]
    if not games:
        parts.append(renderer.render(say("You haven't finished a game yet that I can look at.")))
    parts.append("\n".join(f"{place}\\. {_line(own, renderer)}" for place, own in enumerate(games, 1)))
    buttons = [
        _own_button(own, place, renderer) for place, own in enumerate(games, 1) if own.waiting is None or own.waiting
    ]
    parts += rows(buttons)
    one = say("Or practise one thing:")
    if len(themes := _theme_buttons(games, renderer)) > 1:
        parts += [f"-# {renderer.render(one)}", *rows(themes)]
    return layout(GUIDE_COLOUR, *parts)


def _theme_buttons(games: Sequence[OwnGame], renderer: Renderer) -> list[ui.Button[Any]]:
    """A button for each theme of the positions that wait, those of the latest games first."""
    waiting: dict[tuple[str, str], list[str]] = {}
    for own in games:
        for theme in own.themes.values():
            name = f"{own.game.name} · {renderer.render(theme.title)}"
            waiting.setdefault((own.game.key, theme.key), []).append(name)
    return [
        ThemeButton(*theme).button(verbatim(f"{names[0]} ({len(names)})"), renderer)
        for theme, names in list(waiting.items())[:MOST_THEMES]
    ]


def _line(own: OwnGame, renderer: Renderer) -> str:
    return f"**{own.game.name}** #{own.table.id} · {renderer.render(_waiting(own))}"


def _waiting(own: OwnGame) -> Text:
    if own.waiting is None:
        return say("not looked at yet")
    if not own.waiting:
        return say("nothing to ask now")
    return say_count("{count} position waits", "{count} positions wait", len(own.waiting))


def _own_button(own: OwnGame, place: int, renderer: Renderer) -> ui.Button[Any]:
    label = verbatim(f"{place}. {own.game.name}")
    if own.waiting is None:
        return TableButton(own.table.id, own.table.rev, Verb.MISTAKES).button(label, renderer, emoji="🔍")
    control = LessonButton(own.game.key, str(own.table.id), own.waiting[0], LessonVerb.GO)
    return control.button(label, renderer, discord.ButtonStyle.primary, emoji="🎯")
