"""A server with a channel for cards and people in it, and the bot's own records of what happens there."""

import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import discord
from discord import PermissionOverwrite
from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage
from simcord.backend.models import Overwrite
from simcord.enums import OverwriteType

from cogs.client import Cardroom
from db.records import TableRecord
from playground.testing.life import DATABASE, MakeBot, PatientEnv, living, make_bot
from playground.testing.log_watch import LogWatch
from playground.testing.people import answered, choose, newest_with_buttons, pick_member, press, private_messages, slash
from playground.testing.screens import Seen, message_of, read, texts
from sessions.computers.players import PAUSE
from sessions.settings.server import OFF, ServerSetting
from sessions.snapshots import Snapshot

NAMES = ("ann", "bob", "cat", "dan", "eve", "fay", "gus", "hal", "ivy")


MANY_PAUSES = 200
"""More than computers need until somebody else is to act."""

KEPT = ("reviews",)
"""Tables of the database that only keep what can be computed again."""


class Room:
    """Where a test plays. ``members`` are all people of the server by name; the first of ``NAMES`` host.

    ``database`` is the file of the bot: what people do is judged by what is stored there, too.
    """

    def __init__(self, env: PatientEnv, database: Path, server: str = "Test Guild") -> None:
        self.env = env
        served = env.bot.shard_ids if isinstance(env.bot, discord.AutoShardedClient) else None
        self.guild = env.create_guild(name=server, preferred_locale="en-US", shard_id=served[0] if served else None)
        self.channel = self.guild.create_text_channel("cards")
        self.members = {name: self.guild.add_member(env.create_user(name)) for name in NAMES}
        self._database = database
        self._hands: dict[int, ResponseMessage] = {}

    def people(self, count: int) -> list[MemberActor]:
        """The first ``count`` members."""
        return list(self.members.values())[:count]

    def name_of(self, user_id: int | None) -> str:
        """The name of a member."""
        return next(member.name for member in self.members.values() if member.id == user_id)

    @property
    def bot(self) -> Cardroom:
        """The running bot; another one after a restart."""
        assert isinstance(self.env.bot, Cardroom)
        return self.env.bot

    @property
    def shown(self) -> discord.Message:
        """The message that shows the table."""
        return newest_with_buttons(self.channel)

    async def open(self, game: str, players: int, /, **options: Any) -> list[MemberActor]:
        """Open a table of this game with so many at it; they, the host first."""
        host, *others = people = self.people(players)
        await slash(host, self.channel, f"play {game}", **options)
        for other in others:
            await press(other, self.shown, "Join")
        return people

    async def deal(self, game: str, players: int, /, **options: Any) -> list[MemberActor]:
        """Open a table, start the game and let everybody look at their hand; the players, the host first."""
        people = await self.open(game, players, **options)
        await press(people[0], self.shown, "Start")
        for person in people:
            await self.hand(person)
        return people

    async def hand(self, person: MemberActor) -> InteractionResult:
        """Somebody taps "My hand" at the table."""
        return self.keep_hand(person, await press(person, self.shown, "My hand"))

    def keep_hand(self, person: MemberActor, result: InteractionResult) -> InteractionResult:
        """Note an answer that is a new hand message; anything else is passed on."""
        for message in (*result.followups, result.response):
            if message is not None and message.ephemeral and message.components:
                self._hands[person.id] = message
                break
        return result

    async def more(self, person: MemberActor, label: str = "", table: Seen | None = None) -> InteractionResult:
        """Somebody taps "More" at a table, by default the newest, and there the button with this label, if any."""
        if table is None:
            public = any(read(message).buttons for message in self.channel.history())
            private = [message for message in private_messages(person, self.channel) if "More" in _labels(message)]
            table = self.shown if public else private[-1]
        opened = await press(person, table, "More")
        return await press(person, opened, label) if label else opened

    async def ask(self, person: MemberActor, deed: str, table: Seen | None = None) -> InteractionResult:
        """Somebody wants to "end" the game or close the lobby, or to "resign"; the question that comes first."""
        return await self.more(person, {"end": "⏹️", "resign": "🏳️"}[deed], table)

    async def confirm(self, person: MemberActor, deed: str) -> str:
        """Somebody does the same and taps the grave button; what takes the place of the question."""
        asked = await self.ask(person, deed)
        grave = [button for button in read(asked).buttons if button.style == discord.ButtonStyle.danger.value]
        assert len(grave) == 1, f"{deed} does not ask: {asked!r}"
        await press(person, asked, grave[0].face)
        if deed == "end":
            await self._agree_to_end()
        return texts(asked)

    async def _agree_to_end(self) -> None:
        """The others agree to end the newest game if somebody has asked for it."""
        table = await self.bot.store.tables.last_table_in(self.channel.id)
        if table is None or table.vote is None or table.vote.seat is not None:
            return
        for seat in table.present:
            if seat.seat not in table.vote.in_favour:
                await press(self.members[self.name_of(seat.user_id)], self.shown, "End the game")

    async def choose_own(self, person: MemberActor, *values: str, menu: str) -> InteractionResult:
        """Somebody opens /settings and chooses from one of its menus ("pings", "calls", "wishes" or "away")."""
        page = await slash(person, self.channel, "settings")
        return answered(await person.select(message_of(page), list(values), custom_id=f"own:{menu}"))

    async def own_data(self, person: MemberActor) -> InteractionResult:
        """Somebody opens what is stored about them, by /settings."""
        return await press(person, await slash(person, self.channel, "settings"), "My data")

    async def server_panel(self, person: MemberActor) -> InteractionResult:
        """A manager opens the settings of the server, by /settings."""
        return await press(person, await slash(person, self.channel, "settings"), "This server")

    async def invite(self, person: MemberActor, guest: MemberActor) -> InteractionResult:
        """Somebody invites a member to the newest table."""
        return await pick_member(person, await self.more(person), guest, "Invite a member")

    async def ask_to_remove(self, person: MemberActor, other: MemberActor) -> InteractionResult:
        """Somebody asks for the removal of a player from the newest table."""
        return await choose(person, await self.more(person), str(other.id), menu="Ask to remove")

    async def type_move(self, person: MemberActor, move: str) -> InteractionResult:
        """Somebody types a move; where it is played an open hand message follows, or else the answer is a new one."""
        return self.keep_hand(person, await slash(person, self.channel, "move", action=move))

    def hand_of(self, person: MemberActor) -> ResponseMessage:
        """Somebody's newest hand message, as it is whenever it is read."""
        assert person.id in self._hands, f"{person.name} has no hand message"
        return self._hands[person.id]

    def hand_text(self, person: MemberActor) -> str:
        """What somebody's newest hand message says."""
        return texts(self.hand_of(person))

    async def open_thread(self, *, denied: dict[str, bool]) -> ChannelHandle:
        """A thread in a channel where the bot lacks permissions."""
        bot = self.env.bot.user
        assert bot is not None
        self.guild.create_text_channel("threads", overwrites={bot: PermissionOverwrite(**denied)})
        channel = self.guild.channels["threads"]
        self.env.backend.create_thread(channel.id, "table talk", owner_id=self.people(1)[0].id)
        await self.env.settle()
        return channel.threads[0]

    def refuse_tokens(self) -> None:
        """Have Discord refuse edits with the tokens of taps, so that the bot edits tables itself."""
        self.env.inject_error("PATCH", "/webhooks/*/messages/@original", status=401, code=50027, times=None)

    async def table(self) -> TableRecord:
        """The channel's table as it is stored."""
        table = await self.bot.store.tables.last_table_in(self.channel.id)
        assert table is not None
        return table

    async def seen(self, person: MemberActor | None = None) -> Snapshot:
        """The table as somebody may see it; without a name, as everybody may."""
        return await self.bot.service.views.snapshot((await self.table()).id, person.id if person else None)

    async def to_act(self) -> list[MemberActor]:
        """Those whom the game waits for."""
        snapshot = await self.seen()
        assert snapshot.view is not None
        users = [seat.user_id for seat in snapshot.table.present if seat.seat in snapshot.view.to_act]
        return [member for user in users for member in self.members.values() if member.id == user]

    async def computers(self) -> None:
        """Let time pass until the computers have done all that is theirs to do."""
        for _ in range(MANY_PAUSES):
            if not (await self.seen()).thinking:
                return
            await self.env.advance_time(PAUSE)
        raise AssertionError("the computers go on and on")

    async def moves(self) -> list[str]:
        """The moves of the game as they are stored."""
        return [move.text for move in await self.bot.store.games.moves((await self.table()).id)]

    async def cards(self, person: MemberActor) -> list[str]:
        """Somebody's hand, as cards are typed."""
        view = (await self.seen(person)).view
        assert view is not None
        return view.dump()["hand"]

    def rows(self) -> dict[str, list[Any]]:
        """Everything in the database but ``KEPT``."""
        connection = sqlite3.connect(self._database)
        try:
            names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            return {
                name: connection.execute(f'SELECT * FROM "{name}"').fetchall()
                for name in sorted(names)
                if name not in KEPT
            }
        finally:
            connection.close()

    @asynccontextmanager
    async def unchanged(self) -> AsyncIterator[None]:
        """Whatever happens in the block: nothing is stored, and the channel shows the same messages."""
        rows, messages = self.rows(), self.public()
        yield
        assert self.rows() == rows
        assert self.public() == messages

    def public(self) -> list[tuple[int, str]]:
        """Everybody's messages: which there are and what they say."""
        return [(message.id, texts(message)) for message in self.channel.history()]


