"""The contract between a game and everything that plays it.

A ``Game`` deals a ``State``. A ``State`` says who may act, plays actions, reports what happened as ``Event`` objects
and gives each seat its ``View``. States, views and events are plain data; the ``Game`` turns them into scenes,
questions and sentences.

>>> from engines import GAMES
>>> game = GAMES["counterweight"]
>>> state = game.deal(seats=2, seed="oak", options=game.Options(first=0))
>>> state.to_act
(0,)
>>> [str(action) for action in state.actions(0)]
['couple 3D P1 KC P2', 'couple 7D P1 KC P2']

A view holds what its seat may know; a spectator's has no hand.

>>> state.view(0).dump()["hand"]
['2S', '3D', '6H', '7D', 'KC', 'KS']
>>> state.view(None).dump()["hand"]
[]

``act`` checks an action, or its text, and plays it. Each seat sees only the events that it may know about.

>>> events = state.act(0, "couple 3D P1 KC P2")
>>> events[0].visible_to(1)
True
>>> state.act(0, "couple 7D P1 KC P2")
Traceback (most recent call last):
engines.contract.IllegalAction: It is not your turn.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic

from pydantic import BaseModel, ConfigDict
from typing_extensions import TypeVar

from engines.beats import Part
from engines.cloning import Cloneable, Remembering
from engines.documents import written
from engines.formats import DailyGame, Lengths
from engines.house_rules import SEAT
from engines.house_rules import house_rule as house_rule
from engines.kit.wording import in_points
from engines.lessons import Lesson, Theme
from engines.result_scenes import ResultScene
from engines.rulebooks import Credit, Section
from engines.scenes import Decision, PlanOffer, Question, Scene, TimeLimit, Unseen
from engines.sides import Sides, alone
from engines.texts import Text, say

A = TypeVar("A")
"""The action type of a game: immutable, hashable; ``str()`` gives its canonical text."""

GAME_OVER = say("The game is over.")
NOT_YOUR_TURN = say("It is not your turn.")
YOUR_TURN = say("It's your turn.")
"""The ``call`` of a game in which a turn needs no further words."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now. The message tells the player why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class GameOptions(BaseModel):
    """Base class of every game's options: rejects unknown names and out-of-range values."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    @property
    def contradiction(self) -> Text | None:
        """Why no table is opened with these together; stored games may have them."""
        return None

    @classmethod
    def can_favour_a_seat(cls, chosen: Collection[str]) -> bool:
        """Whether who begins is among the rules ``chosen``, and others are, too: together they can decide a game."""
        extras = {name: field.json_schema_extra for name, field in cls.model_fields.items()}
        said = {name for name, extra in extras.items() if isinstance(extra, dict) and SEAT in extra}
        return 0 < len(said.intersection(chosen)) < len(chosen)

    def dump(self) -> dict[str, Any]:
        """Those that are not as usual, JSON-able."""
        return self.model_dump(mode="json", exclude_defaults=True)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``places`` ranks the seats in groups, best first. ``points`` are per seat, in the game's own unit. ``reason`` is the
    rules text's word for this kind of ending. ``winners`` are the seats that won.
    """

    places: tuple[tuple[int, ...], ...]
    points: tuple[float, ...]
    reason: str
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, visible to everybody. Games derive a frozen dataclass for each kind of event."""

    @property
    def repeats_move(self) -> bool:
        """Whether it only repeats the move, so that a replay, which shows the move, can leave it out."""
        return False

    def visible_to(self, seat: int | None) -> bool:
        """Whether this seat (``None``: a spectator) may know about it."""
        return True


@dataclass(frozen=True, slots=True)
class MoveEvent(Event):
    """An event that only repeats the move."""

    @property
    def repeats_move(self) -> bool:
        """Always."""
        return True


@dataclass(frozen=True, slots=True)
class PrivateEvent(Event):
    """An event that only ``seat`` may know about."""

    seat: int

    def visible_to(self, seat: int | None) -> bool:
        """Whether this is the seat that may know."""
        return seat == self.seat


@dataclass(frozen=True, slots=True)
class OthersEvent(Event):
    """An event for everybody except ``seat``, which gets a more detailed ``PrivateEvent``."""

    seat: int

    def visible_to(self, seat: int | None) -> bool:
        """Whether this is anybody except the seat that knows more."""
        return seat != self.seat


class View(Remembering, ABC, Generic[A]):
    """What one seat may know about a position (``seat`` ``None``: what everybody may know).

    Games derive a frozen dataclass with only the fields that the rules text allows in "What each seat may know".
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
        """The view as JSON-serializable data, with cards written as in the rules texts."""
        return written(self)


