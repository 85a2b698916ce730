"""Counterweight, a card game by Adrian Morgan for two players: shed your cards in balanced pairs."""
