"""Commands and emojis: a valid and an invalid body for each limit."""

import base64
from typing import Any

import pytest

from tests.discord_api.commands import is_command_name
from tests.discord_api.validator import check_request

SYNC = ("PUT", "/applications/1/commands")
GUILD_SYNC = ("PUT", "/applications/1/guilds/2/commands")
EMOJI = ("POST", "/applications/1/emojis")
SUBCOMMAND, GROUP, STRING, INTEGER = 1, 2, 3, 4


def command(name: str = "play", *options: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": 1, "description": "Play", "options": list(options), **fields}


def option(name: str = "game", kind: int = STRING, **fields: Any) -> dict[str, Any]:
    return {"name": name, "type": kind, "description": "Which", **fields}


def options(count: int) -> list[dict[str, Any]]:
    return [option(f"o{number}") for number in range(count)]


def choices(count: int, **fields: Any) -> list[dict[str, Any]]:
    return [{"name": f"c{number}", "value": f"c{number}", **fields} for number in range(count)]


def commands(count: int, kind: int = 1) -> list[dict[str, Any]]:
    described = {} if kind > 1 else {"description": "Play"}
    return [{"name": f"c{number}", "type": kind, **described} for number in range(count)]


def full_choices(count: int) -> list[dict[str, str]]:
    """Choices of 200 characters each."""
    return [
        {"name": f"{number:02}".ljust(100, "x"), "value": f"{number:02}".ljust(100, "y")} for number in range(count)
    ]


def filled(characters: int) -> dict[str, Any]:
    """A command whose texts have this many characters in total (about 8000)."""
    first = option("aa", description="x" * 98, choices=full_choices(25))
    second = option("bb", description="x" * 90, choices=full_choices(14))
    return command("play".ljust(characters - 7996, "y"), first, second)


def offered(*options: dict[str, Any]) -> list[dict[str, Any]]:
    return [command("play", *options)]


LIMITS = {
    "lower case": ([command("play")], [command("Play")], "lower-case"),
    "no spaces": ([command("play-now")], [command("play now")], "lower-case"),
    "name of 32": ([command("x" * 32)], [command("x" * 33)], "longer than"),
    "description of 100": ([command(description="x" * 100)], [command(description="x" * 101)], "longer than"),
    "a description": ([command()], [command(description="")], "missing"),
    "no blank description": ([command()], [command(description=" ")], "blank"),
    "25 options": (offered(*options(25)), offered(*options(26)), "more than"),
    "option names": (offered(option("card")), offered(option("Card")), "lower-case"),
    "different options": (
        offered(option("a"), option("b")),
        offered(option("a"), option("a")),
        "name 'a' (default) is used twice",
    ),
    "required options first": (
        offered(option("a", required=True), option("b")),
        offered(option("a"), option("b", required=True)),
        "required options must come first",
    ),
    "25 choices": (offered(option(choices=choices(25))), offered(option(choices=choices(26))), "more than"),
    "choice name of 100": (
        offered(option(choices=choices(1, name="x" * 100))),
        offered(option(choices=choices(1, name="x" * 101))),
        "longer than",
    ),
    "choice value of 100": (
        offered(option(choices=choices(1, value="x" * 100))),
        offered(option(choices=choices(1, value="x" * 101))),
        "at most 100",
    ),
    "choices or autocomplete": (
        offered(option(autocomplete=True)),
        offered(option(autocomplete=True, choices=choices(1))),
        "exclude each other",
    ),
    "range": (
        offered(option(kind=INTEGER, min_value=1, max_value=2)),
        offered(option(kind=INTEGER, min_value=3, max_value=2)),
        "min_value",
    ),
    "subcommands alone": (
        offered(option("a", SUBCOMMAND), option("b", SUBCOMMAND)),
        offered(option("a", SUBCOMMAND), option("b")),
        "cannot be mixed",
    ),
    "nesting": (
        offered(option("a", GROUP, options=[option("b", SUBCOMMAND, options=[option("c")])])),
        offered(option("a", GROUP, options=[option("b", GROUP, options=[])])),
        "options[0].options[0]",
    ),
    "a group has a subcommand": (
        offered(option("a", GROUP, options=[option("b", SUBCOMMAND)])),
        offered(option("a", GROUP, options=[])),
        "needs a subcommand",
    ),
    "8000 characters": ([filled(8000)], [filled(8001)], "8001 characters"),
    "100 commands": (commands(100), commands(101), "101 commands"),
    "5 user commands": (commands(5, 2), commands(6, 2), "6 commands"),
    "5 message commands": (commands(5, 3), commands(6, 3), "6 commands"),
    "different commands": (
        [command("a"), command("b"), {"name": "a", "type": 3}],
        [command("a"), command("a")],
        "name 'a' (default) is used twice",
    ),
    "context menus have no description": (
        [{"name": "Show Table", "type": 3}],
        [{"name": "Show Table", "type": 3, "description": "x"}],
        "neither",
    ),
    "Discord's locales": (
        [command(name_localizations={"de": "spielen", "en-GB": "play"})],
        [command(name_localizations={"en": "play"})],
        "not one of Discord's locales",
    ),
    "translated names": (
        [command(name_localizations={"de": "spielen"})],
        [command(name_localizations={"de": "Spielen"})],
        "(de)",
    ),
    "different translated names": (
        [command("a", name_localizations={"de": "x"}), command("b", name_localizations={"de": "y"})],
        [command("a", name_localizations={"de": "x"}), command("b", name_localizations={"de": "x"})],
        "name 'x' (de) is used twice",
    ),
}


@pytest.mark.parametrize("name", LIMITS)
@pytest.mark.parametrize("endpoint", [SYNC, GUILD_SYNC], ids=["global", "server"])
def test_the_limit_is_checked(name: str, endpoint: tuple[str, str]) -> None:
    valid, invalid, problem = LIMITS[name]
    assert check_request(*endpoint, valid) == []
    problems = check_request(*endpoint, invalid)
    assert any(problem in line for line in problems), problems


def test_the_longest_translation_counts() -> None:
    assert check_request(*SYNC, [{**filled(8000), "description_localizations": {"de": "Play"}}]) == []
    assert "8001" in check_request(*SYNC, [{**filled(8000), "description_localizations": {"de": "Play!"}}])[0]


@pytest.mark.parametrize("name", ["play", "3-piles", "o'clock", "été", "играть", "खेलना", "เล่น", "玩"])
def test_names_in_many_languages_are_valid(name: str) -> None:
    assert is_command_name(name)


@pytest.mark.parametrize("name", ["", "x" * 33, "play!", "a.b", "été!", "É", "♠"])
def test_other_names_are_invalid(name: str) -> None:
    assert not is_command_name(name)


def emoji(name: str = "ace_of_spades", size: int = 100, kind: str = "image/png") -> dict[str, str]:
    return {"name": name, "image": f"data:{kind};base64,{base64.b64encode(bytes(size)).decode()}"}


@pytest.mark.parametrize(
    ("valid", "invalid", "problem"),
    [
        (emoji("ab"), emoji("a"), "shorter than"),
        (emoji("a" * 32), emoji("a" * 33), "longer than"),
        (emoji("Ace_1"), emoji("ace-1"), "letters, digits"),
        (emoji(size=256 * 1024), emoji(size=256 * 1024 + 1), "at most"),
        (emoji(kind="image/webp"), emoji(kind="image/svg+xml"), "picture"),
        (emoji(), {"name": "ace", "image": "data:image/png;base64,*"}, "base64"),
    ],
)
def test_emoji_limits_are_checked(valid: dict[str, str], invalid: dict[str, str], problem: str) -> None:
    assert check_request(*EMOJI, valid) == []
    assert problem in "".join(check_request(*EMOJI, invalid))
