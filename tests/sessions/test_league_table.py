"""The table of a league: what it never pays to do, and how equals are told apart."""

from collections import Counter
from collections.abc import Collection
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from itertools import chain, combinations, pairwise, permutations, product
from random import Random

import pytest

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
from sessions.leagues.overview import Overview
from sessions.leagues.plan import standings_of
from sessions.leagues.standings import Form, group_standings, missed, places_said, points_in, unplayed

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def match(*numbers: int, places: tuple[int, ...], late: tuple[int, ...] = (), round_: int = 1) -> MatchRecord:
    seats = tuple(
        MatchSeatRecord(number, place, None, number in late) for number, place in zip(numbers, places, strict=True)
    )
    status = MatchStatus.FORFEITED if late else MatchStatus.PLAYED
    return MatchRecord(0, round_, 0, status, NOON, False, seats)


def not_played(*numbers: int, missing: tuple[int, ...] = ()) -> MatchRecord:
    seats = tuple(map(MatchSeatRecord, numbers))
    return unplayed(MatchRecord(0, 1, 0, MatchStatus.OPEN, NOON, False, seats), missing)


def league(players: int, *matches: MatchRecord, out: tuple[int, ...] = ()) -> LeagueRecord:
    entries = tuple(
        EntryRecord(number, 100 + number, EntryStatus.OUT if number in out else EntryStatus.IN)
        for number in range(players)
    )
    return LeagueRecord(
        1, 1, 2, LeagueKind.LEAGUE, "Autumn", "counter", 9, LeaguePhase.ROUNDS, 12, 5, "days_7", None, 1,
        NOON, NOON, NOON, NOON, 1, None, entries=entries, matches=matches,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("played", "points"),
    [
        (match(0, 1, places=(1, 2)), (3, 1)),
        (match(0, 1, places=(1, 1)), (2, 2)),
        (match(0, 1, places=(1, 2), late=(1,)), (3, 0)),
        (not_played(0, 1, missing=(1,)), (3, 0)),
        (not_played(0, 1), (0, 0)),
        (match(0, 1, 2, 3, 4, places=(1, 2, 2, 4, 5)), (3, 2.25, 2.25, 1.5, 1)),
        (match(0, 1, 2, places=(1, 2, 3), late=(2,)), (3, 2, 0)),
        (not_played(0, 1, 2, missing=(2,)), (0, 0, 0)),
        (missed(match(0, 1, 2, places=(1, 2, 3)), 0), (0, 3, 2)),
        (missed(match(0, 1, places=(1, 2)), 0), (0, 3)),
    ],
)
def test_what_a_match_gives(played: MatchRecord, points: tuple[float, ...]) -> None:
    assert tuple(points_in(played, number) for number in played.numbers) == points


def test_not_playing_never_pays() -> None:
    """Whatever the others do, a loss gives more than a match not played to its end."""
    for places in permutations((1, 2, 3)):
        honest = match(0, 1, 2, places=places)
        for number in range(3):
            last = tuple(3 if one == number else 1 for one in range(3))
            stalled = match(0, 1, 2, places=last, late=(number,))
            assert points_in(stalled, number) < points_in(honest, number)


STATUSES = (MatchStatus.PLAYED,) * 5 + tuple(MatchStatus)


