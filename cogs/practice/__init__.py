"""Practice games: a member plays against computers in messages that nobody else sees."""