V = TypeVar("V", bound=View[Any], default=Any)
"""The view type of a game."""


class State(Cloneable, ABC, Generic[A]):
    """A position of a game, including everything hidden. Never show it to anybody: show a ``View``.

    ``events`` collects what happens while an action is played; it is ``None`` in simulations, so that they do not pay
    for events that nobody reads.
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
        """The seats that may act now. Several seats decide simultaneously; ``()`` when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result; ``None`` while the game goes on."""

    @abstractmethod
    def actions(self, seat: int) -> list[A]:
        """All legal actions of ``seat``; empty if it may not act."""

    @abstractmethod
    def apply(self, seat: int, action: A) -> None:
        """Play an action that is known to be legal. Simulations call this; everything else calls ``act``."""

    @abstractmethod
    def view(self, seat: int | None) -> View[A]:
        """What ``seat`` may know; ``None``: what everybody may know."""

    @abstractmethod
    def dump(self) -> dict[str, Any]:
        """The whole position as JSON-serializable data: ``game.position(state.dump()) == state``."""

    def forced(self) -> tuple[int, A] | None:
        """A seat and its only action, if everybody can see that it has no choice; it is played without asking.

        Whether an action is forced depends on ``view(None)`` alone; the action itself may be hidden (a last card).
        """
        return None

    def can_take_back(self, seat: int) -> bool:
        """Whether ``seat`` may take back its latest action because it revealed nothing new to anybody."""
        return False

    def time_limit(self) -> TimeLimit | None:
        """How long the players may take over the current decision; ``None``: as long as they like."""
        return None

    def allows(self, seat: int, action: A) -> bool:
        """Whether ``action`` is legal for a seat that may act."""
        return action in self.actions(seat)

    def check(self, seat: int, action: A) -> None:
        """Raise ``IllegalAction`` unless this action is allowed for a seat that may act.

        The reason is based on what the seat can see, so it gives nothing away.
        """
        if not self.allows(seat, action):
            raise IllegalAction(self.game.refusal(self.view(seat), action))

    def act(self, seat: int, action: A | str) -> list[Event]:
        """Check an action or its text, play it and return what happened.

        Raises ``IllegalAction`` and leaves the state unchanged if the rules do not allow it.
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

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # positions are mutable, so they cannot be keys


