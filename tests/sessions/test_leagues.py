"""Leagues without Discord: rounds, forfeits, and what organisers do by hand."""

import asyncio
from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain, combinations, pairwise
from zoneinfo import ZoneInfo

import pytest
from card_room import CHANNEL, GUILD, NOON, Room, refuses
from leagues_room import (
    ORGANISER,
    advanced,
    created,
    decide,
    desk_of,
    end_round,
    now,
    pass_time,
    play_open,
    play_to_the_end,
    started,
)

from cogs.leagues.words import result_of
from db.league_records import (
    Deed,
    EntryRecord,
    EntryStatus,
    LeagueKind,
    LeaguePhase,
    LeagueRecord,
    MatchRecord,
    MatchSeatRecord,
    MatchStatus,
)
from db.leagues import LeagueChange, written
from db.posts import PostKind
from db.records import Phase, is_former
from engines import GAMES
from sessions.leagues.plan import first_round, next_round, standings_of
from sessions.leagues.rounds import RETRY
from sessions.leagues.schedule import weeks_later
from sessions.leagues.sign_up import NewLeague
from sessions.leagues.standings import points_in
from sessions.leagues.tables import OWN_CLOCK
from sessions.leagues.tools import FOR_MEMBERS, Choice, Tool, choices, tools
from sessions.leagues.undoing import undone
from sessions.settings.settings import QuietHours
from sessions.shared.refusals import Refused
from sessions.tables.pace import Pace, bank_left, clocks_by_seat, control_of
from tests.optional import present

TWELVE = range(101, 113)


@pytest.mark.parametrize("seats", [range(2, 3), range(2, 6)], ids=["pairs", "pods"])
@pytest.mark.parametrize("players", [3, 5, 12, 30])
def test_everybody_plays_as_often_as_the_others(seats: range, players: int) -> None:
    """Nobody twice in a round, as few as possible left over, and in a group all meet equally often."""
    entries = tuple(EntryRecord(number, 101 + number, EntryStatus.IN) for number in range(players))
    league = LeagueRecord(
        1, 1, 2, LeagueKind.LEAGUE, "Autumn", "counter", 9, LeaguePhase.SIGN_UP, 40, 5, "match", None, 0,
        None, None, None, NOON, 1, entries=entries,
    )  # fmt: skip
    berlin, divided, groups = ZoneInfo("Europe/Berlin"), dict[int, EntryRecord](), Counter[int]()
    for number in range(1, 6):
        change = (next_round if league.round else first_round)(league, seats, NOON, berlin)
        divided = {entry.number: entry for entry in (*league.entries, *change.entries)}
        made = [
            MatchRecord(10 * number + place, number, new.division, new.status, None, False,
                        tuple(map(MatchSeatRecord, new.numbers)))
            for place, new in enumerate(change.new_matches)
        ]  # fmt: skip
        playing = [one for match in made for one in match.numbers]
        groups = Counter(entry.division for entry in divided.values())
        left_over = sum(size % 2 for size in groups.values()) if seats[-1] == 2 else 0
        assert len(set(playing)) == len(playing) == players - left_over
        matches = (*league.matches, *made)
        league = replace(league, entries=tuple(divided.values()), matches=matches, **change.columns)
        if number == league.rounds:
            break
    games = Counter(chain.from_iterable(match.numbers for match in league.matches))
    assert max(games.values()) - min(games.values()) <= 1
    met = Counter(frozenset(both) for match in league.matches for both in combinations(match.numbers, 2))
    if seats[-1] == 2 and league.rounds >= max(groups.values()) - (max(groups.values()) % 2 == 0):
        own = [met[frozenset(both)] for both in combinations(range(players), 2)
               if divided[both[0]].division == divided[both[1]].division]  # fmt: skip
        assert max(own) - min(own) <= 1


async def test_two_organisers_at_once(room: Room) -> None:
    """What the first has done is no choice of the second's any more; what both have entered stands in the log twice."""
    league = await started(room, "three_piles", [101, 102, 103, 104], rounds=3)
    match, both = league.open_matches[0], partial(decide, room, league, may_manage=True)
    won = [
        both(Tool.RESULT, Choice(match, number), by=user) for user, number in zip((9, 8), match.numbers, strict=True)
    ]
    assert {deed.by for deed in await asyncio.gather(*won)} == {9, 8}
    decided = present((await now(room, league)).match(match.id))
    assert sorted(seat.place or 0 for seat in decided.seats) == [1, 2]
    gone = Choice(number=match.numbers[0])
    done = await asyncio.gather(*[both(Tool.WITHDRAW, gone, by=user) for user in (9, 8)], return_exceptions=True)
    assert [isinstance(one, Refused) for one in done] == [False, True]


async def test_too_few_cannot_start(room: Room) -> None:
    new = NewLeague("Winter", "knotweed", 2, 3)
    await refuses("needs at least", room.service.league_sign_up.create(GUILD, CHANNEL, ORGANISER, new))
    alone = await created(room, "three_piles", [101], 3)
    await refuses("One more member", room.service.league_rounds.start(alone.id, alone.guild_id, 1, may_manage=False))
    await refuses("organiser", room.service.league_rounds.start(alone.id, alone.guild_id, 2, may_manage=False))


async def test_a_league_whose_post_is_gone_changes_no_more_while_it_moves(room: Room) -> None:
    league = await created(room, "three_piles", [101], rounds=2)

    async def is_shown(shown: LeagueRecord) -> bool:
        return not room.service.league_ledger._cache.lock("league", shown.id).locked()

    new = NewLeague("autumn", "three_piles", 4, 2)
    moved = await room.service.league_sign_up.create(GUILD, CHANNEL + 1, ORGANISER, new, is_shown)
    assert (moved.id, moved.channel_id) == (league.id, CHANNEL + 1)


