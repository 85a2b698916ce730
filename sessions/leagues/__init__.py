"""Leagues and club evenings: signing up, rounds and results."""
