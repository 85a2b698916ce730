"""The commands as Discord knows them: names in the catalogue's languages, and a sync only if something has changed."""

from __future__ import annotations

import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands

from cogs.shared.catalogue import Catalogue, default_catalogue
from engines.texts import Text
from sessions.shared.synced import Synced, Told

_log = logging.getLogger(__name__)


def fingerprint(tree: app_commands.CommandTree[Any], translations: str) -> str:
    """A hash of what a sync would send: the commands in English, and the digest of their ``translations``.

    Discord has thirty languages, so translating every word just to compare it would slow down each start.
    """
    payload = [command.to_dict(tree) for command in tree.get_commands()]
    return hashlib.sha256(json.dumps([payload, translations], sort_keys=True).encode()).hexdigest()


async def sync_if_changed(
    tree: app_commands.CommandTree[Any], synced: Synced, application_id: int, translations: str
) -> bool:
    """Sync the commands unless Discord already has exactly these. Returns whether it did."""
    current = f"{application_id}:{fingerprint(tree, translations)}"
    if await synced.fingerprint(Told.COMMANDS) == current:
        return False
    await tree.sync()
    await synced.note(Told.COMMANDS, current)
    _log.info("The commands have changed and were synced")
    return True


class CommandTranslator(app_commands.Translator):
    """Translates the names and descriptions of commands, from the same catalogue."""

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._catalogue = catalogue or default_catalogue()
        # Discord has thirty languages, and discord.py asks for each string in each of them.
        self._translated = frozenset(locale for locale in discord.Locale if self._catalogue.has(locale.value))

    async def translate(
        self, string: app_commands.locale_str, locale: discord.Locale, context: app_commands.TranslationContextTypes
    ) -> str | None:
        """The string in ``locale``; ``None`` where there is no translation, so that Discord shows the English."""
        if locale not in self._translated:
            return None
        translated = self._catalogue.template(Text(string.message), locale.value)
        return translated if translated != string.message else None
