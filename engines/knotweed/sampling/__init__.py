"""Positions that a viewer cannot tell from the real one, and which of them are likely."""
