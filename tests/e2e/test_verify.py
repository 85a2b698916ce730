"""*Verify*: what tables, results and replays show of a deal."""

import json
from hashlib import sha256
from random import Random

import pytest
from discord import PermissionOverwrite
from simcord import ChannelHandle, MemberActor

from db.records import Phase
from playground.testing.people import press, private_messages, public_messages, slash, suggestions
from playground.testing.robot import Robot
from playground.testing.room import Room, refused, told
from playground.testing.screens import texts
from tests.e2e.request_log import RequestLog

pytestmark = pytest.mark.usefixtures("nobody_is_asked_first")


SEED = "7d3f0b6c1e9a48d25b7c0f1e2d3a4b5c"
HASH = sha256(SEED.encode()).hexdigest()


async def verified(room: Room, person: MemberActor, channel: ChannelHandle, game: str = "1") -> str:
    """What *Verify* below the replay of a finished game answers, to this person alone."""
    replay = await slash(person, channel, "replay", game=game)
    shown = await press(person, replay, "Verify")
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
    for person in (ann, bob, room.members["cat"]):
        answer = texts(await room.more(person, "Verify"))
        assert HASH in answer
        assert "stays secret until the game is over" in answer
    for _ in range(6):
        (person,) = await room.to_act()
        await Robot(room, person, Random(1)).step()
    await room.more(ann, "Show the table here")
    await room.confirm(ann, "end")
    assert "closed without a result, so its cards and its seed stay secret" in texts(await room.more(ann, "Verify"))
    shown = [*public_messages(room.channel), *private_messages(ann, room.channel), *private_messages(bob, room.channel)]
    assert SEED not in "\n".join(map(texts, shown))
    assert SEED not in json.dumps([request.body for request in request_log.requests], default=str)


async def test_a_finished_game_shows_the_seed_and_that_it_gives_the_result(room: Room, seeds: list[str]) -> None:
    await finished_game(room, seeds)
    cat = room.members["cat"]
    offered = await suggestions(cat, room.channel, "replay", "game", "knot")
    assert offered == {"1 · Knotweed: ann, bob": "1"}
    link = f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{room.shown.id}"
    for typed in ("1", "#1", link):
        answer = await verified(room, cat, room.channel, typed)
        assert f"`{SEED}`" in answer
        assert f"`{HASH}`" in answer
        assert "✅ The seed has this hash." in answer
        assert "✅ Replaying the seed and the moves gives the result of the game." in answer
        assert "❌" not in answer


async def test_what_cannot_be_verified_gets_a_sentence(room: Room, seeds: list[str]) -> None:
    cat = room.members["cat"]
    await finished_game(room, seeds)
    for typed in ("nonsense", "-1", "9" * 40):
        assert "I can't read that" in await refused(room, cat, "replay", game=typed)
    for typed in ("2", "8999999999999999999", "https://discord.com/channels/1/2/3"):
        assert "no such game" in await refused(room, cat, "replay", game=typed)


async def test_games_of_channels_and_servers_that_a_member_cannot_see_stay_unknown(
    room: Room, seeds: list[str]
) -> None:
    """Players may look anyway; in a channel that everybody can see, everybody may."""
    ann, _ = await finished_game(room, seeds)
    other = room.env.create_guild(name="Other house")
    guest = other.add_member(room.env.create_user("guest"))
    lounge = other.create_text_channel("lounge")
    assert "no such game" in told(await slash(guest, lounge, "replay", game="1"))
    elsewhere = room.guild.create_text_channel("elsewhere")
    assert SEED in await verified(room, room.members["cat"], elsewhere, game="1")
    room.env.backend.delete_channel(room.channel.id)
    await room.env.settle()
    assert "no such game" in told(await slash(room.members["cat"], elsewhere, "replay", game="1"))
    assert SEED in await verified(room, ann, elsewhere, game="1")


async def test_a_game_of_a_channel_that_is_closed_to_a_member(room: Room, seeds: list[str]) -> None:
    cat, elsewhere = room.members["cat"], room.channel
    room.channel = room.guild.create_text_channel(
        "closed", overwrites={cat.user: PermissionOverwrite(view_channel=False)}
    )
    await finished_game(room, seeds)
    assert "no such game" in told(await slash(cat, elsewhere, "replay", game="1"))
    assert SEED in await verified(room, room.members["dan"], elsewhere, game="1")


async def test_a_practice_game_is_only_its_owners(room: Room, seeds: list[str]) -> None:
    seeds.append(SEED)
    ann, cat = room.members["ann"], room.members["cat"]
    await slash(ann, room.channel, "practice three-piles")
    assert HASH in texts(await room.more(ann, "Verify"))
    assert "no such game" in await refused(room, cat, "replay", game="1")
    await room.confirm(ann, "resign")
    assert SEED in await verified(room, ann, room.channel, game="1")
    assert "no such game" in await refused(room, cat, "replay", game="1")
