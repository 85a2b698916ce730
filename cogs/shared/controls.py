"""Buttons and menus that keep working after a restart, because their custom ids say all that they need.

A *control* declares its fields as a dataclass does. Its custom id, the pattern of such ids and how they are read
follow from that: ``prefix:first:second:...``. Screens draw controls; each feature tells ``ControlHandlers`` what using
one of its controls does. Who uses a control, and whose turn it is, never comes from the custom id.
"""

from __future__ import annotations

import re
import secrets
import typing
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import cache
from itertools import count
from typing import Any, ClassVar, Literal, Self, TypeAlias, TypeVar, dataclass_transform

import discord
from discord import ui

from cogs.shared.acknowledgements import Acknowledgements
from cogs.shared.layout import CLOSED_COLOUR, layout, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT, LARGEST_ID, OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.permissions import require_welcome
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from cogs.shared.responses import explain
from engines.texts import Text, say
from sessions.shared.log_context import note_work
from sessions.shared.refusals import Refused
from sessions.tables.lookup import Presence

C = TypeVar("C", bound="Control")
Handler: TypeAlias = Callable[[discord.Interaction[Any], C], Awaitable[None]]
H = TypeVar("H", bound=Callable[..., Awaitable[None]])
RequireAccess: TypeAlias = Callable[[int, int | None, int], Awaitable[None]]
"""Gets the ids of a table, a server and a user. Raises ``Refused`` if the user must not use controls of the table."""

_CHOOSE = say("Choose one entry from the menu.")
_CHANNEL = discord.SelectDefaultValueType.channel
_ROLE = discord.SelectDefaultValueType.role
_STRING_MENU = discord.ComponentType.string_select.value
_MENU_IDS = count(2**29 + secrets.randbits(29))
"""A new id for every menu drawn. A client keeps what was chosen in a menu by the menu's id, so with a fixed id the next
question's menu would show the last choice and refuse to take it again. Discord numbers components without an id from 1,
and an id has 32 bits."""


@dataclass_transform(frozen_default=True)
class Control:
    """Base of all controls: ``class SomeButton(Control, prefix="some")`` is a frozen dataclass with this prefix.

    A field is an ``int``, an ``int | None`` (which may also be "all"), a ``str`` of letters, digits and underscores, a
    ``StrEnum`` or a ``tuple[str, ...]``.
    """

    prefix: ClassVar[str]

    def __init_subclass__(cls, *, prefix: str) -> None:
        cls.prefix = prefix
        dataclass(frozen=True)(cls)

    @property
    def subject(self) -> StrEnum | None:
        """The field that chooses among several handlers of this kind of control: the ``StrEnum``, if there is one."""
        values = (getattr(self, name) for name in _codecs(type(self)))
        return next((value for value in values if isinstance(value, StrEnum)), None)

    @property
    def table_used(self) -> int | None:
        """The table that this control is about; ``None`` if it is about something else."""
        return getattr(self, "table", None)

    @property
    def custom_id(self) -> str:
        """The prefix and the fields, as Discord hands them back when the control is used."""
        parts = (codec.write(getattr(self, name)) for name, codec in _codecs(type(self)).items())
        return ":".join((self.prefix, *parts))

    @classmethod
    def pattern(cls) -> re.Pattern[str]:
        """Matches every custom id of this control, with a group for each field."""
        parts = (f"(?P<{name}>{codec.pattern})" for name, codec in _codecs(cls).items())
        return re.compile(":".join((cls.prefix, *parts)))

    @classmethod
    def read(cls, custom_id: str) -> Self | None:
        """The control with this custom id; ``None`` if it is another control's."""
        match = cls.pattern().fullmatch(custom_id)
        if match is None:
            return None
        try:
            return cls(**{name: codec.read(match[name]) for name, codec in _codecs(cls).items()})
        except ValueError:
            return None

    def button(
        self,
        label: Text,
        renderer: Renderer,
        style: discord.ButtonStyle = discord.ButtonStyle.secondary,
        *,
        emoji: str | None = None,
        disabled: bool = False,
    ) -> ui.Button[Any]:
        """A button that does what this control says."""
        shown = renderer.label(label, BUTTON_LABEL_LIMIT)
        return ui.Button(custom_id=self.custom_id, label=shown or None, style=style, emoji=emoji, disabled=disabled)

    def menu(
        self,
        options: Sequence[discord.SelectOption],
        renderer: Renderer,
        placeholder: Text | None = None,
        least: int = 1,
        most: int = 1,
    ) -> ui.Select[Any]:
        """A menu that does what this control says with the options chosen (see ``chosen_values``)."""
        return ui.Select(
            id=next(_MENU_IDS),
            custom_id=self.custom_id,
            placeholder=placeholder and renderer.label(placeholder, PLACEHOLDER_LIMIT),
            min_values=least,
            max_values=most,
            options=list(options),
        )

    def user_menu(self, placeholder: Text, renderer: Renderer) -> ui.UserSelect[Any]:
        """A menu of the server's members that does what this control says with the one chosen."""
        shown = renderer.label(placeholder, PLACEHOLDER_LIMIT)
        return ui.UserSelect(custom_id=self.custom_id, placeholder=shown)

    def channel_menu(self, placeholder: Text, chosen: int | None, renderer: Renderer) -> ui.ChannelSelect[Any]:
        """A menu of the server's text channels that does what this control says with the one chosen, if any."""
        kinds = [discord.ChannelType.text, discord.ChannelType.news]
        return ui.ChannelSelect(channel_types=kinds, **self._of_one(_CHANNEL, placeholder, chosen, renderer))

    def role_menu(self, placeholder: Text, chosen: int | None, renderer: Renderer) -> ui.RoleSelect[Any]:
        """A menu of the server's roles that does what this control says with the one chosen, if any."""
        return ui.RoleSelect(**self._of_one(_ROLE, placeholder, chosen, renderer))

    def _of_one(
        self, kind: discord.SelectDefaultValueType, placeholder: Text, chosen: int | None, renderer: Renderer
    ) -> dict[str, Any]:
        """What a menu of which one entry of this kind, or none, can be chosen is made from."""
        return {
            "id": next(_MENU_IDS),
            "custom_id": self.custom_id,
            "placeholder": renderer.label(placeholder, PLACEHOLDER_LIMIT),
            "min_values": 0,
            "default_values": [] if chosen is None else [discord.SelectDefaultValue(id=chosen, type=kind)],
        }