async def test_the_bot_was_away_when_a_round_ended(room: Room) -> None:
    """Nobody forfeits: there is a day more, and it is warned of."""
    league = await started(room, "three_piles", [101, 102], rounds=2)
    room.time += timedelta(days=10)
    league = await advanced(room, league)
    (match,) = league.matches
    assert match.is_open
    assert match.ends_at == room.time + timedelta(days=1)
    assert league.round == 1
    room.time += timedelta(days=1, seconds=1)
    league = await advanced(room, league)
    assert league.matches[0].status is MatchStatus.FORFEITED
    assert league.phase is LeaguePhase.ROUNDS
    assert all(entry.status is EntryStatus.IN for entry in league.entries)


async def test_the_league_stood_still_for_weeks(room: Room) -> None:
    """The rounds that it has missed are not over at once: the next one begins now, and takes at least three days."""
    league = await started(room, "three_piles", [101, 102, 103, 104], rounds=3)
    await play_open(room, league)
    await room.service.league_rounds.advance(league.id)
    room.time += timedelta(days=24)
    league = await advanced(room, league)
    assert league.round == 2
    ends = {match.ends_at for match in league.matches if match.is_open}
    assert ends == {league.round_ends_at}
    assert all(end is not None and timedelta(days=3) <= end - room.time < timedelta(days=10) for end in ends)


async def test_a_server_is_cut_off_when_a_round_ends(room: Room) -> None:
    """Nothing ends there until the bot hears it again, which is then soon enough: all deadlines are looked at."""
    league = await started(room, "three_piles", [101, 102], rounds=2)
    await room.service.outages.disconnected(0, 1)
    room.time = present(league.round_ends_at) + timedelta(minutes=5)
    due = await room.service.times.leagues.first()
    assert (await advanced(room, league)).matches[0].is_open
    assert await room.service.times.leagues.first() == due
    await room.service.outages.connected(0, 1)
    assert (await advanced(room, league)).round == 2


async def test_a_game_ends_as_the_server_is_cut_off(room: Room) -> None:
    """The result is noted as soon as the bot hears the server again, not at the next deadline days later."""
    league = await started(room, "three_piles", [101, 102], rounds=2)
    (found,) = await room.store.leagues.tables_of([league.matches[0].id])
    await room.service.outages.disconnected(0, 1)
    await room.seats.resign(found.table_id, 101)
    assert (await advanced(room, league)).matches[0].is_open
    await room.service.outages.connected(0, 1)
    due = await room.service.times.leagues.first()
    assert due == (league.id, room.time)
    assert (await advanced(room, league)).matches[0].status is MatchStatus.FORFEITED


async def test_a_server_that_invites_the_bot_again(room: Room) -> None:
    league = await started(room, "three_piles", [101, 102], rounds=2)
    room.service.league_rounds.is_here = lambda _: False
    room.time += timedelta(days=10)
    assert (await advanced(room, league)).due_at == room.time + RETRY
    room.service.league_rounds.is_here = lambda _: True
    await room.service.league_rounds.resume_on(league.guild_id)
    (match,) = (await now(room, league)).matches
    assert match.ends_at == room.time + timedelta(days=1), "there is a day more"


async def test_a_forfeit_and_a_move_in_the_same_second(room: Room) -> None:
    """One of them comes first, and the match has its result in any case."""
    league = await started(room, "three_piles", [101, 102], rounds=2)
    (match,) = league.matches
    (found,) = await room.store.leagues.tables_of([match.id])
    entry = await room.service.lobby._cache.get(found.table_id)
    (user,) = entry.users_to_act
    seat = present(entry.table.seat_of(user))
    action = present(entry.live).state.actions(seat.seat)[0]
    room.time = present(match.ends_at) + timedelta(seconds=1)
    done = await asyncio.gather(
        room.play.act(found.table_id, user, [action]),
        room.service.league_rounds.advance(league.id),
        return_exceptions=True,
    )
    assert not [error for error in done if isinstance(error, BaseException) and not isinstance(error, Refused)]
    match = (await now(room, league)).matches[0]
    assert match.status is MatchStatus.FORFEITED
    assert sum(place.forfeited for place in match.seats) == 1


async def test_no_computer_plays_in_a_league(room: Room) -> None:
    """Nobody leaves a match to a computer, ends it without a result or is voted out of it; giving up loses it."""
    league = await started(room, "three_piles", [101, 102], rounds=2)
    (found,) = await room.store.leagues.tables_of([league.matches[0].id])
    await refuses("Nobody can play for you in a league", room.seats.leave(found.table_id, 101))
    await refuses("always end with a result", room.service.votes.ask_to_end(found.table_id, 101))
    await refuses("may manage messages", room.play.end(found.table_id, 101, may_manage=False))
    await room.seats.resign(found.table_id, 101)
    (match,) = (await advanced(room, league)).matches
    assert [seat.forfeited for seat in match.seats] == [True, False]


async def test_a_match_that_a_moderator_closes_gets_another_table_once(room: Room) -> None:
    """The second time it is a draw, unless the organiser decides more, and the league goes on to its end."""
    league = await started(room, "card_duel", [101, 102], rounds=1, pace=Pace.MATCH)
    (match,) = league.matches
    for phases in ([Phase.PLAYING], [Phase.CLOSED, Phase.PLAYING]):
        tables = await room.store.leagues.tables_of([match.id])
        assert [table.phase for table in tables] == phases
        await room.play.end(tables[-1].table_id, 999, may_manage=True)
        if phases[0] is Phase.CLOSED:  # it may be closed while the league goes on, after it has looked for draws
            closed = await room.store.leagues.tables_of([match.id])
            assert not await room.service.league_rounds._tables.open(league, match, closed)
        league = await advanced(room, league)
    (match,) = league.matches
    assert (match.status, [points_in(match, number) for number in (0, 1)]) == (MatchStatus.UNPLAYED, [2, 2])
    assert result_of(match).template == "The table was closed again: a draw."
    league = await end_round(room, league)
    assert league.phase is LeaguePhase.FINISHED
    await decide(room, league, Tool.RESULT, Choice(match, 0))
    assert (await now(room, league)).matches[0].status is MatchStatus.ENTERED


