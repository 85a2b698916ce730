"""Why a 3 Piles move is good: the reasons given in set positions, and whether they are true in random ones."""

from collections.abc import Iterator
from typing import Any

import pytest

from engines.three_piles.actions import CHOOSE, DRAW, Take, ToPile, ToStack
from engines.three_piles.rules import Score, fitting, score
from tests.opponents.reasons.claims import Choice, Claim, Measured, check_claims, check_measures, check_words

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


def gain(it: Choice) -> int:
    """The points that the action scores immediately."""
    return scored(it.then, it.seat).total - scored(it.state, it.seat).total


def lost(it: Choice) -> int:
    """How many ranks, besides the card's own, the pile no longer accepts."""
    before, then = (
        sum(mask >> it.action.pile & 1 for mask in fitting(position.piles[it.seat])) for position in (it.state, it.then)
    )
    return before - then - 1


def gains_from(state: Any, seat: int, stack: int) -> list[int]:
    """What a seat would score with the top card of a stack if it were its turn."""
    state.turn, state.phase = seat, CHOOSE
    return [gain(Choice(state, seat, action)) for action in takes(state, seat) if action.stack == stack]


def for_other(it: Choice) -> int:
    """The most that the opponent would score with what the action takes or covers."""
    return max(gains_from(it.state, 1 - it.seat, it.action.stack))


def gains_after(it: Choice) -> list[int]:
    """What the opponent can score with the card that the action puts on a stack."""
    return gains_from(it.then, 1 - it.seat, it.action.stack)


def takes(state: Any, seat: int) -> list[Take]:
    return [action for action in state.actions(seat) if isinstance(action, Take)]


def gains_of_takes(it: Choice) -> list[int]:
    return [gain(it.instead(action)) for action in takes(it.state, it.seat)]


def plays_of(state: Any, seat: int, card: int) -> list[Choice]:
    return [
        Choice(state, seat, action)
        for action in state.actions(seat)
        if isinstance(action, ToPile) and action.card == card
    ]


def draws_for(it: Choice) -> int:
    """How many more points playing the card after drawing scores than the best take."""
    return max(map(gain, plays_of(it.instead(DRAW).then, it.seat, only(it)))) - max(gains_of_takes(it))


def only(it: Choice) -> int:
    """The single card in the sentence."""
    (card,) = it["card"].cards
    return card


CLAIMS: dict[str, Claim] = {
    "It gives a pile both ace and king, for 3 points.": (
        lambda it: scored(it.then, it.seat).ace_king == scored(it.state, it.seat).ace_king + 3
    ),
    "It makes your longest pile longer: {count} card.": (
        lambda it: scored(it.then, it.seat).longest == it["count"] == scored(it.state, it.seat).longest + 1
    ),
    "{card} is a diamond: a sure point.": (
        lambda it: scored(it.then, it.seat).diamonds == scored(it.state, it.seat).diamonds + 1
    ),
    "{card} starts an empty pile, where it shuts out no other rank.": (
        lambda it: not it.state.piles[it.seat][it.action.pile] and lost(it) == 0
    ),
    "{card} goes right next to the end of the pile, so no rank is lost.": lambda it: lost(it) == 0,
    "It shuts only {count} rank out of the pile.": lambda it: lost(it) == it["count"],
    "With {card} the pile needs only a king for 3 more points.": (
        lambda it: it.then.piles[it.seat][it.action.pile][0] == only(it) < 4
    ),
    "With {card} the pile needs only an ace for 3 more points.": (
        lambda it: it.then.piles[it.seat][it.action.pile][-1] == only(it) >= 48
    ),
    "It keeps {card} from {player}, who would score {count} point with it.": (
        lambda it: for_other(it) == it["count"] and it["player"].seat != it.seat
    ),
    "On a stack {card} would be worth {count} point to {player}.": (
        lambda it: max(gains_after(it.instead(ToStack(it.action.card, 0)))) == it["count"]
    ),
    "It covers {card}, with which {player} could score {count} point.": lambda it: for_other(it) == it["count"],
    "{card} fits none of your piles.": lambda it: not plays_of(it.state, it.seat, it.action.card),
    "{card} fits none of {player}'s piles.": lambda it: gains_after(it) == [],
    "{card} scores nothing for {player} now.": lambda it: max(gains_after(it)) <= 0,
    "None of the open cards scores you a point: drawing is better.": lambda it: max(gains_of_takes(it)) <= 0,
    "Every open card that scores would shut at least {count} rank out of a pile.": lambda it: (
        min(lost(take) for take in map(it.instead, takes(it.state, it.seat)) if gain(take) > 0) == it["count"]
    ),
    "After drawing you can play {card}, which scores as much as the best open card.": lambda it: draws_for(it) == 0,
    "No open card is worth a point to {player}, so they can wait.": lambda it: (
        max((best for stack in range(3) for best in gains_from(it.state, 1 - it.seat, stack)), default=0) <= 0
    ),
    "{card} would add no point to your piles.": (
        lambda it: all(gain(play) <= 0 for play in plays_of(it.state, it.seat, it.action.card))
    ),
    "No card of yours is worth less to {player}.": lambda it: (
        max(gains_after(it), default=0)
        == min(max(gains_after(it.instead(ToStack(card, it.action.stack))), default=0) for card in it.hand)
    ),
    "After drawing you can play {card}, which scores more than any open card.": lambda it: draws_for(it) > 0,
}
RARE: dict[str, Claim] = {
    "None of the open cards fits your piles.": lambda it: not takes(it.state, it.seat),
    "Of all the cards you could add to a pile, it shuts out the fewest ranks.": lambda it: all(
        lost(it) < lost(it.instead(other)) for other in it.actions if isinstance(other, ToPile) and other != it.action
    ),
}
"""Too rare to come up in every run."""


