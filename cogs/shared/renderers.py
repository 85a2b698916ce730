"""A renderer for each reader, in whose language it is, and what the members of a server are called there."""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import cached_property
from itertools import count
from typing import Any

import discord
from cachetools import LRUCache, TTLCache

from cogs.shared.limits import NAME_LIMIT
from cogs.shared.message_tokens import utc_seconds
from cogs.shared.permissions import member_of
from cogs.shared.rendering import NAMELESS, NO_CARD_EMOJIS, CardEmojis, Renderer, bare_name
from cogs.shared.responses import REQUEST_ERRORS, is_final
from db.records import NO_SERVER, Phase, TableRecord, is_former
from engines.texts import say
from opponents import Level
from opponents.levels import computer_name
from sessions.settings.server import Languages, ServerSettings
from sessions.shared.look_alikes import look

CAPACITY = 10_000
"""How many names are remembered."""
SEEN = timedelta(minutes=10)
"""How long somebody who was on a server is taken to be there."""
AGE = timedelta(hours=6)
"""How long a name is taken for true. Discord does not tell the bot when somebody changes a member's nickname."""

ANSWER_SECONDS = 4.0
"""How long an answer waits for names. Then it goes without them, and the next one has them."""
POST_SECONDS = 60.0
"""How long something that stays in a channel waits for a name of which the bot knows none, not even an old one."""
RETRY_SECONDS = 600
"""How long to wait before asking again for a name that Discord did not send in time."""

COMPUTER = "🤖"
"""Marks computer players wherever a name is shown."""
FORMER_PLAYER = say("a former player")
"""The name shown for somebody whose data has been deleted."""
UNKNOWN = say("somebody")
"""The name shown for a member whom Discord does not name."""

LATE: ContextVar[set[int] | None] = ContextVar("late names", default=None)
"""Who has been shown without a name that may still come, while something is made that stays in a channel."""

Key = tuple[int, int]
"""A server and a member of it."""


@dataclass(frozen=True)
class KnownName:
    """What a member was called at a time, and the name of their account, which nobody else has.

    ``has_left``: they were not on the server then, as Discord has said.
    """

    shown: str
    account: str
    at: datetime
    has_left: bool

    @cached_property
    def look(self) -> str:
        """What looks the same as the name shown."""
        return look(bare_name(self.shown))

    @cached_property
    def with_account(self) -> str:
        """Both names, or that of the account alone if the other shows nothing or there is no room for both."""
        shown = bare_name(self.shown)
        both = f"{shown} ({self.account})"
        return both if shown != NAMELESS and len(both) <= NAME_LIMIT else self.account

    @cached_property
    def look_with_account(self) -> str:
        """What looks the same as both names."""
        return look(self.with_account)


