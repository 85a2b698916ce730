"""The second reading of Counter holds the worked cases of the rules (Annex B), without the engine."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.reference.counter import points
from tests.reference.counter_tricks import Play, led_suit, playable, resolve

CASES = [
    json.loads(line)
    for line in (Path(__file__).parent.parent / "vectors" / "counter.jsonl").read_text(encoding="utf-8").splitlines()
]


def cases(letter: str) -> list[Any]:
    return [pytest.param(case, id=case["id"]) for case in CASES if case["id"].startswith(letter)]


@pytest.mark.parametrize("case", cases("T"))
def test_tricks(case: dict[str, Any]) -> None:
    plays = [Play(seat, card, "4 of any suit" if shown else None) for seat, card, shown in case["plays"]]
    trick = resolve(plays, case["trump"], case["mult"], last=case["last"], king_rule=case["king_rule"])
    wanted = case["expect"]
    assert trick.values == wanted["values"]
    assert trick.suits == wanted["suits"]
    assert trick.trumps == wanted["trumps"]
    assert (None if trick.winner is None else plays[trick.winner].seat) == wanted["winner"]
    leader = trick.winner or 0 if trick.six is None else trick.six
    assert plays[leader].seat == wanted["next_leader"]
    assert (1 if trick.six is None else 2) == wanted["next_mult"]


@pytest.mark.parametrize("case", cases("L"))
def test_legal_cards(case: dict[str, Any]) -> None:
    led = None if case["led"] is None else led_suit(case["led"], case["trump"])
    assert sorted(playable(case["hand"], led)) == sorted(case["legal"])


@pytest.mark.parametrize("case", cases("S"))
def test_scores(case: dict[str, Any]) -> None:
    assert points(case["players"], case["bid"], case["won"]) == case["score"]
