"""Replays finished games: every position as each seat saw it, and what computers considered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cachetools import LRUCache

from db.records import Considered, Phase, ResultRecord, TableRecord
from engines.contract import Event, Game, State, View
from engines.texts import Text, say
from sessions.live import LiveGame
from sessions.refusals import Refused
from sessions.table_cache import CachedTable, TableCache

CAPACITY = 50
"""How many games stay ready to be shown; each takes a few hundred kilobytes at most."""
KEYFRAME_INTERVAL = 40
"""Every how many moves a position is kept. To show any other, fewer moves than this are replayed, in under 1 ms."""

STILL_ON = say("The game is still on; a replay would show hidden cards.")


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action that a computer considered: its expected share of the win (0 to 1) and the number of trials."""

    action: Text
    estimate: float
    visits: int
    is_played: bool


@dataclass(frozen=True, slots=True)
class PastMove:
    """A move as its player saw it; ``considered`` is what a computer considered before it, the best estimate first."""

    seat: int
    action: Text
    considered: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A finished game after ``number`` of its ``last`` moves (0: as dealt), as ``seat`` saw it (``None``: everybody).

    ``move`` is the move that led here and ``before`` what the seat saw before it, ``None`` at the beginning. ``news``
    are its events, as far as the seat could read them.
    """

    table: TableRecord
    game: Game[Any]
    number: int
    last: int
    seat: int | None
    view: View[Any]
    move: PastMove | None
    news: tuple[Text, ...]
    results: tuple[ResultRecord, ...]
    before: View[Any] | None = None


class Replays:
    """Shows finished games. Their cards are no longer secret, so anybody may look from any seat."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self._games: LRUCache[int, _ReplayedGame] = LRUCache(CAPACITY)

    async def latest_in(self, channel_id: int) -> TableRecord:
        """The latest table in a channel whose game is finished. Raises ``Refused`` if there is none."""
        table = await self._cache.store.last_finished_in(channel_id)
        if table is not None:
            return table
        if any(table.phase is Phase.PLAYING for table in await self._cache.store.open_tables_in(channel_id)):
            raise Refused(STILL_ON)
        raise Refused(say("No game has been finished in this channel yet. /play opens a table."))

    async def beginning(self, table_id: int, user_id: int) -> Moment:
        """A game as it was dealt, seen from this member's seat if they had one. Raises ``Refused``."""
        entry = await self._cache.get(table_id)
        own = entry.table.seat_of(user_id)
        return await self.moment(table_id, 0, None if own is None else own.seat)

    async def moment(self, table_id: int, number: int, seat: int | None) -> Moment:
        """The game after ``number`` moves as ``seat`` saw it; a number out of range gives the nearest position.

        Raises ``Refused`` for a game that is not finished or cannot be shown, and for a seat that nobody had.
        """
        entry = await self._cache.get(table_id)
        _require_finished(entry)
        if seat is not None and not 0 <= seat < len(entry.table.seats):
            raise Refused(say("Nobody had that seat in this game."))
        replayed = await self._replayed(entry)
        number = min(max(number, 0), replayed.last)
        return Moment(
            table=entry.table,
            game=replayed.game,
            number=number,
            last=replayed.last,
            seat=seat,
            view=replayed.state_after(number).view(seat),
            move=replayed.move(number) if number else None,
            news=replayed.news(number, seat) if number else (),
            results=entry.results,
            before=replayed.state_after(number - 1).view(seat) if number else None,
        )

    async def _replayed(self, entry: CachedTable) -> _ReplayedGame:
        """The game of the table, prepared once: a finished game does not change."""
        table = entry.table
        replayed = self._games.get(table.id)
        if replayed is None:
            assert entry.live is not None
            thoughts = await self._cache.store.thoughts(table.id)
            moves = await self._cache.store.moves(table.id) if thoughts else ()
            by_place = {place: thoughts[move.number] for place, move in enumerate(moves, 1) if move.number in thoughts}
            replayed = self._games[table.id] = _ReplayedGame(entry.live, table, by_place)
        return replayed


class _ReplayedGame:
    """A finished game from which the position after any move can be taken.

    The keys of ``thoughts`` count the moves that were not taken back, from 1.
    """

    def __init__(self, live: LiveGame, table: TableRecord, thoughts: Mapping[int, Sequence[Considered]]) -> None:
        self.game = live.game
        self._moves: Sequence[tuple[int, str]] = live.moves
        self._events: Sequence[Sequence[Event]] = live.events
        self._thoughts = thoughts
        dealt = LiveGame.dealt(live.game, table, table.seed or "", rev=0).state
        self._keyframes: list[State[Any]] = [dealt]

    @property
    def last(self) -> int:
        """How many moves the game had."""
        return len(self._moves)

    def state_after(self, number: int) -> State[Any]:
        """The position after ``number`` moves, as an independent copy."""
        nearest = min(number // KEYFRAME_INTERVAL, len(self._keyframes) - 1)
        state = self._keyframes[nearest].clone()
        for place in range(nearest * KEYFRAME_INTERVAL, number):
            if place and place % KEYFRAME_INTERVAL == 0 and place // KEYFRAME_INTERVAL == len(self._keyframes):
                self._keyframes.append(state.clone())
            seat, text = self._moves[place]
            state.apply(seat, self.game.parse(text))  # checked when it was played
        return state

    def move(self, number: int) -> PastMove:
        """The move with this number as its player saw it, without what followed from it."""
        seat, text = self._moves[number - 1]
        view = self.state_after(number - 1).view(seat)

        def words(action: str) -> Text:
            return self.game.label(view, self.game.parse(action))

        # A computer keeps its first choice unless another is clearly better, so the action played need not come first.
        ranked = sorted(self._thoughts.get(number, ()), key=lambda one: -one[1])
        considered = tuple(
            Alternative(words(action), estimate, visits, action == text) for action, estimate, visits in ranked
        )
        return PastMove(seat, words(text), considered)

    def news(self, number: int, seat: int | None) -> tuple[Text, ...]:
        """The events of the move with this number that ``seat`` could read."""
        return tuple(self.game.tell(event, seat) for event in self._events[number - 1] if event.visible_to(seat))


def _require_finished(entry: CachedTable) -> None:
    """Refuse a game whose hidden cards may still matter, and one that cannot be read."""
    match entry.table.phase:
        case Phase.LOBBY:
            raise Refused(say("The game has not started yet, so there is nothing to replay."))
        case Phase.PLAYING:
            raise Refused(STILL_ON)
        case Phase.CLOSED:
            raise Refused(say("This table was closed without a result, so its cards stay hidden."))
        case Phase.FINISHED:
            pass
    if entry.trouble is not None or entry.live is None:
        raise Refused(entry.trouble or say("This game cannot be shown."))
