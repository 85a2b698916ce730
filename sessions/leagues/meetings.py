"""When the players of a match can meet, and what becomes of a match that is to be played together. Plain data only.

Each says at which of some times they can play, and the first one that suits all is the meeting. Times are instants,
so the clocks of zones may change between an offer and the meeting.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta, tzinfo
from functools import reduce
from typing import Any, TypeAlias
from zoneinfo import ZoneInfo

from db.league_records import LeagueRecord, MatchRecord, MatchSeatRecord, MatchStatus, NewMatch
from db.posts import Due, MeetingCall, PostKind
from engines.contract import Game
from engines.formats import MatchFormat, Way
from sessions.leagues.schedule import later
from sessions.leagues.standings import drawn, unplayed, without
from sessions.settings.settings import QuietHours
from sessions.tables.pace import LONGEST_LEAVE

MOST_STARTS, MOST_A_DAY = 24, 4
"""How many times a menu offers, and how many of them on one day. A menu has at most 25 options."""
FAVOURITE = 20
"""The hour of the day at which most like to play."""
HOUR = timedelta(hours=1)
NOTICE = timedelta(hours=1)
"""How long before a meeting it has to be offered."""
REMINDED = timedelta(minutes=30)
"""How long before a meeting its players are reminded; from then on they can say that they are here."""
PATIENCE = timedelta(minutes=15)
"""How long after the time of a meeting its players wait for each other. Whoever is missing then loses."""
UNNOTICED = timedelta(minutes=5)
"""If that is noticed later than this, the bot was away, and nobody loses."""
FALLS_BACK = timedelta(days=2)
"""How long before the end of a round matches without a meeting are played with the same cards: on Friday."""
LAST_DAY = timedelta(days=1)
"""How long before that those are reminded who have not answered."""
ALONE_FOR = timedelta(days=1)
"""How long there is for the same cards after the round, for those who come on Sunday evenings only."""
LAST_MOVE = timedelta(hours=12)
"""Until how long before a meeting each player can move it; after that, all have to agree."""
MOST_MOVES = 2
"""How often a meeting can be moved."""

Meeting: TypeAlias = tuple[datetime, timedelta]
"""When a meeting begins, and for how long it is expected to last."""


def starts(
    since: datetime, until: datetime, length: timedelta, hours: Sequence[QuietHours], busy: Collection[Meeting] = ()
) -> list[datetime]:
    """The best full hours from ``since`` on at which players with these quiet hours can meet for so long, in order.

    The meeting is over at the time ``until``, outside everybody's quiet hours, and apart from the meetings ``busy``. On
    each day of the first player, those nearest to the evening of all players are offered.
    """
    first = since.astimezone(UTC).replace(minute=0, second=0, microsecond=0)
    if first < since:
        first += HOUR
    zones = [ZoneInfo(one.zone) for one in hours]
    days: dict[object, list[datetime]] = {}
    while first + length <= until:
        if is_free(first, length, busy) and all(_suits(first, length, one) for one in hours):
            days.setdefault(first.astimezone(zones[0]).date(), []).append(first)
        first += HOUR
    best = [start for day in days.values() for start in sorted(day, key=lambda at: _late(at, zones))[:MOST_A_DAY]]
    return sorted(best)[:MOST_STARTS]


def is_free(start: datetime, length: timedelta, busy: Collection[Meeting]) -> bool:
    """Whether somebody with these meetings can begin another one then."""
    return all(start + length <= other or other + lasts <= start for other, lasts in busy)


def _suits(start: datetime, length: timedelta, hours: QuietHours) -> bool:
    """Whether somebody can play for so long outside their quiet hours."""
    steps = range(0, int(length / timedelta(minutes=1)), 15)
    return all(hours.next_ping(at) == at for at in (start + timedelta(minutes=minutes) for minutes in steps))


def _late(start: datetime, zones: Iterable[ZoneInfo]) -> tuple[int, datetime]:
    """How far from the evening a time is for those to whom it suits least."""
    return max(abs(start.astimezone(zone).hour - FAVOURITE) for zone in zones), start


def in_common(match: MatchRecord, number: int, now: datetime) -> list[datetime]:
    """The times that all others who have answered offer to a player; none if nobody else has, or none is left."""
    offers = [seat.offers for seat in match.seats if seat.offers and seat.number != number]
    common = reduce(set[datetime].intersection, offers, set(offers[0])) if offers else set[datetime]()
    return sorted(at for at in common if at > now)


def agreed(match: MatchRecord, now: datetime) -> datetime | None:
    """The first time that suits all players of a match, if all have answered."""
    if not all(seat.offers for seat in match.expected):
        return None
    common = set[datetime].intersection(*[set(seat.offers) for seat in match.expected])
    return min((at for at in common if at > now), default=None)


def format_of(game: Game[Any], match_seats: int, way: str | None) -> MatchFormat | None:
    """How a match between so many is played in this way; ``None``: it cannot be."""
    return next((one for one in game.match_formats(match_seats) if one.way == way), None)


def to_be_played(new: NewMatch, game: Game[Any], ends_at: datetime, zone: ZoneInfo) -> NewMatch:
    """A match of a league in the best way that its game has."""
    way = game.match_formats(len(new.numbers))[0].way
    if way is not Way.TOGETHER:
        return replace(new, way=way)
    back = later(ends_at, -FALLS_BACK, zone)
    alone = format_of(game, len(new.numbers), Way.SAME_CARDS)
    return replace(new, way=way, ends_at=ends_at, falls_back_at=back if alone else None)


def is_to_meet(match: MatchRecord) -> bool:
    """Whether a match is to be played together and has not begun, or pauses: then it has an end."""
    return match.is_open and match.way == Way.TOGETHER and match.ends_at is not None


def is_complete(match: MatchRecord) -> bool:
    """Whether all players of a match have come to their meeting, so that it begins."""
    return all(seat.is_here for seat in match.expected)


def needs_table(match: MatchRecord) -> bool:
    """Whether a match is played at a table now: day by day, or by all who have come."""
    return match.way in (None, Way.DAY_BY_DAY) or (match.way == Way.TOGETHER and match.ends_at is None)


def can_pause(match: MatchRecord) -> bool:
    """Whether a match is played together now, and all can agree to go on another day."""
    return match.is_open and match.way == Way.TOGETHER and match.ends_at is None


def paused(match: MatchRecord, until: datetime) -> MatchRecord:
    """The match whose players go on another day, before ``until``, with the same cards.

    It does not fall back, unless it is played anew.
    """
    back = match.falls_back_at and until
    return replace(without_meeting(match, match.numbers), ends_at=until, falls_back_at=back, warned=False)


def is_paused(match: MatchRecord) -> bool:
    """Whether a match of a game with same cards pauses: there is no time for those before its end."""
    return is_to_meet(match) and match.falls_back_at == match.ends_at


def can_fall_back(match: MatchRecord) -> bool:
    """Whether a match is played with the same cards if its players do not meet; going on is the way out of a pause."""
    return match.falls_back_at is not None and not is_paused(match)


def settled(match: MatchRecord, now: datetime) -> MatchRecord:
    """The match after somebody has come, named times or is out: what all of the rest want.

    If all are there it begins, and ends by itself. If a time suits all, they meet then, and nobody has come to that.
    """
    if match.is_open and is_complete(match):
        return replace(match, ends_at=None, seats=tuple(replace(seat, wants_later=False) for seat in match.seats))
    at = agreed(match, now) if is_to_meet(match) and match.meets_at is None else None
    seats = tuple(replace(seat, is_here=False) for seat in match.seats)
    return match if at is None else replace(match, meets_at=at, seats=seats)


def absent(match: MatchRecord, missing: Collection[int], now: datetime) -> MatchRecord:
    """The match that ``missing`` do not play. Several others do, as they have agreed."""
    return settled(without(match, missing), now)


def here_since(match: MatchRecord) -> datetime | None:
    """Since when somebody is there to play at once, without a meeting; that is the first time that they offer."""
    here = [min(seat.offers) for seat in match.expected if seat.is_here and seat.offers]
    return min(here, default=None) if match.meets_at is None else None


def is_off(match: MatchRecord) -> bool:
    """Whether a meeting has been given up, and nobody has named other times."""
    return any(seat.is_willing for seat in match.expected) and not any(seat.offers for seat in match.expected)


def yet_to_answer(match: MatchRecord) -> list[int]:
    """The players of a match who have offered no time to meet. Whoever is there at once has not done so by that."""
    return [seat.number for seat in match.expected if len(seat.offers) <= (seat.is_here and match.meets_at is None)]


def without_meeting(match: MatchRecord, at_fault: Collection[int] = ()) -> MatchRecord:
    """The match as it was before anybody had answered; those ``at_fault`` have to name times again."""
    seats = tuple(
        MatchSeatRecord(
            seat.number, forfeited=seat.forfeited, is_willing=seat.is_willing and seat.number not in at_fault
        )
        for seat in match.seats
    )
    return replace(match, meets_at=None, seats=seats)


def to_be_agreed(league: LeagueRecord, number: int) -> list[MatchRecord]:
    """The matches for which a player who has changed has to agree on a time."""
    return [to_meet_anew(match) for match in league.open_matches if number in match.numbers and is_to_meet(match)]


def to_meet_anew(match: MatchRecord) -> MatchRecord:
    """The match whose players have to agree on another time, if they have to meet."""
    return without_meeting(match) if is_to_meet(match) else match


def to_meet_again(match: MatchRecord, until: datetime) -> MatchRecord:
    """The match that has begun at a table that is closed: whoever is not there any more would lose at another one."""
    if not can_pause(match):
        return match
    return replace(without_meeting(match), ends_at=until, falls_back_at=match.falls_back_at and until - FALLS_BACK)


def over(match: MatchRecord, out: Collection[int]) -> MatchRecord:
    """The match whose time is up. Before a meeting, whoever has named times wins over whoever has not, or is ``out``.

    If all have, and no time suited them, it is a draw. If nobody has, all lose.
    """
    willing = [seat.number for seat in match.expected if seat.is_willing and seat.number not in out]
    if match.way != Way.TOGETHER or not willing:
        return unplayed(match, out)
    if len(willing) == len(match.seats):
        return drawn(match)
    seats = [
        MatchSeatRecord(number, 1 if number in willing else 2, None, number not in willing) for number in match.numbers
    ]
    return replace(match, status=MatchStatus.WALKOVER, seats=tuple(seats))


def with_end(match: MatchRecord, ends_at: datetime | None, zone: tzinfo = UTC) -> MatchRecord:
    """The match with another end, until which there is as much more or less time to meet by the clocks of a zone."""
    if match.ends_at is None or ends_at is None or match.falls_back_at is None or not is_to_meet(match):
        return replace(match, ends_at=ends_at)
    more = ends_at.astimezone(zone) - match.ends_at.astimezone(zone)
    return replace(match, ends_at=ends_at, falls_back_at=later(match.falls_back_at, more, zone))


def alone(match: MatchRecord, now: datetime) -> MatchRecord:
    """The match with the same cards for all, for which there is a day more than the round."""
    assert match.ends_at is not None, "it has not begun"
    return replace(without_meeting(match), way=Way.SAME_CARDS, ends_at=max(match.ends_at, now) + ALONE_FOR)


def played_again(match: MatchRecord, until: datetime) -> NewMatch:
    """The match anew, with other cards, until this time if it does not end by itself."""
    again = NewMatch(match.round, match.numbers, None, match.division, way=match.way)
    if match.way in (Way.TOGETHER, Way.SAME_CARDS):
        back = match.falls_back_at and until - FALLS_BACK
        return replace(again, ends_at=until, way=Way.TOGETHER, falls_back_at=back)
    return again if match.ends_at is None else replace(again, ends_at=until)


def has_told_cards(league: LeagueRecord, match: MatchRecord) -> bool:
    """Whether a match, as it is to be again, would be played with the same cards, which are no secret any more."""
    known = league.match(match.id)
    is_over = league.phase.is_over or known is None or not known.is_open
    return match.is_open and match.way == Way.SAME_CARDS and is_over


def after_leave(match: MatchRecord, back: Collection[datetime], now: datetime) -> datetime | None:
    """When a match with the same cards ends, now that its time is up, that waits for members until they are ``back``.

    They have a day then, but the end moves by a week at most. ``None``: it is over.
    """
    latest = now if match.falls_back_at is None else match.falls_back_at + FALLS_BACK + ALONE_FOR + LONGEST_LEAVE
    until = min(latest, max([at for at in back if at > now], default=now - ALONE_FOR) + ALONE_FOR)
    return until if until > now else None


def due_at(match: MatchRecord) -> datetime | None:
    """When something is to be done about the meeting of a match."""
    if not is_to_meet(match):
        return None
    if match.meets_at is not None:
        return match.meets_at + PATIENCE
    if (since := here_since(match)) is not None:
        return since + PATIENCE
    return match.falls_back_at if can_fall_back(match) else None


def step(match: MatchRecord, now: datetime) -> MatchRecord | None:
    """What becomes of a match that is to be played together, if it is time; ``None``: nothing new.

    Without a meeting it is played with the same cards. Whoever has not come to a meeting loses, and several others
    play; if nobody has come, there is another chance. Whoever was there to play at once does not wait for ever.
    """
    due = due_at(match)
    if due is None or due > now:
        return None
    if match.meets_at is None:
        if can_fall_back(match) and match.falls_back_at is not None and match.falls_back_at <= now:
            return alone(match, now)
        offers = [tuple(at for at in seat.offers if at > now) for seat in match.seats]
        seats = [replace(seat, is_here=False, offers=own) for seat, own in zip(match.seats, offers, strict=True)]
        return replace(match, seats=tuple(seats))
    missing = [seat.number for seat in match.expected if not seat.is_here]
    if len(missing) < len(match.expected) and now < due + UNNOTICED:
        return absent(match, missing, now)
    if can_fall_back(match):
        return alone(match, now)
    return without_meeting(match, match.numbers if len(missing) == len(match.expected) else ())


def meetings_of(league: LeagueRecord, user_ids: Collection[int], besides: int, length: timedelta) -> list[Meeting]:
    """When some of these members meet in a league, for so long each, but for one match."""
    return [
        (match.meets_at, length)
        for match in league.open_matches
        if match.id != besides
        and match.meets_at is not None
        and any(league.entry(number).user_id in user_ids for number in match.numbers)
    ]


def calls_of(
    match: MatchRecord, now: datetime, asked_at: datetime | None = None, call: MeetingCall = MeetingCall.OFFERED
) -> list[Due]:
    """What is to be told about the meeting of a match that has changed; ``asked_at``: when ``call`` asks the others.

    What is told before a meeting is stored with it, and said once.
    """
    due: list[Due] = []
    for one in (MeetingCall.FIND, MeetingCall.OFFERED, MeetingCall.HERE, MeetingCall.LATER):
        at = asked_at if one is call else None
        due.append(Due(PostKind.MEETING, match.id, one, is_anew=at is not None, at=at))
    fallback = match.falls_back_at if match.meets_at is None and can_fall_back(match) else None
    times = {MeetingCall.LAST: (fallback, LAST_DAY), MeetingCall.SOON: (match.meets_at, REMINDED)}
    for call, (when, before) in (times | {MeetingCall.NOW: (match.meets_at, timedelta())}).items():
        at = now if when is None else max(now, when - before)
        due.append(Due(PostKind.MEETING, match.id, call, is_anew=at > now, at=at))
    return due
