"""Trains the networks of hard players (``opponents/judges``) by games against themselves."""
