"""The translation catalogue: every text that people read, in their language.

English is the source: a template is its own English. Other languages are ``.po`` files under
``locales/``, read when the bot starts; ``locales/README.md`` says how to bring them up to date.
"""

from __future__ import annotations

import gettext
import hashlib
import io
import logging
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import discord
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal
from discord import app_commands

from engines.texts import Text

_log = logging.getLogger(__name__)

LOCALES = Path(__file__).resolve().parents[2] / "locales"
DOMAIN = "cardroom"


class Catalogue:
    """The available translations. Without one, a text stays in English. ``digest`` changes whenever they do."""

    def __init__(self, languages: Mapping[str, gettext.NullTranslations], digest: str = "") -> None:
        self._languages = dict(languages)
        self.digest = digest

    @classmethod
    def load(cls, folder: Path = LOCALES) -> Catalogue:
        """Read ``<folder>/<language>/LC_MESSAGES/cardroom.po`` of every language.

        A file that cannot be read is logged and skipped. Readers of that language get English.
        """
        languages: dict[str, gettext.NullTranslations] = {}
        digest = hashlib.sha256()
        for path in sorted(folder.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
            try:
                content = path.read_bytes()
                languages[path.parent.parent.name] = _compile(content, path.parent.parent.name)
                digest.update(content)
            except (OSError, UnicodeDecodeError, ValueError, PoFileError) as error:
                _log.error("The translation %s cannot be read: %s", path, error)
        return cls(languages, digest.hexdigest())

    @property
    def languages(self) -> tuple[str, ...]:
        """The available languages besides English, such as ``de`` or ``pt_BR``."""
        return tuple(self._languages)

    def template(self, text: Text, locale: discord.Locale | str) -> str:
        """The template of ``text`` in the language of ``locale``, in the plural form for its count."""
        language = self._language(locale)
        if text.plural is not None:
            return language.ngettext(text.template, text.plural, text.count)
        return language.gettext(text.template) if text.template else ""

    def number(self, amount: float, locale: discord.Locale | str) -> str:
        """A number with at most two decimals in the language of ``locale``, such as ``1.5`` or ``1,5``."""
        return format_decimal(amount, "0.##", self._name(locale) or "en")

    def has(self, locale: discord.Locale | str) -> bool:
        """Whether there is a translation for this locale (English needs none)."""
        return self._language(locale) is not _ENGLISH

    def _language(self, locale: discord.Locale | str) -> gettext.NullTranslations:
        name = self._name(locale)
        return self._languages[name] if name else _ENGLISH

    def _name(self, locale: discord.Locale | str) -> str | None:
        """The name of the translation for ``locale``, of its region or else of the language; ``None``: English."""
        name = (locale.value if isinstance(locale, discord.Locale) else locale).replace("-", "_")
        return next((known for known in (name, name.partition("_")[0]) if known in self._languages), None)


@cache
def default_catalogue() -> Catalogue:
    """The catalogue of the files that come with the bot."""
    return Catalogue.load()


class CommandTranslator(app_commands.Translator):
    """Translates the names and descriptions of commands, from the same catalogue."""

    def __init__(self, catalogue: Catalogue | None = None) -> None:
        self._catalogue = catalogue or default_catalogue()
        # Discord has thirty languages, and discord.py asks for each string in each of them.
        self._translated = frozenset(locale for locale in discord.Locale if self._catalogue.has(locale))

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """The string in ``locale``; ``None`` where there is no translation, so that Discord shows the English."""
        if locale not in self._translated:
            return None
        translated = self._catalogue.template(Text(string.message), locale)
        return translated if translated != string.message else None


_ENGLISH = gettext.NullTranslations()


def _compile(content: bytes, language: str) -> gettext.GNUTranslations:
    catalogue = read_po(io.BytesIO(content), locale=language, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
