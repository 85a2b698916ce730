"""Rates players by openskill's Plackett-Luce model, which works for any number of players."""

from collections.abc import Sequence

from openskill.models import PlackettLuce

from db.records import Rating

_MODEL = PlackettLuce()
NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of a player who has no result yet."""


def rate(ratings: Sequence[Rating], places: Sequence[int]) -> list[Rating]:
    """The ratings after a game in which the players finished at ``places`` (1 is best; ties have equal places)."""
    teams = [[_MODEL.rating(mu=rating.mu, sigma=rating.sigma)] for rating in ratings]
    rated = _MODEL.rate(teams, ranks=[float(place) for place in places])
    return [Rating(team[0].mu, team[0].sigma) for team in rated]


def shown_rating(rating: Rating) -> int:
    """A rating as players see it: 1,000 for a newcomer, and higher the stronger and the more certain it is."""
    return round(1000 + 40 * (rating.mu - 3 * rating.sigma))
