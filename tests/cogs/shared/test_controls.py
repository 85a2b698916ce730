"""Every control finds its handler from its custom id alone, also after a restart and in messages posted long ago."""

import ast
import asyncio
from collections.abc import Awaitable, Callable
from enum import StrEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
import simcord
from discord import ui
from discord.ext import commands

from cogs.hands.display import NextTableButton
from cogs.hands.question import ChoiceButton, ChoiceMenu
from cogs.leaderboards.screen import LeaderboardButton, Pool, PostLeaderboardButton
from cogs.my_tables import GamesButton, OpenHandButton
from cogs.plans import PlanButton, PlanMenu
from cogs.replays.screen import ReplayButton, ReplayMenu, ReplayPlace
from cogs.rules.rules_screen import OpenRulesButton, RulesButton, RulesMenu, TableRulesButton, TableRulesMenu
from cogs.settings.screen import ServerMenu
from cogs.shared.acknowledgements import IN_LINE_SECONDS, Acknowledgements, opens_form
from cogs.shared.controls import Control, ControlHandlers, chosen_values, page_buttons
from cogs.shared.layout import layout, row
from cogs.shared.limits import CUSTOM_ID_LIMIT
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from cogs.shared.responses import first_response
from cogs.shared.same_cards import BeatButton, CupButton, CupVerb, MatchButton, MatchVerb
from cogs.shared.table_parts import TableButton, Verb
from cogs.shared.your_table import TableCommand, WhichTableMenu
from cogs.tables.lobby_screen import ComputerMenu, SeatMenu
from cogs.tables.more_screen import ConfirmButton, Confirmed, LogButton
from cogs.tables.opening import ChallengeMenu
from cogs.take_backs import Consent, ConsentButton
from engines.texts import Text
from sessions.settings.server import ServerSetting
from sessions.shared.precedence import PLACES, Precedence
from sessions.tables.lookup import Presence
from tests.fuzz.mutations import kinds
from tests.syntax import parse

ROOT = Path(__file__).parents[3]

PURPOSES = ("hand", "move", "table", "leave", "resign", "end")
SETTINGS = ("threads", "tables", "pace", "pictures", "language", "ending", "leaderboard", "daily")

