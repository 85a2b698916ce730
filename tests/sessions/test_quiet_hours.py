"""Quiet hours in a time zone: over midnight, on days with 23 or 25 hours, and none at all."""

from datetime import UTC, datetime

import pytest
from card_room import ANNA, BEN, Room

from sessions.settings.quiet_hours import QuietHours, known_zones
from sessions.settings.settings import Pings, Wish


def at(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("hours", "when", "expected"),
    [
        ("Europe/Berlin 22 8", "2026-01-10T20:59", "2026-01-10T20:59"),
        ("Europe/Berlin 22 8", "2026-01-10T21:00", "2026-01-11T07:00"),
        ("Europe/Berlin 22 8", "2026-01-11T06:59", "2026-01-11T07:00"),
        ("Europe/Berlin 22 8", "2026-01-11T07:00", "2026-01-11T07:00"),
        ("UTC 9 17", "2026-01-10T12:30", "2026-01-10T17:00"),
        ("UTC 9 17", "2026-01-10T17:00", "2026-01-10T17:00"),
        ("UTC 9 9", "2026-01-10T09:30", "2026-01-10T09:30"),
        ("UTC 22 0", "2026-01-10T23:30", "2026-01-11T00:00"),
        ("Asia/Kathmandu 22 8", "2026-01-10T18:00", "2026-01-11T02:15"),
        # On 29 March 2026 the hour from 2 to 3 is missing in Berlin, on 25 October it comes twice.
        ("Europe/Berlin 22 8", "2026-03-28T22:00", "2026-03-29T06:00"),
        ("Europe/Berlin 22 2", "2026-03-29T00:30", "2026-03-29T01:00"),
        ("Europe/Berlin 22 8", "2026-10-24T22:00", "2026-10-25T07:00"),
    ],
)
def test_the_next_moment_at_which_a_call_is_allowed(hours: str, when: str, expected: str) -> None:
    quiet = QuietHours.parse(hours)
    assert str(quiet) == hours
    assert quiet.next_ping(at(when)) == at(expected)


@pytest.mark.parametrize("zone", ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "UTC"])
def test_a_call_is_never_delayed_into_quiet_hours_or_for_more_than_a_day(zone: str) -> None:
    for start, end in ((22, 8), (0, 3), (23, 1)):
        quiet = QuietHours(zone, start, end)
        for day in ("2026-03-08", "2026-03-29", "2026-04-05", "2026-10-04", "2026-10-25", "2026-11-01"):
            for hour in range(24):
                when = at(f"{day}T{hour:02}:10")
                call = quiet.next_ping(when)
                assert when <= call
                assert (call - when).total_seconds() < 86_400


def test_all_time_zones_can_be_used() -> None:
    assert "Europe/Berlin" in known_zones()
    for zone in known_zones():
        QuietHours(zone, 22, 8).next_ping(at("2026-01-10T12:00"))


async def test_settings_of_a_member_are_read_together_and_again_once_one_is_chosen(room: Room):
    settings, read = room.service.settings, list[float]()
    await settings.pings(ANNA)
    await settings.wants(ANNA, Wish.HELP)  # from now on it is known for what settings a member is asked
    room.store.database.observers.append(read.append)
    for member in (BEN, ANNA):
        assert await settings.pings(member) is Pings.AWAY
        assert await settings.wants(member, Wish.HELP)
    assert len(read) == 1
    await settings.choose(BEN, Wish.HELP, False)
    await settings.choose_pings(BEN, Pings.NEVER)
    read.clear()
    assert (await settings.wants(BEN, Wish.HELP), await settings.pings(BEN)) == (False, Pings.NEVER)
    assert len(read) == 1
    assert await settings.plays_forced(BEN) is False
    assert await settings.pings(BEN) is Pings.NEVER
    settings.forget_member(BEN)
    assert await settings.pings(BEN) is Pings.NEVER
