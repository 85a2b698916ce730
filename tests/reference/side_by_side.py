"""What the comparisons share: how moves are chosen, how a refusal is recognised."""

from collections.abc import Collection
from random import Random
from typing import Any

from engines import IllegalAction
from engines.contract import Outcome, State

ROUND_TRIPS = 0.2
"""The part of the positions that are also written down and read again."""


def accepts(state: State[Any], seat: int, text: str) -> bool:
    """Whether the engine plays this action; ``state`` is left as it is."""
    trial = state.clone()
    before = trial.dump()
    try:
        trial.act(seat, text)
    except IllegalAction:
        assert trial.dump() == before, "a refused action should change nothing"
        return False
    return True


def compare_outcome(found: Outcome | None, wanted: dict[str, Any] | None) -> None:
    """The engine's result and the reference's are the same."""
    if wanted is None or found is None:
        assert found is None
        assert wanted is None
        return
    assert [list(group) for group in found.places] == wanted["places"]
    assert list(found.points) == wanted["points"]
    assert list(found.winners) == wanted["winners"]
    assert found.reason == wanted["reason"]


def choose(legal: Collection[str], mood: str, chance: Random) -> str:
    """One of the legal actions, as a player in this mood would choose.

    ``greedy`` sheds as many cards as it can, ``lazy`` mostly ends the turn; anybody else plays at random,
    but first decides what kind of action it is to be: plays would otherwise drown the rest.
    """
    texts = sorted(legal)
    if mood == "greedy" and chance.random() < 0.9:
        longest = max(len(text.split()) for text in texts)
        return chance.choice([text for text in texts if len(text.split()) == longest])
    endings = [text for text in texts if text.split()[0] in ("pass", "end")]
    if mood == "lazy" and endings and chance.random() < 0.7:
        return chance.choice(endings)
    kind = chance.choice(sorted({text.split()[0] for text in texts}))
    return chance.choice([text for text in texts if text.split()[0] == kind])
