"""Settings of a server, which its managers choose for everybody there."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType

from db.members.departures import server_key
from engines.texts import say
from sessions.settings.settings import OFF, ON, Settings
from sessions.shared.refusals import Refused
from sessions.tables.pace import CHOICES, DEFAULT, Pace

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

    async def value(self, server: int, setting: ServerSetting) -> str:
        """What the server has chosen, or else the default."""
        chosen = await self._settings.value(_key(server, setting))
        if chosen is None or chosen not in VALUES.get(setting, (chosen,)):
            return DEFAULTS[setting]
        return chosen

    async def choose(self, server: int, setting: ServerSetting, value: str) -> None:
        """Store a choice. Raises ``Refused`` if it is not among the values."""
        if value not in VALUES.get(setting, (value,)):
            raise Refused(say("That isn't an option. Choose one from the menu."))
        await self._settings.keep(_key(server, setting), value)

    async def has_threads(self, server: int) -> bool:
        """Whether each table gets a thread of its own, where the bot may create one."""
        return await self.value(server, ServerSetting.THREADS) == ON

    async def most_open_tables(self, server: int) -> int:
        """How many open tables a channel may have."""
        return int(await self.value(server, ServerSetting.TABLES))

    async def pace(self, server: int) -> Pace:
        """How much time players have at tables for which nobody chooses a pace."""
        return Pace(await self.value(server, ServerSetting.PACE))

    async def has_pictures(self, server: int) -> bool:
        """Whether tables are shown as pictures."""
        return await self.value(server, ServerSetting.PICTURES) == ON

    async def language(self, server: int) -> str | None:
        """The language of all public messages; ``None``: the one that the server has chosen on Discord."""
        value = await self.value(server, ServerSetting.LANGUAGE)
        return None if value == SERVER_LANGUAGE else value

    async def may_end(self, server: int) -> MayEnd:
        """Who may end a game without a result."""
        return MayEnd(await self.value(server, ServerSetting.ENDING))

    async def has_leaderboard(self, server: int) -> bool:
        """Whether members can look at ratings."""
        return await self.value(server, ServerSetting.LEADERBOARD) == ON

    async def has_daily_game(self, server: int) -> bool:
        """Whether there is a game of the day."""
        return await self.value(server, ServerSetting.DAILY) == ON


def _key(server: int, setting: ServerSetting) -> str:
    return server_key(setting, server)
