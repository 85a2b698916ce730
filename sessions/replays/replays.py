"""Replays finished games: every position as each seat saw it, and what computers considered."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, Final, Literal, TypeAlias

from cachetools import LRUCache

from db.purpose_records import DayTry, DealTry, LiveCupMatch
from db.records import Considered, JudgedMove, Phase, ResultRecord, ReviewRecord, TableRecord
from engines.contract import Event, Game, State, View
from engines.scenes import Scene, with_open_hands
from engines.texts import Text, has_cards, say
from opponents import JUDGES_VERSION, are_quoted
from opponents.thoughts import Considered as Rated
from sessions.playing.practice import PastPosition, leaves_a_choice
from sessions.replays.key_moments import Estimates, KeyMoment, KeyMove, Shot, film, key_moves, swings, turning_point
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.live import LiveGame

CAPACITY = 50
"""How many games stay in memory, at a few hundred kilobytes each at most."""
KEYFRAME_INTERVAL = 40
"""The distance in moves between two kept positions. Any other is replayed from the one before, in under 1 ms."""
MOST_OFFERED = 25
"""How many finished games are offered."""
_ID = r"(\d{1,18}|[1-8]\d{18})"
"""The largest number that the database can hold."""
_NUMBER = re.compile(rf"#?{_ID}", re.ASCII)
_LINK = re.compile(rf"<?https://(?:\w+\.)?discord(?:app)?\.com/channels/\d+/{_ID}/{_ID}/?>?", re.ASCII)

UNREADABLE = say(
    "I can't read that. Give the number of a game, such as 12, or the link to the message with its result."
)
NO_SUCH_GAME = say("There is no such game on this server, or you can't see its channel.")
DAY_IS_ON = say("Others can still play the same deal. The replay opens when the day is over.")
ROUND_IS_ON = say("Other tables still play the same cards. The replay opens when all of them have finished.")
RACE_IS_ON = say("Others can still play the same deal. The replay opens when the cup is over.")
_ON = {DayTry: DAY_IS_ON, DealTry: RACE_IS_ON, LiveCupMatch: ROUND_IS_ON}
STILL_ON = say("The game is still in progress; a replay would show hidden cards.")


@dataclass(frozen=True, slots=True)
class Alternative:
    """An action that a computer considered, with its expected share of the win, 0 to 1."""

    action: Text
    estimate: float
    visits: int
    is_played: bool


@dataclass(frozen=True, slots=True)
class PastMove:
    """A move as its player saw it. ``considered`` are its alternatives and itself, best estimate first, if sure."""

    seat: int
    action: Text
    considered: tuple[Alternative, ...]


@dataclass(frozen=True, slots=True)
class PastDecision:
    """A decision of a finished game: the number of the move, what its player saw and what they did."""

    number: int
    view: View[Any]
    action: Any


Eye: TypeAlias = Literal["all"] | int | None
"""Whose view a replay shows: that of a seat, of everybody during the game (``None``), or of one who sees all hands."""
ALL_HANDS: Final = "all"


@dataclass(frozen=True, slots=True)
class Moment:
    """A finished game after ``number`` of its ``last`` moves (0: as dealt), as ``seat`` saw it (``None``: everybody).

    ``hands`` are the views of all seats if all hands are open. ``move`` is the move that led here and ``before`` what
    the seat saw before it; both are ``None`` at the beginning. ``news`` are the events of the move that the seat could
    read, without those that only repeat the move. ``can_play_on``: somebody still had a choice.
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
    hands: tuple[View[Any], ...] = ()
    key_moments: tuple[KeyMoment, ...] = ()
    can_play_on: bool = False

    @property
    def eye(self) -> Eye:
        """Whose view this is."""
        return ALL_HANDS if self.hands else self.seat

    @property
    def scene(self) -> Scene:
        """The table as the eye sees it."""
        return with_open_hands(self.game.scene(self.view), [self.game.scene(view) for view in self.hands])


