"""The engine does what the Counterweight lesson says."""

import pytest

from engines.cards import parse_card
from engines.counterweight.actions import Action
from engines.counterweight.lesson import LESSONS
from engines.counterweight.rules import FITS, NO_FIT, UP
from engines.counterweight.state import CounterweightState
from engines.tutoring import BETWEEN, position
from tests.engines.counterweight.positions import GAME, legal

(LESSON,) = LESSONS


def at(number: int) -> CounterweightState:
    """The position of a step, numbered from 1 as the learner sees it."""
    state = position(GAME, LESSON, number - 1)
    assert isinstance(state, CounterweightState)
    return state


def after(number: int, decision: str) -> CounterweightState:
    """The position after this decision by the learner."""
    state = at(number)
    for move in decision.split(BETWEEN):
        state.act(0, move)
    return state


def fit(top: str, card: str) -> int:
    return FITS[parse_card(top)][parse_card(card)]


@pytest.mark.parametrize(
    ("number", "moves"),
    [
        (1, ["couple 4S P2 QH P1"]),
        (2, ["couple 5S P2 KH P1"]),
        (3, ["new 7D", "new JS", "new KC", "new TD"]),
        (4, ["couple 7D A1 JS P1", "couple 7D A1 KC B1"]),
        (5, ["collect", "collect A1"]),
        (6, ["couple 6D A1 QH P2"]),
        (8, ["couple 6C P2 9H P1", "couple 6H P2 9H P1"]),
        (9, ["couple 6H P1 JC P2"]),
        (11, ["single 7H P1", "single 7H P2"]),
        (12, ["couple 2D P2 KS P1", "couple 5C A1 KS P1"]),
    ],
)
def test_exactly_these_moves_are_legal(number: int, moves: list[str]) -> None:
    assert legal(at(number)) == moves


def test_the_card_that_begins_a_pile_determines_the_next_couple() -> None:
    assert fit("7D", "TD") == fit("9S", "JS") == UP
    assert {fit("JS", card) for card in ("7D", "TD", "KC")} == {NO_FIT}
    assert {fit("KC", card) for card in ("7D", "TD", "JS")} == {NO_FIT}
    for card, couples in {"TD": 1, "7D": 0, "JS": 0, "KC": 0}.items():
        state = after(3, f"new {card}")
        state.hands[0].remove(parse_card("KD"))  # drawn, so nobody can count on it
        state.act(1, "new QC")
        own = [move for move in legal(state) if move.startswith("couple") and "B1" not in move]
        assert len(own) == couples, card


@pytest.mark.parametrize(
    ("number", "decision", "penalties"),
    [
        (4, "couple 7D A1 JS P1", (4, 5)),
        (4, "couple 7D A1 KC B1", (4, 6)),
        (5, "collect", (4, 6)),
        (5, "collect A1", (4, 6)),
        (6, "couple 6D A1 QH P2, collect", (16, 4)),
        (6, "couple 6D A1 QH P2, collect A1", (9, 4)),
        (7, "couple 2H P2 KS P1", (2, 3 + 15)),
        (7, "couple 2H P2 8D B1", (2, 3 + 18)),
        (7, "couple 2H P2 KS B3", (2, 3 + 18)),
        (7, "couple 5C B2 KS P1", (2, 3 + 18)),
        (7, "couple 5C B2 8D B1", (2, 3 + 21)),
        (7, "couple 5C B2 KS B3", (2, 3 + 21)),
        (9, "couple 6H P1 JC P2", (0, 4)),
        (12, "couple 2D P2 KS P1", (4, 5)),
        (12, "couple 5C A1 KS P1, collect", (5, 5)),
        (12, "couple 5C A1 KS P1, collect A1", (5, 5)),
    ],
)
def test_what_it_costs(number: int, decision: str, penalties: tuple[int, int]) -> None:
    assert after(number, decision).penalties == penalties


def test_the_starting_positions_of_the_steps() -> None:
    assert [at(number).penalties for number in (6, 12)] == [(4 + 12, 4), (6, 5)]
    assert at(12).stock == []
    assert fit("9H", "JC") == fit("6H", "JC") == NO_FIT


def test_the_last_two_cards_are_a_couple_after_one_of_two_couples_only() -> None:
    for couple, goes_on in {"couple 6C P2 9H P1": True, "couple 6H P2 9H P1": False}.items():
        state = after(8, couple)
        state.act(1, "new KD")
        assert any(move.startswith("couple") for move in legal(state)) == goes_on


def test_a_last_card_by_rank_goes_out_and_by_suit_draws_another() -> None:
    out, draws = after(11, "single 7H P1"), after(11, "single 7H P2")
    assert out.outcome is not None
    assert (out.outcome.reason, out.outcome.winners) == ("out", (0,))
    assert (draws.outcome, len(draws.hands[0])) == (None, 1)


@pytest.mark.parametrize(("number", "reason", "points"), [(10, "out", (0, 4)), (13, "stock", (4, 5))])
def test_the_two_endings(number: int, reason: str, points: tuple[int, int]) -> None:
    outcome = at(number).outcome
    assert outcome is not None
    assert (outcome.reason, outcome.points, outcome.winners) == (reason, points, (0,))


def wins(state: CounterweightState, turns: int) -> bool:
    """Whether the learner, to move, can win within this many turns whatever the opponent does."""
    return any(wins_after(state, action, turns) for action in state.actions(0))


def wins_after(state: CounterweightState, action: Action, turns: int) -> bool:
    trial = state.clone()
    trial.act(0, action)
    if trial.outcome is not None:
        return trial.outcome.winners == (0,)
    if trial.to_act == (0,):
        return wins(trial, turns)
    return turns > 1 and all(wins_against(trial, reply, turns - 1) for reply in trial.actions(1))


def wins_against(state: CounterweightState, reply: Action, turns: int) -> bool:
    trial = state.clone()
    trial.act(1, reply)
    if trial.outcome is not None:
        return trial.outcome.winners == (0,)
    if trial.to_act == (1,):
        return all(wins_against(trial, choice, turns) for choice in trial.actions(1))
    return wins(trial, turns)


def test_the_ending_can_be_won_in_three_turns_whatever_the_computer_does() -> None:
    ending = LESSON.ending
    assert ending is not None
    state = GAME.deal(seats=ending.seats, seed=ending.seed, options=GAME.Options(**ending.options))
    assert isinstance(state, CounterweightState)
    for seat, move in ending.moves:
        state.act(seat, move)
    assert ([len(hand) for hand in state.hands], state.penalties) == ([6, 2], (6, 26))
    assert wins(state, 3)
    assert not wins(state, 2)
