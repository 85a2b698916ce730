"""/league derby: two servers play the same sealed deals, over a restart; nothing of the other is told too early."""

import json
import re
from collections.abc import Awaitable, Callable
from datetime import timedelta
from random import Random

import discord
import pytest
from simcord import ChannelHandle, GuildHandle, MemberActor

from playground.testing.people import press, slash
from playground.testing.room import Room, tap_refused, told
from playground.testing.screens import CARD, Seen, message_of, read, texts
from sessions.cups.cups import ALL_PLAYED, NO_CUP, OTHER_SIDE, PLAY_FIRST
from sessions.cups.invitations import HAS_BEGUN, HAS_RIVAL, OWN_SERVER, WRONG_CODE
from sessions.cups.sealing import deal_seed
from tests.e2e.gateway import Gateway
from tests.e2e.request_log import RequestLog
from tests.e2e.test_beat_my_hand import Rival
from tests.e2e.test_cups import DAY, begin, key_of, open_cup, play, quick, tables  # noqa: F401 - a fixture
from tests.e2e.test_practice_alone import newest


class Elsewhere:
    """Another server, its channel and its people; eve is a member of both."""

    def __init__(self, room: Room, name: str = "Beta *Club*") -> None:
        self.guild: GuildHandle = room.env.create_guild(name=name, preferred_locale="en-US")
        self.channel: ChannelHandle = self.guild.create_text_channel("cards elsewhere")
        self.zoe = self.guild.add_member(room.env.create_user("zoe"))
        self.yan = self.guild.add_member(room.env.create_user("yan"))
        self.eve = self.guild.add_member(room.members["eve"].user)


@pytest.fixture
async def elsewhere(room: Room) -> Elsewhere:
    place = Elsewhere(room)
    await room.env.settle()
    return place


async def invited(person: MemberActor, cup: Seen) -> str:
    """The code that the organiser gets, valid for a day."""
    answer = told(await press(person, cup, "Invite a server"))
    until = discord.utils.format_dt(discord.utils.utcnow() + timedelta(days=1), "f")
    assert f"{until}, opens a cup with the same deals" in answer
    (code,) = re.findall(r"`([0-9a-f]{20})`", answer)
    return code


async def derby(room: Room, elsewhere: Elsewhere) -> tuple[Seen, Seen]:
    """The messages of both cups."""
    ann = room.members["ann"]
    here = await open_cup(room, ann)
    await slash(elsewhere.zoe, elsewhere.channel, "league derby", code=await invited(ann, here))
    return here, elsewhere.channel.history()[-1]


def public(*channels: ChannelHandle) -> str:
    return "\n".join(texts(message) for channel in channels for message in channel.history())


async def test_a_derby_over_a_restart(
    room: Room, elsewhere: Elsewhere, restart: Callable[..., Awaitable[None]], request_log: RequestLog
) -> None:
    ann, bob, cat = room.people(3)
    here, there = await derby(room, elsewhere)
    assert "A derby against **Beta \\*Club\\***: its members get the same cards over there." in texts(
        room.channel.history()[0]
    )
    assert not [button for button in read(there).buttons if "Invite" in button.face]
    for person in (ann, bob, cat):
        await play(room, person, here)
    half_way = await begin(room, elsewhere.zoe, there)
    await restart(killed=True)
    half_way.message = message_of(await press(elsewhere.zoe, there, "Play"))  # type: ignore[assignment]
    await half_way.play()
    await play(room, elsewhere.yan, there)
    sent = len(request_log.requests)
    await room.env.advance_time(2 * DAY + 1)
    assert len(room.channel.history()) == len(elsewhere.channel.history()) == 1, "the last games of the other may come"
    await room.env.advance_time(5 * 60)
    assert len(room.channel.history()) == len(elsewhere.channel.history()) == 2, "each result is posted once"
    posted = json.dumps([request.body for request in request_log.requests[sent:]], default=str)
    assert key_of(room) in posted
    await check_result(room, elsewhere, [ann, bob, cat])