@pytest.mark.parametrize("withdrawn", [False, True])
async def test_no_deletion_of_data_gives_a_second_life_in_a_league(room: Room, withdrawn: bool) -> None:
    """Neither to whoever has lost so far nor to whom the organiser has withdrawn; the organiser may add them."""
    league = await started(room, "card_duel", [101, 102, 103], rounds=3)
    if withdrawn:
        await decide(room, league, Tool.WITHDRAW, Choice(number=1))
    await room.service.privacy.delete(102)
    former = next(one for one in (await advanced(room, league)).entries if is_former(one.user_id))
    own = [match for match in (await now(room, league)).matches if former.number in match.numbers]
    assert {seat.forfeited for match in own for seat in match.seats if seat.number == former.number} == {True}
    with pytest.raises(Refused, match="You were in this league until your data was deleted"):
        await room.service.league_sign_up.join(league.id, league.guild_id, 102)
    await room.service.league_sign_up.join(league.id, league.guild_id, 104)
    await decide(room, league, Tool.ADD, member=102)
    assert (await now(room, league)).entry_of(102) is not None


def leave(room: Room, *users: int) -> None:
    """From now on Discord says that these members are not on the server."""

    async def gone(_: int, asked: Collection[int]) -> set[int]:
        return set(asked).intersection(users)

    room.service.league_rounds.gone = gone


async def test_who_leaves_the_server_is_withdrawn_when_a_round_begins(room: Room) -> None:
    """They have no more matches that others wait for, the waiting list takes their place, and they can come back."""
    sign_up, league = room.service.league_sign_up, await created(room, "card_duel", range(101, 107), rounds=4)
    full = LeagueChange(columns={"most_players": 6})
    async with room.service.league_ledger.hold(league.id) as held:
        await room.service.league_ledger.change(held, full)
    leave(room, 106)
    for user in (107, 108):
        await sign_up.join(league.id, league.guild_id, user)
    league = await room.service.league_rounds.start(league.id, league.guild_id, ORGANISER, may_manage=False)
    assert {entry.user_id for entry in league.playing} == {101, 102, 103, 104, 105, 107}, "107 came up for 106"
    leave(room, 101)
    league = await end_round(room, league)
    assert league.round == 2
    left = present(league.entry_of(101))
    assert left.status is EntryStatus.OUT
    assert {entry.user_id for entry in league.playing} == {102, 103, 104, 105, 107, 108}
    assert not any(left.number in match.numbers for match in league.open_matches), "nobody waits for who is gone"
    deeds = (await room.service.league_overviews.of(league.id)).deeds
    assert [(deed.deed, deed.numbers) for deed in deeds] == [(Deed.LEFT, (left.number,))]
    await refuses("all places are taken now", sign_up.join(league.id, league.guild_id, 101))
    await room.service.league_organising.drop_out(league.id, league.guild_id, 108)
    league = await sign_up.join(league.id, league.guild_id, 101)
    assert league.entry_of(101) == replace(left, status=EntryStatus.IN)
    await refuses("signed up already", sign_up.join(league.id, league.guild_id, 101))


@pytest.mark.parametrize(("players", "joins"), [(11, 1), (12, 0)])
async def test_who_comes_late_joins_the_smallest_group_below_six(room: Room, players: int, joins: int) -> None:
    """A group of seven would need two rounds more; so whoever finds all groups full waits for a place."""
    league = await started(room, "three_piles", range(101, 101 + players), rounds=5)
    sign_up, late = room.service.league_sign_up, (201, 202)
    for user in late:
        league = await sign_up.join(league.id, league.guild_id, user)
    sizes = [sum(entry.division == group for entry in league.playing) for group in (0, 1)]
    assert sizes == [6, 6]
    assert [entry.user_id for entry in league.waiting] == list(late[joins:])
    await room.service.league_organising.drop_out(league.id, league.guild_id, 101)
    league = await now(room, league)
    assert late[joins] in [entry.user_id for entry in league.playing]


async def test_no_group_grows_beyond_six(room: Room) -> None:
    """Neither by who comes back, whose place has been given away, nor by the organiser, nor by undoing that."""
    league = await started(room, "three_piles", TWELVE, rounds=5)
    assert not {Tool.MOVE, Tool.ADD} & set(tools(await desk_of(room, league)))
    organising, join = room.service.league_organising, room.service.league_sign_up.join
    await organising.drop_out(league.id, league.guild_id, 101)
    deed = await decide(room, league, Tool.MOVE, Choice(number=6, to=0))
    back = (await join(league.id, league.guild_id, 101)).entry(0)
    assert (back.status, back.division) == (EntryStatus.IN, 1), "where there is room"
    await refuses("can't be done any more", decide(room, league, Tool.UNDO, Choice(to=deed.id)))
    await organising.drop_out(league.id, league.guild_id, 102)
    await join(league.id, league.guild_id, 201)
    await refuses("all places are taken now", join(league.id, league.guild_id, 102))
    desk = await desk_of(room, league)
    assert not {Tool.MOVE, Tool.ADD} & set(tools(desk))
    assert 1 not in [choice.number for choice in choices(desk, Tool.REPLACE)]
    assert Counter(entry.division for entry in desk.league.playing) == {0: 6, 1: 6}


