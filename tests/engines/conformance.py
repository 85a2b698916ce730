"""Runs the worked cases in ``tests/vectors`` (Annex B of the rules texts) through the contract of the engines.

A case is one line of JSON. Most give a position, actions to play in it and what holds after them; the
short forms of single games are turned into such positions by ``short_forms``.
"""

import json
from pathlib import Path
from typing import Any, TypeAlias

from engines import Game, Outcome
from engines.contract import State

Case: TypeAlias = dict[str, Any]

VECTORS = Path(__file__).parent.parent / "vectors"
UNORDERED = ("hands", "limbo", "pools")
"""Parts of a position in which the order of the cards means nothing."""


def read_cases() -> list[tuple[str, Case]]:
    """Every case with the key of its game."""
    return [
        (path.stem, json.loads(line))
        for path in sorted(VECTORS.glob("*.jsonl"))
        for line in path.read_text(encoding="utf8").splitlines()
        if line.strip()
    ]


def flat(action: list[Any]) -> str:
    """The action list of a case as a canonical text: flattened, with single spaces."""
    words: list[str] = []
    for part in action:
        words += flat(part).split() if isinstance(part, list) else [str(part)]
    return " ".join(words)


def plain(value: Any) -> Any:
    """The value as it comes back from JSON: tuples are lists, keys are texts."""
    return json.loads(json.dumps(value))


def look(document: Any, path: str) -> Any:
    """What lies at a path such as ``piles.0.2`` in a document."""
    for step in path.split("."):
        document = document[step] if isinstance(document, dict) and step in document else document[int(step)]
    return document


def actor(state: State[Any]) -> int:
    """The seat that the next action of a case belongs to."""
    assert state.to_act, "the game should not be over"
    return state.to_act[0]


def legal_texts(state: State[Any]) -> list[str]:
    """The legal actions of the acting seat, sorted; none when the game is over."""
    return sorted(map(str, state.actions(actor(state)))) if state.to_act else []


def check_position(game: Game[Any], case: Case) -> None:
    """The general form: ``pos``, the actions ``do`` and what to ``expect``."""
    state = game.position(case["pos"])
    expected = case["expect"]
    actions = [flat(action) for action in case["do"]]
    refused = actions.pop() if expected.get("illegal") else None
    for text in actions:
        state.act(actor(state), text)
    if refused is not None:
        expect_refusal(state, refused)
        return
    _check_legal(game, state, expected)
    if "actor" in expected:
        assert actor(state) == expected["actor"]
    if "outcome" in expected:
        check_outcome(state.outcome, expected["outcome"])
    document = plain(state.dump())
    _check_document(document, expected)
    again = game.position(document)
    assert plain(again.dump()) == document, "dump, position and dump again should agree"
    assert legal_texts(again) == legal_texts(state), "the same should be legal after dump and position"


def expect_refusal(state: State[Any], text: str) -> None:
    """The action is refused and changes nothing."""
    before = plain(state.dump())
    try:
        state.act(actor(state), text)
    except ValueError:
        assert plain(state.dump()) == before, "a refused action should change nothing"
    else:
        raise AssertionError(f"“{text}” should have been refused")


def _check_legal(game: Game[Any], state: State[Any], expected: Case) -> None:
    # The order of parts inside an action is the game's business: compare what it makes of them.
    def canonical(action: list[Any]) -> str:
        return str(game.parse(flat(action)))

    legal = legal_texts(state)
    if "legal" in expected:
        assert legal == sorted(map(canonical, expected["legal"]))
    for action in expected.get("legal_has", []):
        assert canonical(action) in legal
    for action in expected.get("legal_not", []):
        assert canonical(action) not in legal
    if "legal_count" in expected:
        assert len(legal) == expected["legal_count"]


def _check_document(document: Case, expected: Case) -> None:
    for path, wanted in expected.get("state", {}).items():
        found = look(document, path)
        if path.split(".")[0] in UNORDERED and wanted and all(isinstance(card, str) for card in wanted):
            found, wanted = sorted(found), sorted(wanted)
        assert found == wanted, f"{path}: {found} should be {wanted}"
    gone = [*expected.get("absent", []), *([expected["absent_pile"]] if "absent_pile" in expected else [])]
    for pile in gone:
        assert str(pile) not in document["piles"]
    counted = {"draw_len": "draw", "n_piles": "piles", "deck0_len": "decks.0"}
    for key, path in counted.items():
        if key in expected:
            assert len(look(document, path)) == expected[key]


def check_outcome(outcome: Outcome | None, wanted: Case | None) -> None:
    """The result is the wanted one as far as the case tells; ``None``: the game goes on."""
    if wanted is None:
        assert outcome is None
        return
    assert outcome is not None, "the game should be over"
    points = next((wanted[key] for key in ("points", "scores", "penalty", "damage") if key in wanted), None)
    told = {"reason": wanted.get("reason"), "winners": wanted.get("winners"), "places": wanted.get("places")}
    for name, value in {**told, "points": points}.items():
        if value is not None:
            assert plain(getattr(outcome, name)) == value, name
