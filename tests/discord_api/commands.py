"""Limits of commands and emojis that the description omits (Discord: "Application Commands", "Emoji Resource")."""

import base64
import binascii
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Any

import discord

from tests.discord_api.components import is_blank, repeated
from tests.discord_api.interactions import choice_problems

LOCALES = frozenset(locale.value for locale in discord.Locale)
"""The locales of Discord's clients (Discord: "Locales")."""
MOST_CHARACTERS = 8000


class CommandType(IntEnum):
    """How users reach a command."""

    CHAT_INPUT = 1
    USER = 2
    MESSAGE = 3


MOST_COMMANDS: Mapping[int, int] = {CommandType.CHAT_INPUT: 100, CommandType.USER: 5, CommandType.MESSAGE: 5}
"""Per server, and for global commands. Discord now accepts 15 context menu commands, but discord.py only 5."""

SUBCOMMAND, GROUP, STRING, INTEGER, NUMBER = 1, 2, 3, 4, 10


def command_set_problems(body: Any) -> Iterator[str]:
    """Why Discord would reject this set of commands, which replaces the previous one."""
    commands = [command for command in body or [] if isinstance(command, dict)]
    for kind, count in Counter(map(_kind, commands)).items():
        if count > MOST_COMMANDS.get(kind, 0):
            yield f"$: {count} commands of type {kind}, at most {MOST_COMMANDS.get(kind, 0)}"
    for kind in MOST_COMMANDS:
        yield from _same_names([command for command in commands if _kind(command) == kind], "$")
    for index, command in enumerate(commands):
        yield from _command_problems(command, f"$[{index}]")


def _kind(command: Mapping[str, Any]) -> int:
    return command.get("type") or CommandType.CHAT_INPUT


def _command_problems(command: dict[str, Any], place: str) -> Iterator[str]:
    if _kind(command) == CommandType.CHAT_INPUT:
        yield from _naming_problems(command, place)
        yield from _option_list_problems(command.get("options"), place)
        size = _longest_size(command)
        if size > MOST_CHARACTERS:
            yield f"{place}: {size} characters of names, descriptions and values, at most {MOST_CHARACTERS}"
        return
    yield from _locale_problems(command, place)
    for locale, name in _localised(command, "name"):
        if is_blank(name) or name != name.strip():
            yield f"{place}.name ({locale}): starts or ends with a space, or is blank"
    if command.get("description") or command.get("options"):
        yield f"{place}: a context menu command has neither a description nor options"


def _localised(item: Mapping[str, Any], key: str) -> Iterator[tuple[str, str]]:
    """The text itself, under the locale "default", and its translations."""
    if isinstance(item.get(key), str):
        yield "default", item[key]
    translations = item.get(f"{key}_localizations")
    if isinstance(translations, dict):
        yield from ((locale, text) for locale, text in translations.items() if isinstance(text, str))


def _locale_problems(item: Mapping[str, Any], place: str) -> Iterator[str]:
    for key in ("name_localizations", "description_localizations"):
        for locale in sorted(set(item.get(key) or {}) - LOCALES):
            yield f"{place}.{key}: {locale} is not one of Discord's locales"


def _naming_problems(item: Mapping[str, Any], place: str) -> Iterator[str]:
    """Limits of the names and descriptions of a slash command or one of its options, in every language."""
    yield from _locale_problems(item, place)
    for locale, name in _localised(item, "name"):
        if not is_command_name(name):
            yield f"{place}.name ({locale}): {name!r} is not 1 to 32 lower-case letters, digits, - _ '"
    if not item.get("description"):
        yield f"{place}.description: missing"
    for locale, text in _localised(item, "description"):
        if is_blank(text):
            yield f"{place}.description ({locale}): is blank"


def is_command_name(name: str) -> bool:
    r"""Whether the name matches ``^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$`` in lower case."""
    return 1 <= len(name) <= 32 and name == name.lower() and all(map(_may_be_in_name, name))


