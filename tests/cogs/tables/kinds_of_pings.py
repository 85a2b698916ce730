"""Every kind of ping and what it says, in four languages: a phone shows nothing but the content.

python -m tests.cogs.tables.kinds_of_pings > tests/cogs/tables/kinds_of_pings.txt
"""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from cogs.leagues.calls import Said, in_league, said_of_meeting
from cogs.leagues.words import call, versus
from cogs.shared.rendering import Renderer
from cogs.tables.pings import Ping, mention, ping_of, request_ping, vote_ping, with_time
from db.league_records import MatchRecord, MatchSeatRecord, MatchStatus
from db.posts import MeetingCall
from db.records import PingRecord, SeatClock, TakeBackRecord, Vote
from engines.sides import Sides
from engines.texts import Player, Text, say
from playground.testing.screens import visible
from sessions.pings import PingPlan, WaitingTable
from sessions.snapshots import Snapshot
from sessions.tables.pace import Timing
from tests.cogs.fake_game import FakeGame, FakeView, fake_snapshot, fake_table
from tests.cogs.leagues.test_league_post import LEAGUE

NOW = datetime(2026, 11, 26, 20, tzinfo=UTC)
NAMES = {0: "ann", 1: "bob", 2: "cat", 3: "dan"}
HOURS, DAY = timedelta(hours=23), timedelta(days=1)
RUNNING = (SeatClock(0, since=NOW),)
REQUEST = TakeBackRecord(1, 0, 1, 2, until=NOW + timedelta(hours=12))
LANGUAGES = ("en-US", "de", "fr", "es-ES")


def waiting(players: int = 2, **changes: Any) -> Snapshot:
    """A game of a day a turn that waits."""
    table = fake_table(players=players, deadline=NOW + HOURS)
    return fake_snapshot(**({"view": FakeView(None, (), (), {}), "table": table, "game": Hearts()} | changes))


def plan(*users: int, reminded: bool = False, elsewhere: int = 0) -> PingPlan:
    rows = tuple(PingRecord(user, 0, NOW, NOW, reminded) for user in users)
    other = WaitingTable(fake_table(id=9, deadline=NOW + timedelta(hours=3)), Hearts(), rows)
    others = dict.fromkeys(users, (other,) * elsewhere) if elsewhere else {}
    return PingPlan(rows, frozenset(users), frozenset(users if reminded else ()), elsewhere=others)


class Hearts(FakeGame):
    name = "Hearts"


class Judged(Hearts):
    """A game that asks for more than a turn."""

    def call(self, view: FakeView) -> Text:
        return say("Accept or challenge {player}'s turn.", player=Player(1))


class Partners(Hearts):
    """Two against two."""

    def sides(self, seats: int) -> Sides:
        return ((0, 2), (1, 3))


def reader(language: str) -> Renderer:
    return Renderer(language, NAMES)


def turn(snapshot: Snapshot, planned: PingPlan) -> Callable[[str], Ping]:
    return lambda language: ping_of(planned, snapshot, NOW, reader(language))


def invited(language: str) -> Ping:
    invitation = say(
        "You are invited to a game of {game} with {player}: tap Join at the table.", player=Player(0), game="Hearts"
    )
    line = with_time(reader(language).render(invitation), waiting().table, NOW, reader(language))
    return mention([101], line)


VOTE = Vote(1, 0, NOW + timedelta(hours=24), (0,))
LATE = waiting(late={100: -1})
ENDING = waiting(timing=Timing(due=NOW + timedelta(hours=12), is_ending=True))


def told(text: Text, *users: int) -> Callable[[str], Ping]:
    """What is told to members who are at no table, or to the players of a match."""
    return lambda language: mention(users, reader(language).render(text))


def match(*numbers: int, status: MatchStatus = MatchStatus.OPEN, late: bool = True) -> MatchRecord:
    """A match of a league; the first player wins it, and the second may be ``late``."""
    seats = [MatchSeatRecord(number, 1 + (number > 0), forfeited=late and number > 0) for number in numbers]
    return MatchRecord(1, 2, 0, status, NOW + 7 * DAY, warned=False, seats=tuple(seats))


def of_league(told: Said, language: str) -> Ping:
    """What players of a league are told, by their numbers."""
    return mention([100 + number for number in told.numbers], in_league(LEAGUE, told, reader(language)))


def evening_begins(*players: int) -> Callable[[str], Ping]:
    """A round of an evening: the first of these is told with whom they play, if with anybody."""

    def ping(language: str) -> Ping:
        told = call(LEAGUE, match(*players), players[0], reader(language).span(timedelta(hours=1)))
        return of_league(Said(players[:1], told), language)

    return ping


def match_begins(language: str) -> Ping:
    begun = replace(match(0, 1), ends_at=None)
    clock = reader(language).span(14 * DAY)
    told = say("{told} Your clock: {time}.", told=call(LEAGUE, begun, 0), time=clock)
    return of_league(Said([0], told), language)


def of_match(told: Text, language: str) -> Ping:
    """What ann is told about a match."""
    return of_league(Said([0], say("{title}: {text}", title=versus([0, 1]), text=told)), language)


def match_ends(language: str) -> Ping:
    warning = say("{time} left for this match. Whoever has to move then loses it.", time=reader(language).span(DAY))
    return of_match(warning, language)


def match_waits(language: str) -> Ping:
    return of_match(say("The organiser reminds you: this match waits for you."), language)


