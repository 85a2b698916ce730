"""Tables before, during and after a game, each with every kind of member, and all that they can try there.

A control is tried by a message of the bot that carries its custom id, in the channel of whoever tries it: what a
modified client could send, and all that a member of another server needs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import Permissions
from simcord import ChannelHandle, InteractionResult, MemberActor

from cogs.clocks import TimeoutAnswer, TimeoutButton
from cogs.daily import BeginButton
from cogs.hands.display import NextTableButton
from cogs.hands.question import ChoiceButton, ChoiceMenu
from cogs.honours import HonourMenu
from cogs.leaderboards.screen import ALL_GAMES, LeaderboardButton, Pool, PostLeaderboardButton
from cogs.leagues.controls import LeagueControl, LeagueForm, LeagueVerb, ReasonForm, ToolMenu, ToolPage
from cogs.lessons.screen import (
    LessonButton,
    LessonChoiceButton,
    LessonChoiceMenu,
    LessonVerb,
    PractiseButton,
    ThemeButton,
)
from cogs.my_tables import GamesButton, OpenHandButton
from cogs.plans import PlanButton, PlanMenu
from cogs.privacy import PrivacyButton, PrivacyVerb
from cogs.replays.screen import OfferButton, PlayOnButton, ReplayMenu
from cogs.rules.rules_screen import (
    CommandsButton,
    OpenRulesButton,
    RulesButton,
    RulesMenu,
    TableRulesButton,
    TableRulesMenu,
)
from cogs.rules.search import FoundMenu
from cogs.settings.screen import OwnMenu, OwnSetting, ServerMenu, SettingsButton, SettingsPage
from cogs.shared.controls import Control
from cogs.shared.layout import layout, row
from cogs.shared.rendering import Renderer
from cogs.shared.results import ReplayButton
from cogs.shared.same_cards import BeatButton, CupButton, CupVerb, MatchButton, MatchVerb
from cogs.shared.table_parts import FirstGameButton, LearnButton, TableButton, Verb
from cogs.shared.your_table import TableCommand, WhichTableMenu
from cogs.sunday.screen import SolveButton, SundayMenu
from cogs.tables.house_rules import RulesForm
from cogs.tables.lobby_screen import ComputerMenu, PaceMenu, SeatMenu
from cogs.tables.more_screen import ConfirmButton, Confirmed, InvitationMenu, LogButton
from cogs.tables.opening import ChallengeMenu
from cogs.take_backs import Consent, ConsentButton
from cogs.votes import Ballot, EndingBallot, EndingButton, RemovalButton, RemovalMenu
from db.records import TableRecord
from engines.texts import Text
from playground.testing.people import answered, choose, press, slash
from playground.testing.room import Room
from sessions.honours import Honour
from sessions.leagues.tools import Tool
from sessions.settings.server import OFF, ServerSetting
from sessions.tables.pace import Pace

ROLES = ("host", "player", "replaced", "resigned", "spectator", "moderator", "outsider")
"""``replaced``: a computer plays for them. ``outsider``: a member of another server, where the bot is too."""

LIVE_TIME_AND_BANK = 4 * 60
READER = Renderer("en-US", {})


@dataclass(slots=True)
class Stage:
    """A table with somebody in every role; ``host``, ``player`` and so on have the names ann, bob and so on."""

    room: Room
    people: dict[str, MemberActor]
    channels: dict[str, ChannelHandle]
    table: TableRecord
    extra: MemberActor
    """Somebody else at the table, whom others can remove."""

    def guest(self, role: str = "host") -> MemberActor:
        """Somebody whom the member in this role can name. Outsiders can name only themselves."""
        return self.people["outsider"] if role == "outsider" else self.room.members["ivy"]


async def lobby(room: Room) -> Stage:
    """A table of ann, bob and gus with a computer."""
    ann, bob = await room.open("knotweed", 2)
    gus = room.members["gus"]
    await press(gus, room.shown, "Join")
    await choose(ann, room.shown, "normal", menu="Add computer")
    return await _stage(room, {"host": ann, "player": bob}, gus)


async def running(room: Room) -> Stage:
    """It is ann's turn. A computer plays for cat, who was late; dan has resigned, and hal asks to remove gus."""
    people = {name: room.members[name] for name in ("ann", "bob", "cat", "dan", "gus", "hal")}
    ann, bob, cat, dan, gus, hal = people.values()
    await slash(ann, room.channel, "play knotweed", first=5, pace=Pace.LIVE_1)
    for other in (bob, dan, hal, gus, cat):
        await press(other, room.shown, "Join")
    await press(ann, room.shown, "Start")
    await room.confirm(dan, "resign")
    await room.env.advance_time(LIVE_TIME_AND_BANK + 1)
    await room.computers()
    await room.ask_to_remove(hal, gus)
    return await _stage(room, {"host": ann, "player": bob, "replaced": cat, "resigned": dan}, gus)


