"""Leaderboards, and what members have won."""
