"""The house rules of Knotweed (1.4, 10, 11)."""

from engines.contract import GameOptions
from engines.house_rules import house_rule, seat_rule
from engines.texts import say

SEATS = range(2, 9)
"""The allowed numbers of players (1.1)."""

TURNS_PER_PLAYER = 50
"""The default turn cap per player (8.2)."""


class Options(GameOptions):
    """What players can agree on before a game."""

    decks: int | None = house_rule(
        None,
        "Packs of cards; leave empty for 1 with 2 or 3 players, 2 with up to 6, 3 with more",
        title=say("Packs of cards"),
        ge=1,
        le=6,
    )
    first: int | None = seat_rule(say("Who starts"), SEATS[-1])
    turn_cap: int | None = house_rule(
        None,
        "A round ends after this many turns; leave empty for 50 a player",
        title=say("Turns in a round (at most)"),
        ge=1,
        le=1000,
    )
    cheating: bool = house_rule(
        False,
        "Cards need not fit and penalties may be cut short: the others may challenge each turn",
        title=say("Cheating"),
    )
    rounds: int = house_rule(1, "How many rounds are played", title=say("Rounds"), ge=1, le=20)
    wins: int | None = house_rule(
        None,
        "Play until a player has won this many rounds; leave empty for a fixed number of rounds",
        title=say("Rounds to win"),
        ge=1,
        le=10,
    )

    def decks_for(self, seats: int) -> int:
        """The number of packs for this number of players (1.4)."""
        if self.decks is not None:
            return self.decks
        return 1 if seats <= 3 else 2 if seats <= 6 else 3

    def turn_cap_for(self, seats: int) -> int:
        """The number of turns after which a round with this many players is stopped (8.2)."""
        return TURNS_PER_PLAYER * seats if self.turn_cap is None else self.turn_cap

    @property
    def is_match(self) -> bool:
        """Whether there is more than one round, so that rounds are counted (10.1)."""
        return self.rounds > 1 or self.wins is not None