async def finished(room: Room) -> Stage:
    """Ann has ended the game with its only turn; a computer played for cat, and dan had resigned."""
    ann, bob, cat, dan, gus = (room.members[name] for name in ("ann", "bob", "cat", "dan", "gus"))
    await slash(ann, room.channel, "play knotweed", first=0, turn_cap=1)
    for other in (bob, cat, dan, gus):
        await press(other, room.shown, "Join")
    await press(ann, room.shown, "Start")
    await room.more(cat, "Leave")
    await room.confirm(dan, "resign")
    await slash(ann, room.channel, "move", action="pass")
    return await _stage(room, {"host": ann, "player": bob, "replaced": cat, "resigned": dan}, gus)


async def practising(room: Room) -> Stage:
    """A practice game of ann, the host, in which it is her turn."""
    ann = room.members["ann"]
    await slash(ann, room.channel, "practice knotweed", first=0)
    return await _stage(room, {"host": ann}, room.members["gus"])


async def practised(room: Room) -> Stage:
    """A practice game that ann has given up."""
    ann = room.members["ann"]
    await slash(ann, room.channel, "practice knotweed", first=0)
    await room.confirm(ann, "resign")
    return await _stage(room, {"host": ann}, room.members["gus"])


async def _stage(room: Room, seated: dict[str, MemberActor], extra: MemberActor) -> Stage:
    role = room.guild.create_role("moderators", permissions=Permissions(manage_messages=True))
    moderator = room.guild.add_member(room.env.create_user("mod"), roles=[role])
    elsewhere = room.env.create_guild(name="Elsewhere")
    outsider = elsewhere.add_member(room.env.create_user("out"))
    people = {**seated, "spectator": room.members["eve"], "moderator": moderator, "outsider": outsider}
    channels = dict.fromkeys(people, room.channel) | {"outsider": elsewhere.create_text_channel("elsewhere")}
    await room.env.settle()
    return Stage(room, people, channels, await _newest_table(room), extra)


async def _newest_table(room: Room) -> TableRecord:
    """The only table of a stage, which may be private."""
    ((number, *_),) = room.rows()["tables"]
    table = await room.bot.store.tables.get(number)
    assert table is not None
    return table


@dataclass(frozen=True)
class Command:
    """Something typed, with its options."""

    name: str
    options: Callable[[Stage, str], dict[str, Any]] = lambda *_: {}

    async def try_by(self, stage: Stage, role: str) -> InteractionResult:
        """Have the member in this role type it."""
        return await slash(stage.people[role], stage.channels[role], self.name, **self.options(stage, role))


@dataclass(frozen=True)
class Challenge:
    """The command in the menu of a member."""

    name: str = "Challenge to a game"

    async def try_by(self, stage: Stage, role: str) -> InteractionResult:
        """Have the member in this role challenge somebody."""
        person = stage.people[role]
        return answered(await person.context_menu(stage.channels[role], self.name, stage.guest(role)))


@dataclass(frozen=True)
class Use:
    """A control, with what is chosen if it is a menu."""

    control: Callable[[Stage], Control]
    values: Callable[[Stage], Sequence[str]] | None = None

    async def try_by(self, stage: Stage, role: str) -> InteractionResult:
        """Have the member in this role use it."""
        control, person, channel = self.control(stage), stage.people[role], stage.channels[role]
        place = stage.room.bot.get_channel(channel.id)
        assert isinstance(place, discord.TextChannel)
        if self.values is None:
            message = await place.send(view=layout(0, row(control.button(Text("use"), READER))))
            return answered(await person.click(message, custom_id=control.custom_id))
        values = list(self.values(stage))
        options = [discord.SelectOption(label=value, value=value) for value in values]
        message = await place.send(view=layout(0, row(control.menu(options, READER, most=len(options)))))
        return answered(await person.select(message, values, custom_id=control.custom_id))


def _button(verb: Verb) -> Use:
    return Use(lambda stage: TableButton(stage.table.id, stage.table.rev, verb))


def _lesson(verb: LessonVerb) -> Use:
    return Use(lambda _: LessonButton("three_piles", "basics", 1, verb))


