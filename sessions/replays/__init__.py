"""Finished games, step by step, and the moves that mattered."""