@pytest.mark.parametrize("out", [2, 3], ids=["walkovers", "cards that nobody plays, which are open until Monday"])
async def test_who_misses_two_matches_in_a_row_is_out_once(room: Room, out: int) -> None:
    """Others do not wait for them a third time; but if the organiser takes it back, they stay."""
    league = await started(room, "three_piles", [101, 102, 103, 104], rounds=6, pace=Pace.MATCH)
    for number in (1, 2, 3):
        for match in league.open_matches:
            tool, who = (Tool.WALKOVER, 0) if 0 in match.numbers else (Tool.RESULT, match.numbers[0])
            if out == 2 or 0 not in match.numbers:
                await decide(room, league, tool, Choice(match, who))
        league = await end_round(room, league)
        assert (league.entry(0).status is EntryStatus.OUT) == (number == out)
        if number == out:
            (deed,) = [one for one in await room.service.league_ledger.deeds(league.id) if one.deed is Deed.MISSED]
            await decide(room, league, Tool.UNDO, Choice(to=deed.id))
            league = await now(room, league)


async def test_nobody_is_paired_with_who_has_left_the_table(room: Room) -> None:
    """Two of six drop out at once: the others meet each other, and nobody but one of an odd number sits out."""
    league = await started(room, "three_piles", range(101, 107), rounds=5, pace=Pace.MATCH)
    for user in (101, 102):
        await room.service.league_organising.drop_out(league.id, league.guild_id, user)
    await room.service.league_sign_up.join(league.id, league.guild_id, 107)
    league = await end_round(room, league)
    paired = [match.numbers for match in league.matches if match.round == 2]
    assert len(paired) == 2
    assert {*chain(*paired)} < {2, 3, 4, 5, 6}


async def test_who_was_withdrawn_comes_back_by_the_organiser_only(room: Room) -> None:
    league = await started(room, "card_duel", [101, 102, 103], rounds=3)
    join = room.service.league_sign_up.join
    await decide(room, league, Tool.WITHDRAW, Choice(number=1))
    await refuses("The organiser has withdrawn you", join(league.id, league.guild_id, 102))
    await decide(room, league, Tool.ADD, member=102)
    assert (await now(room, league)).entry(1).status is EntryStatus.IN
    await room.service.league_organising.drop_out(league.id, league.guild_id, 102)
    assert (await join(league.id, league.guild_id, 102)).entry(1).status is EntryStatus.IN
    await room.service.league_organising.drop_out(league.id, league.guild_id, 102)
    await end_round(room, league)
    await refuses("too late to come back", join(league.id, league.guild_id, 102))


@pytest.mark.parametrize(("game", "players"), [("card_duel", 4), ("knotweed", 3)])
async def test_who_gives_up_at_once_gets_no_point_however_often_they_do(room: Room, game: str, players: int) -> None:
    """Ratings count their third such game as lost, but they have not turned up for it: a computer has played it."""
    league = await started(room, game, range(101, 101 + players), rounds=3)
    while league.phase is not LeaguePhase.FINISHED:
        for match in league.open_matches:
            (found,) = await room.store.leagues.tables_of([match.id])
            await room.seats.resign(found.table_id, league.entry(match.numbers[0]).user_id)
            table = await room.store.tables.get(found.table_id)
            while table is not None and (table := await room.computers_moved(table)).phase is Phase.PLAYING:
                await play_open(room, league)
        league = await advanced(room, league)
        league = await pass_time(room, league, present(league.due_at))
    own = [seat.forfeited for match in league.matches for seat in match.seats if seat.number == 0]
    assert own == [True] * 3


async def test_who_has_left_is_no_champion(room: Room) -> None:
    """The next in line is, although the first keeps their line in the table."""
    league = await started(room, "card_duel", [101, 102, 103], rounds=3)
    while league.round < 3 or league.open_matches:
        for match in league.open_matches:
            (found,) = await room.store.leagues.tables_of([match.id])
            await room.seats.resign(found.table_id, league.entry(match.numbers[-1]).user_id)
        league = await advanced(room, league)
        if not league.open_matches and league.round < 3:
            league = await end_round(room, league)
    leave(room, 101)
    league = await end_round(room, league)
    shown = await room.service.league_overviews.of(league.id)
    assert [line.number for line in shown.standings[0]] == [0, 1, 2]
    assert [(line.number, line.place) for line in shown.finishers] == [(1, 1), (2, 2)]
    assert shown.winners == [1]


async def deadlines(room: Room, league: LeagueRecord) -> list[datetime]:
    """When the own clocks of the open matches run out."""
    found = await room.store.leagues.tables_of([match.id for match in league.open_matches])
    tables = [await room.store.tables.get(one.table_id) for one in found]
    return [table.deadline for table in tables if table is not None and table.deadline is not None]


async def test_who_owes_a_match_is_reminded_once_a_round(room: Room) -> None:
    league = await started(room, "card_duel", range(101, 105), rounds=3)
    await decide(room, league, Tool.REMIND)
    for match in league.open_matches:
        assert await room.store.posts.find(PostKind.WARNING, match.id) is not None
    assert Tool.REMIND not in tools(await desk_of(room, league))
    await refuses("can't be done any more", decide(room, league, Tool.REMIND))
    await end_round(room, league)
    assert Tool.REMIND in tools(await desk_of(room, league))


async def test_a_pause_moves_what_is_due_by_as_long_as_it_has_lasted(room: Room) -> None:
    league = await started(room, "card_duel", range(101, 105), rounds=3)
    ended, ran_out = present(league.round_ends_at), await deadlines(room, league)
    assert len(ran_out) == 2
    await decide(room, league, Tool.PAUSE, Choice(to=2))
    assert (await now(room, league)).round_ends_at == ended + timedelta(weeks=2)
    assert await deadlines(room, league) == [when + timedelta(weeks=2) for when in ran_out], "leave is for vacations"
    room.time += timedelta(days=3)
    await decide(room, league, Tool.RESUME)
    league = await now(room, league)
    assert league.round_ends_at == ended + timedelta(days=3)
    assert await deadlines(room, league) == [when + timedelta(days=3) for when in ran_out]
    assert Tool.PAUSE in tools(await desk_of(room, league))


