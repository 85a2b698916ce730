"""/games, the way from one hand to the next, and news for members who do not play."""

import discord
import pytest
from simcord import ChannelHandle

from db.posts import CALLED_AFTER
from playground.testing.people import newest_with_buttons, pings_in, press, slash
from playground.testing.room import Room, told
from playground.testing.screens import read, texts
from sessions.shared.guard import PLAYERS_WANTED
from sessions.tables.lookup import PATIENCE, THERE


async def second_game(room: Room, *, first: int = 0) -> ChannelHandle:
    """Ann and Cat play Knotweed in another channel."""
    ann, _, cat = room.people(3)
    former, room.channel = room.channel, room.guild.create_text_channel("garden")
    await slash(ann, room.channel, "play knotweed", first=first)
    await press(cat, room.shown, "Join")
    await press(ann, room.shown, "Start")
    garden, room.channel = room.channel, former
    return garden


def called(channel: ChannelHandle, text: str) -> list[discord.Message]:
    """The messages of a channel with this text in their content."""
    return [message for message in channel.history() if text in message.content]


async def test_games_lists_all_your_tables_with_yours_to_move_first(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=1)
    garden = await second_game(room)
    shown = await slash(ann, garden, "games")
    listed = texts(shown)
    assert listed.index("Knotweed: ann, cat") < listed.index("3 Piles: ann, bob")
    assert "▶️ **Knotweed" in listed
    assert "It's your turn." in listed
    assert "It's bob's turn." in listed
    assert f"https://discord.com/channels/{room.guild.id}/{room.channel.id}/{room.shown.id}" in listed
    assert listed.count("(last change <t:") == 2
    assert listed.count("time runs out <t:") == 2
    assert shown.response is not None
    assert shown.response.ephemeral


