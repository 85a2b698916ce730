"""Every sentence is true, and a new one that nothing compares with its fact is refused."""

import ast
import os
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from tests.sentences import card_duel, counter, counterweight, knotweed, three_piles
from tests.sentences.judgements import ABOUT_NO_POSITION, COMMON, JUDGEMENTS, OF_REASONS
from tests.sentences.walk import EVERYWHERE, Facts, tips, walk
from tests.syntax import parse

ROOT = Path(__file__).parents[2]
FACTS: dict[str, Facts] = {
    "three_piles": {**EVERYWHERE, **three_piles.FACTS},
    "card_duel": {**EVERYWHERE, **card_duel.FACTS},
    "counter": {**EVERYWHERE, **counter.FACTS},
    "counterweight": {**EVERYWHERE, **counterweight.FACTS},
    "knotweed": {**EVERYWHERE, **knotweed.FACTS},
}
ELSEWHERE = {"rulebook", "options", "lesson", "game", "actions"}
"""The modules of a game whose sentences are about no position (rules, names and how to write a move), or about those of
its lessons, which have a test of their own.
"""
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
MORE_TABLES: list[tuple[str, int, dict[str, Any]]] = [
    ("three_piles", 2, {"target": 1, "max_games": 1, "first": 1}),
    ("counter", 3, {"target": 5, "max_hands": 3, "king_rule": "none", "dealer": 1}),
    ("counter", 4, {"max_hands": 2}),
    ("counter", 5, {"target": 5}),
    ("card_duel", 2, {"hand_limit": 0}),
    ("card_duel", 2, {"hand_limit": 12, "life": 100, "idle_limit": 20}),
    ("card_duel", 2, {"best_of": 7, "life": 5, "dealer": 1}),
    ("counterweight", 2, {}),
    ("counterweight", 2, {"best_of": 3}),
    ("counterweight", 2, {"amendment": True, "free_new_pile": True, "games": 3}),
    ("counterweight", 2, {"idle_limit": 1, "games": 2, "best_of": 3}),
    ("knotweed", 2, {"wins": 2}),
    ("knotweed", 2, {"decks": 6}),
    ("knotweed", 3, {"rounds": 3, "turn_cap": 12}),
    ("knotweed", 5, {"decks": 1}),
    ("knotweed", 6, {"cheating": True, "rounds": 2, "turn_cap": 30}),
    ("knotweed", 7, {"wins": 1, "turn_cap": 3}),
    ("knotweed", 8, {"decks": 1}),
]
"""Other house rules and numbers of players, for a long run."""
TIPS: dict[str, list[dict[str, Any]]] = {
    "three_piles": [{}],
    "card_duel": [{}, {"hand_limit": 60, "life": 100}, {"hand_limit": 0}],
    "counter": [{}],
    "counterweight": [{}, {"free_new_pile": True}, {"amendment": True}],
    "knotweed": [{"turn_cap": 60}, {"cheating": True, "turn_cap": 30}],
}
"""House rules with which every tip for beginners comes up,"""
RARE_TIPS = {
    "Your deck and discard pile are empty: you can only play from your hand.",
    "The draw pile holds only {count} card: you draw no more, whatever you play.",
    "The draw pile is empty, so no play and no pass costs you a card.",
}
"""but for these, for which ``tests/engines`` sets up positions."""
GAMES_EACH = int(os.environ.get("CARDROOM_SENTENCES", "1"))
"""How many games to listen to at each table; with more than the usual number, at more tables."""