async def test_a_pause_and_a_week_more_end_at_the_same_hour_when_clocks_change(room: Room) -> None:
    """Berlin leaves summer time in the night to 25 October 2026."""
    berlin, room.time = ZoneInfo("Europe/Berlin"), datetime(2026, 10, 12, 8, tzinfo=UTC)
    await room.service.settings.choose_quiet_hours(QuietHours(berlin.key, 22, 8), server=GUILD)
    league = await started(room, "three_piles", [101, 102, 103, 104], rounds=2, pace=Pace.MATCH)
    before = await now(room, league)

    async def hours() -> set[int]:
        shown = await now(room, league)
        times = [shown.round_ends_at, *[at for one in shown.open_matches for at in (one.ends_at, one.falls_back_at)]]
        return {at.astimezone(berlin).hour for at in times if at is not None}

    await decide(room, league, Tool.PAUSE, Choice(to=1))
    assert await hours() == {20}
    await decide(room, league, Tool.RESUME)
    assert written(await now(room, league)) == written(before)
    await decide(room, league, Tool.EXTEND, Choice(league.matches[0]))
    assert await hours() == {20}


@pytest.mark.parametrize("happens", ["a move", "a vacation begins", "a vacation begins and ends", "a table opens"])
async def test_a_pause_stops_own_clocks_whatever_happens_in_it(room: Room, happens: str) -> None:
    """And it uses up nobody's leave: of that is used what is longer than the pause."""
    league = await started(room, "knotweed", [101, 102, 103], rounds=3, pace=Pace.MATCH)
    still = room.time + timedelta(weeks=2)
    (found,) = await room.store.leagues.tables_of([league.matches[0].id])
    if happens == "a table opens":
        await room.play.end(found.table_id, 999, may_manage=True)
    await decide(room, league, Tool.PAUSE, Choice(to=2))
    *_, found = await room.store.leagues.tables_of([league.matches[0].id])
    entry = await room.service.lobby._cache.get(found.table_id)
    assert entry.live is not None
    (user,) = entry.users_to_act
    if happens == "a move":
        while entry.users_to_act == {user}:
            seat = present(entry.table.seat_of(user))
            await room.play.act(found.table_id, user, [entry.live.state.actions(seat.seat)[0]])
            entry = await room.service.lobby._cache.get(found.table_id)
            assert entry.live is not None
    if happens.startswith("a vacation begins"):
        await room.service.vacations.begin(user, still + timedelta(days=1) * (happens == "a vacation begins"))
    if happens.endswith("ends"):
        await room.service.vacations.end(user)
    table = await room.stored(found.table_id)
    leave = timedelta(days=1) * (happens == "a vacation begins")
    assert {clock.away_used for clock in table.clocks} <= {leave, timedelta()}
    assert table.deadline == still + OWN_CLOCK + leave


async def test_who_moves_to_another_group_plays_there(room: Room) -> None:
    league = await started(room, "card_duel", range(101, 109), rounds=3)
    (own,) = [match for match in league.open_matches if 0 in match.numbers]
    await decide(room, league, Tool.MOVE, Choice(number=0, to=1))
    league = await now(room, league)
    annulled = present(league.match(own.id))
    assert annulled.status is MatchStatus.ANNULLED
    assert [table.phase for table in await room.store.leagues.tables_of([own.id])] == [Phase.CLOSED]
    met: set[int] = set()
    while league.round < league.rounds:
        league = await end_round(room, league)
        met |= {number for match in league.matches if match.round == league.round for number in match.numbers
                if 0 in match.numbers}  # fmt: skip
    assert met - {0}
    assert all(league.entry(number).division == 1 for number in met), "nobody of the former group"


@pytest.mark.parametrize("dropping", [[103], [101, 102, 103, 104]])
async def test_the_next_season_has_the_same_members_in_the_order_of_the_table(room: Room, dropping: list[int]) -> None:
    """Who dropped out is not on its list; the first and the last of neighbouring groups have changed places.

    Who is said to move does, also where more come up because few have stayed.
    """
    league = await started(room, "card_duel", range(101, 113), rounds=5)
    assert [sum(entry.division == group for entry in league.entries) for group in (0, 1)] == [6, 6]
    for user in dropping:
        await room.service.league_organising.drop_out(league.id, league.guild_id, user)
    await play_to_the_end(room, await now(room, league))
    shown = await room.service.league_overviews.of(league.id)
    first, second = ([line.number for line in one if league.entry(line.number).user_id not in dropping]
                     for one in shown.standings)  # fmt: skip
    assert shown.next_groups[0][: len(first)] == [*first[:-1], second[0]]
    assert second[0] in shown.moving[0]
    open_next = room.service.league_sign_up.next_edition
    await refuses("Only the organiser", open_next(shown, 102, may_manage=False))
    following = await open_next(shown, ORGANISER, may_manage=False)
    assert (following.edition, following.former_id, following.name) == (2, league.id, league.name)
    expected = [shown.league.entry(number).user_id for group in shown.next_groups for number in group]
    assert [entry.user_id for entry in following.playing] == expected
    await refuses("opened already", open_next(shown, ORGANISER, may_manage=False))
    assert (await room.service.league_overviews.of(league.id)).is_followed
    begun = await room.service.league_rounds.start(following.id, following.guild_id, ORGANISER, may_manage=False)
    assert [entry.user_id for entry in begun.entries] == expected
    former = {entry.user_id: entry for entry in league.entries}
    moved = [(entry.division - former[entry.user_id].division, former[entry.user_id].number) for entry in begun.entries]
    up, down = ({number for by, number in moved if by * way > 0} for way in (-1, 1))
    assert (up, down) == tuple(map(set, shown.moving))


async def test_groups_of_a_first_season_are_by_rating(room: Room) -> None:
    """Who has none comes last, in the order of the list."""
    league = await created(room, "card_duel", range(101, 109), rounds=3)
    ratings = {number: float(number) for number in (3, 5, 6, 7)}
    change = first_round(league, GAMES["card_duel"].seats, NOON, ZoneInfo("UTC"), ratings)
    assert [entry.number for entry in change.entries if entry.division == 0] == [7, 6, 5, 3]
    assert [entry.number for entry in change.entries if entry.division == 1] == [0, 1, 2, 4]


