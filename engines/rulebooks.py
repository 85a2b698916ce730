"""The rules of a game as players read them: sections with examples that can be drawn, and who wrote them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.texts import Text


@dataclass(frozen=True, slots=True)
class Credit:
    """The credit for a game's author, worded as the author or the licence requires."""

    line: str
    url: str


@dataclass(frozen=True, slots=True)
class Example:
    """A position that illustrates a section: ``position`` (Annex B of the rules text) after ``moves``.

    It is drawn as ``seat`` sees it; ``None``: as a spectator does.
    """

    caption: Text
    position: Mapping[str, Any]
    moves: tuple[tuple[int, str], ...] = ()
    seat: int | None = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules: a heading, Markdown text, and an optional example.

    ``options`` are the house rules that affect it.
    """

    heading: Text
    text: Text
    example: Example | None = None
    options: tuple[str, ...] = ()
