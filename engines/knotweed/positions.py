"""Loads positions of Knotweed from documents (Annex B)."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Game
from engines.documents import fill, per_seat
from engines.knotweed.actions import Action
from engines.knotweed.document import Document
from engines.knotweed.state import KnotweedState


def read(game: Game[Action], document: Mapping[str, Any]) -> KnotweedState:
    """The position that a document describes; raises ``ValueError`` if the document is invalid."""
    given = Document.model_validate(dict(document))
    seats = len(given.hands)
    given.taken = per_seat("taken", given.taken, [0] * seats)
    given.ended = per_seat("ended", given.ended, [()] * seats)
    given.returned = per_seat("returned", given.returned, [()] * seats)
    given.points = per_seat("points", given.points, [0.0] * seats)
    given.wins = per_seat("wins", given.wins, [0] * seats)
    state = KnotweedState(game, given.options, seats, given.seed, given.starter)
    fill(state, given, without=("closed", "due"))
    if given.due is not None and given.due != state.due:
        raise ValueError(f"due must be what the plays cost, {state.due}")
    return state