async def test_a_game_that_has_just_ended_is_no_walkover(room: Room) -> None:
    """Somebody drops out before its result is noted."""
    league = await started(room, "card_duel", [101, 102], 2, Pace.MATCH)
    rounds = room.service.league_rounds
    await room.seats.resign((await rounds._tables.of_match(league.matches[0].id))[0].table_id, 102)
    left = replace(league, entries=(replace(league.entries[0], status=EntryStatus.OUT), *league.entries[1:]))
    assert await rounds._walk_over(left) is left


async def test_data_is_deleted_as_a_league_changes(room: Room) -> None:
    """What was read before the deletion does not bring the member back, in the league or at a table of it."""
    league = await started(room, "card_duel", [101, 102], 2, Pace.MATCH)
    tables, (match,) = room.service.league_rounds._tables, league.matches
    await room.play.end((await tables.of_match(match.id))[0].table_id, 999, may_manage=True)
    async with room.service.league_ledger.hold(league.id) as before:
        deleted = asyncio.create_task(room.service.privacy.delete(101))
        for _ in range(50):  # it would be done by now if it did not wait
            await now(room, league)
        await tables.open(before, match, await tables.of_match(match.id))
        await room.service.league_ledger.change(before, LeagueChange(entries=list(before.entries)))
    await deleted
    opened = [await room.store.tables.get(table.table_id) for table in await tables.of_match(match.id)]
    former, other = sorted(entry.user_id for entry in (await now(room, league)).entries)
    assert (is_former(former), other) == (True, 102)
    assert [sorted(table.users) for table in opened if table is not None] == [[former, other]] * 2


async def test_no_table_is_opened_for_whose_data_is_being_deleted(room: Room) -> None:
    """Their match has none at the moment, and the league goes on just as the deletion begins."""
    league = await started(room, "card_duel", [101, 102], 2, Pace.MATCH)
    await room.service.league_rounds.close()  # by itself it would open the next table at once
    tables, (match,) = room.service.league_rounds._tables, league.matches
    await room.play.end((await tables.of_match(match.id))[0].table_id, 999, may_manage=True)
    leave, going_on = room.service.privacy._leave_tables, list[asyncio.Task[None]]()

    async def leave_meanwhile(user_id: int) -> None:
        going_on.append(asyncio.create_task(room.service.league_rounds.advance(league.id)))
        for _ in range(50):
            await now(room, league)
        await leave(user_id)

    room.service.privacy._leave_tables = leave_meanwhile
    await room.service.privacy.delete(101)
    await asyncio.gather(*going_on)
    assert [table.phase for table in await tables.of_match(match.id)] == [Phase.CLOSED]
    assert [match.status for match in (await now(room, league)).matches] == [MatchStatus.WALKOVER]


async def test_a_game_that_is_gone_lets_a_league_wait(room: Room) -> None:
    league = await started(room, "three_piles", [101, 102], rounds=2)
    without = Room(room.store, {key: game for key, game in GAMES.items() if key != "three_piles"}, room.time)
    without.time += timedelta(days=30)
    await without.service.league_rounds.advance(league.id)
    league = await now(room, league)
    assert league.matches[0].is_open
    assert present(league.due_at) > without.time
    await without.service.close()


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Pacific/Apia"])
def test_rounds_end_on_sunday_evening_whatever_the_clocks_do(zone: str) -> None:
    """Each at 20:00 there, over both changes of the clocks."""
    here = ZoneInfo(zone)
    began = datetime(2026, 1, 1, 23, 59, 30, tzinfo=here).astimezone(UTC)
    ends = [weeks_later(began, number, here).astimezone(here) for number in range(1, 53)]
    assert {(end.weekday(), end.hour, end.minute) for end in ends} == {(6, 20, 0)}
    assert all(other.date() - one.date() == timedelta(days=7) for one, other in pairwise(ends))


async def test_nobody_escapes_a_defeat_as_the_organiser(room: Room) -> None:
    """Who plays in a match neither enters its result nor replaces anybody in it; what is done stands in the post."""
    league = await started(room, "three_piles", [ORGANISER, 102, 103, 104], rounds=2)
    own, other = sorted(league.open_matches, key=lambda match: 0 not in match.numbers)
    for place in [Choice(number=number) for number in own.numbers]:
        await refuses("about a match of yours", decide(room, league, Tool.REPLACE, place, 199, may_manage=True))
    desk = await desk_of(room, league)
    for tool in (Tool.RESULT, Tool.WALKOVER, Tool.EXTEND, Tool.ANNUL):
        value = next(one for one in choices(desk, tool) if one.match == own)
        await refuses("about a match of yours", decide(room, league, tool, value, may_manage=True))
    assert (await room.service.league_overviews.of(league.id)).deeds == ()
    await decide(room, league, Tool.REPLACE, Choice(number=other.numbers[0]), 199)
    await decide(room, league, Tool.RESULT, Choice(other, other.numbers[1]))
    await decide(room, league, Tool.RESULT, Choice(own, own.numbers[1]), by=999, may_manage=True)
    done = (await room.service.league_overviews.of(league.id)).deeds
    assert [(deed.by, deed.deed, deed.numbers) for deed in done] == [
        (ORGANISER, Deed.REPLACED, other.numbers[:1]),
        (ORGANISER, Deed.ENTERED, other.numbers),
        (999, Deed.ENTERED, own.numbers),
    ]


