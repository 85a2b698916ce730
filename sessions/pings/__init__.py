"""Whom to ping, and when."""
