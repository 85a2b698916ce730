"""Roles for the season's first three: chosen in /settings, given and taken at midnight, never above the bot's own."""

import pytest
from discord import Permissions
from simcord import MemberActor
from simcord.builders import RoleHandle

from cogs.honours import RETRY_SECONDS
from playground.testing.people import press
from playground.testing.room import Room
from playground.testing.screens import Seen, message_of, texts
from playground.testing.truths.limits import ROLES
from playground.testing.truths.requests import Refusal
from sessions.honours import Honour
from sessions.occasions import Kind
from tests.e2e.test_leaderboards_and_rules import play_in_the_past, win_in_the_past
from tests.e2e.test_privacy import delete
from tests.e2e.test_server_settings import managers
from tests.e2e.test_sunday import comes
from tests.e2e.watchers.restarts import Restart

MANAGE_ROLES = Permissions(manage_roles=True, view_channel=True, send_messages=True)


@pytest.fixture
async def ann(room: Room) -> MemberActor:
    """Ann may manage the server and its roles, and the bot may give roles."""
    ann = room.members["ann"]
    await managers(room, ann)
    return ann


async def bot_role(room: Room, permissions: Permissions, position: int) -> None:
    """Let the bot have this role alone."""
    assert room.bot.user is not None
    own = room.env.backend.guilds[room.guild.id].members[room.bot.user.id]
    for role_id in list(own.role_ids):
        room.env.backend.remove_member_role(room.guild.id, room.bot.user.id, role_id)
    role = room.guild.create_role("bot", permissions=permissions, position=position)
    room.env.backend.add_member_role(room.guild.id, room.bot.user.id, role.id)
    await room.env.settle()


async def page(room: Room, person: MemberActor) -> Seen:
    return await press(person, await room.server_panel(person), "Roles for the best")


async def choose_role(person: MemberActor, shown: Seen, honour: Honour, role: RoleHandle | None) -> str:
    values = [role] if role else []
    result = await person.select(message_of(shown), values, custom_id=f"honour:{honour}")
    assert result.acknowledged
    private = [message.content for message in (result.response, *result.followups) if message]
    return next(filter(None, private), "")


async def test_the_first_of_the_season_gets_the_role_until_another_is(room: Room, ann: MemberActor) -> None:
    await bot_role(room, MANAGE_ROLES, 9)
    await give_ann_all(room, ann)
    gold = room.guild.create_role("gold", position=2)
    winner, _ = await play_in_the_past(room, 1)
    shown = await page(room, ann)
    await choose_role(ann, shown, Honour.FIRST, gold)
    assert members_with(room, gold) == set(), "not before midnight"
    await comes(room, Kind.HONOURS)
    assert members_with(room, gold) == {winner.id}
    await choose_role(ann, shown, Honour.FIRST, None)
    await comes(room, Kind.HONOURS)
    assert members_with(room, gold) == set()
    assert await room.bot.store.occasions.time_of(room.guild.id, Kind.HONOURS) is None, "nothing is left to give"


async def first_and_second(room: Room) -> list[MemberActor]:
    """Two new members, of whom the first has won two games of the season and the second one."""
    number = len(room.env.backend.guilds[room.guild.id].members)
    first, second = [room.guild.add_member(room.env.create_user(f"new{number + each}")) for each in range(2)]
    for game, (winner, loser) in enumerate(((first, second), (first, second), (second, first))):
        await win_in_the_past(room, winner, loser, channel=1000 + 10 * number + game)
    return [first, second]


async def give_ann_all(room: Room, ann: MemberActor) -> None:
    role = room.guild.create_role("boss", permissions=Permissions(manage_roles=True), position=8)
    room.env.backend.add_member_role(room.guild.id, ann.id, role.id)
    await room.env.settle()


async def prizes(room: Room, ann: MemberActor, *honours: Honour) -> list[RoleHandle]:
    """A role for each of these, which ann has chosen and the bot may give."""
    await bot_role(room, MANAGE_ROLES, 9)
    await give_ann_all(room, ann)
    shown = await page(room, ann)
    roles = [room.guild.create_role(str(honour), position=2 + number) for number, honour in enumerate(honours)]
    for honour, role in zip(honours, roles, strict=True):
        await choose_role(ann, shown, honour, role)
    return roles


def members_with(room: Room, role: RoleHandle) -> set[int]:
    members = room.env.backend.guilds[room.guild.id].members
    return {user_id for user_id, member in members.items() if role.id in member.role_ids}


