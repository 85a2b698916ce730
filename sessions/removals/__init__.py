"""Votes on removing a player."""
