"""Trains the networks of hard players (``opponents/nets``) by games against themselves."""
