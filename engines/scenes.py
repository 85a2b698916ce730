"""What a game shows and asks, in terms that fit every card game.

A ``Scene`` describes the table for one viewer; ``Unseen`` cards are those that this viewer has not seen yet; a
``Question`` is one step of a decision. All are built from a ``View`` alone, so they cannot reveal more than the viewer
may know. One renderer serves all games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from functools import wraps
from typing import Generic, TypeVar

from engines.cards import Card
from engines.cloning import Remembering
from engines.texts import Text, say

A = TypeVar("A")
V = TypeVar("V", bound=Remembering)


class Spread(Enum):
    """How the cards of a zone lie on the table."""

    ROW = "row"
    """Cards side by side: a hand, a trick, a row."""
    RUN = "run"
    """Overlapping cards, the last one on top: all are visible, but only the last one fully."""
    STACK = "stack"
    """A pile with its last card on top; a screen may show just the top card and the number of cards."""
    HIDDEN = "hidden"
    """Face down: only the number is known."""


@dataclass(frozen=True, slots=True)
class Zone:
    """A place on the table where cards lie.

    ``cards`` are those that this viewer sees, bottom first; ``count`` is the total number there. ``owner`` is the seat
    that it belongs to, ``None`` for the middle of the table. ``notes`` are short remarks such as "just placed". Zones
    with the same ``group`` belong side by side under that heading. ``short`` is the name in a picture, at most 8
    letters, and the same as in menus ("P1"). ``is_closed`` means that nothing can be played on it for now,
    ``is_marked`` that its last card is what a turn is about: a picture rings it like a change.
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
    is_marked: bool = False


@dataclass(frozen=True, slots=True)
class TrickCard:
    """A seat's part in a trick: its card (``None``: not played yet) and what it is ``worth`` now.

    ``suit`` (an index into "CDHS") is what the card counts as, if that is not its own suit. ``is_best``: it is winning
    so far, or has won. ``notes`` explain it ("robbed by 5♦").
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

    ``suit`` (an index into "CDHS") is the suit that was led, ``multiple`` is the multiplier of the lead, and
    ``is_over`` marks the previous trick. ``notes`` say what else happened in it.
    """

    name: Text
    cards: tuple[TrickCard, ...]
    suit: int | None = None
    multiple: int = 1
    is_over: bool = False
    notes: tuple[Text, ...] = ()


class Kind(Enum):
    """What a number next to a player's name counts; pictures show it as an icon."""

    HAND = "hand"
    """Cards in hand."""
    DECK = "deck"
    """Cards in the player's own deck."""
    TRICKS = "tricks"
    """Tricks won; ``limit`` is the bid."""
    POINTS = "points"
    PENALTY = "penalty"
    """Penalty points if the game ended now."""
    DAMAGE = "damage"
    """Damage taken; ``limit`` is the amount that loses."""
    WINS = "wins"
    """Games or rounds won."""
    OUT = "out"
    """The player's position in the order of going out."""
    DEALER = "dealer"
    """A mark without a number."""


