"""The house rules of a game: as options of a command, and as a form that the host of a table fills in."""

import inspect
import typing
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str
from pydantic import ValidationError
from pydantic.fields import FieldInfo

from cogs.shared.controls import Control
from cogs.shared.limits import FORM_FIELDS, FORM_LABEL_LIMIT, OPTION_LIMIT
from cogs.shared.options import bounds_of, kind_of, option_title, option_value, possible_values, reads_of
from cogs.shared.rendering import Renderer, clip
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
    rules = game.Options.model_fields
    ruled = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=_annotation(field))
        for name, field in rules.items()
    ]
    # discord.py reads a command's options from its signature. ``None`` stands for "not given".
    callback.__signature__ = signature.replace(parameters=[*own, *ruled])
    meanings = {name: locale_str(field.description or name) for name, field in rules.items()}
    explained = app_commands.describe(**described, **meanings)
    offered = app_commands.choices(**choices)
    return app_commands.Command(
        name=game.key.replace("_", "-"),
        description=locale_str(str(game.summary)),
        callback=offered(explained(callback)),
    )


def chosen_options(game: Game[Any], given: dict[str, Any]) -> GameOptions:
    """The options of a game from those given with a command. Raises ``Refused`` for impossible values."""
    try:
        options = game.Options(**{name: value for name, value in given.items() if value is not None})
    except ValidationError as error:
        # Discord's own apps enforce the ranges. Other clients may send anything.
        first = error.errors()[0]
        raise Refused(_impossible(game, str(first["loc"][0]), clip(str(first["input"]), 40))) from None
    if options.contradiction is not None:
        raise Refused(options.contradiction)
    return options


def _impossible(game: Game[Any], name: str, value: str) -> Text:
    """Which rule was set to an impossible value, and what is possible."""
    field = game.Options.model_fields[name]
    title, possible = option_title(name, field), possible_values(field)
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


_SWITCHES = "switches"
"""The custom id of the group of all rules that are either on or off. The other fields have the names of their rules."""
_DIGITS = 4


class RulesForm(Control, prefix="houserules"):
    """Sets the house rules of a table that has not started."""

    table: int


def rules_fields(game: Game[Any], options: GameOptions, renderer: Renderer) -> list[ui.Label[Any]]:
    """The fields, filled in with the present house rules. Of many rules, those about who begins have no field."""
    switches, others = _asked(game)
    fields = [_field(name, others[name], getattr(options, name), renderer) for name in others]
    if switches:
        fields.append(_group(switches, options, renderer))
    return fields


def read_rules(game: Game[Any], options: GameOptions, filled: Mapping[str, Any]) -> GameOptions:
    """The house rules after these fields were filled in. Raises ``Refused`` for impossible ones."""
    switches, others = _asked(game)
    given = options.model_dump()
    for name, rule in others.items():
        if name in filled:
            given[name] = _read(name, rule, str(filled[name] or "").strip())
    if isinstance(ticked := filled.get(_SWITCHES), list):
        given.update({name: name in ticked for name in switches})
    return chosen_options(game, given)


def _asked(game: Game[Any]) -> tuple[dict[str, FieldInfo], dict[str, FieldInfo]]:
    """The rules in the form: those that are on or off, which share a field, and as many others as it has fields."""
    rules = game.Options.model_fields
    switches = {name: rule for name, rule in rules.items() if kind_of(rule) is bool}
    others = sorted((name for name in rules if name not in switches), key=lambda name: _is_seat(game, rules[name]))
    return switches, {name: rules[name] for name in others[: FORM_FIELDS - bool(switches)]}


def _is_seat(game: Game[Any], rule: FieldInfo) -> bool:
    """Whether the value of a rule is a seat: the least important ones."""
    return bounds_of(rule).get("le") == game.seats[-1] - 1


def _field(name: str, rule: FieldInfo, value: object, renderer: Renderer) -> ui.Label[Any]:
    """A number to type, or a few values to choose from."""
    if offered := _offered(rule):
        choices = [
            discord.RadioGroupOption(
                label=renderer.label(option_value(one, rule), OPTION_LIMIT), value=str(one), default=one == value
            )
            for one in offered
        ]
        return _labelled(name, rule, ui.RadioGroup(custom_id=name, options=choices, required=False), renderer)
    typed = ui.TextInput[Any](
        custom_id=name,
        default=None if value is None else str(value),
        placeholder=None if rule.default is None else str(rule.default),
        required=False,
        max_length=_DIGITS,
    )
    return _labelled(name, rule, typed, renderer)


def _labelled(name: str, rule: FieldInfo, component: ui.Item[Any], renderer: Renderer) -> ui.Label[Any]:
    return ui.Label(text=_title(name, rule, renderer), description=_explained(rule, renderer), component=component)


def _group(switches: Mapping[str, FieldInfo], options: GameOptions, renderer: Renderer) -> ui.Label[Any]:
    choices = [
        discord.CheckboxGroupOption(
            label=_title(name, rule, renderer),
            value=name,
            description=_explained(rule, renderer),
            default=getattr(options, name),
        )
        for name, rule in switches.items()
    ]
    group = ui.CheckboxGroup[Any](custom_id=_SWITCHES, options=choices, min_values=0, required=False)
    return ui.Label(text=renderer.label(say("On or off"), FORM_LABEL_LIMIT), component=group)


def _title(name: str, rule: FieldInfo, renderer: Renderer) -> str:
    return renderer.label(option_title(name, rule), FORM_LABEL_LIMIT)


def _explained(rule: FieldInfo, renderer: Renderer) -> str | None:
    """What a rule means. It is collected for translation where it is defined (``house_rule``)."""
    return renderer.label(Text(rule.description), OPTION_LIMIT) if rule.description else None


def _read(name: str, rule: FieldInfo, typed: str) -> object:
    """The value of a rule. An empty field stands for the default."""
    if not typed:
        return rule.default
    if offered := _offered(rule):
        return next((one for one in offered if str(one) == typed), typed)
    if not typed.isdecimal() or len(typed) > _DIGITS:
        title = option_title(name, rule)
        raise Refused(say("{name} has to be a number of at most {most} digits.", name=title, most=str(_DIGITS)))
    return int(typed)


def _offered(rule: FieldInfo) -> tuple[Any, ...]:
    """The values to choose from; none if one types a number."""
    kind = kind_of(rule)
    return typing.get_args(kind) if typing.get_origin(kind) is typing.Literal else tuple(reads_of(rule))
