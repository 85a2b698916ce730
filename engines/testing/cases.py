"""Worked cases: a position, the actions played in it and the expected result, each on one line of JSON.

``{"id": "...", "rules": "3.2", "pos": {...}, "do": [["take", 0, 1]], "expect": {...}}``: ``pos`` is a document for
``Game.position``, ``do`` are actions as lists of words, and ``expect`` may name ``illegal`` (the last action is
refused), ``legal``, ``legal_has``, ``legal_not`` or ``legal_count`` (of the seat to act), ``actor`` (that seat),
``outcome``, and ``state``: values by their paths in the dump, such as ``"piles.0.2"``.
"""

import json
from collections.abc import Container
from pathlib import Path
from typing import Any, TypeAlias

from engines.contract import Game, Outcome, State
from engines.testing.positions import check_refused, check_round_trip

Case: TypeAlias = dict[str, Any]

HANDS = ("hands",)


def read_cases(path: Path) -> list[Case]:
    """The cases in a file."""
    return [json.loads(line) for line in path.read_text(encoding="utf8").splitlines() if line.strip()]


def case_name(case: Any) -> str:
    """The test id of a case."""
    return f"{case['id']}-rules {case.get('rules', 'none')}" if isinstance(case, dict) else str(case)


def flat(action: list[Any]) -> str:
    """The action of a case as a canonical text: flattened, with single spaces."""
    words: list[str] = []
    for part in action:
        words += flat(part).split() if isinstance(part, list) else [str(part)]
    return " ".join(words)


def plain(value: Any) -> Any:
    """The value as it comes back from JSON: tuples become lists, keys become strings."""
    return json.loads(json.dumps(value))


def look(document: Any, path: str) -> Any:
    """The value at a path such as ``piles.0.2`` in a document."""
    for step in path.split("."):
        document = document[step] if isinstance(document, dict) and step in document else document[int(step)]
    return document


def actor(state: State[Any]) -> int:
    """The seat that takes the next action of a case."""
    assert state.to_act, "the game should not be over"
    return state.to_act[0]


def legal_texts(state: State[Any]) -> list[str]:
    """The legal actions of the acting seat, sorted; none when the game is over."""
    return sorted(map(str, state.actions(actor(state)))) if state.to_act else []


def check_case(game: Game[Any], case: Case, unordered: Container[str] = HANDS) -> State[Any]:
    """Play a case and return the final position. The order of cards under ``unordered`` keys does not matter."""
    state = game.position(case["pos"])
    expected = case["expect"]
    actions = [flat(action) for action in case["do"]]
    refused = actions.pop() if expected.get("illegal") else None
    for text in actions:
        state.act(actor(state), text)
    if refused is not None:
        check_refused(state, state.dump(), actor(state), refused)
        return state
    _check_legal(game, state, expected)
    if "actor" in expected:
        assert actor(state) == expected["actor"], f"seat {actor(state)} may act, it should be {expected['actor']}"
    if "outcome" in expected:
        check_outcome(state.outcome, expected["outcome"])
    document = plain(state.dump())
    for path, wanted in expected.get("state", {}).items():
        found = look(document, path)
        if path.split(".")[0] in unordered and wanted and all(isinstance(card, str) for card in wanted):
            found, wanted = sorted(found), sorted(wanted)
        assert found == wanted, f"{path} is {found}, it should be {wanted}"
    check_round_trip(state, document)
    return state


def _check_legal(game: Game[Any], state: State[Any], expected: Case) -> None:
    # Only the game knows whether the order of an action's parts matters, so compare its canonical forms.
    def canonical(action: list[Any]) -> str:
        return str(game.parse(flat(action)))

    legal = legal_texts(state)
    if "legal" in expected:
        wanted = sorted(map(canonical, expected["legal"]))
        assert legal == wanted, f"{legal} are legal, it should be {wanted}"
    for action in expected.get("legal_has", []):
        assert canonical(action) in legal, f"{flat(action)!r} is not legal"
    for action in expected.get("legal_not", []):
        assert canonical(action) not in legal, f"{flat(action)!r} is legal"
    if "legal_count" in expected:
        assert len(legal) == expected["legal_count"], f"{len(legal)} actions are legal: {legal}"


def check_outcome(outcome: Outcome | None, wanted: Case | None) -> None:
    """Check the result as far as the case specifies it; ``None``: the game goes on."""
    if wanted is None:
        assert outcome is None, f"the game should not be over: {outcome}"
        return
    assert outcome is not None, "the game should be over"
    points = next((wanted[key] for key in ("points", "scores", "penalty", "damage") if key in wanted), None)
    told = {"reason": wanted.get("reason"), "winners": wanted.get("winners"), "places": wanted.get("places")}
    for name, value in {**told, "points": points}.items():
        found = plain(getattr(outcome, name))
        assert value is None or found == value, f"{name} of the outcome is {found}, it should be {value}"
