"""An hour in which ten accounts do all that members can tap or type, to ping one member who is away.

``CARDROOM_HOSTILE`` is how many things they do; with ``-rP`` the test says how often they pinged.
"""

import os
from contextlib import suppress
from random import Random

import discord
from simcord import MemberActor

from playground.testing.people import choose, pick_member, press, private_messages, slash
from playground.testing.room import Room
from playground.testing.screens import Seen, read
from sessions.pings import PAUSE
from sessions.shared.guard import MOST_CALLED, WITHIN
from tests.e2e.request_log import RequestLog
from tests.e2e.watchers.pings import pings

STEPS = int(os.environ.get("CARDROOM_HOSTILE", "60"))
ACCOUNTS = 10
GAMES = ("knotweed", "three-piles", "card-duel", "counter")
DEEDS = ("play", "public", "public", "private", "private", "challenge", "invite", "rematch", "delete")


class Gang:
    """Ten accounts that act at random, and their victim, who plays at a table with some of them."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.chance = Random("hostile")
        self.victim, *self.members = room.people(ACCOUNTS - 1)
        while len(self.members) < ACCOUNTS:
            self.members.append(room.guild.add_member(room.env.create_user(f"account {len(self.members)}")))
        self.finished: discord.Message | None = None

    async def prepare(self) -> None:
        """The victim sits at a table with two of them, and has finished a game with the same."""
        for game in ("three-piles", "knotweed"):
            await slash(self.members[0], self.room.channel, f"play {game}", pace="days_1")
            for person in (self.members[1], self.victim):
                if game == "knotweed" or person is self.victim:
                    await press(person, self.room.shown, "Join")
            await press(self.members[0], self.room.shown, "Start")
            if game == "three-piles":
                await self.room.confirm(self.members[0], "resign")
                self.finished = self.room.shown

    async def act(self) -> None:
        """One of them does something, whatever comes of it."""
        person, deed = self.chance.choice(self.members), self.chance.choice(DEEDS)
        match deed:
            case "play":
                game = self.chance.choice(GAMES)
                await slash(person, self.room.channel, f"play {game}", opponents=self.victim.mention)
            case "public":
                await self._use(person, self.chance.choice(_live(self.room.channel.history())))
            case "private":
                await self._use_private(person)
            case "challenge":
                asked = await person.context_menu(self.room.channel, "Challenge to a game", self.victim)
                if asked.response is not None and read(asked).menus:
                    await choose(person, asked, self.chance.choice(read(asked).menus[0].options).value)
            case "invite":
                more = await press(person, self.chance.choice(_live(self.room.channel.history())), "More")
                if any("Invite" in menu.face for menu in read(more).menus):
                    await pick_member(person, more, self.victim, "Invite a member")
            case "rematch":
                assert self.finished is not None
                await press(self.members[0], self.finished, "Rematch")
            case _:
                await self.room.bot.service.privacy.delete(person.id)

    async def _use_private(self, person: MemberActor) -> None:
        seen = [message for message in private_messages(person, self.room.channel) if read(message).buttons]
        if seen:
            await self._use(person, seen[-1])

    async def _use(self, person: MemberActor, seen: Seen) -> None:
        buttons = [button for button in read(seen).buttons if not button.disabled and button.custom_id]
        if buttons:
            await press(person, seen, self.chance.choice(buttons).face)


def _live(messages: list[discord.Message]) -> list[discord.Message]:
    """The messages with a table on which somebody can tap."""
    return [message for message in messages if any("More" in button.face for button in read(message).buttons)]


async def test_an_hour_of_everything(room: Room, request_log: RequestLog) -> None:
    gang = Gang(room)
    await gang.prepare()
    before = len(pings(request_log))
    for _ in range(STEPS):
        with suppress(AssertionError):  # no such button just now
            await gang.act()
        await room.env.advance_time(WITHIN.total_seconds() / STEPS)
    made = [users for users in pings(request_log)[before:] if gang.victim.id in users]
    print(f"{STEPS} deeds in an hour: {len(made)} pings")
    assert 0 < len(made) <= MOST_CALLED + WITHIN / PAUSE
