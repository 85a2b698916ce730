"""Looking back at finished games: every position again, as each seat saw it, and what computers considered."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from db.records import Considered, Phase, ResultRecord, TableRecord
from engines.contract import Event, Game, State, View
from engines.texts import Text, say
from sessions.live import LiveGame
from sessions.refusals import Refused
from sessions.table_cache import CachedTable, TableCache

CAPACITY = 50
"""How many games somebody looks back at stay wound up; each takes some hundred kilobytes at most."""
APART = 40
"""How many moves lie between two positions that are kept: as many are played anew for a step, in less than 1 ms."""

STILL_ON = say("The game is still on; a replay would show hidden cards.")


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action that a computer considered: the share of the win expected of it, 0 to 1, in how many trials."""

    action: Text
    estimate: float
    visits: int
    is_played: bool


@dataclass(frozen=True, slots=True)
class PastMove:
    """A move as its player saw it; ``considered`` is what a computer weighed before it, the best estimate first."""

    seat: int
    action: Text
    considered: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A finished game after ``number`` of its ``last`` moves (0: as dealt), as ``seat`` saw it (``None``: everybody).

    ``move`` led here, ``None`` before the first; ``news`` are what it led to, as far as the seat could read it.
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


class Replays:
    """Shows finished games. Their cards are no secret any more: who did not play may look from any seat as well."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self._reels: OrderedDict[int, _Reel] = OrderedDict()

    async def latest_in(self, channel_id: int) -> TableRecord:
        """The table whose game was the last to be finished in a channel. Raises ``Refused`` if there is none."""
        table = await self._cache.store.last_finished_in(channel_id)
        if table is not None:
            return table
        opened = await self._cache.store.open_table_in(channel_id)
        if opened is not None and opened.phase is Phase.PLAYING:
            raise Refused(STILL_ON)
        raise Refused(say("No game has been finished in this channel yet. /play opens a table."))

    async def beginning(self, table_id: int, user_id: int) -> Moment:
        """A game as it was dealt, seen from this member's own seat if they had one. Raises ``Refused``."""
        entry = await self._cache.get(table_id)
        own = entry.table.seat_of(user_id)
        return await self.moment(table_id, 0, None if own is None else own.seat)

    async def moment(self, table_id: int, number: int, seat: int | None) -> Moment:
        """The game after ``number`` moves as ``seat`` saw it; a number that is none gives the nearest.

        Raises ``Refused`` for a game that is not finished or cannot be shown, and for a seat that nobody had.
        """
        entry = await self._cache.get(table_id)
        _require_finished(entry)
        if seat is not None and not 0 <= seat < len(entry.table.seats):
            raise Refused(say("Nobody had that seat in this game."))
        reel = await self._reel(entry)
        number = min(max(number, 0), reel.last)
        return Moment(
            table=entry.table,
            game=reel.game,
            number=number,
            last=reel.last,
            seat=seat,
            view=reel.wound_to(number).view(seat),
            move=reel.move(number) if number else None,
            news=reel.news(number, seat) if number else (),
            results=entry.results,
        )

    async def _reel(self, entry: CachedTable) -> _Reel:
        """The game of the table, wound up once: what is finished does not change."""
        table = entry.table
        reel = self._reels.get(table.id)
        if reel is None:
            assert entry.live is not None
            thoughts = await self._cache.store.thoughts(table.id)
            moves = await self._cache.store.moves(table.id) if thoughts else ()
            by_place = {place: thoughts[move.number] for place, move in enumerate(moves, 1) if move.number in thoughts}
            reel = self._reels[table.id] = _Reel(entry.live, table, by_place)
        self._reels.move_to_end(table.id)
        while len(self._reels) > CAPACITY:
            self._reels.popitem(last=False)
        return reel


class _Reel:
    """A finished game that can be wound to any of its moves.

    ``thoughts`` are by the move's place among those that were not taken back, from 1.
    """

    def __init__(self, live: LiveGame, table: TableRecord, thoughts: Mapping[int, Sequence[Considered]]) -> None:
        self.game = live.game
        self._moves: Sequence[tuple[int, str]] = live.moves
        self._events: Sequence[Sequence[Event]] = live.events
        self._thoughts = thoughts
        dealt = LiveGame.dealt(live.game, table, table.seed or "", rev=0).state
        self._kept: list[State[Any]] = [dealt]

    @property
    def last(self) -> int:
        """How many moves the game had."""
        return len(self._moves)

    def wound_to(self, number: int) -> State[Any]:
        """The position after ``number`` moves, to be looked at and not changed."""
        nearest = min(number // APART, len(self._kept) - 1)
        state = self._kept[nearest].clone()
        for place in range(nearest * APART, number):
            if place and place % APART == 0 and place // APART == len(self._kept):
                self._kept.append(state.clone())
            seat, text = self._moves[place]
            state.apply(seat, self.game.parse(text))  # it was checked when it was made
        return state

    def move(self, number: int) -> PastMove:
        """The move with this number as its player saw it, before anybody knew what came of it."""
        seat, text = self._moves[number - 1]
        view = self.wound_to(number - 1).view(seat)

        def words(action: str) -> Text:
            return view.label(self.game.parse(action))

        # A computer prefers what it liked at a glance to what is hardly better: its choice need not come first here.
        ranked = sorted(self._thoughts.get(number, ()), key=lambda one: -one[1])
        considered = tuple(
            Alternative(words(action), estimate, visits, action == text) for action, estimate, visits in ranked
        )
        return PastMove(seat, words(text), considered)

    def news(self, number: int, seat: int | None) -> tuple[Text, ...]:
        """What the move with this number led to, as far as ``seat`` could read it."""
        return tuple(event.text for event in self._events[number - 1] if event.visible_to(seat))


def _require_finished(entry: CachedTable) -> None:
    """Refuse a game whose hidden cards may still matter to somebody, and one that cannot be read."""
    match entry.table.phase:
        case Phase.LOBBY:
            raise Refused(say("The game has not started yet: there is nothing to look back at."))
        case Phase.PLAYING:
            raise Refused(STILL_ON)
        case Phase.CLOSED:
            raise Refused(say("This table was closed without a result, so its cards stay hidden."))
        case Phase.FINISHED:
            pass
    if entry.trouble is not None or entry.live is None:
        raise Refused(entry.trouble or say("This game cannot be shown."))
