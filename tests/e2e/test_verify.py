"""/verify, and what tables, results and replays show of a deal."""

import json
from hashlib import sha256
from random import Random

from discord import PermissionOverwrite
from simcord import ChannelHandle, MemberActor

from db.records import Phase
from playground.testing.people import private_messages, public_messages, slash
from playground.testing.robot import Robot, play_out
from playground.testing.room import Room, refused, told
from playground.testing.screens import texts
from tests.e2e.request_log import RequestLog

SEED = "7d3f0b6c1e9a48d25b7c0f1e2d3a4b5c"
HASH = sha256(SEED.encode()).hexdigest()


async def verified(person: MemberActor, channel: ChannelHandle, **options: str) -> str:
    """What /verify answers, to this person alone."""
    shown = await slash(person, channel, "verify", **options)
    assert shown.ephemeral
    return texts(shown)


async def finished_game(room: Room, seeds: list[str]) -> list[MemberActor]:
    """A game of one move, with a real seed."""
    seeds.append(SEED)
    people = await room.deal("knotweed", 2, first=0, turn_cap=1)
    await room.type_move(people[0], "pass")
    assert (await room.table()).phase is Phase.FINISHED
    return people


async def test_a_running_game_shows_its_hash_and_nothing_else(
    room: Room, seeds: list[str], request_log: RequestLog
) -> None:
    seeds.append(SEED)
    ann, bob = await room.deal("three-piles", 2)
    assert texts(room.shown).splitlines()[-1] == f"-# Game 1 · deal {HASH[:16]}…"
    for person in (ann, bob, room.members["cat"]):
        answer = await verified(person, room.channel)
        assert HASH in answer
        assert "stays secret until the game is over" in answer
    for _ in range(6):
        (person,) = await room.to_act()
        await Robot(room, person, Random(1)).step()
    await slash(ann, room.channel, "table")
    await room.confirm(ann, "end")
    assert "closed without a result, so its cards and its seed stay secret" in await verified(ann, room.channel)
    shown = [*public_messages(room.channel), *private_messages(ann, room.channel), *private_messages(bob, room.channel)]
    assert SEED not in "\n".join(map(texts, shown))
    assert SEED not in json.dumps([request.body for request in request_log.requests], default=str)


async def test_a_finished_game_shows_the_seed_and_that_it_gives_the_result(room: Room, seeds: list[str]) -> None:
    seeds.append(SEED)
    people = await room.deal("three-piles", 2)
    await play_out(room, [Robot(room, person, Random(6)) for person in people])
    line = f"-# Game 1 · deal {HASH[:16]}… · seed {SEED}"
    assert texts(room.shown).splitlines()[-1] == line
    cat = room.members["cat"]
    assert texts(await slash(cat, room.channel, "replay")).splitlines()[-1] == line
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{room.shown.id}"
    for options in ({}, {"game": "1"}, {"game": "#1"}, {"game": link}):
        answer = await verified(cat, room.channel, **options)
        assert f"`{SEED}`" in answer
        assert f"`{HASH}`" in answer
        assert "✅ The seed has this hash." in answer
        assert "✅ Replaying the seed and the moves gives the result of the game." in answer
        assert "❌" not in answer


async def test_what_cannot_be_verified_gets_a_sentence(room: Room, seeds: list[str]) -> None:
    cat = room.members["cat"]
    assert "No cards have been dealt in this channel yet" in await refused(room, cat, "verify")
    await finished_game(room, seeds)
    for typed in ("nonsense", "-1", "9" * 40):
        assert "I can't read that" in await refused(room, cat, "verify", game=typed)
    for typed in ("2", "8999999999999999999", "https://discord.com/channels/1/2/3"):
        assert "no such game" in await refused(room, cat, "verify", game=typed)


async def test_games_of_channels_and_servers_that_a_member_cannot_see_stay_unknown(
    room: Room, seeds: list[str]
) -> None:
    """Those who played may look all the same; in a channel that is there for everybody, everybody may."""
    ann, _ = await finished_game(room, seeds)
    other = room.env.create_guild(name="Other house")
    guest = other.add_member(room.env.create_user("guest"))
    lounge = other.create_text_channel("lounge")
    assert "no such game" in told(await slash(guest, lounge, "verify", game="1"))
    elsewhere = room.guild.create_text_channel("elsewhere")
    assert SEED in await verified(room.members["cat"], elsewhere, game="1")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert "no such game" in told(await slash(room.members["cat"], elsewhere, "verify", game="1"))
    assert SEED in await verified(ann, elsewhere, game="1")


async def test_a_game_of_a_channel_that_is_closed_to_a_member(room: Room, seeds: list[str]) -> None:
    cat, elsewhere = room.members["cat"], room.channel
    room.channel = room.guild.create_text_channel(
        "closed", overwrites={cat.user: PermissionOverwrite(view_channel=False)}
    )
    await finished_game(room, seeds)
    assert "no such game" in told(await slash(cat, elsewhere, "verify", game="1"))
    assert SEED in await verified(room.members["dan"], elsewhere, game="1")


async def test_a_practice_game_is_only_its_owners(room: Room, seeds: list[str]) -> None:
    seeds.append(SEED)
    ann, cat = room.members["ann"], room.members["cat"]
    await slash(ann, room.channel, "practice three-piles")
    assert HASH in await verified(ann, room.channel, game="1")
    assert "no such game" in await refused(room, cat, "verify", game="1")
    await room.confirm(ann, "resign")
    assert SEED in await verified(ann, room.channel, game="1")
    assert "no such game" in await refused(room, cat, "verify", game="1")
