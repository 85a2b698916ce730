"""Reading positions (Annex B)."""

from collections.abc import Mapping
from typing import Any

from crazy_eights.actions import Action
from crazy_eights.document import Document
from crazy_eights.state import CrazyEightsState
from engines.contract import Game
from engines.documents import fill, per_seat


def read(game: Game[Action], document: Mapping[str, Any]) -> CrazyEightsState:
    """The position that a document describes; raises ``ValueError`` if it describes none."""
    given = Document.model_validate(dict(document))
    given.totals = per_seat("totals", given.totals or None, [0] * len(given.hands))
    state = CrazyEightsState(game, given.options, given.seed, len(given.hands), given.starter)
    fill(state, given)
    return state
