"""Games outside the servers of the bot count for their member alone."""

from card_room import ANNA, BEN, CHANNEL, GUILD, Room

from db.records import NO_SERVER, TableRecord
from sessions.daily.games import DailyOffer
from sessions.occasions import Kind
from sessions.settings.settings import Wish


async def given_up(room: Room, user: int) -> TableRecord:
    """A member's game of the day, begun and given up."""
    offer = await room.service.daily.today(NO_SERVER, user)
    assert isinstance(offer, DailyOffer)
    table = await room.service.daily.begin(NO_SERVER, 900, user, offer.day)
    await room.seats.resign(table.id, user)
    return table


async def test_the_game_of_the_day_has_nobody_else(room: Room) -> None:
    tables = {user: await given_up(room, user) for user in (ANNA, BEN)}
    assert tables[ANNA].seed == tables[BEN].seed
    for user, table in tables.items():
        results = await room.service.daily.results(table.id, user)
        assert [line.user_id for line in results.lines] == [user]


async def test_it_is_no_server_that_has_removed_the_bot(room: Room) -> None:
    await given_up(room, ANNA)
    assert NO_SERVER in await room.store.departures.known_servers()
    await room.service.guild_data.check([GUILD])
    assert NO_SERVER not in await room.store.departures.since()


async def test_a_reminder_is_planned_wherever_the_member_plays(room: Room) -> None:
    """Also if they ask for it in direct messages; where they play for themselves, nobody is reminded."""
    for place in (NO_SERVER, GUILD):
        offer = await room.service.daily.today(place, ANNA)
        assert isinstance(offer, DailyOffer)
        await room.service.daily.begin(place, CHANNEL, ANNA, offer.day)
    await room.service.reminders.plan(ANNA)
    assert await room.store.occasions.time_of(GUILD, Kind.REMINDER) is None, "not asked for"
    await room.service.settings.choose(ANNA, Wish.REMINDER, True)
    await room.service.reminders.plan(ANNA)
    assert await room.store.occasions.time_of(GUILD, Kind.REMINDER) is not None
    assert await room.store.occasions.time_of(NO_SERVER, Kind.REMINDER) is None
