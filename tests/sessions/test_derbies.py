"""Derbies: who may accept, what is compared, and two processes of the bot that each serve one of the servers."""

import asyncio

import pytest
from card_room import ANNA, BEN, CLARA, GUILD, Room, refused

from db.cluster.shards import GUILD_SHIFT
from db.cup_records import CupRecord
from db.records import Phase, TableRecord
from engines import GAMES
from engines.contract import DailyGame
from sessions.cups.cups import MOST_OPEN, OTHER_SIDE
from sessions.cups.derby import GRACE
from sessions.cups.invitations import WRONG_CODE
from sessions.playing.practice import TRIED_ELSEWHERE
from sessions.shared.refusals import Refused

ELSEWHERE = 1 << GUILD_SHIFT
"""A server of shard 1. ``GUILD`` belongs to shard 0."""
HERE, THERE = 200, 900
GAME = GAMES["knotweed"]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cup's games are over after a turn."""
    monkeypatch.setattr(type(GAME), "daily", DailyGame(opponents=1, options={"turn_cap": 1}))


async def opened(room: Room, guild: int = GUILD, name: str = "Autumn", organiser: int = ANNA) -> CupRecord:
    async def is_shown(_: CupRecord) -> bool:
        return True

    return await room.service.cups.open(guild, HERE, organiser, name, GAME, deals=4, days=2, is_shown=is_shown)


async def invited(room: Room, cup: CupRecord) -> str:
    code, _ = await room.service.derby_invitations.invite(cup.id, cup.guild_id, "Alpha", ANNA, may_manage=False)
    return code


async def accepted(room: Room, code: str, guild: int = ELSEWHERE) -> CupRecord:
    return await room.service.derby_invitations.accept(code, guild, "Beta", THERE, BEN)


async def derby(here: Room, there: Room) -> tuple[CupRecord, CupRecord]:
    """The cups of both servers."""
    cup = await opened(here)
    rival = await accepted(there, await invited(here, cup))
    assert cup.id == rival.rival_id
    return (await here.service.cups.overview(cup.id)).cup, rival


async def finished(room: Room, cup: CupRecord, user: int) -> TableRecord:
    """Somebody's next deal, played to its end."""
    table = await room.service.cups.play(cup.id, cup.guild_id, cup.channel_id, user)
    while table.phase is Phase.PLAYING:
        table = await room.computers_moved(table)
        if table.phase is Phase.PLAYING:
            table = await room.some_moves(table, 1)
    return table


async def test_both_processes_say_the_same_in_the_end(here: Room, there: Room) -> None:
    cup, rival = await derby(here, there)
    assert [deal.seed for deal in rival.deals] == [deal.seed for deal in cup.deals]
    assert {deal.guild_id for deal in rival.deals} == {ELSEWHERE}
    assert rival.key == cup.key
    await finished(here, cup, ANNA)
    await finished(there, rival, BEN)
    await finished(there, rival, CLARA)
    due = cup.ends_at + GRACE
    for room, own in ((here, cup), (there, rival)):
        assert await room.service.times.cups.first() == (own.id, due), "each process posts its own result"
        assert await room.service.times.cups.first((own.id, due)) is None
        shown = await room.service.cups.overview(own.id)
        assert shown.derby is not None
        assert (shown.derby.members, shown.derby.score, shown.is_unsealed) == (frozenset(), None, False)
        room.time = due
    near, far = [await room.service.cups.overview(own.id) for room, own in ((here, cup), (there, rival))]
    assert near.lines == far.lines
    assert near.derby is not None
    assert far.derby is not None
    assert (near.derby.server, far.derby.server) == ("Beta", "Alpha")
    assert (near.derby.members, far.derby.members) == ({BEN, CLARA}, {ANNA})
    assert near.derby.score is not None
    assert far.derby.score is not None
    assert (near.derby.score.own, near.derby.score.rival) == (far.derby.score.rival, far.derby.score.own)
    assert near.derby.score.best == 1
    assert near.is_unsealed


