"""Leaderboards and players' records."""
