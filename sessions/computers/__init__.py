"""Computer players: when they move, where they think, and what they advise."""
