"""Pictures of tables: a scene in, a PNG out. Pure, and independent of Discord and of any particular game."""
