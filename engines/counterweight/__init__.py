"""Counterweight, a card game by Adrian Morgan for two players: shed your cards in balanced pairs."""

from engines.counterweight.game import Counterweight

__all__ = ["Counterweight"]
