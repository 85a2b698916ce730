"""The screens of real games, from random play and with the largest hands, hold Discord's limits (rule 4)."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from cogs.hands.paths import pages
from cogs.hands.screen import hand_screen
from cogs.tables.screen import table_screen
from engines import GAMES, Game
from engines.contract import IllegalAction, State, View
from engines.scenes import Question
from tests.cogs.reading import menus, parts, path_of, text
from tests.cogs.real_games import READER, snapshot

TABLES = [(game, seats) for game in GAMES.values() for seats in {game.seats[0], game.seats[-1]}]
STEPS = 120
EVERY = 12
QUESTIONS = 40
"""Questions looked at in one position."""


def positions(game: Game[Any], seats: int, steps: int, every: int) -> Iterator[tuple[State[Any], list[Any]]]:
    state = game.deal(seats=seats, seed="screens", options=game.Options())
    chance, news = Random(1), []
    for step in range(steps):
        if step % every == 0 or not state.to_act:
            yield state, news
        if not state.to_act:
            return
        seat = chance.choice(state.to_act)
        news += state.act(seat, chance.choice(state.actions(seat)))


def questions(game: Game[Any], view: View[Any]) -> Iterator[tuple[tuple[str, ...], Question]]:
    """Questions of this position, the first ones first; several picks are not followed further."""
    todo: list[tuple[str, ...]] = [()]
    for path in todo[:QUESTIONS]:
        try:
            asked = game.ask(view, path)
        except IllegalAction:
            continue
        if isinstance(asked, Question):
            yield path, asked
            if asked.most == 1:
                todo += [(*path, choice.key) for choice in asked.choices]


def check_hand(state: State[Any], seat: int, news: list[Any]) -> None:
    """Every question of the position is put with all its choices, over as many pages as it takes."""
    shown = snapshot(state, seat, news)
    assert shown.view is not None
    for path, question in questions(shown.game, shown.view):
        offered: set[str] = set()
        for page in range(pages(question)):
            screen = hand_screen(shown, READER, path, page)
            offered |= {option["value"] for menu in menus(screen) for option in menu["options"]}
            offered |= {path_of(part)[-1] for part in parts(screen) if "custom_id" in part and path_of(part)}
        if len(question.choices) > 1 or not path:
            assert {choice.key for choice in question.choices} <= offered


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda value: getattr(value, "key", value))
def test_screens_of_random_games(game: Game[Any], seats: int) -> None:
    for state, news in positions(game, seats, STEPS, EVERY):
        assert game.name in text(table_screen(snapshot(state, None, news), READER))
        for seat in range(seats):
            assert text(hand_screen(snapshot(state, seat, news), READER))
        for seat in state.to_act:
            check_hand(state, seat, news)