class Replays:
    """Shows finished games. Their cards are no longer secret, so anybody may see them from any seat."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache
        self._games: LRUCache[int, _ReplayedGame] = LRUCache(CAPACITY)

    async def finished_in(self, channel_id: int, user_id: int) -> list[TableRecord]:
        """The latest finished games of a channel and its threads, and this member's private ones there."""
        return await self._cache.store.tables.finished_in(channel_id, user_id, MOST_OFFERED)

    async def named(self, typed: str) -> TableRecord:
        """The game with this number, or of the message with this link. Raises ``Refused`` if there is none."""
        if match := _NUMBER.fullmatch(typed.strip()):
            found = await self._cache.store.tables.get(int(match[1]))
        elif match := _LINK.fullmatch(typed.strip()):
            found = await self._cache.store.tables.table_of_message(*map(int, match.groups()))
        else:
            raise Refused(UNREADABLE)
        if found is None:
            raise Refused(NO_SUCH_GAME)
        return found

    async def latest_in(self, channel_id: int, user_id: int) -> TableRecord:
        """The latest table in a channel whose game is finished. Raises ``Refused`` if there is none."""
        for table in await self.finished_in(channel_id, user_id):
            return table
        if any(table.phase is Phase.PLAYING for table in await self._cache.store.tables.open_tables_in(channel_id)):
            raise Refused(STILL_ON)
        raise Refused(say("No game has been finished in this channel yet. /play opens a table."))

    async def beginning(self, table_id: int, user_id: int) -> Moment:
        """A game right after the deal, from this member's seat if they had one. Raises ``Refused``."""
        entry = await self._cache.get(table_id)
        own = entry.table.seat_of(user_id)
        return await self.moment(table_id, 0, None if own is None else own.seat)

    async def moment(self, table_id: int, number: int, eye: Eye) -> Moment:
        """The game after ``number`` moves, or the nearest position, as ``eye`` sees it. Raises ``Refused``."""
        entry, replayed = await self._finished(table_id)
        seat = None if eye == ALL_HANDS else eye
        if seat is not None:
            _require_seat(entry, seat)
        number = min(max(number, 0), replayed.last)
        state = replayed.state_after(number)
        return Moment(
            table=entry.table,
            game=replayed.game,
            number=number,
            last=replayed.last,
            seat=seat,
            view=state.view(seat),
            move=replayed.move(number) if number else None,
            news=replayed.news_after(number, seat) if number else (),
            results=entry.results,
            before=replayed.state_after(number - 1).view(seat) if number else None,
            hands=tuple(map(state.view, range(state.seats))) if eye == ALL_HANDS else (),
            key_moments=replayed.key_moments,
            can_play_on=leaves_a_choice(state),
        )

    async def moves(self, table_id: int, numbers: Iterable[int]) -> dict[int, PastMove]:
        """Moves of a finished game by their numbers, without those that it does not have. Raises ``Refused``."""
        _, replayed = await self._finished(table_id)
        return {number: replayed.move(number) for number in numbers if 0 < number <= replayed.last}

    async def decisions(self, table_id: int, seat: int) -> tuple[Game[Any], list[PastDecision]]:
        """The decisions at a seat of a finished game, where there was a choice. Raises ``Refused``."""
        _, replayed = await self._finished(table_id)
        return replayed.game, replayed.decisions(seat)

    async def state(self, table_id: int, number: int) -> State[Any]:
        """A finished game after ``number`` moves, as an independent copy. Raises ``Refused``."""
        _, replayed = await self._finished(table_id)
        return replayed.state_after(number)

    async def position(self, table_id: int, number: int, seat: int) -> PastPosition:
        """A finished game after ``number`` moves, to be played on from this seat. Raises ``Refused``."""
        entry, replayed = await self._finished(table_id)
        _require_seat(entry, seat)
        assert entry.live is not None
        # A game that ended because others left can be played on from its end.
        if not 0 <= number <= replayed.last or not leaves_a_choice(replayed.state_after(number)):
            raise Refused(say("After that move nobody has a choice any more. Choose an earlier one to play on from."))
        return PastPosition(entry.table, entry.live.moves[:number], seat)

    async def film(self, table_id: int) -> tuple[Shot, ...]:
        """The moments that decided a finished game, as everybody saw them. Raises ``Refused``."""
        entry, replayed = await self._finished(table_id)
        if not entry.table.purpose.can_be_filmed:
            raise Refused(say("A film shows what everybody could see, so this game has none."))
        async with self._cache.lock("films", 0):  # one after another, or they take turns with answers
            if replayed.film is None:
                dealt = LiveGame.dealt(replayed.game, entry.table, entry.table.seed or "", rev=0)
                replayed.film = await asyncio.to_thread(film, dealt, replayed.played, replayed.key_moments)
        return replayed.film

    async def turning_point(self, table_id: int) -> KeyMoment | None:
        """The move that changed estimates most towards the result of a finished game, if computers played."""
        entry = await self._cache.get(table_id)
        if entry.table.phase is not Phase.FINISHED or entry.live is None or not entry.table.purpose.may_tell_deal:
            return None
        winners = {result.seat for result in entry.results if result.won}
        if not winners or len(winners) == len(entry.results):
            return None
        return (await self._replayed(entry)).turning_point(winners)

    async def _finished(self, table_id: int) -> tuple[CachedTable, _ReplayedGame]:
        entry = await self._cache.get(table_id)
        require_finished(entry)
        return entry, await self._replayed(entry)

    async def _replayed(self, entry: CachedTable) -> _ReplayedGame:
        """The game of the table. It is prepared only once, because a finished game does not change."""
        table = entry.table
        replayed = self._games.get(table.id)
        if replayed is None:
            assert entry.live is not None
            games = self._cache.store.games
            reviews = await games.reviews(table.id, JUDGES_VERSION)
            judged = {move.number: move for review in reviews.values() for move in review.judged}
            thoughts = await games.thoughts(table.id) if are_quoted(table.game) else {}
            moves = await games.moves(table.id) if thoughts else ()
            by_place = {place: thoughts[move.number] for place, move in enumerate(moves, 1) if move.number in thoughts}
            replayed = self._games[table.id] = _ReplayedGame(entry.live, table, by_place, judged)
        return replayed

    async def reviewed(self, table_id: int, seat: int) -> ReviewRecord | None:
        """What the decisions at this seat were worth, if today's judges have looked at them."""
        return (await self._cache.store.games.reviews(table_id, JUDGES_VERSION)).get(seat)

    async def keep_review(self, review: ReviewRecord) -> None:
        """Store what decisions were worth. From now on, replays and key moments say so as well."""
        await self._cache.store.games.keep_review(review)
        self._games.pop(review.table_id, None)


