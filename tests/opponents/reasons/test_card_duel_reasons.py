"""Why a Card Duel move is good: the reasons given in set positions, and whether they are true in random ones."""

from statistics import mean
from typing import Any

import pytest

from engines.card_duel.actions import DAMAGE, DECK, OVER
from engines.card_duel.rules import VALUES, lowest_that_fit
from tests.opponents.reasons.claims import Claim, Measured, after, check_claims, check_measures, check_words

DUEL = {
    "hands": [["3C", "5C", "KH"], ["9H", "TS"]],
    "decks": [["6C", "7C", "9C", "QC"], ["6D", "7D"]],
    "damage": [["8C"], ["8D"]],
}


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        (
            {
                "phase": "build",
                "pools": [["2C", "9C", "KC"], ["3C"]],
                "hands": [["QC", "QD"], []],
                "decks": [[], []],
                "damage": [[], []],
            },
            "pick 2C",
            [
                "2♣ is worth only 2: better in your hand than in your deck.",
                "Without it, the cards of your deck are worth 9.5 on average instead of 7.",
            ],
        ),
        (
            {
                "phase": "build",
                "pools": [["2C", "9C", "TC", "KC"], ["3C"]],
                "hands": [[], []],
                "decks": [[], []],
                "damage": [[], []],
            },
            "pick 2C",
            [
                "The best hand is your lowest cards together: 2♣ 9♣ 10♣. *Lowest cards* chooses them; "
                "*Start over* first if you have chosen others.",
                "Without them, the cards of your deck are worth 10 on average instead of 7.8.",
            ],
        ),
        (
            {
                "phase": "build",
                "pools": [["2C", "3D", "9C"], ["3C"]],
                "hands": [["KC", "QC"], []],
                "decks": [[], []],
                "damage": [[], []],
            },
            "pick 2C",
            [
                "It is best to add your lowest cards together: 2♣ 3♦. *Lowest cards* chooses them.",
                "Without them, the cards of your deck are worth 9 on average instead of 4.7.",
            ],
        ),
        (
            {
                "phase": "build",
                "pools": [["9C", "KC"], ["3C"]],
                "hands": [["QC", "QD"], []],
                "decks": [[], []],
                "damage": [[], []],
            },
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
            {"attacker": 1, "phase": "defend", "table": {"attack": "7S"}},
            "deck",
            ["Your deck stops an attack of 7 about 75% of the time, so you can save your hand."],
        ),
        (
            {"attacker": 1, "phase": "defend", "table": {"attack": "AS"}, "damage": [["8C", "5H"], []]},
            "hand 3C",
            ["Nothing you have stops an attack of 11; 3♣ is the lowest card in your hand."],
        ),
        (
            # The opponent may reshuffle and strike with the ace.
            {
                "attacker": 1,
                "phase": "defend",
                "table": {"attack": "8S"},
                "hands": [["KH"], ["2S"]],
                "decks": [["6C", "9C"], []],
                "discards": [[], ["AS"]],
                "damage": [["TC", "2H"], []],
            },
            "deck",
            ["Your deck stops an attack of 8 about 50% of the time, so you can save your hand."],
        ),
        (
            {"attacker": 1, "phase": "defend", "table": {"attack": "TC"}},
            "hand KH",
            ["K♥ is sure to stop the attack; your deck does so about 25% of the time."],
        ),
        (
            {"attacker": 1, "phase": "defend", "table": {"attack": "TC"}, "decks": [["6C", "7C"], ["6D"]]},
            "hand KH",
            ["K♥ is sure to stop the attack; your deck never does."],
        ),
        (
            {"attacker": 1, "phase": "defend", "table": {"attack": "TC"}, "decks": [["6C", "7C"], ["6D"]]},
            "deck",
            ["It saves the cards in your hand that could stop an attack of 10; your deck never does."],
        ),
        (
            {
                "attacker": 1,
                "phase": "defend",
                "table": {"attack": "7S"},
                "hands": [["3C"], ["9H"]],
                "decks": [["9C"], []],
            },
            "hand 3C",
            ["No card in your hand stops an attack of 7, but every card of your deck does; 3♣ is the lowest."],
        ),
        (
            {"phase": "damage", "table": {"attack": "7S", "defence": "6S"}, "damage": [[], ["8D", "4D"]]},
            "hand KH",
            ["K♥ does 10 damage, and you need 10 to win."],
        ),
        (
            {
                "phase": "damage",
                "table": {"attack": "7S", "defence": "6S"},
                "damage": [[], ["AD", "JD"]],
                "hands": [["3C"], ["9H", "TS"]],
            },
            "hand 3C",
            ["3♣ does 3 damage, and you need 1 to win."],
        ),
        (
            {"phase": "damage", "table": {"attack": "7S", "defence": "6S"}, "damage": [[], ["8D", "7S"]]},
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


def stock(state: Any, seat: int) -> list[int]:
    """The values of the cards that a seat may get from the deck."""
    return [VALUES[card] for card in state.decks[seat] or state.discards[seat]]


def held(state: Any, seat: int) -> list[int]:
    return [VALUES[card] for card in state.hands[seat]]


def percent(found: int, values: list[int], least: int) -> bool:
    """Whether this percentage of the values is high enough, which must be some but not all of them."""
    share = sum(value >= least for value in values) / len(values)
    return 0 < share < 1 and found == round(100 * share)


def average(state: Any, seat: int) -> float:
    values = stock(state, seat)
    return round(sum(values) / len(values), 1)


def pool_average(state: Any, seat: int) -> float:
    values = [VALUES[card] for card in state.pools[seat]]
    return round(sum(values) / len(values), 1)


def stopping(state: Any, seat: int, action: Any) -> list[bool]:
    """For each card in the opponent's hand and deck, whether it stops an attack with this card."""
    others = (*state.hands[1 - seat], *state.decks[1 - seat])
    return [VALUES[card] >= VALUES[action.card] for card in others]


def suggested(state: Any, seat: int) -> tuple[int, ...]:
    return tuple(lowest_that_fit(state.pools[seat], state.room[seat]))


def average_without(state: Any, seat: int) -> float:
    values = [VALUES[card] for card in state.pools[seat] if card not in suggested(state, seat)]
    return round(sum(values) / len(values), 1)


def fitting(state: Any, seat: int) -> list[int]:
    """The values of the cards that still fit in the starting hand."""
    return [VALUES[card] for card in state.pools[seat] if VALUES[card] <= state.room[seat]]


CLAIMS: dict[str, Claim] = {
    "The best hand is your lowest cards together: {cards}. *Lowest cards* chooses them; *Start over* first if you have "
    "chosen others.": (
        lambda state, seat, action, values: values["cards"].cards == suggested(state, seat) and not state.hands[seat]
    ),
    "It is best to add your lowest cards together: {cards}. *Lowest cards* chooses them.": (
        lambda state, seat, action, values: values["cards"].cards == suggested(state, seat) and state.hands[seat]
    ),
    "Without them, the cards of your deck are worth {after} on average instead of {before}.": (
        lambda state, seat, action, values: (
            (values["before"], values["after"]) == (pool_average(state, seat), average_without(state, seat))
        )
    ),
    "Without it, the cards of your deck are worth {after} on average instead of {before}.": (
        lambda state, seat, action, values: (
            (values["before"], values["after"])
            == (pool_average(state, seat), pool_average(after(state, seat, action), seat))
        )
    ),
    "No other card fits: your hand is worth {total}.": lambda state, seat, action, values: (
        len(state.actions(seat)) == 1
    ),
    "The cards of your deck are worth {average} on average.": lambda state, seat, action, values: (
        values["average"] == pool_average(state, seat)
    ),
    "One of the {all} cards in {player}'s hand and deck can stop {card}.": (
        lambda state, seat, action, values: (
            (values["count"], values["all"]) == (sum(stopping(state, seat, action)), len(stopping(state, seat, action)))
        )
    ),
    "Every card in {player}'s hand and deck can stop {card}.": lambda state, seat, action, values: all(
        stopping(state, seat, action)
    ),
    "Every card of your deck stops an attack of {value}, so you can save your hand.": (
        lambda state, seat, action, values: min(stock(state, seat)) >= values["value"] == VALUES[state.attack]
    ),
    "Your deck stops an attack of {value} about {percent}% of the time, so you can save your hand.": (
        lambda state, seat, action, values: percent(values["percent"], stock(state, seat), VALUES[state.attack])
    ),
    "Only your deck can stop an attack of {value}; it does so about {percent}% of the time.": (
        lambda state, seat, action, values: (
            max(held(state, seat), default=0) < VALUES[state.attack]
            and percent(values["percent"], stock(state, seat), VALUES[state.attack])
        )
    ),
    "Nothing you have stops an attack of {value}.": lambda state, seat, action, values: (
        max(held(state, seat) + stock(state, seat)) < VALUES[state.attack]
    ),
    "Nothing you have stops an attack of {value}; {card} is the lowest card in your hand.": (
        lambda state, seat, action, values: (
            max(held(state, seat) + stock(state, seat)) < VALUES[state.attack]
            and VALUES[action.card] == min(held(state, seat))
        )
    ),
    "It lets the attack through and saves the cards in your hand that could stop it.": (
        lambda state, seat, action, values: (
            after(state, seat, action).phase == DAMAGE
            and max(held(after(state, seat, action), seat)) >= VALUES[state.attack]
        )
    ),
    "{card} is sure to stop the attack, and so is every card of your deck.": lambda state, seat, action, values: (
        after(state, seat, action).attacker == seat and min(stock(state, seat)) >= VALUES[state.attack]
    ),
    "It saves the cards in your hand that could stop an attack of {value}; "
    "your deck does so about {percent}% of the time.": lambda state, seat, action, values: (
        max(held(state, seat)) >= VALUES[state.attack]
        and percent(values["percent"], stock(state, seat), VALUES[state.attack])
    ),
    "{card} is sure to stop the attack; your deck does so about {percent}% of the time.": (
        lambda state, seat, action, values: (
            after(state, seat, action).attacker == seat
            and percent(values["percent"], stock(state, seat), VALUES[state.attack])
        )
    ),
    "{card} does {value} damage, and you need {left} to win.": lambda state, seat, action, values: (
        after(state, seat, action).phase == OVER
    ),
    "You need {left} damage to win, and your deck does that about {percent}% of the time.": (
        lambda state, seat, action, values: (
            state.options.life - state.hurt[1 - seat] == values["left"]
            and percent(values["percent"], stock(state, seat), values["left"])
        )
    ),
    "{card} is sure to do {value} damage; your deck does {average} on average.": (
        lambda state, seat, action, values: (
            after(state, seat, action).hurt[1 - seat] == state.hurt[1 - seat] + values["value"]
            and values["average"] == average(state, seat)
        )
    ),
    "Your deck does {average} damage on average, and you save {card}, the highest card in your hand.": (
        lambda state, seat, action, values: (
            values["average"] == average(state, seat) and VALUES[values["card"].cards[0]] == max(held(state, seat))
        )
    ),
    "In your hand, {card} is sure to do {value} damage when an attack of yours succeeds.": (
        lambda state, seat, action, values: VALUES[action.card] == values["value"]
    ),
    "{card} is worth only {value}: better in your hand than in your deck.": lambda state, seat, action, values: (
        VALUES[action.card] == values["value"]
    ),
    "Your hand is empty, so the attack comes from the deck.": lambda state, seat, action, values: not held(state, seat),
}
RARE: dict[str, Claim] = {
    "Every card of your deck stops an attack of {value}.": lambda state, seat, action, values: (
        min(stock(state, seat)) >= values["value"] == VALUES[state.attack] and not held(state, seat)
    ),
    "Every card that still fits is worth {value} or more and is better in your deck.": (
        lambda state, seat, action, values: values["value"] == min(fitting(state, seat))
    ),
    "Any card of your deck does the {left} damage that you need to win.": lambda state, seat, action, values: (
        state.options.life - state.hurt[1 - seat] == values["left"] <= min(stock(state, seat))
    ),
    "It is the lowest card in your hand that is enough.": lambda state, seat, action, values: (
        VALUES[action.card] == min(value for value in held(state, seat) if value >= VALUES[state.attack])
    ),
    "It saves the cards in your hand that could stop an attack of {value}; your deck never does.": (
        lambda state, seat, action, values: (
            max(held(state, seat)) >= VALUES[state.attack] == values["value"] > max(stock(state, seat))
        )
    ),
    "No card in your hand stops an attack of {value}, and your deck does so about {percent}% of the time; "
    "{card} is the lowest.": lambda state, seat, action, values: (
        max(held(state, seat)) < values["value"] <= max(stock(state, seat))
        and VALUES[action.card] == min(held(state, seat))
    ),
    "No card in your hand stops an attack of {value}, but every card of your deck does; {card} is the lowest.": (
        lambda state, seat, action, values: max(held(state, seat)) < values["value"] <= min(stock(state, seat))
    ),
    "No card in {player}'s hand and deck can stop {card}.": lambda state, seat, action, values: (
        not any(stopping(state, seat, action))
    ),
    "You have no deck left to attack from.": lambda state, seat, action, values: not stock(state, seat),
    "Your deck does {average} damage on average, and your hand is empty.": lambda state, seat, action, values: (
        values["average"] == average(state, seat) and not held(state, seat)
    ),
    "{card} does {value} damage; you have no deck left.": lambda state, seat, action, values: (
        VALUES[action.card] == values["value"] and not stock(state, seat)
    ),
    "{card} is sure to stop the attack, and then you attack.": lambda state, seat, action, values: (
        after(state, seat, action).attacker == seat
    ),
    "{card} is sure to stop the attack; your deck never does.": lambda state, seat, action, values: (
        after(state, seat, action).attacker == seat and max(stock(state, seat)) < VALUES[state.attack]
    ),
}
"""Too rare to come up in every run, or only under house rules."""


def test_reasons_are_true() -> None:
    check_claims("card_duel", 2, 400, CLAIMS)


@pytest.mark.parametrize("rules", [{"hand_limit": 12, "life": 60}, {"hand_limit": 60, "life": 9}])
def test_reasons_are_true_under_house_rules(rules: dict[str, Any]) -> None:
    """Small starting hands for a long game, and large ones for a short game."""
    check_claims("card_duel", 2, 200, {**CLAIMS, **RARE}, all_come_up=False, **rules)


def values_of(state: Any, seat: int, action: Any) -> list[int]:
    """What may be played by an action."""
    return stock(state, seat) if action == DECK else [VALUES[action.card]]


def stopped_by(state: Any, seat: int, action: Any) -> int:
    """How many of a hundred of the opponent's cards stop an attack, on average of what may be played."""
    others = [VALUES[card] for card in (*state.hands[1 - seat], *state.decks[1 - seat])]
    shares = [
        round(100 * sum(other >= value for other in others) / len(others)) for value in values_of(state, seat, action)
    ]
    return round(sum(shares) / len(shares))


MEASURES: dict[str, Measured] = {
    "Average value of the cards of your deck then": lambda state, seat, action: mean(
        VALUES[card] for card in state.pools[seat] if card != getattr(action, "card", None)
    ),
    "Chance to stop the attack, in percent": lambda state, seat, action: round(
        100 * mean(value >= VALUES[state.view(seat).attack_to_stop] for value in values_of(state, seat, action))
    ),
    "Total value of the cards that stay in your hand": lambda state, seat, action: (
        sum(held(state, seat)) - (0 if action == DECK else VALUES[action.card])
    ),
    "Chance that a card of {player} stops it, in percent": stopped_by,
    "Damage on average": lambda state, seat, action: mean(values_of(state, seat, action)),
}


def test_measures_count_what_happens() -> None:
    check_measures("card_duel", 2, 60, MEASURES)
