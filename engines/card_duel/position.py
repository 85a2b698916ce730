"""Reading positions of Card Duel from documents (Annex B)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from engines.card_duel import scoring
from engines.card_duel.actions import BUILD, OVER
from engines.card_duel.document import Document
from engines.card_duel.state import CardDuelState
from engines.card_duel.values import by_value

if TYPE_CHECKING:
    from engines.card_duel.game import CardDuel


def read_position(game: CardDuel, document: Mapping[str, Any]) -> CardDuelState:
    """The position that a document describes; raises ``ValueError`` if it describes none."""
    read = Document.model_validate(dict(document))
    state = CardDuelState(game, read.options, read.seed, _dealer(read))
    state.pools = [by_value(pool) for pool in read.pools]
    state.hands = [by_value(hand) for hand in read.hands]
    state.decks = [deck[::-1] for deck in read.decks]
    state.discards = read.discards
    state.damage = read.damage
    state.attack, state.defence = read.table.attack, read.table.defence
    state.attacker = read.attacker
    state.phase = read.phase
    state.done = read.done if read.phase == BUILD else [True, True]
    state.idle = read.idle
    state.reshuffles = read.reshuffles
    state.spent = read.spent
    state.points = read.points
    state.game_no = read.game_no
    state.chance = read.chance
    state.recount()
    _check_ending(state)
    return state


def _dealer(read: Document) -> int:
    """The dealer of this game; the deal alternates (11)."""
    if read.dealer is not None:
        return read.dealer
    return read.attacker if read.phase == BUILD else ((read.options.dealer or 0) + read.game_no) % 2


def _check_ending(state: CardDuelState) -> None:
    """Refuse a game that goes on after its end (8), or is over without a reason."""
    killed = max(state.hurt) >= state.options.life
    ended = killed or state.idle >= state.options.idle_limit
    if ended and state.phase != OVER:
        raise ValueError("the game should be over: too much damage, or too many exchanges without any")
    if state.phase == OVER and not (ended and scoring.is_decided(state)):
        raise ValueError("the game is not over: nobody has lost it, or the match goes on")
