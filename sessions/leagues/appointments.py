"""Agreeing on a time for a match, coming to it, and playing the same cards instead."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import TypeAlias
from zoneinfo import ZoneInfo

from db.league_records import LeagueRecord, MatchRecord, MatchSeatRecord
from db.leagues import LeagueChange
from db.posts import MeetingCall
from db.records import TableRecord
from engines.formats import Way
from engines.texts import say
from sessions.leagues import meetings
from sessions.leagues.ledger import LeagueLedger
from sessions.leagues.plan import due_at
from sessions.leagues.rounds import Rounds
from sessions.leagues.same_cards import SameCards, sealed_deals
from sessions.leagues.undoing import more_time
from sessions.settings.settings import QUIET_FROM, QUIET_UNTIL, QuietHours, Settings
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

TAKEN = say("By now, one of the players has another match at that time, or is on vacation. Choose another one.")

OwnMatch: TypeAlias = tuple[LeagueRecord, MatchRecord, MatchSeatRecord]
"""A league, a match in it, and the seat of the member who asks."""


@dataclass(frozen=True, slots=True)
class TimesToChoose:
    """Times for a match of so many ``minutes``, in the player's ``zone``. ``is_answer``: others have offered them."""

    league: LeagueRecord
    match: MatchRecord
    starts: list[datetime]
    zone: ZoneInfo
    minutes: int
    is_answer: bool


