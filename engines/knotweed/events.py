"""The events in a game of Knotweed, as plain data. No event reveals whether a play fits (11.5)."""

from collections.abc import Mapping
from dataclasses import dataclass

from engines.cards import Card
from engines.contract import Event, MoveEvent, OthersEvent, PrivateEvent


@dataclass(frozen=True, slots=True)
class Played(MoveEvent):
    """A player put cards on a pile with top card ``on``. ``cost`` is ``None`` where plays need not fit."""

    seat: int
    pile: int
    on: Card
    cards: tuple[Card, ...]
    cost: int | None


@dataclass(frozen=True, slots=True)
class PilesOpened(Event):
    """A group opened new piles (4.7)."""

    piles: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Passed(MoveEvent):
    """A player passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class Took(PrivateEvent):
    """The player at ``seat`` took these penalty cards."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TookUnseen(OthersEvent):
    """The player at ``seat`` took penalty cards that the others do not see (13.2)."""

    count: int


@dataclass(frozen=True, slots=True)
class TookNothing(MoveEvent):
    """A player ended a turn without taking a card."""

    seat: int


@dataclass(frozen=True, slots=True)
class PlayedLastCard(Event):
    """A player has no cards left, but the turn has yet to be judged (11.2)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Answered(PrivateEvent):
    """``seat`` responded to the turn of ``player``. The others are not told while the window is open (11.2)."""

    player: int
    challenged: bool


@dataclass(frozen=True, slots=True)
class Caught(Event):
    """A challenge by ``seat`` was justified (11.3)."""

    seat: int
    cheat: int


@dataclass(frozen=True, slots=True)
class TurnUndone(Event):
    """The cards that a caught player had played went back to the hand (11.3)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ChallengedWrongly(Event):
    """A challenge was not justified; announced when the window closes (11.3)."""

    seat: int


@dataclass(frozen=True, slots=True)
class TurnStood(Event):
    """The turn of ``seat`` stands, as nobody challenged it successfully (11.4)."""

    seat: int


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """A player went out (6.1, 6.2)."""

    seat: int
    place: int


@dataclass(frozen=True, slots=True)
class Pruned(Event):
    """A player who went out discarded a pile (6.3)."""

    seat: int
    pile: int
    top: Card
    size: int


@dataclass(frozen=True, slots=True)
class PilesReset(Event):
    """All piles were shuffled into a new draw pile, and ``card`` was turned up as the only play pile (7.1)."""

    card: Card


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """A round ended; ``reason`` as in ``Outcome`` (6.4, 8). It scored these ``points``, by seat (10.1)."""

    reason: str
    turn_cap: int
    points: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class RoundWon(Event):
    """A player won a round, or several together (8.3)."""

    seats: tuple[int, ...]
    round: int


@dataclass(frozen=True, slots=True)
class RoundBegan(Event):
    """The next round was dealt, and ``card`` turned up (2)."""

    round: int
    starter: int
    card: Card


def scored(event: Event) -> Mapping[int, float]:
    """The points of all players for a round."""
    return dict(enumerate(event.points)) if isinstance(event, RoundEnded) else {}
