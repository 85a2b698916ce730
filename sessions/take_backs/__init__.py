"""Taking back a move, with the consent of the others where they have seen it."""
