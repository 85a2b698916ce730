"""The cards of a finished game, dealt again to others."""
