"""Why a Counterweight move is good: the reasons given in set positions, and whether they are true in random ones."""

from itertools import combinations
from typing import Any

import pytest

from engines.counterweight.actions import MOVE, RELOCATE, New
from engines.counterweight.rules import couples, own_piles
from tests.engines.counterweight.positions import USUAL
from tests.opponents.reasons.claims import Claim, Measured, after, check_claims, check_measures, check_words


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        ({}, "couple 4D B1 9H A1", ["It is the only thing you can do now.", "It leaves you 1 card in hand."]),
        (
            {"hands": [["9H", "4D", "KC", "AC", "QD"], ["8C", "5C"]], "P1": ["2D"], "P2": ["AH"]},
            "couple 4D B1 9H A1",
            ["It leaves you 3 cards in hand.", "You can then collect A1 and have one pile fewer."],
        ),
        (
            {"hands": [["9H", "4D", "KC", "QS"], ["8C", "5C"]], "temp": {"B1": ["4S"], "B2": ["9C"]}, "P1": ["4H"]},
            "couple 4D B1 9H B2",
            [
                "It leaves you an even number of cards (2): couples take two.",
                "It puts 2 cards on piles of player 2, where they count as a penalty.",
            ],
        ),
        (
            {"hands": [["9H", "4D"], ["8C", "5C"]], "P1": ["9C"], "P2": ["4H"], "temp": {"B1": ["2S"]}},
            "couple 4D P2 9H P1",
            [
                "It is the only thing you can do now.",
                "You get rid of your last cards and have no piles, so you go out and win the game.",
            ],
        ),
        (
            {"hands": [["9H", "4D"], ["8C", "5C"]], "P2": ["4H"], "temp": {"A1": ["9C", "JC"], "A2": ["9S"]}},
            "couple 4D P2 9H A2",
            [
                "It is the only thing you can do now.",
                "It empties your hand, so you must collect all your piles: 4 cards.",
            ],
        ),
        ({"hands": [["9H", "QD", "KC"], ["8C"]]}, "new KC", ["You have no couple, so you have to begin a new pile."]),
        (
            {"hands": [["9H", "4D", "KC"], ["8C", "5C"]], "after": ["couple 4D B1 9H A1"]},
            "collect A1",
            ["That leaves you no piles, and only then can you go out."],
        ),
        (
            {"temp": {"A1": ["9C"], "A2": ["2D", "3D"], "B1": ["4S"]}, "after": ["couple 4D B1 9H A1"]},
            "collect A1",
            ["That leaves you 1 pile.", "If the game ended now, you would have 5 penalty points instead of 9."],
        ),
        (
            {"after": ["couple 4D B1 9H A1"]},
            "collect",
            ["You keep 1 card in hand and do not have to pick up a pile of 2 cards."],
        ),
        (
            {
                "hands": [["TS", "3H", "KC"], ["8C", "5C"]],
                "P1": ["KS"],
                "P2": ["2H"],
                "temp": {"B1": ["5S"], "B2": ["8H"]},
                "options": {"amendment": True},
                "after": ["couple TS B1 3H B2"],
            },
            "relocate 3H P2 TS P1",
            [
                "It takes 2 cards off your piles, where they would count against you.",
                "If the game ended now, you would have 6 penalty points instead of 10.",
            ],
        ),
    ],
)
def test_the_reasons_given(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("counterweight", {**USUAL, **parts}, action, sentences)


# Whether it is true when played.


def played(state: Any, seat: int, action: Any) -> Any:
    """The position after an action; with the amendment, the opponent moves as much of the couple as possible (8)."""
    then = after(state, seat, action)
    if state.phase == MOVE and then.phase == RELOCATE:
        then.apply(1 - seat, max(then.actions(1 - seat), key=lambda moving: len(moving.moved)))
    return then


def lying(state: Any, seat: int) -> int:
    """The number of cards on a seat's temporary piles."""
    return sum(len(state.piles[pile]) for pile in own_piles(state.piles, seat))


def ways(state: Any, seat: int, action: Any) -> int:
    """The number of couples that the remaining hand can place on the piles after the action."""
    then = played(state, seat, action)
    rest = [card for card in state.hands[seat] if card in then.hands[seat]]
    return len(couples(rest, then.piles))


def out_of_sight(state: Any, seat: int) -> list[int]:
    """The cards that lie nowhere face up, and not in this hand."""
    lying = [*state.piles.values(), *state.limbo, state.hands[seat]]
    return [card for card in range(52) if not any(card in cards for cards in lying)]


def leaves(state: Any, seat: int, action: Any) -> int:
    """How many of a hundred pairs of cards that the seat cannot see are a couple after the action."""
    piles = played(state, seat, action).piles
    pairs = [*combinations(out_of_sight(state, seat), 2)]
    return round(100 * sum(bool(couples(pair, piles)) for pair in pairs) / len(pairs))


def penalties(state: Any, seat: int, action: Any) -> dict[str, int]:
    """A seat's penalty points before and after an action."""
    return {"before": state.penalties[seat], "after": played(state, seat, action).penalties[seat]}


def held(state: Any, seat: int) -> int:
    return len(state.hands[seat]) + len(state.limbo[seat])


def couple_leaves(state: Any, seat: int, action: Any, rest: int) -> bool:
    return len(action.placed) == 2 and len(played(state, seat, action).hands[seat]) == rest


CLAIMS: dict[str, Claim] = {
    "You get rid of your last cards and have no piles, so you go out and win the game.": (
        lambda state, seat, action, values: played(state, seat, action).outcome.winners == (seat,)
    ),
    "It empties your hand, so you must collect all your piles: {count} card.": lambda state, seat, action, values: (
        len(played(state, seat, action).limbo[seat]) == values["count"] and not lying(played(state, seat, action), seat)
    ),
    "You place your last card and draw another.": lambda state, seat, action, values: (
        len(played(state, seat, action).hands[seat]) == len(state.hands[seat]) == 1
    ),
    "It leaves you {count} card in hand.": lambda state, seat, action, values: couple_leaves(
        state, seat, action, values["count"]
    ),
    "It leaves you an even number of cards ({rest}): couples take two.": (
        lambda state, seat, action, values: (
            couple_leaves(state, seat, action, values["rest"]) and values["rest"] % 2 == 0
        )
    ),
    "You can then collect {pile} and have one pile fewer.": lambda state, seat, action, values: (
        f"collect {values['pile']}" in map(str, played(state, seat, action).actions(seat))
    ),
    "It puts {count} card on a pile of {player}, where it counts as a penalty.": (
        lambda state, seat, action, values: (
            lying(played(state, seat, action), 1 - seat) == lying(state, 1 - seat) + values["count"]
        )
    ),
    "Unless the piles change, your last card then has a place too.": lambda state, seat, action, values: (
        ways(state, seat, action) > 0 and len(state.hands[seat]) == 3
    ),
    "Unless the piles change, you then have {count} way to place a couple.": lambda state, seat, action, values: (
        ways(state, seat, action) == values["count"]
    ),
    "You have no couple, so you have to begin a new pile.": lambda state, seat, action, values: all(
        isinstance(other, New) for other in state.actions(seat)
    ),
    "You keep {count} card in hand and do not have to pick up a pile of {most} cards.": (
        lambda state, seat, action, values: (
            held(played(state, seat, action), seat) == values["count"]
            and values["most"]
            == max(len(state.piles[pile]) for _, pile in state.placed if pile > 1 and pile % 2 == seat)
        )
    ),
    "That leaves you {count} pile.": lambda state, seat, action, values: (
        len(own_piles(played(state, seat, action).piles, seat)) == values["count"]
    ),
    "That leaves you no piles, and only then can you go out.": lambda state, seat, action, values: (
        own_piles(played(state, seat, action).piles, seat) == []
    ),
    "You will hold an even number of cards ({held}): couples take two.": lambda state, seat, action, values: (
        held(played(state, seat, action), seat) == values["held"] and values["held"] % 2 == 0
    ),
    "If the game ended now, you would have {after} penalty points instead of {before}.": (
        lambda state, seat, action, values: penalties(state, seat, action) == values
    ),
}
RELOCATIONS: dict[str, Claim] = {
    "It takes {count} card off your piles, where it would count against you.": lambda state, seat, action, values: (
        lying(played(state, seat, action), seat) == lying(state, seat) - values["count"]
    ),
    "If the game ended now, you would have {after} penalty points instead of {before}.": (
        lambda state, seat, action, values: penalties(state, seat, action) == values
    ),
}


def test_reasons_are_true() -> None:
    check_claims("counterweight", 2, 400, CLAIMS)


def test_reasons_are_true_under_the_amendment() -> None:
    check_claims("counterweight", 2, 150, RELOCATIONS, amendment=True)


@pytest.mark.thorough(samples=1)
@pytest.mark.parametrize("rules", [{"amendment": True}, {"free_new_pile": True}, {"idle_limit": 1}])
def test_reasons_are_true_under_house_rules(rules: dict[str, Any]) -> None:
    """Free new piles, relocations, and games that may end soon."""
    check_claims("counterweight", 2, 250, CLAIMS, all_come_up=False, **rules)


def rest(state: Any, seat: int, action: Any) -> list[int]:
    """The cards that the seat holds then, without a drawn one, as far as they are known now."""
    then = played(state, seat, action)
    seen = {*state.hands[seat], *(card for pile in state.piles.values() for card in pile)}
    return [card for card in (*then.hands[seat], *then.limbo[seat]) if card in seen]


MEASURES: dict[str, Measured] = {
    "Chance that two cards you can't see are a couple for {player} then, in percent": (
        lambda state, seat, action: leaves(state, seat, action)
    ),
    "Your penalty points if the game ended then": lambda state, seat, action: played(state, seat, action).penalties[
        seat
    ],
    "{player}'s penalty points if the game ended then": lambda state, seat, action: played(
        state, seat, action
    ).penalties[1 - seat],
    "Number of your piles then": lambda state, seat, action: len(own_piles(played(state, seat, action).piles, seat)),
    "Cards in your hand that fit a pile then": lambda state, seat, action: sum(
        any(
            card >> 2 == pile[-1] >> 2 or card & 3 == pile[-1] & 3
            for pile in played(state, seat, action).piles.values()
        )
        for card in rest(state, seat, action)
    ),
    "Cards you can't see with which you could place a couple if you drew them": (
        lambda state, seat, action: sum(
            bool(couples([*held_back, card], played(state, seat, action).piles))
            for held_back in [rest(state, seat, action)]
            for card in out_of_sight(state, seat)
        )
    ),
}


def test_measures_count_what_happens() -> None:
    check_measures("counterweight", 2, 60, MEASURES)