WORDS = (
    *("text", "log", "resign", "again", "day", "share", "more", "down", "out", "end", "verify", "join", "leave"),
    *("start", "rules", "hand", "rematch", "replay", "hint", "review", "mistakes", "film", "advice", "unseen"),
    *("follow", "forget", "dare"),
)
VERBS = {
    **{word: Verb[word.upper()] for word in WORDS},
    **{"short": Verb.SHORT_FORM, "long": Verb.LONG_FORM, "back": Verb.TAKE_BACK, "ask": Verb.ASK_BACK},
    **{"go": Verb.GO_ON, "why": Verb.WHY_NOT, "screening": Verb.POST_FILM, "house": Verb.HOUSE_RULES},
}
POSTED: dict[str, Control] = {
    **{f"table:12:3:{word}": TableButton(12, 3, verb) for word, verb in VERBS.items()},
    "table:9007199254740992:99999:return": TableButton(2**53, 99_999, Verb.RETURN),
    "log:12:2": LogButton(12, 2),
    "undo:12:4:allow": ConsentButton(12, 4, Consent.ALLOW),
    "undo:12:4:refuse": ConsentButton(12, 4, Consent.REFUSE),
    "pick:12:3:2:": ChoiceButton(12, 3, 2, ()),
    "pick:12:3:1:play.6C.p-1": ChoiceButton(12, 3, 1, ("play", "6C", "p-1")),
    "pick:12:3:0:_8000000a_ok": ChoiceButton(12, 3, 0, ("_8000000a_ok",)),
    "menu:12:3:": ChoiceMenu(12, 3, ()),
    "menu:12:3:build._1f_m2": ChoiceMenu(12, 3, ("build", "_1f_m2")),
    "computers:12:3": ComputerMenu(12, 3),
    "seat:12:3": SeatMenu(12, 3),
    "board:members:all:0": LeaderboardButton(Pool.MEMBERS, "all", 0),
    "postboard:members:all:2": PostLeaderboardButton(Pool.MEMBERS, "all", 2),
    "board:computers:three_piles:14": LeaderboardButton(Pool.COMPUTERS, "three_piles", 14),
    "open_rules:card_duel": OpenRulesButton("card_duel"),
    "rules:card_duel:7": RulesButton("card_duel", 7),
    "rulebook:counter": RulesMenu("counter"),
    "table_rules:12:3": TableRulesButton(12, 3),
    "table_rulebook:12": TableRulesMenu(12),
    "challenge:123456789012345678": ChallengeMenu(123456789012345678),
    **{f"confirm:12:3:{deed}": ConfirmButton(12, 3, Confirmed(deed)) for deed in ("close", "end", "resign", "keep")},
    "replay:12:57:-:next": ReplayButton(12, 57, None, "next"),
    "replay:12:0:3:first": ReplayButton(12, 0, 3, "first"),
    "replay:12:57:all:hands": ReplayButton(12, 57, "all", "hands"),
    **{f"replay_menu:12:{what}": ReplayMenu(12, what) for what in ("seat", "key", "jump")},
    **{f"which:{purpose}": WhichTableMenu(TableCommand(purpose)) for purpose in PURPOSES},
    "games:2": GamesButton(2),
    "plan:12:1": PlanButton(12, 1),
    "plans:12": PlanMenu(12),
    "beat:12:-": BeatButton(12, None),
    "beat:12:3": BeatButton(12, 3),
    **{
        f"cup:12:{verb}": CupButton(12, CupVerb(verb))
        for verb in ["play", "results", "file", "askcancel", "cancel", "keep"]
    },
    **{
        f"match:12:{verb}": MatchButton(12, MatchVerb(verb))
        for verb in ["find", "anew", "offer", "here", "putoff", "alone", "play"]
    },
    "openhand:12": OpenHandButton(12),
    "nexthand:13:12": NextTableButton(13, 12),
    **{f"server:{setting}": ServerMenu(ServerSetting(setting)) for setting in SETTINGS},
}
"""Custom ids in messages that may still be in some channel, and what they mean: they never change."""


@pytest.mark.parametrize(("custom_id", "control"), POSTED.items(), ids=list(POSTED))
def test_controls_posted_before_are_still_read(custom_id: str, control: Control) -> None:
    assert [read for kind in kinds() if (read := kind.read(custom_id)) is not None] == [control]
    assert control.custom_id == custom_id


def test_every_verb_was_posted() -> None:
    assert {control.verb for control in POSTED.values() if isinstance(control, TableButton)} == set(Verb)


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Sample(Control, prefix="sample"):
    number: int
    seat: int | None
    word: str
    colour: Colour
    path: tuple[str, ...]


@pytest.mark.parametrize(
    "sample", [Sample(0, None, "a", Colour.RED, ()), Sample(12, 0, "three_piles", Colour.BLUE, ("6C", "p-1"))]
)
def test_custom_id_and_pattern_follow_from_the_fields(sample: Sample) -> None:
    assert Sample.read(sample.custom_id) == sample
    assert Sample.pattern().pattern.startswith(r"sample:(?P<number>\d+):")


@pytest.mark.parametrize(
    "custom_id",
    [
        "sample:x:-:a:red:",
        "sample:1:-:a:green:",
        "sample:1:-:a:red",
        "other:1:-:a:red:",
        "sample:1:-:a:red:x y",
        f"sample:{2**63}:-:a:red:",
        f"sample:1:{2**63}:a:red:",
    ],
)
def test_other_custom_ids_are_not_read(custom_id: str) -> None:
    assert Sample.read(custom_id) is None


@pytest.mark.parametrize(
    ("value", "place"),
    [
        ("57:-", ReplayPlace(57, None)),
        ("0:1", ReplayPlace(0, 1)),
        ("x", ReplayPlace(0, None)),
        ("9:x", ReplayPlace(9, None)),
    ],
)
def test_places_in_a_replay_are_read_from_values(value: str, place: ReplayPlace) -> None:
    assert ReplayPlace.read(value) == place


