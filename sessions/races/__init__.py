"""Races: several members play the same deal, each alone against the same computers, once, and are compared."""
