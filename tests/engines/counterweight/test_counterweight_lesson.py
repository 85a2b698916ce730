"""The engine does what the Counterweight lesson says."""

import pytest

from engines.cards import parse_card
from engines.counterweight.lesson import LESSONS
from engines.counterweight.rules import DOWN, FITS, UP
from engines.counterweight.state import CounterweightState
from engines.tutoring import BETWEEN, position
from tests.engines.counterweight.positions import GAME
from tests.engines.moves import legal

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
        (5, ["couple 6H P1 JC P2"]),
    ],
)
def test_exactly_these_moves_are_legal(number: int, moves: list[str]) -> None:
    assert sorted(legal(at(number))) == moves


def test_the_card_that_begins_a_pile_determines_the_next_couple() -> None:
    hand = ("JS", "TD", "7D", "KC")
    assert fit("9S", "JS") == UP
    going_down = {top: [card for card in hand if fit(top, card) == DOWN] for top in hand}
    assert going_down == {"JS": [], "TD": ["7D"], "7D": [], "KC": []}
    state = after(3, "new TD")
    state.act(1, "new QC")
    assert "couple 7D A1 JS P1" in legal(state)


@pytest.mark.parametrize(
    ("decision", "theirs"),
    [
        ("couple 2H P2 KS P1", 15),
        ("couple 2H P2 8D B1", 18),
        ("couple 2H P2 KS B3", 18),
        ("couple 5C B2 KS P1", 18),
        ("couple 5C B2 8D B1", 21),
        ("couple 5C B2 KS B3", 21),
    ],
)
def test_what_it_costs_the_other(decision: str, theirs: int) -> None:
    assert decision in legal(at(4))
    assert after(4, decision).penalties[1] == 3 + theirs


def test_the_last_two_cards_win() -> None:
    outcome = after(5, "couple 6H P1 JC P2").outcome
    assert outcome is not None
    assert (outcome.reason, outcome.points, outcome.winners) == ("out", (0, 2 + 1), (0,))
