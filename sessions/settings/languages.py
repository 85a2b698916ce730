"""In which languages members use the bot, for public messages where Discord does not say the server's language."""

from collections import defaultdict

from cachetools import LRUCache

from db.members.departures import server_key
from db.members.privacy import member_key
from sessions.settings.settings import ON, Settings
from sessions.shared.coalescing import CoalescingTasks

CAPACITY = 10_000
"""How many members are remembered with the servers on which they have used the bot."""
USUAL = "en-US"
"""Discord's language for whoever has not chosen one. It is stored only where most speak another."""


class Languages:
    """Knows the language in which each member last used the bot, and the one that most of a server's members used.

    Who has used the bot where is kept in memory only. What is stored is a member's language, as another of their
    settings, and for each server the language of most.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._used: LRUCache[tuple[int, int], str] = LRUCache(CAPACITY)
        self._latest: LRUCache[int, str] = LRUCache(CAPACITY)
        self._stores: CoalescingTasks[tuple[int, int]] = CoalescingTasks(self._store)

    def note(self, server: int, member: int, language: str) -> None:
        """A member uses the bot on a server, in this language."""
        self._latest[member] = language
        if self._used.get((server, member)) != language:
            self._used[server, member] = language
            self._stores.request((server, member))

    async def of_member(self, member: int) -> str | None:
        """The language in which a member last used the bot; ``None`` if that is unknown, or that of most."""
        return self._latest.get(member) or await self._settings.value(member_key(_LANGUAGE, member))

    async def of_server(self, server: int) -> str | None:
        """The language in which most members of a server last used the bot; ``None`` if that is unknown."""
        return await self._settings.value(server_key(_SPOKEN, server))

    async def is_news(self, server: int) -> bool:
        """Whether most members of a server use another language than the usual one; once a server."""
        if await self.of_server(server) in (None, USUAL) or await self._settings.value(server_key(_TOLD, server)):
            return False
        await self._settings.keep(server_key(_TOLD, server), ON)
        return True

    def forget_member(self, member: int) -> None:
        """Forget in which language a member has used the bot."""
        self._latest.pop(member, None)
        for key in [key for key in self._used if key[1] == member]:
            del self._used[key]

    async def close(self) -> None:
        """Stop."""
        await self._stores.close()

    async def _store(self, key: tuple[int, int]) -> None:
        server, member = key
        if (language := self._latest.get(member)) is None:
            return
        speakers: defaultdict[str, int] = defaultdict(int)
        for (where, _), used in self._used.items():
            speakers[used] += where == server
        stored = await self.of_server(server)
        most = max(speakers, key=lambda used: speakers[used])
        # After a restart few are in memory, so a single member does not change what is stored.
        if stored is None or speakers[most] > max(speakers[stored], 1):
            await self._keep(server_key(_SPOKEN, server), most, USUAL)
        # Where others speak another language, the usual one has to be remembered as well.
        await self._keep(member_key(_LANGUAGE, member), language, await self.of_server(server) or USUAL)

    async def _keep(self, key: str, language: str, usual: str) -> None:
        known = await self._settings.value(key)
        if language != (known or usual):
            await self._settings.keep(key, language)


_LANGUAGE = "language"
_SPOKEN = "spoken language"
_TOLD = "told about languages"
