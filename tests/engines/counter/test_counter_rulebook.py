"""What the rules of Counter say about tricks that nobody wins and about scores is what the engine does."""

import pytest

from engines.counter.rulebook import RULES
from engines.counter.rules.trick import points
from tests.engines.counter.positions import position
from tests.optional import present

SCORING = next(section.text.template for section in RULES if "```" in section.text.template)


@pytest.mark.parametrize(
    ("cards", "leader"),
    [
        (("4H", "KC", "JC"), 0),
        (("4H", "4C", "4D"), 0),
        (("4H", "4S", "KC"), 0),
        (("4H", "5C", "6C"), 2),  # the lone 6, robbed by the 5, takes the lead
    ],
)
def test_tricks_that_nobody_wins(cards: tuple[str, ...], leader: int) -> None:
    """Spades are trumps. The same player leads again, unless a 6 takes the lead."""
    others = ("3D", "3C", "2D")
    state = position(hands=[list(hand) for hand in zip(cards, others, strict=True)], trick_no=9, phase="play")
    for seat, card in enumerate(cards):
        state.act(seat, f"play {card}")
    assert (present(state.last_trick).winner, state.turn) == (None, leader)


def test_a_trump_wins_against_a_void_four_that_was_led() -> None:
    state = position(hands=[["4H", "3D"], ["KC", "3C"], ["2C", "9D"]], trick_no=9)
    for seat, card in enumerate(("4H", "KC", "2C")):
        state.act(seat, f"play {card}")
    assert present(state.last_trick).winner == 2


def row(label: str) -> list[int]:
    """A line of the table of points."""
    (line,) = (line for line in SCORING.splitlines() if line.startswith(label))
    return [int(number) for number in line.removeprefix(label).split()]


def test_the_table_of_points() -> None:
    assert row("Tricks") == list(range(11))
    assert row("Exact bid") == [points(won, won, 3) for won in range(11)]
    for seats in (3, 4, 5):
        assert row(f"Missed, {seats}") == [points(won + 1 if won < 10 else 0, won, seats) for won in range(11)]


@pytest.mark.parametrize(("seats", "highest"), [(3, 6), (4, 5), (5, 4)])
def test_a_bid_above_the_one_that_the_author_advises_gains_one_point(seats: int, highest: int) -> None:
    for bid in range(highest + 1, 11):
        assert points(bid, bid, seats) == points(highest, bid, seats) + 1
        assert all(points(lower, bid, seats) >= points(lower, lower, seats) for lower in range(highest + 1))


def test_the_rules_say_what_is_ours_and_what_is_the_editors() -> None:
    end, ours = RULES[-2].text.template, RULES[-1].text.template
    assert "our addition" in end
    assert "editor of pagat.com" in end
    assert "this is how we read them" in ours