class _ReplayedGame:
    """A finished game that gives the position after any move.

    The keys of ``thoughts`` and ``judged`` number the moves that were not taken back, from 1. What was judged after the
    game has better figures than what computers thought during it.
    """

    def __init__(
        self,
        live: LiveGame,
        table: TableRecord,
        thoughts: Mapping[int, Sequence[Considered]],
        judged: Mapping[int, JudgedMove],
    ) -> None:
        self.game = live.game
        self.played: Sequence[tuple[int, str]] = live.moves
        self.film: tuple[Shot, ...] | None = None
        self._events: Sequence[Sequence[Event]] = live.events
        self._thoughts = {**thoughts, **{number: move.considered for number, move in judged.items()}}
        dealt = LiveGame.dealt(live.game, table, table.seed or "", rev=0).state
        self._keyframes: list[State[Any]] = [dealt]
        self._notable = (*self.game.settling, *self.game.highlights)
        known = {number: worth for number, move in judged.items() if (worth := self._worth(move)) is not None}
        figures = {number: told for number, told in thoughts.items() if told and is_sure(told[0])}
        self._swings = swings([seat for seat, _ in self.played], figures, self._was_free, self._shows_cards, known)

    def _worth(self, move: JudgedMove) -> Estimates | None:
        """What a judged move made of its player's chances; ``None`` if the figures are vague."""
        seat, text = self.played[move.number - 1]
        got = next((one for one in move.considered if one[0] == text), None)
        if got is None or not (is_sure(got) and is_sure(move.considered[0])):
            return None
        return Estimates(seat, move.considered[0][1], got[1])

    @property
    def last(self) -> int:
        """How many moves the game had."""
        return len(self.played)

    def state_after(self, number: int) -> State[Any]:
        """The position after ``number`` moves, as an independent copy."""
        nearest = min(number // KEYFRAME_INTERVAL, len(self._keyframes) - 1)
        state = self._keyframes[nearest].clone()
        for place in range(nearest * KEYFRAME_INTERVAL, number):
            if place and place % KEYFRAME_INTERVAL == 0 and place // KEYFRAME_INTERVAL == len(self._keyframes):
                self._keyframes.append(state.clone())
            seat, text = self.played[place]
            state.apply(seat, self.game.parse(text))  # the move was checked when it was played
        return state

    def move(self, number: int) -> PastMove:
        """The move with this number as its player saw it, without its consequences."""
        seat, text = self.played[number - 1]
        view = self.state_after(number - 1).view(seat)

        def words(action: str) -> Text:
            return self.game.label(view, self.game.parse(action))

        # A computer keeps its first choice unless another is clearly better, so the best estimate need not be the move.
        sure = sorted(filter(is_sure, self._thoughts.get(number, ())), key=lambda one: -one[1])
        considered = tuple(Alternative(words(one[0]), one[1], one[2], one[0] == text) for one in sure)
        return PastMove(seat, words(text), considered if any(one.is_played for one in considered) else ())

    def decisions(self, seat: int) -> list[PastDecision]:
        """The moves of this seat for which it had a choice."""
        found, state = list[PastDecision](), self.state_after(0)
        for number, (mover, text) in enumerate(self.played, 1):
            action = self.game.parse(text)
            if mover == seat and len(state.actions(seat)) > 1:
                found.append(PastDecision(number, state.view(seat), action))
            state.apply(mover, action)
        return found

    def _was_free(self, number: int) -> bool:
        """Whether the player of this move had a choice."""
        return len(self.state_after(number - 1).actions(self.played[number - 1][0])) > 1

    @cached_property
    def key_moments(self) -> tuple[KeyMoment, ...]:
        """The moves that changed estimates most or, without estimates, those with the most events, in order."""
        return tuple(map(self._in_words, key_moves(self._swings, self._events, self._notable)))

    def turning_point(self, winners: Collection[int]) -> KeyMoment | None:
        """The move that changed estimates most in favour of the winners or against the others."""
        found = turning_point(self._swings, winners)
        return None if found is None else self._in_words(found)

    def _in_words(self, key: KeyMove) -> KeyMoment:
        move = self.move(key.number)
        kinds = self._notable if key.estimates is None else (Event,)
        told = next(iter(self.news(key.number, kinds)), None)
        return KeyMoment(key.number, move.seat, move.action, told, key.estimates)

    def _shows_cards(self, number: int) -> bool:
        """Whether the first thing that everybody was told is about cards."""
        return any(map(has_cards, self.news(number)[:1]))

    def news(self, number: int, kinds: tuple[type[Event], ...] = (Event,)) -> tuple[Text, ...]:
        """The events of these kinds that everybody could read about the move with this number."""
        return self._tell((event for event in self._events[number - 1] if isinstance(event, kinds)), None)

    def news_after(self, number: int, seat: int | None) -> tuple[Text, ...]:
        """What ``seat`` could read about the move with this number, besides the move itself."""
        return self._tell((event for event in self._events[number - 1] if not event.repeats_move), seat)

    def _tell(self, events: Iterable[Event], seat: int | None) -> tuple[Text, ...]:
        return tuple(self.game.tell(event, seat) for event in events if event.visible_to(seat))


def is_sure(one: Considered) -> bool:
    """Whether the estimate is good enough to be shown."""
    return Rated(*one[:3], error_of(one)).is_sure


def error_of(one: Considered) -> float:
    """The standard error of an estimate; if it is not stored, that of wins and losses."""
    return one[3] if len(one) > 3 else 0.5 / sqrt(max(one[2], 1))


def _require_seat(entry: CachedTable, seat: int) -> None:
    if not 0 <= seat < len(entry.table.seats):
        raise Refused(say("Nobody had that seat in this game."))


def require_finished(entry: CachedTable) -> None:
    """Refuse a game whose hidden cards may still matter, and one that cannot be read."""
    match entry.table.phase:
        case Phase.LOBBY:
            raise Refused(say("The game has not started yet, so there is nothing to replay."))
        case Phase.PLAYING:
            raise Refused(STILL_ON)
        case Phase.CLOSED:
            raise Refused(say("This table was closed without a result, so its cards stay hidden."))
        case Phase.FINISHED:
            if not entry.table.purpose.may_tell_deal:
                raise Refused(_ON[type(entry.table.purpose)])
    if entry.trouble is not None or entry.live is None:
        raise Refused(entry.trouble or say("This game cannot be shown."))
