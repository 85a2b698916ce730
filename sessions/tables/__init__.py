"""A table in memory: its game, its seats, its clocks, and how a change of it is stored."""