async def test_nobody_escapes_a_defeat_by_cancelling_the_league_or_has_it_dealt_anew(room: Room) -> None:
    league = await started(room, "three_piles", [ORGANISER, 102, 103, 104], rounds=2)
    await refuses("about a match of yours", decide(room, league, Tool.CANCEL, may_manage=True))
    deed = await decide(room, league, Tool.CANCEL, by=999, may_manage=True)
    undo = Choice(to=deed.id)
    await refuses("about a match of yours", decide(room, league, Tool.UNDO, undo, may_manage=True))
    await decide(room, league, Tool.UNDO, undo, by=999, may_manage=True)
    assert len((await now(room, league)).open_matches) == 2


async def test_an_organiser_who_plays_pauses_twice_at_most(room: Room) -> None:
    """What is undone counts, as each pause calls off the meetings; when one has passed, there can be the other."""
    league = await started(room, "three_piles", [ORGANISER, 102], rounds=2)
    deed = await decide(room, league, Tool.PAUSE, Choice(to=1))
    assert Tool.PAUSE not in tools(await desk_of(room, league))
    await decide(room, league, Tool.UNDO, Choice(to=deed.id))
    await decide(room, league, Tool.PAUSE, Choice(to=1))
    room.time += timedelta(weeks=1, minutes=1)
    assert not {Tool.PAUSE, Tool.RESUME} & set(tools(await desk_of(room, league)))
    with pytest.raises(Refused):
        await decide(room, league, Tool.PAUSE, Choice(to=1), may_manage=True)


async def test_an_organiser_who_plays_takes_no_defeat_out_of_the_table(room: Room) -> None:
    """Neither by withdrawing or moving who has beaten them, nor by taking that back."""
    league = await started(room, "three_piles", [ORGANISER, *range(102, 109)], rounds=3)
    (own,) = [match for match in league.open_matches if 0 in match.numbers]
    (winner,) = {*own.numbers} - {0}
    await decide(room, league, Tool.RESULT, Choice(own, winner), by=999, may_manage=True)
    deed = await decide(room, league, Tool.WITHDRAW, Choice(number=winner), by=999, may_manage=True)
    await refuses("about a match of yours", decide(room, league, Tool.UNDO, Choice(to=deed.id)))
    await decide(room, league, Tool.UNDO, Choice(to=deed.id), by=999, may_manage=True)
    for tool, choice in ((Tool.WITHDRAW, Choice(number=winner)), (Tool.MOVE, Choice(number=winner, to=1))):
        await refuses("about a match of yours", decide(room, league, tool, choice))


@pytest.mark.parametrize(("tool", "choice"), [(Tool.APPOINT, Choice()), (Tool.REPLACE, Choice(number=0))])
async def test_who_has_a_place_by_now_does_not_lose_it_by_undo_of_what_was_before(
    room: Room, tool: Tool, choice: Choice
) -> None:
    league = await started(room, "three_piles", [101, 102, 103, 104], rounds=3)
    first, second = [await decide(room, league, tool, choice, member) for member in (201, 202)]
    await refuses("can't be done any more", decide(room, league, Tool.UNDO, Choice(to=first.id)))
    for deed in (second, first):
        await decide(room, league, Tool.UNDO, Choice(to=deed.id))
    after = await now(room, league)
    assert (after.co_organiser_id, after.entry(0).user_id) == (None, 101)


async def test_who_came_for_another_keeps_their_matches_when_that_is_undone(room: Room) -> None:
    """They have dropped out then, and are not on the waiting list as if they had played nothing."""
    league = await created(room, "card_duel", range(101, 105), rounds=4)
    async with room.service.league_ledger.hold(league.id) as held:
        await room.service.league_ledger.change(held, LeagueChange(columns={"most_players": 4}))
    coming = (await room.service.league_sign_up.join(league.id, league.guild_id, 105)).waiting[0].number
    league = await room.service.league_rounds.start(league.id, league.guild_id, ORGANISER, may_manage=False)
    assert league.round_ends_at is not None
    room.time = league.round_ends_at - timedelta(minutes=10)
    deed = await decide(room, league, Tool.WITHDRAW, Choice(number=0))
    league = await pass_time(room, league, league.round_ends_at + timedelta(minutes=1))
    assert any(coming in match.numbers for match in league.open_matches)
    await decide(room, league, Tool.UNDO, Choice(to=deed.id))
    league = await now(room, league)
    assert [league.entry(number).status for number in (0, coming)] == [EntryStatus.IN, EntryStatus.OUT]


@pytest.mark.parametrize(("began", "ends"), [(0, 6), (1, 12), (5, 8), (6, 7)], ids=["Mon", "Tue", "Sat", "Sun"])
def test_the_first_round_lasts_a_full_week_at_least(began: int, ends: int) -> None:
    monday = datetime(2026, 1, 5, 12, tzinfo=UTC)
    ended = weeks_later(monday + timedelta(days=began), 1, ZoneInfo("UTC"))
    assert ended.date() == (monday + timedelta(days=began + ends)).date()


async def test_a_match_with_own_clocks_ends_by_itself(room: Room) -> None:
    """The round's end forfeits nothing; the league waits for the last match, and a restart changes nothing."""
    league = await started(room, "card_duel", [101, 102], rounds=1, pace=Pace.MATCH)
    await pass_time(room, league, present(league.round_ends_at) + timedelta(hours=1))
    league = await advanced(room, league)
    assert league.phase is LeaguePhase.ROUNDS
    assert [match.status for match in league.matches] == [MatchStatus.OPEN]
    (found,) = await room.store.leagues.tables_of([league.matches[0].id])
    table = await room.stored(found.table_id)
    assert table.deadline == NOON + OWN_CLOCK
    room.time = NOON + OWN_CLOCK
    await room.handle_due()
    league = await advanced(room, league)
    assert (league.phase, league.matches[0].status) == (LeaguePhase.FINISHED, MatchStatus.FORFEITED)


