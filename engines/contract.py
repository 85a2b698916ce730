"""The contract between a game and everything that plays it.

A ``Game`` deals a ``State``; a ``State`` says who may act, takes actions and shows each seat its
``View``. The rules of a game live behind these three classes and nowhere else.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from engines.result_words import in_points
from engines.scenes import Decision, Question, Scene, TimeLimit
from engines.texts import Text, say

A = TypeVar("A")
"""The action type of a game: immutable, hashable, ``str()`` is its canonical text."""


class IllegalAction(ValueError):
    """An action that the rules do not allow now; the message tells the player why."""

    def __init__(self, text: Text) -> None:
        super().__init__(str(text))
        self.text = text


class GameOptions(BaseModel):
    """Base of every game's options: unknown names and values out of range are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def house_rule(default: Any, explanation: str, *, ge: int | None = None, le: int | None = None) -> Any:
    """A field of ``GameOptions`` with a sentence that explains it to players (at most 100 characters)."""
    return Field(default=default, description=explanation, ge=ge, le=le)


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended.

    ``places`` are the seats in groups, best first; ``points`` are per seat in the unit of the game;
    ``reason`` is the rules text's word for the kind of ending; ``winners`` are the seats that won.
    """

    places: tuple[tuple[int, ...], ...]
    points: tuple[float, ...]
    reason: str
    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that just happened, in words. ``audience``: the seats that may read it, ``None`` for everybody."""

    text: Text
    audience: tuple[int, ...] | None = None

    def visible_to(self, seat: int | None) -> bool:
        """Whether this seat (``None``: a spectator) may read it."""
        return self.audience is None or seat in self.audience


@dataclass(frozen=True, slots=True)
class Credit:
    """Whom a game is from, as its author or licence asks it to be shown."""

    line: str
    url: str


class View(ABC, Generic[A]):
    """What one seat may know of a position (``seat`` ``None``: what everybody may know).

    It is built by naming what is allowed (the annex "What each seat may know" of the rules text).
    Pictures, texts, menus and computer players are made from it, never from the state.
    """

    seat: int | None
    to_act: tuple[int, ...]

    @abstractmethod
    def dump(self) -> dict[str, Any]:
        """The view as JSON-able data, cards written as in the rules texts."""

    @abstractmethod
    def scene(self) -> Scene:
        """The table as this viewer sees it."""

    @abstractmethod
    def ending(self) -> Text | None:
        """Why the game is over, in a sentence; ``None`` while it goes on."""

    def score(self, points: float) -> Text:
        """An amount of ``Outcome.points`` of this game in words, such as "3 points" or "22 damage"."""
        return in_points(points)

    @abstractmethod
    def actions(self) -> list[A]:
        """All legal actions of this seat now, the same as ``State.actions(seat)``; empty if it may not act."""

    @abstractmethod
    def ask(self, path: Sequence[str]) -> Question | Decision[A]:
        """What is asked of this seat after the picks in ``path``, or what they come to.

        Only choices that can still be completed to a legal action are offered, and together the
        paths reach every legal action. Raises ``IllegalAction`` for a path that is none.
        """

    @abstractmethod
    def label(self, action: A) -> Text:
        """An action of this seat in words, short enough for a menu ("Play 6♣ 6♦ on pile 1, costs 1")."""

    @abstractmethod
    def refusals(self) -> tuple[tuple[int, Text], ...]:
        """For each different card in this seat's hand that cannot be played now: the card and why not."""

    @abstractmethod
    def fallback(self) -> A | None:
        """The most harmless action of this seat: what the house plays for somebody who has gone."""

    @abstractmethod
    def sample_world(self, rng: Random) -> State[A]:
        """A position that may be the true one, as far as this viewer knows.

        Its ``view(seat)`` equals this view. Hidden cards lie at random where they can lie after all that
        has been shown; later shuffles come from a seed of its own. Computer players think in such
        positions and never see the true one.
        """