def _labels(message: discord.Message) -> str:
    """What the buttons of a message say."""
    return " ".join(button.face for button in read(message).buttons)


async def room_on(env: PatientEnv, database: Path) -> Room:
    """A room whose tables are in the channel, not in threads."""
    room = Room(env, database)
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.THREADS, OFF)
    return room


@asynccontextmanager
async def room_of_its_own(maker: MakeBot = make_bot) -> AsyncIterator[Room]:
    """The same outside a test, with a bot and a folder that are gone at the end."""
    with TemporaryDirectory() as folder:
        async with living(maker, Path(folder), LogWatch()) as life:
            yield await room_on(life.env, Path(folder) / DATABASE)


async def deny(room: Room, **permissions: bool) -> None:
    """Set what the bot is denied in the channel from now on."""
    bot = room.env.bot.user
    assert bot is not None
    allow, deny = discord.PermissionOverwrite(**permissions).pair()
    room.env.backend.set_overwrite(room.channel.id, Overwrite(bot.id, OverwriteType.MEMBER, allow.value, deny.value))
    await room.env.settle()


def told(result: InteractionResult) -> str:
    """The sentence that only the person who acted can read: the answer, or what followed a redrawn message."""
    private = [message for message in (*result.followups, result.response) if message is not None and message.content]
    assert private, f"no sentence in {result!r}"
    assert private[0].ephemeral, f"everybody can read {private[0].content!r}"
    return private[0].content


async def refused(room: Room, person: MemberActor, command: str, /, **options: Any) -> str:
    """The sentence with which a command is refused; nothing is stored and the channel stays as it is."""
    async with room.unchanged():
        return told(await slash(person, room.channel, command, **options))


async def tap_refused(room: Room, use: Callable[[], Awaitable[InteractionResult]]) -> str:
    """The sentence with which a button or menu is refused; nothing is stored and the channel stays as it is."""
    async with room.unchanged():
        return told(await use())