def option(
    label: Text,
    value: object,
    renderer: Renderer,
    *,
    description: Text | None = None,
    emoji: str | None = None,
    is_chosen: bool = False,
) -> discord.SelectOption:
    """An option of a menu."""
    return discord.SelectOption(
        label=renderer.label(label, OPTION_LIMIT),
        value=str(value),
        description=description and renderer.label(description, OPTION_LIMIT),
        emoji=emoji,
        default=is_chosen,
    )


def page_buttons(to: Callable[[int], Control], page: int, last: int, renderer: Renderer) -> list[ui.Button[Any]]:
    """Buttons to the pages before and after ``page``, which counts from 0. ``to`` makes the control for a page."""
    # At either end a button is disabled. It still needs a custom id of its own: that of a page that does not exist.
    before, after = to(page - 1 if page > 0 else last + 2), to(page + 1)
    return [
        before.button(say("Previous"), renderer, emoji="◀️", disabled=page <= 0),
        after.button(say("Next"), renderer, emoji="▶️", disabled=page >= last),
    ]


_HANDLED = "handled"


def handles(control: type[Control], *subjects: StrEnum) -> Callable[[H], H]:
    """Declare that a method handles this control, or only those with one of these subjects."""

    def declare(method: H) -> H:
        declared = [(control, subject) for subject in subjects or (None,)]
        setattr(method, _HANDLED, [*getattr(method, _HANDLED, ()), *declared])
        return method

    return declare


