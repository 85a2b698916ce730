"""The house rules of a game as options of a command, with their ranges and explanations."""

import inspect
import typing
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

from discord import app_commands
from discord.app_commands import locale_str
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from cogs.shared.options import bounds_of, kind_of, option_title, possible_values
from cogs.shared.rendering import clip
from engines.contract import Game, GameOptions
from engines.texts import Text, say
from sessions.shared.refusals import Refused


def game_command(
    game: Game[Any],
    callback: Callable[..., Coroutine[Any, Any, None]],
    described: Mapping[str, locale_str],
    choices: Mapping[str, list[app_commands.Choice[Any]]],
) -> app_commands.Command[Any, ..., None]:
    """A command about this game and its house rules, which ``callback`` gets as additional keyword arguments.

    Its other options are the parameters of ``callback`` that are ``described``; some offer ``choices``.
    """
    signature = inspect.signature(callback)
    own = [parameter for name, parameter in signature.parameters.items() if name in ("interaction", *described)]
    # discord.py reads a command's options from its signature.
    callback.__signature__ = signature.replace(parameters=[*own, *option_parameters(game)])
    explained = app_commands.describe(**described, **option_descriptions(game))
    offered = app_commands.choices(**choices)
    return app_commands.Command(
        name=game.key.replace("_", "-"),
        description=locale_str(str(game.summary)),
        callback=offered(explained(callback)),
    )


def option_parameters(game: Game[Any]) -> list[inspect.Parameter]:
    """A keyword parameter for each option of the game; ``None`` stands for "not given"."""
    return [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_annotation(field))
        for name, field in game.Options.model_fields.items()
    ]


def option_descriptions(game: Game[Any]) -> dict[str, locale_str]:
    """What each option means, in a sentence."""
    return {name: locale_str(field.description or name) for name, field in game.Options.model_fields.items()}


def chosen_options(game: Game[Any], given: dict[str, Any]) -> GameOptions:
    """The options of a game from those given with a command. Raises ``Refused`` for impossible values."""
    try:
        return game.Options(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        # Discord's own apps enforce the ranges. Other clients may send anything.
        first = error.errors()[0]
        raise Refused(_impossible(game, str(first["loc"][0]), clip(str(first["input"]), 40))) from None


def _impossible(game: Game[Any], name: str, value: str) -> Text:
    """Which rule was set to an impossible value, and what is possible."""
    title, possible = option_title(name), possible_values(game.Options.model_fields[name])
    if possible is None:
        return say("You can't play with these house rules: {name} can't be {value}.", name=title, value=value)
    return say(
        "You can't play with these house rules: {name} can't be {value}. Possible: {possible}.",
        name=title,
        value=value,
        possible=possible,
    )


def _annotation(field: FieldInfo) -> Any:
    """The type of a command option for this field, with which Discord itself refuses values out of range."""
    kind = kind_of(field)
    if kind is int:
        bounds = bounds_of(field)
        kind = app_commands.Range[int, bounds.get("ge"), bounds.get("le")]
    return kind | None if isinstance(kind, type) else typing.Optional[kind]  # noqa: UP045
