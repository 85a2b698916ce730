"""Tips for beginners that random games do not come upon; ``tests/sentences`` shows that the others do and are true."""

from typing import Any

import pytest

from engines.contract import State
from tests.engines.card_duel import positions as card_duel
from tests.engines.knotweed import positions as knotweed
from tests.engines.three_piles.positions import GAME as THREE_PILES

NEIGHBOURS = {"hands": [["QD", "8D"], ["2C"]], "piles": [[["7D"], [], []], [[]] * 3], "stacks": [[]] * 3, "deck": []}
"""8♦ goes right on 7♦; Q♦ on an empty pile leaves no gap either, but is nobody's neighbour."""
NEEDED = {"hands": [["AC", "AH", "9C"], ["KD", "QD"]], "piles": {"1": ["5D"], "2": ["8C"], "3": ["6D"], "4": ["AD"]}}
"""All three cards can go: the nine fits on pile 2 alone, so the aces belong on pile 4 (found in a first game)."""


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (
            card_duel.position(decks=[[], ["6D"]]),
            "Your deck and discard pile are empty: you can only play from your hand.",
        ),
        (knotweed.position(draw=[]), "The draw pile is empty, so no play and no pass costs you a card."),
        (knotweed.position(draw=["9S"]), "The draw pile holds only 1 card: you draw no more, whatever you play."),
        (knotweed.position(**NEEDED), "You can go out this turn. Begin with A♣ A♥ on pile 4."),
        (THREE_PILES.position(NEIGHBOURS), "8♦ is a diamond, worth 1 point, and leaves no gap in pile 1."),
    ],
)
def test_tips_that_suit_the_position(state: State[Any], line: str) -> None:
    assert str(state.game.beginner_help(state.view(state.to_act[0]))) == line
    assert state.game.beginner_help(state.view(None)) is None


def test_a_player_without_cards_has_nothing_to_decide() -> None:
    state = card_duel.position(hands=[[], ["9H"]], decks=[[], ["6D"]])
    assert state.game.beginner_help(state.view(0)) is None