class ControlHandlers:
    """The handlers of all controls. Every interaction with a control is answered exactly once, whatever happens."""

    def __init__(
        self,
        renderers: Renderers,
        acknowledgements: Acknowledgements,
        presence: Presence,
        require_access: RequireAccess,
        bans: Collection[int] = (),
    ) -> None:
        self._bans = bans
        self._renderers = renderers
        self._require_access = require_access
        self._presence = presence
        self._acknowledgements = acknowledgements
        self._controls: dict[str, type[Control]] = {}
        self._handlers: dict[tuple[type[Control], object], Handler[Any]] = {}

    def add(self, control: type[C], handler: Handler[C], subject: object = None) -> None:
        """Call ``handler`` for this control, or only for those with this ``subject``."""
        self._controls[control.prefix] = control
        self._handlers[control, subject] = handler

    def add_methods(self, owner: object) -> None:
        """Call the methods of ``owner`` for the controls that they declare to handle."""
        for name in dir(type(owner)):
            for control, subject in getattr(getattr(type(owner), name), _HANDLED, ()):
                self.add(control, getattr(owner, name), subject)

    @property
    def handled(self) -> set[tuple[type[Control], object]]:
        """The controls that have handlers, each with the subjects that have handlers of their own (or ``None``)."""
        return set(self._handlers)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Handle a control that is used, even one that this bot has never posted, or a form that is sent as one.

        discord.py would make a view of the whole message for each of them, to find the one that was used.
        """
        if interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit):
            await self.handle(interaction, str(dict(interaction.data or {}).get("custom_id")))

    async def handle(self, interaction: discord.Interaction[Any], custom_id: str) -> None:
        """Call the handler of the control with this custom id, and explain errors to the member."""
        control = self._read(custom_id)
        handler = control and self._handler(control)
        await self._acknowledgements.watch(interaction, handler)
        self._renderers.meet(interaction)
        try:
            if self._bans:
                require_welcome(interaction, self._bans)
            if control is None or handler is None:
                raise Refused(say("That button is no longer in use. Look for a newer message."))
            note_work(table=control.table_used)
            if control.table_used is not None:
                await self._require_access(control.table_used, interaction.guild_id, interaction.user.id)
            self._presence.note(control.table_used, interaction.user.id)
            _require_offered(interaction, custom_id)
            await handler(interaction, control)
        except Exception as error:
            await explain(interaction, error, self._renderers.without_names(interaction))

    def _handler(self, control: Control) -> Handler[Any] | None:
        kind = type(control)
        return self._handlers.get((kind, control.subject)) or self._handlers.get((kind, None))

    def _read(self, custom_id: str) -> Control | None:
        kind = self._controls.get(custom_id.partition(":")[0])
        return kind.read(custom_id) if kind else None


def chosen_values(interaction: discord.Interaction[Any]) -> tuple[str, ...]:
    """The values of the options chosen in the menu that was used; none for a button."""
    data: dict[str, Any] = dict(interaction.data or {})
    return tuple(data.get("values", ()))


def _require_offered(interaction: discord.Interaction[Any], custom_id: str) -> None:
    """Raise ``Refused`` if values were chosen that the menu with this id does not offer in the message shown."""
    values = set(chosen_values(interaction))
    if not values or interaction.message is None or dict(interaction.data or {})["component_type"] != _STRING_MENU:
        return
    menus = [menu for menu in _menus(interaction.message.components) if menu.custom_id == custom_id]
    if not any(values <= {option.value for option in menu.options} for menu in menus):
        raise Refused(_CHOOSE)


def _menus(components: Iterable[discord.Component]) -> Iterator[discord.SelectMenu]:
    """The menus among these components of a message, and inside them."""
    for component in components:
        if isinstance(component, discord.SelectMenu):
            yield component
        elif isinstance(component, discord.ActionRow | discord.Container):
            yield from _menus(component.children)


def chosen_value(interaction: discord.Interaction[Any]) -> str:
    """The value of the only option chosen. Raises ``Refused`` unless there is exactly one.

    Discord's own apps let nobody choose more or fewer.
    """
    match chosen_values(interaction):
        case (value,):
            return value
        case _:
            raise Refused(_CHOOSE)


def chosen_id(interaction: discord.Interaction[Any]) -> int | None:
    """The id of the role or channel chosen in the menu that was used; ``None`` if none was. Raises ``Refused``."""
    return chosen_number(interaction) if chosen_values(interaction) else None


def chosen_number(interaction: discord.Interaction[Any]) -> int:
    """The value of the only option chosen, where all values are numbers, such as the id of a member."""
    value = chosen_value(interaction)
    if not value.isdecimal() or int(value) > LARGEST_ID:
        raise Refused(_CHOOSE)
    return int(value)


@dataclass(frozen=True, slots=True)
class _Codec:
    """How a field of one type is written into custom ids and read from them."""

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str


def _read_number(text: str) -> int:
    """A number that the database can hold. Raises ``ValueError`` for a larger one, which the bot never writes."""
    number = int(text)
    if number > LARGEST_ID:
        raise ValueError(f"{text} is too large")
    return number


_CODECS: dict[object, _Codec] = {
    int: _Codec(r"\d+", _read_number),
    int | None: _Codec(
        r"\d+|-",
        lambda text: None if text == "-" else _read_number(text),
        lambda number: "-" if number is None else str(number),
    ),
    Literal["all"] | int | None: _Codec(
        r"\d+|-|all",
        lambda text: None if text == "-" else text if text == "all" else _read_number(text),
        lambda eye: "-" if eye is None else str(eye),
    ),
    str: _Codec(r"\w+", str),
    tuple[str, ...]: _Codec(r"[\w.-]*", lambda text: tuple(text.split(".")) if text else (), ".".join),
}


@cache
def _codecs(control: type[Any]) -> dict[str, _Codec]:
    types = typing.get_type_hints(control)
    return {field.name: _codec(types[field.name]) for field in fields(control)}


def _codec(kind: Any) -> _Codec:
    if isinstance(kind, type) and issubclass(kind, StrEnum):
        return _Codec("|".join(kind), kind)
    return _CODECS[kind]


def confirmation(words: str, yes: tuple[Control, Text], no: tuple[Control, Text], renderer: Renderer) -> ui.LayoutView:
    """A question. ``yes`` and ``no`` are the controls that answer it, with their labels."""

    def button(answer: tuple[Control, Text], style: discord.ButtonStyle) -> ui.Button[Any]:
        control, label = answer
        return control.button(label, renderer, style)

    buttons = row(button(yes, discord.ButtonStyle.danger), button(no, discord.ButtonStyle.secondary))
    return layout(CLOSED_COLOUR, f"### ⚠️ {words}", buttons)


def answered(answer: Text, renderer: Renderer) -> ui.LayoutView:
    """What replaces a question once it is answered."""
    return layout(CLOSED_COLOUR, renderer.render(answer))