def test_reasons_are_true() -> None:
    check_claims("three_piles", 2, 250, CLAIMS)
    check_claims("three_piles", 2, 250, RARE, all_come_up=False)


def offered(it: Choice) -> int:
    return max([0, *(points for stack in range(3) for points in gains_from(it.then, 1 - it.seat, stack))])


def takeable(it: Choice, taker: int) -> int:
    """How many open cards the taker could take if it were their turn."""
    return sum(bool(gains_from(it.then, taker, stack)) for stack in range(3))


def accepted(it: Choice) -> int:
    return sum(mask.bit_count() for mask in fitting(it.then.piles[it.seat]))


def scores_of_hand(it: Choice) -> list[int]:
    """What each card that stays in hand would score, on each pile that takes it."""
    own = it.then.piles[it.seat]
    before = score(own).total
    return [max((score(piles).total - before for piles in grown(own, card)), default=-99) for card in kept(it)]


def kept(it: Choice) -> list[int]:
    """The cards in hand, without a drawn one."""
    return [card for card in it.then.hands[it.seat] if card in it.hand]


def grown(piles: list[list[int]], card: int) -> Iterator[list[list[int]]]:
    """The piles with this card on one of them that takes it."""
    for pile in piles:
        if not pile or card >> 2 < pile[0] >> 2 or card >> 2 > pile[-1] >> 2:
            yield [sorted([*other, card]) if other is pile else other for other in piles]


def shut_out(it: Choice) -> int:
    """The ranks between each card in hand and the nearest end of a pile that takes it."""
    found, piles = 0, it.then.piles[it.seat]
    for rank in [card >> 2 for card in kept(it)]:
        ends = [(pile[0] >> 2, pile[-1] >> 2) if pile else None for pile in piles]
        far = [
            0 if end is None else end[0] - rank - 1 if rank < end[0] else rank - end[1] - 1
            for end in ends
            if end is None or not end[0] <= rank <= end[1]
        ]
        found += min(far, default=0)
    return found


MEASURES: dict[str, Measured] = {
    "Ranks that the cards you keep would shut out, each on the pile where it shuts out fewest": shut_out,
    "Most points that a card you keep can score then": lambda it: max([0, *scores_of_hand(it)]),
    "Cards you keep that fit your piles then": lambda it: sum(points > -99 for points in scores_of_hand(it)),
    "Points in this turn": gain,
    "Most points that {player} can score with an open card then": offered,
    "Open cards that fit {player}'s piles then": lambda it: takeable(it, 1 - it.seat),
    "Open cards that fit your piles then": lambda it: takeable(it, it.seat),
    "Ranks that your piles still take then, counted pile by pile": accepted,
}


def test_measures_count_what_happens() -> None:
    check_measures("three_piles", 2, 60, MEASURES)
