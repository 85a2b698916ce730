"""The house rules of 3 Piles (1.4)."""

from engines.contract import GameOptions
from engines.house_rules import house_rule, seat_rule
from engines.texts import say


class Options(GameOptions):
    """What players can agree on before a game (1.4)."""

    first: int | None = seat_rule(say("Who starts"), 2)
    target: int | None = house_rule(
        None, "Points needed to win a match; leave empty for one game", title=say("Points needed to win a match"), ge=1
    )
    max_games: int = house_rule(
        20, "A match ends after this many games at the latest", title=say("Games (at most)"), ge=1
    )
