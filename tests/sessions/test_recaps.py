"""What a week has to tell: upsets, comebacks, and when the hour comes."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from db.records import Rating
from db.sunday import PlayedSeat
from sessions.occasions import SUNDAY, Rhythm
from sessions.settings.settings import known_zones
from sessions.sunday import biggest_comeback, biggest_upset, lone_victories
from tests.optional import present

ANNA, BEN, CLARA = 11, 12, 13


def seat(
    table: int, user: int | None, place: int, mu: float | None = 25.0, *, counts: bool = True, hidden: bool = False
) -> PlayedSeat:
    return PlayedSeat(table, "counter", user, place, None if mu is None else Rating(mu, 5.0), counts, hidden)


def test_the_upset_is_the_largest_difference_of_ratings() -> None:
    week = [seat(1, ANNA, 1, 20), seat(1, BEN, 2, 30), seat(2, CLARA, 1, 10), seat(2, BEN, 2, 30)]
    upset = present(biggest_upset(week))
    assert (upset.winner, upset.loser) == (CLARA, BEN)
    assert upset.loser_rating > upset.winner_rating


@pytest.mark.parametrize(
    "week",
    [
        [seat(1, ANNA, 1, 30), seat(1, BEN, 2, 20)],
        [seat(1, ANNA, 1, 25), seat(1, BEN, 2, 25.1)],
        [seat(1, ANNA, 1, None), seat(1, BEN, 2, 40)],
        [seat(1, ANNA, 1, 10), seat(1, BEN, 1, 40)],
        [seat(1, ANNA, 1, 10), seat(1, None, 2, 40)],
        [seat(1, ANNA, 1, 10, counts=False), seat(1, BEN, 2, 40)],
        [seat(1, ANNA, 1, 10, hidden=True), seat(1, BEN, 2, 40)],
        [seat(1, ANNA, 1, 10), seat(1, -5, 2, 40)],
        [],
    ],
    ids=["expected", "close", "newcomer", "tie", "computer", "unrated", "hidden", "former", "nothing"],
)
def test_what_is_no_upset(week: list[PlayedSeat]) -> None:
    assert biggest_upset(week) is None


def test_a_comeback_follows_the_worst_chances() -> None:
    week = [seat(1, ANNA, 1), seat(1, None, 2), seat(2, BEN, 1), seat(2, None, 2), seat(3, CLARA, 2), seat(3, None, 1)]
    won = lone_victories(week)
    assert set(won) == {1, 2}
    # The computer's own estimates; what it hardly tried does not count.
    thoughts = {1: [[("a", 0.6, 400), ("b", 0.99, 3)], [("a", 0.8, 400)]], 2: [[("a", 0.95, 400)], [("a", 0.99, 9)]]}
    comeback = present(biggest_comeback(won, thoughts))
    assert (comeback.winner, [round(chance, 2) for chance in comeback.chances]) == (BEN, [0.05])
    assert biggest_comeback(won, {1: [[("a", 0.6, 400)]]}) is None, "never far behind"
    card_duel = {2: replace(won[2], game="card_duel")}
    assert biggest_comeback(card_duel, {2: thoughts[2]}) is None, "its stored figures are good for choosing only"


@given(st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1)), st.sampled_from(known_zones()), st.integers(0, 23))
def test_an_hour_comes_once_a_week_whatever_the_clocks_do(when: datetime, name: str, hour: int) -> None:
    """The next time lies ahead, at most a week and a skipped day away, and the one after it days later."""
    zone, now = ZoneInfo(name), when.replace(tzinfo=UTC)
    following = Rhythm(hour, SUNDAY).after(now, zone)
    assert now < following <= now + timedelta(days=15)
    again = Rhythm(hour, SUNDAY).after(following, zone)
    assert timedelta(days=6) < again - following < timedelta(days=15)
    daily = Rhythm(hour).after(now, zone)
    assert now < daily <= now + timedelta(hours=51)
