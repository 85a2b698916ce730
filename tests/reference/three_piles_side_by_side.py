"""One position of 3 Piles as the engine has it and as the second reading of the rules has it."""

from random import Random
from typing import Any

from engines import GAMES
from tests.reference.side_by_side import ROUND_TRIPS, accepts, compare_outcome
from tests.reference.three_piles import PACK, Document, ThreePiles

GAME = GAMES["three_piles"]


def attempt(document: Document, seat: int, chance: Random) -> str:
    """Some action that may or may not be legal."""
    word = chance.choice(["take", "draw", "pile", "stack", "pass"])
    if word in ("draw", "pass"):
        return word
    cards = [*document["hands"][seat], chance.choice(PACK)]
    source = chance.randrange(3) if word == "take" else chance.choice(cards)
    return f"{word} {source} {chance.randrange(3)}"


def compare(state: Any, reference: ThreePiles, chance: Random) -> None:
    """Both say the same of this position."""
    document = state.dump()
    assert list(state.to_act) == reference.to_act
    for seat in range(2):
        actions = [str(action) for action in state.actions(seat)]
        assert len(set(actions)) == len(actions)
        assert set(actions) == reference.legal(seat)
        text = attempt(document, seat, chance)
        assert accepts(state, seat, text) == (text in reference.legal(seat)), text
    assert [sorted(hand) for hand in document["hands"]] == [sorted(hand) for hand in reference.hands]
    for key in ("stacks", "deck", "piles", "totals", "game_no", "starter"):
        assert document[key] == getattr(reference, key), key
    if state.to_act:
        assert (document["turn"], document["phase"]) == (reference.turn, reference.phase)
    compare_outcome(state.outcome, reference.outcome)
    if chance.random() < ROUND_TRIPS:
        assert GAME.position(document).dump() == document
