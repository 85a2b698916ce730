"""What rooms say about people (who has won, must move, has left, must agree) is true; a new such sentence is listed.

Each family here is computed in another way than its sentence.
"""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from typing import Any, cast

from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.clocks import timeout_parts
from cogs.cups import cup_result_screen
from cogs.leagues.words import result_of, won_by
from cogs.shared.table_parts import closed_screen, resignations
from cogs.shared.your_table import turn
from cogs.tables.lobby_screen import partnership, role
from cogs.votes import vote_parts
from db.cups import CupRecord
from db.league_records import MatchRecord, MatchSeatRecord, MatchStatus
from db.records import Phase, SeatClock, SeatRecord, Vote
from engines import GAMES
from sessions.cups import CupOverview
from sessions.races import cup_lines
from sessions.tables.ballots import Verdict, verdict
from sessions.tables.leaving import MOST_TIMEOUTS
from sessions.tables.lookup import FoundTable
from tests.cogs.fake_game import FakeGame, fake_snapshot, fake_table
from tests.sentences.test_rooms import NOON, READER, ROOT, is_quoted
from tests.syntax import parse

SAID_OF = {"asker", "first", "late", "loser", "member", "name", "names", "other", "others", "partner", "player"}
SAID_OF |= {"players", "second", "who", "winner", "winners"}
"""Fields that name people."""
BESIDE = {"action", "card", "cards", "game", "how", "link"}
"""Fields that may stand beside them."""
QUICK = settings(deadline=None, max_examples=50)

COMPARED = {
    "plays with {players}",
    "{partner} plays on the same side and has to agree.",
    "{player} ran out of time three times and is out; a computer plays on.",
    "{player} has given up; a computer plays on.",
    "{player} closed this table without a result.",
    "{player}'s time ran out, so a computer plays for them.",
    "Time ran out for {players}, so computers play for them.",
    "It's {player}'s turn.",
    "👑 {player} wins!",
    "👑 First place is shared by {players}.",
    "{player} won.",
    "{winners} won; {late} lost by forfeit.",
    "{players} share the first place.",
    "{winners} won by forfeit against {late}.",
    # By tests of their features, which quote them with names.
    "The game ended because the others were gone and {player}'s time ran out.",
    "{game}: {player} is to move. One of these is clearly better than the others.",
    "{player} is out after two missed matches in a row",
    "{player} missed the match with {others}",
    "You won with {players}.",
}
"""What is compared; tests quote the others."""
NO_FACT = {
    # Buttons, questions and options, which say what a tap would do.
    "As seen by {player}",
    "Keep {player}",
    "Play on as {player}",
    "Play {player}'s cards",
    "Remove {player}",
    "Remove {player} (host only)",
    "Start without {player}",
    "Stop waiting for {player}",
    "Which game do you want to play with {name}?",
    "Who takes over from {player}, starting with the next match? All results so far pass to them.",
    # Names in lists.
    "From a replay, {game}: {players}",
    "Game of the day, {game}: {players}",
    "Bye this round: {players}",
    "Practice, {game}: {players}",
    "Same cards, {game}: {players}",
    "{game}: {players}",
    "{name} (you)",
    "{player}",
    "{player} {card}",
}


