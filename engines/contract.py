"""The contract between a game and everything that plays it.

A ``Game`` deals a ``State``. A ``State`` says who may act, plays actions, tells what happened as ``Event`` objects and
shows each seat its ``View``. States, views and events are plain data; the ``Game`` puts them into scenes, questions
and sentences.

>>> from engines import GAMES
>>> game = GAMES["counterweight"]
>>> state = game.deal(seats=2, seed="oak", options=game.Options(first=0))
>>> state.to_act
(0,)
>>> [str(action) for action in state.actions(0)]
['couple 3D P1 KC P2', 'couple 7D P1 KC P2']

A view has what its seat may know; that of a spectator has no hand.

>>> state.view(0).dump()["hand"]
['2S', '3D', '6H', '7D', 'KC', 'KS']
>>> state.view(None).dump()["hand"]
[]

An action, or its text, is checked and played. Every seat sees those of its events that it may know of.

>>> events = state.act(0, "couple 3D P1 KC P2")
>>> events[0].visible_to(1)
True
>>> state.act(0, "couple 7D P1 KC P2")
Traceback (most recent call last):
engines.contract.IllegalAction: It is not your turn.

A position goes on from what it has written.

>>> game.position(state.dump()) == state
True
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic

from pydantic import BaseModel, ConfigDict, Field
from pydantic.config import JsonDict
from typing_extensions import TypeVar

from engines.cloning import Cloneable
from engines.daily import DailyGame
from engines.documents import written
from engines.kit.wording import in_points
from engines.lessons import Lesson
from engines.rulebooks import Section
from engines.scenes import Decision, Question, Scene, TimeLimit, Unseen
from engines.texts import Text, say

A = TypeVar("A")
"""The action type of a game: immutable, hashable; ``str()`` gives its canonical text."""

GAME_OVER = say("The game is over.")
NOT_YOUR_TURN = say("It is not your turn.")

WHEN_SET = "when_set"
"""The key of a house rule's shorter explanation among what is known of the field."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The message tells the player why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class GameOptions(BaseModel):
    """Base of every game's options: unknown names and values out of range are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def house_rule(
    default: Any, explanation: str, *, when_set: Text | None = None, ge: int | None = None, le: int | None = None
) -> Any:
    """A field of ``GameOptions`` with a sentence that explains it to players (at most 100 characters).

    ``when_set`` is the shorter explanation at a table that has set it, if the other one says what holds otherwise.
    """
    extra: JsonDict | None = None if when_set is None else {WHEN_SET: when_set.template}
    return Field(default=default, description=explanation, json_schema_extra=extra, ge=ge, le=le)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``places`` are the seats in groups, best first. ``points`` are per seat, in the unit of the game. ``reason`` is the
    rules text's word for this kind of ending. ``winners`` are the seats that won.
    """

    places: tuple[tuple[int, ...], ...]
    points: tuple[float, ...]
    reason: str
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, for everybody to know. Games derive a frozen dataclass for each kind of event."""

    @property
    def repeats_move(self) -> bool:
        """Whether it says no more than the move itself, below which a replay tells what happened."""
        return False

    def visible_to(self, seat: int | None) -> bool:
        """Whether this seat (``None``: a spectator) may know of it."""
        return True


@dataclass(frozen=True, slots=True)
class MoveEvent(Event):
    """An event that says no more than the move itself."""

    @property
    def repeats_move(self) -> bool:
        """Always."""
        return True


@dataclass(frozen=True, slots=True)
class PrivateEvent(Event):
    """An event that only ``seat`` may know of."""

    seat: int

    def visible_to(self, seat: int | None) -> bool:
        """Whether this is the seat that it is for."""
        return seat == self.seat


@dataclass(frozen=True, slots=True)
class OthersEvent(Event):
    """An event for everybody but ``seat``, which is told more in a ``PrivateEvent``."""

    seat: int

    def visible_to(self, seat: int | None) -> bool:
        """Whether this is anybody but the seat that knows more."""
        return seat != self.seat


@dataclass(frozen=True, slots=True)
class Credit:
    """A game's author, shown as the author or the licence asks."""

    line: str
    url: str


