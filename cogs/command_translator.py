"""The names and descriptions of commands in the languages of the catalogue."""

from __future__ import annotations

import discord
from discord import app_commands

from cogs.shared.catalogue import Catalogue, default_catalogue
from engines.texts import Text


class CommandTranslator(app_commands.Translator):
    """Translates the names and descriptions of commands, from the same catalogue."""

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._catalogue = catalogue or default_catalogue()
        # Discord has thirty languages, and discord.py asks for each string in each of them.
        self._translated = frozenset(locale for locale in discord.Locale if self._catalogue.has(locale.value))

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The string in ``locale``; ``None`` where there is no translation, so that Discord shows the English."""
        if locale not in self._translated:
            return None
        translated = self._catalogue.template(Text(string.message), locale.value)
        return translated if translated != string.message else None