async def test_tables_of_another_server_are_listed_and_played_from_here(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    other = room.env.create_guild(name="Other house")
    lounge = other.create_text_channel("lounge")
    guest = other.add_member(ann.user)
    listed = await slash(guest, lounge, "games")
    assert "3 Piles: ann, bob" in texts(listed)
    await press(guest, await press(guest, listed, "My hand"), "Draw a card")
    assert "Your tables" in texts(listed), "the list stays"
    assert await room.moves() == ["draw"]
    room.env.backend.remove_guild(room.guild.id)
    await room.env.settle()
    assert "You are not playing anywhere" in texts(await slash(guest, lounge, "games"))


async def test_the_list_has_pages(room: Room) -> None:
    ann, *hosts = list(room.members.values())
    for number, host in enumerate(hosts):
        channel = room.guild.create_text_channel(f"cards-{number}")
        await slash(host, channel, "play counter")
        await press(ann, newest_with_buttons(channel), "Join")
    listed = await slash(ann, room.channel, "games")
    assert "Page 1 of 2" in texts(listed)
    assert texts(listed).count("The game has not started yet.") == 6
    await press(ann, listed, "Next")
    assert "Page 2 of 2" in texts(listed)
    assert texts(listed).count("The game has not started yet.") == 2


@pytest.mark.parametrize("command", ["games", "hand"])
async def test_who_has_no_table_yet_can_learn_a_game(room: Room, command: str) -> None:
    ann = room.members["ann"]
    shown = await slash(ann, room.channel, command)
    assert shown.ephemeral
    assert "/play opens" in texts(shown)
    assert "Learn a game in three minutes" in texts(shown)
    lesson = await press(ann, shown, "Knotweed")
    assert "Step 1 of" in texts(lesson)


async def test_the_first_message_on_a_server_offers_the_lessons(room: Room) -> None:
    """It is in the channel that the server has chosen for such messages; a server without one gets none."""
    for channel_id in (None, room.channel.id):
        assert not room.channel.history()
        room.env.backend.edit_guild(room.guild.id, {"system_channel_id": channel_id})
        await room.env.settle()
        with room.env._bot_scope():
            room.bot.dispatch("guild_join", room.bot.get_guild(room.guild.id))
        await room.env.settle()
    (hello,) = room.channel.history()
    assert "Learn a game in three minutes" in texts(hello)
    lesson = await press(room.members["ann"], hello, "3 Piles")
    assert lesson.ephemeral
    for seconds in (60, 25 * 3600):  # in an outage Discord may say that the bot was removed
        for event in ("guild_remove", "guild_join"):
            with room.env._bot_scope():
                room.bot.dispatch(event, room.bot.get_guild(room.guild.id))
            await room.env.advance_time(seconds)
        (greeting,) = room.channel.history()
        assert (greeting.id != hello.id) == (seconds > 60)


async def test_the_hand_leads_to_the_next_table_that_waits(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await second_game(room)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert not any("Next table" in button.face for button in read(room.hand_of(ann)).buttons)
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    await press(ann, room.hand_of(ann), "Next table")
    assert "Knotweed" in room.hand_text(ann)
    # The message has left the first table, so a move there does not bring it back.
    await room.hand(bob)
    await press(bob, room.hand_of(bob), "Draw a card")
    assert "Knotweed" in room.hand_text(ann)
    await press(ann, room.hand_of(ann), "Pass")
    assert not any("Next table" in button.face for button in read(room.hand_of(ann)).buttons)


async def test_no_next_table_while_only_computers_think(room: Room) -> None:
    """It would be gone as soon as they have moved."""
    await second_game(room)
    (ann,) = await room.deal("knotweed", 1, opponents="easy", first=0)
    await press(ann, room.hand_of(ann), "Pass")
    assert "thinking" in room.hand_text(ann)
    assert not any("Next table" in button.face for button in read(room.hand_of(ann)).buttons)
    await room.computers()
    await room.confirm(ann, "resign")
    await press(ann, room.hand_of(ann), "Next table")
    assert "Knotweed" in room.hand_text(ann)


async def test_a_time_that_is_far_away_is_not_shown_to_those_who_are_there(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.type_move(ann, "draw")
    shown = (texts(room.shown), room.hand_text(ann), texts(await room.hand(bob)))
    assert not any("<t:" in text for text in shown), "a day a turn, and ann plays on"
    assert "time runs out <t:" in texts(await slash(ann, room.channel, "games"))
    await room.env.advance_time(PATIENCE.total_seconds())
    assert "<t:" in texts(await room.hand(bob)), "ann may have left"
    await room.env.advance_time(THERE.total_seconds())
    assert "23 hours left" in texts(pings_in(room.channel)[0])


# Following


async def test_a_follower_is_called_when_the_game_ends(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    cat, dan = room.members["cat"], room.members["dan"]
    assert "You are following this game" in told(await press(cat, room.shown, "Follow"))
    await press(dan, room.shown, "Follow")
    assert "no longer following" in told(await press(dan, room.shown, "Follow"))
    await room.type_move(ann, "draw")
    assert not called(room.channel, "that you follow")
    await room.confirm(bob, "resign")
    (call,) = called(room.channel, "The 3 Piles game that you follow is over.")
    assert texts(call) == f"{cat.mention} The 3 Piles game that you follow is over. ann wins!"
    assert [user.id for user in call.mentions] == [cat.id]


async def test_a_follower_is_told_that_a_game_was_closed(room: Room) -> None:
    ann, _ = await room.deal("three-piles", 2)
    await press(room.members["cat"], room.shown, "Follow")
    await room.confirm(ann, "end")
    assert called(room.channel, "was closed without a result")


# Calls for players


def calls_for_players(room: Room) -> list[list[int]]:
    return [[user.id for user in call.mentions] for call in called(room.channel, "needs players")]


async def test_those_who_want_to_play_are_called_once_in_half_an_hour(room: Room) -> None:
    ann, bob, cat = room.people(3)
    for person in (ann, bob, cat):
        await room.choose_own(person, "counter", "knotweed", menu="calls")
    await room.choose_own(cat, "counter", menu="calls")
    await room.open("knotweed", 1)
    assert calls_for_players(room) == []
    await room.env.advance_time(CALLED_AFTER.total_seconds())
    assert calls_for_players(room) == [[bob.id]], "not the host, nor those who no longer want it"
    (call,) = called(room.channel, "needs players")
    assert f"/{room.channel.id}/{room.shown.id}'" in str(call.components)
    await room.confirm(ann, "end")
    await room.open("knotweed", 1)
    await room.env.advance_time(CALLED_AFTER.total_seconds())
    assert len(calls_for_players(room)) == 1
    await room.confirm(ann, "end")
    await room.env.advance_time(PLAYERS_WANTED.total_seconds())
    await room.open("knotweed", 1)
    await room.env.advance_time(CALLED_AFTER.total_seconds())
    assert len(calls_for_players(room)) == 2


async def test_nobody_is_called_to_another_game_or_to_a_full_table(room: Room) -> None:
    await room.choose_own(room.members["cat"], "three_piles", menu="calls")
    ann, _ = await room.open("three-piles", 2)
    await room.env.advance_time(CALLED_AFTER.total_seconds())
    await room.confirm(ann, "end")
    await room.open("knotweed", 1)
    await room.env.advance_time(CALLED_AFTER.total_seconds())
    assert calls_for_players(room) == []


async def test_a_message_calls_at_most_twenty(room: Room) -> None:
    for number in range(1000, 1030):
        await room.bot.service.listeners.subscribe(room.guild.id, "knotweed", number, wanted=True)
    await room.open("knotweed", 1)
    await room.env.advance_time(CALLED_AFTER.total_seconds())
    (call,) = called(room.channel, "needs players")
    assert call.content.count("<@") == 20
