"""Games, policies and reasons from installed packages: the only module that loads code that is not imported by name.

A package provides them through entry points: the name is the key of the game, and the value a class or an object. An
unusable one is skipped with one line in the log, and the bot starts without it.
"""

import logging
import multiprocessing
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin

from engines.contract import Credit, Game, GameOptions, State
from engines.formats import DailyGame
from engines.rulebooks import Section
from engines.texts import Text

T = TypeVar("T")

GAMES = "cardroom.games"
POLICIES = "cardroom.policies"
REASONS = "cardroom.reasons"

_KEY = re.compile("[a-z]+(_[a-z]+)*")
_LONGEST_KEY = 32
"""Discord limits the name of a command to 32 characters."""
_LONGEST_LINE = 100
"""Discord limits the description of a command or an option to 100 characters."""
_TAKEN = ("opponents", "pace", "invited_only", "level")
"""Options, besides the house rules, of the commands that open a table or start a practice game."""
_MOST_OPTIONS = 22
"""A Discord command has at most 25 options; the one that opens a table needs three for itself."""
_ATTRIBUTES = {
    "lessons": tuple,
    "themes": tuple,
    "key": str,
    "name": str,
    "seats": range,
    "summary": Text,
    "credit": Credit,
    "rules": tuple,
    "rules_version": int,
    "short_form": Mapping,
    "Options": type,
    "scores_title": Text,
    "settling": tuple,
    "highlights": tuple,
    "openings": tuple,
}
"""The attributes of a game; everything else in the contract is a function."""

_log = logging.getLogger(__name__)


class Unusable(ValueError):
    """Why a plugin is skipped."""


class Registry(Mapping[str, T], Generic[T]):
    """The built-in (``own``) objects by key, then those of plugins.

    Plugins are loaded on first access, not on import: they import modules of the project themselves, so nothing may be
    loaded while those are still being imported, in whatever order.
    """

    def __init__(
        self, group: str, kind: type[T], own: Mapping[str, T], check: Callable[[str, T], None] | None = None
    ) -> None:
        self._group = group
        self._kind = kind
        self._own = own
        self._check = check

    @cached_property
    def _entries(self) -> dict[str, T]:
        entries = dict(self._own)
        for point in sorted(entry_points(group=self._group), key=lambda point: (point.name, point.value)):
            try:
                if point.name in entries:
                    raise Unusable("that key is taken")
                entries[point.name] = self._load(point)
            except (Exception, SystemExit) as error:  # a plugin may raise anything
                _complain(point, error)
        return entries

    def _load(self, point: EntryPoint) -> T:
        offered = point.load()
        made = offered() if isinstance(offered, type) and issubclass(offered, self._kind) else offered
        if not isinstance(made, self._kind):
            raise Unusable(f"it is not a {self._kind.__name__}")
        if self._check is not None:
            self._check(point.name, made)
        return made

    def __getitem__(self, key: str) -> T:
        return self._entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __len__(self) -> int:
        return len(self._entries)


def _complain(point: EntryPoint, error: BaseException) -> None:
    """Log one line for the host; the bot's worker processes load the same plugins but do not repeat it."""
    if multiprocessing.parent_process() is not None:
        return
    kind = "" if isinstance(error, Unusable) else f"{type(error).__name__}: "
    package = point.dist.name if point.dist else "an unknown package"
    reason = " ".join(f"{kind}{error}".split())
    _log.error("The plugin %s (%s of %s) is left out: %s", point.name, point.group, package, reason)


def check_game(key: str, game: Game[Any]) -> None:
    """Raise ``Unusable`` unless the bot can offer this game under this key; the rest is up to the game's tests."""
    if not _KEY.fullmatch(key) or len(key) > _LONGEST_KEY:
        raise Unusable(f"a key has up to {_LONGEST_KEY} lower-case letters, and underscores between them")
    for name in Game.__annotations__.keys() - {"daily"}:
        kind = _ATTRIBUTES.get(name, Callable)
        if not isinstance(getattr(game, name, None), kind):
            raise Unusable(f"its {name} is not a {kind.__name__}")
    if not isinstance(game.daily, DailyGame | None):
        raise Unusable("its daily is not a DailyGame")
    if game.key != key:
        raise Unusable(f"the name of its entry point is not its key, {game.key}")
    if not game.seats or game.seats[0] < 1:
        raise Unusable("it has no number of players")
    for seats in game.seats:
        if sorted(seat for side in game.sides(seats) for seat in side) != list(range(seats)):
            raise Unusable(f"its sides for {seats} players do not name every seat once")
    if not 0 < len(str(game.summary)) <= _LONGEST_LINE:
        raise Unusable(f"its summary does not have 1 to {_LONGEST_LINE} characters")
    if not game.rules or not all(isinstance(section, Section) for section in game.rules):
        raise Unusable("its rules are not sections")
    _check_options(getattr(game, "Options", None))
    state = game.deal(seats=game.seats[0], seed="", options=game.Options())
    if not isinstance(state, State) or not state.to_act:
        raise Unusable("what it deals is not a State in which somebody may act")
    game.scene(state.view(None))


def _check_options(options: Any) -> None:
    if not isinstance(options, type) or not issubclass(options, GameOptions):
        raise Unusable("its Options are not derived from GameOptions")
    if len(options.model_fields) > _MOST_OPTIONS:
        raise Unusable(f"it has more than {_MOST_OPTIONS} options")
    for name, field in options.model_fields.items():
        if name in _TAKEN or not _KEY.fullmatch(name) or len(name) > _LONGEST_KEY:
            raise Unusable(f"its option {name} cannot have that name")
        if not 0 < len(field.description or "") <= _LONGEST_LINE:
            raise Unusable(f"its option {name} is not explained in 1 to {_LONGEST_LINE} characters")
        if not _is_askable(field.annotation):
            raise Unusable(f"its option {name} is neither a number nor a truth value nor one of several words")


def _is_askable(annotation: Any) -> bool:
    """Whether a command can have an option of this type."""
    parts = get_args(annotation)
    if get_origin(annotation) is Literal:
        return {type(part) for part in parts} in ({int}, {str})
    if len(parts) == 2 and type(None) in parts:
        return all(part is type(None) or _is_askable(part) for part in parts)
    return annotation in (int, bool)