def test_places_in_a_replay_become_values() -> None:
    assert [str(ReplayPlace(57, None)), str(ReplayPlace(0, 1))] == ["57:-", "0:1"]


@pytest.mark.parametrize(("page", "off"), [(0, ["Previous"]), (1, []), (3, ["Next"])])
def test_page_buttons_are_switched_off_at_the_ends_and_always_differ(page: int, off: list[str]) -> None:
    buttons = page_buttons(lambda to: RulesButton("counter", to), page, 3, READER)
    shown: list[Any] = [button.to_component_dict() for button in buttons]
    assert [button["label"] for button in shown] == ["Previous", "Next"]
    assert [button["label"] for button in shown if button["disabled"]] == off
    pages = [int(button["custom_id"].rpartition(":")[2]) for button in shown]
    assert len(set(pages)) == 2
    for to, button in zip(pages, shown, strict=True):
        assert button["disabled"] == (to not in range(4))
        assert button["disabled"] or abs(to - page) == 1


async def anywhere(_table: int, _guild: int | None, _user: int) -> None:
    """No table is out of reach."""


class NoTimers(Acknowledgements):
    """For answers that are in time."""

    async def watch(self, interaction: discord.Interaction[Any], handler: object) -> None:
        pass


class Bot(commands.Bot):
    """Notes which controls were used, with which values."""

    def __init__(self) -> None:
        super().__init__(command_prefix="!", intents=discord.Intents(guilds=True))
        self.used: list[tuple[str, Control, tuple[str, ...]]] = []
        self.presence = Presence(discord.utils.utcnow)
        self.control_handlers = ControlHandlers(Renderers(self), NoTimers(Precedence()), self.presence, anywhere)
        for kind in {type(control) for control in POSTED.values()}:
            if kind is not TableButton:
                self.control_handlers.add(kind, self.handler("kind"))
        for verb in Verb:
            self.control_handlers.add(TableButton, self.handler(verb), verb)

    def handler(self, name: str) -> Callable[[discord.Interaction[Any], Control], Awaitable[None]]:
        async def handle(interaction: discord.Interaction[Any], control: Control) -> None:
            self.used.append((name, control, chosen_values(interaction)))
            await interaction.response.defer()

        return handle

    async def setup_hook(self) -> None:
        self.add_listener(self.control_handlers.on_interaction)


READER = Renderer("en-US", {})
OPTIONS = [discord.SelectOption(label=letter, value=letter) for letter in "abc"]


def screen() -> ui.LayoutView:
    """Buttons and menus in each of the places where screens put them."""
    return layout(
        0,
        row(*(TableButton(12, 3, verb).button(Text(verb), READER) for verb in (Verb.HAND, Verb.JOIN))),
        row(ChoiceButton(12, 3, 2, ("6C", "p1")).button(Text("choice"), READER)),
        row(ChoiceMenu(12, 3, ("6C",)).menu(OPTIONS, READER, most=3)),
        ui.Section[Any]("Counter", accessory=RulesButton("counter", 0).button(Text("section"), READER)),
    )


@pytest.mark.parametrize(
    ("label", "values", "used"),
    [
        ("hand", None, ("hand", TableButton(12, 3, Verb.HAND), ())),
        ("join", None, ("join", TableButton(12, 3, Verb.JOIN), ())),
        ("choice", None, ("kind", ChoiceButton(12, 3, 2, ("6C", "p1")), ())),
        ("menu:12:3:6C", ["c", "a"], ("kind", ChoiceMenu(12, 3, ("6C",)), ("c", "a"))),
        ("section", None, ("kind", RulesButton("counter", 0), ())),
    ],
)
async def test_a_tap_reaches_the_handler_after_a_restart(
    label: str, values: list[str] | None, used: tuple[str, Control, tuple[str, ...]]
) -> None:
    async with simcord.run(Bot()) as env:
        channel, alice = a_channel_and_alice(env)
        message = await channel.send(view=screen())
        await env.restart_bot(Bot())
        if values is None:
            await alice.click(message, label=label)
        else:
            await alice.select(message, values, custom_id=label)
        assert isinstance(env.bot, Bot)
        assert env.bot.used == [used]
        await env.bot.close()


