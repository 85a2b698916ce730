"""Checks that a game's lessons can be followed, and that what they say about moves is true."""

from collections import deque
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any, TypeAlias

from engines.contract import Game, IllegalAction, State, View
from engines.lessons import Lesson, Step
from engines.scenes import Decision, Question
from engines.tutoring import BETWEEN, judge, position, shown_moves, written

WORDS_LIMIT = 500
"""The most characters in a step's text or a remark, so that it fits on a phone screen next to the table."""
MOST_DECISIONS = 400
"""Only this many decisions are judged; if there are more, the step's last remark must cover the rest."""
MOST_PATHS = 4000
"""The most paths to follow through the questions of a step."""
KEY_LIMIT = 8
KEYS_LIMIT = 21
"""The most characters in the keys of a game and its lesson together, to leave room for a path in custom ids."""

Path: TypeAlias = tuple[str, ...]


def check_lessons(game: Game[Any]) -> None:
    """Every lesson of the game satisfies ``engines/lessons.py``."""
    keys = [lesson.key for lesson in game.lessons]
    assert len(set(keys)) == len(keys), f"two lessons have one key: {keys}"
    for lesson in game.lessons:
        assert lesson.key.isalnum(), f"the key {lesson.key!r} has other characters than letters and digits"
        assert len(lesson.key) <= KEY_LIMIT, f"the key {lesson.key!r} is longer than {KEY_LIMIT}"
        both = len(game.key) + len(lesson.key)
        assert both <= KEYS_LIMIT, f"the keys {game.key!r} and {lesson.key!r} are together longer than {KEYS_LIMIT}"
        assert lesson.steps[0].position is not None, f"{lesson.key}: the first step has no position"
        for number, step in enumerate(lesson.steps):
            try:
                _check_step(game, lesson, number, step)
            except (AssertionError, IllegalAction, ValueError) as error:
                raise AssertionError(f"{lesson.key}, step {number + 1}: {error}") from error


def _check_step(game: Game[Any], lesson: Lesson, number: int, step: Step) -> None:
    for text in (step.words, *step.remarks.values(), *([step.praise] if step.praise else [])):
        assert 0 < len(str(text)) <= WORDS_LIMIT, f"these words have not 1 to {WORDS_LIMIT} characters: “{text}”"
    assert step.position is None or not step.replies, "it has a position of its own, so nobody can reply"
    assert step.position is not None or len(lesson.steps[number - 1].accepted) <= 1, (
        "it goes on from a step that accepts several decisions"
    )
    state = position(game, lesson, number)
    game.scene(state.view(lesson.seat))
    if not step.accepted:
        assert not step.remarks, "it is only read, but has remarks"
        return
    assert step.praise is not None, "it says nothing about the right decision"
    assert lesson.seat in state.to_act, "the learner may not act"
    _check_decisions(game, state, lesson.seat, step)


def _check_decisions(game: Game[Any], state: State[Any], seat: int, step: Step) -> None:
    """The accepted decisions are offered, every other decision has a remark, and every remark is used."""
    for text in step.accepted:
        trial = state.clone()
        for move in text.split(BETWEEN):
            assert str(game.parse(move)) == move, f"{move!r} is not the canonical text of an action"
            trial.act(seat, move)
    assert written(shown_moves(game, step)) == step.accepted[0]
    offered = [written(decision.actions) for decision in decisions(game, state.view(seat))]
    if len(offered) <= MOST_DECISIONS:
        missing = set(step.accepted) - set(offered)
        assert not missing, f"the questions do not come to what it accepts: {missing}; offered: {offered}"
    used = dict.fromkeys(step.remarks, False)
    for decision in decisions(game, state.view(seat)):
        try:
            verdict = judge(step, decision)
        except LookupError as error:
            raise AssertionError(f"it has no remark on {error}") from error
        if not verdict.is_right:
            text = written(decision.actions)
            used[next(pattern for pattern in used if fnmatchcase(text, pattern))] = True
    unused = [pattern for pattern, is_used in used.items() if not is_used]
    assert not unused or len(offered) > MOST_DECISIONS, f"remarks on no legal decision: {unused}; offered: {offered}"


def decisions(game: Game[Any], view: View[Any]) -> list[Decision[Any]]:
    """The decisions that the questions lead to, each once, up to slightly more than ``MOST_DECISIONS``."""
    found: dict[str, Decision[Any]] = {}
    for decision in _walk(game, view):
        found.setdefault(written(decision.actions), decision)
        if len(found) > MOST_DECISIONS:
            break
    return list(found.values())


def _walk(game: Game[Any], view: View[Any]) -> Iterator[Decision[Any]]:
    """The decisions of the first ``MOST_PATHS`` paths, shortest paths first, as some questions have endless paths.

    For example, a card can be dropped from a hand and added again.
    """
    paths = deque[Path]([()])
    walked = set[Path]()
    for _ in range(MOST_PATHS):
        if not paths:
            return
        path = paths.popleft()
        try:
            asked = game.ask(view, path)
        except IllegalAction:  # this combination of choices is not allowed
            continue
        if isinstance(asked, Decision):
            yield asked
        elif (here := asked.at or path) not in walked:
            walked.add(here)
            paths.extend((*here, *keys) for keys in _answers(asked))


def _answers(asked: Question) -> Iterator[Path]:
    """The answers to a question; for a multiple choice, those with one choice and with the fewest choices."""
    keys = [choice.key for choice in asked.choices]
    if asked.most == 1:
        for key in keys:
            yield (key,)
        return
    for number in range(max(1, asked.least), asked.most + 1):
        yield tuple(keys[:number])
    for key in keys[1:] if asked.least <= 1 else ():
        yield (key,)
