"""Buttons and menus that earlier versions have posted go on working: their custom ids still mean the same."""

import pytest

import cogs.client  # noqa: F401 - imports every feature, and so every control
from cogs.shared.controls import Control

POSTED = (
    "board:computers:all:0",
    "computers:1:1",
    "late:1:claim",
    "late:1:computer",
    "late:1:wait",
    "learn:card_duel",
    "learn:counter",
    "learn:counterweight",
    "learn:knotweed",
    "learn:three_piles",
    "lesson:counter:basics:0:show",
    "lesson:counter:basics:0:unseen",
    "lesson:counter:basics:0:why",
    "lesson:counter:powers:0:go",
    "lp:counter:basics:0:0:8H",
    "lp:counter:basics:0:0:KH",
    "nexthand:1:3",
    "open_rules:card_duel",
    "open_rules:counter",
    "open_rules:counterweight",
    "open_rules:knotweed",
    "open_rules:three_piles",
    "openhand:1",
    "pace:1",
    "pick:1:10:0:p1-JH",
    "pick:1:11:0:end",
    "pick:2:3:0:0",
    "pick:2:3:0:1",
    "pick:2:3:0:2",
    "pick:2:3:0:3",
    "pick:2:3:0:4",
    "pick:2:3:0:5",
    "pick:2:3:0:6",
    "pick:2:3:0:7",
    "pick:2:3:0:8",
    "pick:2:3:0:9",
    "pick:3:3:0:draw",
    "pick:3:3:0:take-0-0",
    "privacy:ask",
    "privacy:export",
    "privacy:hide",
    "rulebook:counter",
    "rules:counter:1",
    "table:1:10:follow",
    "table:1:10:hand",
    "table:1:10:log",
    "table:1:10:rules",
    "table:1:10:why",
    "table:1:11:back",
    "table:1:12:ask",
    "table:1:14:return",
    "table:1:1:join",
    "table:1:1:leave",
    "table:1:1:start",
    "table:2:2:resign",
    "table:2:2:unseen",
    "table:3:3:hint",
)
"""Taken from the messages of the version of 23 November 2026."""


def kinds(base: type[Control] = Control) -> list[type[Control]]:
    return [kind for sub in base.__subclasses__() for kind in (sub, *kinds(sub))]


@pytest.mark.parametrize("custom_id", POSTED)
def test_a_posted_control_is_still_understood(custom_id: str) -> None:
    (control,) = [read for kind in kinds() if (read := kind.read(custom_id)) is not None]
    assert control.custom_id == custom_id


def test_an_unknown_control_is_nobodys() -> None:
    assert [kind for kind in kinds() if kind.read("unicorn:1") is not None] == []
