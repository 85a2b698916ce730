"""The worked cases of the rules texts (Annex B) and more in the same form (``more_cases``).

The engines are asked about the further cases; ``tests/engines`` asks them about the given ones. The second readings of
the rules are asked about all of them, those of Knotweed and 3 Piles beside the engines at every step.
"""

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.testing.cases import Case, case_name, flat, read_cases
from tests.engines.conformance import VECTORS
from tests.engines.short_forms import check_case
from tests.reference import card_duel, counterweight, knotweed, three_piles
from tests.reference.counter import points
from tests.reference.counter_tricks import Play, led_suit, playable, resolve
from tests.reference.knotweed_side_by_side import by_suit
from tests.reference.knotweed_side_by_side import compare as compare_knotweed
from tests.reference.three_piles_side_by_side import compare as compare_three_piles

MORE = sorted((Path(__file__).parent / "more_cases").glob("*.jsonl"))


def positions(game: str) -> list[Case]:
    """All cases of a game that give a position."""
    files = [VECTORS / f"{game}.jsonl", *(file for file in MORE if file.stem == game)]
    return [case for file in files for case in read_cases(file) if "pos" in case]


def counter_cases(letter: str) -> list[Case]:
    """The cases of Counter whose names begin with this letter."""
    return [case for case in read_cases(VECTORS / "counter.jsonl") if case["id"].startswith(letter)]


@pytest.mark.parametrize(
    ("key", "case"), [(file.stem, case) for file in MORE for case in read_cases(file)], ids=case_name
)
def test_the_engine_holds_more_cases(key: str, case: Case) -> None:
    check_case(GAMES[key], case)


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


@pytest.mark.parametrize("case", positions("counterweight"), ids=case_name)
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


@pytest.mark.parametrize("case", positions("card_duel"), ids=case_name)
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


def texts_of(case: Case) -> tuple[list[str], str | None]:
    """The actions of a case that are played, and one that is refused after them, if there is one."""
    texts = [flat(action) for action in case["do"]]
    return (texts[:-1], texts[-1]) if case["expect"].get("illegal") else (texts, None)


@pytest.mark.parametrize("case", positions("knotweed"), ids=case_name)
def test_the_second_reading_of_knotweed(case: Case) -> None:
    state = GAMES["knotweed"].position(case["pos"])
    position, chance = knotweed.Knotweed(state.dump(), Counter()), Random(case["id"])
    texts, refused = texts_of(case)
    for text in texts:
        compare_knotweed(state, position, chance)
        seat = position.to_act[0]
        assert by_suit(text) in position.legal(seat)
        state.act(seat, text)
        position.act(text, seat, state.dump())
    compare_knotweed(state, position, chance)
    assert refused is None or by_suit(refused) not in position.legal(position.to_act[0])


@pytest.mark.parametrize("case", positions("three_piles"), ids=case_name)
def test_the_second_reading_of_three_piles(case: Case) -> None:
    state = GAMES["three_piles"].position(case["pos"])
    position, chance = three_piles.ThreePiles(state.dump(), Counter()), Random(case["id"])
    texts, refused = texts_of(case)
    for text in texts:
        compare_three_piles(state, position, chance)
        assert text in position.legal(position.turn)
        state.act(position.turn, text)
        position.act(text, state.dump())
    compare_three_piles(state, position, chance)
    assert refused is None or refused not in position.legal(position.turn)


@pytest.mark.parametrize("case", counter_cases("T"), ids=case_name)
def test_the_second_reading_of_tricks_in_counter(case: Case) -> None:
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


@pytest.mark.parametrize("case", counter_cases("L"), ids=case_name)
def test_the_second_reading_of_legal_cards_in_counter(case: Case) -> None:
    led = None if case["led"] is None else led_suit(case["led"], case["trump"])
    assert sorted(playable(case["hand"], led)) == sorted(case["legal"])


@pytest.mark.parametrize("case", counter_cases("S"), ids=case_name)
def test_the_second_reading_of_scores_in_counter(case: Case) -> None:
    assert points(case["players"], case["bid"], case["won"]) == case["score"]
