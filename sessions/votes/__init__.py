"""Votes on removing a player, and on ending the game."""
