"""Loads positions of 3 Piles from documents (Annex B)."""

from collections.abc import Mapping
from typing import Any

from engines.contract import Game
from engines.documents import fill
from engines.three_piles.actions import OVER, Action
from engines.three_piles.document import Document
from engines.three_piles.state import ThreePilesState


def read(game: Game[Action], document: Mapping[str, Any]) -> ThreePilesState:
    """The position that a document describes; raises ``ValueError`` if the document is invalid.

    If neither seat can act, the position is scored like a game that has just ended (6.1), unless its phase is "over",
    which means that it has been scored already.
    """
    given = Document.model_validate(dict(document))
    if given.starter is None:
        given.starter = ((given.options.first or 0) + given.game_no) % 2
    state = ThreePilesState(game, given.options, given.seed, given.starter)
    fill(state, given)
    state.refit()
    if given.phase != OVER:
        state.settle()
    elif not state.blocked:
        raise ValueError("the game is not over: there is still something to do")
    return state
