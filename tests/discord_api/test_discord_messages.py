"""Messages: a valid and an invalid body for each limit."""

from typing import Any

import pytest

from tests.discord_api.circumstances import Circumstances, MessageFlag
from tests.discord_api.validator import check_request

NOBODY = {"parse": []}
SEND = ("POST", "/channels/11/messages")
EDIT = ("PATCH", "/channels/11/messages/22")
FOLLOW_UP = ("POST", "/webhooks/1/token")
V2 = int(MessageFlag.COMPONENTS_V2)


def text(content: str = "Hello", **fields: Any) -> dict[str, Any]:
    return {"type": 10, "content": content, **fields}


def button(label: str | None = "Join", custom_id: str | None = "a", style: int = 2, **fields: Any) -> dict[str, Any]:
    named = {"label": label, "custom_id": custom_id}
    return {"type": 2, "style": style, **{key: value for key, value in named.items() if value is not None}, **fields}


def buttons(count: int) -> list[dict[str, Any]]:
    return [button(custom_id=str(number)) for number in range(count)]


def row(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(components)}


def option(value: str = "a", **fields: Any) -> dict[str, Any]:
    return {"label": value, "value": value, **fields}


def menu(*options: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"type": 3, "custom_id": "menu", "options": list(options), **fields}


def gallery(*names: str) -> dict[str, Any]:
    return {"type": 12, "items": [{"media": {"url": f"attachment://{name}"}} for name in names]}


def section(texts: int = 1, **fields: Any) -> dict[str, Any]:
    return {"type": 9, "components": [text() for _ in range(texts)], "accessory": button(), **fields}


def container(*components: dict[str, Any]) -> dict[str, Any]:
    return {"type": 17, "components": list(components)}


def layout(*components: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"components": list(components), "flags": V2, "allowed_mentions": NOBODY, **fields}


def legacy(*components: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"content": "Hello", "components": list(components), "allowed_mentions": NOBODY, **fields}


def said(content: str, **fields: Any) -> dict[str, Any]:
    return {"content": content, "allowed_mentions": NOBODY, **fields}


