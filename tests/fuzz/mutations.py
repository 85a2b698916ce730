"""Genuine input with a few mistakes in it, and plain rubbish: what no Discord app would send, but somebody might."""

import typing
from collections.abc import Sequence
from dataclasses import fields
from enum import StrEnum
from itertools import product
from random import Random
from typing import Any

import cogs.client  # noqa: F401 - imports every feature, and so every control
from cogs.shared.controls import Control

RUBBISH = (
    *("", " ", "\x00", "\n", "_", "..", ":", "♠", "JJJ", "10X", "_zz_p0", "a" * 2_000),
    *("-1", "0", "00", "1e9", "9" * 40, "²", "٣", "½", "∞", "NaN", "null"),
    *("é", "\u202e", "\ufe0f", "🂡", "ſ", "ß", "İ"),
    *("%s", "{0}", "{player}", "' OR 1=1 --", "<@1>", "<@!99999999999999999999>"),
)
"""Text that programs have stumbled over: other digits, letters that grow in upper case, templates, controls, sizes."""

VALUES = (None, True, -1, 0, 2**63, 2**80, 0.5, float("nan"), float("inf"), "", "x", [], [[]], {}, {"": None})
"""Values of every kind that JSON knows."""


NOTHING = 999
"""The id of no table, and of nothing else."""


def kinds(base: type[Control] = Control) -> list[type[Control]]:
    """All kinds of controls."""
    return [kind for sub in base.__subclasses__() for kind in (sub, *kinds(sub))]


def controls() -> list[Control]:
    """One of each kind of control for each thing that it can be about."""
    found: list[Control] = []
    for kind in kinds():
        types = typing.get_type_hints(kind)
        names = [field.name for field in fields(kind)]  # type: ignore[arg-type]
        found += [kind(**dict(zip(names, values, strict=True))) for values in product(*(_all(types[n]) for n in names))]
    return found


def _all(kind: Any) -> Sequence[Any]:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return list(kind)
    return ["knotweed"] if kind is str else [("play", "_1f_p2")] if kind == tuple[str, ...] else [NOTHING]


def mangled(genuine: str, chance: Random) -> str:
    """The text with one to three mistakes: something lost, doubled, exchanged or put in."""
    text = genuine
    for _ in range(chance.randint(1, 3)):
        start = chance.randint(0, len(text))
        end = min(len(text), start + chance.randint(0, 3))
        part = text[start:end]
        mistakes = ("", part * 2, part.swapcase(), chance.choice(RUBBISH), _any_character(chance), str(start))
        text = text[:start] + chance.choice(mistakes) + text[end:]
    return text


def _any_character(chance: Random) -> str:
    """A character of ASCII or of all of Unicode, without the surrogates, which no text holds."""
    return chr(chance.choice((chance.randrange(32, 127), chance.randrange(0xD800), chance.randrange(0xE000, 0x110000))))


def corrupted(genuine: Any, chance: Random) -> Any:
    """The JSON value with one mistake somewhere in it."""
    if chance.random() > 0.2:
        match genuine:
            case dict() if genuine:
                key = chance.choice(list(genuine))
                return {**genuine, key: corrupted(genuine[key], chance)}
            case list() if genuine:
                place = chance.randrange(len(genuine))
                part = genuine[place]
                parts = chance.choice(([], [part, part], [corrupted(part, chance)], [corrupted(part, chance)]))
                return [*genuine[:place], *parts, *genuine[place + 1 :]]
            case str():
                return mangled(genuine, chance)
            case int():
                return genuine + chance.choice((-1, 1, 7, 1000))
            case _:
                pass
    return chance.choice(VALUES)