async def check_result(room: Room, elsewhere: Elsewhere, own: list[MemberActor]) -> None:
    """Both results say what an independent count of the first deal does."""
    results = [texts(channel.history()[-1]) for channel in (room.channel, elsewhere.channel)]
    first: dict[int, float] = {}
    for deal, number in tables(room):
        assert deal in (1, 5), "the first deal of each cup"
        table = await room.bot.store.tables.get(number)
        assert table is not None
        seat = next(seat.seat for seat in table.seats if seat.user_id == table.host_id)
        (first[table.host_id],) = [one.points for one in await room.bot.store.games.results(number) if one.seat == seat]
    totals = {
        user: sum(2 * (points > other) + (points == other) for other in first.values()) - 1
        for user, points in first.items()
    }
    rivals = [elsewhere.zoe, elsewhere.yan]
    servers = (r"Beta \\\*", re.escape(room.guild.name))
    for result, mine, theirs, server in zip(results, (own, rivals), (rivals, own), servers, strict=True):
        for person in (*mine, *theirs):
            suffix = rf" \\\({server}.*" if person in theirs else ""
            assert re.search(rf"\. {person.name}{suffix}: {totals[person.id]} \(", result), result
    sides = [sorted((totals[one.id] for one in side), reverse=True)[:2] for side in (own, rivals)]
    means = [sum(side) / 2 for side in sides]
    if means[0] == means[1]:
        assert all(f"is a draw: {means[0]:g} matchpoints each on average" in result for result in results)
    else:
        winner = room.guild.name if means[0] > means[1] else "Beta \\*Club\\*"
        shown = " to ".join(f"{mean:g}" for mean in sorted(means, reverse=True))
        for result in results:
            assert f"**{winner}** wins the derby" in result
            assert f"{shown} matchpoints on average, counting each server's best 2 members." in result


async def test_nothing_of_the_other_side_is_told_before_the_end(
    room: Room, elsewhere: Elsewhere, gateway: Gateway, request_log: RequestLog
) -> None:
    ann, bob = room.people(2)
    here, there = await derby(room, elsewhere)
    await play(room, ann, here)
    await play(room, bob, here)
    before = len(request_log.requests)
    assert told(await press(elsewhere.zoe, there, "Results")) == PLAY_FIRST.template
    gateway.forge(json.dumps(read(there).button("Play").custom_id), json.dumps(read(here).button("Play").custom_id))
    assert told(await press(elsewhere.zoe, there, "Play")) == NO_CUP.template
    rival = await play(room, elsewhere.zoe, there)
    known = texts(await press(elsewhere.zoe, rival.message, "Results"))
    assert f"1. {elsewhere.zoe.name}: 0 (0)" in known.replace("\\", ""), "alone"
    await room.env.advance_time(61)
    own = f"channels/{room.channel.id}/"
    sent = json.dumps([one.body for one in request_log.requests[before:] if own not in one.path], default=str)
    assert not [secret for secret in (key_of(room), *secrets(room)) if secret in sent]
    assert not re.findall(rf"\b({ann.name}|{bob.name}|{ann.id}|{bob.id})\b", sent)
    assert elsewhere.zoe.name not in public(room.channel)
    for command in ("hand", "games", "replay", "leaderboard"):
        assert not CARD.findall(texts(await slash(elsewhere.yan, elsewhere.channel, command)))


def secrets(room: Room) -> list[str]:
    return [deal_seed(key_of(room), number) for number in range(1, 5)]


async def test_a_member_of_both_servers_plays_each_deal_once(room: Room, elsewhere: Elsewhere) -> None:
    ann, eve = room.members["ann"], room.members["eve"]
    here, there = await derby(room, elsewhere)
    rival = await play(room, eve, here)
    assert await tap_refused(room, lambda: press(elsewhere.eve, there, "Play")) == OTHER_SIDE.template
    await press(ann, await press(ann, here, "Cancel"), "Cancel the cup")
    for deal in (6, 7, 8):
        other = await begin(room, elsewhere.eve, there)
        await other.play()
        assert (deal, other.table_id) in set(tables(room)), "the derby is off, but the first deal is known"
    assert await tap_refused(room, lambda: press(elsewhere.eve, there, "Play")) == ALL_PLAYED.template
    assert rival.table_id == 1


async def test_who_has_deleted_their_data_gets_no_second_try_elsewhere(room: Room, elsewhere: Elsewhere) -> None:
    eve = room.members["eve"]
    here, there = await derby(room, elsewhere)
    await play(room, eve, here)
    await room.bot.service.privacy.delete(eve.id)
    other = await begin(room, elsewhere.eve, there)
    assert (6, other.table_id) in set(tables(room)), "the second deal"


