"""Rates players by openskill's Plackett-Luce model, which works for any number of players."""

from collections.abc import Sequence

from openskill.models import PlackettLuce

from db.records import Rating
from engines.sides import alone

_MODEL = PlackettLuce()
NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of a player who has no result yet."""
LAST = 1_000
"""A place behind everybody."""


def rate(
    ratings: Sequence[Rating], places: Sequence[int], sides: Sequence[Sequence[int]] | None = None
) -> list[Rating]:
    """The ratings after a game in which the players finished at ``places`` (1 is best; ties have equal places).

    ``sides`` are the seats that played together, by default each seat alone; seats in none keep their ratings. A side
    is rated as a team by the best of its places, so nobody loses because a partner has left. Whoever came later than
    the rest of the side is rated as if the whole side had come last.
    """
    teams = alone(len(ratings)) if sides is None else sides
    ranks = [min(places[seat] for seat in team) for team in teams]
    after, usual = list(ratings), _rate_teams(ratings, teams, ranks)
    for number, team in enumerate(teams):
        left = [seat for seat in team if places[seat] > ranks[number]]
        as_last = _rate_teams(ratings, teams, [*ranks[:number], LAST, *ranks[number + 1 :]]) if left else usual
        for seat in team:
            after[seat] = as_last[seat] if seat in left else usual[seat]
    return after


def _rate_teams(ratings: Sequence[Rating], teams: Sequence[Sequence[int]], ranks: Sequence[int]) -> dict[int, Rating]:
    """The new ratings by seat."""
    former = [[_MODEL.rating(mu=ratings[seat].mu, sigma=ratings[seat].sigma) for seat in team] for team in teams]
    rated = _MODEL.rate(former, ranks=[float(rank) for rank in ranks])
    return {
        seat: Rating(player.mu, player.sigma)
        for team, players in zip(teams, rated, strict=True)
        for seat, player in zip(team, players, strict=True)
    }


def shown_rating(rating: Rating) -> int:
    """A rating as players see it: 1,000 for a newcomer, and higher the stronger and the more certain it is."""
    return round(1000 + 40 * (rating.mu - 3 * rating.sigma))
