"""Runs the worked cases in ``tests/vectors`` (Annex B of the rules texts) against the engines.

Most give a position, actions to play and the expected result (see ``engines.testing.cases``); ``short_forms`` turns the
short forms of some games into such positions.
"""

from pathlib import Path
from typing import Any

from engines import Game
from engines.contract import State
from engines.testing.cases import Case, actor, check_case, look, plain, read_cases

VECTORS = Path(__file__).parent.parent / "vectors"
UNORDERED = ("hands", "limbo", "pools")
"""Parts of a position in which the order of cards does not matter."""
COUNTED = {"draw_len": "draw", "n_piles": "piles", "deck0_len": "decks.0"}
"""What a case may count, and where it is in the dump."""


def all_cases() -> list[tuple[str, Case]]:
    """Every case with the key of its game."""
    return [(path.stem, case) for path in sorted(VECTORS.glob("*.jsonl")) for case in read_cases(path)]


def check_position(game: Game[Any], case: Case) -> None:
    """Check a case in the general form: ``pos``, the actions ``do`` and what to ``expect``."""
    document, expected = plain(check_case(game, case, UNORDERED).dump()), case["expect"]
    for pile in [*expected.get("absent", []), *([expected["absent_pile"]] if "absent_pile" in expected else [])]:
        assert str(pile) not in document["piles"]
    for key, path in COUNTED.items():
        if key in expected:
            assert len(look(document, path)) == expected[key]


def expect_refusal(state: State[Any], text: str) -> None:
    """The action is refused and changes nothing."""
    before = plain(state.dump())
    try:
        state.act(actor(state), text)
    except ValueError:
        assert plain(state.dump()) == before, "a refused action should change nothing"
    else:
        raise AssertionError(f"“{text}” should have been refused")
