"""Replays of finished games."""
