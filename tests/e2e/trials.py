"""Has members try things and puts everything back afterwards, so that no trial depends on another."""

import sqlite3
from contextlib import closing
from pathlib import Path

import discord
import pytest

from cogs import client
from cogs.shared import controls, responses
from cogs.shared.rendering import Renderer
from tests.e2e.stages import ACTIONS, Stage


class Trials:
    """Tries what members can do. ``refused`` tells whether the latest trial ended with a refusal."""

    def __init__(self, database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._database = database
        self._saved = sqlite3.connect(":memory:")
        self.refused = False

        async def explain(interaction: discord.Interaction, error: BaseException, renderer: Renderer) -> None:
            self.refused = True
            await responses.explain(interaction, error, renderer)

        monkeypatch.setattr(client, "explain", explain)
        monkeypatch.setattr(controls, "explain", explain)

    def save(self) -> None:
        """Remember everything in the database."""
        with closing(sqlite3.connect(self._database)) as stored:
            stored.backup(self._saved)

    def put_back(self, stage: Stage) -> None:
        """Restore what was in the database, and have the bot forget what came after it."""
        with closing(sqlite3.connect(self._database)) as stored:
            stored.execute("PRAGMA synchronous = OFF")
            self._saved.backup(stored)
        service = stage.room.bot.service
        service._cache.forget()
        service.lookup._waits.clear()
        service.settings._known.forget_all()
        service.practice._rematches.clear()

    async def attempt(self, stage: Stage, role: str, action: str) -> tuple[str, bool]:
        """Have the member in this role try this; return what they are told in private and whether anything changes."""
        before, self.refused = stage.room.rows(), False
        result = await ACTIONS[action].try_by(stage, role)
        changed = stage.room.rows() != before
        if changed:
            self.put_back(stage)
        told = [message.content for message in (*result.followups, result.response) if message and message.ephemeral]
        return "\n".join(text for text in told if text), changed
