"""The vacations of members."""
