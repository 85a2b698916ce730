"""The house rules of 3 Piles (1.4)."""

from engines.contract import GameOptions, house_rule


class Options(GameOptions):
    """What can be agreed before a game (1.4)."""

    first: int | None = house_rule(None, "Who starts: 0 or 1 for a seat; left out: drawn at random", ge=0, le=1)
    target: int | None = house_rule(None, "Points that win a match of several games; left out: one game", ge=1)
    max_games: int = house_rule(20, "A match ends after this many games at the latest", ge=1)
