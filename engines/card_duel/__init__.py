"""Card Duel: two players, a small secret hand, a deck of the rest, attack against defence."""

from engines.card_duel.game import CardDuel

__all__ = ["CardDuel"]