class Game(Lengths, ABC, Generic[A, V]):
    """The rules of one game, and the entry point to everything that it shows, asks and says."""

    key: ClassVar[str]
    """Its name in the database and in ``GAMES``."""
    name: ClassVar[str]
    seats: ClassVar[range]
    """How many players can play it."""
    summary: ClassVar[Text]
    """One sentence that makes people want to play it."""
    credit: ClassVar[Credit]
    rules: ClassVar[tuple[Section, ...]]
    """The rules for players. The first section is enough to start playing; the others go into detail."""
    lessons: ClassVar[tuple[Lesson, ...]] = ()
    """Its lessons; beginners take the first one."""
    themes: ClassVar[tuple[Theme, ...]] = ()
    """What members can practise in their own games."""
    daily: ClassVar[DailyGame | None] = None
    """How it is played as the game of the day; ``None``: it never is."""
    rules_version: ClassVar[int] = 1
    """Incremented when the same moves would no longer lead to the same position; stored with every game."""
    Options: ClassVar[type[GameOptions]]
    scores_title: ClassVar[Text] = say("Points by game")
    """The heading for a table of what was ``scored`` in each hand, round or game of a match."""
    settling: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of events that report the result of a hand, round or game, which the final result also shows."""
    highlights: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of events that a replay can jump to, besides ``settling``."""
    openings: ClassVar[tuple[type[Event], ...]] = ()
    """The kinds of events that begin the next hand, round or game: a film of how the last one ended leaves them out."""

    @abstractmethod
    def deal(self, *, seats: int, seed: str, options: Any) -> State[A]:
        """Deal a new game; the same arguments always give the same deal.

        Raises ``ValueError`` if the game does not allow this number of players or these options.
        """

    @abstractmethod
    def position(self, /, document: Mapping[str, Any]) -> State[A]:
        """Load a position, a document as in Annex B of the rules text, filling in defaults.

        Raises ``ValueError`` for unknown keys and malformed cards or values.
        """

    @abstractmethod
    def sample(self, /, view: V, rng: Random) -> State[A]:
        """Sample a position that may be the real one as far as this viewer knows.

        Its ``view(seat)`` equals this view. Hidden cards are placed at random wherever they can be, given everything
        that has been shown; later shuffles come from a seed of its own. Computer players think in such positions and
        never see the real one.
        """

    # A game sets the following to functions from its modules, or defines methods.
    parse: Callable[[str], A]
    """Parse the canonical text of an action, ignoring case and spacing. Raises ``IllegalAction`` if there is none."""
    fallback: Callable[[V], A | None]
    """This seat's least harmful action, played when time runs out; ``None`` if the seat may not act."""
    scene: Callable[[V], Scene]
    """The table as this viewer sees it."""
    ask: Callable[[V, Sequence[str]], Question | Decision[A]]
    """The next question after the choices so far (a path of their keys), or the decision that they add up to.

    A question offers only choices that can still lead to a legal action, and together the paths reach every legal
    action. Raises ``IllegalAction`` for a path that leads nowhere.
    """
    label: Callable[[V, A], Text]
    """An action of this seat in words, short enough for a menu ("Play 6♣ 6♦ on pile 1, costs 1")."""
    tell: Callable[[Event, int | None], Text]
    """An event as a sentence for the player at this seat; ``None``: for everybody."""
    part_of: Callable[[Event, int | None], Part | None] = staticmethod(lambda event, viewer: None)
    """An event's part in the beat of a turn, a trick or an exchange; ``None``: it is told by itself."""
    refusal: Callable[[V, A], Text]
    """Why an action is not legal for this seat, as a friendly opponent would put it."""
    refusals: Callable[[V], tuple[tuple[int, Text], ...]]
    """For each distinct card in this seat's hand that cannot be played now: the card and why not."""
    ending: Callable[[V], Text | None]
    """Why the game is over, in a sentence; ``None`` while it goes on."""
    scored: Callable[[Event], Mapping[int, float]] = staticmethod(lambda event: {})
    """What an event scored, by seat, for a finished hand, round or game of a match; usually nothing."""
    result: Callable[[Sequence[V], Sequence[Event]], ResultScene | None] = staticmethod(lambda views, events: None)
    """What decided a finished game, from all seats' last views and all events that everybody may know.

    ``None``: the last position is shown instead.
    """
    verdict: Callable[[V, Outcome, int | None], Text | None] = staticmethod(lambda view, outcome, seat: None)
    """How a game that came to its end was won, in a sentence for the player at this seat; ``None``: for everybody.

    No name stands in it twice. Without a verdict, the winners are named, and by how much they won.
    """
    call: Callable[[V], Text] = staticmethod(lambda view: YOUR_TURN)
    """What those who may act are called to do, in a sentence that everybody may read."""
    beginner_help: Callable[[V], Text | None] = staticmethod(lambda view: None)
    """A one-line tip of at most 80 characters for first games. An ``Advice`` is shown if a computer would follow it."""
    plans: Callable[[V], Sequence[PlanOffer]] = staticmethod(lambda view: ())
    """What this seat can decide about its next decisions while it may not act."""
    planned: Callable[[V, str], Sequence[A] | None] = staticmethod(lambda view, key: None)
    """What the plan with this key means for the decision that this seat has to make now.

    The actions that it plays; none if it does not apply, so that the player is asked. ``None`` if it is not about
    decisions of this kind: a plan for one decision then waits for a later one.
    """

    def score(self, view: V, points: float) -> Text:
        """``Outcome.points`` of this game or match in words, such as "3 points" or "22 damage"."""
        return in_points(points)

    def lead(self, view: V, points: float) -> Text | None:
        """By how much a game was won, if this is the winner's lead; ``None`` if points alone do not decide it."""
        return self.score(view, points)

    def sides(self, seats: int) -> Sides:
        """Who wins together: groups of seats. Partners share points, place and win; usually everybody is alone."""
        return alone(seats)

    def unseen(self, view: V) -> tuple[Unseen, ...]:
        """The cards that this viewer has not seen yet, shown on request; none if the game does not track them."""
        return ()
