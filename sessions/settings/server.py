"""Settings of a server, which its managers choose for everybody there."""

from collections import defaultdict
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from cachetools import LRUCache

from engines.texts import say
from sessions.settings.settings import MEMBER, OFF, ON, SERVER, Owner, Settings
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.refusals import Refused
from sessions.tables.pace import CHOICES, DEFAULT

MOST_OPEN_TABLES = 10
"""How many open tables a server can allow in one channel."""


class ServerSetting(StrEnum):
    """A setting of a server. The values are stored, so they never change."""

    THREADS = "threads"
    """Whether each table gets a thread of its own, where the bot may create one."""
    TABLES = "tables"
    """How many open tables a channel may have, those in its threads included."""
    PACE = "pace"
    """How much time players have at tables for which nobody chooses a pace."""
    PICTURES = "pictures"
    """Whether tables are shown as pictures."""
    LANGUAGE = "language"
    """The language of all public messages."""
    ENDING = "ending"
    """Who may end a game without a result."""
    LEADERBOARD = "leaderboard"
    """Whether members can look at ratings."""
    DAILY = "daily"
    """Whether there is a game of the day."""


class MayEnd(StrEnum):
    """Who may end a game without a result, besides members who may manage messages."""

    ALL = "all"
    """All players together: each of them has to agree."""
    HOST = "host"
    MODERATORS = "moderators"
    PLAYERS = "players"


SERVER_LANGUAGE = "server"
"""The value for the language that the server has chosen on Discord."""

VALUES: Mapping[ServerSetting, tuple[str, ...]] = MappingProxyType(
    {
        ServerSetting.THREADS: (OFF, ON),
        ServerSetting.TABLES: tuple(map(str, range(1, MOST_OPEN_TABLES + 1))),
        ServerSetting.PACE: CHOICES,
        ServerSetting.PICTURES: (ON, OFF),
        ServerSetting.ENDING: tuple(MayEnd),
        ServerSetting.LEADERBOARD: (ON, OFF),
        ServerSetting.DAILY: (ON, OFF),
    }
)
"""The values to choose from. The languages are not known here."""

DEFAULTS: Mapping[ServerSetting, str] = MappingProxyType(
    {setting: values[0] for setting, values in VALUES.items()}
    | {
        ServerSetting.THREADS: ON,
        ServerSetting.TABLES: "5",
        ServerSetting.PACE: DEFAULT,
        ServerSetting.LANGUAGE: SERVER_LANGUAGE,
    }
)
"""The values until somebody chooses."""


class ServerSettings:
    """The settings of servers. Each is stored by itself, so two members who choose at once do not undo each other."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        settings.declare(SERVER, *ServerSetting)

    async def value(self, server: int, setting: ServerSetting) -> str:
        """What the server has chosen, or else the default."""
        chosen = await self._settings.value((SERVER, server), setting)
        if chosen is None or chosen not in VALUES.get(setting, (chosen,)):
            return DEFAULTS[setting]
        return chosen

    async def choose(self, server: int, setting: ServerSetting, value: str) -> None:
        """Store a choice. Raises ``Refused`` if it is not among the values."""
        if value not in VALUES.get(setting, (value,)):
            raise Refused(say("That isn't an option. Choose one from the menu."))
        await self._settings.keep((SERVER, server), setting, value)

    async def is_on(self, server: int, setting: ServerSetting) -> bool:
        """Whether the server wants something that is on or off."""
        return await self.value(server, setting) == ON

    async def language(self, server: int) -> str | None:
        """The language of all public messages; ``None``: the one that the server has chosen on Discord."""
        value = await self.value(server, ServerSetting.LANGUAGE)
        return None if value == SERVER_LANGUAGE else value


CAPACITY = 10_000
"""How many members are remembered with the servers on which they have used the bot."""
USUAL = "en-US"
"""Discord's language for whoever has not chosen one. It is stored only where most speak another."""


class _Used(LRUCache[tuple[int, int], str]):
    """The language that each member has used on a server, and on each server how many use each."""

    def __init__(self, capacity: int) -> None:
        super().__init__(capacity)
        self.speakers: defaultdict[int, dict[str, int]] = defaultdict(dict)

    def __setitem__(self, key: tuple[int, int], language: str) -> None:
        if key in self:
            del self[key]
        super().__setitem__(key, language)
        spoken = self.speakers[key[0]]
        spoken[language] = spoken.get(language, 0) + 1

    def __delitem__(self, key: tuple[int, int]) -> None:
        spoken = self.speakers[key[0]]
        spoken[self[key]] -= 1
        super().__delitem__(key)
        if not any(spoken.values()):
            del self.speakers[key[0]]


class Languages:
    """Knows the language in which each member last used the bot, and the one that most of a server's members used.

    Who has used the bot where is kept in memory only; each member's language and each server's are stored.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        settings.declare(MEMBER, _LANGUAGE)
        settings.declare(SERVER, _SPOKEN, _TOLD)
        self._used = _Used(CAPACITY)
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
        return self._latest.get(member) or await self._settings.value((MEMBER, member), _LANGUAGE)

    async def of_server(self, server: int) -> str | None:
        """The language in which most members of a server last used the bot; ``None`` if that is unknown."""
        return await self._settings.value((SERVER, server), _SPOKEN)

    async def is_news(self, server: int) -> bool:
        """Whether most members of a server use another language than the usual one; once a server."""
        if await self.of_server(server) in (None, USUAL) or await self._settings.value((SERVER, server), _TOLD):
            return False
        await self._settings.keep((SERVER, server), _TOLD, ON)
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
        stored = await self.of_server(server)
        if not (speakers := self._used.speakers.get(server)):
            return
        most = max(speakers, key=speakers.__getitem__)
        # After a restart few are in memory, so a single member does not change what is stored.
        if stored is None or speakers[most] > max(speakers.get(stored, 0), 1):
            await self._keep((SERVER, server), _SPOKEN, most, USUAL)
        # Where others speak another language, the usual one has to be remembered as well.
        await self._keep((MEMBER, member), _LANGUAGE, language, await self.of_server(server) or USUAL)

    async def _keep(self, owner: Owner, name: str, language: str, usual: str) -> None:
        known = await self._settings.value(owner, name)
        if language != (known or usual):
            await self._settings.keep(owner, name, language)


_LANGUAGE = "language"
_SPOKEN = "spoken language"
_TOLD = "told about languages"