def _consent(consent: Consent) -> Use:
    return Use(lambda stage: ConsentButton(stage.table.id, 1, consent))


def _which(purpose: TableCommand, typed: Callable[[Stage], str] = lambda _: "") -> Use:
    return Use(lambda _: WhichTableMenu(purpose), lambda stage: [f"{stage.table.id} {typed(stage)}".strip()])


def _extra_id(stage: Stage) -> str:
    return str(stage.extra.id)


def _cup(verb: CupVerb) -> Callable[[Stage], Control]:
    return lambda _: CupButton(0, verb)


def _match(verb: MatchVerb) -> Callable[[Stage], Control]:
    return lambda _: MatchButton(0, verb)


def _league(verb: LeagueVerb) -> Callable[[Stage], Control]:
    return lambda _: LeagueControl(0, verb)


ACTIONS: dict[str, Command | Challenge | Use] = {
    "/play": Command("play knotweed"),
    "/practice": Command("practice knotweed"),
    "/daily": Command("daily"),
    "begin the day": Use(lambda _: BeginButton(0)),
    "/hand": Command("hand"),
    "/move": Command("move", lambda *_: {"action": "pass"}),
    "/games": Command("games"),
    "/league list": Command("league list"),
    "/replay": Command("replay"),
    "/leaderboard": Command("leaderboard"),
    "/rules": Command("rules", lambda *_: {"game": "knotweed"}),
    "/help": Command("help"),
    "/league create": Command(
        "league create", lambda *_: {"name": "Autumn", "game": "knotweed", "players": 4, "weeks": 3}
    ),
    "/league evening": Command("league evening", lambda *_: {"game": "knotweed", "rounds": 3, "minutes": 20}),
    "/league cup": Command("league cup", lambda *_: {"name": "Autumn", "game": "knotweed", "deals": 4, "days": 2}),
    **{f"cup: {verb}": Use(_cup(verb)) for verb in CupVerb},
    **{f"match: {verb}": Use(_match(verb)) for verb in MatchVerb if verb is not MatchVerb.OFFER},
    "match: offer": Use(_match(MatchVerb.OFFER), lambda _: ["1"]),
    **{f"league: {verb}": Use(_league(verb)) for verb in LeagueVerb},
    "send a new league": Use(lambda _: LeagueForm()),
    "league: tool": Use(_league(LeagueVerb.TOOL), lambda _: ["result"]),
    "league: page": Use(lambda _: ToolPage(0, Tool.RESULT, 0)),
    "league: which": Use(lambda _: ToolMenu(0, Tool.RESULT), lambda _: ["1.0"]),
    **{
        f"league: {verb}": Use(_league(verb), lambda stage: [str(stage.guest().id)])
        for verb in (LeagueVerb.REPLACEMENT, LeagueVerb.ADD, LeagueVerb.APPOINT)
    },
    "send a reason": Use(lambda _: ReasonForm(0, 1)),
    "Challenge to a game": Challenge(),
    "Learn": Use(lambda _: LearnButton("three_piles")),
    "Play a computer": Use(lambda _: FirstGameButton("three_piles")),
    "step of a lesson": _lesson(LessonVerb.GO),
    "lesson: show me": _lesson(LessonVerb.SHOW),
    "lesson: why not?": _lesson(LessonVerb.WHY_NOT),
    "lesson: unseen cards": _lesson(LessonVerb.UNSEEN),
    "end of a lesson": _lesson(LessonVerb.PLAY),
    "first game": _lesson(LessonVerb.FIRST_GAME),
    "button in a lesson": Use(lambda _: LessonChoiceButton("three_piles", "basics", 1, 0, ("draw",))),
    "menu in a lesson": Use(lambda _: LessonChoiceMenu("three_piles", "basics", 1, ()), lambda _: ["draw"]),
    "Join": _button(Verb.JOIN),
    "Leave": _button(Verb.LEAVE),
    "Start": _button(Verb.START),
    "Rules": _button(Verb.RULES),
    "My hand": _button(Verb.HAND),
    "Rematch": _button(Verb.REMATCH),
    "Replay": _button(Verb.REPLAY),
    "Film": _button(Verb.FILM),
    "post a film": _button(Verb.POST_FILM),
    "Costliest moves": _button(Verb.REVIEW),
    "mistakes": _button(Verb.MISTAKES),
    "my latest games": Use(lambda _: PractiseButton()),
    "a theme of mine": Use(lambda stage: ThemeButton(stage.table.game, "play")),
    "Plan ahead": Use(lambda stage: PlanButton(stage.table.id, 0)),
    "choose a plan": Use(lambda stage: PlanMenu(stage.table.id), lambda _: ["0/stuck/pass"]),
    "Forget the plan": _button(Verb.FORGET),
    "Take back": _button(Verb.TAKE_BACK),
    "Ask to take back": _button(Verb.ASK_BACK),
    "take back: allow": _consent(Consent.ALLOW),
    "take back: refuse": _consent(Consent.REFUSE),
    "Go on": _button(Verb.GO_ON),
    "Why not?": _button(Verb.WHY_NOT),
    "Hint": _button(Verb.HINT),
    "hint: the move": _button(Verb.ADVICE),
    "Unseen cards": _button(Verb.UNSEEN),
    "I'm back": _button(Verb.RETURN),
    "Text": _button(Verb.TEXT),
    "Log": _button(Verb.LOG),
    "Follow": _button(Verb.FOLLOW),
    "More": _button(Verb.MORE),
    "Verify": _button(Verb.VERIFY),
    "Show the table": _button(Verb.DOWN),
    "leave a game": _button(Verb.OUT),
    "ask to end": _button(Verb.END),
    "ask to remove": Use(lambda stage: RemovalMenu(stage.table.id), lambda stage: [_extra_id(stage)]),
    "invite": Use(lambda stage: InvitationMenu(stage.table.id), lambda stage: [str(stage.guest().id)]),
    "Resign": _button(Verb.RESIGN),
    "practise again": _button(Verb.AGAIN),
    "how others did": _button(Verb.DAY),
    "share a result": _button(Verb.SHARE),
    "Beat my hand": Use(lambda stage: BeatButton(stage.table.id, None)),
    "beat: begin": Use(lambda stage: BeatButton(stage.table.id, 0)),
    "let others try": _button(Verb.DARE),
    "add a computer": Use(lambda stage: ComputerMenu(stage.table.id, stage.table.rev), lambda _: ["easy"]),
    "free a seat": Use(lambda stage: ComputerMenu(stage.table.id, stage.table.rev), lambda _: ["3"]),
    "remove a player": Use(lambda stage: ComputerMenu(stage.table.id, stage.table.rev), lambda _: ["2"]),
    "change seats": Use(lambda stage: SeatMenu(stage.table.id, stage.table.rev), lambda _: ["1"]),
    "short form": _button(Verb.SHORT_FORM),
    "long form": _button(Verb.LONG_FORM),
    "House rules": _button(Verb.HOUSE_RULES),
    "send house rules": Use(lambda stage: RulesForm(stage.table.id)),
    "choose the pace": Use(lambda stage: PaceMenu(stage.table.id), lambda _: [Pace.DAYS_7.value]),
    "close: yes": Use(lambda stage: ConfirmButton(stage.table.id, stage.table.rev, Confirmed.CLOSE)),
    "end: yes": Use(lambda stage: ConfirmButton(stage.table.id, stage.table.rev, Confirmed.END)),
    "resign: yes": Use(lambda stage: ConfirmButton(stage.table.id, stage.table.rev, Confirmed.RESIGN)),
    "end: no": Use(lambda stage: ConfirmButton(stage.table.id, stage.table.rev, Confirmed.KEEP)),
    "late: wait": Use(lambda stage: TimeoutButton(stage.table.id, TimeoutAnswer.WAIT)),
    "late: computer": Use(lambda stage: TimeoutButton(stage.table.id, TimeoutAnswer.COMPUTER)),
    "late: claim": Use(lambda stage: TimeoutButton(stage.table.id, TimeoutAnswer.CLAIM)),
    "vote: remove": Use(lambda stage: RemovalButton(stage.table.id, 4, Ballot.REMOVE)),
    "vote: keep": Use(lambda stage: RemovalButton(stage.table.id, 4, Ballot.KEEP)),
    "vote: end": Use(lambda stage: EndingButton(stage.table.id, EndingBallot.END)),
    "vote: play on": Use(lambda stage: EndingButton(stage.table.id, EndingBallot.PLAY_ON)),
    "page of the log": Use(lambda stage: LogButton(stage.table.id, 0)),
    "button of a hand": Use(lambda stage: ChoiceButton(stage.table.id, stage.table.rev, 0, ("pass",))),
    "menu of a hand": Use(lambda stage: ChoiceMenu(stage.table.id, stage.table.rev, ()), lambda _: ["pass"]),
    "next table": Use(lambda stage: NextTableButton(stage.table.id, 999)),
    "hand in /games": Use(lambda stage: OpenHandButton(stage.table.id)),
    "page of /games": Use(lambda _: GamesButton(0)),
    "step of a replay": Use(lambda stage: ReplayButton(stage.table.id, 1, None, "next")),
    "play on from a replay": Use(lambda stage: PlayOnButton(stage.table.id, 0, 0)),
    "menu of a replay": Use(lambda stage: ReplayMenu(stage.table.id, "jump"), lambda _: ["1:-"]),
    "which table: hand": _which(TableCommand.HAND),
    "which table: move": _which(TableCommand.MOVE, lambda _: "pass"),
    "which table: table": _which(TableCommand.TABLE),
    "which table: leave": _which(TableCommand.LEAVE),
    "which table: resign": _which(TableCommand.RESIGN),
    "which table: end": _which(TableCommand.END),
    "which table: remove": _which(TableCommand.REMOVE, _extra_id),
    "which table: invite": _which(TableCommand.INVITE, lambda stage: str(stage.guest().id)),
    "game of a challenge": Use(lambda stage: ChallengeMenu(stage.extra.id), lambda _: ["knotweed"]),
    "/settings": Command("settings"),
    "own setting: pings": Use(lambda _: OwnMenu(OwnSetting.PINGS), lambda _: ["never"]),
    "own setting: calls": Use(lambda _: OwnMenu(OwnSetting.CALLS), lambda _: ["knotweed"]),
    "own setting: wishes": Use(lambda _: OwnMenu(OwnSetting.WISHES), lambda _: ["help"]),
    "own setting: away": Use(lambda _: OwnMenu(OwnSetting.AWAY), lambda _: ["3"]),
    "page of the server": Use(lambda _: SettingsButton(SettingsPage.SERVER)),
    "hours of the server": Use(lambda _: SettingsButton(SettingsPage.SERVER_HOURS)),
    "offer a puzzle": Use(lambda stage: OfferButton(stage.table.id)),
    "solve a puzzle": Use(lambda stage: SolveButton(stage.table.id, 0, 0)),
    "page of numbers": Use(lambda _: SettingsButton(SettingsPage.INSIGHTS)),
    "page of the week": Use(lambda _: SettingsButton(SettingsPage.SUNDAY)),
    "channel of the week": Use(lambda _: SundayMenu(), lambda _: ["1"]),
    "page of roles": Use(lambda _: SettingsButton(SettingsPage.HONOURS)),
    "role for an honour": Use(lambda _: HonourMenu(Honour.FIRST), lambda _: ["1"]),
    "a server's setting": Use(lambda _: ServerMenu(ServerSetting.LEADERBOARD), lambda _: [OFF]),
    "data: open": Use(lambda _: PrivacyButton(PrivacyVerb.OPEN)),
    "data: export": Use(lambda _: PrivacyButton(PrivacyVerb.EXPORT)),
    "data: hide": Use(lambda _: PrivacyButton(PrivacyVerb.HIDE)),
    "data: show": Use(lambda _: PrivacyButton(PrivacyVerb.SHOW)),
    "data: ask": Use(lambda _: PrivacyButton(PrivacyVerb.ASK)),
    "data: ask again": Use(lambda _: PrivacyButton(PrivacyVerb.ASK_AGAIN)),
    "data: delete": Use(lambda _: PrivacyButton(PrivacyVerb.DELETE)),
    "data: keep": Use(lambda _: PrivacyButton(PrivacyVerb.KEEP)),
    "rules in /help": Use(lambda _: OpenRulesButton("knotweed")),
    "page of rules": Use(lambda _: RulesButton("knotweed", 1)),
    "contents of rules": Use(lambda _: RulesMenu("knotweed"), lambda _: ["1"]),
    "table rules: page": Use(lambda stage: TableRulesButton(stage.table.id, 1)),
    "table rules: menu": Use(lambda stage: TableRulesMenu(stage.table.id), lambda _: ["1"]),
    "commands in /help": Use(lambda _: CommandsButton()),
    "found in the rules": Use(lambda _: FoundMenu(), lambda _: ["knotweed 1"]),
    "page of a leaderboard": Use(lambda _: LeaderboardButton(Pool.MEMBERS, ALL_GAMES, 0)),
    "post a leaderboard": Use(lambda _: PostLeaderboardButton(Pool.MEMBERS, ALL_GAMES, 0)),
}
"""Everything that a member can do, under the name by which the tables of permissions know it."""