def meeting(
    call: MeetingCall,
    before: timedelta = DAY,
    *,
    is_off: bool = False,
    is_set: bool = False,
    is_played: bool = False,
    is_paused: bool = False,
) -> Callable[[str], Ping]:
    """What the players of a match are told so long before their meeting, to which bob has not come yet."""
    seats = (MatchSeatRecord(0, offers=(NOW,), is_here=call >= MeetingCall.SOON, wants_later=True), MatchSeatRecord(1))
    if is_off:
        seats = (MatchSeatRecord(0, is_willing=True), MatchSeatRecord(1))
    to_meet = MatchRecord(1, 2, 0, MatchStatus.OPEN, NOW + 5 * DAY, False, seats, "together", NOW + 3 * DAY)
    if is_paused:
        to_meet = replace(to_meet, ends_at=to_meet.falls_back_at)
    if call in (MeetingCall.SOON, MeetingCall.NOW, MeetingCall.LATER) or is_set:
        to_meet = replace(to_meet, meets_at=NOW + before, ends_at=None if is_played else to_meet.ends_at)

    def ping(language: str) -> Ping:
        told = said_of_meeting(call, to_meet, NOW, reader(language), ZoneInfo("Europe/Berlin"))
        assert told is not None
        return of_league(told, language)

    return ping


def cards_wait(language: str) -> Ping:
    left = reader(language).span(DAY)
    return of_match(say("{time} left to play your cards of this match.", time=left), language)


def daily_waits(language: str) -> Ping:
    reminder = say(
        "Daily #{number} is waiting for you: {game}. It ends in {time}. /daily",
        number="7",
        game="Hearts",
        time=reader(language).span(timedelta(hours=4)),
    )
    return mention([100], reader(language).render(reminder))


OVER = say("The {game} game that you follow is over.", game="Hearts")
CLOSED = say("The {game} game that you follow was closed without a result.", game="Hearts")
WANTED = say("A {game} table needs players, {player} is waiting.", game="Hearts", player=Player(0))

KINDS: dict[str, Callable[[str], Ping]] = {
    "a turn": turn(waiting(), plan(100)),
    "several at once": turn(waiting(players=3), plan(100, 102)),
    "everybody": turn(waiting(), plan(100, 101)),
    "with a partner": turn(waiting(players=4, game=Partners()), plan(100)),
    "without a limit": turn(waiting(table=fake_table(players=2, pace="no_limit")), plan(100)),
    "an own clock": turn(waiting(table=fake_table(players=2, pace="match", budget=4 * DAY, clocks=RUNNING)), plan(100)),
    "sealed cards": turn(waiting(view=None, hides_cards=True, game=Judged()), plan(100)),
    "a question of the game": turn(waiting(game=Judged()), plan(100)),
    "a reminder": turn(waiting(), plan(100, reminded=True)),
    "too late": turn(LATE, plan(100)),
    "the game may end": turn(ENDING, plan(100)),
    "several tables": turn(waiting(), plan(100, elsewhere=1)),
    "many tables, soon": turn(waiting(), plan(100, reminded=True, elsewhere=9)),
    "a request to take back a move": lambda language: request_ping([101], REQUEST, "Hearts", NOW, reader(language)),
    "an invitation": invited,
    "a vote on a removal": lambda language: vote_ping([102], VOTE, "Hearts", NOW, reader(language)),
    "a vote on the end": lambda language: vote_ping([101], replace(VOTE, seat=None), "Hearts", NOW, reader(language)),
    "a match begins": match_begins,
    "a round of an evening begins": evening_begins(0, 1, 2),
    "a bye": evening_begins(2),
    "a match ends soon": match_ends,
    "an organiser reminds of a match": match_waits,
    "a time to find": meeting(MeetingCall.FIND),
    "a meeting is off": meeting(MeetingCall.FIND, is_off=True),
    "a match pauses": meeting(MeetingCall.FIND, is_paused=True),
    "a time is offered": meeting(MeetingCall.OFFERED),
    "another time shortly before": meeting(MeetingCall.LATER),
    "a pause of a live match": meeting(MeetingCall.LATER, is_played=True),
    "a time that the organiser has set": meeting(MeetingCall.FIND, is_set=True),
    "somebody would play at once": meeting(MeetingCall.HERE),
    "a last day to find a time": meeting(MeetingCall.LAST),
    "a meeting is near": meeting(MeetingCall.SOON, before=timedelta(minutes=29, seconds=50)),
    "a meeting begins": meeting(MeetingCall.NOW, before=timedelta()),
    "the same cards wait": cards_wait,
    "a followed game ends": told(OVER, 100),
    "a followed game is closed": told(CLOSED, 100),
    "players are wanted": told(WANTED, 100),
    "the game of the day": daily_waits,
}


def said(line: str) -> str:
    """A line as it is read, with short mentions and plain spaces."""
    return re.sub(r"<@(\d+)>", r"@\1", visible(line)).replace("\u202f", " ")


def listed() -> str:
    """All of them, as they stand beside this in ``kinds_of_pings.txt``."""
    kinds = [
        "\n".join([name, *(f"  {language:6}{said(made(language).line)}" for language in LANGUAGES)])
        for name, made in KINDS.items()
    ]
    return "\n\n".join(kinds)


if __name__ == "__main__":
    print(listed())