async def test_a_deal_that_is_begun_in_both_processes_at_once_is_dealt_once(
    here: Room, there: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of them has looked for a try before the first was stored."""
    cup, rival = await derby(here, there)

    async def nothing_yet(*_: object) -> bool:
        return False

    await here.service.cups.play(cup.id, GUILD, HERE, CLARA)
    monkeypatch.setattr(there.service.cups, "_require_own_side", nothing_yet)
    monkeypatch.setattr(there.service.knowledge, "has_tried", nothing_yet)
    with refused(TRIED_ELSEWHERE.template):
        await there.service.cups.play(rival.id, ELSEWHERE, THERE, CLARA)
    assert await there.store.tables.open_tables() == [], "nothing is left open"


async def test_a_deal_that_was_played_in_the_other_process_is_known_when_the_derby_is_off(
    here: Room, there: Room
) -> None:
    cup, rival = await derby(here, there)
    await finished(here, cup, CLARA)
    with refused(OTHER_SIDE.template):
        await there.service.cups.play(rival.id, ELSEWHERE, THERE, CLARA)
    await here.service.cups.cancel(cup.id, GUILD, ANNA, may_manage=False)
    table = await there.service.cups.play(rival.id, ELSEWHERE, THERE, CLARA)
    assert table.deal is not None
    assert table.deal.deal == rival.deals[1].id


async def test_only_the_process_of_a_server_is_told_of_its_cup(here: Room, there: Room) -> None:
    told: dict[str, list[int]] = {"here": [], "there": []}
    here.service.cups.on_change, there.service.cups.on_change = told["here"].append, told["there"].append
    cup, rival = await derby(here, there)
    assert told == {"here": [], "there": []}, "the message of the first cup is another process's"
    await here.service.cross_process_tasks.look()
    assert told == {"here": [cup.id], "there": []}
    await there.service.cups.cancel(rival.id, ELSEWHERE, BEN, may_manage=False)
    await here.service.cross_process_tasks.look()
    assert told == {"here": [cup.id, cup.id], "there": []}
    told["here"].clear()
    shown = await here.service.cups.overview(cup.id)
    assert (shown.derby, shown.cup.derby_is_off) == (None, True)
    alone = await opened(here, name="Winter")
    near = await accepted(here, await invited(here, alone), GUILD + 1)
    assert told["here"] == [alone.id]
    await here.service.guild_data.left(GUILD + 1)
    assert told["here"] == [alone.id, alone.id]
    assert (await here.service.cups.overview(near.id)).cup.derby_is_off


async def test_what_is_over_is_not_called_off_any_more(room: Room) -> None:
    cup, _ = await derby(room, room)
    room.time = cup.ends_at
    await room.service.guild_data.left(ELSEWHERE)
    assert (await room.service.cups.overview(cup.id)).derby is not None


async def test_the_key_of_a_cancelled_cup_is_told_when_its_rival_has_ended(room: Room) -> None:
    cup, rival = await derby(room, room)
    await room.service.cups.cancel(cup.id, GUILD, ANNA, may_manage=False)
    assert not (await room.service.cups.overview(cup.id)).is_unsealed
    assert await room.service.times.cups.first() == (cup.id, cup.ends_at)
    await room.service.cups.cancel(rival.id, ELSEWHERE, BEN, may_manage=False)
    assert (await room.service.cups.overview(cup.id)).is_unsealed


async def test_of_two_servers_that_accept_at_once_one_finds_the_code_used(here: Room, there: Room) -> None:
    code = await invited(here, await opened(here))
    done = await asyncio.gather(
        accepted(here, code, GUILD + 1), accepted(there, code, ELSEWHERE), return_exceptions=True
    )
    (late,) = [one for one in done if isinstance(one, Refused)]
    assert str(late) == WRONG_CODE.template
    assert sum(isinstance(one, CupRecord) for one in done) == 1


async def test_two_sides_can_cancel_at_the_same_instant(here: Room, there: Room) -> None:
    """Each changes both cups, in the same order."""
    for name in map(str, range(10)):
        cup = await opened(here, name=name)
        rival = await accepted(there, await invited(here, cup), ELSEWHERE)
        await asyncio.gather(
            here.service.cups.cancel(cup.id, GUILD, ANNA, may_manage=False),
            there.service.cups.cancel(rival.id, ELSEWHERE, BEN, may_manage=False),
        )
        for own in (cup, rival):
            shown = await here.service.cups.overview(own.id)
            assert (shown.cup.is_cancelled, shown.cup.derby_is_off, shown.is_unsealed) == (True, True, True)
        here.pass_time(hours=1)
        there.pass_time(hours=1)


async def test_a_cup_whose_name_is_taken_gets_a_number_and_a_server_has_only_so_many(room: Room) -> None:
    code = await invited(room, await opened(room))
    for number in range(MOST_OPEN):
        await opened(room, ELSEWHERE, f"Autumn {number}" if number else "autumn", organiser=ANNA + 100 * number)
    with refused("This server has 5 cups"):
        await accepted(room, code)
    newest = (await room.service.cups.open_on(ELSEWHERE))[-1]
    assert newest.name == "Autumn 4"
    await room.service.cups.cancel(newest.id, ELSEWHERE, ANNA, may_manage=True)
    assert (await accepted(room, code)).name == "Autumn 4"
    room.pass_time(hours=1)
    with refused(WRONG_CODE.template):
        await accepted(room, code, GUILD + 1)


async def test_a_server_that_deletes_its_data_leaves_the_cup_of_the_other(room: Room) -> None:
    cup, rival = await derby(room, room)
    await room.service.guild_data.left(ELSEWHERE)
    room.pass_time(days=31)
    await room.service.guild_data.check([GUILD])
    assert await room.store.cups.get(rival.id) is None
    shown = await room.service.cups.overview(cup.id)
    assert (len(shown.cup.deals), shown.derby) == (4, None)
