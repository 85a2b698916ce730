"""The rules of a game as players read them: sections, each with an example that can be drawn."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engines.texts import Text


@dataclass(frozen=True, slots=True)
class Example:
    """A position that shows what a section says: ``position`` (Annex B of the rules text) after ``moves``.

    It is drawn as ``seat`` sees it; ``None``: as everybody does.
    """

    caption: Text
    position: Mapping[str, Any]
    moves: tuple[tuple[int, str], ...] = ()
    seat: int | None = 0


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the rules: a heading, a text in Markdown, and an example where one helps.

    ``options`` are the house rules that change what it says.
    """

    heading: Text
    text: Text
    example: Example | None = None
    options: tuple[str, ...] = ()
