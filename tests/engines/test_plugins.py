"""Games from installed packages are found; an unusable one is skipped with a line in the log."""

import os
import subprocess
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from pydantic import Field

from engines import GAMES, plugins
from engines.contract import Game, GameOptions, house_rule
from engines.plugins import Registry, Unusable, check_game
from engines.texts import say
from engines.three_piles.game import ThreePiles
from tests.engines.adapters import ADAPTERS
from tests.engines.installed import PATIENCE, install

ROOT = Path(__file__).parent.parent.parent
OWN = {key: game for key, game in GAMES.items() if key in ADAPTERS}


class Patience(ThreePiles):
    key = "patience"


class Unfinished(Game[Any]):
    key = "patience"


class Odd(Patience):
    def deal(self, *, seats: int, seed: str, options: Any) -> Any:
        raise RuntimeError("no cards\nat all")


NOT_A_GAME = SimpleNamespace(key="patience")
PREPARED = Patience()


def point(name: str, value: str) -> EntryPoint:
    """An entry point to an object in this module, or elsewhere."""
    return EntryPoint(name, value if ":" in value else f"{__name__}:{value}", plugins.GAMES)


def games_with(monkeypatch: pytest.MonkeyPatch, *points: EntryPoint) -> Registry[Game[Any]]:
    """The built-in games and those from these entry points."""
    monkeypatch.setattr(plugins, "entry_points", lambda group: [each for each in points if each.group == group])
    return Registry[Game[Any]](plugins.GAMES, Game, OWN, check_game)


@pytest.mark.parametrize("offered", ["Patience", "PREPARED"])
def test_plugin_games_come_after_the_built_in_ones(monkeypatch: pytest.MonkeyPatch, offered: str) -> None:
    games = games_with(monkeypatch, point("patience", offered))
    assert [*games] == [*OWN, "patience"]
    assert type(games["patience"]) is Patience
    assert len(games) == len(OWN) + 1


