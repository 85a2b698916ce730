"""Loads positions of Card Duel from documents (Annex B)."""

from collections.abc import Mapping
from typing import Any

from engines.card_duel.actions import BUILD, OVER, Action
from engines.card_duel.document import Document
from engines.card_duel.scoring import is_decided
from engines.card_duel.state import CardDuelState
from engines.contract import Game
from engines.documents import fill


def read(game: Game[Action], document: Mapping[str, Any]) -> CardDuelState:
    """The position that a document describes; raises ``ValueError`` if the document is invalid."""
    given = Document.model_validate(dict(document))
    if given.dealer is None:  # players take turns to deal (11)
        given.dealer = given.attacker if given.phase == BUILD else ((given.options.dealer or 0) + given.game_no) % 2
    state = CardDuelState(game, given.options, given.seed, given.dealer)
    fill(state, given, without=("table",))
    state.attack, state.defence = given.table.attack, given.table.defence
    if given.phase != BUILD:
        state.done = [True, True]
    state.recount()
    _check_ending(state)
    return state


def _check_ending(state: CardDuelState) -> None:
    """Reject a game that continues past its end (8), or is over for no reason."""
    ended = max(state.hurt) >= state.options.life or state.idle >= state.options.idle_limit
    if ended and state.phase != OVER:
        raise ValueError("the game should be over: too much damage, or too many exchanges without any")
    if state.phase == OVER and not (ended and is_decided(state.points, state.game_no, state.options.best_of)):
        raise ValueError("the game is not over: nobody has lost it, or the match goes on")