@dataclass(eq=False)
class Appointments:
    """Has the players of a match agree on a time."""

    _cache: TableCache
    _ledger: LeagueLedger
    _rounds: Rounds
    _same_cards: SameCards
    _settings: Settings

    async def choice(self, match_id: int, guild_id: int | None, user_id: int, *, anew: bool = False) -> TimesToChoose:
        """When this player can meet the others: when those offer, if they do, and not ``anew``. Raises ``Refused``."""
        league, match, own = await self.own(match_id, guild_id, user_id)
        _require_to_meet(match)
        found = await self.times(league, match, user_id)
        offered = [] if anew else meetings.in_common(match, own.number, self._ledger.now())
        return replace(found, starts=offered, is_answer=True) if offered else found

    async def times(self, league: LeagueRecord, match: MatchRecord, reader: int) -> TimesToChoose:
        """When all players of a match can meet, in the zone of the ``reader``."""
        now, minutes = self._ledger.now(), self._minutes(league)
        users = sorted((league.entry(number).user_id for number in match.numbers), key=lambda user: user != reader)
        hours = [await self._hours(user, league.guild_id) for user in users]
        busy, zone = await self._busy(league, match), ZoneInfo((await self._hours(reader, league.guild_id)).zone)
        found = meetings.starts(now + meetings.NOTICE, match.ends_at or now, timedelta(minutes=minutes), hours, busy)
        return TimesToChoose(league, match, found, zone, minutes, is_answer=False)

    async def offer(
        self, match_id: int, guild_id: int | None, user_id: int, times: Collection[datetime]
    ) -> MatchRecord:
        """Note when a player can meet the others. As soon as a time suits all, it is the meeting. Raises ``Refused``.

        Offers of others with which nothing is in common are dropped: those are asked again.
        """
        async with self._holding(match_id, guild_id, user_id) as (league, match, own):
            now, length = self._ledger.now(), timedelta(minutes=self._minutes(league))
            _require_to_meet(match)
            if match.meets_at is not None:
                raise Refused(say("You have agreed on a time in the meantime."))
            busy = await self._busy(league, match)
            chosen = tuple(sorted(at for at in times if at > now and match.ends_at and at + length <= match.ends_at))
            free = tuple(at for at in chosen if meetings.is_free(at, length, busy))
            if not free:
                raise Refused(TAKEN if chosen else say("That time has passed. Choose another one."))
            offered, is_first = meetings.in_common(match, own.number, now), own.number in meetings.yet_to_answer(match)
            is_refused = bool(offered) and not set(offered).intersection(free)
            if is_refused:
                match = replace(match, seats=tuple(replace(seat, offers=()) for seat in match.seats))
            match = meetings.settled(_with(match, replace(own, offers=free, is_here=False, is_willing=True)), now)
            # Others are asked once, however often somebody changes what they have answered.
            is_asking = match.meets_at is None and (is_refused or is_first)
            asked_at = await self._awake(league, match, own.number) if is_asking else None
            await self._store(league, match, asked_at)
        return match

    async def come(self, match_id: int, guild_id: int | None, user_id: int) -> MatchRecord:
        """Note that a player has come to the meeting, or would play at once. When all have, the table opens.

        Without a meeting, the others are asked, and have as long to come as to one. Raises ``Refused``.
        """
        async with self._holding(match_id, guild_id, user_id) as (league, match, own):
            now = self._ledger.now()
            _require_to_meet(match)
            if match.meets_at is None:
                offers = own.offers if own.is_here else (now, *own.offers)
                match = meetings.settled(_with(match, replace(own, is_here=True, is_willing=True, offers=offers)), now)
                asked_at = None if own.is_here or meetings.is_complete(match) else now
                await self._store(league, match, asked_at, call=MeetingCall.HERE)
            elif match.meets_at - meetings.REMINDED <= now < match.meets_at + meetings.PATIENCE:
                match = meetings.settled(_with(match, replace(own, is_here=True)), now)
                await self._store(league, match)
            else:
                raise Refused(say("That is possible from 30 minutes before the meeting until 15 minutes after."))
        if meetings.is_complete(match):
            await self._rounds.advance(league.id)
        return match

    async def put_off(self, match_id: int, guild_id: int | None, user_id: int) -> MatchRecord:
        """Give up a meeting for another one: some time before it, or when others have not come. Raises ``Refused``.

        Shortly before it, or when all play, the others are asked, and nothing changes until all of them want that.
        Then a match that has begun pauses for a week at most.
        """
        async with self._holding(match_id, guild_id, user_id) as (league, match, own):
            now, is_begun = self._ledger.now(), meetings.can_pause(match)
            meets_at = now if is_begun else match.meets_at
            if meets_at is None or not (is_begun or meetings.is_to_meet(match)):
                raise Refused(say("There is no meeting for this match."))
            is_kind = not is_begun and own.is_here and now >= meets_at
            if not is_kind and match.moves >= meetings.MOST_MOVES:
                raise Refused(say("This meeting has been moved twice already."))
            at_fault = [seat.number for seat in match.expected if not seat.is_here] if is_kind else [own.number]
            if not is_kind and now > meets_at - meetings.LAST_MOVE:
                match, at_fault = _with(match, replace(own, wants_later=True)), []
                if not all(seat.wants_later for seat in match.expected):
                    await self._store(league, match, None if own.wants_later else now, call=MeetingCall.LATER)
                    return match
            until = now + more_time(league)
            after = meetings.paused(match, until) if is_begun else meetings.without_meeting(match, at_fault)
            match = replace(after, moves=match.moves + (not is_kind))
            await self._store(league, match, await self._awake(league, match, own.number), call=MeetingCall.FIND)
        await self._rounds.advance(league.id)
        return match

    async def prefer_alone(self, match_id: int, guild_id: int | None, user_id: int) -> MatchRecord:
        """Note that a player would rather play the same cards; when all would, they do. Raises ``Refused``."""
        async with self._holding(match_id, guild_id, user_id) as (league, match, own):
            _require_to_meet(match)
            if not meetings.can_fall_back(match):
                raise Refused(say("This match is only played together."))
            match = _with(match, replace(own, wants_alone=True))
            change = LeagueChange()
            if all(seat.wants_alone for seat in match.expected):
                match = meetings.alone(match, self._ledger.now())
                change.deals = sealed_deals(league, match, self._cache.games[league.game])
            await self._store(league, match, change=change)  # nobody is asked, however often it is tapped
        return match

    async def play(self, match_id: int, guild_id: int | None, user_id: int, channel_id: int) -> TableRecord:
        """The player's next game with the same cards. Raises ``Refused``."""
        _, match, _ = await self.own(match_id, guild_id, user_id)
        if match.way != Way.SAME_CARDS or not match.is_open:
            raise Refused(say("This match is not played with the same cards."))
        return await self._same_cards.play(match, user_id, channel_id)

    async def played(self, league: LeagueRecord, user_id: int) -> set[int]:
        """The ids of the open matches whose cards a member has played, while others have not."""
        if (entry := league.entry_of(user_id)) is None:
            return set()
        own = [one for one in league.open_matches if one.way == Way.SAME_CARDS and entry.number in one.numbers]
        return {match.id for match in own if entry.number not in await self.owing(league, match)}

    async def owing(self, league: LeagueRecord, match: MatchRecord) -> list[int]:
        """The entries that have yet to play the same cards."""
        return await self._same_cards.owing(league, match)

    async def own(self, match_id: int, guild_id: int | None, user_id: int) -> OwnMatch:
        """A match of this member. Raises ``Refused`` if there is none."""
        return _found(await self._ledger.of_match(match_id), match_id, guild_id, user_id)

    @asynccontextmanager
    async def _holding(self, match_id: int, guild_id: int | None, user_id: int) -> AsyncIterator[OwnMatch]:
        async with self.holding((await self._ledger.of_match(match_id)).id, guild_id) as league:
            yield _found(league, match_id, guild_id, user_id)

    @asynccontextmanager
    async def holding(self, league_id: int, guild_id: int | None) -> AsyncIterator[LeagueRecord]:
        """A league whose meetings change: one after another, so that nobody has two at once."""
        async with self._cache.lock("meetings", None), self._ledger.hold(league_id, guild_id) as league:
            yield league

    async def is_taken(self, league: LeagueRecord, match: MatchRecord) -> bool:
        """Whether a player has another match at the time of this meeting, or is on vacation."""
        length, busy = timedelta(minutes=self._minutes(league)), await self._busy(league, match)
        return match.meets_at is not None and not meetings.is_free(match.meets_at, length, busy)

    async def _store(
        self,
        league: LeagueRecord,
        match: MatchRecord,
        asked_at: datetime | None = None,
        change: LeagueChange | None = None,
        call: MeetingCall = MeetingCall.OFFERED,
    ) -> None:
        change, now = change or LeagueChange(), self._ledger.now()
        change.matches.append(match)
        change.posts += meetings.calls_of(match, now, asked_at, call)
        matches = tuple(match if one.id == match.id else one for one in league.matches)
        former = league.match(match.id)
        is_at_table = meetings.needs_table(match) or (former is not None and meetings.needs_table(former))
        # Until a table is open for those who have come, or its clocks stand, the league is due, and so it stays.
        due = [now if is_at_table else due_at(replace(league, matches=matches)), league.due_at]
        change.columns["due_at"] = min((at for at in due if at is not None), default=None)
        await self._ledger.change(league, change)

    async def _awake(self, league: LeagueRecord, match: MatchRecord, number: int) -> datetime:
        now = self._ledger.now()
        users = [league.entry(other).user_id for other in match.numbers if other != number]
        return max([(await self._hours(user, league.guild_id)).next_ping(now) for user in users], default=now)

    async def _hours(self, user_id: int, guild_id: int) -> QuietHours:
        """The quiet hours of a member; without a choice, the usual ones in the server's time zone."""
        chosen = await self._settings.quiet_hours(user_id, guild_id)
        return chosen or QuietHours((await self._settings.time_zone(guild_id)).key, QUIET_FROM, QUIET_UNTIL)

    async def _busy(self, league: LeagueRecord, match: MatchRecord) -> list[meetings.Meeting]:
        """When players of a match have other meetings, on whichever server, or are on vacation."""
        users, now = [league.entry(number).user_id for number in match.numbers], self._ledger.now()
        others = await self._cache.store.leagues.open_of(users)
        away = await self._cache.store.vacations.of(users)
        return [(now, until - now) for until in away.values() if until > now] + [
            meeting
            for other in others
            for meeting in meetings.meetings_of(other, users, match.id, timedelta(minutes=self._minutes(other)))
        ]

    def _minutes(self, league: LeagueRecord) -> int:
        """About how long a match takes, in steps of five minutes."""
        game = self._cache.games.get(league.game)
        seats = max((len(match.numbers) for match in league.open_matches), default=2)
        form = None if game is None else meetings.format_of(game, seats, Way.TOGETHER)
        return 30 if form is None else -(-form.minutes // 5) * 5


def _found(league: LeagueRecord, match_id: int, guild_id: int | None, user_id: int) -> OwnMatch:
    match, entry = league.match(match_id), league.entry_of(user_id)
    if match is not None and entry is not None and entry.plays and league.guild_id == guild_id:
        for own in match.seats:
            if own.number == entry.number:
                return league, match, own
    raise Refused(say("You don't play in this match."))


def _with(match: MatchRecord, changed: MatchSeatRecord) -> MatchRecord:
    seats = tuple(changed if seat.number == changed.number else seat for seat in match.seats)
    return replace(match, seats=seats)


def _require_to_meet(match: MatchRecord) -> None:
    if not meetings.is_to_meet(match):
        raise Refused(say("This match is no longer played together."))
