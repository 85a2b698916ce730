"""Counterweight in arrays of numbers, and the network that learns to play it."""