@cache
def templates(path: Path) -> frozenset[str]:
    """The templates that a module says."""
    return frozenset(
        ast.literal_eval(node.args[0])
        for node in ast.walk(parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_count")
    )


def of_verdicts(path: Path) -> set[str]:
    """The templates of how a game was won, whose numbers ``tests/engines/test_results.py`` compares with the result."""
    functions = {node.name: node for node in parse(path.read_text("utf-8")).body if isinstance(node, ast.FunctionDef)}
    if path.stem == "verdicts":
        return set(templates(path))
    reached, more = set[str](), {"verdict"} & functions.keys()
    while more:
        reached |= more
        names = {node.id for name in more for node in ast.walk(functions[name]) if isinstance(node, ast.Name)}
        more = (names & functions.keys()) - reached
    return {
        ast.literal_eval(node.args[0])
        for name in reached
        for node in ast.walk(functions[name])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_count")
    }


def of_reasons(key: str) -> set[str]:
    """The templates of hints that have a check of their own in ``tests/opponents/reasons``."""
    module = import_module(f"tests.opponents.reasons.test_{key}_reasons")
    return {
        *chain.from_iterable(
            vars(module).get(name, ()) for name in ("CLAIMS", "RARE", "RELOCATIONS", "CHALLENGES", "MEASURES")
        )
    }


@pytest.mark.parametrize("key", FACTS)
def test_a_sentence_has_a_check_or_states_nothing(key: str) -> None:
    known = FACTS[key].keys() | JUDGEMENTS[key] | COMMON
    for path in (ROOT / "engines" / key).rglob("*.py"):
        if not {path.stem, path.parent.name} & ELSEWHERE:
            unknown = templates(path) - known - of_verdicts(path)
            assert not unknown, f"{path}: give these a check in tests/sentences/{key}.py: {unknown}"
    unknown = templates(ROOT / "opponents" / "reasons" / f"{key}.py") - of_reasons(key) - OF_REASONS[key]
    assert not unknown, f"give these a check in tests/opponents/reasons/test_{key}_reasons.py: {unknown}"


@pytest.mark.thorough(samples=5)
@pytest.mark.parametrize(("key", "seats", "rules"), TABLES + (MORE_TABLES if GAMES_EACH > 1 else []))
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
    assert not false, [(f"{count} of {compared[said]}", said, example[said]) for said, count in false.items()]
    assert compared.total() > 500


@pytest.mark.parametrize("key", FACTS)
def test_every_tip_for_beginners_comes_up_and_is_true(key: str) -> None:
    seen = set[str]()
    for number in range(12):
        for it in tips(key, number, **TIPS[key][number % len(TIPS[key])]):
            seen.add(it.template)
            assert it.template in JUDGEMENTS[key] | COMMON or FACTS[key][it.template](it), it
    assert templates(ROOT / "engines" / key / "first_game.py") - seen <= RARE_TIPS


@pytest.mark.parametrize("key", FACTS)
def test_no_check_is_left_of_a_sentence_that_is_gone(key: str) -> None:
    paths = chain((ROOT / "engines" / key).rglob("*.py"), shared_modules())
    gone = FACTS[key].keys() - set(chain.from_iterable(map(templates, paths)))
    assert not gone - EVERYWHERE.keys(), gone


def test_sentences_of_all_games_have_a_check_or_state_nothing() -> None:
    known = COMMON.union(*FACTS.values(), *JUDGEMENTS.values(), ABOUT_NO_POSITION)
    unknown = set(chain.from_iterable(templates(path) - of_verdicts(path) for path in shared_modules())) - known
    assert not unknown, f"give these a check in EVERYWHERE of tests/sentences/walk.py: {unknown}"


def shared_modules() -> Iterator[Path]:
    """The modules that say something for all games."""
    reasons = ROOT / "opponents" / "reasons"
    about_all = (path for path in reasons.glob("*.py") if path.stem not in FACTS)
    return chain((ROOT / "engines").glob("*.py"), (ROOT / "engines" / "kit").glob("*.py"), about_all)


def test_a_sentence_is_found_wherever_it_stands(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(
        'TIP = say("at the top")\n\ndef f():\n    return [say_count("one", "many", 2), g(say("with" " in"))]\n'
    )
    assert templates(path) == {"at the top", "one", "with in"}