def _may_be_in_name(letter: str) -> bool:
    script = unicodedata.name(letter, "").partition(" ")[0]
    return letter in "-_'" or unicodedata.category(letter)[0] in "LN" or script in ("DEVANAGARI", "THAI")


def _same_names(items: list[dict[str, Any]], place: str) -> Iterator[str]:
    """Names must be unique in every language."""
    locales = {locale for item in items for locale, _ in _localised(item, "name")}
    for locale in sorted(locales):
        names = [dict(_localised(item, "name")) for item in items]
        for name in repeated(known.get(locale, known.get("default")) for known in names):
            yield f"{place}: the name {name!r} ({locale}) is used twice"


def _option_list_problems(options: Any, place: str, parent: int | None = None) -> Iterator[str]:
    """``parent``: the type of the option that contains these; ``None`` for the command itself."""
    listed = [option for option in options or [] if isinstance(option, dict)]
    kinds = [option.get("type") for option in listed]
    where = f"{place}.options"
    nested = [kind for kind in kinds if kind in (SUBCOMMAND, GROUP)]
    if nested and len(nested) < len(kinds):
        yield f"{where}: subcommands cannot be mixed with other options"
    if (parent == SUBCOMMAND and nested) or (parent == GROUP and any(kind != SUBCOMMAND for kind in kinds)):
        yield f"{where}: groups contain subcommands, subcommands contain options, and nothing nests deeper"
    if parent == GROUP and not listed:
        yield f"{where}: a group needs a subcommand"
    yield from _same_names(listed, where)
    required = [bool(option.get("required")) for option in listed]
    if required != sorted(required, reverse=True):
        yield f"{where}: required options must come first"
    for index, option in enumerate(listed):
        yield from _option_problems(option, f"{where}[{index}]")


def _option_problems(option: dict[str, Any], place: str) -> Iterator[str]:
    yield from _naming_problems(option, place)
    kind = option.get("type")
    if kind in (SUBCOMMAND, GROUP):
        yield from _option_list_problems(option.get("options"), place, kind)
        return
    if option.get("options"):
        yield f"{place}.options: only subcommands and groups can have options"
    choices = option.get("choices")
    if choices and option.get("autocomplete"):
        yield f"{place}: choices and autocomplete exclude each other"
    if (choices or option.get("autocomplete")) and kind not in (STRING, INTEGER, NUMBER):
        yield f"{place}: only strings and numbers can have choices"
    yield from choice_problems(choices, f"{place}.choices")
    for choice in choices or []:
        yield from _locale_problems(choice, f"{place}.choices")
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        least, most = option.get(low), option.get(high)
        if least is not None and most is not None and least > most:
            yield f"{place}: {low} {least} is greater than {high} {most}"


def _longest_size(item: Mapping[str, Any]) -> int:
    """The size of a command with its options and choices, counting the longest translation of each text."""
    size = sum(
        max((len(text) for _, text in _localised(item, key)), default=0) for key in ("name", "description", "value")
    )
    return size + sum(_longest_size(inner) for key in ("options", "choices") for inner in item.get(key) or [])


NAME = re.compile(r"[A-Za-z0-9_]{2,32}")
IMAGE = re.compile(r"data:image/(?:png|jpeg|gif|webp|avif);base64,(?P<data>.*)", re.DOTALL)
MOST_IMAGE_BYTES = 256 * 1024


def emoji_problems(body: Any) -> Iterator[str]:
    """Why Discord would reject this new emoji."""
    if not isinstance(body, dict):
        return
    name, image = str(body.get("name")), IMAGE.fullmatch(str(body.get("image")))
    if not NAME.fullmatch(name):
        yield f"$.name: {name!r} is not 2 to 32 letters, digits and underscores"
    if image is None:
        yield "$.image: is not a picture in a base64 data URL"
        return
    try:
        size = len(base64.b64decode(image["data"], validate=True))
    except binascii.Error:
        yield "$.image: is not base64"
        return
    if not 0 < size <= MOST_IMAGE_BYTES:
        yield f"$.image: {size} bytes, at most {MOST_IMAGE_BYTES}"
