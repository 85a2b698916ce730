"""What a league does next: its first round, the next one, the end. Plain data only."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain, pairwise
from zoneinfo import ZoneInfo

from db.league_records import (
    Deed,
    DeedRecord,
    EntryRecord,
    EntryStatus,
    LeagueKind,
    LeaguePhase,
    LeagueRecord,
    MatchStatus,
    NewMatch,
)
from db.leagues import LeagueChange
from db.records import is_former
from sessions.leagues import schedule
from sessions.leagues.meetings import due_at as meeting_due_at
from sessions.leagues.standings import Line, group_standings, is_struck
from sessions.tables.pace import Pace

WARNING = timedelta(days=1)
"""How long before the end of a match its players are warned."""
LEFT_ALONE = timedelta(weeks=1)
"""How long after a round an evening is over that nobody has continued."""
SHORTEST_ROUND = timedelta(days=3)
"""A round that begins late, because the league stood still, lasts at least so long."""


def is_of_pairs(seats: range) -> bool:
    """Whether two play at each table of a game for so many."""
    return seats[-1] == 2


def fewest_players(seats: range) -> int:
    """How many it takes for a round: a table."""
    return schedule.table_sizes(seats)[0]


def divisions(league: LeagueRecord) -> list[int]:
    """The groups of a league."""
    return sorted({entry.division for entry in league.entries if entry not in league.waiting})


def group(league: LeagueRecord, division: int) -> list[int]:
    """The entries of a group who are paired: also those who have dropped out, unless their results do not count."""
    own = [entry for entry in league.entries if entry.division == division and entry not in league.waiting]
    return [entry.number for entry in own if entry.plays or not is_struck(league, entry.number)]


def takes_late_comers(league: LeagueRecord) -> bool:
    """Whether members can join while rounds are played: until the last of an evening, or half of those of a league."""
    latest = league.rounds - 1 if league.kind is LeagueKind.EVENING else league.rounds // 2
    return league.phase.is_played and league.round <= latest


def late_entry(league: LeagueRecord, user_id: int) -> EntryRecord:
    """The entry of a member who comes late, in the smallest group, or comes back, in their own if it has room."""
    known = league.entry_of(user_id)
    if known is not None and known.status is EntryStatus.OUT and has_room(league, known.division):
        return replace(known, status=EntryStatus.IN)
    new = max((entry.number for entry in league.entries), default=-1) + 1  # none is used twice
    number = new if known is None else known.number
    return EntryRecord(number, user_id, EntryStatus.IN, _smallest_group(league))


def is_full(league: LeagueRecord) -> bool:
    """Whether nobody more can join: all places are taken, or all groups in which everybody meets are full."""
    return len(league.playing) >= league.most_players or (league.phase.is_played and not has_room(league))


def has_room(league: LeagueRecord, division: int | None = None) -> bool:
    """Whether one more can play in a group in which everybody meets, or in any."""
    own = _smallest_group(league) if division is None else division
    return not league.meets_all or sum(entry.division == own for entry in league.playing) < schedule.LARGEST_GROUP


def is_crowded(league: LeagueRecord, change: LeagueChange) -> bool:
    """Whether a change makes one of several groups larger than it may be."""
    entries = {entry.number: entry for entry in (*league.entries, *change.entries)}
    after = Counter(entry.division for entry in entries.values() if entry.plays and entry.number not in change.dropped)
    before = Counter(entry.division for entry in league.playing)
    grown = [size for division, size in after.items() if size > before[division]]
    return league.meets_all and len(after) > 1 and max(grown, default=0) > schedule.LARGEST_GROUP


def _smallest_group(league: LeagueRecord) -> int:
    sizes = Counter(entry.division for entry in league.playing)
    return min(divisions(league), key=lambda division: sizes[division], default=0)


def successor(league: LeagueRecord, leaver: EntryRecord) -> list[EntryRecord]:
    """Who of the waiting list comes for somebody who leaves, from zero, unless it is too late for that."""
    if not league.waiting or not takes_late_comers(league):
        return []
    return [replace(league.waiting[0], status=EntryStatus.IN, division=leaver.division)]


def withdrawn(
    league: LeagueRecord, gone: Collection[int], now: datetime, deeds: Collection[DeedRecord] = ()
) -> LeagueChange:
    """Have nobody wait for those members who are ``gone`` from the server, or have had their data deleted.

    Whoever has not begun to play vanishes from the list; the others have dropped out, and so has whoever has missed two
    matches in a row, but once only: ``deeds`` say whether they have come back. The waiting list moves up.
    """
    change, rest = LeagueChange(), league
    back = {number for deed in deeds if deed.deed is Deed.MISSED for number in deed.numbers}
    missing = [
        entry
        for entry in league.entries
        if entry.user_id in gone
        or is_former(entry.user_id)
        or (entry.number not in back and _has_missed_two(league, entry.number))
    ]
    for entry in missing:
        if entry.status is EntryStatus.WAITING or league.phase is LeaguePhase.SIGN_UP:
            change.dropped.append(entry.number)
            rest = replace(rest, entries=tuple(one for one in rest.entries if one != entry))
    for entry in missing:
        if entry.status is EntryStatus.IN and league.phase.is_played:
            coming = successor(rest, entry)
            came = {one.number for one in coming}
            rest = replace(rest, entries=tuple(one for one in rest.entries if one.number not in came))
            change.entries += [replace(entry, status=EntryStatus.OUT), *coming]
            if not is_former(entry.user_id):
                why = Deed.LEFT if entry.user_id in gone else Deed.MISSED
                change.deeds.append(DeedRecord(now, entry.user_id, why, (entry.number,)))
    if league.phase is LeaguePhase.SIGN_UP:
        free = max(0, league.most_players - len(rest.playing))
        change.entries += [replace(entry, status=EntryStatus.IN) for entry in rest.waiting[:free]]
    return change


def _has_missed_two(league: LeagueRecord, number: int) -> bool:
    """Whether a player in a league was not there for either of the last two matches that are over or go on."""
    own = [match for match in league.matches if number in match.numbers]
    own = [match for match in own if match.counts or (match.is_open and match.ends_at is None)]
    missed = [
        match.status in (MatchStatus.WALKOVER, MatchStatus.UNPLAYED)
        and any(seat.number == number and seat.forfeited for seat in match.seats)
        for match in sorted(own, key=lambda match: match.round)[-2:]
    ]
    return league.kind is LeagueKind.LEAGUE and missed == [True, True]


def first_round(
    league: LeagueRecord, seats: range, now: datetime, zone: ZoneInfo, ratings: Mapping[int, float] | None = None
) -> LeagueChange:
    """Divide those who have signed up into groups, and begin the first round.

    The groups are by ``ratings``, the unrated last, or by the order of the list: after a season, that of its tables.
    """
    numbers = [entry.number for entry in league.playing]
    if ratings:
        numbers.sort(key=lambda number: -ratings.get(number, float("-inf")))
    groups, rounds = [numbers], league.rounds
    if is_of_pairs(seats) and league.kind is LeagueKind.LEAGUE:
        groups = schedule.divided(numbers, league.rounds)
        rounds = schedule.rounds_played(groups, league.rounds)
    of = {number: place for place, members in enumerate(groups) for number in members}
    entries = [replace(league.entry(number), division=place) for number, place in of.items()]
    begun = replace(league, entries=tuple(entries), began_at=now, rounds=rounds, phase=LeaguePhase.ROUNDS)
    change = next_round(begun, seats, now, zone)
    change.entries = entries
    change.columns |= {"phase": LeaguePhase.ROUNDS, "began_at": now, "rounds": rounds}
    return change


def next_round(league: LeagueRecord, seats: range, now: datetime, zone: ZoneInfo) -> LeagueChange:
    """Begin the next round of the groups, or of the evening."""
    number = league.round + 1
    if league.kind is LeagueKind.EVENING:
        ends_at = now + timedelta(minutes=league.minutes or 0)
        pairings, alone = _evening_pairings(league, seats)
        made = [NewMatch(number, pairing, ends_at) for pairing in pairings]
        made += [NewMatch(number, (one,), None, status=MatchStatus.BYE) for one in alone]
    else:
        ends_at = _end(league, number, now, zone)
        # With own clocks, a match that has begun ends by itself.
        limit = None if Pace(league.pace).has_own_clocks else ends_at
        made = [
            NewMatch(number, pairing, limit, division)
            for division in divisions(league)
            for pairing in _pairings(league, division, number, seats)
        ]
    return LeagueChange(columns={"round": number, "round_ends_at": ends_at}, new_matches=made)


def over(now: datetime) -> LeagueChange:
    """The league has ended."""
    ended = {"phase": LeaguePhase.FINISHED, "finished_at": now, "round_ends_at": None, "due_at": None}
    return LeagueChange(columns=ended)


def next_groups(tables: Sequence[Sequence[int]]) -> list[list[int]]:
    """The groups of the next season, from those of this one, best first: one moves up and one down, of six two.

    Whoever is the only one of a group stays there.

    >>> next_groups([[1, 2, 3, 4], [5, 6, 7, 8]])
    [[1, 2, 3, 5], [4, 6, 7, 8]]
    """
    groups = [list(group) for group in tables]
    sizes = [min(len(one), len(other)) for one, other in pairwise(groups)]
    moving = [2 if size >= schedule.LARGEST_GROUP else min(1, size // 2) for size in sizes]
    down = [group[len(group) - count :] for group, count in zip(groups, moving, strict=False)]
    up = [group[:count] for group, count in zip(groups[1:], moving, strict=True)]
    after: list[list[int]] = []
    for place, group in enumerate(groups):
        fallen, leaving = (down[place - 1], up[place - 1]) if place else ([], [])
        falling, risen = (down[place], up[place]) if place < len(moving) else ([], [])
        after.append([*fallen, *[one for one in group if one not in (*leaving, *falling)], *risen])
    return after


def standings_of(league: LeagueRecord) -> list[list[Line]]:
    """The tables of all groups, best first."""
    missing = missing_games(league)
    return [group_standings(league, division, missing) for division in divisions(league)]


def missing_games(league: LeagueRecord) -> dict[int, int]:
    """How many games of the rounds each entry has yet to play."""
    counted = Counter(chain.from_iterable(match.numbers for match in league.open_matches))
    for number in range(league.round + 1, league.rounds + 1):
        for division in divisions(league):
            members = group(league, division)
            if league.meets_all:
                pairs = schedule.pairs_of_round(members, number) if len(members) > 1 else []
                counted.update(chain.from_iterable(pairs))
            else:
                counted.update(member for member in members if league.entry(member).plays)
    return dict(counted)


def due_at(league: LeagueRecord) -> datetime | None:
    """When something is to be done next; ``None``: never, unless somebody does something."""
    if not league.phase.is_played:
        return None
    is_league = league.kind is LeagueKind.LEAGUE
    times = [
        match.ends_at - WARNING if is_league and not match.warned else match.ends_at
        for match in league.matches
        if match.is_open and match.ends_at is not None
    ]
    times += [at for match in league.open_matches if (at := meeting_due_at(match)) is not None]
    if (ends_at := round_over_at(league)) is not None:
        times.append(ends_at)
    return min(times, default=None)


def round_over_at(league: LeagueRecord) -> datetime | None:
    """When what follows a round begins by itself. The rounds of an evening begin by hand, or it is over in the end."""
    if league.round_ends_at is None or league.kind is LeagueKind.LEAGUE:
        return league.round_ends_at
    return None if league.open_matches else league.round_ends_at + LEFT_ALONE


def is_played_out(league: LeagueRecord) -> bool:
    """Whether all that is left are matches of a league that end by themselves, or later than the last round."""
    return league.round >= league.rounds and bool(league.open_matches)


def _end(league: LeagueRecord, number: int, now: datetime, zone: ZoneInfo) -> datetime:
    """When round ``number`` of a league ends that begins now."""
    assert league.began_at is not None, "it has begun"
    weeks = number
    while (ends_at := schedule.weeks_later(league.began_at, weeks, zone)) < now + SHORTEST_ROUND:
        weeks += 1
    return ends_at


def _evening_pairings(league: LeagueRecord, seats: range) -> tuple[list[schedule.Pairing], list[int]]:
    """Who meets in the next round of an evening, by points so far, and who is left over."""
    playing = {entry.number for entry in league.playing}
    (ranking,) = standings_of(league) or [[]]
    points = {line.number: float(line.average) for line in ranking if line.number in playing}
    met = schedule.times_met([match.numbers for match in league.matches])
    byes = Counter(match.numbers[0] for match in league.matches if match.status is MatchStatus.BYE)
    ranked = list(points)
    if is_of_pairs(seats):
        pairs, alone = schedule.paired(ranked, points, met, byes)
        return pairs, [] if alone is None else [alone]
    sizes = schedule.pod_sizes(len(ranked), schedule.table_sizes(seats))
    # From the end of the table, whoever has been left over least.
    by_byes = sorted(ranked, key=lambda number: (byes[number], -ranked.index(number)))
    alone_too = by_byes[: len(ranked) - sum(sizes)]
    return schedule.pods([number for number in ranked if number not in alone_too], sizes, met), alone_too


def _pairings(league: LeagueRecord, division: int, number: int, seats: range) -> list[schedule.Pairing]:
    members = group(league, division)
    met = schedule.times_met([match.numbers for match in league.matches if match.status is not MatchStatus.ANNULLED])
    if is_of_pairs(seats):
        pairs = schedule.pairs_of_round(members, number) if len(members) > 1 else []
        before = (number - 1) // schedule.rounds_needed(len(members)) if pairs else 0
        if all(met[schedule.pair(*both)] <= before for both in pairs):
            return pairs
        # The group is another one than at its first round, so that its order would have some meet again too early.
        alone = Counter({one: number - 1 - sum(one in both for both in met) for one in members})
        return schedule.paired(members, dict.fromkeys(members, 0.0), met, alone)[0]
    playing = [number for number in members if league.entry(number).plays]
    played = Counter(chain.from_iterable(match.numbers for match in league.matches))
    return schedule.pods_of_round(playing, schedule.table_sizes(seats), met, played)
