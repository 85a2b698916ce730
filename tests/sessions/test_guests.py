"""Who may be invited, how often, and who may join."""

from card_room import ANNA, BEN, CLARA, DAN, GUILD, KNOTWEED, Room, refused, refuses

from db.records import NewTable, TableRecord
from engines import GAMES
from opponents import Level
from sessions.shared.guard import MOST_INVITED


async def for_invited_members(room: Room, *invited: int) -> TableRecord:
    """A lobby of Anna's that only these members can join."""
    game = GAMES[KNOTWEED]
    table = await room.lobby.open(NewTable(GUILD, 200, ANNA, KNOTWEED, game.Options().dump(), invited_only=True))
    await room.service.guests.admit(table.id, invited)
    return table


async def test_only_invited_members_join(room: Room):
    table = await for_invited_members(room, BEN)
    await refuses("Only invited members can join", room.lobby.join(table.id, CLARA))
    await room.lobby.join(table.id, BEN)
    await room.service.guests.invite(table.id, BEN, CLARA)
    assert (await room.restarted().lobby.join(table.id, CLARA)).users == (ANNA, BEN, CLARA)


async def test_an_invited_member_can_leave_and_return(room: Room):
    table = await for_invited_members(room, BEN)
    for _ in range(2):
        await room.lobby.join(table.id, BEN)
        await room.lobby.leave(table.id, BEN)


async def test_computers_of_a_full_table_make_room_for_invited_members_only(room: Room):
    table = await for_invited_members(room, BEN)
    await room.lobby.add_computers(table.id, ANNA, [Level.EASY] * (GAMES[KNOTWEED].seats[-1] - 1))
    await refuses("Only invited members can join", room.lobby.join(table.id, CLARA))
    assert BEN in (await room.lobby.join(table.id, BEN)).users


async def test_limits_are_those_of_the_inviter(room: Room):
    table = await room.opened(KNOTWEED, [ANNA, BEN])
    for user_id in range(1000, 1000 + MOST_INVITED):
        await room.service.guests.invite(table.id, ANNA, user_id)
    with refused("You can invite 10 members an hour. You can invite more <t:"):
        await room.service.guests.invite(table.id, ANNA, DAN)
    await room.service.guests.invite(table.id, BEN, 1000)
    room.pass_time(hours=1)
    await room.service.guests.invite(table.id, ANNA, DAN)


async def test_an_invitation_that_fails_does_not_count(room: Room):
    table = await room.opened(KNOTWEED, [ANNA, BEN])
    for _ in range(2):
        await refuses("has a seat at this table", room.service.guests.invite(table.id, ANNA, BEN))
