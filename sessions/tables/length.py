"""How long a game is going to take, at the pace of its table and with its players, and whether it can be shorter."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from db.records import TableRecord
from engines.contract import Game
from engines.texts import Text, say_count
from sessions.tables.pace import Pace

A_DAY = 4
"""Hand-overs a day between members who come twice: each waits half of the time between two visits, on average."""
SECONDS = 25
"""How long a turn takes among members who are all there."""
LONG = 14
"""A game that takes so many days is offered in its short form."""


@dataclass(frozen=True, slots=True)
class ShortForm:
    """The short form of a game that would otherwise take weeks: its house rules, and whether they are chosen."""

    rules: Mapping[str, Any]
    days: int
    is_chosen: bool


def expected_length(game: Game[Any], table: TableRecord) -> Text | None:
    """The usual time until the end; ``None`` if the game does not know it, or a single member plays."""
    passed = _handovers(game, table, table.options)
    if passed is None:
        return None
    minutes = max(5, 5 * round(passed * SECONDS / 300))
    if Pace(table.pace).is_live:
        return say_count("A game takes about a minute.", "A game takes about {count} minutes.", minutes)
    days = _days(passed)
    if days < LONG:
        return say_count(
            "About {minutes} minutes if all of you are here, about a day at two visits a day.",
            "About {minutes} minutes if all of you are here, about {count} days at two visits a day.",
            days,
            minutes=minutes,
        )
    return say_count(
        "About {minutes} minutes if all of you are here, about a week at two visits a day.",
        "About {minutes} minutes if all of you are here, about {count} weeks at two visits a day.",
        round(days / 7),
        minutes=minutes,
    )


def short_form(game: Game[Any], table: TableRecord) -> ShortForm | None:
    """The short form of the game at this table; ``None`` if it is played live, or is not long with the usual rules."""
    if not game.short_form or Pace(table.pace).is_live:
        return None
    is_chosen = table.options == {**table.options, **game.short_form}
    others = {name: value for name, value in table.options.items() if name not in game.short_form}
    usual = _handovers(game, table, others if is_chosen else table.options)
    short = _handovers(game, table, {**others, **game.short_form})
    if usual is None or short is None or _days(usual) < LONG:
        return None
    return ShortForm(game.short_form, _days(short), is_chosen)


def _handovers(game: Game[Any], table: TableRecord, options: Mapping[str, Any]) -> float | None:
    """How often the members at this table wait for each other in a game with these house rules, if that is known."""
    seats = max(len(table.seats), game.seats[0])
    members = seats - sum(seat.user_id is None for seat in table.seats)
    handovers = game.expected_handovers(seats, game.Options.model_validate(options))
    if handovers is None or members < 2:
        return None
    return handovers * members / seats  # computers keep nobody waiting


def _days(handovers: float) -> int:
    return max(1, round(handovers / A_DAY))
