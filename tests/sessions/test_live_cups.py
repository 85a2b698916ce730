"""Live cups without Discord: the same cards at all tables, matchpoints for each seat, and what nobody may see."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from random import Random

import pytest
from card_room import CHANNEL, GUILD, Room, refused
from hypothesis import given
from hypothesis import strategies as st
from leagues_room import ORGANISER, now, pass_time, play_open

from db.league_records import (
    EntryRecord,
    EntryStatus,
    LeagueKind,
    LeaguePhase,
    LeagueRecord,
    MatchRecord,
    MatchSeatRecord,
    MatchStatus,
)
from db.purpose_records import LiveCupMatch, Unrated
from db.records import Phase, TableRecord
from sessions.leagues.live_cup import finished_rounds, live_cup_lines
from sessions.leagues.organising import correctable
from sessions.leagues.pods import equal_sizes
from sessions.leagues.results import seating
from sessions.races.knowledge import can_be_dealt_again
from sessions.races.sealing import deal_seed
from sessions.replays.replays import ROUND_IS_ON
from sessions.snapshots import SEALED
from sessions.tables.pace import Pace

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def signed_up(room: Room, game: str, rounds: int, users: range) -> LeagueRecord:
    cup = await room.service.league_sign_up.create(
        GUILD, CHANNEL, ORGANISER, "Friday", game, 40, rounds, Pace.LIVE_1, minutes=20, same_cards=True
    )
    for user in users:
        cup = await room.service.league_sign_up.join(cup.id, GUILD, user)
    return cup


async def begun(room: Room, game: str, rounds: int, users: range) -> LeagueRecord:
    cup = await signed_up(room, game, rounds, users)
    return await room.service.league_rounds.start(cup.id, GUILD, ORGANISER, may_manage=False)


async def tables_of(room: Room, cup: LeagueRecord, number: int) -> list[TableRecord]:
    """The tables of a round."""
    ids = [match.id for match in cup.matches if match.round == number]
    found = [await room.store.tables.get(table.table_id) for table in await room.store.leagues.tables_of(ids)]
    return [table for table in found if table is not None]


async def settled(room: Room, cup: LeagueRecord) -> LeagueRecord:
    """The cup after it has gone on."""
    await room.service.league_rounds.advance(cup.id)
    return await now(room, cup)


async def test_all_tables_get_the_same_sealed_cards_and_the_next_round_follows(room: Room) -> None:
    cup = await begun(room, "three_piles", 2, range(101, 105))
    key = cup.key or ""
    for number in (1, 2):
        tables = await tables_of(room, cup, number)
        assert [table.seed for table in tables] == [deal_seed(key, number)] * 2
        assert {type(table.purpose) for table in tables} == {LiveCupMatch}
        assert {table.purpose.unrated for table in tables} <= {None, Unrated.ENOUGH}, "nobody has known the cards"
        assert len(cup.matches) == 2 * number, "no deal is dealt before all have played the one before"
        await play_open(room, cup)
        cup = await settled(room, cup)
    assert cup.phase is LeaguePhase.FINISHED
    assert finished_rounds(cup) == [1, 2]
    assert sum(line.total for line in live_cup_lines(cup)) == 2 * 2 * 2, "at each seat two are compared"
    met = [frozenset(match.numbers) for match in cup.matches]
    assert len(set(met)) == len(met), "other opponents"


async def test_nobody_else_sees_cards_before_all_tables_have_ended(room: Room) -> None:
    cup = await begun(room, "three_piles", 1, range(101, 105))
    first, second = await tables_of(room, cup, 1)
    views = room.service.views
    for user in (None, second.users[0]):
        shown = await views.snapshot(first.id, user)
        assert (shown.view, shown.public, shown.news, shown.before, shown.is_sealed) == (None, None, (), None, True)
        assert shown.trouble == SEALED
        assert shown.waits_for
    assert (await views.log(first.id, second.users[0]))[1] == ()
    assert await views.news_since(first.id, first.users) == ()
    assert (await views.snapshot(first.id, first.users[0])).view is not None
    await play_open(room, cup, idle=frozenset(second.users))
    played = (await views.snapshot(first.id, None)).table
    assert (played.phase, (await views.snapshot(second.id, None)).table.phase) == (Phase.FINISHED, Phase.PLAYING)
    cup = await settled(room, cup)
    assert finished_rounds(cup) == []
    shown = await views.snapshot(first.id, None)
    assert (shown.view, shown.hands, shown.result, shown.scores) == (None, (), None, ())
    assert shown.deal is not None
    assert shown.deal.seed is None
    with refused(ROUND_IS_ON.template):
        await room.service.replays.beginning(first.id, first.users[0])
    await play_open(room, cup)
    await settled(room, cup)
    shown = await views.snapshot(first.id, None)
    assert len(shown.hands) == 2, "now everybody may compare"
    assert shown.deal is not None
    assert shown.deal.seed == first.seed
    await room.service.replays.beginning(first.id, second.users[0])
    assert not can_be_dealt_again(shown.table), "too many know the cards"


async def test_a_table_that_is_not_dealt_when_the_bot_stops_gets_its_cards_later(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stops(*_: object) -> None:
        raise RuntimeError

    cup = await signed_up(room, "three_piles", 1, range(101, 105))
    with monkeypatch.context() as patch:
        patch.setattr(room.service.lobby, "start", stops)
        with pytest.raises(RuntimeError):
            await room.service.league_rounds.start(cup.id, GUILD, ORGANISER, may_manage=False)
    (table,) = await tables_of(room, await now(room, cup), 1)
    with refused("starts by itself"):
        await room.service.lobby.start(table.id, table.users[0])
    cup = await settled(room, cup)
    assert [table.phase for table in await tables_of(room, cup, 1)] == [Phase.PLAYING] * 2


async def test_who_is_late_forfeits_and_the_next_round_begins(room: Room) -> None:
    cup = await begun(room, "three_piles", 2, range(101, 106))
    cup = await pass_time(room, cup, room.time + timedelta(minutes=21))
    assert cup.round == 2
    scores = {line.member: line.cells[0] for line in live_cup_lines(cup)}
    assert all(cell is not None for cell in scores.values())
    late = [seat.number for match in cup.matches for seat in match.seats if seat.forfeited]
    assert len(late) == 2
    assert [scores[number].matchpoints for number in late] == [0, 0]  # type: ignore[union-attr]
    (sat_out,) = [match.numbers[0] for match in cup.matches if match.round == 1 and match.status is MatchStatus.BYE]
    assert scores[sat_out].matchpoints == 1  # type: ignore[union-attr]
    assert [match.numbers for match in cup.matches if match.round == 2 and match.status is MatchStatus.BYE] != [
        (sat_out,)
    ]


async def test_a_closed_table_is_not_dealt_again_and_too_few_end_the_cup(room: Room) -> None:
    cup = await begun(room, "three_piles", 3, range(101, 105))
    closed, other = await tables_of(room, cup, 1)
    await room.play.end(closed.id, 999, may_manage=True)
    cup = await settled(room, cup)
    assert len(await tables_of(room, cup, 1)) == 2
    await room.service.league_organising.drop_out(cup.id, GUILD, other.users[0])
    cup = await now(room, cup)
    assert cup.phase is LeaguePhase.FINISHED, "three are too few for two tables"
    totals = {cup.entry(line.member).user_id: line.total for line in live_cup_lines(cup)}
    assert sum(totals.values()) == 4
    assert totals[other.users[0]] == 0
    assert correctable(cup) == []


async def test_it_takes_two_tables(room: Room) -> None:
    cup = await signed_up(room, "three_piles", 2, range(101, 104))
    with refused("One more member"):
        await room.service.league_rounds.start(cup.id, GUILD, ORGANISER, may_manage=False)
    three = await signed_up_as(room, "counter", range(101, 105))
    with refused("2 more members"):
        await room.service.league_rounds.start(three.id, GUILD, ORGANISER, may_manage=False)
    with refused("no next round to begin"):
        await room.service.league_rounds.next_round(cup.id, GUILD, ORGANISER, may_manage=False)


async def signed_up_as(room: Room, game: str, users: range) -> LeagueRecord:
    """Another cup at the same time."""
    cup = await room.service.league_sign_up.create(
        GUILD, CHANNEL, ORGANISER, "Saturday", game, 40, 2, Pace.LIVE_1, minutes=20, same_cards=True
    )
    for user in users:
        cup = await room.service.league_sign_up.join(cup.id, GUILD, user)
    return cup


@given(st.integers(0, 40), st.sampled_from([range(2, 3), range(3, 6), range(4, 5)]))
def test_tables_have_one_size_and_as_few_as_possible_sit_out(players: int, sizes: range) -> None:
    found = equal_sizes(players, sizes)
    assert len(set(found)) <= 1
    assert len(found) != 1
    assert all(size in sizes for size in found)
    possible = [players % size for size in sizes if players // size >= 2]
    assert players - sum(found) == min(possible, default=players)


def match(number: int, round_: int, points: Sequence[float], numbers: Sequence[int], **changes: object) -> MatchRecord:
    """A match in which the entries got these points, in the order of their numbers; more are better."""
    seats = tuple(
        MatchSeatRecord(entry, 1 + sum(other > own for other in points), own)
        for entry, own in zip(numbers, points, strict=True)
    )
    made = MatchRecord(number, round_, 0, MatchStatus.PLAYED, None, False, seats)
    return replace(made, **changes)


def cup_of(entries: int, *matches: MatchRecord) -> LeagueRecord:
    members = tuple(EntryRecord(number, 100 + number, EntryStatus.IN) for number in range(entries))
    rounds = max(one.round for one in matches)
    return LeagueRecord(
        1, GUILD, CHANNEL, LeagueKind.EVENING, "Friday", "three_piles", ORGANISER, LeaguePhase.ROUNDS, 40, 8,
        "live_1", 20, rounds, NOON, NOON, NOON, NOON, 1, "key", members, matches,
    )  # fmt: skip


def test_matchpoints_compare_those_who_held_the_same_seat() -> None:
    """In round 1 the seats are in the order of the numbers, in round 2 the other way round."""
    first = match(1, 1, (10, 4), (0, 1)), match(2, 1, (7, 8), (2, 3)), match(3, 1, (10, 2), (4, 5))
    second = match(4, 2, (3, 9), (0, 2)), match(5, 2, (3, 1), (1, 4)), match(6, 2, (0, 5), (3, 5))
    assert [seating(one) for one in (first[0], second[0])] == [(0, 1), (2, 0)]
    found = {line.member: line for line in live_cup_lines(cup_of(6, *first, *second))}
    assert {number: [cell and cell.matchpoints for cell in line.cells] for number, line in found.items()} == {
        0: [3, 3],
        1: [2, 3],
        2: [0, 4],
        3: [4, 0],
        4: [3, 0],
        5: [0, 2],
    }
    assert [(line.member, line.rank, line.total) for line in found.values()] == [
        (0, 1, 6), (1, 2, 5), (2, 3, 4), (3, 3, 4), (4, 5, 3), (5, 6, 2)
    ]  # fmt: skip


def test_fewest_points_can_win_and_an_open_round_does_not_count() -> None:
    first = match(1, 1, (10, 4), (0, 1)), match(2, 1, (7, 8), (2, 3))
    lower = [
        replace(one, seats=tuple(replace(seat, place=3 - (seat.place or 0)) for seat in one.seats)) for one in first
    ]
    still = match(3, 2, (0, 0), (0, 2), status=MatchStatus.OPEN), match(4, 2, (1, 5), (1, 3))
    assert [(line.member, line.total) for line in live_cup_lines(cup_of(4, *lower, *still))] == [
        (1, 2), (2, 2), (0, 0), (3, 0)
    ]  # fmt: skip
    assert all(len(line.cells) == 1 for line in live_cup_lines(cup_of(4, *lower, *still)))


def test_who_forfeits_is_beaten_by_all_and_the_opponent_ties() -> None:
    late = match(1, 1, (10, 4), (0, 1), status=MatchStatus.FORFEITED)
    late = replace(late, seats=(late.seats[0], replace(late.seats[1], forfeited=True)))
    rest = match(2, 1, (7, 8), (2, 3)), match(3, 1, (7, 2), (4, 5))
    alone = match(4, 1, (0,), (6,), status=MatchStatus.BYE)
    found = {line.member: line.total for line in live_cup_lines(cup_of(7, late, *rest, alone))}
    assert found == {0: 2, 1: 0, 2: 2, 3: 4, 4: 2, 5: 2, 6: 2}


@given(st.integers(2, 6), st.randoms(use_true_random=False))
def test_the_matchpoints_of_a_seat_have_a_fixed_sum(tables: int, luck: Random) -> None:
    points = [[luck.randrange(4) for _ in range(3)] for _ in range(tables)]
    matches = [match(one, 1, points[one], range(3 * one, 3 * one + 3)) for one in range(tables)]
    lines = live_cup_lines(cup_of(3 * tables, *matches))
    assert sum(line.total for line in lines) == 3 * tables * (tables - 1)
    assert max(line.total for line in lines) <= 2 * (tables - 1)


async def test_ended_tables_stay_sealed_while_another_goes_on_however_late_it_is(room: Room) -> None:
    """The cup stands past its round: nobody has ended the match whose time is over."""
    cup = await begun(room, "three_piles", 2, range(101, 105))
    first, second = await tables_of(room, cup, 1)
    await room.seats.resign(first.id, first.users[0])
    await room.service.league_rounds.close()  # nothing goes on by itself any more
    await settled(room, cup)
    room.pass_time(hours=5)
    for service in (room.service, room.restarted().service):
        shown = await service.views.snapshot(first.id, None)
        assert (shown.is_sealed, shown.deal is not None and shown.deal.seed) == (True, None)
    await room.seats.resign(second.id, second.users[0])
    await settled(room, cup)
    shown = await room.service.views.snapshot(first.id, None)
    assert not shown.is_sealed
    assert shown.deal is not None
    assert shown.deal.seed is not None


async def test_a_cancelled_cup_seals_nothing_any_more(room: Room) -> None:
    cup = await begun(room, "three_piles", 2, range(101, 105))
    first, second = await tables_of(room, cup, 1)
    await room.seats.resign(first.id, first.users[0])
    await room.service.league_organising.cancel(cup.id, GUILD, ORGANISER, may_manage=False)
    assert not (await room.service.views.snapshot(first.id, None)).is_sealed
    closed = await room.service.views.snapshot(second.id, None)
    assert (closed.table.phase, closed.deal is not None and closed.deal.seed) == (Phase.CLOSED, None)