async def test_a_side_that_cancels_ends_the_derby_and_the_other_goes_on(room: Room, elsewhere: Elsewhere) -> None:
    ann = room.members["ann"]
    here, there = await derby(room, elsewhere)
    await play(room, elsewhere.yan, there)
    await press(ann, await press(ann, here, "Cancel"), "Cancel the cup")
    await room.env.advance_time(61)
    assert "Cancelled by the organiser." in public(room.channel)
    assert "This cup goes on alone." in public(elsewhere.channel)
    assert key_of(room) not in public(room.channel, elsewhere.channel), "the other server still plays these deals"
    await room.env.advance_time(2 * DAY + 5 * 60)
    assert key_of(room) in public(room.channel)
    assert len(room.channel.history()) == 1, "there is no result"
    assert f"{elsewhere.yan.name} wins!" in texts(elsewhere.channel.history()[-1])
    assert "derby" not in texts(elsewhere.channel.history()[-1])


async def test_a_server_that_removes_the_bot_ends_the_derby(room: Room, elsewhere: Elsewhere) -> None:
    await derby(room, elsewhere)
    await room.env.advance_time(61)
    room.env.backend.emit("GUILD_DELETE", {"id": str(elsewhere.guild.id)})
    await room.env.advance_time(61)
    await room.env.advance_time(61)
    assert "This cup goes on alone." in public(room.channel)
    await room.bot.service.guild_data.joined(elsewhere.guild.id)
    await room.env.advance_time(2 * DAY + 5 * 60)
    await room.env.advance_time(61)
    assert all("derby" not in texts(place.channel.history()[-1]) for place in (room, elsewhere))


async def test_codes_are_used_once_and_by_another_server(room: Room, elsewhere: Elsewhere, gateway: Gateway) -> None:
    ann, bob = room.people(2)
    here = await open_cup(room, ann)
    assert "Only the organiser" in await tap_refused(room, lambda: press(bob, here, "Invite a server"))
    old, code = await invited(ann, here), await invited(ann, here)
    assert code not in json.dumps(room.rows(), default=str), "only its hash is stored"
    assert told(await slash(bob, room.channel, "league derby", code=code)) == OWN_SERVER.template

    async def answer(person: MemberActor, typed: str) -> str:
        return told(await slash(person, elsewhere.channel, "league derby", code=typed))

    assert await answer(elsewhere.zoe, old) == WRONG_CODE.template
    await slash(elsewhere.zoe, elsewhere.channel, "league derby", code=f" {code.upper()}")
    assert len(room.rows()["cups"]) == 2
    for wrong in (code, "guess", "guess"):
        assert await answer(elsewhere.zoe, wrong) == WRONG_CODE.template
    too_many = "You can try 5 codes an hour. You can try again in 60 minutes."
    assert await answer(elsewhere.zoe, "guess") == too_many
    gateway.forge("cup:1:results", "cup:1:invite")  # a message that has not been updated yet
    assert await tap_refused(room, lambda: press(ann, here, "Results")) == HAS_RIVAL.template
    assert len(room.rows()["cups"]) == 2


async def test_a_code_is_good_for_a_day_and_before_anybody_has_begun(room: Room, elsewhere: Elsewhere) -> None:
    (ann,) = room.people(1)
    here = await open_cup(room, ann)
    code = await invited(ann, here)
    await room.env.advance_time(DAY + 1)
    assert told(await slash(elsewhere.zoe, elsewhere.channel, "league derby", code=code)) == WRONG_CODE.template
    await begin(room, ann, here)
    assert await tap_refused(room, lambda: press(ann, here, "Invite a server")) == HAS_BEGUN.template


async def test_the_side_on_which_nobody_plays_has_lost(room: Room, elsewhere: Elsewhere) -> None:
    here, _ = await derby(room, elsewhere)
    await play(room, room.members["ann"], here)
    await room.env.advance_time(2 * DAY + 5 * 60)
    for channel in (room.channel, elsewhere.channel):
        assert f"**{room.guild.name}** wins the derby: nobody on Beta" in texts(channel.history()[-1])


async def test_a_derby_that_nobody_plays_is_a_draw(room: Room, elsewhere: Elsewhere) -> None:
    await derby(room, elsewhere)
    await room.env.advance_time(2 * DAY + 5 * 60)
    for channel in (room.channel, elsewhere.channel):
        assert re.search(r"⚔️ The derby between .* and .* is a draw\.", texts(channel.history()[-1]))
        assert "Nobody has finished a deal." in texts(channel.history()[-1])


async def test_both_sides_get_the_same_deal(room: Room, elsewhere: Elsewhere) -> None:
    here, there = await derby(room, elsewhere)
    played: list[Rival] = []
    for person, cup in ((room.members["ann"], here), (elsewhere.zoe, there)):
        rival = await begin(room, person, cup)
        rival._chance = Random("alike")
        await rival.play()
        played.append(rival)
    assert played[0].shown == played[1].shown
    assert (await newest(room)).seed == secrets(room)[0]
