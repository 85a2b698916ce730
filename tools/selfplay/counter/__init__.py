"""Trains the network that judges Counter with three players (``opponents/judges/counter.py``)."""