def select(*options: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return layout(row(menu(*options, **fields)))


def press(*named: Any, **fields: Any) -> dict[str, Any]:
    return layout(row(button(*named, **fields)))


LIMITS = {
    "content of 2000": (said("x" * 2000), said("x" * 2001), "content"),
    "no blank content": (said("x"), said(" \n"), "blank"),
    "no empty message": (said("x"), {"allowed_mentions": NOBODY}, "the message is empty"),
    "no embeds": (said("x"), said("x", embeds=[{"title": "x"}]), "sends none"),
    "allowed mentions": (said("x"), {"content": "x"}, "must be set"),
    "allowed mentions for a layout": (layout(text()), {"components": [text()], "flags": V2}, "must be set"),
    "mentions by id or by type": (
        said("x", allowed_mentions={"parse": [], "users": [1]}),
        said("x", allowed_mentions={"parse": ["users"], "users": [1]}),
        "both",
    ),
    "no mention of everyone": (said("x"), said("x", allowed_mentions={"parse": ["everyone"]}), "everyone"),
    "allowed flags": (said("x", flags=1 << 2), said("x", flags=1 << 6), "flags"),
    "only rows without the flag": (legacy(row(button())), legacy(text()), "without the Components V2 flag"),
    "five rows without the flag": (
        legacy(*(row(one) for one in buttons(5))),
        legacy(*(row(one) for one in buttons(6))),
        "at most 5",
    ),
    "no content in a layout": (layout(text()), layout(text(), content="x"), "not allowed with"),
    "no empty layout": (layout(text()), layout(), "needs a component"),
    "40 components": (
        layout(container(*(text() for _ in range(39)))),
        layout(container(*(text() for _ in range(39))), text()),
        "41 components",
    ),
    "40 components with accessories": (
        layout(*(text() for _ in range(37)), section()),
        layout(*(text() for _ in range(38)), section()),
        "41 components",
    ),
    "4000 characters": (
        layout(text("x" * 2000), container(text("x" * 2000))),
        layout(text("x" * 2000), container(text("x" * 2001))),
        "4001 characters",
    ),
    "no blank text": (layout(text()), layout(text("  ")), "blank"),
    "five buttons": (layout(row(*buttons(5))), layout(row(*buttons(6))), "more than"),
    "a menu alone in its row": (select(option()), layout(row(menu(option()), button())), "only component"),
    "an accessory": (layout(section()), layout({"type": 9, "components": [text()]}), "accessory"),
    "no container inside another": (
        layout(container(text())),
        layout(container(container(text()))),
        "components[0].components[0]",
    ),
    "option label of 100": (select(option(label="x" * 100)), select(option(label="x" * 101)), "longer than"),
    "no blank option label": (select(option(label="x")), select(option(label=" ")), "blank"),
    "unique option values": (select(option("a"), option("b")), select(option("a"), option("a")), "more than once"),
    "no more values than options": (
        select(option("a"), option("b"), max_values=2),
        select(option("a"), option("b"), max_values=3),
        "offers 2",
    ),
    "min_values up to max_values": (
        select(option("a"), option("b"), min_values=2, max_values=2),
        select(option("a"), option("b"), min_values=2, max_values=1),
        "min_values",
    ),
    "no more defaults than max_values": (
        select(option("a", default=True), option("b")),
        select(option("a", default=True), option("b", default=True)),
        "selected by default",
    ),
    "custom id of 100": (press(custom_id="x" * 100), press(custom_id="x" * 101), "custom_id"),
    "a custom id": (press(), press(custom_id=None), "needs custom_id"),
    "unique custom ids": (layout(row(*buttons(2))), layout(row(button(), button())), "more than once"),
    "unique ids": (layout(text(id=1), text(id=2)), layout(text(id=1), text(id=1)), "more than once"),
    "button label of 80": (press("x" * 80), press("x" * 81), "label"),
    "a label or an emoji": (press(None, emoji={"name": "🂡"}), press(None), "label or an emoji"),
    "no blank label without an emoji": (press("x"), press("  "), "label or an emoji"),
    "an emoji": (press(emoji={"name": "heart", "id": "5"}), press(emoji={"name": ":heart:"}), "not an emoji"),
    "a link": (press(custom_id=None, style=5, url="https://a.example"), press(custom_id=None, style=5), "needs url"),
    "a link without custom id": (
        press(custom_id=None, style=5, url="https://a.example"),
        press(style=5, url="https://a.example"),
        "cannot have custom_id",
    ),
    "no link on a button": (press(), press(url="https://a.example"), "cannot have url"),
}


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("endpoint", [SEND, EDIT, FOLLOW_UP], ids=["send", "edit", "follow-up"])
def test_the_limit_is_checked(name: str, endpoint: tuple[str, str]) -> None:
    valid, invalid, problem = LIMITS[name]
    assert check_request(*endpoint, valid) == []
    if name in NOT_IN[endpoint]:
        return
    problems = check_request(*endpoint, invalid)
    assert any(problem in line for line in problems), problems


NOT_IN = {SEND: frozenset[str](), EDIT: {"no empty message"}, FOLLOW_UP: {"allowed flags"}}
"""Limits that an endpoint does not have: an edit may omit everything, a follow-up may be ephemeral."""


def uploads(*names: str, size: int = 10) -> Circumstances:
    return Circumstances(uploads=tuple((name, size) for name in names), kept={})


def listed(*names: str) -> list[dict[str, Any]]:
    return [{"id": number, "filename": name} for number, name in enumerate(names)]


FILES = {
    "a picture that is uploaded": (["a.png"], ["a.png"], listed("a.png"), ""),
    "a picture that is not uploaded": (["a.png"], ["a.png", "b.png"], listed("a.png"), "'b.png'"),
    "a file that is not shown": (["a.png", "b.png"], ["a.png"], listed("a.png", "b.png"), "but not shown"),
    "a file that is not listed": (["a.png", "b.png"], ["a.png", "b.png"], listed("a.png"), "but not listed"),
    "a listed file that is not uploaded": (["a.png"], ["a.png"], listed("a.png", "b.png"), "neither"),
    "a file name that changes": (["a b.png"], ["a b.png"], listed("a b.png"), "file name"),
}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("endpoint", [SEND, EDIT], ids=["send", "edit"])
def test_attachments_are_checked(name: str, endpoint: tuple[str, str]) -> None:
    uploaded, shown, attachments, problem = FILES[name]
    problems = check_request(*endpoint, layout(gallery(*shown), attachments=attachments), uploads(*uploaded))
    assert bool(problems) == bool(problem)
    assert problem in "".join(problems)


def test_eleven_files_are_too_many() -> None:
    names = [f"{number}.png" for number in range(11)]
    ten = layout(gallery(*names[:10]), attachments=listed(*names[:10]))
    assert check_request(*SEND, ten, uploads(*names[:10])) == []
    eleven = layout(gallery(*names[:10]), gallery(names[10]))
    assert any("11 attachments" in problem for problem in check_request(*SEND, eleven, uploads(*names)))


def test_a_file_of_more_than_ten_megabytes_is_too_large() -> None:
    body = layout(gallery("a.png"), attachments=listed("a.png"))
    assert check_request(*SEND, body, uploads("a.png", size=10 * 2**20)) == []
    assert "at most" in check_request(*SEND, body, uploads("a.png", size=10 * 2**20 + 1))[0]


def test_an_edit_can_show_what_the_message_keeps() -> None:
    known = Circumstances(uploads=(), kept={"77": "old.png"}, flags=MessageFlag.COMPONENTS_V2)
    assert check_request(*EDIT, layout(gallery("old.png")), known) == []
    assert check_request(*EDIT, layout(gallery("old.png"), attachments=[{"id": "77"}]), known) == []
    dropped = check_request(*EDIT, layout(gallery("old.png"), attachments=[]), known)
    assert any("'old.png'" in problem for problem in dropped)


def test_a_layout_remains_a_layout() -> None:
    known = Circumstances(flags=MessageFlag.COMPONENTS_V2)
    assert check_request(*EDIT, {"components": [text()], "allowed_mentions": NOBODY}, known) == []
    assert "not allowed with" in check_request(*EDIT, said("x"), known)[0]
    assert check_request(*FOLLOW_UP, said("x"), known) == []


def test_only_interaction_responses_can_be_ephemeral() -> None:
    assert check_request(*FOLLOW_UP, said("x", flags=int(MessageFlag.EPHEMERAL))) == []
    assert "flags" in check_request(*SEND, said("x", flags=int(MessageFlag.EPHEMERAL)))[0]


def test_an_unknown_endpoint_is_named() -> None:
    assert check_request("DELETE", "/channels/1/messages/2", None) == []
    assert check_request("GET", "/webhooks/1/token/messages/@original", None) == []
    assert "POST /guilds/1/bans" in check_request("POST", "/guilds/1/bans", {})[0]


def test_a_problem_is_located_in_the_intended_alternative() -> None:
    problems = check_request(*SEND, layout(container(row(button("x" * 81)))))
    assert len(problems) == 1
    assert problems[0].startswith("$.components[0].components[0].components[0].label: ")
