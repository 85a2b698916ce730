"""Knotweed, a shedding game with piles that split, by Daniel Schulman (CC BY 3.0)."""
