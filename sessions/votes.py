"""Removing a player from a game by a vote of the others, and ending the game by a vote of all."""

from dataclasses import replace

from db.records import SeatRecord, TableRecord, Vote
from engines.texts import say
from sessions.shared.refusals import Refused
from sessions.tables.ballots import FEWEST_VOTES, VOTE_TIME, Verdict, verdict, voters
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.leaving import has_to_be_played
from sessions.tables.updates import GameUpdate, store_update, with_removal


class Votes:
    """Holds votes, at most one at each table. They are stored, and end by themselves after a day."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def ask_to_remove(self, table_id: int, user_id: int, about: int) -> TableRecord:
        """Begin a vote on removing the member ``about``, or vote for it if the vote is already open."""
        async with self._cache.hold(table_id) as entry:
            _, own = entry.seat_in_play(user_id)
            _require_no_league(entry)
            return await self._ask(entry, user_id, own, _removable(entry, own, about).seat)

    async def ask_to_end(self, table_id: int, user_id: int) -> TableRecord:
        """Ask the others to end the game without a result, or agree to it if somebody has asked already."""
        async with self._cache.hold(table_id) as entry:
            _, own = entry.seat_in_play(user_id)
            _require_no_league(entry)
            if has_to_be_played(entry.table):
                raise Refused(
                    say("This game counts, also for the computers, so it ends with a result. You can resign: tap More.")
                )
            return await self._ask(entry, user_id, own, None)

    async def vote(self, table_id: int, user_id: int, seat: int | None, *, agrees: bool) -> TableRecord:
        """Vote for or against the removal of the player at ``seat`` (``None``: ending the game).

        A vote can be changed.
        """
        async with self._cache.hold(table_id) as entry:
            _, own = entry.seat_in_play(user_id)
            vote = entry.table.vote
            if vote is None or vote.seat != seat:
                raise Refused(say("This vote is over."))
            if own == seat:
                raise Refused(say("This vote is about you, so the other players decide."))
            return await self._cast(entry, user_id, own, vote, agrees=agrees)

    async def on_due(self, table_id: int) -> None:
        """End the vote at a table if its time is over."""
        async with self._cache.hold(table_id) as entry:
            vote = entry.table.vote
            if vote is not None and vote.ends_at <= self._cache.now():
                await self._cache.set_vote(entry, None, None)

    async def _ask(self, entry: CachedTable, user_id: int, own: int, about: int | None) -> TableRecord:
        """Begin a vote about the player at this seat, or on ending the game (``None``), or join it."""
        vote = entry.table.vote or Vote(about, own, self._cache.now() + VOTE_TIME)
        if vote.seat != about:
            raise Refused(say("Another vote is still open. It has to end first."))
        return await self._cast(entry, user_id, own, vote, agrees=True)

    async def _cast(self, entry: CachedTable, user_id: int, own: int, vote: Vote, *, agrees: bool) -> TableRecord:
        if own in (vote.in_favour if agrees else vote.against):
            raise Refused(say("You have already voted that way."))
        in_favour, against = set(vote.in_favour) - {own}, set(vote.against) - {own}
        (in_favour if agrees else against).add(own)
        cast = replace(vote, in_favour=tuple(sorted(in_favour)), against=tuple(sorted(against)))
        assert entry.live is not None  # or nobody could vote
        match verdict(cast, entry.table.seats, entry.live.sides):
            case Verdict.OPEN:
                return await self._cache.set_vote(entry, user_id, cast)
            case Verdict.DROPPED:
                return await self._cache.set_vote(entry, user_id, None)
            case Verdict.PASSED if cast.seat is None:
                return await self._cache.close(entry)
            case Verdict.PASSED:
                update = with_removal(GameUpdate(entry.live.copy(), by=user_id), entry.table.seats, cast)
                return await store_update(self._cache, entry, update)


def _require_no_league(entry: CachedTable) -> None:
    """Raise ``Refused`` at the table of a league, where games always have a result."""
    if not entry.table.purpose.has_stand_ins:
        raise Refused(say("League games always end with a result. The organiser can help."))


def _removable(entry: CachedTable, own: int, about: int) -> SeatRecord:
    """The seat of the member ``about``. Raises ``Refused`` if the player at ``own`` cannot ask to remove them."""
    seat = entry.table.seat_of(about)
    if seat is None:
        raise Refused(say("That member does not play at this table."))
    if seat.seat == own:
        raise Refused(say("You can't remove yourself. To leave or resign, tap More."))
    if seat.resigned:
        raise Refused(say("That player has already given up the game."))
    if seat.is_away:
        raise Refused(say("That player has left, and a computer plays for them already."))
    if len(voters(entry.table.seats, seat.seat)) < FEWEST_VOTES:
        raise Refused(
            say(
                "It takes two other players to vote someone out, and you are the only one. You can leave, or claim "
                "the game when the player's time has run out."
            )
        )
    return seat
