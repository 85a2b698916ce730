"""Limits of message components that the description omits (Discord: "Component Reference")."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, TEXT, THUMBNAIL, GALLERY, FILE = 1, 2, 3, 4, 10, 11, 12, 13
SELECTS = frozenset({3, 5, 6, 7, 8})
LINK, PREMIUM = 5, 6

MOST_COMPONENTS = 40
MOST_TEXT = 4000
MOST_LEGACY_ROWS = 5

Placed: TypeAlias = tuple[str, dict[str, Any]]
"""A component and its place in the body."""


def walk(components: Any, place: str) -> Iterator[Placed]:
    """Every component, including nested ones, in reading order."""
    for index, component in enumerate(components if isinstance(components, list) else []):
        yield from _walk_one(component, f"{place}[{index}]")


def _walk_one(component: Any, place: str) -> Iterator[Placed]:
    if not isinstance(component, dict):
        return
    yield place, component
    yield from walk(component.get("components"), f"{place}.components")
    for key in ("accessory", "component"):
        yield from _walk_one(component.get(key), f"{place}.{key}")


def is_blank(text: Any) -> bool:
    """Whether a text is empty once Discord has trimmed it."""
    return isinstance(text, str) and not text.strip()


def repeated(values: Iterable[Any]) -> list[Any]:
    """The values that occur more than once, except ``None``."""
    return [value for value, times in Counter(values).items() if times > 1 and value is not None]


def layout_problems(components: Any, place: str) -> Iterator[str]:
    """Limits of a Components V2 message."""
    placed = list(walk(components, place))
    if not placed:
        yield f"{place}: a message with the Components V2 flag needs a component"
    if len(placed) > MOST_COMPONENTS:
        yield f"{place}: {len(placed)} components including nested ones, at most {MOST_COMPONENTS}"
    text = sum(len(component.get("content") or "") for _, component in placed if component.get("type") == TEXT)
    if text > MOST_TEXT:
        yield f"{place}: {text} characters of text in total, at most {MOST_TEXT}"


def legacy_problems(components: Any, place: str) -> Iterator[str]:
    """Limits of a message without the Components V2 flag."""
    rows = components if isinstance(components, list) else []
    if len(rows) > MOST_LEGACY_ROWS:
        yield f"{place}: {len(rows)} rows, at most {MOST_LEGACY_ROWS} without the Components V2 flag"
    if any(isinstance(row, dict) and row.get("type") != ROW for row in rows):
        yield f"{place}: only action rows are allowed here without the Components V2 flag"


def component_problems(components: Any, place: str) -> Iterator[str]:
    """Limits of the components of any message or modal."""
    placed = list(walk(components, place))
    for key in ("custom_id", "id"):
        for value in repeated(component.get(key) for _, component in placed):
            yield f"{place}: {key} {value!r} occurs more than once"
    for where, component in placed:
        kind = component.get("type")
        for key in ("label", "content", "placeholder", "description"):
            if is_blank(component.get(key)) and not (key == "label" and kind == BUTTON):
                yield f"{where}.{key}: is blank"
        if kind == ROW:
            yield from _row_problems(component, where)
        elif kind == BUTTON:
            yield from _button_problems(component, where)
        elif kind in SELECTS:
            yield from _select_problems(component, where)


def _row_problems(row: dict[str, Any], where: str) -> Iterator[str]:
    kinds = [component.get("type") for component in row.get("components") or [] if isinstance(component, dict)]
    if len(kinds) > 1 and SELECTS.intersection(kinds):
        yield f"{where}: a menu must be the only component in its row"


def _button_problems(button: dict[str, Any], where: str) -> Iterator[str]:
    label, emoji, style = button.get("label"), button.get("emoji"), button.get("style")
    if style != PREMIUM and not emoji and (label is None or is_blank(label)):
        yield f"{where}: a button needs a label or an emoji"
    yield from _emoji_problems(emoji, f"{where}.emoji")
    needed = {LINK: "url", PREMIUM: "sku_id"}.get(style or 0, "custom_id")
    for key in ("custom_id", "url", "sku_id"):
        if key == needed and not button.get(key):
            yield f"{where}: a button of style {style} needs {key}"
        if key != needed and button.get(key) is not None:
            yield f"{where}: a button of style {style} cannot have {key}"


def _emoji_problems(emoji: Any, where: str) -> Iterator[str]:
    """An emoji without an id must be the character itself, not its name in colons."""
    if isinstance(emoji, dict) and not emoji.get("id"):
        name = str(emoji.get("name") or "")
        if is_blank(name) or any(letter.isascii() and letter.isalpha() for letter in name):
            yield f"{where}: {name!r} is not an emoji"


def _select_problems(menu: dict[str, Any], where: str) -> Iterator[str]:
    least, most = _number(menu.get("min_values")), _number(menu.get("max_values"))
    if least > most:
        yield f"{where}: min_values {least} is greater than max_values {most}"
    if menu.get("type") != STRING_SELECT:
        return
    options = [option for option in menu.get("options") or [] if isinstance(option, dict)]
    if max(least, most) > len(options):
        yield f"{where}: asks for up to {max(least, most)} values but offers {len(options)}"
    for value in repeated(option.get("value") for option in options):
        yield f"{where}.options: value {value!r} occurs more than once"
    if sum(bool(option.get("default")) for option in options) > most:
        yield f"{where}.options: more than max_values {most} options are selected by default"
    for index, option in enumerate(options):
        for key in ("label", "value", "description"):
            if is_blank(option.get(key)):
                yield f"{where}.options[{index}].{key}: is blank"
        yield from _emoji_problems(option.get("emoji"), f"{where}.options[{index}].emoji")


def _number(value: Any) -> int:
    """``min_values`` and ``max_values`` are 1 unless said otherwise."""
    return value if isinstance(value, int) else 1


def media_urls(components: Any, place: str) -> Iterator[tuple[str, str]]:
    """Where the components show a picture or a file, and its address."""
    for where, component in walk(components, place):
        shown = [component.get("media"), component.get("file")]
        shown += [item.get("media") for item in component.get("items") or [] if isinstance(item, dict)]
        for media in shown:
            if isinstance(media, dict) and isinstance(media.get("url"), str):
                yield where, media["url"]
