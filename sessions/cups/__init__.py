"""Cups: sealed deals that the members of a server play in a window of days."""
