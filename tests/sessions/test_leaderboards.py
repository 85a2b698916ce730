"""Seasons, who may look at which ratings, and who has a place of honour."""

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from card_room import ANNA, BEN, GUILD, PILES, Room, refused, refuses
from hypothesis import given
from hypothesis import strategies as st

from sessions.honours import places
from sessions.leaderboards import Season
from sessions.settings.server import ServerSetting
from sessions.settings.settings import QuietHours, known_zones


@pytest.fixture
async def rated(room: Room) -> Room:
    """Anna has given up a game against Ben."""
    table = await room.under_way(PILES, [ANNA, BEN])
    await room.seats.resign(table.id, ANNA)
    return room


async def test_a_page_has_the_line_of_the_member_who_looks(rated: Room) -> None:
    page = await rated.service.leaderboards.page(GUILD, ANNA, PILES, offset=0, limit=1, practice=False)
    assert ([line.player for line in page.standings], page.total) == ([BEN], 2)
    assert page.own is not None
    assert (page.own.player, page.own.wins) == (ANNA, 0)
    record = await rated.service.leaderboards.record(GUILD, BEN, about=ANNA)
    assert ([line.games for line in record.among_members], list(record.with_computers)) == ([1], [])


async def test_a_hidden_record_is_shown_only_to_its_member(rated: Room) -> None:
    await rated.service.privacy.hide(ANNA, hidden=True)
    await refuses("private", rated.service.leaderboards.record(GUILD, BEN, about=ANNA))
    assert len((await rated.service.leaderboards.record(GUILD, ANNA, about=ANNA)).among_members) == 1


async def test_a_server_without_a_leaderboard_shows_nothing(rated: Room) -> None:
    await rated.service.server_settings.choose(GUILD, ServerSetting.LEADERBOARD, "off")
    with refused("no leaderboard"):
        await rated.service.leaderboards.page(GUILD, ANNA, None, offset=0, limit=1, practice=False)
    await refuses("no leaderboard", rated.service.leaderboards.record(GUILD, ANNA, about=ANNA))


@given(st.datetimes(timezones=st.timezones()), st.sampled_from(known_zones()))
def test_every_moment_has_one_season(when: datetime, name: str) -> None:
    """Also where clocks change: before its end a moment is in the season, and from then on it is not."""
    zone = ZoneInfo(name)
    if not 2000 <= when.year <= 2100:
        return
    season = Season.of(when.astimezone(zone).date())
    assert Season.numbered(season.number) == season
    assert when < season.ends_at(zone)
    assert Season.numbered(season.number - 1).ends_at(zone) <= when


async def test_a_game_counts_in_the_season_in_which_it_ends(room: Room) -> None:
    """Here that is one by the server's clock and another by that of UTC."""
    await room.service.settings.choose_quiet_hours(QuietHours("Asia/Tokyo", 0, 0), server=GUILD)
    room.time = datetime(2026, 9, 30, 14, 59, tzinfo=UTC)
    table = await room.under_way(PILES, [ANNA, BEN])
    assert (await room.service.seasons.now(GUILD)) == Season(2026, 2)
    room.time = datetime(2026, 9, 30, 15, tzinfo=UTC)
    await room.seats.resign(table.id, ANNA)
    page = await room.service.seasons.page(GUILD, ANNA, offset=0, limit=9)
    assert (page.season, page.ends_at) == (Season(2026, 3), datetime(2026, 12, 31, 15, tzinfo=UTC))
    assert [(line.user_id, line.points) for line in page.lines] == [(BEN, 1)]
    assert await room.service.seasons.hall_of_fame(GUILD) == {}
    rating = await room.store.leaderboards.rating(GUILD, BEN, PILES)
    room.time = datetime(2027, 1, 1, tzinfo=UTC)
    assert (await room.service.seasons.page(GUILD, ANNA, offset=0, limit=9)).lines == []
    hall = await room.service.seasons.hall_of_fame(GUILD)
    assert {season: [line.user_id for line in lines] for season, lines in hall.items()} == {Season(2026, 3): [BEN]}
    assert await room.store.leaderboards.rating(GUILD, BEN, PILES) == rating


async def test_a_month_without_a_game_hides_a_rating_until_the_next(room: Room) -> None:
    await room.seats.resign((await room.under_way(PILES, [ANNA, BEN])).id, ANNA)
    boards = room.service.leaderboards
    room.pass_time(days=30, seconds=1)
    page = await boards.page(GUILD, ANNA, None, offset=0, limit=9, practice=False)
    assert (list(page.standings), page.total) == ([], 0)
    assert page.own is not None
    assert page.own.has_faded
    await room.seats.resign((await room.under_way(PILES, [ANNA, BEN])).id, BEN)
    assert (await boards.page(GUILD, ANNA, None, offset=0, limit=9, practice=False)).total == 2


async def test_a_server_without_a_leaderboard_has_no_season(room: Room) -> None:
    await room.service.server_settings.choose(GUILD, ServerSetting.LEADERBOARD, "off")
    await refuses("no leaderboard", room.service.seasons.page(GUILD, ANNA, offset=0, limit=9))
    await refuses("no leaderboard", room.service.seasons.hall_of_fame(GUILD))


@pytest.mark.parametrize("quarter", range(4))
def test_seasons_have_names(quarter: int) -> None:
    assert str(Season(2026, quarter).name).endswith(" 2026")


@pytest.mark.parametrize(
    ("ranked", "gone", "found"),
    [
        ([(1, 7), (2, 8), (3, 9), (4, 10)], [], [[7], [8], [9]]),
        ([(1, 7), (1, 8), (1, 9), (4, 10)], [], [[7, 8, 9], [], []]),
        ([(1, 7), (1, 8), (3, 9), (3, 10)], [], [[7, 8], [], [9, 10]]),
        ([(1, 7), (2, 8), (2, 9), (4, 10)], [], [[7], [8, 9], []]),
        ([(1, 7), (2, 8), (3, 9), (4, 10)], [7], [[8], [9], [10]]),
        ([(1, 7), (1, 8), (3, 9), (4, 10)], [8], [[7], [9], [10]]),
        ([(1, 7), (1, 8), (1, 9), (4, 10)], [8], [[7, 9], [], [10]]),
        ([(1, 7), (2, 8), (2, 9), (2, 10)], [], [[7], [8, 9, 10], []]),
        ([(1, 7), (2, 8), (3, 9), (3, 10)], [7], [[8], [9, 10], []]),
        ([(1, 7), (1, 8), (3, 9), (4, 10)], [7, 8], [[9], [10], []]),
        ([(1, 7)], [7], [[], [], []]),
        ([], [], [[], [], []]),
    ],
)
async def test_each_place_is_shared_and_those_who_have_gone_leave_no_gap(
    ranked: Sequence[tuple[int, int]], gone: Sequence[int], found: Sequence[Sequence[int]]
) -> None:
    async def is_here(user: int) -> bool:
        return user not in gone

    assert await places(ranked, 3, is_here) == found