@pytest.mark.parametrize(
    ("game", "players", "rules", "clock"),
    [
        ("card_duel", 2, {"life": 11}, OWN_CLOCK),
        ("knotweed", 3, {"turn_cap": 15}, OWN_CLOCK),
    ],
)
async def test_a_match_has_the_rules_and_the_clock_of_its_format(
    room: Room, game: str, players: int, rules: dict[str, int], clock: timedelta
) -> None:
    league = await started(room, game, range(101, 101 + players), rounds=1, pace=Pace.MATCH)
    (found,) = await room.store.leagues.tables_of([league.matches[0].id])
    table = await room.stored(found.table_id)
    assert (table.options, table.budget) == (rules, clock)


async def test_a_match_of_several_has_a_day_a_player_two_weeks_after_its_round(room: Room) -> None:
    """Once: what is left then is not cut again, and own clocks of two are not cut at all."""
    for game, players, left in (("knotweed", 3, timedelta(days=1)), ("card_duel", 2, OWN_CLOCK)):
        league = await started(room, game, range(101, 101 + players), rounds=1, pace=Pace.MATCH)
        (found,) = await room.store.leagues.tables_of([league.matches[0].id])
        await room.service.vacations.begin(101, room.time + timedelta(days=30))
        assert league.round_ends_at is not None
        await pass_time(room, league, league.round_ends_at)
        table = await room.stored(found.table_id)
        assert not {bank_left(clock, control_of(table)) for clock in clocks_by_seat(table).values()} & {timedelta(1)}
        await pass_time(room, league, league.round_ends_at + timedelta(days=14, hours=1))
        table = await room.stored(found.table_id)
        waiting = [clock for clock in clocks_by_seat(table).values() if clock.since is None or players == 2]
        assert {bank_left(clock, control_of(table)) for clock in waiting} == {left}
        room.time += timedelta(hours=6)
        await room.service.league_rounds.advance(league.id)
        assert await room.store.tables.get(found.table_id) == table
        await decide(room, league, Tool.CANCEL, may_manage=True)


async def test_matches_are_corrected_annulled_and_extended_by_hand(room: Room) -> None:
    """A match of the first round is annulled and played again, one gets more time, and one is decided after the end."""
    league = await started(room, "three_piles", [101, 102, 103, 104], rounds=1)
    first, second = league.matches

    async def done(tool: Tool, match: MatchRecord, number: int | None = None) -> LeagueRecord:
        await decide(room, league, tool, Choice(match, number))
        return await now(room, league)

    league = await done(Tool.WALKOVER, first, first.numbers[0])
    assert [seat.forfeited for seat in league.matches[0].seats] == [True, False]
    league = await done(Tool.ANNUL, first)
    again = league.matches[-1]
    assert (league.matches[0].status, again.numbers, again.is_open) == (MatchStatus.ANNULLED, first.numbers, True)
    league = await done(Tool.EXTEND, again)
    league = await done(Tool.RESULT, second, second.numbers[1])
    league = await end_round(room, league)
    assert league.phase is LeaguePhase.ROUNDS, "a match has more time than the round"
    league = await done(Tool.RESULT, again)
    league = await done(Tool.RESULT, second)
    assert league.phase is LeaguePhase.FINISHED
    (table,) = standings_of(league)
    assert [(line.points, line.due) for line in table] == [(2, 1)] * 4
    desk = await desk_of(room, league)
    assert set(tools(desk)) == {Tool.RESULT, Tool.WALKOVER, Tool.ANNUL, Tool.UNDO}
    undoable = [deed for deed in desk.deeds if undone(league, desk.deeds, deed, desk.now)]
    assert undoable == [desk.deeds[-1]], "what would be open again in a league that is over cannot be undone"


GUEST = 199
ENDS_TABLES = (Tool.RESULT, Tool.WALKOVER, Tool.ANNUL, Tool.WITHDRAW, Tool.MOVE, Tool.CANCEL)
UNDOABLE = tuple(tool for tool in Tool if tool not in (Tool.REMIND, Tool.RESUME, Tool.TIME, Tool.UNDO))


@pytest.mark.parametrize("tool", UNDOABLE)
async def test_whatever_is_done_by_hand_can_be_undone(room: Room, tool: Tool) -> None:
    """Everything in the league is as before, and each match that is open again has a table again."""
    league = await started(room, "three_piles", range(101, 109), rounds=3)
    before = await desk_of(room, league)
    choice = next(choices(before, tool))
    member = GUEST if tool in FOR_MEMBERS else None
    deed = await decide(room, league, tool, choice, member)
    assert (await now(room, league)) != before.league
    await decide(room, league, Tool.UNDO, Choice(to=deed.id))
    after = await desk_of(room, league)
    kept = {name: value for name, value in written(after.league).items() if name in written(before.league)}
    assert kept == written(before.league)
    assert [entry.user_id for entry in after.league.entries] == [entry.user_id for entry in before.league.entries]
    assert after.league.co_organiser_id is None
    assert [deed.is_undone for deed in after.deeds] == [False, True, False]
    tables = await room.store.leagues.tables_of([match.id for match in after.league.open_matches])
    assert len([table for table in tables if table.phase is Phase.PLAYING]) == 4
    assert tool in ENDS_TABLES or len(tables) == 4, "nothing is dealt anew"
    await refuses("can't be done any more", decide(room, league, Tool.UNDO, Choice(to=deed.id)))


async def test_what_an_earlier_version_has_noted_can_be_undone(room: Room) -> None:
    """It noted status, end and seats of a match, but no meeting."""
    league = await started(room, "three_piles", range(101, 109), rounds=3)
    desk = await desk_of(room, league)
    deed = await decide(room, league, Tool.EXTEND, next(choices(desk, Tool.EXTEND)))
    changed = {name: [value and value[:3] for value in values] for name, values in deed.changed.items()}
    earlier = replace(deed, changed=changed)
    league, time = await now(room, league), room.service.now()
    assert undone(league, (), earlier, time) == undone(league, (), deed, time) is not None
    moved = {name: [before, ["annulled", *after[1:]]] for name, (before, after) in changed.items()}
    assert undone(league, (), replace(deed, changed=moved), time) is None