def said_of_people() -> Iterator[str]:
    """The templates of rooms that name people and give no number."""
    for path in chain((ROOT / "sessions").rglob("*.py"), (ROOT / "cogs").rglob("*.py")):
        for node in ast.walk(parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
                template = ast.literal_eval(node.args[0])
                fields = set(re.findall(r"{(\w+)}", template))
                if fields & SAID_OF and fields <= SAID_OF | BESIDE:
                    yield template


def test_a_sentence_about_people_is_compared_or_states_no_fact() -> None:
    said = set(said_of_people())
    unknown = {template for template in said - COMPARED - NO_FACT if not is_quoted(template)}
    assert not unknown, "compare these with their facts"
    assert not (COMPARED | NO_FACT) - said, "these are gone"
    assert not COMPARED & NO_FACT


def named(said: str) -> set[int]:
    """The seats that a sentence names."""
    return {int(number) for number in re.findall(r"member(\d)", said)}


def shown(parts: object) -> str:
    """The text of parts of a message or of a whole one."""
    return str(cast(Any, parts).to_components()) if hasattr(parts, "to_components") else str(parts)


def a_seat(seat: int, kind: str) -> SeatRecord:
    user = None if kind == "computer" else 100 + seat
    return SeatRecord(seat, user, None if kind == "member" else "easy", resigned=kind == "resigned")


def table_of(kinds: list[str], **changes: Any) -> Any:
    return fake_table(seats=tuple(a_seat(seat, kind) for seat, kind in enumerate(kinds)), **changes)


class Paired(FakeGame):
    """Everybody plays with whoever sits opposite."""

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        return tuple((seat, seat + seats // 2) for seat in range(seats // 2))


@QUICK
@given(st.lists(st.sampled_from(["member", "computer", "away"]), min_size=1, max_size=8), st.integers(0, 7))
def test_a_lobby_tells_the_host_the_invited_the_computers_and_partners(kinds: list[str], host: int) -> None:
    table = table_of(kinds, phase=Phase.LOBBY, seed=None, host_id=100 + host)
    snapshot = fake_snapshot(game=Paired(), table=table)
    for seat, record in enumerate(table.seats):
        told = (role(table, record), partnership(snapshot, seat))
        facts = [READER.render(fact) for fact in told if fact is not None]
        kind = kinds[seat]
        assert ("host" in facts) == (kind == "member" and seat == host)
        assert any("invited" in fact for fact in facts) == (kind == "away")
        opposite = (seat + 4) % 8
        assert named(" ".join(facts)) == ({opposite} if opposite < len(kinds) else set())


@QUICK
@given(
    st.lists(st.sampled_from(["member", "computer", "away"]), min_size=4, max_size=8).filter(
        lambda it: len(it) % 2 == 0
    )
)
def test_who_has_to_agree_to_a_removal_can_prevent_it(kinds: list[str]) -> None:
    kinds[:2] = ["member", "member"]
    game, table = Paired(), table_of(kinds)
    vote = Vote(0, 101, NOON, (101,))
    said = " ".join(map(str, vote_parts(fake_snapshot(game=game, table=table), vote, READER)))
    told = named(" ".join(re.findall(r"\w+ plays on the same side", said)))
    members = [seat for seat, kind in enumerate(kinds) if kind == "member" and seat]
    for seat in members:
        others = tuple(100 + other for other in members if other != seat)
        is_enough = verdict(Vote(0, 101, NOON, others), table.seats, game.sides(len(kinds)))
        if seat in told:
            assert is_enough is not Verdict.PASSED
    assert told == {seat for seat in members if seat == len(kinds) // 2}


@QUICK
@given(st.lists(st.sampled_from(["member", "computer", "away", "resigned"]), min_size=2, max_size=8), st.data())
def test_who_is_out_or_late_is_told(kinds: list[str], data: st.DataObject) -> None:
    timeouts = [data.draw(st.integers(0, MOST_TIMEOUTS)) for _ in kinds]
    late = {seat for seat in range(len(kinds)) if data.draw(st.booleans())}
    clocks = tuple(
        SeatClock(seat, late_since=NOON if seat in late else None, timeouts=timeouts[seat])
        for seat in range(len(kinds))
    )
    snapshot = fake_snapshot(table=table_of(kinds, clocks=clocks))
    lines = resignations(snapshot, READER).splitlines()
    resigned = {seat for seat, kind in enumerate(kinds) if kind == "resigned"}
    too_often = {seat for seat in resigned if timeouts[seat] == MOST_TIMEOUTS}
    assert named(" ".join(line for line in lines if "three times" in line)) == too_often
    assert named(" ".join(line for line in lines if "has given up" in line)) == resigned - too_often
    waiting = shown(timeout_parts(snapshot, READER)).partition("time ran out")
    first = re.search(r"Time ran out for [^.]*|\w+'s time ran out", "".join(waiting))
    assert named(first[0] if first else "") == {seat for seat in late if kinds[seat] == "away"}


@QUICK
@given(st.lists(st.booleans(), min_size=2, max_size=8), st.integers(0, 7))
def test_whose_turn_it_is(acts: list[bool], own: int) -> None:
    table = table_of(["member"] * len(acts))
    to_act = tuple(seat for seat in table.seats if acts[seat.seat])
    mine = table.seats[own % len(acts)]
    said = READER.render(turn(FoundTable(table, to_act, mine in to_act, NOON, mine)))
    assert ("your turn" in said) == acts[mine.seat]
    if not acts[mine.seat] and sum(acts) == 1:
        assert named(said) == {acts.index(True)}
    elif not acts[mine.seat]:
        assert not named(said)


@QUICK
@given(st.integers(100, 111))
def test_who_closed_a_table_is_told(member: int) -> None:
    said = shown(closed_screen(fake_snapshot(table=table_of(["member"] * 4)), READER, member))
    told = re.search(r"(\S+) closed this table", said)
    assert told is not None
    assert named(told[1]) == ({member - 100} if member < 104 else set())
    assert (f"<@{member}>" in told[1]) == (member >= 104)


@QUICK
@given(st.lists(st.dictionaries(st.integers(0, 4), st.integers(0, 3)), min_size=1, max_size=4), st.booleans())
def test_who_has_won_a_cup(deals: list[dict[int, int]], fewest: bool) -> None:
    """Two matchpoints for each member beaten on a deal, one for each tie."""
    totals = {user: 0 for deal in deals for user in deal}
    for deal in deals:
        for user, own in deal.items():
            for other, theirs in deal.items():
                if user != other:
                    totals[user] += 1 if own == theirs else 2 * ((own < theirs) is fewest)
    best = {user for user, total in totals.items() if total == max(totals.values())}
    cup = CupRecord(1, 1, 2, 4, "cup", "counter", True, "0" * 64, NOON, False, NOON, ())
    lines = cup_lines(cast(Any, deals), fewest_points_win=fewest)
    members = tuple(range(6))
    seen = CupOverview(cup, GAMES["counter"], members, (1,) * 6, (1,), lines, frozenset())
    winners = [line.member for line in lines if line.rank == 1]
    said = shown(cup_result_screen(seen, winners, [], READER))
    crowned = re.search(r"👑[^\n'\"]*", said)
    assert named(crowned[0] if crowned else "") == best
    assert ("Nobody has finished" in said) == (not best)
    assert all(re.search(rf"member{user}: {total} matchpoints?\b", said) for user, total in totals.items())
    if crowned:
        assert ("shared" in crowned[0]) == (len(best) > 1)


@QUICK
@given(st.lists(st.tuples(st.integers(0, 2), st.booleans()), min_size=2, max_size=4))
def test_who_has_won_a_match_of_a_league(results: list[tuple[int, bool]]) -> None:
    """Whoever forfeits loses to everybody who has played."""
    points = {number: -1 if forfeited else score for number, (score, forfeited) in enumerate(results)}
    place = {number: 1 + sum(other > own for other in points.values()) for number, own in points.items()}
    seats = tuple(
        MatchSeatRecord(number, place[number], score, forfeited) for number, (score, forfeited) in enumerate(results)
    )
    said = READER.render(result_of(MatchRecord(1, 1, 0, MatchStatus.PLAYED, None, False, seats)))
    late = {number for number, (_, forfeited) in enumerate(results) if forfeited}
    best = {number for number, own in points.items() if own == max(points.values())} - late
    behind = points.keys() - best - late
    winners, _, losers = said.partition(" won; " if behind else " by forfeit ")
    if not late:
        assert named(said) == (best if behind else set())
    elif best:
        assert (named(winners), named(losers)) == (best, late)
    else:
        assert "Nobody played in time" in said
    if best:
        assert named(READER.render(won_by(sorted(best)))) == best