def any_league(luck: Random) -> LeagueRecord:
    """A league, or an evening, in which anything has happened to matches and players."""
    groups, seats = luck.randint(1, 3), luck.choice(([2], [2, 3], [3, 4, 5]))
    entries = [
        EntryRecord(
            number, 100 + number, luck.choice((EntryStatus.IN,) * 5 + tuple(EntryStatus)), luck.randrange(groups)
        )
        for number in range(luck.randint(5, 18))
    ]
    matches: list[MatchRecord] = []
    for _ in range(luck.randint(1, 24)):
        division = luck.randrange(groups)
        own = [entry.number for entry in entries if entry.division == division or luck.random() < 0.05]
        numbers, status = luck.sample(own, min(len(own), luck.choice(seats))), luck.choice(STATUSES)
        best = [luck.randint(1, len(numbers)) for _ in numbers]
        places = [1 + sum(other < one for other in best) for one in best]
        late = [status is not MatchStatus.ENTERED and luck.random() < 0.2 for _ in numbers]
        all_seats = zip(numbers, places, late, strict=True)
        own_seats = tuple(MatchSeatRecord(one, place, None, is_late) for one, place, is_late in all_seats)
        if status is MatchStatus.BYE or len(numbers) < 2:
            status, own_seats = MatchStatus.BYE, own_seats[:1]
        matches.append(MatchRecord(len(matches), luck.randint(1, 5), division, status, NOON, False, own_seats))
    is_evening = groups == 1 and luck.random() < 0.5
    kind, minutes = (LeagueKind.EVENING, 20) if is_evening else (LeagueKind.LEAGUE, None)
    shown = replace(league(0, *matches), entries=tuple(entries), kind=kind, minutes=minutes)
    return replace(shown, round=max(match.round for match in matches))


Scores = dict[int, dict[int, Fraction | None]]
"""What each player has scored against each other in a match: 1, a half or nothing; ``None`` for whoever forfeited."""


def scored(shown: LeagueRecord, division: int) -> tuple[list[int], list[tuple[int, Scores]]]:
    """Who is in the table of a group, and the matches that count for it, each with its round."""
    entries = {one.number: one.status for one in shown.entries if one.division == division}
    listed = {number for number, status in entries.items() if status is not EntryStatus.WAITING}
    over = [one for one in shown.matches if one.division == division and one.status not in UNCOUNTED]
    are_pairs = shown.kind is LeagueKind.LEAGUE and all(len(one.seats) == 2 for one in shown.matches)
    of_season = Fraction(shown.rounds * (len(listed) - (are_pairs and len(listed) % 2)), max(1, len(listed)))
    there = Counter(seat.number for one in over for seat in one.seats if not seat.forfeited)
    kept = {one for one in listed if entries[one] is EntryStatus.IN or 2 * there[one] >= of_season}
    found: list[tuple[int, Scores]] = []
    for one in over:
        seats = [seat for seat in one.seats if seat.number in kept]
        if len(seats) > 1 and listed.issuperset(one.numbers):
            rank = {seat.number: (seat.forfeited, 0 if seat.forfeited else seat.place or 0) for seat in seats}
            results: Scores = {}
            for own in seats:
                points = {
                    other: Fraction((rank[own.number] < theirs) + (rank[own.number] <= theirs), 2)
                    for other, theirs in rank.items()
                    if other != own.number
                }
                results[own.number] = dict.fromkeys(points) if own.forfeited else dict(points)
            found.append((one.round, results))
    return sorted(kept), found


def counted(shown: LeagueRecord, division: int, before: int) -> dict[int, tuple[int, Fraction, int, int]]:
    """The place of each player of a group in the rounds before one, the points, matches due and played to the end.

    It follows the sentences that members read, with exact fractions, and knows nothing of the product's way.
    """
    players, matches = scored(shown, division)
    matches = [one for one in matches if one[0] < before]
    rounds = {number: {one.round for one in shown.matches if number in one.numbers} for number in players}
    own = {number: [results for _, results in matches if number in results] for number in players}
    played = {number: [one for one in own[number] if None not in one[number].values()] for number in players}
    due = {number: len(own[number]) for number in players}
    if shown.kind is LeagueKind.EVENING:
        due = {one: due[one] + len({number for number, _ in matches} - rounds[one]) for one in players}

    def won(number: int, others: Collection[int]) -> Fraction:
        """The shares of these others that a player has beaten, a match after another."""
        shares = [
            [score or Fraction() for other, score in one[number].items() if other in others] for one in own[number]
        ]
        return sum((sum(share, Fraction()) / len(share) for share in shares if share), Fraction())

    points = {number: len(played[number]) + 2 * won(number, players) for number in players}
    average = {number: points[number] / max(1, due[number]) for number in players}

    def key(number: int) -> tuple[Fraction | int, ...]:
        level = [other for other in players if average[other] == average[number]]
        worth = sum(
            (score * average[one] for match in played[number] for one, score in match[number].items() if score),
            Fraction(),
        )
        return average[number], won(number, level), len(played[number]), worth

    keys = {number: key(number) for number in players}
    return {
        number: (
            1 + sum(other > keys[number] for other in keys.values()),
            points[number],
            due[number],
            len(played[number]),
        )
        for number in players
    }


