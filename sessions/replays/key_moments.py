"""The moves of a finished game that mattered most: those that changed a computer's estimate, or brought many events.

A film shows the turns, tricks and exchanges in which they were made.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Any

from db.records import Considered
from engines.contract import Event, Game, View
from engines.scenes import Scene, at_rest
from engines.texts import Text, has_cards
from sessions.tables.live import LiveGame

MOST = 10
"""How many key moments a game has at most."""
LEAST_CHANGE = 0.1
"""A smaller change of an estimate says nothing about a move."""


@dataclass(frozen=True, slots=True)
class Estimates:
    """How the computer at ``seat`` estimated its share of the win, from 0 to 1, before and after a move."""

    seat: int
    before: float
    after: float

    @property
    def change(self) -> float:
        """How much the move helped this seat."""
        return self.after - self.before


@dataclass(frozen=True, slots=True)
class KeyMove:
    """A move worth looking at, by its number. ``estimates`` are those that it changed, if known."""

    number: int
    estimates: Estimates | None = None


@dataclass(frozen=True, slots=True)
class KeyMoment:
    """A key move in words. ``told`` is the first thing that everybody read about it, or else what makes it notable."""

    number: int
    seat: int
    action: Text
    told: Text | None
    estimates: Estimates | None


def swings(
    seats: Sequence[int],
    thoughts: Mapping[int, Sequence[Considered]],
    was_free: Callable[[int], bool],
    is_telling: Callable[[int], bool],
    judged: Mapping[int, Estimates] = MappingProxyType({}),
) -> list[KeyMove]:
    """The moves that changed estimates most, the largest change first.

    ``seats`` made the moves, which are numbered from 1, as in the keys of ``thoughts``. A change shows only between two
    thoughts of the same computer. It is put down to the latest move of somebody else between them that ``is_telling``,
    or else to the latest of all. Only a move that ``was_free``, one with an alternative, can be the cause.
    What a ``judged`` move did is known: it changed the estimates of who made it from the best they could have had.
    """
    found = {number: own for number, own in judged.items() if abs(own.change) >= LEAST_CHANGE}
    for seat in set(seats):
        own = [number for number in sorted(thoughts) if thoughts[number] and seats[number - 1] == seat]
        for earlier, later in pairwise(own):
            # What the computer chose comes first.
            estimates = Estimates(seat, thoughts[earlier][0][1], thoughts[later][0][1])
            if abs(estimates.change) < LEAST_CHANGE:
                continue
            cause = _cause(
                [number for number in range(later - 1, earlier - 1, -1) if was_free(number)], seat, seats, is_telling
            )
            if cause is not None and cause not in judged:
                found[cause] = max(found.get(cause, estimates), estimates, key=lambda one: abs(one.change))
    ranked = sorted(found, key=lambda number: (-abs(found[number].change), number))
    return [KeyMove(number, found[number]) for number in ranked]


def turning_point(ranked: Sequence[KeyMove], winners: Collection[int]) -> KeyMove | None:
    """The first of these moves that changed estimates towards the actual result; ``None`` if none did."""
    for move in ranked:
        if move.estimates is not None and (move.estimates.change > 0) == (move.estimates.seat in winners):
            return move
    return None


def key_moves(
    ranked: Sequence[KeyMove], events: Sequence[Sequence[Event]], kinds: tuple[type[Event], ...]
) -> list[KeyMove]:
    """The moves that changed estimates most or, without estimates, the latest with events of these kinds, in order."""
    if ranked:
        return sorted(ranked[:MOST], key=lambda move: move.number)
    numbers = [number for number, told in enumerate(events, 1) if any(isinstance(event, kinds) for event in told)]
    return [KeyMove(number) for number in numbers[-MOST:]]


@dataclass(frozen=True, slots=True)
class Shot:
    """The table as everybody saw it after a whole turn, trick or exchange, with what was told, and before it."""

    scene: Scene
    before: Scene


@dataclass(slots=True)
class _Beat:
    """The moves from one position to another that are told together."""

    before: View[Any]
    after: View[Any]
    told: tuple[Text, ...]
    last: int
    is_key: bool = False
    is_notable: bool = False

    @property
    def rank(self) -> tuple[bool, bool, int]:
        """The least comes first: a key move, or else what is notable, even if nobody had a choice; then the latest."""
        return not self.is_key, not self.is_notable, -self.last


def film(live: LiveGame, moves: Sequence[tuple[int, str]], keys: Iterable[KeyMoment]) -> tuple[Shot, ...]:
    """The beats with key moves, with what is notable, and the latest others; plays ``live`` to its end."""
    beats: list[_Beat] = []
    kinds = (*live.game.settling, *live.game.highlights)
    numbers = {key.number for key in keys}
    for number, (seat, text) in enumerate(moves):
        before = live.view(None)
        live.play(seat, text, rev=number + 1)
        if not any(event.visible_to(None) for event in live.events[number]):
            continue
        if not beats or live.start_of_beat(number, None) > beats[-1].last:
            beats.append(_Beat(before, before, (), number))
        beat = beats[-1]
        beat.after, beat.told, beat.last = live.view(None), live.news_for(None, live.game.openings), number
        beat.is_key |= number + 1 in numbers
        beat.is_notable |= any(isinstance(event, kinds) for event in live.events[number])
    _without_result(beats)
    telling = [beat for beat in beats if any(map(has_cards, beat.told[-1:]))]
    chosen = sorted(sorted(telling, key=lambda beat: beat.rank)[:MOST], key=lambda beat: beat.last)
    return tuple(_shot(live.game, beat) for beat in chosen)


def _shot(game: Game[Any], beat: _Beat) -> Shot:
    """What the latest of a beat's turns did; nobody is asked any more."""
    return Shot(replace(at_rest(game.scene(beat.after)), told=beat.told[-1:]), game.scene(beat.before))


def _without_result(beats: Sequence[_Beat]) -> None:
    """Let the last beat, which often decides the game, end with its cards: who has won is told after it."""
    for last in beats[-1:]:
        told = last.told
        while told and not has_cards(told[-1]):
            told = told[:-1]
        if told and (len(beats) == 1 or told[-1] not in beats[-2].told):
            last.told = told


def _cause(free: Sequence[int], seat: int, seats: Sequence[int], is_telling: Callable[[int], bool]) -> int | None:
    """The move that changed an estimate of this seat, of the ``free`` ones since, latest first."""
    others = [number for number in free if seats[number - 1] != seat]
    return next(filter(is_telling, others), next(iter(others or free), None))
