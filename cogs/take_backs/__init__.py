"""Asking the others to take back a move."""