def climbed(shown: LeagueRecord) -> list[int]:
    """Those who stay, best first, with the last of each group in the places of the first of the next; of six, two."""
    tables = [counted(shown, one, 99) for one in sorted({entry.division for entry in shown.entries})]
    stay = {entry.number for entry in shown.playing}
    groups = [sorted(stay & one.keys(), key=lambda number: (one[number][0], number)) for one in tables]
    ladder, groups = [*chain(*groups)], [group for group in groups if group]
    for place, (one, other) in enumerate(pairwise(groups), 1):
        border, size = sum(map(len, groups[:place])), min(len(one), len(other))
        moving = 2 if size > 5 else int(size > 1)
        ladder[border - moving : border + moving] = ladder[border : border + moving] + ladder[border - moving : border]
    return ladder


UNCOUNTED = (MatchStatus.OPEN, MatchStatus.BYE, MatchStatus.ANNULLED)


@pytest.mark.thorough(samples=1)
@pytest.mark.parametrize("first", range(0, 400, 80))
def test_any_table_and_promotion_agree_with_a_count_of_their_own(first: int) -> None:
    """Groups, withdrawals, forfeits, corrections, byes, evenings, tables of several, and who is told apart how."""
    levels = 0
    for seed in range(first, first + 80):
        shown = any_league(Random(seed))
        assert [*chain(*Overview(shown, tuple(map(tuple, standings_of(shown))), {}).next_groups)] == climbed(shown), (
            seed
        )
        for division in {entry.division for entry in shown.entries}:
            lines, now = group_standings(shown, division, dict.fromkeys(range(18), 2)), counted(shown, division, 99)
            assert all(line.form[-2:] == (Form.TO_COME,) * 2 for line in lines)
            found = {one.number: (one.place, pytest.approx(one.points, abs=0.01), one.due, one.played) for one in lines}
            assert {one: (place, float(points), *more) for one, (place, points, *more) in now.items()} == found, seed
            assert [one.place for one in lines] == sorted(one.place for one in lines)
            averages = [points / max(1, due) for _, points, due, _ in now.values()]
            levels += len(averages) - len(set(averages))
            former = counted(shown, division, shown.round)
            if any(due for *_, due, _ in former.values()):
                assert {one.number: one.moved for one in lines} == {one: former[one][0] - now[one][0] for one in now}
    assert levels > 80, "few are told apart by more than their points"


@pytest.mark.parametrize(("players", "orders"), [(3, 13), (4, 75), (5, 541)])
def test_all_orders_of_several_can_be_said_and_nothing_else(players: int, orders: int) -> None:
    """There are so many ways to rank so many players, some of whom may be level (OEIS A000670)."""
    one = match(*range(players), places=(0,) * players)
    assert sum(places_said(one, said) == said for said in product(range(1, players + 1), repeat=players)) == orders


@pytest.mark.parametrize(("played", "stays"), [(1, False), (2, True)])
def test_who_withdraws_with_less_than_half_played_leaves_the_table(played: int, stays: bool) -> None:
    """The others' results against them go, too; with half of the matches played, the rest are walkovers."""
    games = [match(0, other, places=(2, 1)) for other in range(1, played + 1)]
    games += [not_played(0, other, missing=(0,)) for other in range(played + 1, 5)]
    games += [match(one, other, places=(1, 2)) for one, other in combinations(range(1, 5), 2)]
    lines = {line.number: line for line in group_standings(league(5, *games, out=(0,)), 0, {})}
    assert (0 in lines) == stays
    assert {lines[number].due for number in range(1, 5)} == {4 if stays else 3}
    assert [lines[number].points for number in (1, 4)] == ([12, 6] if stays else [9, 3])