class View(ABC, Generic[A]):
    """What one seat may know of a position (``seat`` ``None``: what everybody may know).

    Games derive a frozen dataclass whose fields name what the annex "What each seat may know" of the rules text allows.
    Pictures, texts, questions and computer players get a view and never the state.
    """

    seat: int | None
    to_act: tuple[int, ...]

    @abstractmethod
    def actions(self) -> list[A]:
        """All legal actions of this seat, the same as ``State.actions(seat)``; empty if it may not act."""

    @property
    def may_act(self) -> bool:
        """Whether this seat may act now."""
        return self.seat in self.to_act

    def dump(self) -> dict[str, Any]:
        """The view as JSON-able data, cards written as in the rules texts."""
        return written(self)


V = TypeVar("V", bound=View[Any], default=Any)
"""The view type of a game."""


class State(Cloneable, ABC, Generic[A]):
    """A position of a game, with everything hidden in it. Never show it to anybody: show a ``View``.

    ``events`` collects what happens while an action is played; it is ``None`` in simulations, which should not pay for
    events that nobody reads.
    """

    __slots__ = ("events", "game")

    def __init__(self, game: Game[A]) -> None:
        self.game = game
        self.events: list[Event] | None = None

    @property
    @abstractmethod
    def seats(self) -> int:
        """The number of players."""

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now. Several decide at the same time; ``()`` when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result; ``None`` while the game goes on."""

    @abstractmethod
    def actions(self, seat: int) -> list[A]:
        """All legal actions of ``seat``; empty if it may not act."""

    @abstractmethod
    def apply(self, seat: int, action: A) -> None:
        """Play an action that is known to be legal. Simulations call this; everybody else calls ``act``."""

    @abstractmethod
    def view(self, seat: int | None) -> View[A]:
        """What ``seat`` may know; ``None``: what everybody may know."""

    @abstractmethod
    def dump(self) -> dict[str, Any]:
        """The whole position as JSON-able data: ``game.position(state.dump()) == state``."""

    def forced(self) -> tuple[int, A] | None:
        """A seat and the action that the rules make automatic now: it is played without asking anybody."""
        return None

    def can_take_back(self, seat: int) -> bool:
        """Whether ``seat`` may take back its latest action, because it showed nobody anything new."""
        return False

    def time_limit(self) -> TimeLimit | None:
        """How long the players may take for the present decision; ``None``: as long as they like."""
        return None

    def allows(self, seat: int, action: A) -> bool:
        """Whether ``action`` is legal for a seat that may act."""
        return action in self.actions(seat)

    def check(self, seat: int, action: A) -> None:
        """Raise ``IllegalAction`` unless a seat that may act is allowed this action.

        The reason is made from what the seat can see, so it gives nothing away.
        """
        if not self.allows(seat, action):
            raise IllegalAction(self.game.refusal(self.view(seat), action))

    def act(self, seat: int, action: A | str) -> list[Event]:
        """Check an action or its text, play it and return what happened.

        Raises ``IllegalAction`` and leaves the state as it was if the rules do not allow it.
        """
        chosen = self.game.parse(action) if isinstance(action, str) else action
        if self.outcome is not None:
            raise IllegalAction(GAME_OVER)
        if seat not in self.to_act:
            raise IllegalAction(NOT_YOUR_TURN)
        self.check(seat, chosen)
        self.events = events = []
        try:
            self.apply(seat, chosen)
        finally:
            self.events = None
        return events

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.dump() == other.dump()

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # positions change: they cannot be keys


def scores_nothing(event: Event) -> Mapping[int, float]:
    """The ``scored`` of a game that keeps no score."""
    return {}


def no_help(view: View[Any]) -> None:
    """The ``beginner_help`` of a game that has none."""
    return


class Game(ABC, Generic[A, V]):
    """The rules of one game, and the front door to everything that it shows, asks and says."""

    key: ClassVar[str]
    """Its name in the database and in ``GAMES``."""
    name: ClassVar[str]
    seats: ClassVar[range]
    """The numbers of players that can play it."""
    summary: ClassVar[Text]
    """One sentence that makes people want to play it."""
    credit: ClassVar[Credit]
    rules: ClassVar[tuple[Section, ...]]
    """The rules for players. The first section is enough to play; the others go into detail."""
    lessons: ClassVar[tuple[Lesson, ...]] = ()
    """Its lessons; the first is the one that a beginner takes."""
    daily: ClassVar[DailyGame | None] = None
    """How it is played as the game of the day; ``None``: it never is that game."""
    rules_version: ClassVar[int] = 1
    """Raised when the same moves would no longer lead to the same position; stored with every game."""
    Options: ClassVar[type[GameOptions]]
    scores_title: ClassVar[Text] = say("Points by game")
    """The heading of a table with what was ``scored`` in each hand, round or game of a match."""
    settling: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of events that tell the result of a hand, round or game. The result of the whole says the same."""
    highlights: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of events that a replay offers to look at, besides ``settling``."""

    @abstractmethod
    def deal(self, *, seats: int, seed: str, options: Any) -> State[A]:
        """A new game; the same arguments always give the same one.

        Raises ``ValueError`` if this number of players or these options do not fit the game.
        """

    @abstractmethod
    def position(self, document: Mapping[str, Any]) -> State[A]:
        """A position as in Annex B of the rules text, defaults filled in.

        Raises ``ValueError`` for unknown keys and malformed cards or values.
        """

    @abstractmethod
    def sample(self, view: V, rng: Random) -> State[A]:
        """A position that may be the true one, as far as this viewer knows.

        Its ``view(seat)`` equals this view. Hidden cards lie at random where they can lie after everything that has
        been shown; later shuffles come from a seed of its own. Computer players think in such positions and never see
        the true one.
        """

    # A game names functions of its modules for what follows, or defines methods.

    parse: Callable[[str], A]
    """The action that a canonical text stands for; case and spacing do not matter.

    Raises ``IllegalAction`` if it stands for none.
    """
    fallback: Callable[[V], A | None]
    """The most harmless action of this seat, played when time runs out; ``None`` if the seat may not act."""
    scene: Callable[[V], Scene]
    """The table as this viewer sees it."""
    ask: Callable[[V, Sequence[str]], Question | Decision[A]]
    """The question after the choices so far (a path of their keys), or the decision that they come to.

    A question offers only choices that can still be completed to a legal action, and together the paths reach every
    legal action. Raises ``IllegalAction`` for a path that leads nowhere.
    """
    label: Callable[[V, A], Text]
    """An action of this seat in words, short enough for a menu ("Play 6♣ 6♦ on pile 1, costs 1")."""
    tell: Callable[[Event, int | None], Text]
    """An event as a sentence for the player at this seat; ``None``: for everybody."""
    refusal: Callable[[V, A], Text]
    """Why an action is not legal for this seat, as a good opponent would put it."""
    refusals: Callable[[V], tuple[tuple[int, Text], ...]]
    """For each different card in this seat's hand that cannot be played now: the card and why not."""
    ending: Callable[[V], Text | None]
    """Why the game is over, in a sentence; ``None`` while it goes on."""
    scored: Callable[[Event], Mapping[int, float]] = staticmethod(scores_nothing)
    """What an event brought in a hand, round or game of a match that has ended, by seat; usually nothing."""
    beginner_help: Callable[[V], Text | None] = staticmethod(no_help)
    """What matters in this position, in a line of at most 150 characters for a member's first games."""

    def score(self, view: V, points: float) -> Text:
        """An amount of ``Outcome.points`` of this game or match in words, such as "3 points" or "22 damage"."""
        return in_points(points)

    def unseen(self, view: V) -> tuple[Unseen, ...]:
        """The cards that this viewer has not seen yet, shown on request; none if the game keeps no count of them."""
        return ()
