"""A Discord to which the bot has already sent its commands, as it is at every start but the first.

Translating, sending and checking them takes a third of a start, and most tests are about something else.
"""

from typing import Any, ClassVar

from cogs.client import Cardroom
from playground.testing.life import PatientEnv
from sessions.shared.synced import Told


class AcquaintedEnv(PatientEnv):
    """Knows the commands that the first bot of all tests has sent. A bot that has others sends them all the same."""

    _known: ClassVar[tuple[str, list[dict[str, Any]]] | None] = None

    async def start(self) -> None:
        """Start the bot, which finds its commands known."""
        bot = self.bot
        assert isinstance(bot, Cardroom)
        if self._known is not None:
            fingerprint, commands = self._known
            self.backend.register_commands(None, commands)
            await bot.service.synced.note(Told.COMMANDS, fingerprint)
        await super().start()
        fingerprint = await bot.service.synced.fingerprint(Told.COMMANDS)
        if self._known is None and fingerprint is not None:
            commands = [without_ids(command) for command in self.backend.commands[None].values()]
            AcquaintedEnv._known = fingerprint, commands


def without_ids(command: dict[str, Any]) -> dict[str, Any]:
    """The command as it was sent."""
    return {key: value for key, value in command.items() if key not in ("id", "application_id")}