@dataclass(frozen=True, slots=True)
class Fact:
    """Something about a player in words, and as an icon and number if it has a ``kind``; ``limit`` as in "2 of 3"."""

    text: Text
    kind: Kind | None = None
    value: float | None = None
    limit: float | None = None


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as everybody sees it: whether it may act now and a few facts ("5 cards", "out first")."""

    seat: int
    to_act: bool
    facts: tuple[Fact, ...] = ()


MOST_TOLD = 3
"""The most lines about what has happened."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that one viewer sees of the table.

    ``headline`` says where the game stands ("Game 2, 41 cards in the deck"); ``waiting`` what it is waiting for ("Alice
    draws or takes"), ``None`` when it is over. ``tricks`` lie in the middle, the current one first. ``told`` are the
    latest beats as the reader is told them, oldest first. ``viewer`` is the seat of whoever alone reads this, "You".
    """

    headline: Text
    zones: tuple[Zone, ...]
    places: tuple[Place, ...]
    waiting: Text | None
    tricks: tuple[Trick, ...] = ()
    told: tuple[Text, ...] = ()
    viewer: int | None = None

    def __hash__(self) -> int:
        """That of the cards: few scenes have the same, and each picture is looked up by its scene several times."""
        return hash((tuple(zone.cards for zone in self.zones), len(self.tricks)))


def once_for_each_view(draw: Callable[[V], Scene]) -> Callable[[V], Scene]:
    """``draw``, called once for each view: several messages show the same. A scene is kept as long as its view."""

    @wraps(draw)
    def scene_of(view: V) -> Scene:
        return view.remembered("scene", lambda: draw(view))

    return scene_of


def hand_zone(scene: Scene, seat: int) -> Zone | None:
    """The hand of a seat: the first of its zones that is in no group."""
    return next((zone for zone in scene.zones if zone.owner == seat and zone.group is None), None)


def without_hand(scene: Scene, seat: int) -> Scene:
    """The scene with this seat's hand face down, for a picture next to which its player reads the cards.

    The scene itself if the number of cards is not among the facts about the seat: its player chooses from them.
    """
    place = next((place for place in scene.places if place.seat == seat), None)
    hand = hand_zone(scene, seat)
    if hand is None or place is None or not any(fact.kind is Kind.HAND for fact in place.facts):
        return scene
    closed = replace(hand, spread=Spread.HIDDEN, cards=(), notes=())
    return replace(scene, zones=tuple(closed if zone is hand else zone for zone in scene.zones))


def with_open_hands(scene: Scene, own: Sequence[Scene]) -> Scene:
    """The scene with its face-down hands turned up; ``own`` is each seat's own scene.

    Zones keep their positions and names. Only for finished games.
    """
    opened = list(scene.zones)
    for seat, seen in enumerate(own):
        closed, hand = hand_zone(scene, seat), hand_zone(seen, seat)
        if closed is None or hand is None or closed.spread is not Spread.HIDDEN:
            continue
        if hand.cards and len(hand.cards) == closed.count:
            opened[scene.zones.index(closed)] = replace(closed, spread=Spread.ROW, cards=hand.cards)
    return replace(scene, zones=tuple(opened))


def at_rest(scene: Scene) -> Scene:
    """The scene of a game that is over, also if somebody was to act: nobody is asked any more."""
    places = tuple(replace(place, to_act=False) for place in scene.places)
    return replace(scene, places=places, waiting=None)


@dataclass(frozen=True, slots=True)
class Unseen:
    """Cards that a viewer has not seen yet, and where they may be ("bob's hand or deck")."""

    where: Text
    cards: tuple[Card, ...]


class Weight(Enum):
    """How much a choice should stand out."""

    PLAIN = "plain"
    """A move; grey where the player puts cards together, as it is not part of the answer yet."""
    MAIN = "main"
    """It closes something, such as a turn; stands above the moves."""
    CHOSEN = "chosen"
    """It is part of the answer so far."""
    MINOR = "minor"
    """No move, such as to begin the answer anew; stands above the moves."""
    GRAVE = "grave"
    """Not to be tapped by accident: it cannot be undone, or it costs something."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One option of a question.

    ``key`` is what a path records: short, unique within its question, only letters, digits and ``-``. ``label`` names
    it, such as where a card goes, and ``hint`` says what it gains or costs. Together they have at most 34 characters,
    which a phone shows on a button. On buttons, the emoji of ``card`` stands for the label if there is a hint, or if it
    only names the card. One that is not ``is_open`` keeps its place and cannot be chosen now.
    """

    key: str
    label: Text
    hint: Text | None = None
    card: Card | None = None
    weight: Weight = Weight.PLAIN
    is_open: bool = True

    @property
    def text(self) -> Text:
        """Label and hint, as buttons and menus show them."""
        return self.label if self.hint is None else say("{choice} · {hint}", choice=self.label, hint=self.hint)


@dataclass(frozen=True, slots=True)
class Picking:
    """Cards of which a player picks some for a question, in the order in which a picture shows them.

    ``worth`` is the value of each, ``picked`` are those that are in; together they may be worth ``limit``. ``headline``
    says how far the player is, ``others`` what becomes of the cards that are not picked, in a few short lines, and
    ``fitting`` what still fits.
    """

    cards: tuple[Card, ...]
    worth: tuple[int, ...]
    picked: frozenset[Card]
    limit: int
    headline: Text
    others: tuple[Text, ...]
    fitting: Text

    @property
    def values(self) -> tuple[int, ...]:
        """What the picked cards are worth, in order."""
        return tuple(value for card, value in zip(self.cards, self.worth, strict=True) if card in self.picked)

    @property
    def room(self) -> int:
        """What may still be added."""
        return self.limit - sum(self.values)


@dataclass(frozen=True, slots=True)
class Question:
    """A question: choose ``least`` to ``most`` of ``choices``.

    Multiple answers are sorted into the order of ``choices`` before they are added to the path.

    The best moves stand first: if there is no room for a button for each, the others are only in a menu of all moves,
    which is called ``menu``, in at most 26 characters.

    Many paths may lead to one question; then ``at`` is the one that stands for them. If it is about ``picking`` cards,
    a picture shows these in place of the table.
    """

    text: Text
    choices: tuple[Choice, ...]
    least: int = 1
    most: int = 1
    menu: Text | None = None
    at: tuple[str, ...] | None = None
    picking: Picking | None = None


@dataclass(frozen=True, slots=True)
class Decision(Generic[A]):
    """The end of a path: the actions to play, in order."""

    actions: tuple[A, ...]


@dataclass(frozen=True, slots=True)
class PlanOffer:
    """Something that a player can decide before being asked; ``key`` is what is stored of it.

    A ``standing`` plan answers every decision to which it applies, until the player withdraws it. Any other is for one
    decision.
    """

    key: str
    label: Text
    standing: bool = False


@dataclass(frozen=True, slots=True)
class TimeLimit:
    """A time limit for a decision: after ``seconds``, every seat's fallback is played."""

    seconds: int
