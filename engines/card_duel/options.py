"""The house rules of Card Duel (2, 11)."""

from typing import Literal

from engines.contract import GameOptions, house_rule


class Options(GameOptions):
    """What can be agreed before a game (2.1 to 2.4) and how many games make a match (11)."""

    dealer: int | None = house_rule(
        None, "Who deals the first game and attacks first: seat 0 or 1; left out: drawn by lot", ge=0, le=1
    )
    hand_limit: int = house_rule(30, "The cards of a starting hand may be worth this much together", ge=0, le=60)
    life: int = house_rule(22, "Who has taken this much damage has lost", ge=5, le=100)
    idle_limit: int = house_rule(40, "So many exchanges in a row without damage end the game", ge=20, le=200)
    best_of: Literal[1, 3, 5, 7] = house_rule(1, "A match of at most so many games; a draw counts half for both")
