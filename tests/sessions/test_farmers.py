"""A day of somebody with a second account, in each way of farming, beside that of an honest member who wins as often.

`pytest -rP tests/sessions/test_farmers.py` prints what each has at the end of the day.
"""

from collections.abc import Awaitable, Callable

import pytest
from card_room import ANNA, BEN, CLARA, DAN, GUILD, PILES, Room

from sessions.settings.quiet_hours import QuietHours
from sessions.tables.results import shown_rating

Day = Callable[[Room, int, int], Awaitable[None]]
HOURS = 20


async def won(room: Room, winner: int, loser: int, channel: int) -> None:
    """A game that the loser gives up when that counts."""
    await room.seats.resign((await room.under_way(players=[winner, loser], channel=channel)).id, loser)


async def play_all_day(room: Room, winner: int, loser: int) -> None:
    for hour in range(HOURS):
        await won(room, winner, loser, hour)
        room.pass_time(hours=1)


async def delete_the_data_of_the_loser(room: Room, winner: int, loser: int) -> None:
    for hour in range(HOURS):
        await won(room, winner, loser, hour)
        await room.service.privacy.delete(loser)
        room.pass_time(hours=1)


async def move_the_time_zone(room: Room, winner: int, loser: int) -> None:
    for hour in range(HOURS):
        zone = f"Etc/GMT{hour - 12:+d}"
        await room.service.settings.choose_quiet_hours(QuietHours(zone, 0, 0), server=GUILD)
        await won(room, winner, loser, hour)
        room.pass_time(hours=1)


async def begin_all_at_once(room: Room, winner: int, loser: int) -> None:
    for table in [await room.started(players=[winner, loser], channel=channel) for channel in range(HOURS)]:
        await room.seats.resign(table.id, loser)
    await play_all_day(room, winner, loser)


async def leave_what_begins_badly(room: Room, winner: int, loser: int) -> None:
    for hour in range(HOURS):
        table = await room.started(players=[winner, loser], channel=hour)
        await (room.play.end(table.id, winner, may_manage=True) if hour % 2 else room.seats.resign(table.id, winner))
        await won(room, winner, loser, hour)
        room.pass_time(hours=1)


async def at_the_end(room: Room, winner: int) -> tuple[int, int]:
    """A member's rating and points of the season."""
    rating = await room.store.leaderboards.rating(GUILD, winner, PILES)
    season = (await room.service.seasons.page(GUILD, winner, offset=0, limit=1)).own
    return 1000 if rating is None else shown_rating(rating), 0 if season is None else season.points


@pytest.mark.parametrize(
    "day", [delete_the_data_of_the_loser, move_the_time_zone, begin_all_at_once, leave_what_begins_badly]
)
async def test_a_farmer_gains_nothing_beside_an_honest_member(room: Room, day: Day) -> None:
    """It was 2,283 instead of 1,336 with the data deleted, and 12 times as many points with the time zone moved."""
    await day(room, ANNA, BEN)
    farmed = await at_the_end(room, ANNA)
    room.pass_time(days=2)
    await play_all_day(room, CLARA, DAN)
    honest = await at_the_end(room, CLARA)
    print(f"{day.__name__}: rating {farmed[0]} beside {honest[0]}, points {farmed[1]} beside {honest[1]}")
    assert honest == (1336, 3)
    # Whoever has had their data deleted is a newcomer again: who beats three newcomers has 24 points more.
    assert farmed[0] <= honest[0] + (24 if day is delete_the_data_of_the_loser else 0)
    assert farmed[1] <= honest[1]
