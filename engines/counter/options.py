"""What players can agree on before a game of Counter (1.3)."""

from typing import Literal

from engines.contract import GameOptions
from engines.house_rules import house_rule, seat_rule
from engines.texts import say

SEATS = range(3, 6)
"""The allowed numbers of players (1.1)."""

TARGETS = {3: 9, 4: 8, 5: 7}
"""The target score by number of players, as the author recommends."""


class Options(GameOptions):
    """The house rules of a game."""

    dealer: int | None = seat_rule(say("First dealer"), SEATS[-1])
    target: int | None = house_rule(
        None,
        "Points that end the game; leave empty for 9 with three players, 8 with four, 7 with five",
        title=say("Points that end the game"),
        ge=5,
        le=30,
    )
    king_rule: Literal["keep", "none"] = house_rule(
        "keep",
        "A king is led and no card makes new trumps: the trump suit stays (keep), or the trick has none",
        title=say("King led"),
        reads={"keep": say("trumps stay"), "none": say("trick without trumps")},
    )
    max_hands: int = house_rule(
        25, "The game ends after this many hands at the latest", title=say("Hands (at most)"), ge=1, le=100
    )

    def target_for(self, seats: int) -> int:
        """The score that ends a game with ``seats`` players."""
        return TARGETS[seats] if self.target is None else self.target
