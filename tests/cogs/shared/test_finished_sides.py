"""Partners are named together wherever it is told how a game ended."""

from dataclasses import replace

import pytest

from cogs.shared.pictures import result_sentences, result_to_draw
from cogs.shared.rendering import Renderer
from cogs.shared.results import finished_sides, place_lines, result_parts, score_table
from db.records import Phase, SeatRecord
from engines.contract import Outcome
from engines.result_scenes import Account, Bar, Cell, ResultScene
from engines.sides import alone
from pictures.result import draw_result
from sessions.snapshots import Snapshot
from tests.cogs.fake_game import FakeGame, FakeView, fake_snapshot, fake_table, results_of, words

SIDES = ((0, 2), (1, 3))
READER = Renderer("en-US", dict(enumerate(["alice", "bob", "carol", "dave"])), isolated=False)
WON = Outcome(((0, 2), (1, 3)), (9, 4, 9, 4), "out", (0, 2))
DRAWN = Outcome(((0, 1, 2, 3),), (4, 4, 4, 4), "out", (0, 1, 2, 3))
SCENE = ResultScene(
    words("points"),
    tuple(Account(seat, cells=(Cell(words("5/6"), 9), Cell(words("3/2"), -4))) for seat in (0, 1)),
    columns=(words("1"), words("2")),
    columns_title=words("Caught/seen"),
)


class Partners(FakeGame):
    """Two sides of two."""

    def sides(self, seats: int) -> tuple[tuple[int, ...], ...]:
        return SIDES


def finished(outcome: Outcome, *, gone: tuple[int, ...] = ()) -> Snapshot:
    """A finished game whose partners have the places of their side, except for those who have ``gone``."""
    seats = tuple(
        SeatRecord(seat, 100 + seat, "normal" if seat in gone else None, seat in gone)
        for seat in range(len(outcome.points))
    )
    results = results_of(outcome)
    return fake_snapshot(
        FakeView(None, (), (), {}),
        game=Partners(),
        table=fake_table(Phase.FINISHED, seats=seats),
        outcome=outcome,
        results=results,
        scores=((5, 1, 5, 1), (4, 3, 4, 3)),
        result=SCENE,
    )


def shown(snapshot: Snapshot) -> str:
    return "\n".join(part for part in result_parts(snapshot, READER) if isinstance(part, str))


def test_one_line_for_each_side_with_the_ratings_of_both() -> None:
    lines = place_lines(finished(WON), READER)
    assert lines[0] == "🥇 **1. alice & carol** — 9 rabbits"
    assert lines[1].startswith("-# alice · rating 1000")
    assert lines[2].startswith("-# carol · rating 1000")
    assert "bob & dave** — 4 rabbits" in lines[3]


@pytest.mark.parametrize(
    ("outcome", "told"), [(WON, "alice & carol win by 5 rabbits!"), (DRAWN, "Shared win: alice & carol and bob & dave")]
)
def test_the_winners_are_named_together(outcome: Outcome, told: str) -> None:
    assert told in shown(finished(outcome))


def test_a_partner_who_gave_up_has_a_line_of_their_own() -> None:
    left = Outcome(((0,), (1, 3), (2,)), (9, 4, 9, 4), "out", (0,))
    snapshot = finished(left, gone=(2,))
    assert [line.split("**")[1] for line in place_lines(snapshot, READER) if "**" in line] == [
        "1. alice",
        "2. bob & dave",
        "4. carol",
    ]
    assert "alice wins by 5 rabbits!" in shown(snapshot)


def test_scores_have_a_line_for_each_side() -> None:
    assert [line.split("**")[1] for line in score_table(finished(WON), READER)[2:]] == ["alice & carol", "bob & dave"]


def test_the_picture_names_both_and_its_words_say_the_same() -> None:
    snapshot = finished(WON)
    result = result_to_draw(snapshot, READER)
    assert result is not None
    assert [one.seats for one in result.finishers] == [(0, 2), (1, 3)]
    assert draw_result("Fake", result, READER)
    told = list(result_sentences(snapshot, result, READER))
    assert told[0] == "alice & carol: win"
    assert told[2] == "1. alice & carol: 9 rabbits, Caught/seen 5/6 +9, 3/2 -4"


def test_a_bar_that_tells_the_score_is_not_told_twice() -> None:
    bars = tuple(Account(seat, bar=Bar(4, 9, words("4 of 9 rabbits"), is_score=seat == 0)) for seat in (0, 1))
    snapshot = replace(finished(WON), result=ResultScene(words("rabbits"), bars))
    result = result_to_draw(snapshot, READER)
    assert result is not None
    told = list(result_sentences(snapshot, result, READER))
    assert told[2:] == ["1. alice & carol: 4 of 9 rabbits", "3. bob & dave: 4 rabbits, 4 of 9 rabbits"]


def test_without_partners_everybody_has_a_line() -> None:
    assert [len(group) for group in finished_sides(results_of(WON), alone(4))] == [1, 1, 1, 1]
