"""Open Spades, a game for two sides of two partners, as a plugin of Cardroom."""
