"""Planning the next decision outside one's turn."""
