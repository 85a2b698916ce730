"""Small pieces of wording that menus, refusals and the table share, and the words for a result."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.card_duel.actions import OVER
from engines.card_duel.values import total as worth
from engines.result_words import in_wins, match_decided
from engines.texts import Player, Text, say, say_count

if TYPE_CHECKING:
    from engines.card_duel.view import CardDuelView


def deck_source(deck: int, discards: int) -> Text:
    """The deck as a source of a card, and what it takes to use it (7.2, Annex C)."""
    if deck:
        return say_count("Deck ({count} card left)", "Deck ({count} cards left)", deck)
    return say_count(
        "Reshuffle discard pile ({count} card) and play the top card",
        "Reshuffle discard pile ({count} cards) and play the top card",
        discards,
    )


def used_up(total: int, limit: int) -> Text:
    """A running total, such as the value of a hand or a player's damage."""
    return say("{total} of {limit}", total=total, limit=limit)


def ending(view: CardDuelView) -> Text | None:
    """Why the game (8) or the match (11) is over."""
    if view.phase != OVER:
        return None
    if view.options.best_of > 1:
        return match_decided(view.game_no + 1)
    hurt = [worth(row) for row in view.damage]
    if max(hurt) < view.options.life:
        return say_count(
            "{count} exchange in a row has done no damage.",
            "{count} exchanges in a row have done no damage.",
            view.idle,
        )
    loser = Player(hurt.index(max(hurt)))
    return say(
        "{player} has taken {damage} damage, the limit is {life}.",
        player=loser,
        damage=max(hurt),
        life=view.options.life,
    )


def score(view: CardDuelView, points: float) -> Text:
    """The damage taken in a single game, the games won of a match."""
    return in_wins(points) if view.options.best_of > 1 else say("{points} damage", points=f"{points:g}")
