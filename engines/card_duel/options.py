"""The house rules of Card Duel (2, 11)."""

from typing import Literal

from engines.contract import GameOptions
from engines.house_rules import BEST_OF, house_rule, seat_rule
from engines.texts import say


class Options(GameOptions):
    """What players can agree on before a game (2.1 to 2.4), and the number of games in a match (11)."""

    dealer: int | None = seat_rule(say("Who attacks first"), 2)
    hand_limit: int = house_rule(
        30, "The highest total value of a starting hand", title=say("Hand value (at most)"), ge=0, le=60
    )
    life: int = house_rule(22, "A player who has taken this much damage loses", title=say("Life"), ge=5, le=100)
    idle_limit: int = house_rule(
        40,
        "The game ends after this many exchanges in a row without damage",
        title=say("Exchanges without damage (at most)"),
        ge=20,
        le=200,
    )
    best_of: Literal[1, 3, 5, 7] = house_rule(
        1, "Best of this many games; a draw counts half for each player", title=say("Match"), reads=BEST_OF
    )
