"""The translation catalogue: every text that people read, in their language.

English is the source: a template is its own English. Other languages are ``.po`` files under
``locales/``, read when the bot starts; ``locales/README.md`` says how to bring them up to date.
"""

from __future__ import annotations

import gettext
import hashlib
import io
import logging
from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cache
from pathlib import Path

from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po
from babel.numbers import format_decimal
from babel.units import format_unit

from engines.texts import Text

_log = logging.getLogger(__name__)

LOCALES = Path(__file__).resolve().parents[2] / "locales"
DOMAIN = "cardroom"

_UNITS = (("day", timedelta(days=1)), ("hour", timedelta(hours=1)), ("minute", timedelta(minutes=1)))


class Catalogue:
    """The available translations. Without one, a text stays in English. ``digest`` changes whenever they do."""

    def __init__(self, languages: Mapping[str, gettext.NullTranslations], digest: str = "") -> None:
        self._languages = dict(languages)
        self._names: dict[str, str | None] = {}
        """The names of translations by locale: every text that is rendered asks for one."""
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

    def __reduce__(self) -> tuple[Callable[[], Catalogue], tuple[()]]:
        """Another process, which draws, reads the files that come with the bot by itself."""
        return default_catalogue, ()

    @property
    def languages(self) -> tuple[str, ...]:
        """The available languages besides English, such as ``de`` or ``pt_BR``."""
        return tuple(self._languages)

    def template(self, text: Text, locale: str) -> str:
        """The template of ``text`` in the language of ``locale``, in the plural form for its count."""
        language = self._language(locale)
        if text.plural is not None:
            return language.ngettext(text.template, text.plural, text.count)
        return language.gettext(text.template) if text.template else ""

    def number(self, amount: float, locale: str) -> str:
        """A number with at most two decimals in the language of ``locale``, such as ``1.5`` or ``1,5``."""
        return format_decimal(amount, "0.##", self._name(locale) or "en")

    def span(self, time: timedelta, locale: str) -> str:
        """A length of time in one unit, from minutes to days, in the language of ``locale``: ``90 minutes``.

        It is rounded down to at least two of the unit (but ``1 minute``), so it never promises what there is not.
        """
        unit, length = next(((name, unit) for name, unit in _UNITS if time >= 2 * unit), _UNITS[-1])
        count = max(1, (time + length / 60) // length)
        return format_unit(count, f"duration-{unit}", locale=self._name(locale) or "en")

    def listed(self, parts: Sequence[str], locale: str) -> str:
        """Several things in the language of ``locale``: ``ann, bob and cat``."""
        return format_list(list(parts), locale=self._name(locale) or "en_GB")

    def has(self, locale: str) -> bool:
        """Whether there is a translation for this locale (English needs none)."""
        return self._language(locale) is not _ENGLISH

    def _language(self, locale: str) -> gettext.NullTranslations:
        name = self._name(locale)
        return self._languages[name] if name else _ENGLISH

    def _name(self, locale: str) -> str | None:
        """The name of the translation for ``locale``, of its region or else of the language; ``None``: English."""
        if locale not in self._names:
            name = str(locale).replace("-", "_")
            candidates = name, name.partition("_")[0]
            self._names[locale] = next((known for known in candidates if known in self._languages), None)
        return self._names[locale]


@cache
def default_catalogue() -> Catalogue:
    """The catalogue of the files that come with the bot."""
    return Catalogue.load()


_ENGLISH = gettext.NullTranslations()


def _compile(content: bytes, language: str) -> gettext.GNUTranslations:
    catalogue = read_po(io.BytesIO(content), locale=language, abort_invalid=True)
    compiled = io.BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
