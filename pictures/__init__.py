"""Pictures of tables: a scene in, a PNG out. Pure, and without any knowledge of Discord or of a single game."""
