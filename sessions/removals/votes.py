"""Removing a player from a game by a vote of the others."""

from dataclasses import replace
from datetime import datetime

from db.records import RemovalVote, SeatRecord, TableRecord
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.ballots import FEWEST_VOTES, VOTE_TIME, Verdict, verdict, voters
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.seats import seat_in_play
from sessions.tables.updates import GameUpdate, store_update, with_removal


class Removals:
    """Holds votes, at most one at each table. They are stored, and end by themselves after a day."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def ask(self, table_id: int, user_id: int, about: int) -> TableRecord:
        """Begin a vote on removing the member ``about``, or vote for it if the vote is already open."""
        async with self._cache.hold(table_id) as entry:
            _, own = seat_in_play(entry, user_id)
            seat = _removable(entry, own, about)
            vote = entry.table.removal
            if vote is None:
                vote = RemovalVote(seat.seat, own, self._cache.now() + VOTE_TIME)
            elif vote.seat != seat.seat:
                raise Refused(say("A vote about another player is still open. It has to end first."))
            return await self._cast(entry, user_id, own, vote, removes=True)

    async def vote(self, table_id: int, user_id: int, seat: int, *, removes: bool) -> TableRecord:
        """Vote for or against the removal of the player at ``seat``. A vote can be changed."""
        async with self._cache.hold(table_id) as entry:
            _, own = seat_in_play(entry, user_id)
            vote = entry.table.removal
            if vote is None or vote.seat != seat:
                raise Refused(say("This vote is over."))
            if own == seat:
                raise Refused(say("This vote is about you, so the other players decide."))
            return await self._cast(entry, user_id, own, vote, removes=removes)

    async def next_deadline(self, after: tuple[int, datetime] | None = None) -> tuple[int, datetime] | None:
        """The table whose vote ends first and when, or the next one after the one given."""
        return await self._cache.store.removals.next_end(after)

    def deadline_of(self, table: TableRecord) -> datetime | None:
        """When the vote at a table ends; ``None`` if there is none."""
        return table.removal.ends_at if table.removal else None

    async def on_deadline(self, table_id: int) -> None:
        """End the vote at a table if its time is over."""
        async with self._cache.hold(table_id) as entry:
            vote = entry.table.removal
            if vote is not None and vote.ends_at <= self._cache.now():
                await self._cache.set_removal(entry, None, None)

    async def _cast(
        self, entry: CachedTable, user_id: int, own: int, vote: RemovalVote, *, removes: bool
    ) -> TableRecord:
        if own in (vote.removing if removes else vote.keeping):
            raise Refused(say("You have already voted that way."))
        removing, keeping = set(vote.removing) - {own}, set(vote.keeping) - {own}
        (removing if removes else keeping).add(own)
        cast = replace(vote, removing=tuple(sorted(removing)), keeping=tuple(sorted(keeping)))
        match verdict(cast, entry.table.seats):
            case Verdict.OPEN:
                return await self._cache.set_removal(entry, user_id, cast)
            case Verdict.DROPPED:
                return await self._cache.set_removal(entry, user_id, None)
            case Verdict.REMOVED:
                assert entry.live is not None
                update = with_removal(GameUpdate(entry.live.copy(), by=user_id), entry.table.seats, cast)
                return await store_update(self._cache, entry, update)


def _removable(entry: CachedTable, own: int, about: int) -> SeatRecord:
    """The seat of the member ``about``. Raises ``Refused`` if the player at ``own`` cannot ask to remove them."""
    seat = entry.table.seat_of(about)
    if seat is None:
        raise Refused(say("That member does not play at this table. Choose one of the suggestions."))
    if seat.seat == own:
        raise Refused(say("You can't remove yourself. /leave lets a computer play for you, /resign gives up the game."))
    if seat.resigned:
        raise Refused(say("That player has already given up the game."))
    if seat.is_away:
        raise Refused(say("That player has left, and a computer plays for them already."))
    if len(voters(entry.table.seats, seat.seat)) < FEWEST_VOTES:
        raise Refused(
            say(
                "Two other players have to agree to a removal, and you are the only one. You can claim the game when "
                "the player's time has run out, leave with /leave, or ask the host or a moderator to end the game "
                "with /end."
            )
        )
    return seat