async def test_roles_that_cannot_be_given(room: Room, ann: MemberActor) -> None:
    await give_ann_all(room, ann)
    shown = await page(room, ann)
    low, high = room.guild.create_role("low", position=1), room.guild.create_role("high", position=7)
    await bot_role(room, Permissions(view_channel=True, send_messages=True), 5)
    assert "I need the permission Manage Roles" in await choose_role(ann, shown, Honour.FIRST, low)
    await bot_role(room, MANAGE_ROLES, 5)
    assert "it is not below my own role" in await choose_role(ann, shown, Honour.FIRST, high)
    await choose_role(ann, shown, Honour.FIRST, low)
    assert await room.bot.service.honours.role(room.guild.id, Honour.FIRST) == low.id


async def test_nobody_rises_by_way_of_the_bot(room: Room, ann: MemberActor) -> None:
    await bot_role(room, MANAGE_ROLES, 9)
    admin = room.guild.create_role("admin", permissions=Permissions(administrator=True), position=6)
    answer = await choose_role(ann, await page(room, ann), Honour.FIRST, admin)
    assert "You can only choose roles that you could give yourself" in answer
    assert await room.bot.service.honours.role(room.guild.id, Honour.FIRST) is None


async def test_members_and_roles_that_are_gone(room: Room, ann: MemberActor) -> None:
    """Quietly nothing: who has left has no roles, and a role that was deleted is nobody's."""
    gold, silver = await prizes(room, ann, Honour.FIRST, Honour.SECOND)
    winner, second = await first_and_second(room)
    room.guild.remove_member(winner)
    await comes(room, Kind.HONOURS)
    assert members_with(room, gold) == {second.id}, "the next in line"
    assert members_with(room, silver) == set()
    room.env.backend.delete_role(room.guild.id, silver.id)
    await comes(room, Kind.HONOURS)
    assert "Roles for the best" in texts(await page(room, ann))
    assert not room.env.errors


async def test_the_roles_of_a_server_that_was_out_of_reach_at_the_start(room: Room, ann: MemberActor) -> None:
    """The bot does not know them then, and gives and takes them all the same."""
    (gold,) = await prizes(room, ann, Honour.FIRST)
    winner, second = await first_and_second(room)
    await comes(room, Kind.HONOURS)
    known = room.bot.get_guild(room.guild.id)
    assert known is not None
    known._roles.clear()
    for channel in (2001, 2002):
        await win_in_the_past(room, second, winner, channel=channel)
    await comes(room, Kind.HONOURS)
    assert members_with(room, gold) == {second.id}


async def test_whose_data_is_deleted_loses_the_role(room: Room, ann: MemberActor, restart: Restart) -> None:
    """As soon as Discord takes it, also after a restart. Until then the bot knows whom to take it from."""
    (gold,) = await prizes(room, ann, Honour.FIRST)
    winner, other = await first_and_second(room)
    await comes(room, Kind.HONOURS)
    failing = room.env.backend.refuse(Refusal(lambda asked: "/roles/" in asked.path, 503, 0, None))
    await delete(room, winner)
    assert members_with(room, gold) == {winner.id}
    await restart(killed=True)
    await comes(room, Kind.HONOURS)
    failing.times = 0
    await room.env.advance_time(RETRY_SECONDS)
    assert members_with(room, gold) == {other.id}, "the first of those who are left"
    assert not await room.bot.service.honours.given_to(winner.id)


async def test_roles_that_are_lost_are_given_again(room: Room, ann: MemberActor) -> None:
    """Both for one who left and came back, and for one from whom a moderator has taken the role."""
    gold, silver = await prizes(room, ann, Honour.FIRST, Honour.SECOND)
    winner, second = await first_and_second(room)
    await comes(room, Kind.HONOURS)
    room.env.backend.remove_member_role(room.guild.id, second.id, silver.id)
    room.guild.remove_member(winner)
    await comes(room, Kind.HONOURS)
    assert members_with(room, gold) == {second.id}
    room.guild.add_member(winner.user)
    await comes(room, Kind.HONOURS)
    assert members_with(room, gold) == {winner.id}
    assert members_with(room, silver) == {second.id}


async def test_equal_firsts_of_the_season_both_have_the_role(room: Room, ann: MemberActor) -> None:
    gold, bronze = await prizes(room, ann, Honour.FIRST, Honour.THIRD)
    people = [*await first_and_second(room), *await first_and_second(room)]
    await comes(room, Kind.HONOURS)
    assert members_with(room, gold) == {people[0].id, people[2].id}
    assert members_with(room, bronze) == {people[1].id, people[3].id}


async def test_a_server_whose_roles_have_to_wait_holds_up_no_other(room: Room, ann: MemberActor) -> None:
    (gold,) = await prizes(room, ann, Honour.FIRST)
    winner, _ = await play_in_the_past(room, 1)
    room.env.backend.limits.exhaust(ROLES, room.guild.id, 2 * 24 * 3600)
    await comes(room, Kind.HONOURS)
    assert members_with(room, gold) == set()
    assert room.bot.service.timer.fires_at is not None
    await room.env.advance_time(2 * 24 * 3600)
    assert members_with(room, gold) == {winner.id}
