"""Shared code that every game would otherwise have to repeat."""
