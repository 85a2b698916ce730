"""Times at which the players of a match can meet, and what becomes of matches that are to be played together."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from card_room import GUILD, Room
from hypothesis import given, settings
from hypothesis import strategies as st
from leagues_room import now, pass_time, started

from db.league_records import LeagueRecord, MatchRecord, MatchSeatRecord, MatchStatus
from db.purpose_records import DealTry
from db.records import Phase
from sessions.leagues.meetings import MOST_A_DAY, MOST_STARTS, PATIENCE, in_common, meetings_of, starts, step
from sessions.settings.quiet_hours import QuietHours
from sessions.shared.refusals import Refused
from sessions.tables.pace import Pace

HALF, WEEK = timedelta(minutes=30), timedelta(days=6)
BERLIN, NEW_YORK = QuietHours("Europe/Berlin", 22, 8), QuietHours("America/New_York", 22, 8)
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Asia/Tokyo", "UTC"]
HOURS = st.builds(QuietHours, st.sampled_from(ZONES), st.integers(0, 23), st.integers(0, 23))
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 1), timezones=st.just(UTC))


@given(MOMENTS, st.lists(HOURS, min_size=2, max_size=4), st.lists(MOMENTS, max_size=3))
@settings(max_examples=60, deadline=None)
def test_times_suit_everybody(since: datetime, hours: list[QuietHours], busy: list[datetime]) -> None:
    """Whatever the zones, the quiet hours, and the changes of clocks in between."""
    found = starts(since, since + WEEK, HALF, hours, busy)
    assert len(found) <= MOST_STARTS
    assert found == sorted(set(found))
    days = [at.astimezone(ZoneInfo(hours[0].zone)).date() for at in found]
    assert all(days.count(day) <= MOST_A_DAY for day in days)
    for at in found:
        assert since <= at <= since + WEEK - HALF
        assert all(abs(at - other) >= HALF for other in busy)
        for one in hours:
            for moment in (at, at + HALF - timedelta(minutes=1)):
                assert one.next_ping(moment) == moment, f"quiet for {one}"


def test_evenings_come_first_also_where_clocks_change() -> None:
    """Berlin leaves summer time in the night to 25 October 2026; New York a week later."""
    since = datetime(2026, 10, 23, 12, tzinfo=UTC)
    hours = [
        at.astimezone(ZoneInfo("Europe/Berlin")).hour for at in starts(since, since + WEEK, HALF, [BERLIN, BERLIN])
    ]
    assert set(hours) == {18, 19, 20, 21}
    both = starts(since, since + WEEK, HALF, [BERLIN, NEW_YORK])
    assert {at.astimezone(ZoneInfo("Europe/Berlin")).hour for at in both} <= {14, 15, 16, 17, 18, 19, 20, 21}


def test_no_common_time_and_a_week_that_is_over() -> None:
    """Nine hours apart, awake only in the evening: the match is played with the same cards."""
    since = datetime(2026, 11, 2, 12, tzinfo=UTC)
    berlin, tokyo = QuietHours("Europe/Berlin", 22, 18), QuietHours("Asia/Tokyo", 22, 18)
    assert starts(since, since + WEEK, HALF, [berlin, tokyo]) == []
    assert starts(since, since, HALF, [BERLIN, BERLIN]) == []
    assert starts(since, since - WEEK, HALF, [BERLIN, BERLIN]) == []


def match_of(**changes: object) -> MatchRecord:
    at = datetime(2026, 11, 8, 20, tzinfo=UTC)
    seats = (MatchSeatRecord(0), MatchSeatRecord(1))
    match = MatchRecord(1, 1, 0, MatchStatus.OPEN, at, False, seats, "together", at - timedelta(days=2))
    return replace(match, **changes)


def test_steps_can_be_repeated() -> None:
    """Nothing before its time; then the same cards, a walkover, or another day, and no second time."""
    match = match_of()
    assert match.falls_back_at is not None
    assert step(match, match.falls_back_at - HALF) is None
    fallen = step(match, match.falls_back_at)
    assert fallen is not None
    assert fallen.way == "same_cards"
    assert step(fallen, match.falls_back_at + WEEK) is None
    at = match.falls_back_at + HALF
    one_here = (replace(match.seats[0], is_here=True), match.seats[1])
    meeting = match_of(meets_at=at, seats=one_here)
    assert step(meeting, at + PATIENCE - timedelta(seconds=1)) is None
    won = step(meeting, at + PATIENCE)
    assert won is not None
    assert won.status is MatchStatus.WALKOVER
    assert [seat.forfeited for seat in won.seats] == [False, True]
    assert step(won, at + WEEK) is None
    late = step(meeting, at + PATIENCE + timedelta(hours=1))
    assert late is not None
    assert late.is_open, "the bot was away, and nobody loses"
    nobody = step(match_of(meets_at=at), at + PATIENCE)
    assert nobody is not None
    assert nobody.way == "same_cards"
    only_together = step(match_of(meets_at=at, falls_back_at=None), at + PATIENCE)
    assert only_together is not None
    assert (only_together.way, only_together.meets_at) == ("together", None)


async def begun(room: Room) -> tuple[LeagueRecord, MatchRecord]:
    """A match of 3 Piles that has to be agreed on."""
    league = await started(room, "three_piles", [101, 102], 1, Pace.MATCH)
    (match,) = league.matches
    assert match.way == "together"
    assert not await room.store.leagues.tables_of([match.id]), "no table before all are here"
    return league, match


async def test_a_meeting_is_agreed_and_the_table_opens(room: Room) -> None:
    league, match = await begun(room)
    meet = room.service.league_appointments
    first = await meet.choice(match.id, GUILD, 101)
    offered = first.starts[:3]
    await meet.offer(match.id, GUILD, 101, offered)
    answer = await meet.choice(match.id, GUILD, 102)
    assert answer.is_answer
    assert answer.starts == offered
    match = await meet.offer(match.id, GUILD, 102, offered[1:])
    assert match.meets_at is not None
    assert match.meets_at == offered[1]
    league = await now(room, league)
    assert meetings_of(league, [101], besides=0) == [match.meets_at]
    with pytest.raises(Refused, match="30 minutes before"):
        await meet.come(match.id, GUILD, 101)
    with pytest.raises(Refused, match="don't play"):
        await meet.come(match.id, GUILD, 103)
    room.time = match.meets_at
    await meet.come(match.id, GUILD, 101)
    await meet.come(match.id, GUILD, 102)
    (table,) = await room.store.leagues.tables_of([match.id])
    assert table.phase is Phase.PLAYING
    record = await room.store.tables.get(table.table_id)
    assert record is not None
    assert (record.pace, record.budget) == (Pace.LIVE_MATCH, timedelta(minutes=30))
    league = await pass_time(room, await now(room, league), room.time + timedelta(days=8))
    assert league.matches[0].is_open, "a match that has begun ends by itself"


async def test_whoever_does_not_come_loses(room: Room) -> None:
    league, match = await begun(room)
    meet = room.service.league_appointments
    (at,) = (await meet.choice(match.id, GUILD, 101)).starts[-1:]
    for user in (101, 102):
        await meet.offer(match.id, GUILD, user, [at])
    with pytest.raises(Refused, match="agreed on a time meanwhile"):
        await meet.offer(match.id, GUILD, 101, [at])
    await pass_time(room, league, at)
    room.time = at
    await meet.come(match.id, GUILD, 102)
    await pass_time(room, league, at + PATIENCE)
    (match,) = (await now(room, league)).matches
    assert match.status is MatchStatus.WALKOVER
    assert [seat.forfeited for seat in match.seats] == [True, False]


async def test_without_a_meeting_both_play_the_same_cards(room: Room) -> None:
    """From Friday by itself, sealed, unrated; more points in all win."""
    league, match = await begun(room)
    meet = room.service.league_appointments
    with pytest.raises(Refused, match="not played with the same cards"):
        await meet.play(match.id, GUILD, 101, 1)
    assert match.falls_back_at is not None
    league = await pass_time(room, league, match.falls_back_at)
    assert league.matches[0].way == "same_cards"
    await room.service.league_rounds.advance(league.id)
    deals = await room.store.deals.of_matches([match.id])
    assert len(deals) == 2, "a repeated step deals no more"
    for user in (101, 102):
        for _ in deals:
            table = await meet.play(match.id, GUILD, user, 1)
            assert (await meet.play(match.id, GUILD, user, 1)).id == table.id, "it goes on where it was"
            assert isinstance(table.purpose, DealTry)
            assert not table.purpose.is_rated
            assert not table.purpose.may_tell_deal(room.time)
            await room.seats.resign(table.id, user)
        with pytest.raises(Refused, match="played all deals"):
            await meet.play(match.id, GUILD, user, 1)
    await room.service.league_rounds.advance(league.id)
    (match,) = (await now(room, league)).matches
    assert match.status is MatchStatus.FORFEITED, "to finish no deal is to forfeit"


async def test_who_plays_alone_wins_from_who_does_nothing(room: Room) -> None:
    league, match = await begun(room)
    meet = room.service.league_appointments
    for user in (101, 102):
        await meet.prefer_alone(match.id, GUILD, user)
    assert match.ends_at is not None
    for _ in range(2):
        await room.seats.resign((await meet.play(match.id, GUILD, 102, 1)).id, 102)
    league = await pass_time(room, await now(room, league), match.ends_at)
    assert league.matches[0].status is MatchStatus.WALKOVER
    assert [seat.forfeited for seat in league.matches[0].seats] == [True, False]


async def test_offers_with_nothing_in_common_and_moving(room: Room) -> None:
    _, match = await begun(room)
    meet = room.service.league_appointments
    times = (await meet.choice(match.id, GUILD, 101)).starts
    await meet.offer(match.id, GUILD, 101, times[:2])
    other = (await meet.choice(match.id, GUILD, 102, anew=True)).starts
    match = await meet.offer(match.id, GUILD, 102, other[-2:])
    assert match.meets_at is None
    assert in_common(match, 0, room.time) == other[-2:], "now the first one answers"
    match = await meet.offer(match.id, GUILD, 101, other[-2:])
    assert match.meets_at == other[-2]
    match = await meet.put_off(match.id, GUILD, 101)
    assert (match.meets_at, match.moves) == (None, 1)
    with pytest.raises(Refused, match="time is over"):
        await meet.offer(match.id, GUILD, 101, [room.time - HALF])
