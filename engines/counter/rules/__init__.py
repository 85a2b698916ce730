"""What may be played, and how a trick is decided."""
