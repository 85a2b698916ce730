"""How transactions get to the database file."""
