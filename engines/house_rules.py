"""House rules: the fields of a game's ``GameOptions``."""

from collections.abc import Mapping
from typing import Any

from pydantic import Field

from engines.texts import Text, say

READS = "reads"
"""The key of what stands for a house rule's values, each as a text, in the field's extra schema."""
SEAT = "seat"
"""The key that is there if the rule says who begins."""

BEST_OF = {1: say("one game"), **{games: say("best of {games}", games=games) for games in (3, 5, 7)}}
"""The lengths of a match that is decided by wins."""


def house_rule(
    default: Any,
    explanation: str,
    *,
    title: Text | None = None,
    reads: Mapping[Any, Text] | None = None,
    ge: int | None = None,
    le: int | None = None,
) -> Any:
    """A field of ``GameOptions`` with a sentence that explains it to players (at most 100 characters).

    ``title`` names it before a value (at most 45 characters); where the default is ``None`` it says all that those
    who have set the rule need. ``reads`` are the values that are words.
    """
    extra: dict[str, Any] = {READS: reads or {}}
    name = title.template if title else None
    return Field(default=default, title=name, description=explanation, json_schema_extra=extra, ge=ge, le=le)


def seat_rule(title: Text, seats: int) -> Any:
    """A field with one of so many ``seats``, drawn at random if it is ``None``."""
    players = {seat: say("player {number}", number=seat + 1) for seat in range(seats)}
    reads = {None: say("at random"), **players}
    explanation = say("0 is the first player, 1 the next and so on; leave empty to draw it at random").template
    rule = house_rule(None, explanation, title=title, reads=reads, ge=0, le=seats - 1)
    rule.json_schema_extra[SEAT] = True
    return rule
