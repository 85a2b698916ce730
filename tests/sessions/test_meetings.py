"""Times at which the players of a match can meet, and what becomes of matches that are to be played together."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest
from card_room import CHANNEL, GUILD, Room, refuses
from hypothesis import given, settings
from hypothesis import strategies as st
from leagues_room import ORGANISER, advanced, decide, desk_of, now, pass_time, started

from cogs.leagues.meetings import choice_screen, state_of
from cogs.shared.rendering import Renderer
from db.league_records import LeagueRecord, MatchRecord, MatchSeatRecord, MatchStatus
from db.posts import MeetingCall, PostKind, PostRecord
from db.purpose_records import DealTry
from db.race_records import TryRecord
from db.records import Phase
from engines import GAMES
from engines.formats import Lengths
from sessions.leagues import meetings
from sessions.leagues.appointments import TimesToChoose
from sessions.leagues.same_cards import compared
from sessions.leagues.sign_up import NewLeague
from sessions.leagues.standings import points_in
from sessions.leagues.tools import Choice, Tool, choices
from sessions.settings.settings import QuietHours
from sessions.shared.refusals import Refused
from sessions.tables.pace import Pace
from tests.optional import present

HALF, DAY, WEEK = timedelta(minutes=30), timedelta(days=1), timedelta(days=6)
BERLIN, NEW_YORK = QuietHours("Europe/Berlin", 22, 8), QuietHours("America/New_York", 22, 8)
ZONES = ["Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe", "Asia/Tokyo", "UTC"]
HOURS = st.builds(QuietHours, st.sampled_from(ZONES), st.integers(0, 23), st.integers(0, 23))
MOMENTS = st.datetimes(datetime(2026, 1, 1), datetime(2027, 12, 1), timezones=st.just(UTC))


@given(MOMENTS, st.lists(HOURS, min_size=2, max_size=4), st.lists(MOMENTS, max_size=3))
@settings(max_examples=60, deadline=None)
def test_times_suit_everybody(since: datetime, hours: list[QuietHours], busy: list[datetime]) -> None:
    """Whatever the zones, the quiet hours, and the changes of clocks in between."""
    found = meetings.starts(since, since + WEEK, HALF, hours, [(at, HALF) for at in busy])
    assert len(found) <= meetings.MOST_STARTS
    assert found == sorted(set(found))
    days = [at.astimezone(ZoneInfo(hours[0].zone)).date() for at in found]
    assert all(days.count(day) <= meetings.MOST_A_DAY for day in days)
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
        at.astimezone(ZoneInfo("Europe/Berlin")).hour
        for at in meetings.starts(since, since + WEEK, HALF, [BERLIN, BERLIN])
    ]
    assert set(hours) == {18, 19, 20, 21}
    both = meetings.starts(since, since + WEEK, HALF, [BERLIN, NEW_YORK])
    assert {at.astimezone(ZoneInfo("Europe/Berlin")).hour for at in both} <= {14, 15, 16, 17, 18, 19, 20, 21}


def test_no_common_time_and_a_week_that_is_over() -> None:
    """Nine hours apart, awake only in the evening: the match is played with the same cards."""
    since = datetime(2026, 11, 2, 12, tzinfo=UTC)
    berlin, tokyo = QuietHours("Europe/Berlin", 22, 18), QuietHours("Asia/Tokyo", 22, 18)
    assert meetings.starts(since, since + WEEK, HALF, [berlin, tokyo]) == []
    assert meetings.starts(since, since, HALF, [BERLIN, BERLIN]) == []
    assert meetings.starts(since, since - WEEK, HALF, [BERLIN, BERLIN]) == []


def match_of(**changes: object) -> MatchRecord:
    at = datetime(2026, 11, 8, 20, tzinfo=UTC)
    seats = (MatchSeatRecord(0), MatchSeatRecord(1))
    match = MatchRecord(1, 1, 0, MatchStatus.OPEN, at, False, seats, "together", at - timedelta(days=2))
    return replace(match, **changes)


def test_steps_can_be_repeated() -> None:
    """Nothing before its time; then the same cards, a walkover, or another day, and no second time."""
    match = match_of()
    assert match.falls_back_at is not None
    assert meetings.step(match, match.falls_back_at - HALF) is None
    fallen = present(meetings.step(match, match.falls_back_at))
    assert fallen.way == "same_cards"
    assert meetings.step(fallen, match.falls_back_at + WEEK) is None
    at = match.falls_back_at + HALF
    one_here = (replace(match.seats[0], is_here=True), match.seats[1])
    meeting = match_of(meets_at=at, seats=one_here)
    assert meetings.step(meeting, at + meetings.PATIENCE - timedelta(seconds=1)) is None
    won = present(meetings.step(meeting, at + meetings.PATIENCE))
    assert won.status is MatchStatus.WALKOVER
    assert [seat.forfeited for seat in won.seats] == [False, True]
    assert meetings.step(won, at + WEEK) is None
    late = present(meetings.step(meeting, at + meetings.PATIENCE + timedelta(hours=1)))
    assert late.is_open, "the bot was away, and nobody loses"
    nobody = present(meetings.step(match_of(meets_at=at), at + meetings.PATIENCE))
    assert nobody.way == "same_cards"
    only_together = present(meetings.step(match_of(meets_at=at, falls_back_at=None), at + meetings.PATIENCE))
    assert (only_together.way, only_together.meets_at) == ("together", None)


async def begun(room: Room) -> tuple[LeagueRecord, MatchRecord]:
    """A match of 3 Piles that has to be agreed on."""
    league = await started(room, "three_piles", [101, 102], 1, Pace.MATCH)
    (match,) = league.matches
    assert match.way == "together"
    assert not await room.store.leagues.tables_of([match.id]), "no table before all are here"
    return league, match


async def both(verb: Callable[..., Awaitable[MatchRecord]], match: MatchRecord, *times: Any) -> MatchRecord:
    """Both players do the same about their match; returns what has come of it."""
    await verb(match.id, GUILD, 101, *times)
    return await verb(match.id, GUILD, 102, *times)


async def test_a_meeting_is_agreed_and_the_table_opens(room: Room) -> None:
    league, match = await begun(room)
    first = await room.meet.choice(match.id, GUILD, 101)
    offered = first.starts[:3]
    await room.meet.offer(match.id, GUILD, 101, offered)
    answer = await room.meet.choice(match.id, GUILD, 102)
    assert answer.is_answer
    assert answer.starts == offered
    match = await room.meet.offer(match.id, GUILD, 102, offered[1:])
    assert match.meets_at is not None
    assert match.meets_at == offered[1]
    await refuses("agreed on a time in the meantime", room.meet.offer(match.id, GUILD, 101, offered))
    league = await now(room, league)
    assert meetings.meetings_of(league, [101], 0, HALF) == [(match.meets_at, HALF)]
    await refuses("30 minutes before", room.meet.come(match.id, GUILD, 101))
    await refuses("don't play", room.meet.come(match.id, GUILD, 103))
    room.time = match.meets_at
    await room.meet.come(match.id, GUILD, 101)
    await room.meet.come(match.id, GUILD, 102)
    (table,) = await room.store.leagues.tables_of([match.id])
    assert table.phase is Phase.PLAYING
    record = await room.stored(table.table_id)
    assert (record.pace, record.budget) == (Pace.LIVE_MATCH, timedelta(minutes=30))
    league = await pass_time(room, await now(room, league), room.time + timedelta(days=8))
    assert league.matches[0].is_open, "a match that has begun ends by itself"


async def test_without_a_meeting_both_play_the_same_cards(room: Room) -> None:
    """From Friday by itself, until Monday, as some come on Sunday evenings only; sealed, unrated."""
    league, match = await begun(room)
    await refuses("not played with the same cards", room.meet.play(match.id, GUILD, 101, 1))
    assert match.falls_back_at is not None
    league = await pass_time(room, league, match.falls_back_at)
    (alone,) = league.matches
    assert (alone.way, alone.ends_at) == ("same_cards", match.falls_back_at + timedelta(days=3))
    await room.service.league_rounds.advance(league.id)
    deals = await room.store.deals.of_matches([match.id])
    assert len(deals) == 2, "a repeated step deals no more"
    dealt: list[int] = []
    for user in (101, 102):
        for _ in deals:
            table = await room.meet.play(match.id, GUILD, user, 1)
            assert (await room.meet.play(match.id, GUILD, user, 1)).id == table.id, "it goes on where it was"
            assert isinstance(table.purpose, DealTry)
            assert not table.purpose.is_rated
            assert not table.purpose.may_tell_deal
            dealt.append(table.id)
            await room.seats.resign(table.id, user)
        await refuses("played all deals", room.meet.play(match.id, GUILD, user, 1))
    (match,) = (await advanced(room, league)).matches
    assert match.status is MatchStatus.FORFEITED, "to finish no deal is to forfeit"
    for table_id in dealt:
        assert (await room.service.fair_deals.verify(table_id)).deal.seed, "the match has ended, whatever the time"


TRY = TryRecord(1, 1, 0, 0, "counter", is_open=False, points=None, is_hidden=False)


@pytest.mark.parametrize(
    ("finished", "status", "places"),
    [
        ([[5, 6], [4, 4], []], MatchStatus.FORFEITED, [1, 2, 3]),
        ([[5], [1, 1], []], MatchStatus.FORFEITED, [2, 1, 3]),
        ([[5, 6], [], []], MatchStatus.WALKOVER, [1, 2, 2]),
        ([[], [], []], MatchStatus.UNPLAYED, [1, 1, 1]),
        ([[5, 6], [5, 6], [5, 5]], MatchStatus.PLAYED, [1, 1, 3]),
    ],
)
def test_those_who_have_played_are_compared_when_time_is_up(
    finished: list[list[int]], status: MatchStatus, places: list[int]
) -> None:
    """Whoever has not, comes last, and does not have the others share the first place."""
    match = match_of(way="same_cards", seats=tuple(map(MatchSeatRecord, range(3))))
    tries = {number: [replace(TRY, points=points) for points in own] for number, own in enumerate(finished)}
    is_complete = all(len(own) == 2 for own in finished)
    assert (compared(match, 2, tries, fewest_points_win=False) is not None) == is_complete
    over = present(compared(match, 2, tries, fewest_points_win=False, is_over=True))
    assert (over.status, [seat.place for seat in over.seats]) == (status, places)
    assert [seat.forfeited for seat in over.seats] == [not own for own in finished]


async def test_two_of_three_play_without_the_third(room: Room) -> None:
    """Who misses the meeting is last; a computer plays their cards, and the others are ranked by play."""
    league = await started(room, "counter", [101, 102, 103], 1, Pace.MATCH)
    (match,) = league.matches
    (at, *_) = (await room.meet.choice(match.id, GUILD, 101)).starts
    for user in (101, 102, 103):
        await room.meet.offer(match.id, GUILD, user, [at])
    room.time = at
    for user in (101, 103):
        await room.meet.come(match.id, GUILD, user)
    league = await pass_time(room, league, at + meetings.PATIENCE)
    (match,) = league.matches
    assert match.is_open
    (found,) = await room.store.leagues.tables_of([match.id])
    table = await room.stored(found.table_id)
    assert {seat.user_id for seat in table.seats if seat.is_away} == {102}
    await room.service.league_rounds.advance(league.id)
    await room.seats.resign(table.id, 103)
    (match,) = (await advanced(room, league)).matches
    assert match.status is MatchStatus.FORFEITED
    assert [(seat.number, seat.place) for seat in match.seats if seat.place == 1] == [(0, 1)]
    assert match.seats[1].forfeited


async def test_the_channel_is_gone_at_the_hour_of_a_meeting(room: Room) -> None:
    """Whoever has come plays when it is back; who has not, with the bot away for hours, does not lose."""
    league, match = await begun(room)
    rounds = room.service.league_rounds
    (at, *_) = (await room.meet.choice(match.id, GUILD, 101)).starts
    for user in (101, 102):
        await refuses("That time has passed", room.meet.offer(match.id, GUILD, user, [room.time - HALF]))
        await room.meet.offer(match.id, GUILD, user, [at])
    room.time, rounds.is_here = at, lambda _: False
    await room.meet.come(match.id, GUILD, 101)
    room.time += timedelta(hours=2)
    await rounds.advance(league.id)
    rounds.is_here = lambda _: True
    await rounds.advance(league.id)
    (match,) = (await now(room, league)).matches
    assert (match.is_open, match.way) == (True, "same_cards")


async def test_nobody_has_two_meetings_at_once(room: Room) -> None:
    """Also not in another league with longer matches, if the time was offered before, and if both are set at once."""
    _, first = await begun(room)
    longer = await started(room, "counter", [101, 103, 104], 1, Pace.MATCH, name="Winter")
    (other,) = longer.matches
    (at, *_) = (await room.meet.choice(other.id, GUILD, 101)).starts
    for user in (101, 103):
        await room.meet.offer(other.id, GUILD, user, [at])
    await room.meet.offer(first.id, GUILD, 101, [at])
    answers = [room.meet.offer(match, GUILD, user, [at]) for match, user in ((first.id, 102), (other.id, 104))]
    done = await asyncio.gather(*answers, return_exceptions=True)
    (met,) = [one for one in done if isinstance(one, MatchRecord)]
    assert met.meets_at == at
    assert sum("another match at that time" in str(one) for one in done if isinstance(one, Refused)) == 1
    late, user = (other, 104) if met.id == first.id else (first, 102)
    assert at not in (await room.meet.choice(late.id, GUILD, user, anew=True)).starts
    assert not meetings.is_free(at - HALF, timedelta(minutes=45), [(at, HALF)])
    assert not meetings.is_free(at + HALF, HALF, [(at, timedelta(minutes=45))])
    assert meetings.is_free(at + HALF, HALF, [(at, HALF)])


async def test_no_time_is_offered_at_which_somebody_is_away_or_plays_on_another_server(room: Room) -> None:
    _, match = await begun(room)
    sign_up, elsewhere = room.service.league_sign_up, GUILD + 1
    new = NewLeague("Winter", "three_piles", 40, 1, Pace.MATCH)
    league = await sign_up.create(elsewhere, CHANNEL, ORGANISER, new)
    for user in (102, 103):
        await sign_up.join(league.id, elsewhere, user)
    league = await room.service.league_rounds.start(league.id, elsewhere, ORGANISER, may_manage=False)
    at = (await room.meet.choice(match.id, GUILD, 101)).starts[-1]
    for user in (102, 103):
        await room.meet.offer(league.matches[0].id, elsewhere, user, [at])
    back = room.time + timedelta(days=2)
    await room.service.vacations.begin(102, back)
    found = (await room.meet.choice(match.id, GUILD, 101)).starts
    assert found
    assert min(found) >= back
    assert at not in found
    for taken in (back - HALF, at):
        await refuses("another match at that time, or is on vacation", room.meet.offer(match.id, GUILD, 101, [taken]))


@pytest.mark.parametrize("tool", [Tool.TIME, Tool.UNDO])
async def test_no_organiser_gives_anybody_two_meetings_at_once(room: Room, tool: Tool) -> None:
    """By the time that they tap, a player has agreed on another match: they choose anew, or what is undone is off."""
    league, match = await begun(room)
    winter = await started(room, "counter", [101, 103, 104], 1, Pace.MATCH, name="Winter")
    (other,) = winter.matches
    at = (await room.meet.times(winter, other, ORGANISER)).starts[-1]
    deed = None
    if tool is Tool.UNDO:
        await both(room.meet.offer, match, [at])
        deed = await decide(room, league, Tool.PAUSE, Choice(to=1))
    for user in (101, 103, 104):
        await room.meet.offer(other.id, GUILD, user, [at])
    if deed is None:
        with pytest.raises(Refused, match="another match at that time"):
            await decide(room, league, tool, f"{Choice(match).value}.{at.timestamp():.0f}")
    else:
        await decide(room, league, tool, Choice(to=deed.id))
    assert (await now(room, league)).matches[0].meets_at is None


async def test_who_was_here_before_has_not_come_to_a_meeting_that_is_agreed_since(room: Room) -> None:
    _, match = await begun(room)
    at = (await room.meet.choice(match.id, GUILD, 101)).starts[-1]
    await room.meet.offer(match.id, GUILD, 101, [at])
    await room.meet.come(match.id, GUILD, 101)
    match = await room.meet.offer(match.id, GUILD, 102, [at])
    assert (match.meets_at, [seat.is_here for seat in match.seats]) == (at, [False, False])


@pytest.mark.parametrize("are_here", [False, True])
async def test_two_of_three_meet_as_they_have_agreed_when_the_third_drops_out(room: Room, are_here: bool) -> None:
    """They need not name times again; if they are there, they play, and that match ends by itself."""
    league = await started(room, "counter", [101, 102, 103], 1, Pace.MATCH)
    (match,) = league.matches
    at = (await room.meet.choice(match.id, GUILD, 101)).starts[-1]
    for user in (101, 102):
        await (room.meet.come(match.id, GUILD, user) if are_here else room.meet.offer(match.id, GUILD, user, [at]))
    await room.service.league_organising.drop_out(league.id, GUILD, 103)
    (match,) = (await now(room, league)).matches
    assert (match.meets_at, match.ends_at is None) == ((None, True) if are_here else (at, False))
    assert len(await room.store.leagues.tables_of([match.id])) == are_here


async def test_a_live_match_goes_on_when_data_of_one_of_three_are_deleted(room: Room) -> None:
    league = await started(room, "counter", [101, 102, 103], 1, Pace.MATCH)
    (match,) = league.matches
    for user in (101, 102, 103):
        await room.service.league_appointments.come(match.id, GUILD, user)
    await room.service.privacy.delete(103)
    room.time = present(match.falls_back_at)
    assert [one.is_open for one in (await advanced(room, league)).matches] == [True]
    assert [table.phase for table in await room.store.leagues.tables_of([match.id])] == [Phase.PLAYING]


async def test_a_live_match_pauses_if_both_agree_and_its_clocks_go_on_with_what_is_left(room: Room) -> None:
    """Twice, with a time for each as for any match, which is lost by whoever misses it. A step can be repeated."""
    league, match = await begun(room)
    minute = timedelta(minutes=1)
    match = await both(room.meet.come, match)
    (opened,) = await room.store.leagues.tables_of([match.id])
    (first,) = (await room.service.lobby._cache.get(opened.table_id)).users_to_act

    async def left() -> timedelta | None:
        """The time of whoever is to act, after a repeated step."""
        before = await room.stored(opened.table_id)
        await advanced(room, league)
        assert await room.stored(opened.table_id) == before
        return (await room.service.league_tables.own_clock(opened.table_id, first)).left

    room.time += 4 * minute
    for _ in range(2):
        match = await room.meet.put_off(match.id, GUILD, 101)
        assert (match.ends_at, await left()) == (None, 26 * minute), "one cannot pause alone"
    match = await room.meet.put_off(match.id, GUILD, 102)
    assert (match.moves, match.ends_at, await left()) == (1, room.time + timedelta(days=7), 26 * minute)
    room.time += timedelta(days=1)
    await room.handle_due()
    assert await left() == 26 * minute
    (at, *_) = (await room.meet.choice(match.id, GUILD, 101)).starts
    await both(room.meet.offer, match, [at])
    room.time = at
    await both(room.meet.come, match)
    assert await left() == 26 * minute
    room.time += minute
    assert await left() == 25 * minute
    match = await both(room.meet.put_off, match)
    (at, *_) = (await room.meet.choice(match.id, GUILD, 101)).starts
    await both(room.meet.offer, match, [at])
    await refuses("moved twice", room.meet.put_off(match.id, GUILD, 101))
    room.time = at
    await room.meet.come(match.id, GUILD, 101)
    (match,) = (await pass_time(room, await now(room, league), at + meetings.PATIENCE)).matches
    assert (match.status, [seat.forfeited for seat in match.seats]) == (MatchStatus.WALKOVER, [False, True])
    assert (await room.stored(opened.table_id)).phase is Phase.CLOSED


async def test_three_pause_if_all_agree_and_with_new_cards_they_can_play_alone_again(room: Room) -> None:
    """A defeat is not escaped by falling back to the same cards; whatever is dealt anew may be played with them."""
    league = await started(room, "counter", [101, 102, 103], 1, Pace.MATCH)
    (match,) = league.matches
    for verb in (room.meet.come, room.meet.put_off):
        for user in (101, 102, 103):
            assert (match.ends_at is None) == (verb == room.meet.put_off), "nothing happens until all want it"
            match = await verb(match.id, GUILD, user)
    ends_at = room.time + timedelta(days=7)
    assert match.ends_at == ends_at
    assert "the game pauses." in Renderer("en-US", dict.fromkeys(match.numbers, "ann")).render(state_of(match))
    await refuses("only played together", room.meet.prefer_alone(match.id, GUILD, 101))
    league = await pass_time(room, await now(room, league), ends_at - timedelta(minutes=1))
    assert league.open_matches[0].way == "together"
    await decide(room, league, Tool.ANNUL, Choice(match))
    (again,) = (await now(room, league)).open_matches
    assert (again.ends_at, again.falls_back_at) == (room.time + WEEK + DAY, room.time + WEEK - DAY)


@pytest.mark.parametrize("tool", [Tool.RESULT, Tool.WALKOVER, Tool.WITHDRAW, Tool.CANCEL])
async def test_a_live_match_that_is_open_again_is_agreed_on_again(room: Room, tool: Tool) -> None:
    """At a table that opens at once, whoever has gone would lose on time."""
    league, match = await begun(room)
    await both(room.service.league_appointments.come, match)
    deed = await decide(room, league, tool, next(choices(await desk_of(room, league), tool)))
    await decide(room, league, Tool.UNDO, Choice(to=deed.id))
    (match,) = (await now(room, league)).matches
    assert meetings.is_to_meet(match)
    assert room.time < present(match.falls_back_at)
    assert [table.phase for table in await room.store.leagues.tables_of([match.id])] == [Phase.CLOSED]
    league = await pass_time(room, await now(room, league), room.time + 2 * WEEK)
    assert league.matches[0].status is MatchStatus.UNPLAYED


async def test_whoever_could_not_play_while_the_bot_was_away_still_can(room: Room) -> None:
    """It is down from before Friday until just after the end of the round: there is a day for the same cards."""
    league, match = await begun(room)
    assert match.ends_at is not None
    room.time = match.ends_at + timedelta(minutes=30)
    await room.service.league_rounds.advance(league.id)
    match = (await advanced(room, league)).matches[0]
    assert (match.way, match.is_open, match.ends_at) == ("same_cards", True, room.time + timedelta(days=1))
    (deal, _) = await room.store.deals.of_matches([match.id])
    assert deal.ends_at == match.ends_at
    assert (await room.service.league_appointments.play(match.id, GUILD, 101, 1)).phase is Phase.PLAYING


def test_a_meeting_stays_at_its_hour_when_the_clocks_change() -> None:
    """Offered on Friday in summer time, it begins on Sunday in winter time at the hour that was read."""
    since = datetime(2026, 10, 23, 12, tzinfo=UTC)
    (at, *_) = [at for at in meetings.starts(since, since + WEEK, HALF, [BERLIN, BERLIN]) if at.day == 25]
    read_as = "Sun, Oct 25, 6:00"
    match = match_of(seats=(MatchSeatRecord(0, offers=(at,)), MatchSeatRecord(1, offers=(at,))))
    renderer = Renderer("en-US", {0: "ann", 1: "bob"})
    choice = TimesToChoose(cast(Any, None), match, [at], ZoneInfo("Europe/Berlin"), 30, is_answer=True)
    assert read_as in str(choice_screen(choice, renderer).to_components()).replace("\u202f", " ")
    meets_at = present(meetings.agreed(match, since))
    assert meets_at.astimezone(ZoneInfo("Europe/Berlin")).isoformat() == "2026-10-25T18:00:00+01:00"


async def test_who_is_here_now_asks_the_others_to_play_at_once(room: Room) -> None:
    """For 15 minutes, once each; whoever is asked may as well answer with other times. Two who are here play."""
    league, match = await begun(room)
    until = room.time + meetings.PATIENCE

    async def asked() -> PostRecord | None:
        return await room.store.posts.find(PostKind.MEETING, match.id, MeetingCall.HERE)

    match = await room.meet.come(match.id, GUILD, 101)
    first = present(await asked())
    assert (first.is_anew, meetings.yet_to_answer(match), (await now(room, league)).due_at) == (False, [0, 1], until)
    await room.meet.come(match.id, GUILD, 101)
    again = present(await asked())
    assert not again.is_anew
    assert not (await room.meet.choice(match.id, GUILD, 102)).is_answer
    room.time = until
    (match,) = (await advanced(room, league)).matches
    assert match.seats == (MatchSeatRecord(0, is_willing=True), MatchSeatRecord(1)), "nobody loses"
    times = (await room.meet.choice(match.id, GUILD, 102)).starts
    await room.meet.offer(match.id, GUILD, 102, times[:2])
    await room.meet.come(match.id, GUILD, 102)
    assert (await room.meet.choice(match.id, GUILD, 101)).starts == times[:2]
    match = await room.meet.come(match.id, GUILD, 101)
    assert match.ends_at is None
    (table,) = await room.store.leagues.tables_of([match.id])
    assert table.phase is Phase.PLAYING


async def test_a_pause_moves_friday_and_what_was_agreed_is_agreed_anew(room: Room) -> None:
    league, match = await begun(room)
    (at, *_) = (await room.meet.choice(match.id, GUILD, 101)).starts
    await both(room.meet.offer, match, [at])
    deed = await decide(room, league, Tool.PAUSE, Choice(to=1))
    (paused,) = (await now(room, league)).matches
    match = replace(match, seats=tuple(replace(seat, is_willing=True) for seat in match.seats))
    week = timedelta(weeks=1)
    assert match.falls_back_at is not None
    assert paused == replace(match, falls_back_at=match.falls_back_at + week, ends_at=present(match.ends_at) + week)
    last = present(await room.store.posts.find(PostKind.MEETING, match.id, MeetingCall.LAST))
    assert last.due_at == match.falls_back_at + timedelta(days=6)
    await decide(room, league, Tool.UNDO, Choice(to=deed.id))
    assert (await now(room, league)).matches == (replace(match, meets_at=at),)


@pytest.mark.parametrize("tool", [Tool.EXTEND, Tool.PAUSE])
async def test_who_has_begun_to_play_the_same_cards_has_more_time_as_well(room: Room, tool: Tool) -> None:
    league, match = await begun(room)
    match = await both(room.meet.prefer_alone, match)
    table = await room.meet.play(match.id, GUILD, 101, 1)
    await decide(room, league, tool, Choice(to=1) if tool is Tool.PAUSE else Choice(match))
    assert match.ends_at is not None
    room.time = match.ends_at
    await room.handle_due()
    entry = await room.service.lobby._cache.get(table.id)
    assert (entry.table.phase, entry.table.deadline) == (Phase.PLAYING, match.ends_at + timedelta(days=7))
    room.time += timedelta(days=7)
    await room.handle_due()
    assert (await room.service.lobby._cache.get(table.id)).table.phase is Phase.CLOSED


@pytest.mark.parametrize(("back", "more"), [(-1, 0), (2, 3), (6, 7), (30, 7)])
async def test_the_same_cards_wait_for_whoever_is_on_vacation(room: Room, back: int, more: int) -> None:
    """They have a day when they are back, but the others wait for a week at most."""
    league, match = await begun(room)
    end = present(match.falls_back_at) + timedelta(days=3)
    for user in (101, 102):
        await room.store.vacations.save(user, end + timedelta(days=back if user == 101 else -1))
    await pass_time(room, league, end)
    waits = (await now(room, league)).matches[0]
    assert waits.is_open == (more > 0)
    league = await pass_time(room, league, end + timedelta(days=more, seconds=-1))
    assert waits.ends_at == end + timedelta(days=more)
    assert (await now(room, league)).matches[0].is_open == (more > 0)
    await pass_time(room, league, end + timedelta(days=more, minutes=1))
    assert (await now(room, league)).matches[0].status is MatchStatus.UNPLAYED


@pytest.mark.parametrize(
    ("refusal", "status", "points"),
    [
        ("answers nothing", MatchStatus.WALKOVER, [3, 0]),
        ("names other times", MatchStatus.UNPLAYED, [2, 2]),
        ("moves the meeting", MatchStatus.WALKOVER, [3, 0]),
        ("stays away", MatchStatus.WALKOVER, [3, 0]),
        ("nor does the first one", MatchStatus.UNPLAYED, [0, 0]),
    ],
)
async def test_who_names_times_and_comes_does_not_lose_because_the_other_refuses(
    room: Room, monkeypatch: pytest.MonkeyPatch, refusal: str, status: MatchStatus, points: list[float]
) -> None:
    """In a game in which there are no same cards to fall back on."""
    monkeypatch.setattr(type(GAMES["three_piles"]), "match_formats", Lengths.match_formats)
    league, match = await begun(room)
    assert match.falls_back_at is None
    assert match.ends_at is not None
    times = (await room.meet.choice(match.id, GUILD, 101)).starts
    if refusal != "nor does the first one":
        await room.meet.offer(match.id, GUILD, 101, times[-3:])
    if refusal == "names other times":
        await room.meet.offer(match.id, GUILD, 102, times[:3])
    if refusal in ("moves the meeting", "stays away"):
        await room.meet.offer(match.id, GUILD, 102, times[-3:])
    if refusal == "moves the meeting":
        await room.meet.put_off(match.id, GUILD, 102)
        called = present(await room.store.posts.find(PostKind.MEETING, match.id, MeetingCall.FIND))
        assert called.is_anew, "the other is told"
    if refusal == "stays away":
        room.time = times[-3]
        await room.meet.come(match.id, GUILD, 101)
        await room.meet.put_off(match.id, GUILD, 101)
    league = await pass_time(room, league, match.ends_at - timedelta(seconds=1))
    assert league.matches[0].is_open
    league = await pass_time(room, league, match.ends_at + timedelta(seconds=1))
    (match,) = (await now(room, league)).matches
    assert (match.status, [points_in(match, number) for number in match.numbers]) == (status, points)


async def test_offers_with_nothing_in_common_and_moving(room: Room) -> None:
    _, match = await begun(room)
    times = (await room.meet.choice(match.id, GUILD, 101)).starts
    await room.meet.offer(match.id, GUILD, 101, times[:2])
    asked = await room.store.posts.find(PostKind.MEETING, match.id, MeetingCall.OFFERED)
    await room.meet.offer(match.id, GUILD, 101, times[:3])
    again = present(await room.store.posts.find(PostKind.MEETING, match.id, MeetingCall.OFFERED))
    assert (present(asked).is_anew, again.is_anew, again.due_at) == (False, False, room.time), "the other is asked once"
    other = (await room.meet.choice(match.id, GUILD, 102, anew=True)).starts
    match = await room.meet.offer(match.id, GUILD, 102, other[-2:])
    assert match.meets_at is None
    assert meetings.in_common(match, 0, room.time) == other[-2:], "now the first one answers"
    match = await room.meet.offer(match.id, GUILD, 101, other[-2:])
    assert match.meets_at == other[-2]
    match = await room.meet.put_off(match.id, GUILD, 101)
    assert (match.meets_at, match.moves) == (None, 1)
    await refuses("time has passed", room.meet.offer(match.id, GUILD, 101, [room.time - HALF]))


async def test_shortly_before_a_meeting_it_is_off_if_all_agree(room: Room) -> None:
    """The other is asked once, and neither is at fault; the third time nobody can."""
    _, match = await begun(room)
    for moved in range(3):
        (at, *_) = (await room.meet.choice(match.id, GUILD, 101, anew=True)).starts
        await both(room.meet.offer, match, [at])
        room.time = at - HALF
        if moved == 2:
            await refuses("moved twice already", room.meet.put_off(match.id, GUILD, 101))
            return
        asked: set[bool] = set()
        for _ in range(2):
            match = await room.meet.put_off(match.id, GUILD, 101)
            assert (match.meets_at, [seat.wants_later for seat in match.seats]) == (at, [True, False])
            call = present(await room.store.posts.find(PostKind.MEETING, match.id, MeetingCall.LATER))
            asked.add(call.is_anew)
        assert len(asked) == 1, "the second tap asks nobody"
        match = await room.meet.put_off(match.id, GUILD, 102)
        assert (match.meets_at, match.moves) == (None, moved + 1)
        assert all(seat.is_willing and not seat.wants_later for seat in match.seats)


async def test_an_organiser_sets_when_a_match_is_played_and_undoes_it(room: Room) -> None:
    """Both are called; the time that they had agreed on is back after *Undo*."""
    league, match = await begun(room)
    first, *_, last = (await room.meet.times(league, match, ORGANISER)).starts
    for user in (101, 102):
        match = await room.meet.offer(match.id, GUILD, user, [first])
    at = f"{Choice(match).value}.{last.timestamp():.0f}"
    for forged in (Choice(match).value, f"{Choice(match).value}.{room.time.timestamp():.0f}", at + "0"):
        await refuses("can't be done any more", decide(room, league, Tool.TIME, forged))
    deed = await decide(room, league, Tool.TIME, at)
    assert (await now(room, league)).matches[0].meets_at == last
    called = present(await room.store.posts.find(PostKind.MEETING, match.id, MeetingCall.FIND))
    assert called.is_anew
    await decide(room, league, Tool.UNDO, Choice(to=deed.id))
    assert (await now(room, league)).matches[0].meets_at == first


async def test_who_taps_same_cards_again_and_again_calls_nobody(room: Room) -> None:
    """Each tap posted once more that the others have answered."""
    _, match = await begun(room)
    store = room.store.posts
    await room.meet.offer(match.id, GUILD, 101, (await room.meet.choice(match.id, GUILD, 101)).starts[:2])

    before = await store.find(PostKind.MEETING, match.id, MeetingCall.OFFERED)
    for _ in range(3):
        await room.meet.prefer_alone(match.id, GUILD, 102)
    after = present(await store.find(PostKind.MEETING, match.id, MeetingCall.OFFERED))
    assert before is not None
    assert (before.is_anew, before.due_at) == (after.is_anew, after.due_at)
