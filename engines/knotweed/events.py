"""The events in a game of Knotweed, as plain data. No event reveals whether a play fits (11.5)."""

from collections.abc import Mapping, Sequence
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
class PlayedSeveral(MoveEvent):
    """A player played ``count`` times in a row, and then took ``taken`` cards; ``None``: that is told by itself."""

    seat: int
    count: int
    taken: int | None = None


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


def gathered(told: Sequence[Event]) -> list[Event]:
    """The same events, with a player's plays and what was taken after them as one, then all piles that they opened.

    Where plays need not fit, each is told, because the others judge it. Cards that the reader took are told, too.
    """
    found: list[Event] = []
    ahead = list(told)
    while ahead:
        run = _plays(ahead)
        plays = [event for event in run if isinstance(event, Played)]
        if len(plays) < 2:
            found.append(ahead.pop(0))
            continue
        del ahead[: len(run)]
        taken = _taken(ahead, plays[0].seat)
        if taken is not None:
            del ahead[0]
        found.append(PlayedSeveral(plays[0].seat, len(plays), taken))
        opened = tuple(pile for event in run if isinstance(event, PilesOpened) for pile in event.piles)
        found += [PilesOpened(opened)] if opened else []
    return found


def _plays(told: Sequence[Event]) -> list[Event]:
    """The plays of one player with which these events begin, and the piles that they opened."""
    run: list[Event] = []
    for event in told:
        is_play = isinstance(event, Played) and event.cost is not None
        if not (is_play or (run and isinstance(event, PilesOpened))):
            break
        if isinstance(event, Played) and run and isinstance(run[0], Played) and run[0].seat != event.seat:
            break
        run.append(event)
    return run


def _taken(told: Sequence[Event], seat: int) -> int | None:
    """How many cards the player takes in the first of these events."""
    match told:
        case [TookUnseen(taker, count), *_] if taker == seat:
            return count
        case [TookNothing(taker), *_] if taker == seat:
            return 0
        case _:
            return None


def scored(event: Event) -> Mapping[int, float]:
    """The points of all players for a round."""
    return dict(enumerate(event.points)) if isinstance(event, RoundEnded) else {}
