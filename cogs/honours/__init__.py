"""Roles for the season's first three and for the champion of the day."""
