"""Hands: the private messages in which players see their cards and choose their moves."""
