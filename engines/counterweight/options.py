"""The house rules of Counterweight (1.4, 10.1)."""

from typing import Literal

from engines.contract import GameOptions
from engines.house_rules import BEST_OF, house_rule, seat_rule
from engines.texts import Text, say


class Options(GameOptions):
    """What players can agree on before a game."""

    first: int | None = seat_rule(say("Who starts"), 2)
    amendment: bool = house_rule(
        False,
        "You may move cards that a couple put on your piles to permanent piles where they fit",
        title=say("Moving cards to permanent piles"),
    )
    free_new_pile: bool = house_rule(
        False, "You may begin a new pile even if you can place a couple", title=say("New pile at any time")
    )
    idle_limit: int = house_rule(
        20,
        "The game ends after this many turns in a row with nothing drawn or put on a permanent pile",
        title=say("Turns without progress (at most)"),
        ge=1,
        le=1000,
    )
    best_of: Literal[1, 3, 5, 7] = house_rule(
        1,
        "Games in the match; most wins takes it, and a draw is half a win for each player",
        title=say("Match"),
        reads=BEST_OF,
    )
    games: int | None = house_rule(
        None,
        "Games in the match, if the lowest total of penalty points takes it, not the most wins",
        title=say("Number of games (lowest total wins)"),
        ge=2,
        le=20,
    )

    @property
    def contradiction(self) -> Text | None:
        """Two ways to win a match (10.1, 10.2)."""
        if self.games is None or self.best_of == 1:
            return None
        return say("A match goes by wins (best of) or by the lowest total of several games: choose one of the two.")

    @property
    def is_match(self) -> bool:
        """Whether more than one game is played (10.1)."""
        return self.games is not None or self.best_of > 1
