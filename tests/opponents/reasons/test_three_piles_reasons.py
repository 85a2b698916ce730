"""Why a 3 Piles move is good: the reasons given in set positions, and whether they are true in random ones."""

from collections.abc import Iterator
from typing import Any

import pytest

from engines.three_piles.actions import CHOOSE, DRAW, Take, ToPile, ToStack
from engines.three_piles.rules import Score, fitting, score
from tests.opponents.reasons.claims import Claim, Measured, after, check_claims, check_measures, check_words

OPENING = {"stacks": [["5D"], ["7C"], ["JH"]], "hands": [["9H", "8H", "6D"], ["3C", "TH", "QS"]], "deck": ["6S", "4S"]}
CLOSED = [["AC", "KC"], ["AH", "KH"], ["AS", "KD"]]
PILES = [[], [], []]


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        (
            {"piles": [[["2D", "3S"], [], []], PILES]},
            "take 0 0",
            ["It makes your longest pile longer: 3 cards.", "5♦ is a diamond: a sure point."],
        ),
        (
            {"piles": [[["2D", "3S", "4H"], ["AC", "9C"], []], PILES], "stacks": [["KH"], ["7C"], ["JH"]]},
            "take 0 1",
            [
                "It gives a pile both ace and king, for 3 points.",
                "It keeps K♥ from player 2, who would score 1 point with it.",
            ],
        ),
        (
            {"piles": [[["7D", "8C"], ["5S", "6H"], []], [["2S", "KC"], [], []]], "stacks": [["AD"], ["7C"], ["JH"]]},
            "take 0 2",
            ["A♦ is a diamond: a sure point.", "It keeps A♦ from player 2, who would score 5 points with it."],
        ),
        (
            {"piles": [CLOSED, PILES]},
            "draw",
            ["It is the only thing you can do now.", "None of the open cards fits your piles."],
        ),
        (
            {"piles": [[["AC", "2H", "KC"], ["7D"], ["8S"]], PILES], "stacks": [["9C"], ["TC"], ["JH"]]},
            "draw",
            ["None of the open cards scores you a point: drawing is better."],
        ),
        (
            {"piles": [[["AC", "2H", "3D"], ["7D"], ["8S"]], PILES], "stacks": [["9C"], ["TC"], ["JH"]]},
            "draw",
            [
                "After drawing you can play 6♦, which scores more than any open card.",
                "Every open card that scores would shut at least 5 ranks out of a pile.",
            ],
        ),
        (
            {
                "piles": [[["AC", "2H", "3D"], ["7D"], ["8S"]], PILES],
                "stacks": [["9C"], ["TC"], ["JH"]],
                "hands": [["9H", "8H", "6C"], ["3C", "TH", "QS"]],
            },
            "draw",
            [
                "After drawing you can play 9♥, which scores as much as the best open card.",
                "Every open card that scores would shut at least 5 ranks out of a pile.",
            ],
        ),
        (
            {"piles": [CLOSED, [["5C", "7S"], [], []]], "phase": "play", "stacks": [["8D"], ["6C"], ["JH"]]},
            "stack 9H 0",
            ["9♥ fits none of your piles.", "It covers 8♦, with which player 2 could score 2 points."],
        ),
        (
            {"piles": [[["4C"], ["AS", "KD"], ["AH", "KH"]], PILES], "phase": "play", "hands": [["9H", "JC"], []]},
            "pile 9H 0",
            [
                "On a stack 9♥ would be worth 1 point to player 2.",
                "Of all the cards you could add to a pile, it shuts out the fewest ranks.",
            ],
        ),
        (
            {"piles": [CLOSED, [["AD", "JS"], ["2S", "QC"], ["3D", "QD"]]], "phase": "play"},
            "stack 9H 1",
            ["9♥ fits none of your piles.", "9♥ fits none of player 2's piles."],
        ),
    ],
)
def test_the_reasons_given(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("three_piles", {**OPENING, **parts}, action, sentences)


# Whether it is true when played.


def scored(state: Any, seat: int) -> Score:
    return score(state.piles[seat])


def gain(state: Any, seat: int, action: Any) -> int:
    """The points that an action scores immediately."""
    return scored(after(state, seat, action), seat).total - scored(state, seat).total


def lost(state: Any, seat: int, action: Any) -> int:
    """How many ranks, besides the card's own, the pile no longer accepts."""
    before, then = (
        sum(mask >> action.pile & 1 for mask in fitting(position.piles[seat]))
        for position in (state, after(state, seat, action))
    )
    return before - then - 1


def gains_from(state: Any, seat: int, stack: int) -> list[int]:
    """What a seat would score with the top card of a stack if it were its turn."""
    state.turn, state.phase = seat, CHOOSE
    return [
        gain(state, seat, action)
        for action in state.actions(seat)
        if isinstance(action, Take) and action.stack == stack
    ]


def gains_after(state: Any, seat: int, action: Any, stack: int) -> list[int]:
    return gains_from(after(state, seat, action), 1 - seat, stack)


def takes(state: Any, seat: int) -> list[Any]:
    return [action for action in state.actions(seat) if isinstance(action, Take)]


def plays_of(state: Any, seat: int, card: int) -> list[Any]:
    return [action for action in state.actions(seat) if isinstance(action, ToPile) and action.card == card]


def draws_for(state: Any, seat: int, card: int) -> int:
    """How many more points playing the card after drawing scores than the best take."""
    drawn = after(state, seat, DRAW)
    best = max(gain(drawn, seat, action) for action in plays_of(drawn, seat, card))
    return best - max(gain(state, seat, action) for action in takes(state, seat))


def only(values: dict[str, Any], name: str = "card") -> int:
    """The single card in these values."""
    (card,) = values[name].cards
    return card


CLAIMS: dict[str, Claim] = {
    "It gives a pile both ace and king, for 3 points.": lambda state, seat, action, values: (
        scored(after(state, seat, action), seat).ace_king == scored(state, seat).ace_king + 3
    ),
    "It makes your longest pile longer: {count} card.": lambda state, seat, action, values: (
        scored(after(state, seat, action), seat).longest == values["count"] == scored(state, seat).longest + 1
    ),
    "{card} is a diamond: a sure point.": lambda state, seat, action, values: (
        scored(after(state, seat, action), seat).diamonds == scored(state, seat).diamonds + 1
    ),
    "{card} starts an empty pile, where it shuts out no other rank.": lambda state, seat, action, values: (
        not state.piles[seat][action.pile] and lost(state, seat, action) == 0
    ),
    "{card} goes right next to the end of the pile, so no rank is lost.": lambda state, seat, action, values: (
        lost(state, seat, action) == 0
    ),
    "It shuts only {count} rank out of the pile.": lambda state, seat, action, values: (
        lost(state, seat, action) == values["count"]
    ),
    "With {card} the pile needs only a king for 3 more points.": lambda state, seat, action, values: (
        after(state, seat, action).piles[seat][action.pile][0] == only(values) < 4
    ),
    "With {card} the pile needs only an ace for 3 more points.": lambda state, seat, action, values: (
        after(state, seat, action).piles[seat][action.pile][-1] == only(values) >= 48
    ),
    "It keeps {card} from {player}, who would score {count} point with it.": lambda state, seat, action, values: (
        max(gains_from(state, 1 - seat, action.stack)) == values["count"] and values["player"].seat != seat
    ),
    "On a stack {card} would be worth {count} point to {player}.": lambda state, seat, action, values: (
        max(gains_after(state, seat, ToStack(action.card, 0), 0)) == values["count"]
    ),
    "It covers {card}, with which {player} could score {count} point.": lambda state, seat, action, values: (
        max(gains_from(state, 1 - seat, action.stack)) == values["count"]
    ),
    "{card} fits none of your piles.": lambda state, seat, action, values: (
        not any(isinstance(other, ToPile) and other.card == action.card for other in state.actions(seat))
    ),
    "{card} fits none of {player}'s piles.": lambda state, seat, action, values: (
        gains_after(state, seat, action, action.stack) == []
    ),
    "{card} scores nothing for {player} now.": lambda state, seat, action, values: (
        max(gains_after(state, seat, action, action.stack)) <= 0
    ),
    "None of the open cards scores you a point: drawing is better.": lambda state, seat, action, values: (
        max(gain(state, seat, other) for other in takes(state, seat)) <= 0
    ),
    "Every open card that scores would shut at least {count} rank out of a pile.": lambda state, seat, action, values: (
        min(lost(state, seat, other) for other in takes(state, seat) if gain(state, seat, other) > 0) == values["count"]
    ),
    "After drawing you can play {card}, which scores as much as the best open card.": (
        lambda state, seat, action, values: draws_for(state, seat, only(values)) == 0
    ),
    "No open card is worth a point to {player}, so they can wait.": lambda state, seat, action, values: (
        max((best for stack in range(3) for best in gains_from(state, 1 - seat, stack)), default=0) <= 0
    ),
    "{card} would add no point to your piles.": lambda state, seat, action, values: all(
        gain(state, seat, other) <= 0 for other in plays_of(state, seat, action.card)
    ),
    "No card of yours is worth less to {player}.": lambda state, seat, action, values: (
        max(gains_after(state, seat, action, action.stack), default=0)
        == min(
            max(gains_after(state, seat, ToStack(card, action.stack), action.stack), default=0)
            for card in state.hands[seat]
        )
    ),
    "After drawing you can play {card}, which scores more than any open card.": (
        lambda state, seat, action, values: draws_for(state, seat, only(values)) > 0
    ),
}
RARE: dict[str, Claim] = {
    "None of the open cards fits your piles.": lambda state, seat, action, values: not takes(state, seat),
    "Of all the cards you could add to a pile, it shuts out the fewest ranks.": lambda state, seat, action, values: all(
        lost(state, seat, action) < lost(state, seat, other)
        for other in state.actions(seat)
        if isinstance(other, ToPile) and other != action
    ),
}
"""Too rare to come up in every run."""


def test_reasons_are_true() -> None:
    check_claims("three_piles", 2, 250, CLAIMS)
    check_claims("three_piles", 2, 250, RARE, all_come_up=False)


def offered(state: Any, seat: int, action: Any) -> int:
    then = after(state, seat, action)
    return max([0, *(points for stack in range(3) for points in gains_from(then.clone(), 1 - seat, stack))])


def takeable(state: Any, seat: int, action: Any, taker: int) -> int:
    """How many open cards the taker could take if it were their turn."""
    then = after(state, seat, action)
    return sum(bool(gains_from(then.clone(), taker, stack)) for stack in range(3))


def accepted(state: Any, seat: int, action: Any) -> int:
    return sum(mask.bit_count() for mask in fitting(after(state, seat, action).piles[seat]))


def scores_of_hand(state: Any, seat: int, action: Any) -> list[int]:
    """What each card that stays in hand would score, on each pile that takes it."""
    then = after(state, seat, action)
    before = score(then.piles[seat]).total
    return [
        max((score(piles).total - before for piles in grown(then.piles[seat], card)), default=-99)
        for card in kept(state, then, seat)
    ]


def kept(state: Any, then: Any, seat: int) -> list[int]:
    """The cards in hand, without a drawn one."""
    return [card for card in then.hands[seat] if card in state.hands[seat]]


def grown(piles: list[list[int]], card: int) -> Iterator[list[list[int]]]:
    """The piles with this card on one of them that takes it."""
    for pile in piles:
        if not pile or card >> 2 < pile[0] >> 2 or card >> 2 > pile[-1] >> 2:
            yield [sorted([*other, card]) if other is pile else other for other in piles]


def shut_out(state: Any, seat: int, action: Any) -> int:
    """The ranks between each card in hand and the nearest end of a pile that takes it."""
    then, found = after(state, seat, action), 0
    for card in kept(state, then, seat):
        ends = [(pile[0] >> 2, pile[-1] >> 2) if pile else None for pile in then.piles[seat]]
        far = [
            0 if end is None else end[0] - (card >> 2) - 1 if card >> 2 < end[0] else (card >> 2) - end[1] - 1
            for end in ends
            if end is None or not end[0] <= card >> 2 <= end[1]
        ]
        found += min(far, default=0)
    return found


MEASURES: dict[str, Measured] = {
    "Ranks that the cards you keep would shut out, each on the pile where it shuts out fewest": shut_out,
    "Most points that a card you keep can score then": lambda *moved: max([0, *scores_of_hand(*moved)]),
    "Cards you keep that fit your piles then": lambda *moved: sum(points > -99 for points in scores_of_hand(*moved)),
    "Points in this turn": gain,
    "Most points that {player} can score with an open card then": offered,
    "Open cards that fit {player}'s piles then": lambda state, seat, action: takeable(state, seat, action, 1 - seat),
    "Open cards that fit your piles then": lambda state, seat, action: takeable(state, seat, action, seat),
    "Ranks that your piles still take then, counted pile by pile": accepted,
}


def test_measures_count_what_happens() -> None:
    check_measures("three_piles", 2, 60, MEASURES)