@pytest.mark.parametrize(
    "custom_id", ["table:12:3:dance", "table:12:join", "gone:12", "gone", "table", "a b\nc", f"table:{2**63}:3:hand"]
)
async def test_a_button_that_no_longer_exists_is_answered(custom_id: str) -> None:
    async with simcord.run(Bot()) as env:
        channel, alice = a_channel_and_alice(env)
        button = ui.Button[Any](custom_id=custom_id, label="old")
        result = await alice.click(await channel.send(view=layout(0, row(button))), label="old")
        assert result.response is not None
        assert result.response.ephemeral
        assert "no longer in use" in (result.response.content or "")
        await env.bot.close()


def a_channel_and_alice(env: simcord.Env) -> tuple[discord.TextChannel, simcord.MemberActor]:
    guild = env.create_guild()
    channel = env.bot.get_channel(guild.create_text_channel("cards").id)
    assert isinstance(channel, discord.TextChannel)
    return channel, guild.add_member(env.create_user("alice"))


def test_custom_ids_leave_room_for_a_path() -> None:
    button = ChoiceButton(2**53, 99_999, 0, ("x" * 40,))
    assert len(button.custom_id) <= CUSTOM_ID_LIMIT


def test_whatever_opens_a_form_says_so() -> None:
    openers: list[str] = []
    for file in (ROOT / "cogs").rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        left = ["open_form"] if "open_form(" in text else []
        functions = [node for node in ast.walk(parse(text)) if isinstance(node, ast.AsyncFunctionDef)]
        for name in left:
            for function in functions:
                if function.name not in left and any(_calls(node, name) for node in ast.walk(function)):
                    marks = {mark.id for mark in function.decorator_list if isinstance(mark, ast.Name)}
                    assert "opens_form" in marks, f"{function.name} in {file}"
                    left.append(function.name)
        openers += left[1:]
    assert sorted(openers) == ["_on_house_rules", "_on_why", "ask_or_create", "create"]


def _calls(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and ast.unparse(node.func) in (name, f"self.{name}")


class Response:
    """The part of a response that acknowledges."""

    def __init__(self) -> None:
        self.deferred = False

    def is_done(self) -> bool:
        """Whether it has been sent."""
        return self.deferred

    async def defer(self) -> None:
        """Acknowledge."""
        self.deferred = True


async def test_in_a_rush_whoever_stands_in_line_is_acknowledged_soon_until_an_answer_is_on_its_way() -> None:
    async def sleep(seconds: float) -> None:
        if seconds > IN_LINE_SECONDS:
            await asyncio.Event().wait()

    acknowledgements, responses = Acknowledgements(Precedence(), sleep), [Response() for _ in range(PLACES + 2)]
    begun: list[Response] = []

    @opens_form
    async def form() -> None: ...

    async def answer(response: Response) -> None:
        used = {
            "user": SimpleNamespace(id=responses.index(response)),
            "type": discord.InteractionType.component,
            "command": None,
        }
        place = {"channel_id": 2, "guild_id": 3, "message": None}
        interaction: Any = SimpleNamespace(extras={}, response=response, **used, **place)
        await acknowledgements.watch(interaction, form if response is responses[-1] else None)
        begun.append(response)
        await is_ready.wait()
        async with first_response(interaction):
            await asyncio.Event().wait()  # Discord takes its time

    is_ready = asyncio.Event()
    tasks = [asyncio.create_task(answer(response)) for response in responses]
    for _ in range(10):
        await asyncio.sleep(0)
    assert [response.deferred for response in responses] == [False] * PLACES + [True, False]
    assert begun == [*responses[:PLACES], responses[-1]], "a form can only be the first response, so it comes at once"
    is_ready.set()
    for _ in range(10):
        await asyncio.sleep(0)
    assert begun[-1] is responses[-2], "what Discord takes long for keeps nobody else waiting"
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    await acknowledgements.close()