class Names:
    """Server nicknames, learnt from interactions or requested, and in memory only.

    The bot has no members intent, so Discord tells it about a member only when the member does
    something or when it asks.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._known: LRUCache[Key, KnownName] = LRUCache(CAPACITY)
        self._waited: TTLCache[Key, float] = TTLCache(CAPACITY, RETRY_SECONDS, utc_seconds)
        """For how many seconds somebody has waited in vain; infinitely long if Discord has refused."""
        self._requests: dict[Key, asyncio.Task[None]] = {}

    def learn(self, user: discord.User | discord.Member) -> None:
        """Note the present name of a member who has just done something."""
        guild = user.guild.id if isinstance(user, discord.Member) else NO_SERVER
        self._note((guild if self._client.get_guild(guild) else NO_SERVER, user.id), user)

    async def of(self, guild_id: int, users: Iterable[int], reader: Renderer) -> dict[int, str]:
        """The names of these users on this server, or "somebody" for those that Discord does not send in time.

        Former members have no name and are left out.
        """
        known, unknown = await self.known(guild_id, users := list(users), reader), reader.plain.render(UNKNOWN)
        return {user: known.get(user, unknown) for user in users if not is_former(user)}

    async def known(
        self, guild_id: int, users: Iterable[int], reader: Renderer, taken: Iterable[str] = ()
    ) -> dict[int, str]:
        """The same without those that Discord does not send in time; ``taken`` are names of others beside them."""
        keys = [(guild_id, user) for user in users if not is_former(user)]
        patience: defaultdict[float, list[Key]] = defaultdict(list)
        for key in keys:
            if not self._is_fresh(key):
                most = POST_SECONDS if reader.posted and key not in self._known else ANSWER_SECONDS
                patience[most - self._waited.get(key, 0.0)].append(key)
        await asyncio.gather(*(self._wait(waiting, seconds) for seconds, waiting in patience.items() if seconds > 0))
        if (late := LATE.get()) is not None:
            late.update(key[1] for key in keys if key not in self._known and self._waited.get(key) != float("inf"))
        return _told_apart({key[1]: self._known[key] for key in keys if key in self._known}, taken, reader)

    async def gone(self, guild_id: int, users: Iterable[int]) -> set[int]:
        """Those of these users who are not on a server any more. Whom Discord does not tell of is taken to be there."""
        since = discord.utils.utcnow() - SEEN
        keys = [(guild_id, user) for user in users if not is_former(user)]
        unseen = [key for key in keys if (known := self._known.get(key)) is None or known.at < since]
        if unseen:
            await self._wait(unseen, POST_SECONDS)
        found = {key[1]: self._known.get(key) for key in keys}
        return {user for user, known in found.items() if known and known.at >= since and known.has_left}

    async def at(self, table: TableRecord, reader: Renderer) -> dict[int, str]:
        """The names of the players at a table, by seat, without those that Discord does not send in time.

        Computers are marked, and so are members for whom a computer is playing.
        """
        names = _computers((seat.seat, Level(str(seat.computer))) for seat in table.seats if seat.user_id is None)
        members = await self.known(table.guild_id, table.users, reader, list(names.values()))
        members |= {user: reader.render(FORMER_PLAYER) for user in table.users if is_former(user)}
        for seat in table.seats:
            if seat.user_id in members:
                name = members[seat.user_id]
                names[seat.seat] = f"{name} {COMPUTER}" if seat.is_away and table.phase is Phase.PLAYING else name
        return names

    @staticmethod
    def in_lesson(learner: str, seat: int, seats: int) -> dict[int, str]:
        """The names in a lesson, of the learner at ``seat``: the others are computers."""
        return _computers((other, Level.EASY) for other in range(seats) if other != seat) | {seat: learner}

    def forget_member(self, user_id: int) -> None:
        """Forget what a member is called, on all servers."""
        for known in (self._known, self._waited):
            for key in [key for key in known if key[1] == user_id]:
                known.pop(key, None)

    def _is_fresh(self, key: Key) -> bool:
        known = self._known.get(key)
        return known is not None and discord.utils.utcnow() - known.at < AGE

    def _note(self, key: Key, user: discord.User | discord.Member, *, has_left: bool = False) -> None:
        self._known[key] = KnownName(user.display_name, user.name, discord.utils.utcnow(), has_left)

    async def _wait(self, keys: list[Key], seconds: float) -> None:
        """Ask for these names and wait for them, so long at most."""
        requests = {self._request(key): key for key in keys}
        _, late = await asyncio.wait(requests, timeout=seconds)
        for request in late:
            key = requests[request]
            self._waited[key] = self._waited.get(key, 0.0) + seconds

    def _request(self, key: Key) -> asyncio.Task[None]:
        """The request for a name. There is only one at a time.

        Discord lets a bot look up a few members of a server a second. discord.py keeps the others waiting in line.
        """
        request = self._requests.get(key)
        if request is None:
            request = self._requests[key] = asyncio.create_task(self._ask(key))
            request.add_done_callback(lambda _: self._requests.pop(key))
        return request

    async def _ask(self, key: Key) -> None:
        guild = self._client.get_guild(key[0])  # there is none while the bot is not on the server
        try:
            member = None if guild is None else await member_of(guild, key[1])
            # Who has left the server still has an account with a name.
            user = member or await self._client.fetch_user(key[1])
        except REQUEST_ERRORS as error:
            self._waited[key] = float("inf") if is_final(error) else POST_SECONDS
        else:
            self._note(key, user, has_left=guild is not None and member is None)


def _computers(levels: Iterable[tuple[int, Level]]) -> dict[int, str]:
    numbers = {level: count() for level in Level}
    return {seat: f"{COMPUTER} {computer_name(level, next(numbers[level]))}" for seat, level in levels}


def _told_apart(known: Mapping[int, KnownName], taken: Iterable[str], reader: Renderer) -> dict[int, str]:
    """What members are called; where that could be another, with the names of their accounts.

    A nickname can also be what somebody else is called then, or the number that stands for a name in a picture.
    """
    alike: defaultdict[str, set[int]] = defaultdict(set, {look(bare_name(name)): {0} for name in taken})
    for user, name in known.items():
        alike[name.look].add(user)
        alike[name.look_with_account].add(user)
    alone = {user for user, name in known.items() if len(alike[name.look]) == 1 and not _is_no_name(name.look, reader)}
    return {user: name.shown if user in alone else name.with_account for user, name in known.items()}


def _is_no_name(shown: str, reader: Renderer) -> bool:
    number = say("Player {number}", number=shown[len(shown.rstrip("0123456789")) :])
    return shown == NAMELESS or (shown[-1:].isdecimal() and shown == look(reader.plain.render(number)))


def has_language(guild: discord.Guild) -> bool:
    """Whether a server has chosen a language on Discord: without *Community*, each is en-US (hikari #967)."""
    return "COMMUNITY" in guild.features or guild.preferred_locale is not discord.Locale.american_english


class Renderers:
    """Makes renderers. ``card_emojis`` are empty until the bot knows them."""

    def __init__(
        self, client: discord.Client, server_settings: ServerSettings | None = None, languages: Languages | None = None
    ) -> None:
        self._client = client
        self._server_settings = server_settings
        self._languages = languages
        self.names = Names(client)
        self.card_emojis: CardEmojis = NO_CARD_EMOJIS

    def meet(self, interaction: discord.Interaction[Any]) -> None:
        """Note the name of a member who has just done something, and their language."""
        self.names.learn(interaction.user)
        if self._languages is not None and interaction.guild is not None:
            self._languages.note(interaction.guild.id, interaction.user.id, interaction.locale.value)

    async def for_channel(self, table: TableRecord) -> Renderer:
        """For what everybody in the channel reads about this table."""
        return await self._with_names(await self.for_server(table.guild_id, table.host_id), table)

    async def for_server(self, guild_id: int, opener: int | None = None) -> Renderer:
        """For a public message that names no players of a table, about something that this member has opened."""
        return Renderer(await self._public_language(guild_id, opener), {}, self.card_emojis, posted=True)

    async def _public_language(self, guild_id: int, opener: int | None) -> str:
        """The language that the server has chosen here, or else the one it has chosen on Discord.

        Only a server with *Community* has one there. Elsewhere it is that of the opener, or that of most members.
        """
        chosen = await self._server_settings.language(guild_id) if self._server_settings else None
        guild = self._client.get_guild(guild_id)
        if chosen is None and guild is not None and self._languages is not None and not has_language(guild):
            chosen = await self._languages.of_member(opener) if opener is not None else None
            chosen = chosen or await self._languages.of_server(guild_id)
        return chosen or (guild.preferred_locale if guild else discord.Locale.american_english).value

    async def for_member(self, interaction: discord.Interaction[Any], table: TableRecord) -> Renderer:
        """For a private response about this table."""
        return await self._with_names(self.without_names(interaction), table)

    def for_lesson(self, interaction: discord.Interaction[Any], seat: int, seats: int) -> Renderer:
        """For a lesson with this many ``seats``, in which this member sits at ``seat``."""
        names = self.names.in_lesson(interaction.user.display_name, seat, seats)
        return Renderer(interaction.locale.value, names, self.card_emojis)

    def without_names(self, interaction: discord.Interaction[Any]) -> Renderer:
        """For a private response that names no players."""
        return Renderer(interaction.locale.value, {}, self.card_emojis)

    async def _with_names(self, reader: Renderer, table: TableRecord) -> Renderer:
        return replace(reader, names=await self.names.at(table, reader))
