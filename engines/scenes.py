"""What a game shows and asks, in terms that fit every card game.

A ``Scene`` describes a table for one viewer; ``Unseen`` cards are those that this viewer has not seen yet; a
``Question`` is one step of a decision. All are made from a ``View`` alone, so they cannot hold more than the viewer may
know. One renderer serves all games.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Generic, TypeVar

from engines.cards import Card
from engines.texts import Text

A = TypeVar("A")


class Spread(Enum):
    """How the cards of a zone lie on the table."""

    ROW = "row"
    """All cards side by side: a hand, a trick, a row."""
    RUN = "run"
    """Cards that overlap, the last one on top: all are seen, the others only in part."""
    STACK = "stack"
    """A pile with its last card on top; a screen may show only the top card and the number of cards."""
    HIDDEN = "hidden"
    """Face down: only the number is known."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table where cards lie.

    ``cards`` are those this viewer sees, bottom first; ``count`` is how many lie there in all. ``owner`` is the seat
    that it belongs to, ``None`` for the middle of the table. ``notes`` are short remarks such as "just placed". Zones
    with the same ``group`` belong side by side under that heading. ``short`` is the name on a picture: at most 8
    letters, the same that menus use ("P1"). Nothing can be played on a zone that ``is_closed``, for now.
    """

    name: Text
    spread: Spread
    count: int
    cards: tuple[Card, ...] = ()
    owner: int | None = None
    notes: tuple[Text, ...] = ()
    group: Text | None = None
    short: Text | None = None
    is_closed: bool = False


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A seat's part in a trick: its card (``None``: not played yet) and what the card is ``worth`` now.

    ``suit`` (a place in "CDHS") is what the card counts as, if that is not its own suit. ``is_best``: it wins so far,
    or has won. ``notes`` explain it ("robbed by 5♦").
    """

    seat: int
    card: Card | None = None
    worth: float | None = None
    suit: int | None = None
    is_best: bool = False
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick or another exchange of cards: a part for each seat in it, in playing order.

    ``suit`` (a place in "CDHS") is the suit that was led, ``multiple`` by how much the lead is multiplied, ``is_over``
    whether it is the one before. ``notes`` say what happened in it besides.
    """

    name: Text
    cards: tuple[TrickCard, ...]
    suit: int | None = None
    multiple: int = 1
    is_over: bool = False
    notes: tuple[Text, ...] = ()


class Kind(Enum):
    """What a number beside a player's name counts; a picture shows it as a sign."""

    HAND = "hand"
    """Cards in hand."""
    DECK = "deck"
    """Cards in the player's own deck."""
    TRICKS = "tricks"
    """Tricks won; the limit is the bid."""
    POINTS = "points"
    PENALTY = "penalty"
    """Penalty points, if the game ended now."""
    DAMAGE = "damage"
    """Damage taken; the limit is what loses."""
    TAKEN = "taken"
    """Cards taken in the latest turn."""
    WINS = "wins"
    """Games or rounds won."""
    OUT = "out"
    """The place in which the player went out."""
    DEALER = "dealer"
    """A mark without a number."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something about a player in words, and as a sign and number if it has a ``kind``; ``limit`` as in "2 of 3"."""

    text: Text
    kind: Kind | None = None
    value: float | None = None
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as everybody sees it: whether it may act now and a few facts ("5 cards", "out first").

    A seat that ``is_free`` has no player yet.
    """

    seat: int
    to_act: bool
    facts: tuple[Fact, ...] = ()
    is_free: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """All that one viewer sees of the table.

    ``headline`` says where the game stands ("Game 2, 41 cards in the deck"); ``waiting`` what it waits
    for ("Alice draws or takes"), ``None`` when it is over. ``tricks`` lie in the middle, the present one first.
    """

    headline: Text
    zones: tuple[Zone, ...]
    places: tuple[Place, ...]
    waiting: Text | None
    tricks: tuple[Trick, ...] = ()


def hand_zone(scene: Scene, seat: int) -> Zone | None:
    """The hand of a seat: the first of its zones that is in no group."""
    return next((zone for zone in scene.zones if zone.owner == seat and zone.group is None), None)


def with_open_hands(scene: Scene, own: Sequence[Scene]) -> Scene:
    """The scene with the cards of the hands that are face down in it; ``own`` is what each seat sees, by seat.

    Zones keep their places and names. Only for games that are finished.
    """
    opened = list(scene.zones)
    for seat, seen in enumerate(own):
        closed, hand = hand_zone(scene, seat), hand_zone(seen, seat)
        if closed is None or hand is None or closed.spread is not Spread.HIDDEN:
            continue
        if hand.cards and len(hand.cards) == closed.count:
            opened[scene.zones.index(closed)] = replace(closed, spread=Spread.ROW, cards=hand.cards)
    return replace(scene, zones=tuple(opened))


@dataclass(frozen=True, slots=True)
class Unseen:
    """Cards that a viewer has not seen yet, and where they can be ("bob's hand or deck")."""

    where: Text
    cards: tuple[Card, ...]


class Weight(Enum):
    """How much a choice should stand out."""

    PLAIN = "plain"
    MAIN = "main"
    """The usual way on, such as ending a finished turn."""
    GRAVE = "grave"
    """Should not be tapped by accident: it cannot be taken back, or it costs something."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a question.

    ``key`` is what a path records: letters, digits and ``-`` only, short, unique within its question.
    """

    key: str
    label: Text
    hint: Text | None = None
    card: Card | None = None
    weight: Weight = Weight.PLAIN


@dataclass(frozen=True, slots=True)
class Question:
    """One question: choose ``least`` to ``most`` of ``choices``.

    Several choices are sorted into the order of ``choices`` before they join the path.
    """

    text: Text
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class Decision(Generic[A]):
    """The end of a path: the actions that it stands for, to be played in order."""

    actions: tuple[A, ...]


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """A limit for a decision: after ``seconds`` the fallback of every seat is played."""

    seconds: int
