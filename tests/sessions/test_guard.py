"""Nobody can pester others, by tapping fast, at the same time, from several accounts or after having data deleted."""

import asyncio
from datetime import timedelta

from card_room import ANNA, BEN, CLARA, DAN, KNOTWEED, Room, refused, refuses

from sessions.shared.guard import BETWEEN_CALLS, MOST_CALLED, MOST_INVITED, WEEK, WITHIN, Call, Post
from sessions.shared.refusals import Refused
from tests.databases import Raw

MANY = 15


async def invited(room: Room, inviter: int, *users: int) -> bool:
    """Whether this member could invite these."""
    try:
        async with room.service.guests.inviting(inviter, users):
            return True
    except Refused:
        return False


async def test_simultaneous_invitations_are_one(room: Room):
    tried = await asyncio.gather(*(invited(room, ANNA, BEN) for _ in range(MANY)))
    assert tried.count(True) == 1


async def test_a_deletion_of_data_resets_no_limit(room: Room):
    assert await invited(room, ANNA, BEN)
    assert await invited(room, ANNA, *range(1000, 1000 + MOST_INVITED - 1))
    for here in (room, room.restarted()):
        await here.service.privacy.delete(ANNA)
        with refused("You have just invited <@12>. You can do that again <t:"):
            async with here.service.guests.inviting(ANNA, [BEN]):
                pass
        with refused("You can invite 10 members an hour. You can invite more <t:"):
            async with here.service.guests.inviting(ANNA, [DAN]):
                pass
    room.time += BETWEEN_CALLS
    assert not await invited(room, ANNA, BEN), "ten an hour are enough"
    room.time += WITHIN - BETWEEN_CALLS
    assert await invited(room, ANNA, BEN)


async def test_many_callers_share_what_one_member_has_to_bear(room: Room):
    tried = await asyncio.gather(*(invited(room, caller, BEN) for caller in range(1000, 1000 + MANY)))
    assert tried.count(True) == MOST_CALLED
    with refused("Members have pinged <@12> 10 times in the last hour. You can invite them <t:"):
        async with room.service.guests.inviting(CLARA, [BEN]):
            pass
    for call in Call:
        assert await room.service.guard.admits(call, DAN, [BEN, CLARA]) == [CLARA]
    room.time += WITHIN
    assert await invited(room, CLARA, BEN)


async def test_calls_of_different_kinds_do_not_wait_for_each_other(room: Room):
    admits = room.service.guard.admits
    assert [await admits(call, ANNA, [BEN]) for call in Call] == [[BEN]] * len(Call)
    assert [await admits(call, ANNA, [BEN]) for call in Call] == [[]] * len(Call)
    assert await admits(Call.REQUEST, BEN, [ANNA]) == [ANNA], "who calls and who is called differ"
    room.time += BETWEEN_CALLS
    assert await admits(Call.REQUEST, ANNA, [BEN]) == [BEN]


async def test_leagues_call_a_member_five_times_a_week_at_most(room: Room):
    """Three times about matches, so that two calls are left for a meeting; a message that is sent again is the same."""
    admits = room.service.guard.admits

    async def called(call: Call, posts: range) -> list[bool]:
        found: list[bool] = []
        for post in posts:
            room.time += WITHIN
            found.append(await admits(call, post, [ANNA], f"{post} 1") == [ANNA])
            assert (await admits(call, post, [ANNA], f"{post} 1") == [ANNA]) == found[-1]
        return found

    began = room.time
    assert await called(Call.AT_ONCE, range(6)) == [True] * 3 + [False] * 3
    assert await called(Call.ROUND, range(6, 7)) == [True], "a round is told though much has been"
    assert await called(Call.MEETING, range(7, 9)) == [True, False]
    assert await called(Call.EVENING, range(9, 15)) == [True] * 6, "an evening is another matter"
    for call, post in ((Call.MATCH, 20), (Call.ROUND, 21)):
        assert await admits(call, post, [BEN], f"{post} 1") == [BEN]
        assert await admits(call, post, [BEN], f"{post} 2") == [], "once a day about the same"
    room.time = began + WEEK + 6 * WITHIN
    assert await called(Call.MATCH, range(22, 24)) == [True, True]


async def test_what_came_to_nothing_does_not_count(room: Room):
    for _ in range(2):
        with refused("no room"):
            async with room.service.guests.inviting(ANNA, [BEN]):
                raise Refused("no room")  # type: ignore[arg-type]
    assert await invited(room, ANNA, BEN)


async def test_a_post_has_a_pause_of_its_own(room: Room):
    guard = room.service.guard
    async with guard.posting(Post.RESULT, 1), guard.posting(Post.RESULT, 2), guard.posting(Post.TABLE, 1):
        pass
    when = f"<t:{(room.time + BETWEEN_CALLS).timestamp():.0f}:R>"
    with refused(f"That has just been posted. You can post it again {when}."):
        async with guard.posting(Post.RESULT, 1):
            pass
    with refused("That has just been posted. You can post it again <t:"):
        async with guard.posting(Post.TABLE, 1):
            pass


async def test_somebody_turned_away_is_not_let_in_after_a_deletion(room: Room):
    table = await room.opened(KNOTWEED, [ANNA, BEN, CLARA])
    await room.lobby.free_seat(table.id, ANNA, 2)
    for here, is_deleted in ((room, False), (room, True), (room.restarted(), True)):
        if is_deleted:
            await here.service.privacy.delete(CLARA)
        await refuses("The host has removed you", here.lobby.join(table.id, CLARA))
        await refuses("only the host can invite them again", here.service.guests.invite(table.id, BEN, CLARA))
    assert (await room.opened(KNOTWEED, [BEN, CLARA], channel=300)).users == (BEN, CLARA), "another table"
    await room.service.guests.invite(table.id, ANNA, CLARA)
    assert CLARA in (await room.lobby.join(table.id, CLARA)).users


async def test_what_is_kept_tells_nobody_and_goes(room: Room, raw: Raw):
    member = 912345678901234567
    assert await invited(room, member, member + 1)
    rows = raw.rows("SELECT * FROM uses")
    assert len(rows) == 3
    assert "912345" not in str(rows)
    room.time += WITHIN
    assert await room.service.guard.admits(Call.REMATCH, ANNA, [BEN]) == [BEN]
    assert len(raw.rows("SELECT * FROM uses")) == 2


async def test_a_clock_that_was_set_back_keeps_nobody_waiting(room: Room):
    assert await invited(room, ANNA, BEN)
    room.time -= timedelta(days=1)
    assert await invited(room, ANNA, BEN)
