"""Does stalling pay in a league? The same match with a member who comes by habit, and who stalls, thousands of times.

    python -m benchmarks.stalling                    a game of each kind
    python -m benchmarks.stalling 3000 card_duel     so many matches of one game

Matches day by day, in pods where leagues have them, are played with the engine by normal computers that err more or
less often, once each: what they decide does not depend on the time. When they decide follows from the habits of all;
clocks, the steps from a meeting to the same cards and points are the bot's own functions. Matches of two that are
played together are decided by a coin that knows how often each errs, the same one at the table and with the same cards;
who does not come to a meeting forgets those, too. There is no database, and nobody withdraws. Who stalls would come
twice a day if they were honest. Prints Markdown.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import reduce
from math import sqrt
from random import Random
from statistics import mean, stdev
from zoneinfo import ZoneInfo

from benchmarks.club import COMES, MIXED, SOON
from benchmarks.visits import LAZY, Habit, Member
from db.league_records import MatchRecord, MatchSeatRecord, MatchStatus
from db.records import SeatClock
from engines import GAMES
from engines.formats import Way
from opponents import Level, choose
from sessions.leagues.meetings import FALLS_BACK, HOUR, agreed, format_of, starts, step
from sessions.leagues.rounds import OUTLASTS
from sessions.leagues.schedule import pod_sizes, table_sizes
from sessions.leagues.standings import entered, missed, points_in, unplayed
from sessions.leagues.tables import LAST_DAY, OWN_CLOCK
from sessions.settings.settings import QuietHours
from sessions.tables.pace import Pace, due, paused, shortened, started, stopped, time_control

BEGINS = datetime(2026, 3, 8, 19, tzinfo=UTC)
"""A Sunday evening; the clocks of New York have changed, those of Berlin change on the way."""
DAYS, LEAVES, WEEK = 70, timedelta(days=8), timedelta(days=7)
CONTROL = time_control(Pace.MATCH, OWN_CLOCK)


def played(game_key: str, members: Sequence[Member], seed: str) -> tuple[list[int], list[int]]:
    """Who was to act at each decision of a game of these members, and their places at its end."""
    game, luck, turns = GAMES[game_key], Random(seed), list[int]()
    form = format_of(game, len(members), Way.DAY_BY_DAY)
    state = game.deal(seats=len(members), seed=seed, options=game.Options(**(form.options if form else {})))
    while state.to_act:
        seat = state.to_act[0]
        view = state.view(seat)
        action = luck.choice(view.actions())
        if luck.random() >= members[seat].weakness:
            action = choose(game, view, Level.NORMAL, luck).action
        turns.append(seat)
        state.act(seat, action)
    assert state.outcome is not None
    ranked = {seat: place for place, seats in enumerate(state.outcome.places, 1) for seat in seats}
    return turns, [ranked[seat] for seat in range(len(members))]


def visits(member: Member, seed: str) -> Iterator[datetime]:
    """When a member comes."""
    for day in range(DAYS):
        midnight = BEGINS.replace(hour=11) + timedelta(days=day)
        yield from sorted(member.visits(day, midnight, Random(f"{seed} {member.user} {day}")))


def open_match(players: int = 2) -> MatchRecord:
    """A match in a first round."""
    seats = tuple(map(MatchSeatRecord, range(players)))
    ends = BEGINS + WEEK
    return MatchRecord(1, 1, 0, MatchStatus.OPEN, ends, False, seats, Way.TOGETHER, ends - FALLS_BACK)


def day_by_day(turns: Sequence[int], places: Sequence[int], members: Sequence[Member], seed: str) -> MatchRecord:
    """The match, in which whoever runs out of time has lost. At a table of several the others play on."""
    clocks, now, late = list(map(SeatClock, range(len(members)))), BEGINS, list[int]()
    coming = [list(visits(member, seed)) for member in members]
    for seat in turns:
        if seat in late or len(late) == len(members) - 1:
            continue
        member = members[seat]
        at = next((when for when in coming[seat] if when >= now), now + WEEK * DAYS)
        is_day = 8 <= now.astimezone(member.zone).hour < 22
        if member.habit is Habit.STALLING or (member.habit is Habit.QUICK and is_day):
            at = min(at, now + SOON)
        back = BEGINS + LEAVES + WEEK
        is_away = member.habit is Habit.AWAY and BEGINS + LEAVES <= now < back
        clock = started(clocks[seat], CONTROL, now, back if is_away else None)
        if member.habit is Habit.AWAY and now < BEGINS + LEAVES < at:
            clock = paused(clock, CONTROL, BEGINS + LEAVES, back)
        if len(members) > 2 and at > (cut := BEGINS + WEEK + OUTLASTS):
            clock = shortened(clock, CONTROL, max(now, cut), LAST_DAY)
        ends = due(clock, CONTROL)
        if ends is None or ends <= at:
            late.append(seat)
            now = ends or now
        else:
            clocks[seat], now = stopped(clock, CONTROL, at), at
    return reduce(missed, late, entered(open_match(len(members)), places))


def together(members: Sequence[Member], seed: str, minutes: int) -> MatchRecord:
    """The match, at a meeting or with the same cards."""
    match, luck = open_match(), Random(seed)
    hours = [QuietHours(member.zone.key, 22, 8) for member in members]
    strength = 0.5 + (members[1].weakness - members[0].weakness) / 2
    result = entered(match, (1, 2) if luck.random() < strength else (2, 1))
    keeps_word = [luck.random() for _ in members]
    comes = [luck < (LAZY if one.habit is Habit.LAZY else COMES) for luck, one in zip(keeps_word, members, strict=True)]
    alone: set[int] = set()
    for at, seat in sorted((at, number) for number in (0, 1) for at in visits(members[number], seed)):
        match = step(match, at) or match
        if match.ends_at is None or at >= match.ends_at:
            break
        if match.way == Way.SAME_CARDS and keeps_word[seat] < COMES:
            alone.add(seat)
        elif match.way == Way.TOGETHER and members[seat].habit is not Habit.STALLING and not match.seats[seat].offers:
            other = match.seats[1 - seat].offers
            length = timedelta(minutes=minutes)
            offered = other or starts(at + HOUR, match.ends_at, length, hours)
            free = tuple(one for one in offered if one > at and members[seat].is_free(one, seed))
            own = replace(match.seats[seat], offers=free)
            match = replace(match, seats=(own, match.seats[1]) if seat == 0 else (match.seats[0], own))
            if agreed(match, at) is not None:
                return result if all(comes) else unplayed(match, [one for one in (0, 1) if not comes[one]])
    return result if len(alone) == 2 else unplayed(match, {0, 1} - alone)


def gains(game_key: str, matches: int) -> Iterator[tuple[float, float]]:
    """The points of a member when honest, and when stalling, match by match."""
    players = pod_sizes(len(MIXED), table_sizes(GAMES[game_key].seats))[0]
    formats = GAMES[game_key].match_formats(players)
    zones = [ZoneInfo("America/New_York"), *[ZoneInfo("Europe/Berlin")] * 5]
    for number in range(matches):
        luck, seed = Random(number), str(number)
        habits = MIXED[0], *luck.choices(MIXED[1:], k=players - 1)
        honest = [Member(user, habit, luck.choice(zones), luck.uniform(0, 0.6)) for user, habit in enumerate(habits)]
        stalling = [replace(honest[0], habit=Habit.STALLING), *honest[1:]]
        if formats[0].way is Way.DAY_BY_DAY:
            game = played(game_key, honest, seed)
            results = [day_by_day(*game, both, seed) for both in (honest, stalling)]
        else:
            results = [together(both, seed, formats[0].minutes) for both in (honest, stalling)]
        yield float(points_in(results[0], 0)), float(points_in(results[1], 0))


def main() -> None:
    """Read the arguments and print how much stalling gains."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("matches", nargs="?", type=int, default=3000, help="default: 3000")
    parser.add_argument("games", nargs="*", default=["card_duel", "knotweed", "three_piles"])
    options = parser.parse_args()
    print("| Game | Matches | Points a match, honest | Gain of stalling |\n|---|---|---|---|")
    for game in options.games:
        honest, change = zip(*((one, stalled - one) for one, stalled in gains(game, options.matches)), strict=True)
        width = 1.96 * stdev(change) / sqrt(len(change))
        row = f"{GAMES[game].name} | {len(change)} | {mean(honest):.2f} | {mean(change):+.3f} ± {width:.3f}"
        print(f"| {row} |", flush=True)


if __name__ == "__main__":
    main()
