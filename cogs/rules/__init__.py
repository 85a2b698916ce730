"""The rules of the games, and the help page."""
