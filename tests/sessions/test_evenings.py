"""Club evenings without Discord: late arrivals, nobody twice, fair byes."""

from collections import Counter
from datetime import timedelta
from itertools import combinations, product
from random import Random

import pytest
from card_room import CHANNEL, GUILD, Room, refuses
from hypothesis import given, settings
from hypothesis import strategies as st
from leagues_room import ORGANISER, advanced, decide, now, pass_time

from db.league_records import LeaguePhase, LeagueRecord, MatchStatus
from sessions.leagues.plan import LEFT_ALONE, standings_of
from sessions.leagues.schedule import pair, paired, pod_sizes, pods, repeats, table_sizes, times_met
from sessions.leagues.sign_up import NewLeague
from sessions.leagues.tools import Choice, Tool
from sessions.tables.pace import Pace


async def evening(room: Room, game: str, rounds: int, users: range) -> LeagueRecord:
    new = NewLeague("Friday", game, 40, rounds, Pace.LIVE_1, minutes=20)
    league = await room.service.league_sign_up.create(GUILD, CHANNEL, ORGANISER, new)
    for user in users:
        league = await room.service.league_sign_up.join(league.id, GUILD, user)
    return await room.service.league_rounds.start(league.id, GUILD, ORGANISER, may_manage=False)


async def next_round(room: Room, league: LeagueRecord) -> LeagueRecord:
    return await room.service.league_rounds.next_round(league.id, GUILD, ORGANISER, may_manage=False)


async def test_thirteen_of_whom_three_come_late(room: Room) -> None:
    league = await evening(room, "three_piles", 4, range(101, 111))
    await refuses("still being played", next_round(room, league))
    league = await pass_time(room, league, room.time + timedelta(minutes=21))
    for user in (111, 112, 113):
        league = await room.service.league_sign_up.join(league.id, GUILD, user)
    for _ in range(3):
        league = await next_round(room, await now(room, league))
        assert sum(len(match.numbers) for match in league.matches if match.round == league.round) == 13
        league = await pass_time(room, league, room.time + timedelta(minutes=21))
    await refuses("the list is closed", room.service.league_sign_up.join(league.id, GUILD, 114))
    league = await next_round(room, league)
    assert league.phase is LeaguePhase.FINISHED
    assert all(not match.is_open for match in league.matches)
    met = times_met([match.numbers for match in league.matches])
    assert set(met.values()) == {1}, "no rematches"
    byes = Counter(match.numbers[0] for match in league.matches if match.status is MatchStatus.BYE)
    assert sorted(byes.values()) == [1, 1, 1], "an odd number in three rounds, somebody else each time"
    (table,) = standings_of(league)
    assert sum(line.due for line in table) == 4 * 13 - 3, "each is due in each round, but not in a bye"


async def test_time_in_which_the_bot_was_down_does_not_count(room: Room) -> None:
    league = await evening(room, "three_piles", 2, range(101, 103))
    await room.store.tables.postpone(timedelta(minutes=30))
    room.time += timedelta(minutes=25)
    (match,) = (await advanced(room, league)).matches
    assert match.is_open
    assert (await now(room, league)).due_at == match.ends_at == room.time + timedelta(minutes=25)


async def test_an_evening_pauses_for_minutes_and_its_matches_last_a_round_longer(room: Room) -> None:
    league, minute = await evening(room, "three_piles", 2, range(101, 103)), timedelta(minutes=1)
    (table,) = await room.store.leagues.tables_of([match.id for match in league.matches])

    async def ends() -> list[timedelta]:
        (match,), played = (await now(room, league)).open_matches, await room.stored(table.table_id)
        return [at - began for at in (match.ends_at, played.deadline) if at is not None]

    began = room.time
    assert await ends() == [20 * minute, 4 * minute]
    await decide(room, league, Tool.PAUSE, Choice(to=15))
    assert await ends() == [35 * minute, 19 * minute]
    room.time += 5 * minute
    await decide(room, league, Tool.RESUME)
    await decide(room, league, Tool.EXTEND, Choice(league.matches[0]))
    assert await ends() == [45 * minute, 9 * minute]
    await decide(room, league, Tool.ANNUL, Choice(league.matches[0]))
    assert [match.ends_at for match in (await now(room, league)).open_matches] == [began + 25 * minute]


