"""Leagues and club evenings: signing up, rounds, results and finals."""
