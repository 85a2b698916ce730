"""The house rules of 3 Piles (1.4)."""

from engines.contract import GameOptions, house_rule
from engines.texts import say


class Options(GameOptions):
    """What players can agree on before a game (1.4)."""

    first: int | None = house_rule(
        None,
        "Who starts: 0 is the first player, 1 the second; leave empty to draw it at random",
        when_set=say("Who starts: 0 is the first player, 1 the second"),
        ge=0,
        le=1,
    )
    target: int | None = house_rule(
        None,
        "Points needed to win a match; leave empty for one game",
        when_set=say("Points needed to win a match"),
        ge=1,
    )
    max_games: int = house_rule(20, "A match ends after this many games at the latest", ge=1)
