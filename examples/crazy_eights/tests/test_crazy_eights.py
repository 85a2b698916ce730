"""Crazy Eights passes the tests that every game must pass, and its worked cases."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from crazy_eights.computers import CrazyEightsPolicy, CrazyEightsReasons
from crazy_eights.game import CrazyEights
from engines import GAMES
from engines.testing import Adapter, GameTests
from engines.testing.cases import Case, case_name, check_case, read_cases
from engines.testing.play import positions
from opponents import Level, choose
from opponents.policies import policy_of
from opponents.reasons import REASONS, reason

GAME = CrazyEights()


class TestCrazyEights(GameTests):
    game = GAME
    adapter = Adapter(
        places=("hands", "draw", "discard"),
        face_down=lambda document, seat: [
            document["draw"],
            *(hand for owner, hand in enumerate(document["hands"]) if owner != seat),
        ],
    )


@pytest.mark.parametrize("case", read_cases(Path(__file__).parent / "cases.jsonl"), ids=case_name)
def test_a_worked_case(case: Case) -> None:
    check_case(GAME, case)


def test_it_is_found_by_its_entry_points() -> None:
    assert type(GAMES[GAME.key]) is CrazyEights
    assert type(policy_of(GAME.key)) is CrazyEightsPolicy
    assert type(REASONS[GAME.key]) is CrazyEightsReasons


@pytest.mark.parametrize("level", Level)
def test_computers_play_it_and_say_why(level: Level) -> None:
    chance = Random(1)
    for state in positions(GAME, 3, 20, "computers"):
        for seat in state.to_act:
            view = state.view(seat)
            thought = choose(GAME, view, level, chance)
            assert thought.action in state.actions(seat)
            assert all(str(sentence).endswith(".") for sentence in reason(GAME, view, thought))


def test_judgement_beats_chance() -> None:
    chance, wins = Random(5), 0
    for number in range(60):
        state = GAME.deal(seats=2, seed=f"duel {number}", options=GAME.Options())
        while state.to_act:
            (seat,) = state.to_act
            level = Level.EASY if seat != number % 2 else Level.NORMAL
            state.apply(seat, choose(GAME, state.view(seat), level, chance).action)
        assert state.outcome is not None
        wins += number % 2 in state.outcome.winners
    assert wins > 30


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        ("draw", "You have drawn a card this turn."),
        ("play 2S", "You do not hold 2♠."),
        ("play 5C", "5♣ has neither the suit nor the rank of K♥."),
        ("play 8C", "Name a suit with the eight, as in “play 8C H” for hearts."),
        ("play 3H S", "Only an eight names a suit."),
        ("play 1X", "“1X” is not a card: write rank and suit, such as TD for the ten of diamonds."),
        ("knock", "“knock” is not a move. Write “play 5C”, “play 8C H” to name hearts, “draw” or “pass”."),
    ],
)
def test_refusals(move: str, reason: str) -> None:
    state = GAME.position({"hands": [["5C", "8C", "3H"], ["4D"]], "discard": ["KH"], "drew": True})
    with pytest.raises(ValueError, match=r".") as refusal:
        state.act(0, move)
    assert str(refusal.value) == reason


@pytest.mark.parametrize(
    ("parts", "move", "reason"),
    [
        ({"draw": ["2C"]}, "pass", "You can pass only after drawing, or if you can neither draw nor play."),
        ({}, "pass", "You can pass only after drawing, or if you can neither draw nor play."),
        ({}, "draw", "There is no card left to draw."),
        ({"suit": 0}, "play 3H", "3♥ does not fit: play clubs or an eight."),
    ],
)
def test_refusals_before_drawing(parts: dict[str, Any], move: str, reason: str) -> None:
    state = GAME.position({"hands": [["8C", "3H"], ["4D"]], "discard": ["KH"], **parts})
    with pytest.raises(ValueError, match=r".") as refusal:
        state.act(0, move)
    assert str(refusal.value) == reason


def test_everybody_is_told_in_their_own_words() -> None:
    state = GAME.position(
        {
            "hands": [["8C", "5S"], ["4D", "5C"]],
            "discard": ["KH"],
            "draw": ["9S", "9D", "3H", "2H", "4H", "TC", "TD", "TH", "TS", "JC", "JD"],
            "options": {"target": 20},
        }
    )
    told: dict[int | None, list[str]] = {None: [], 0: [], 1: []}
    for seat, move in (
        (0, "play 8C D"),
        (1, "draw"),
        (1, "pass"),
        (0, "draw"),
        (0, "play 9D"),
        (1, "play 4D"),
        (0, "draw"),
    ):
        events = state.act(seat, move)
        for reader, sentences in told.items():
            sentences += [str(GAME.tell(event, reader)) for event in events if event.visible_to(reader)]
    assert told[0] == [
        "You play 8♣ and name diamonds.",
        "player 2 draws a card.",
        "player 2 passes.",
        "You draw 9♦.",
        "You play 9♦.",
        "player 2 plays 4♦.",
        "You draw 3♥.",
    ]
    assert told[1][1:3] == ["You draw 9♠.", "You pass."]
    assert told[None][1] == "player 2 draws a card."