class State(ABC, Generic[A]):
    """A position of a game, with everything hidden in it. Never show it to anybody: show a ``View``."""

    __slots__ = ("news",)

    news: list[Event] | None
    """Collects events while an action is played; ``None`` in simulations, which need none."""

    @property
    @abstractmethod
    def game(self) -> Game[A]:
        """The game this is a position of."""

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now; several decide at the same time; ``()`` when the game is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The result, ``None`` while the game goes on."""

    @abstractmethod
    def actions(self, seat: int) -> list[A]:
        """All legal actions of ``seat``; empty if it may not act."""

    def forced(self) -> tuple[int, A] | None:
        """A seat and the action that the rules make automatic now: the house plays it without asking anybody."""
        return None

    @abstractmethod
    def check(self, seat: int, action: A) -> None:
        """Raise ``IllegalAction``, with the reason a good opponent would give, unless the action is legal."""

    @abstractmethod
    def apply(self, seat: int, action: A) -> None:
        """Play an action that is known to be legal. Simulations call this; everybody else ``act``."""

    @abstractmethod
    def view(self, seat: int | None) -> View[A]:
        """What ``seat`` may know; ``None``: what everybody may know."""

    @abstractmethod
    def dump(self) -> dict[str, Any]:
        """The whole position as JSON-able data: ``game.position(state.dump()) == state``."""

    @abstractmethod
    def clone(self) -> Self:
        """An independent copy."""

    def can_take_back(self, seat: int) -> bool:
        """Whether the latest action of ``seat`` may be taken back: it showed that seat and the others nothing new."""
        return False

    def time_limit(self) -> TimeLimit | None:
        """How long the players may take for the present decision; ``None``: as long as they like."""
        return None

    def act(self, seat: int, action: A | str) -> list[Event]:
        """Check an action or its text, play it and tell what happened.

        Raises ``IllegalAction`` and leaves the state as it was if the rules do not allow it.
        """
        chosen = self.game.parse(action) if isinstance(action, str) else action
        if self.outcome is not None:
            raise IllegalAction(say("The game is over."))
        if seat not in self.to_act:
            raise IllegalAction(say("It is not your turn."))
        self.check(seat, chosen)
        self.news = news = []
        try:
            self.apply(seat, chosen)
        finally:
            self.news = None
        return news

    def tell(self, text: Text, *audience: int) -> None:
        """Record an event for the seats in ``audience`` (nobody named: for everybody).

        Ask for ``news is not None`` first: simulations should not pay for texts that nobody reads.
        """
        if self.news is not None:
            self.news.append(Event(text, audience or None))

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.dump() == other.dump()

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # positions change: they cannot be keys


class Game(ABC, Generic[A]):
    """The rules of one game."""

    key: ClassVar[str]
    """Its name in the database and in ``GAMES``."""
    name: ClassVar[str]
    seats: ClassVar[range]
    """The numbers of players it can be played by."""
    summary: ClassVar[Text]
    """One sentence that makes somebody want to play it."""
    credit: ClassVar[Credit]
    rules: ClassVar[tuple[tuple[Text, Text], ...]]
    """The rules for players: sections of a heading and a text in Markdown."""
    rules_version: ClassVar[int] = 1
    """Raised when the same moves would no longer lead to the same position; stored with every game."""
    Options: ClassVar[type[GameOptions]]

    @abstractmethod
    def deal(self, *, seats: int, seed: str, options: Any) -> State[A]:
        """A new game; the same arguments always give the same one.

        Raises ``ValueError`` if the game cannot be played by so many or with these options.
        """

    @abstractmethod
    def position(self, document: Mapping[str, Any]) -> State[A]:
        """A position as in Annex B of the rules text, defaults filled in.

        Raises ``ValueError`` for unknown keys and malformed cards or values.
        """

    @abstractmethod
    def parse(self, text: str) -> A:
        """The action that a canonical text stands for; case and spacing are forgiven.

        Raises ``IllegalAction`` if it stands for none.
        """
