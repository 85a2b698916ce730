"""Worked cases of Counterweight and Card Duel: the given ones and more in the same form (``more_cases``).

The engines are asked about the further cases, the second readings of the rules about all positions.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from engines.testing.cases import Case, flat
from tests.engines.short_forms import check_case
from tests.reference import card_duel, counterweight

HERE = Path(__file__).parent


def read(folder: Path, game: str) -> list[Case]:
    return [json.loads(line) for line in (folder / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()]


def more_cases() -> list[Any]:
    games = ("counterweight", "card_duel")
    return [pytest.param(game, case, id=case["id"]) for game in games for case in read(HERE / "more_cases", game)]


def positions(game: str) -> list[Any]:
    cases = read(HERE.parent / "vectors", game) + read(HERE / "more_cases", game)
    return [pytest.param(case, id=case["id"]) for case in cases if "pos" in case]


@pytest.mark.parametrize(("game", "case"), more_cases())
def test_the_engine_holds_more_cases(game: str, case: Case) -> None:
    check_case(GAMES[game], case)


def as_the_reading_writes(action: list[Any]) -> str:
    """The text of a case's action with its cards and piles in order."""
    name, *words = flat(action).split()
    if name in {"couple", "relocate", "single"}:
        return counterweight.write_action(*counterweight.read_action(flat(action)))
    return " ".join([name, *sorted(words)])


def check_legal(legal: set[str], expected: dict[str, Any]) -> None:
    if "legal" in expected:
        assert legal == set(map(as_the_reading_writes, expected["legal"]))
    assert legal >= set(map(as_the_reading_writes, expected.get("legal_has", [])))
    assert len(legal) == expected.get("legal_count", len(legal))


def check_result(
    position: counterweight.Position | card_duel.Position, name_of_points: str, wanted: dict[str, Any] | None
) -> None:
    result = position.result()
    if wanted is None:
        assert result is None
        return
    assert result is not None
    assert result.reason == wanted["reason"]
    assert list(result.winners) == wanted.get("winners", list(result.winners))
    assert list(result.points) == wanted.get(name_of_points, list(result.points))


@pytest.mark.parametrize("case", positions("counterweight"))
def test_the_second_reading_of_counterweight(case: Case) -> None:
    position, expected = counterweight.read_position(case["pos"]), case["expect"]
    *before, last = [None, *map(as_the_reading_writes, case["do"])]
    for text in filter(None, before):
        assert text in position.actions()
        position.play(text)
    if expected.get("illegal"):
        assert last not in position.actions()
        return
    if last:
        position.play(last)
    check_legal(position.actions(), expected)
    for path, wanted in expected.get("state", {}).items():
        name, _, part = path.partition(".")
        found: Any = getattr(position, name)
        if part:
            found = found[part] if isinstance(found, dict) else sorted(found[int(part)])
            wanted = wanted if name == "piles" else sorted(wanted)
        assert found == wanted, path
    assert not set(expected.get("absent", [])) & set(position.piles)
    assert list(position.to_act) == [expected.get("actor", seat) for seat in position.to_act]
    if "outcome" in expected:
        check_result(position, "penalty", expected["outcome"])


@pytest.mark.parametrize("case", positions("card_duel"))
def test_the_second_reading_of_card_duel(case: Case) -> None:
    position, expected = card_duel.read_position(case["pos"]), case["expect"]
    *before, last = [None, *map(flat, case["do"])]
    for text in filter(None, before):
        assert text in position.actions(position.to_act[0])
        position.play(position.to_act[0], text, lambda _, cards: cards)
    if expected.get("illegal"):
        assert last not in position.actions(position.to_act[0])
        return
    if last:
        position.play(position.to_act[0], last, lambda _, cards: cards)
    check_legal(position.actions(position.to_act[0]) if position.to_act else set(), expected)
    for path, wanted in expected.get("state", {}).items():
        name, _, seat = path.partition(".")
        table = {"attack": position.attack, "defence": position.defence}
        found: Any = table if name == "table" else getattr(position, name)
        assert (found[int(seat)] if seat else found) == wanted, path
    assert len(position.decks[0]) == expected.get("deck0_len", len(position.decks[0]))
    assert position.to_act[:1] == ((expected["actor"],) if "actor" in expected else position.to_act[:1])
    if "outcome" in expected:
        check_result(position, "damage", expected["outcome"])
