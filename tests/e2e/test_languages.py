"""The language of public messages on a server for which Discord knows none."""

from simcord import MemberActor

from cogs.shared.renderers import has_language
from playground.testing.people import slash
from playground.testing.room import Room
from playground.testing.screens import read, texts
from sessions.settings.server import ServerSetting
from tests.e2e.gateway import Gateway
from tests.e2e.test_server_settings import managers
from tests.e2e.watchers.restarts import Restart


async def test_two_german_members(room: Room, gateway: Gateway, restart: Restart) -> None:
    ann, bob = room.members["ann"], room.members["bob"]
    for person in (ann, bob):
        gateway.speak(person, "de")
    assert not has_language(room.bot.guilds[0])
    await slash(ann, room.channel, "play three-piles")
    lobby = room.channel.history()[-1]
    assert "Mitspielen" in [button.face for button in read(lobby).buttons]
    await restart()
    (table,) = await room.bot.service.lookup.all_open()
    renderer = await room.bot.renderers.for_channel(table)
    assert renderer.locale == "de"
    assert (await room.bot.renderers.for_server(room.guild.id)).locale == "de", "what nobody opened"


async def test_each_opener_has_their_own_and_a_choice_wins(room: Room, gateway: Gateway) -> None:
    ann, bob, cat = (room.members[name] for name in ("ann", "bob", "cat"))
    for person, language in ((ann, "fr"), (bob, "de"), (cat, "de")):
        gateway.speak(person, language)
        await slash(person, room.channel, "help")
    server, renderers = room.guild.id, room.bot.renderers
    assert (await renderers.for_server(server, ann.id)).locale == "fr"
    assert (await renderers.for_server(server, bob.id)).locale == "de"
    assert (await renderers.for_server(server)).locale == "de", "most members"
    await room.bot.service.server_settings.choose(server, ServerSetting.LANGUAGE, "es-ES")
    assert (await renderers.for_server(server, ann.id)).locale == "es-ES"


async def test_whoever_changes_language_or_is_forgotten_counts_no_longer(room: Room, gateway: Gateway) -> None:
    ann, bob, cat = (room.members[name] for name in ("ann", "bob", "cat"))
    languages = room.bot.service.languages
    for person, language in ((ann, "fr"), (bob, "de"), (cat, "de"), (bob, "fr")):
        gateway.speak(person, language)
        await slash(person, room.channel, "help")
    assert await languages.of_server(room.guild.id) == "fr", "two of three"
    languages.forget_member(ann.id)
    gateway.speak(bob, "de")
    await slash(bob, room.channel, "help")
    assert await languages.of_server(room.guild.id) == "de", "both"


async def test_a_community_has_the_language_that_it_has_chosen(room: Room, gateway: Gateway) -> None:
    gateway.speak(room.members["ann"], "fr")
    await slash(room.members["ann"], room.channel, "help")
    room.env.backend.make_community(room.guild.id, "de")
    await room.env.settle()
    assert (await room.bot.renderers.for_server(room.guild.id, room.members["ann"].id)).locale == "de"


async def test_a_manager_is_told_once_where_to_choose(room: Room, gateway: Gateway) -> None:
    ann, bob = room.members["ann"], room.members["bob"]
    await managers(room, ann)
    told = "kannst du eine Sprache für alle öffentlichen Nachrichten wählen"
    english = await everything(room, ann)
    assert "all public messages" not in english
    gateway.speak(ann, "de")
    gateway.speak(bob, "de")
    assert told not in await everything(room, bob), "who cannot choose is not told"
    answers = [await everything(room, ann) for _ in range(3)]
    assert [told in answer for answer in answers].count(True) == 1


async def everything(room: Room, person: MemberActor) -> str:
    """Every answer to a command."""
    result = await slash(person, room.channel, "help")
    return "\n".join(texts(message) for message in (result.response, *result.followups) if message)
