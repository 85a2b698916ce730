"""Why a Counterweight move is good: the reasons given in set positions, and whether they are true in random ones."""

from itertools import combinations
from typing import Any

import pytest

from engines.counterweight.actions import MOVE, RELOCATE, New
from engines.counterweight.rules import couples, own_piles
from tests.engines.counterweight.positions import USUAL
from tests.opponents.reasons.claims import Choice, Claim, Measured, check_claims, check_measures, check_words


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


def played(it: Choice) -> Any:
    """The position after the action; with the amendment, the opponent moves as much of the couple as possible (8)."""
    then = it.then
    if it.state.phase == MOVE and then.phase == RELOCATE:
        then.apply(1 - it.seat, max(then.actions(1 - it.seat), key=lambda moving: len(moving.moved)))
    return then


def lying(state: Any, seat: int) -> int:
    """The number of cards on a seat's temporary piles."""
    return sum(len(state.piles[pile]) for pile in own_piles(state.piles, seat))


def ways(it: Choice) -> int:
    """The number of couples that the remaining hand can place on the piles after the action."""
    then = played(it)
    return len(couples([card for card in it.hand if card in then.hands[it.seat]], then.piles))


def out_of_sight(it: Choice) -> list[int]:
    """The cards that lie nowhere face up, and not in this hand."""
    lying = [*it.state.piles.values(), *it.state.limbo, it.hand]
    return [card for card in range(52) if not any(card in cards for cards in lying)]


def leaves(it: Choice) -> int:
    """How many of a hundred pairs of cards that the seat cannot see are a couple after the action."""
    piles = played(it).piles
    pairs = [*combinations(out_of_sight(it), 2)]
    return round(100 * sum(bool(couples(pair, piles)) for pair in pairs) / len(pairs))


def penalties_change(it: Choice) -> bool:
    """Whether these are the seat's penalty points before and after the action."""
    return it.values == {"before": it.state.penalties[it.seat], "after": played(it).penalties[it.seat]}


def held(it: Choice) -> int:
    """The number of cards that the seat holds after the action."""
    then = played(it)
    return len(then.hands[it.seat]) + len(then.limbo[it.seat])


def couple_leaves(it: Choice, rest: int) -> bool:
    return len(it.action.placed) == 2 and len(played(it).hands[it.seat]) == rest


def piles_left(it: Choice) -> int:
    return len(own_piles(played(it).piles, it.seat))


CLAIMS: dict[str, Claim] = {
    "You get rid of your last cards and have no piles, so you go out and win the game.": (
        lambda it: played(it).outcome.winners == (it.seat,)
    ),
    "It empties your hand, so you must collect all your piles: {count} card.": (
        lambda it: len(played(it).limbo[it.seat]) == it["count"] and not lying(played(it), it.seat)
    ),
    "You place your last card and draw another.": lambda it: len(played(it).hands[it.seat]) == len(it.hand) == 1,
    "It leaves you {count} card in hand.": lambda it: couple_leaves(it, it["count"]),
    "It leaves you an even number of cards ({rest}): couples take two.": (
        lambda it: couple_leaves(it, it["rest"]) and it["rest"] % 2 == 0
    ),
    "You can then collect {pile} and have one pile fewer.": (
        lambda it: f"collect {it['pile']}" in map(str, played(it).actions(it.seat))
    ),
    "It puts {count} card on a pile of {player}, where it counts as a penalty.": (
        lambda it: lying(played(it), 1 - it.seat) == lying(it.state, 1 - it.seat) + it["count"]
    ),
    "Unless the piles change, your last card then has a place too.": lambda it: ways(it) > 0 and len(it.hand) == 3,
    "Unless the piles change, you then have {count} way to place a couple.": lambda it: ways(it) == it["count"],
    "You have no couple, so you have to begin a new pile.": (
        lambda it: all(isinstance(other, New) for other in it.actions)
    ),
    "You keep {count} card in hand and do not have to pick up a pile of {most} cards.": lambda it: (
        held(it) == it["count"]
        and it["most"]
        == max(len(it.state.piles[pile]) for _, pile in it.state.placed if pile > 1 and pile % 2 == it.seat)
    ),
    "That leaves you {count} pile.": lambda it: piles_left(it) == it["count"],
    "That leaves you no piles, and only then can you go out.": lambda it: piles_left(it) == 0,
    "You will hold an even number of cards ({held}): couples take two.": (
        lambda it: held(it) == it["held"] and it["held"] % 2 == 0
    ),
    "If the game ended now, you would have {after} penalty points instead of {before}.": penalties_change,
}
RELOCATIONS: dict[str, Claim] = {
    "It takes {count} card off your piles, where it would count against you.": (
        lambda it: lying(played(it), it.seat) == lying(it.state, it.seat) - it["count"]
    ),
    "If the game ended now, you would have {after} penalty points instead of {before}.": penalties_change,
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


def rest(it: Choice) -> list[int]:
    """The cards that the seat holds then, without a drawn one, as far as they are known now."""
    then = played(it)
    seen = {*it.hand, *(card for pile in it.state.piles.values() for card in pile)}
    return [card for card in (*then.hands[it.seat], *then.limbo[it.seat]) if card in seen]


def fits(card: int, top: int) -> bool:
    return card >> 2 == top >> 2 or card & 3 == top & 3


def completing(it: Choice) -> int:
    """The cards out of sight that make a couple with what the seat holds then."""
    kept, piles = rest(it), played(it).piles
    return sum(bool(couples([*kept, card], piles)) for card in out_of_sight(it))


MEASURES: dict[str, Measured] = {
    "Chance that two cards you can't see are a couple for {player} then, in percent": leaves,
    "Your penalty points if the game ended then": lambda it: played(it).penalties[it.seat],
    "{player}'s penalty points if the game ended then": lambda it: played(it).penalties[1 - it.seat],
    "Number of your piles then": piles_left,
    "Cards in your hand that fit a pile then": lambda it: sum(
        any(fits(card, pile[-1]) for pile in played(it).piles.values()) for card in rest(it)
    ),
    "Cards you can't see with which you could place a couple if you drew them": completing,
}


def test_measures_count_what_happens() -> None:
    check_measures("counterweight", 2, 60, MEASURES)
