"""Every sentence is true, and a new one that nothing compares with its fact is refused."""

import ast
import os
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from engines import GAMES
from tests.sentences import card_duel, counter, counterweight, knotweed, three_piles
from tests.sentences.judgements import COMMON, JUDGEMENTS, OF_REASONS
from tests.sentences.walk import EVERYWHERE, Facts, walk

ROOT = Path(__file__).parents[2]
FACTS: dict[str, Facts] = {
    "three_piles": {**EVERYWHERE, **three_piles.FACTS},
    "card_duel": {**EVERYWHERE, **card_duel.FACTS},
    "counter": {**EVERYWHERE, **counter.FACTS},
    "counterweight": {**EVERYWHERE, **counterweight.FACTS},
    "knotweed": {**EVERYWHERE, **knotweed.FACTS},
}
MODULES = ("first_game", "questions", "words", "refusals", "scene", "narration")
"""The modules of a game whose sentences are about a position or a move."""
TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("three_piles", 2, {}),
    ("three_piles", 2, {"target": 30, "max_games": 3}),
    ("counter", 3, {}),
    ("counter", 4, {"king_rule": "none"}),
    ("counter", 5, {}),
    ("card_duel", 2, {}),
    ("card_duel", 2, {"best_of": 3, "hand_limit": 60}),
    ("counterweight", 2, {"games": 2}),
    ("counterweight", 2, {"amendment": True}),
    ("counterweight", 2, {"free_new_pile": True}),
    ("knotweed", 2, {"rounds": 2}),
    ("knotweed", 4, {"turn_cap": 60}),
    ("knotweed", 3, {"cheating": True, "turn_cap": 40}),
]
GAMES_EACH = int(os.environ.get("CARDROOM_SENTENCES", "2"))
"""How many games to listen to at each table."""


def templates(path: Path) -> Iterator[str]:
    """The templates that a module says."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_count"):
            yield ast.literal_eval(node.args[0])


def of_reasons(key: str) -> set[str]:
    """The templates of hints that have a check of their own in ``tests/opponents/reasons``."""
    module = import_module(f"tests.opponents.reasons.test_{key}_reasons")
    return {
        *chain.from_iterable(vars(module).get(name, ()) for name in ("CLAIMS", "RARE", "RELOCATIONS", "CHALLENGES"))
    }


@pytest.mark.parametrize("key", FACTS)
def test_a_sentence_has_a_check_or_states_nothing(key: str) -> None:
    known = FACTS[key].keys() | JUDGEMENTS[key] | COMMON
    for module in MODULES:
        unknown = set(templates(ROOT / "engines" / key / f"{module}.py")) - known
        assert not unknown, f"{module}: give these a check in tests/sentences/{key}.py: {unknown}"
    unknown = set(templates(ROOT / "opponents" / "reasons" / f"{key}.py")) - of_reasons(key) - OF_REASONS[key]
    assert not unknown, f"give these a check in tests/opponents/reasons/test_{key}_reasons.py: {unknown}"


@pytest.mark.parametrize(("key", "seats", "rules"), TABLES)
def test_every_sentence_is_true(key: str, seats: int, rules: dict[str, Any]) -> None:
    facts, judged = FACTS[key], JUDGEMENTS[key] | COMMON
    compared: Counter[str] = Counter()
    false: Counter[str] = Counter()
    example: dict[str, str] = {}
    for number in range(GAMES_EACH):
        for it in walk(key, seats, number, **rules):
            if it.template in facts:
                compared[it.template] += 1
                if not facts[it.template](it):
                    false[it.template] += 1
                    example[it.template] = f"{it.values} of {it.about} for seat {it.seat}: {it.now}"
            else:
                assert it.template in judged, it.template
    print(f"\n{key} {seats} {rules}: {compared.total()} sentences of {len(compared)} kinds")
    assert not false, [(f"{count} of {compared[said]}", said, example[said]) for said, count in false.items()]
    assert compared.total() > 1000


def test_every_game_is_listened_to() -> None:
    assert FACTS.keys() <= GAMES.keys()
