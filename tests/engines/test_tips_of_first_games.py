"""Beginners get the tip that suits the position; ``tests/sentences`` shows that every tip is true and comes up."""

from typing import Any

import pytest

from engines.contract import State
from tests.engines.card_duel import positions as card_duel
from tests.engines.counter import positions as counter
from tests.engines.counterweight import positions as counterweight
from tests.engines.knotweed import positions as knotweed
from tests.engines.three_piles.positions import GAME as THREE_PILES

NEIGHBOURS = {"hands": [["QD", "8D"], ["2C"]], "piles": [[["7D"], [], []], [[]] * 3], "stacks": [[]] * 3, "deck": []}
"""8♦ goes right on 7♦; Q♦ on an empty pile leaves no gap either, but is nobody's neighbour."""
NEEDED = {
    "hands": [["AC", "AH", "9C"], ["KD", "QD"]],
    "piles": {"1": ["5D"], "2": ["8C"], "3": ["6D"], "4": ["AD"]},
}
"""All three cards can go: the nine fits on pile 2 alone, so the aces belong on pile 4 (found in a first game)."""


def tricks(*hands: str, **parts: Any) -> State[Any]:
    """A trick of Counter in which these hands, of which the first cards are played in turn, are left."""
    return counter.position(**{"hands": [hand.split() for hand in hands], **parts})


def after(state: State[Any], *moves: str) -> State[Any]:
    for move in moves:
        state.act(state.to_act[0], move)
    return state


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (
            card_duel.position(decks=[[], ["6D"]]),
            "Your deck and discard pile are empty: you can only play from your hand.",
        ),
        (counter.position(phase="bid"), "You hold 1 trump, counting 2s. 3 players share ten tricks."),
        (counter.position(bids=[1, 0, 0], mult=2), "You still need 1 of 10 tricks. Lead high to win, low to wait."),
        (counter.position(mult=2), "Your lead counts double, and you want no more tricks: lead very low."),
        (
            after(tricks("7H 2C", "QC 3C", "8D 7C"), "play 7H"),
            "Because of a 7, the lowest value wins. Another 7 would turn that round.",
        ),
        (
            after(tricks("TH 2C", "QC 3C", "8D 7C"), "play TH"),
            "You hold no hearts: a chance to get rid of a dangerous card.",
        ),
        (
            after(tricks("TH 2C", "8H 3C", "8D 7C"), "play TH"),
            "Your only card of the led suit is an 8: you may play it or any other.",
        ),
        (
            after(tricks("4H 2C", "QH 3C", "8D 7C"), "play 4H"),
            "Nobody wins this trick so far: a 4 without another one shown cannot win.",
        ),
        (
            after(tricks("TH 2C", "8H 3C", "QH AH", turn=1), "play 8H"),
            "player 2 wins so far with 8♥. You want no more tricks: let it win.",
        ),
        (
            after(tricks("TH 2C", "8H 3C", "QH AH", bids=[0, 0, 2]), "play TH", "play 8H"),
            "You play last: Q♥ can win, and you still need 2.",
        ),
        (counterweight.last_card(), "By rank you are out and win; by suit you draw another card."),
        (counterweight.last_card(P1=["6S"]), "Your last card matches by suit only, so you draw another one."),
        (counterweight.last_card(stock=[]), "Place your last card and you are out: you win."),
        (
            counterweight.last_card(temp={"A1": ["KD"]}),
            "With an empty hand you must collect all your piles: you are not out yet.",
        ),
        (
            counterweight.position(hands=[["9H", "4D"], ["8C", "5C"]], temp={"B1": ["4S"], "B2": ["9C"]}),
            "A couple takes you out: no cards and no piles, and you win.",
        ),
        (
            counterweight.position(stock=[]),
            "Without a couple the game ends. Penalty points: you 4, player 2 3.",
        ),
        (
            after(counterweight.amended(), "couple 3H B2 TS B1"),
            "A card on your piles costs you 2 points, on a permanent one nothing.",
        ),
        (knotweed.position(draw=[]), "The draw pile is empty, so no play and no pass costs you a card."),
        (knotweed.position(draw=["9S"]), "The draw pile holds only 1 card: you take no more, whatever you play."),
        (knotweed.position(**NEEDED), "You can go out this turn. Begin with A♣ A♥ on pile 4."),
        (
            after(knotweed.cheating(), "play 1 9H"),
            "If a play that does not fit is challenged, you take it back and 3 more.",
        ),
        (
            after(knotweed.cheating(), "play 1 9H", "end 0"),
            "Compare each card with the one it covers. A wrong challenge is free.",
        ),
        (THREE_PILES.position(NEIGHBOURS), "8♦ is a diamond, worth 1 point, and leaves no gap in pile 1."),
    ],
)
def test_tips_that_suit_the_position(state: State[Any], line: str) -> None:
    assert str(state.game.beginner_help(state.view(state.to_act[0]))) == line
    assert state.game.beginner_help(state.view(None)) is None


def test_a_player_without_cards_has_nothing_to_decide() -> None:
    state = card_duel.position(hands=[[], ["9H"]], decks=[[], ["6D"]])
    assert state.game.beginner_help(state.view(0)) is None
