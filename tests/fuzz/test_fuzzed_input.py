"""Whatever somebody types, taps or forges is either understood or refused in the way that its reader promises.

``CARDROOM_FUZZ`` is the number of inputs. The tests share them out evenly.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from cogs.hands.paths import read_selection, split
from cogs.settings.commands import read_until
from cogs.tables.opponents import named_opponents
from engines import GAMES
from engines.contract import Game, IllegalAction, State
from engines.scenes import Decision, Question
from engines.testing.play import positions
from sessions.shared.refusals import Refused
from tests.fuzz.mutations import controls, corrupted, mangled

TESTS = 4 * len(GAMES) + 3
COUNT = int(os.environ.get("CARDROOM_FUZZ", "6900")) // TESTS
POSITIONS = 40
"""How many positions of each game are tried; the inputs are shared out among them."""

NOW = datetime(2030, 1, 1, tzinfo=UTC)
POSTED = controls()

each_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))


def inputs(game: Game[Any], purpose: str) -> Iterator[tuple[State[Any], int, Random]]:
    """Positions of the game in turn, each with a seat that may act and a source of chance, ``COUNT`` times."""
    chance = Random(f"{purpose} {game.key}")
    seats = chance.choice(game.seats)
    running = [state for state in positions(game, seats, POSITIONS, purpose) if state.to_act][:POSITIONS]
    for number in range(COUNT):
        state = running[number * len(running) // COUNT]
        yield state, chance.choice(state.to_act), chance


@each_game
def test_moves_as_text(game: Game[Any]) -> None:
    """A text is a legal move, or it is refused and changes nothing."""
    played = 0
    for state, seat, chance in inputs(game, "moves"):
        legal = state.actions(seat)
        text = mangled(str(chance.choice(legal)), chance)
        tried = state.clone()
        try:
            tried.act(seat, text)
        except IllegalAction:
            assert chance.random() > 0.05 or tried == state, f"{text!r} was refused, but has changed the position"
        else:
            assert game.parse(text) in legal, f"{text!r} was played, but is not legal"
            played += 1
    assert 0 < played < COUNT


@each_game
def test_paths_of_choices(game: Game[Any]) -> None:
    """A path leads to a question or to a legal decision, or it is refused."""
    asked = 0
    for state, seat, chance in inputs(game, "paths"):
        view = state.view(seat)
        path: tuple[str, ...] = ()
        question = game.ask(view, path)
        while isinstance(question, Question) and chance.random() < 0.6:
            chosen = chance.choice(question.choices).key
            path = (*path, mangled(chosen, chance) if chance.random() < 0.4 else chosen)
            with suppress(IllegalAction):
                read_selection(split(path)[1] or "", question)
            try:
                question = game.ask(view, path)
            except IllegalAction:
                break
            asked += 1
        if isinstance(question, Decision):
            first = question.actions[0]
            assert first in state.actions(seat), f"the path {path} leads to {first}, which is not legal"
    assert asked > 0


@each_game
def test_positions_as_documents(game: Game[Any]) -> None:
    """A document is a position that can be written again, or it is refused with ``ValueError``."""
    refused = 0
    for state, _, chance in inputs(game, "documents"):
        document = state.dump()
        for place in chance.sample(list(document), chance.choice((1, 1, 1, 2))):
            document[place] = corrupted(document[place], chance)
        try:
            read = game.position(document)
        except ValueError:
            refused += 1
        else:
            assert game.position(read.dump()) == read, f"another position after writing and reading: {document}"
    assert 0 < refused <= COUNT


@each_game
def test_house_rules(game: Game[Any]) -> None:
    """House rules are understood, or refused with ``ValueError``."""
    genuine = game.Options().model_dump(mode="json")
    chance = Random(f"house rules {game.key}")
    refused = 0
    for _ in range(COUNT):
        document = corrupted(genuine, chance)
        try:
            rules = game.Options.model_validate(document)
        except ValueError:
            refused += 1
        else:
            assert game.Options.model_validate_json(rules.model_dump_json()) == rules
    assert refused > 0


def test_custom_ids() -> None:
    """A custom id is that of a control, which writes one that means the same, or of none."""
    chance, read = Random("custom ids"), 0
    for _ in range(COUNT):
        posted = chance.choice(POSTED)
        custom_id = mangled(posted.custom_id, chance)
        control = type(posted).read(custom_id)
        if control is not None:
            assert type(control).read(control.custom_id) == control
            read += 1
    assert 0 < read < COUNT


def test_ends_of_vacations() -> None:
    """What is typed is a moment with a time zone, or it is refused. A day ends at midnight where the member is."""
    assert read_until("2030-12-24", NOW, ZoneInfo("America/New_York")) == datetime(2030, 12, 25, 5, tzinfo=UTC)
    chance = Random("vacations")
    for _ in range(COUNT):
        typed = mangled(chance.choice(("5", "14 days", "2030-12-24")), chance)
        with suppress(Refused):
            assert read_until(typed, NOW, ZoneInfo("Pacific/Kiritimati")).tzinfo is not None, (
                f"{typed!r} is read as a moment without a time zone"
            )


def test_opponents_by_name() -> None:
    """What is typed names opponents, as many as there are seats for, or it is refused."""
    chance, game = Random("opponents"), GAMES["knotweed"]
    for _ in range(COUNT):
        typed = mangled(chance.choice(("<@12> <@!34>", "easy hard computer", "<@1>,normal")), chance)
        with suppress(Refused):
            opponents = named_opponents(typed, game, host_id=12)
            assert 0 < len(opponents.users) + len(opponents.computers) < game.seats[-1], f"{typed!r} names too many"
            assert 12 not in opponents.users, f"{typed!r} names the host"