@pytest.mark.parametrize(
    ("name", "offered", "reason"),
    [
        ("patience", "no_such_module:Patience", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("patience", "Nobody", f"AttributeError: module '{__name__}' has no attribute 'Nobody'"),
        ("patience", "NOT_A_GAME", "it is not a Game"),
        ("patience", "Unfinished", "TypeError: Can't instantiate abstract class Unfinished"),
        ("patience", "Odd", "RuntimeError: no cards at all"),
        ("patience", "unlicensed:Patience", "SystemExit: no licence"),
        ("three_piles", "Patience", "that key is taken"),
        ("solitaire", "Patience", "the name of its entry point is not its key, patience"),
        ("Patience", "Patience", "a key has up to 32 lower-case letters, and underscores between them"),
    ],
)
def test_a_broken_plugin_is_logged_in_one_line(
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    tmp_path: Path,
    name: str,
    offered: str,
    reason: str,
) -> None:
    (tmp_path / "unlicensed.py").write_text("raise SystemExit('no licence')", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    games = games_with(monkeypatch, point(name, offered))
    assert dict(games) == OWN
    (record,) = caplog.records
    start = f"The plugin {name} (cardroom.games of an unknown package) is left out: "
    assert record.getMessage().startswith(start + reason)
    assert "\n" not in record.getMessage()
    assert (record.levelname, record.exc_info) == ("ERROR", None)


def test_a_broken_plugin_does_not_affect_others(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    broken = [point("odd", "Nobody"), point("patience", "Patience"), point("patience", "PREPARED")]
    assert [*games_with(monkeypatch, *broken)] == [*OWN, "patience"]
    assert [record.args[0] for record in caplog.records if isinstance(record.args, tuple)] == ["odd", "patience"]


def options(**fields: Any) -> type[GameOptions]:
    """Options with these fields, each a type and the result of ``house_rule``."""
    namespace = {"__annotations__": {name: kind for name, (kind, _) in fields.items()}, "__module__": __name__}
    return type("Options", (GameOptions,), namespace | {name: field for name, (_, field) in fields.items()})


RULE = house_rule(1, "What it means")


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"name": say("Patience")}, "its name is not a str"),
        ({"seats": (2, 3)}, "its seats is not a range"),
        ({"seats": range(2, 2)}, "it has no number of players"),
        ({"seats": range(3)}, "it has no number of players"),
        ({"sides": lambda seats: ((0,),)}, "its sides for 2 players do not name every seat once"),
        ({"summary": "Lay out cards."}, "its summary is not a Text"),
        ({"summary": say("x" * 101)}, "its summary does not have 1 to 100 characters"),
        ({"summary": say("")}, "its summary does not have 1 to 100 characters"),
        ({"credit": None}, "its credit is not a Credit"),
        ({"rules": ()}, "its rules are not sections"),
        ({"rules": (("The idea", "Lay out cards."),)}, "its rules are not sections"),
        ({"rules_version": None}, "its rules_version is not a int"),
        ({"Options": dict}, "its Options are not derived from GameOptions"),
        ({"Options": options(**{"a" * number: (int, RULE) for number in range(1, 26)})}, "more than 22 options"),
        ({"Options": options(opponents=(int, RULE))}, "its option opponents cannot have that name"),
        ({"Options": options(pace=(int, RULE))}, "its option pace cannot have that name"),
        ({"Options": options(level=(int, RULE))}, "its option level cannot have that name"),
        ({"Options": options(best_of_3=(int, RULE))}, "its option best_of_3 cannot have that name"),
        ({"Options": options(cards=(int, Field(1)))}, "its option cards is not explained in 1 to 100 characters"),
        ({"Options": options(cards=(int, house_rule(1, "x" * 101)))}, "its option cards is not explained"),
        ({"Options": options(cards=(str, house_rule("", "Which")))}, "its option cards is neither a number nor"),
        ({"Options": options(cards=(Literal[1, "a"], RULE))}, "its option cards is neither a number nor"),
        ({"Options": options(cards=(int | str, RULE))}, "its option cards is neither a number nor"),
        ({"scene": None}, "its scene is not a Callable"),
        ({"deal": lambda **_: None}, "what it deals is not a State in which somebody may act"),
    ],
)
def test_games_that_the_bot_cannot_offer(monkeypatch: pytest.MonkeyPatch, changes: dict[str, Any], reason: str) -> None:
    game = Patience()
    check_game("patience", game)
    for name, value in changes.items():
        monkeypatch.setattr(game, name, value)
    with pytest.raises(Unusable, match=reason):
        check_game("patience", game)


@pytest.mark.parametrize("key", OWN)
def test_built_in_games_can_be_offered(key: str) -> None:
    check_game(key, OWN[key])


@pytest.mark.thorough(samples=2)
@pytest.mark.parametrize(
    ("text", "found", "logged"),
    [
        (PATIENCE, "Patience PatiencePolicy PatienceReasons", ""),
        (
            "import no_such_module",
            "None Policy None",
            "".join(
                f"The plugin patience ({group} of cardroom-patience) is left out: "
                "ModuleNotFoundError: No module named 'no_such_module'\n"
                for group in (plugins.GAMES, plugins.POLICIES, plugins.REASONS)
            ),
        ),
    ],
)
@pytest.mark.parametrize("first", ["engines", "opponents", "patience"])
def test_an_installed_package(tmp_path: Path, first: str, text: str, found: str, logged: str) -> None:
    """Whichever module is imported first, and before logging is set up."""
    install(tmp_path, text)
    script = (
        f"from contextlib import suppress\nwith suppress(ImportError):\n    import {first}\n"
        "from engines import GAMES\nfrom opponents.policies import policy_of\nfrom opponents.reasons import REASONS\n"
        "def name(thing): return 'None' if thing is None else type(thing).__name__\n"
        "print(name(GAMES.get('patience')), name(policy_of('patience')), name(REASONS.get('patience')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(map(str, (tmp_path, ROOT)))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == found
    assert done.stderr == logged
