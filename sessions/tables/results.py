"""Works out the places at the end of a game, and the new ratings, by openskill's Plackett-Luce model."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import fmean

from openskill.models import PlackettLuce

from db.limits import Use
from db.records import Player, Rating, ResultRecord, SeatRecord, TableRecord
from db.store import Store
from engines.contract import Outcome
from engines.sides import Sides, alone

_MODEL = PlackettLuce()
NEWCOMER = Rating(_MODEL.mu, _MODEL.sigma)
"""The rating of a player who has no result yet."""
MOST_A_DAY = 3
"""How many games that the same two members begin within a day change ratings, and how many that a member ends with
computers change those of the computers."""
A_DAY = timedelta(days=1)
"""Any 24 hours: a midnight could be moved by a server."""
LAST = 1_000
"""A place behind everybody."""


def rate(
    ratings: Sequence[Rating], places: Sequence[int], sides: Sequence[Sequence[int]] | None = None
) -> list[Rating]:
    """The ratings after a game in which the players finished at ``places`` (1 is best; ties have equal places).

    ``sides`` are the seats that played together, by default each alone; seats in none keep their ratings. A side is
    rated as a team by its best place. Whoever came later than the rest is rated as if the whole side had come last.
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


@dataclass(frozen=True, slots=True)
class Placing:
    """How a seat finished: ``place`` 1 is the best, and tied seats share a place."""

    place: int
    points: float
    won: bool


def placings(outcome: Outcome | None, seats: Sequence[SeatRecord], sides: Sides) -> list[Placing]:
    """The placing of each seat, in the order of ``seats``. Members who gave up, or left and did not return, come last.

    Without an ``outcome`` too few played on: all who stayed share the first place, and have won if somebody has not.
    If no member stayed, only those who gave up come last. A player who stayed keeps the place of the side.
    """
    gone = {seat.seat for seat in seats if seat.is_away}
    if len(gone) == len(seats):
        gone = {seat.seat for seat in seats if seat.resigned}
    groups = outcome.places if outcome else (tuple(seat.seat for seat in seats),)
    staying = [group for group in (tuple(s for s in group if s not in gone) for group in groups) if group]
    winners = set(outcome.winners) - gone if outcome else set()
    if not winners and staying and (outcome or gone):
        winners = set(staying[0])
    places: dict[int, int] = {}
    for group in (*staying, tuple(gone)):
        ahead = sum(any(seat in places for seat in side) for side in sides)
        places |= dict.fromkeys(group, ahead + 1)
    points = outcome.points if outcome else (0.0,) * len(seats)
    return [Placing(places[seat.seat], float(points[seat.seat]), seat.seat in winners) for seat in seats]


def with_computers(table: TableRecord) -> list[Use]:
    """What a game counts for, for each of its members, if it changes the ratings of computers."""
    if not (table.purpose.is_rated and table.has_computer_players):
        return []
    return [Use("rated game with computers", (table.guild_id, user), A_DAY, MOST_A_DAY) for user in table.users]


async def rated_results(
    store: Store, table: TableRecord, outcome: Outcome | None, sides: Sides, now: datetime
) -> tuple[ResultRecord, ...]:
    """The results of a finished game with all players' new ratings on this server, or the old ones if it is not rated.

    Players who left early keep their ratings, and others' do not depend on them. Computers keep theirs if one of the
    members has changed them often enough, or an account that loses all day would make them worth beating. The caller
    holds the lock for the server's ratings, so that of two games that end at once, the second starts after the first.
    """
    placed = placings(outcome, table.seats, sides)
    order = [placing.place for placing in placed]
    # The member gets the result of a seat that has one, even if a computer plays it.
    players = [seat.user_id if seat.user_id is not None else str(seat.computer) for seat in table.seats]
    former, overall = await store.leaderboards.ratings(
        table.guild_id, players, table.game, practice=table.has_computer_players
    )
    rated = [rating or NEWCOMER for rating in former]
    rated_overall = [rating or NEWCOMER for rating in overall]
    if table.purpose.is_rated and (outcome or len(set(order)) > 1):
        counted = {number for number, seat in enumerate(table.seats) if not seat.left_early}
        enough = [await store.limits.reached_until(use, now) for use in with_computers(table)]
        changed = {number for number in counted if not any(enough) or isinstance(players[number], int)}
        rated = _averaged(players, _rated(rated, order, sides, counted, changed))
        rated_overall = _averaged(players, _rated(rated_overall, order, sides, counted, changed))
    return tuple(
        ResultRecord(seat.seat, player, placing.place, placing.points, placing.won, *ratings)
        for seat, player, placing, *ratings in zip(
            table.seats, players, placed, rated, rated_overall, former, strict=True
        )
    )


def _rated(
    ratings: Sequence[Rating], order: Sequence[int], sides: Sides, counted: Collection[int], changed: Collection[int]
) -> list[Rating]:
    """The ratings after a game that compares the ``counted`` positions only, and changes those of ``changed`` ones."""
    after = rate(ratings, order, [side for side in sides if not set(side).isdisjoint(counted)])
    return [after[number] if number in changed else rating for number, rating in enumerate(ratings)]


def _averaged(players: Sequence[Player], ratings: Sequence[Rating]) -> list[Rating]:
    """The ratings, averaged for players with several seats: all computers of a level are one player."""
    by_player: dict[Player, list[Rating]] = {}
    for player, rating in zip(players, ratings, strict=True):
        by_player.setdefault(player, []).append(rating)
    means = {
        player: Rating(fmean(rating.mu for rating in own), fmean(rating.sigma for rating in own))
        for player, own in by_player.items()
    }
    return [means[player] for player in players]
