"""Worked cases of Knotweed and 3 Piles: the given ones and more in the same form (``more_cases``).

The engines hold the further cases; in all positions they agree with the second readings at every step.
"""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.testing.cases import Case, flat
from tests.engines.short_forms import check_case
from tests.reference import knotweed, three_piles
from tests.reference.knotweed_side_by_side import by_suit
from tests.reference.knotweed_side_by_side import compare as compare_knotweed
from tests.reference.three_piles_side_by_side import compare as compare_three_piles

HERE = Path(__file__).parent
MORE = HERE / "more_cases"


def read(folder: Path, game: str) -> list[Any]:
    lines = (folder / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return [pytest.param(case, id=case["id"]) for case in map(json.loads, lines)]


def positions(game: str) -> list[Any]:
    return [case for case in read(HERE.parent / "vectors", game) + read(MORE, game) if "pos" in case.values[0]]


@pytest.mark.parametrize("case", read(MORE, "knotweed"))
def test_knotweed_holds_more_cases(case: Case) -> None:
    check_case(GAMES["knotweed"], case)


@pytest.mark.parametrize("case", read(MORE, "three_piles"))
def test_three_piles_holds_more_cases(case: Case) -> None:
    check_case(GAMES["three_piles"], case)


@pytest.mark.parametrize("case", positions("knotweed"))
def test_the_second_reading_of_knotweed(case: Case) -> None:
    state = GAMES["knotweed"].position(case["pos"])
    position, chance = knotweed.Knotweed(state.dump(), Counter()), Random(case["id"])
    *texts, last = [*map(flat, case["do"]), None] if not case["expect"].get("illegal") else map(flat, case["do"])
    for text in texts:
        compare_knotweed(state, position, chance)
        seat = position.to_act[0]
        assert by_suit(text) in position.legal(seat)
        state.act(seat, text)
        position.act(text, seat, state.dump())
    compare_knotweed(state, position, chance)
    assert last is None or by_suit(last) not in position.legal(position.to_act[0])


@pytest.mark.parametrize("case", positions("three_piles"))
def test_the_second_reading_of_three_piles(case: Case) -> None:
    state = GAMES["three_piles"].position(case["pos"])
    position, chance = three_piles.ThreePiles(state.dump(), Counter()), Random(case["id"])
    *texts, last = [*map(flat, case["do"]), None] if not case["expect"].get("illegal") else map(flat, case["do"])
    for text in texts:
        compare_three_piles(state, position, chance)
        assert text in position.legal(position.turn)
        state.act(position.turn, text)
        position.act(text, state.dump())
    compare_three_piles(state, position, chance)
    assert last is None or last not in position.legal(position.turn)
