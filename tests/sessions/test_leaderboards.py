"""Who may look at which ratings."""

import pytest
from card_room import ANNA, BEN, GUILD, PILES, Room, refused

from sessions.settings.server import ServerSetting


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
    with refused("private"):
        await rated.service.leaderboards.record(GUILD, BEN, about=ANNA)
    assert len((await rated.service.leaderboards.record(GUILD, ANNA, about=ANNA)).among_members) == 1


async def test_a_server_without_a_leaderboard_shows_nothing(rated: Room) -> None:
    await rated.service.server_settings.choose(GUILD, ServerSetting.LEADERBOARD, "off")
    with refused("no leaderboard"):
        await rated.service.leaderboards.page(GUILD, ANNA, None, offset=0, limit=1, practice=False)
    with refused("no leaderboard"):
        await rated.service.leaderboards.record(GUILD, ANNA, about=ANNA)
