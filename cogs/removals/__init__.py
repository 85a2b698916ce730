"""Removing a player."""
