"""Taking back a move: at once if it revealed nothing, otherwise with the consent of the others."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

from db.records import Phase, SeatRecord, TableRecord, TakeBackRecord, TakeBackStatus
from engines.texts import Player, Text, say, say_count
from sessions.shared.events import EventKind
from sessions.shared.refusals import STALE_BUTTON, Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.live import LiveGame, Note
from sessions.tables.pace import Pace
from sessions.tables.updates import next_times, turns_begun

LIVE_TIME = timedelta(minutes=5)
"""How long the others have to answer at a live pace."""
TIME = timedelta(hours=12)
"""How long they have at any other pace."""

MOST_NAMED = 2
"""With more players than this, only their number is told."""

NOTHING = say("There is nothing you can take back now.")


def answering_time(table: TableRecord) -> timedelta:
    """How long the others have to answer a request at this table."""
    return LIVE_TIME if Pace(table.pace).is_live else TIME


def others_asked(table: TableRecord, seat: int) -> tuple[SeatRecord, ...]:
    """The players who are asked when ``seat`` wants to take back a move. Computers always agree."""
    return tuple(other for other in table.present if other.seat != seat)


def why_not_ask(table: TableRecord, live: LiveGame, seat: int) -> Text | None:
    """Why this seat cannot ask to take back its latest decision; ``None`` if it can."""
    decision = live.decisions.get(seat)
    if decision is None or not others_asked(table, seat):
        return NOTHING
    if table.take_back_request is not None:
        return say("A request to take back a move is open already. It has to be answered first.")
    refused = {(asked.seat, asked.undone_from) for asked in table.take_backs if asked.status is TakeBackStatus.REFUSED}
    if (seat, decision.rev) in refused:
        return say("You have asked for that already and the answer was no, so this move stays.")
    aftermath = decision.aftermath
    aftermath.follow(live.moves[decision.first :], live.view)
    if decision.is_simultaneous or aftermath.decided_together:
        return say("This move stays: several players were deciding at once.")
    if aftermath.came_to_light:
        return say("Cards have been revealed since then, so this move stays.")
    return None


def notes_of(table: TableRecord) -> tuple[Note, ...]:
    """What everybody is told about past requests, oldest first."""
    ended = (asked for asked in table.take_backs if asked.status is not TakeBackStatus.OPEN)
    return tuple(Note(asked.rev, text) for asked in ended for text in _told(asked))


def moves_going_back(request: TakeBackRecord) -> tuple[Text, ...]:
    """Whose moves are taken back along with that of the player who asks: a sentence each, or one for many."""
    if len(request.undone) > MOST_NAMED:
        return (
            say_count(
                "This also takes back what one other player did after it.",
                "This also takes back what {count} other players did after it.",
                len(request.undone),
            ),
        )
    return tuple(
        say("This also takes back what {player} did after it.", player=Player(seat)) for seat in request.undone
    )


def _told(request: TakeBackRecord) -> tuple[Text, ...]:
    player = Player(request.seat)
    match request.status:
        case TakeBackStatus.GRANTED:
            return (_granted(request), *moves_going_back(request))
        case TakeBackStatus.EXPIRED:
            return (say("{player} asked to take back a move, but not everybody answered in time.", player=player),)
        case TakeBackStatus.OVERTAKEN:
            return (say("{player} asked to take back a move, but the game went on.", player=player),)
        case _:
            other = Player(request.seat if request.refused_by is None else request.refused_by)
            return (say("{player} asked to take back a move, but {other} did not agree.", player=player, other=other),)


def _granted(request: TakeBackRecord) -> Text:
    player, agreed = Player(request.seat), [Player(seat) for seat in sorted(request.agreed)]
    match agreed:
        case [other]:
            return say("{player} took back a move; {other} agreed.", player=player, other=other)
        case [first, second]:
            return say(
                "{player} took back a move; {first} and {second} agreed.", player=player, first=first, second=second
            )
        case _:
            return say_count(
                "{player} took back a move; one other player agreed.",
                "{player} took back a move; all {count} other players agreed.",
                len(agreed),
                player=player,
            )


ASK_FIRST = say("The others have seen that move, so they have to agree. Tap My hand, then Ask to take back.")


class TakeBacks:
    """Takes back moves, or asks the others and counts their answers until a request expires.

    A request changes neither the game nor its revision nor the clocks, and any change of the table ends it. None
    expires on a server that ``is_out_of_reach``.
    """

    def __init__(self, cache: TableCache, is_out_of_reach: Callable[[int], bool]) -> None:
        self._cache = cache
        self._is_out_of_reach = is_out_of_reach

    async def take_back(self, table_id: int, user_id: int, drawn_at: int | None = None) -> TableRecord:
        """Take back this member's latest action if it revealed nothing to anybody.

        ``drawn_at`` is the revision of the button that was tapped. The button stands for the latest action at that
        time, so a second tap takes back nothing else.
        """
        async with self._cache.hold(table_id) as entry:
            live, seat = entry.seat_in_play(user_id)
            if not entry.table.purpose.allows_take_backs:
                raise Refused(say("Moves can't be taken back in the game of the day."))
            if not live.state.can_take_back(seat):
                raise Refused(why_not_ask(entry.table, live, seat) or ASK_FIRST)
            moves = await self._cache.store.games.moves(table_id)
            last = max(number for number, move in enumerate(moves) if move.seat == seat)
            if drawn_at is not None and drawn_at < max(moves[last].rev, live.moveless_rev):
                raise Refused(STALE_BUTTON)
            kept = moves[:last] + moves[last + 1 :]
            after = await asyncio.to_thread(LiveGame.replayed, live.game, entry.table, kept, entry.table.rev + 1)
            after.window_opened = live.state.time_limit() is None
            # Others who choose at the same time never saw this action, so their questions still stand.
            others = live.asked_since.keys() & after.asked_since.keys() - {seat}
            after.asked_since |= {other: live.asked_since[other] for other in others}
            begun = turns_begun(live, after)
            times = await next_times(self._cache.store, entry.table, after, begun, self._cache.now())
            async with self._cache.change(entry, EventKind.MOVED, user_id, after) as change:
                change.take_back(moves[last].number)
                times.note(change)
            return change.table

    async def ask(self, table_id: int, user_id: int, drawn_at: int | None = None) -> TableRecord:
        """Ask the others whether this member may take back their latest decision and everything since.

        ``drawn_at`` is the revision of the button that was tapped. It stands for the latest decision at that time.
        """
        async with self._cache.hold(table_id) as entry:
            live, seat = entry.seat_in_play(user_id)
            decision = live.decisions.get(seat)
            if decision is None:
                raise Refused(NOTHING)
            reason = why_not_ask(entry.table, live, seat)
            is_stale = drawn_at is not None and drawn_at < max(decision.rev, live.moveless_rev)
            if is_stale or live.state.can_take_back(seat):
                raise Refused(STALE_BUTTON)
            if reason is not None:
                raise Refused(reason)
            undone = sorted({mover for mover, _ in live.moves[decision.first :]} - {seat})
            until = self._cache.now() + answering_time(entry.table)
            asked = self._cache.store.tables.ask_to_take_back(
                table_id, entry.table.rev, seat, undone_from=decision.rev, undone=undone, until=until
            )
            return await self._cache.note_request(entry, user_id, asked)

    async def allow(self, table_id: int, user_id: int, request_id: int) -> TableRecord:
        """Note that this member agrees. Once all do, the move is taken back."""
        async with self._cache.hold(table_id) as entry:
            request, seat = _asked(entry, user_id, request_id)
            if seat in request.agreed:
                raise Refused(say("You have agreed already; the others have yet to answer."))
            answered = replace(request, agreed=(*request.agreed, seat))
            if {other.seat for other in others_asked(entry.table, request.seat)} <= set(answered.agreed):
                return await self._take_back(entry, user_id, answered)
            return await self._note(entry, user_id, answered)

    async def refuse(self, table_id: int, user_id: int, request_id: int) -> TableRecord:
        """End the request: the move stays."""
        async with self._cache.hold(table_id) as entry:
            request, seat = _asked(entry, user_id, request_id)
            refused = replace(request, refused_by=seat, status=TakeBackStatus.REFUSED, until=None)
            return await self._note(entry, user_id, refused)

    async def on_due(self, table_id: int) -> None:
        """End the request at a table if it is too late to answer."""
        async with self._cache.hold(table_id, reload=True) as entry:
            request = entry.table.take_back_request
            if request is None or request.until is None or request.until > self._cache.now():
                return
            if not self._is_out_of_reach(entry.table.guild_id):
                await self._note(entry, None, replace(request, status=TakeBackStatus.EXPIRED, until=None))

    async def _note(self, entry: CachedTable, user_id: int | None, answered: TakeBackRecord) -> TableRecord:
        stored = self._cache.store.tables.answer_take_back(entry.table.id, entry.table.rev, answered)
        return await self._cache.note_request(entry, user_id, stored)

    async def _take_back(self, entry: CachedTable, user_id: int, request: TakeBackRecord) -> TableRecord:
        """Replay the game without the moves since the decision, and mark those as taken back."""
        table, live = entry.table, entry.game_in_play()
        moves = await self._cache.store.games.moves(table.id)
        kept = [move for move in moves if move.rev < request.undone_from]
        after = await asyncio.to_thread(LiveGame.replayed, live.game, table, kept, table.rev + 1)
        after.window_opened = True
        # Nobody who has moved since then gets less time than before, and the player who asked decides again.
        moved = {request.seat, *request.undone}
        times = await next_times(self._cache.store, table, after, moved, self._cache.now())
        async with self._cache.change(entry, EventKind.MOVED, user_id, after) as change:
            change.grant_take_back(request)
            times.note(change)
        return change.table


def _asked(entry: CachedTable, user_id: int, request_id: int) -> tuple[TakeBackRecord, int]:
    """The request that this member answers, and their seat. Raises ``Refused`` if they cannot."""
    table = entry.table
    if table.seat_of(user_id) is None:
        raise Refused(say("Only the players at this table can decide that."))
    request = table.take_back_request if table.phase is Phase.PLAYING else None
    if request is None or request.id != request_id:
        raise Refused(say("That request is no longer open."))
    _, seat = entry.seat_in_play(user_id)
    if seat == request.seat:
        raise Refused(say("You asked for this yourself; the others decide."))
    return request, seat
