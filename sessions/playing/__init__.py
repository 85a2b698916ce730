"""From the lobby to the last move."""
