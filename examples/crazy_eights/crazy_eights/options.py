"""The house rule of Crazy Eights (1.2)."""

from engines.contract import GameOptions, house_rule


class Options(GameOptions):
    """What can be agreed before a game."""

    target: int | None = house_rule(
        None, "Points that end a match of several deals, nothing for one deal", ge=20, le=500
    )
