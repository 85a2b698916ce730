"""What a person sees of a message: texts, pictures, buttons and menus, however deep they are nested."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import discord
from discord import ComponentType
from simcord import InteractionResult, ResponseMessage
from simcord.components import walk_components

Seen: TypeAlias = InteractionResult | ResponseMessage | discord.Message
"""Where a message may come from: the answer to an action, the answer itself, or the channel."""

MENUS = frozenset(kind for kind in ComponentType if kind.name.endswith("select"))
PICTURES = frozenset({ComponentType.thumbnail, ComponentType.media_gallery, ComponentType.file})

CARD = re.compile("(?:10|[A2-9JQK])[♣♦♥♠]")
"""A card as it is written."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button; ``face`` is its emoji and its label as a person reads them."""

    face: str
    custom_id: str | None
    disabled: bool
    style: int
    url: str | None = None


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a menu."""

    face: str
    value: str
    description: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of which ``least`` to ``most`` options are chosen; ``face`` is its placeholder."""

    face: str
    custom_id: str
    disabled: bool
    least: int
    most: int
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture or file; ``alt`` is what a screen reader says."""

    url: str
    alt: str


Item = TypeVar("Item", Button, Option, Menu)


@dataclass(frozen=True, slots=True)
class Screen:
    """One message as it was when it was read."""

    texts: tuple[str, ...]
    buttons: tuple[Button, ...]
    menus: tuple[Menu, ...]
    pictures: tuple[Picture, ...]

    @property
    def text(self) -> str:
        """All texts, one under the other."""
        return "\n".join(self.texts)

    def button(self, label: str) -> Button:
        """The button with this label, or the only one whose label contains it; AssertionError if there is none."""
        return find(self.buttons, label, "button")

    def menu(self, placeholder: str = "") -> Menu:
        """The menu whose placeholder contains this, by default the first; AssertionError if there is none."""
        return find(self.menus if placeholder else self.menus[:1], placeholder, "menu")


def find(items: Sequence[Item], face: str, kind: str) -> Item:
    """The item with this face, or the only one whose face contains it; AssertionError names what there is."""
    exact = [item for item in items if item.face == face]
    fitting = exact or [item for item in items if face in item.face]
    assert len(fitting) == 1, f"{len(fitting)} {kind}s fit {face!r}; there are {[item.face for item in items]}"
    return fitting[0]


def message_of(seen: Seen) -> ResponseMessage | discord.Message:
    """The message itself; AssertionError if an action was not answered with one."""
    if not isinstance(seen, InteractionResult):
        return seen
    assert seen.response is not None, f"there is no message in {seen!r}"
    return seen.response


def read(seen: Seen) -> Screen:
    """The message as it is now (an answer) or as it was when the channel was looked at (``discord.Message``)."""
    message = message_of(seen)
    if isinstance(message, discord.Message):
        components: list[Any] = [component.to_dict() for component in message.components]
    else:
        components = message.components
    texts = [visible(message.content)] if message.content else []
    buttons, menus, pictures = [], [], []
    for component in walk_components(components):
        kind = ComponentType(component["type"])
        if kind is ComponentType.text_display:
            texts.append(visible(component["content"]))
        elif kind is ComponentType.button:
            buttons.append(_button(component))
        elif kind in MENUS:
            menus.append(_menu(component))
        elif kind in PICTURES:
            pictures += _pictures(component)
    return Screen(tuple(texts), tuple(buttons), tuple(menus), tuple(pictures))


def visible(text: str) -> str:
    """The text without the characters that keep names apart from what stands around them, and lines from breaking."""
    return text.replace("\u2068", "").replace("\u2069", "").replace("\u00a0", " ")


def texts(seen: Seen) -> str:
    """All texts of a message, one under the other."""
    return read(seen).text


def _face(part: dict[str, Any]) -> str:
    emoji = (part.get("emoji") or {}).get("name")
    return " ".join(visible(word) for word in (emoji, part.get("label")) if word)


def _button(part: dict[str, Any]) -> Button:
    return Button(
        _face(part), part.get("custom_id"), bool(part.get("disabled")), part.get("style") or 0, part.get("url")
    )


def _menu(part: dict[str, Any]) -> Menu:
    options = tuple(
        Option(_face(option), option["value"], visible(option.get("description") or ""), bool(option.get("default")))
        for option in part.get("options") or []
    )
    least, most = (1 if part.get(key) is None else part[key] for key in ("min_values", "max_values"))
    face = visible(part.get("placeholder") or "")
    return Menu(face, part["custom_id"], bool(part.get("disabled")), least, most, options)


def _pictures(part: dict[str, Any]) -> list[Picture]:
    shown = part.get("items") or [part]
    return [
        Picture((item.get("media") or item.get("file") or {}).get("url", ""), visible(item.get("description") or ""))
        for item in shown
    ]