async def test_an_evening_that_nobody_continues_is_over_after_a_week(room: Room) -> None:
    league = await evening(room, "three_piles", 3, range(101, 105))
    assert league.round_ends_at is not None
    league = await pass_time(room, league, league.round_ends_at + LEFT_ALONE - timedelta(minutes=1))
    assert (league.phase, league.round) == (LeaguePhase.ROUNDS, 1)
    league = await pass_time(room, league, room.time + timedelta(minutes=1))
    assert (league.phase, league.due_at) == (LeaguePhase.FINISHED, None)


async def test_who_leaves_and_returns_keeps_the_points(room: Room) -> None:
    league = await evening(room, "three_piles", 3, range(101, 105))
    league = await room.service.league_organising.drop_out(league.id, GUILD, 101)
    league = await pass_time(room, await now(room, league), room.time + timedelta(minutes=21))
    league = await room.service.league_sign_up.join(league.id, GUILD, 101)
    assert [entry.number for entry in league.entries if entry.user_id == 101] == [0]
    league = await next_round(room, league)
    assert sum(len(match.numbers) for match in league.matches if match.round == 2) == 4


@settings(deadline=None, max_examples=40)
@given(st.integers(2, 20), st.integers(1, 8), st.randoms(use_true_random=False))
def test_pairs_meet_once_and_byes_are_fair(players: int, rounds: int, luck: Random) -> None:
    """Nobody plays twice in a round; nobody meets again, nor is left over again, while that can be avoided."""
    numbers = list(range(players))
    points: dict[int, float] = dict.fromkeys(numbers, 0)
    met: Counter[frozenset[int]] = Counter()
    byes: Counter[int] = Counter()
    for _ in range(min(rounds, (players - 1) // 2)):
        ranked = sorted(numbers, key=lambda number: (-points[number], number))
        pairs, alone = paired(ranked, points, met, byes)
        everybody = [*(number for both in pairs for number in both), *([] if alone is None else [alone])]
        assert sorted(everybody) == numbers
        assert (alone is None) == (players % 2 == 0)
        for both in pairs:
            assert not met[pair(*both)]
            met[pair(*both)] += 1
            points[luck.choice(both)] += 2
        if alone is not None:
            byes[alone] += 1
            points[alone] += 2
    assert max(byes.values(), default=1) == 1


@settings(deadline=None, max_examples=40)
@given(st.integers(3, 16), st.integers(1, 5))
def test_pods_take_everybody_once(players: int, rounds: int) -> None:
    """Tables of three to five; no swap of two players would make fewer meet again."""
    numbers = list(range(players))
    met: Counter[frozenset[int]] = Counter()
    for _ in range(rounds):
        sizes = pod_sizes(players, table_sizes(range(3, 9)))
        assert sum(sizes) == players
        assert all(3 <= size <= 5 for size in sizes)
        found = pods(numbers, sizes, met)
        assert sorted(number for table in found for number in table) == numbers
        for one, other in combinations(found, 2):
            before = repeats(one, met) + repeats(other, met)
            for here, there in product(one, other):
                swapped = [number for number in one if number != here], [number for number in other if number != there]
                assert repeats([*swapped[0], there], met) + repeats([*swapped[1], here], met) >= before
        met += times_met(found)


PUBLISHED = {
    "dutch_2025_C5": (
        {1: 2, 2: 1, 3: 2, 5: 1, 6: 0},
        [(1, 4), (1, 2), (2, 5), (3, 6), (3, 4), (5, 6)],
        [],
        [(1, 5), (2, 3)],
        6,
    ),
    "dutch_2025_C9": ({1: 1, 2: 1, 3: 0, 4: 0, 5: 0}, [(1, 3), (2, 4)], [5], [(1, 2), (3, 5)], 4),
}
"""Cases published with a program for pairings in chess: points, who has met, who was left over, and its pairing."""


@pytest.mark.parametrize("name", PUBLISHED)
def test_published_cases(name: str) -> None:
    points, met, left_over, expected, alone = PUBLISHED[name]
    ranked = sorted(points, key=lambda number: (-points[number], number))
    pairs, left = paired(ranked, points, Counter(pair(*both) for both in met), Counter(left_over))
    assert ({pair(*both) for both in pairs}, left) == ({pair(*both) for both in expected}, alone)
