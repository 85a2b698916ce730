"""Why a Card Duel move is good: the reasons given in set positions, and whether they are true in random ones."""

from collections.abc import Collection
from statistics import mean
from typing import Any

import pytest

from engines.card_duel.actions import DAMAGE, DECK, OVER
from engines.card_duel.rules import VALUES, lowest_that_fit
from tests.opponents.reasons.claims import Choice, Claim, Measured, check_claims, check_measures, check_words

DUEL = {
    "hands": [["3C", "5C", "KH"], ["9H", "TS"]],
    "decks": [["6C", "7C", "9C", "QC"], ["6D", "7D"]],
    "damage": [["8C"], ["8D"]],
}
BUILDING = {"phase": "build", "decks": [[], []], "damage": [[], []]}
STRUCK = {"phase": "damage", "table": {"attack": "7S", "defence": "6S"}}


def attacked_with(card: str) -> dict[str, Any]:
    return {"attacker": 1, "phase": "defend", "table": {"attack": card}}


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        (
            {**BUILDING, "pools": [["2C", "9C", "KC"], ["3C"]], "hands": [["QC", "QD"], []]},
            "pick 2C",
            [
                "2♣ is worth only 2: better in your hand than in your deck.",
                "Without it, the cards of your deck are worth 9.5 on average instead of 7.",
            ],
        ),
        (
            {**BUILDING, "pools": [["2C", "9C", "TC", "KC"], ["3C"]], "hands": [[], []]},
            "pick 2C",
            [
                "The best hand is your lowest cards together: 2♣ 9♣ 10♣. *Lowest cards* chooses them; "
                "*Start over* first if you have chosen others.",
                "Without them, the cards of your deck are worth 10 on average instead of 7.8.",
            ],
        ),
        (
            {**BUILDING, "pools": [["2C", "3D", "9C"], ["3C"]], "hands": [["KC", "QC"], []]},
            "pick 2C",
            [
                "It is best to add your lowest cards together: 2♣ 3♦. *Lowest cards* chooses them.",
                "Without them, the cards of your deck are worth 9 on average instead of 4.7.",
            ],
        ),
        (
            {**BUILDING, "pools": [["9C", "KC"], ["3C"]], "hands": [["QC", "QD"], []]},
            "done",
            [
                "Every card that still fits is worth 9 or more and is better in your deck.",
                "The cards of your deck are worth 9.5 on average.",
            ],
        ),
        ({}, "deck", ["Attacking from the deck saves your hand for defence and damage."]),
        ({}, "hand KH", ["One of the 4 cards in player 2's hand and deck can stop K♥."]),
        ({}, "hand 5C", ["Every card in player 2's hand and deck can stop 5♣."]),
        ({"decks": [["6C"], ["3D", "7D"]]}, "hand 5C", ["3 of the 4 cards in player 2's hand and deck can stop 5♣."]),
        (
            attacked_with("7S"),
            "deck",
            ["Your deck stops an attack of 7 about 75% of the time, so you can save your hand."],
        ),
        (
            {**attacked_with("AS"), "damage": [["8C", "5H"], []]},
            "hand 3C",
            ["Nothing you have stops an attack of 11; 3♣ is the lowest card in your hand."],
        ),
        (
            # The opponent may reshuffle and strike with the ace.
            {
                **attacked_with("8S"),
                "hands": [["KH"], ["2S"]],
                "decks": [["6C", "9C"], []],
                "discards": [[], ["AS"]],
                "damage": [["TC", "2H"], []],
            },
            "deck",
            ["Your deck stops an attack of 8 about 50% of the time, so you can save your hand."],
        ),
        (attacked_with("TC"), "hand KH", ["K♥ is sure to stop the attack; your deck does so about 25% of the time."]),
        (
            {**attacked_with("TC"), "decks": [["6C", "7C"], ["6D"]]},
            "hand KH",
            ["K♥ is sure to stop the attack; your deck never does."],
        ),
        (
            {**attacked_with("TC"), "decks": [["6C", "7C"], ["6D"]]},
            "deck",
            ["It saves the cards in your hand that could stop an attack of 10; your deck never does."],
        ),
        (
            {**attacked_with("7S"), "hands": [["3C"], ["9H"]], "decks": [["9C"], []]},
            "hand 3C",
            ["No card in your hand stops an attack of 7, but every card of your deck does; 3♣ is the lowest."],
        ),
        ({**STRUCK, "damage": [[], ["8D", "4D"]]}, "hand KH", ["K♥ does 10 damage, and you need 10 to win."]),
        (
            {**STRUCK, "damage": [[], ["AD", "JD"]], "hands": [["3C"], ["9H", "TS"]]},
            "hand 3C",
            ["3♣ does 3 damage, and you need 1 to win."],
        ),
        (
            {**STRUCK, "damage": [[], ["8D", "7S"]]},
            "deck",
            [
                "You need 7 damage to win, and your deck does that about 75% of the time.",
                "Your deck does 8 damage on average, and you save K♥, the highest card in your hand.",
            ],
        ),
    ],
)
def test_the_reasons_given(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("card_duel", {**DUEL, **parts}, action, sentences)


# Whether it is true when played.


def stock(it: Choice) -> list[int]:
    """The values of the cards that the seat may get from the deck."""
    return [VALUES[card] for card in it.state.decks[it.seat] or it.state.discards[it.seat]]


def held(it: Choice) -> list[int]:
    return [VALUES[card] for card in it.hand]


def best(it: Choice) -> int:
    """The value of the highest card in the hand."""
    return max(held(it), default=0)


def own(it: Choice) -> int:
    """The value of the card that is played."""
    return VALUES[it.action.card]


def attack(it: Choice) -> int:
    return VALUES[it.state.attack]


def stops(it: Choice) -> bool:
    return it.then.attacker == it.seat


def percent(it: Choice, least: int) -> bool:
    """Whether this percentage of the stock is high enough, which must be some but not all of it."""
    share = sum(value >= least for value in stock(it)) / len(stock(it))
    return 0 < share < 1 and it["percent"] == round(100 * share)


def average(values: list[int]) -> float:
    return round(sum(values) / len(values), 1)


def deck(state: Any, seat: int, hand: Collection[int] = ()) -> float:
    """The average of the cards that may go to the deck, without those that go to the hand."""
    return average([VALUES[card] for card in state.pools[seat] if card not in hand])


def stopping(it: Choice) -> list[bool]:
    """For each card in the opponent's hand and deck, whether it stops an attack with this card."""
    return [VALUES[card] >= own(it) for card in (*it.state.hands[1 - it.seat], *it.state.decks[1 - it.seat])]


def suggested(it: Choice) -> tuple[int, ...]:
    return tuple(lowest_that_fit(it.state.pools[it.seat], it.state.room[it.seat]))


def fitting(it: Choice) -> list[int]:
    """The values of the cards that still fit in the starting hand."""
    return [VALUES[card] for card in it.state.pools[it.seat] if VALUES[card] <= it.state.room[it.seat]]


def left(it: Choice) -> int:
    """The damage that is still needed to win."""
    return it.state.options.life - it.state.hurt[1 - it.seat]


CLAIMS: dict[str, Claim] = {
    "The best hand is your lowest cards together: {cards}. *Lowest cards* chooses them; *Start over* first if you have "
    "chosen others.": lambda it: it["cards"].cards == suggested(it) and not it.hand,
    "It is best to add your lowest cards together: {cards}. *Lowest cards* chooses them.": (
        lambda it: it["cards"].cards == suggested(it) and it.hand
    ),
    "Without them, the cards of your deck are worth {after} on average instead of {before}.": lambda it: (
        (it["before"], it["after"]) == (deck(it.state, it.seat), deck(it.state, it.seat, suggested(it)))
    ),
    "Without it, the cards of your deck are worth {after} on average instead of {before}.": lambda it: (
        (it["before"], it["after"]) == (deck(it.state, it.seat), deck(it.then, it.seat))
    ),
    "No other card fits: your hand is worth {total}.": lambda it: len(it.actions) == 1,
    "The cards of your deck are worth {average} on average.": lambda it: it["average"] == deck(it.state, it.seat),
    "One of the {all} cards in {player}'s hand and deck can stop {card}.": lambda it: (
        (it["count"], it["all"]) == (sum(stopping(it)), len(stopping(it)))
    ),
    "Every card in {player}'s hand and deck can stop {card}.": lambda it: all(stopping(it)),
    "Every card of your deck stops an attack of {value}, so you can save your hand.": (
        lambda it: min(stock(it)) >= it["value"] == attack(it)
    ),
    "Your deck stops an attack of {value} about {percent}% of the time, so you can save your hand.": (
        lambda it: percent(it, attack(it))
    ),
    "Only your deck can stop an attack of {value}; it does so about {percent}% of the time.": (
        lambda it: best(it) < attack(it) and percent(it, attack(it))
    ),
    "Nothing you have stops an attack of {value}.": lambda it: max(held(it) + stock(it)) < attack(it),
    "Nothing you have stops an attack of {value}; {card} is the lowest card in your hand.": (
        lambda it: max(held(it) + stock(it)) < attack(it) and own(it) == min(held(it))
    ),
    "It lets the attack through and saves the cards in your hand that could stop it.": (
        lambda it: it.then.phase == DAMAGE and max(VALUES[card] for card in it.then.hands[it.seat]) >= attack(it)
    ),
    "{card} is sure to stop the attack, and so is every card of your deck.": (
        lambda it: stops(it) and min(stock(it)) >= attack(it)
    ),
    "It saves the cards in your hand that could stop an attack of {value}; "
    "your deck does so about {percent}% of the time.": lambda it: best(it) >= attack(it) and percent(it, attack(it)),
    "{card} is sure to stop the attack; your deck does so about {percent}% of the time.": (
        lambda it: stops(it) and percent(it, attack(it))
    ),
    "{card} does {value} damage, and you need {left} to win.": lambda it: it.then.phase == OVER,
    "You need {left} damage to win, and your deck does that about {percent}% of the time.": (
        lambda it: left(it) == it["left"] and percent(it, left(it))
    ),
    "{card} is sure to do {value} damage; your deck does {average} on average.": lambda it: (
        it.then.hurt[1 - it.seat] == it.state.hurt[1 - it.seat] + it["value"] and it["average"] == average(stock(it))
    ),
    "Your deck does {average} damage on average, and you save {card}, the highest card in your hand.": (
        lambda it: it["average"] == average(stock(it)) and VALUES[it["card"].cards[0]] == max(held(it))
    ),
    "In your hand, {card} is sure to do {value} damage when an attack of yours succeeds.": (
        lambda it: own(it) == it["value"]
    ),
    "{card} is worth only {value}: better in your hand than in your deck.": lambda it: own(it) == it["value"],
    "Your hand is empty, so the attack comes from the deck.": lambda it: not it.hand,
}
RARE: dict[str, Claim] = {
    "Every card of your deck stops an attack of {value}.": (
        lambda it: min(stock(it)) >= it["value"] == attack(it) and not it.hand
    ),
    "Every card that still fits is worth {value} or more and is better in your deck.": (
        lambda it: it["value"] == min(fitting(it))
    ),
    "Any card of your deck does the {left} damage that you need to win.": (
        lambda it: left(it) == it["left"] <= min(stock(it))
    ),
    "It is the lowest card in your hand that is enough.": (
        lambda it: own(it) == min(value for value in held(it) if value >= attack(it))
    ),
    "It saves the cards in your hand that could stop an attack of {value}; your deck never does.": (
        lambda it: max(held(it)) >= attack(it) == it["value"] > max(stock(it))
    ),
    "No card in your hand stops an attack of {value}, and your deck does so about {percent}% of the time; "
    "{card} is the lowest.": lambda it: best(it) < it["value"] <= max(stock(it)) and own(it) == min(held(it)),
    "No card in your hand stops an attack of {value}, but every card of your deck does; {card} is the lowest.": (
        lambda it: max(held(it)) < it["value"] <= min(stock(it))
    ),
    "No card in {player}'s hand and deck can stop {card}.": lambda it: not any(stopping(it)),
    "You have no deck left to attack from.": lambda it: not stock(it),
    "Your deck does {average} damage on average, and your hand is empty.": (
        lambda it: it["average"] == average(stock(it)) and not it.hand
    ),
    "{card} does {value} damage; you have no deck left.": lambda it: own(it) == it["value"] and not stock(it),
    "{card} is sure to stop the attack, and then you attack.": stops,
    "{card} is sure to stop the attack; your deck never does.": lambda it: stops(it) and max(stock(it)) < attack(it),
}
"""Too rare to come up in every run, or only under house rules."""


def test_reasons_are_true() -> None:
    check_claims("card_duel", 2, 400, CLAIMS)


@pytest.mark.parametrize("rules", [{"hand_limit": 12, "life": 60}, {"hand_limit": 60, "life": 9}])
def test_reasons_are_true_under_house_rules(rules: dict[str, Any]) -> None:
    """Small starting hands for a long game, and large ones for a short game."""
    check_claims("card_duel", 2, 200, {**CLAIMS, **RARE}, all_come_up=False, **rules)


def values_of(it: Choice) -> list[int]:
    """What may be played by the action."""
    return stock(it) if it.action == DECK else [own(it)]


def stopped_by(it: Choice) -> int:
    """How many of a hundred of the opponent's cards stop an attack, on average of what may be played."""
    others = [VALUES[card] for card in (*it.state.hands[1 - it.seat], *it.state.decks[1 - it.seat])]
    shares = [round(100 * sum(other >= value for other in others) / len(others)) for value in values_of(it)]
    return round(sum(shares) / len(shares))


MEASURES: dict[str, Measured] = {
    "Average value of the cards of your deck then": lambda it: mean(
        VALUES[card] for card in it.state.pools[it.seat] if card != getattr(it.action, "card", None)
    ),
    "Chance to stop the attack, in percent": lambda it: round(
        100 * mean(value >= VALUES[it.state.view(it.seat).attack_to_stop] for value in values_of(it))
    ),
    "Total value of the cards that stay in your hand": lambda it: sum(held(it)) - (0 if it.action == DECK else own(it)),
    "Chance that a card of {player} stops it, in percent": stopped_by,
    "Damage on average": lambda it: mean(values_of(it)),
}


def test_measures_count_what_happens() -> None:
    check_measures("card_duel", 2, 60, MEASURES)
