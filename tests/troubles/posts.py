"""Everything that the bot posts by itself, a row for each kind: how it comes about, and what must stand there.

``posted_by`` are the modules that send it. ``test_troubles`` fails if a module of ``cogs`` sends something and no row
says so.
"""

import math
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any
from unittest.mock import AsyncMock, patch

import discord
from simcord import ChannelHandle

from cogs.guild_events import HELLO
from cogs.shared.comparing import Comparison
from db.leagues import LeagueChange
from db.posts import CALLED_AFTER, PostKind
from db.sunday import PuzzleRecord
from playground.testing.people import newest_with_buttons, slash
from playground.testing.screens import read
from sessions.leagues.tools import Tool
from sessions.occasions import Kind
from sessions.settings.server import ServerSetting
from sessions.settings.settings import ON, QuietHours, Wish
from sessions.sunday import FEWEST_GAMES
from tests.e2e.test_practice_alone import play_on, practise
from tests.e2e.test_sunday import comes, legal_actions, played
from tests.troubles.stage import Stage, said

DAY = timedelta(days=1).total_seconds()
TOKENS_EXPIRE = 16 * 60.0
LEAGUE: dict[str, Any] = {"name": "Autumn", "players": 2, "weeks": 3}

Act = Callable[[Stage], Awaitable[None]]


@dataclass(frozen=True)
class Post:
    """A kind of post.

    ``prepare`` leads up to what ``happens``, after which one message ``is_it`` and says ``truth``; it calls the
    members in ``called`` by a message that says ``call``. ``template`` is a sentence in it. ``is_kept``: its message is
    there before, and goes on. ``goes_on``: so does what it is about, later. ``lasts``: it is worth telling a day later.
    ``in_thread``: its table has one of its own; everything else is tried in a thread of the channel if it
    ``can_be_in_thread``, which leagues refuse. ``kinds``: what the keeper of posts calls it. ``over_after``: seconds
    after which it may have been taken away.
    """

    name: str
    posted_by: tuple[str, ...]
    prepare: Act
    happens: Act
    is_it: Callable[[discord.Message], bool]
    truth: str
    template: str
    called: tuple[str, ...] = ()
    call: str = ""
    is_kept: bool = False
    goes_on: bool = False
    lasts: bool = True
    kinds: tuple[PostKind, ...] = ()
    in_thread: bool = False
    can_be_in_thread: bool = True
    makes_thread: bool = False
    over_after: float = math.inf
    has_picture: bool = False


def saying(part: str) -> Callable[[discord.Message], bool]:
    """Whether a message says this."""
    return lambda message: part in said(message)


def with_button(prefix: str) -> Callable[[discord.Message], bool]:
    """Whether a message has a button whose custom id begins so."""
    return lambda message: any((button.custom_id or "").startswith(prefix) for button in read(message).buttons)


async def in_threads(stage: Stage) -> None:
    await stage.room.bot.service.server_settings.choose(stage.room.guild.id, ServerSetting.THREADS, ON)


# Tables


def is_table(message: discord.Message) -> bool:
    """Whether it is a table: what calls somebody has a button as well, but it has plain words."""
    return not message.content and with_button("table:")(message)


def place_of_table(stage: Stage) -> ChannelHandle:
    return stage.threads()[-1] if stage.threads() else stage.home


async def play(stage: Stage, action: str | None = None) -> None:
    """Ann plays an action, or lays a card off, wherever she is."""
    ann, service = stage.room.members["ann"], stage.room.bot.service
    (table,) = await stage.room.bot.store.tables.open_tables_of(ann.id)
    if action is None:
        view = (await service.views.snapshot(table.id, ann.id)).view
        assert view is not None
        action = f"stack {view.dump()['hand'][0]} 0"
    await stage.do(service.play.act(table.id, ann.id, [action]))


async def a_turn(stage: Stage) -> None:
    """Ann has drawn a card, and bob has gone away."""
    ann, bob = stage.room.people(2)
    await slash(ann, stage.room.channel, "play three-piles", first=0, pace="days_7")
    await stage.press(bob, newest_with_buttons(place_of_table(stage)), "Join")
    await stage.press(ann, newest_with_buttons(place_of_table(stage)), "Start")
    await play(stage, "draw")
    await stage.room.env.advance_time(TOKENS_EXPIRE)


async def a_turn_in_a_thread(stage: Stage) -> None:
    await in_threads(stage)
    await a_turn(stage)


async def a_table_opens(stage: Stage) -> None:
    await slash(stage.room.members["ann"], stage.room.channel, "play three-piles", first=0)


async def bob_is_invited(stage: Stage) -> None:
    ann, bob = stage.room.people(2)
    await slash(ann, stage.room.channel, "play three-piles", opponents=f"<@{bob.id}>")


async def cat_follows(stage: Stage) -> None:
    await a_turn_in_a_thread(stage)
    (table,) = [message for message in stage.messages() if is_table(message)]
    await stage.press(stage.room.members["cat"], table, "Follow")


async def bob_gives_up(stage: Stage) -> None:
    room = stage.room
    table = await room.table()
    await stage.do(room.bot.service.seats.resign(table.id, room.members["bob"].id))


async def cat_wants_calls(stage: Stage) -> None:
    await stage.room.choose_own(stage.room.members["cat"], "knotweed", menu="calls")


async def knotweed_needs_players(stage: Stage) -> None:
    await slash(stage.room.members["ann"], stage.room.channel, "play knotweed")
    await stage.room.env.advance_time(CALLED_AFTER.total_seconds())


async def a_practice_game_is_over(stage: Stage) -> None:
    robot = await practise(stage.room, stage.room.members["ann"], "knotweed", opponents="easy", turn_cap=1)
    await play_on(stage.room, robot)


async def others_may_try(stage: Stage) -> None:
    ann = stage.room.members["ann"]
    message = [message for message in stage.room.channel.history(viewer=ann) if message.flags.ephemeral][-1]
    await stage.press(ann, message, "Let others try")


async def ann_asks_to_end(stage: Stage) -> None:
    room = stage.room
    table = await room.table()
    await stage.do(room.bot.service.votes.ask_to_end(table.id, room.members["ann"].id))


# Leagues and cups


def post_of(stage: Stage, part: str = "🏆") -> discord.Message:
    return [message for message in stage.messages() if part in said(message)][-1]


async def a_list(stage: Stage, game: str = "card_duel") -> None:
    await in_threads(stage)
    await slash(stage.room.members["ann"], stage.room.channel, "league create", **(LEAGUE | {"game": game}))
    await stage.press(stage.room.members["ann"], post_of(stage), "Sign up")


async def bob_signs_up(stage: Stage) -> None:
    await stage.press(stage.room.members["bob"], post_of(stage), "Sign up")


async def a_full_list(stage: Stage) -> None:
    await a_list(stage)
    await bob_signs_up(stage)


async def a_full_list_of_3_piles(stage: Stage) -> None:
    """Its matches take weeks day by day, so that they are played together."""
    await a_list(stage, "three_piles")
    await bob_signs_up(stage)


async def an_odd_list(stage: Stage) -> None:
    """An evening of three."""
    ann, channel = stage.room.members["ann"], stage.room.channel
    await slash(ann, channel, "league evening", game="three_piles", rounds=2, minutes=60)
    for person in stage.room.people(3):
        await stage.press(person, newest_with_buttons(channel), "Sign up")


async def an_evening_starts(stage: Stage) -> None:
    await stage.press(stage.room.members["ann"], newest_with_buttons(stage.room.channel), "Start")


async def the_organiser_enters_a_result(stage: Stage) -> None:
    room, organiser = stage.room, stage.room.members["cat"]
    await stage.do(
        room.bot.service.league_organising.decide(1, room.guild.id, organiser.id, Tool.RESULT, "1.1", may_manage=True)
    )


async def a_league_starts(stage: Stage) -> None:
    await stage.press(stage.room.members["ann"], post_of(stage), "Start")


async def _ends_with_its_round(stage: Stage) -> None:
    """A match as stored before there were own clocks: only its end is warned of, which is soon due."""
    service = stage.room.bot.service
    async with service.league_ledger.hold(1) as league:
        ends_at = service.now() + timedelta(days=1, hours=1)
        matches = [replace(match, ends_at=ends_at) for match in league.matches]
        await service.league_ledger.change(league, LeagueChange(matches=matches))
    await service.league_rounds.advance(1)


async def a_round(stage: Stage) -> None:
    """It begins at noon, so that nobody's own clock ends just when the last day of the round comes."""
    await a_full_list(stage)
    await stage.room.env.advance_time(DAY / 2)
    await a_league_starts(stage)
    await stage.room.env.advance_time(60)
    await stage.do(_ends_with_its_round(stage))


async def the_last_day_comes(stage: Stage) -> None:
    league = await stage.room.bot.service.league_ledger.get(1)
    assert league.due_at is not None
    await until(stage, league.due_at)


async def until(stage: Stage, when: datetime) -> None:
    """A minute passes after that. In the days before it the bot compares nothing, which would take the test seconds."""
    with patch.object(Comparison, "_compare_all", AsyncMock()):
        await stage.room.env.advance_time((when - stage.room.bot.service.now()).total_seconds() + 60)


async def a_warned_round(stage: Stage) -> None:
    """Both have had to choose, and only ann has."""
    await a_round(stage)
    ann = stage.room.members["ann"]
    service = stage.room.bot.service
    (table,) = await stage.room.bot.store.tables.open_tables_of(ann.id)
    while ann.id in await service.league_tables.users_to_act(table.id):
        view = (await service.views.snapshot(table.id, ann.id)).view
        assert view is not None
        await stage.do(service.play.act(table.id, ann.id, [str(view.actions()[0])]))
    await the_last_day_comes(stage)


async def bobs_clock_ends(stage: Stage) -> None:
    """The match ends as stored ones do, before the clocks of its players have run out."""
    league = await stage.room.bot.service.league_ledger.get(1)
    (match,) = league.matches
    assert match.ends_at is not None
    await until(stage, match.ends_at)


async def a_cup(stage: Stage) -> None:
    cup = {"name": "Autumn", "game": "knotweed", "deals": 4, "days": 1}
    await slash(stage.room.members["ann"], stage.room.channel, "league cup", **cup)


async def a_cup_is_cancelled(stage: Stage) -> None:
    ann = stage.room.members["ann"]
    await stage.press(ann, await stage.press(ann, post_of(stage, "Autumn"), "Cancel"), "Cancel the cup")
    await stage.room.env.advance_time(60)


async def a_cup_ends(stage: Stage) -> None:
    await stage.room.env.advance_time(DAY + 60)


# By the calendar


async def a_week(stage: Stage) -> None:
    await stage.room.bot.service.recaps.choose_channel(stage.room.guild.id, stage.room.channel.id)
    await played(stage.room, stage.room.people(2), FEWEST_GAMES)


async def sunday_comes(stage: Stage) -> None:
    await comes(stage.room, Kind.SUNDAY)


async def a_puzzle(stage: Stage) -> None:
    """A position that ann has offered, and that was posted on Sunday."""
    service, store = stage.room.bot.service, stage.room.bot.store
    await a_turn(stage)
    table = await stage.room.table()
    await bob_gives_up(stage)
    legal = legal_actions(await service.replays.moment(table.id, 0, 0))
    puzzle = PuzzleRecord(table.id, 0, stage.room.guild.id, 1, tuple(legal), 0.9, 0.4)
    assert await store.puzzles.offer(puzzle, service.now())
    for _ in range(2):  # until nobody else can be dealt these cards
        await a_week(stage)
        await sunday_comes(stage)


async def monday_comes(stage: Stage) -> None:
    await comes(stage.room, Kind.SOLUTION)


async def a_wish_to_be_reminded(stage: Stage) -> None:
    room, ann = stage.room, stage.room.members["ann"]
    await room.bot.service.settings.choose_quiet_hours(QuietHours("UTC", 0, 0), server=room.guild.id)
    await stage.press(ann, await slash(ann, room.channel, "daily"), "Begin")
    await room.choose_own(ann, Wish.REMINDER, menu="wishes")
    await comes(room, Kind.REMINDER)


async def the_evening_comes(stage: Stage) -> None:
    await comes(stage.room, Kind.REMINDER)


async def a_channel_for_news(stage: Stage) -> None:
    stage.room.env.backend.edit_guild(stage.room.guild.id, {"system_channel_id": stage.room.channel.id})
    await stage.room.env.settle()


async def the_bot_joins(stage: Stage) -> None:
    with stage.room.env._bot_scope():
        stage.room.bot.dispatch("guild_join", stage.room.bot.get_guild(stage.room.guild.id))
    await stage.room.env.settle()


async def nothing(stage: Stage) -> None:
    """There is nothing to prepare."""


LEAGUE_POST, AUTUMN = saying("🏆"), saying("Autumn")

YOUR_TURN = "Your turn in {table}, {time} left."
KEEPER, THREADS = ("cogs.shared.post_messages",), ("cogs.tables.threads",)
CALLING = ("cogs.tables.calling",)

POSTS = (
    Post("table", KEEPER, a_turn, play, is_table, "▶ **bob**", "{player} takes a card or draws",
         kinds=(PostKind.TABLE,), is_kept=True, goes_on=True, has_picture=True),
    Post("table in a thread", KEEPER, a_turn_in_a_thread, play, is_table, "▶ **bob**",
         "{player} takes a card or draws", is_kept=True, goes_on=True, in_thread=True, has_picture=True),
    Post("turn", CALLING, a_turn, play, saying("Your turn in"), "Your turn in 3 Piles", YOUR_TURN, ("bob",),
         "Your turn in"),
    Post("turn in a thread", CALLING, a_turn_in_a_thread, play, saying("Your turn in"), "Your turn in 3 Piles",
         YOUR_TURN, ("bob",), "Your turn in", in_thread=True),
    Post("question", KEEPER, a_turn_in_a_thread, ann_asks_to_end, saying("end your game"), "hours to answer.",
         "{asker} asks to end your game of {game} without a result.", ("bob",), "end your game", lasts=False,
         kinds=(PostKind.QUESTION,), in_thread=True),
    Post("new table", KEEPER + THREADS, in_threads, a_table_opens, is_table, "ann",
         "House rules",
         goes_on=True, lasts=False, makes_thread=True),
    Post("invitation", KEEPER, in_threads, bob_is_invited, saying("invited"), "You are invited",
         "You are invited to a game of {game} with {player}: tap Join at the table.", ("bob",), lasts=False,
         makes_thread=True, over_after=3000, kinds=(PostKind.INVITATION,)),
    Post("news for followers", KEEPER, cat_follows, bob_gives_up, saying("that you follow"), "is over",
         "The {game} game that you follow is over.", ("cat",), kinds=(PostKind.FOLLOWED,), in_thread=True),
    Post("call for players", KEEPER, cat_wants_calls, knotweed_needs_players, saying("needs players"), "Knotweed",
         "A {game} table needs players, {player} is waiting.", ("cat",), lasts=False, kinds=(PostKind.PLAYERS,)),
    Post("board", KEEPER, a_practice_game_is_over, others_may_try, with_button("beat:"),
         "has played these cards",
         "{player} has played these cards in {game}: {score}. Can you do better?", kinds=(PostKind.BOARD,)),
    Post("list of a league", KEEPER, a_list, bob_signs_up, LEAGUE_POST, "ann, bob",
         "**{count} of {most}** have signed up:", is_kept=True, goes_on=True, kinds=(PostKind.LEAGUE,),
         can_be_in_thread=False),
    Post("round of a league", KEEPER, a_full_list, a_league_starts, LEAGUE_POST, "Round 1 of",
         "Round {number} of {count}", is_kept=True, has_picture=True, kinds=(PostKind.LEAGUE,), can_be_in_thread=False),
    Post("match", KEEPER + THREADS, a_full_list, a_league_starts, is_table, "▶ **bob**",
         "{round}: you play {opponents}.",
         ("ann", "bob"), "you play", goes_on=True, makes_thread=True, kinds=(PostKind.MATCH,), can_be_in_thread=False),
    Post("meeting", KEEPER, a_full_list_of_3_piles, a_league_starts, saying("gree on a time"), "ann – bob",
         "{match}: agree on a time to play together, {time} left.", ("ann", "bob"), "agree on a time",
         kinds=(PostKind.MEETING,), can_be_in_thread=False),
    Post("warning", KEEPER, a_round, the_last_day_comes, saying("left for this match"), "then loses it",
         "{time} left for this match. Whoever has to move then loses it.", ("bob",), "left for this match", lasts=False,
         in_thread=True, kinds=(PostKind.WARNING,)),
    Post("bye", KEEPER, an_odd_list, an_evening_starts, saying("have a bye"), "Round 1",
         "{round}: you have a bye, which costs you nothing.", ("cat",), "have a bye", lasts=False,
         over_after=3000, kinds=(PostKind.BYE,), can_be_in_thread=False),
    Post("forfeit", KEEPER, a_warned_round, bobs_clock_ends, saying("won by forfeit"), "ann",
         "{winners} won by forfeit against {late}.",
         in_thread=True, kinds=(PostKind.FORFEIT,)),
    Post("entered result", KEEPER, a_round, the_organiser_enters_a_result, saying("Entered by the organiser"), "won",
         "{result} Entered by the organiser.", in_thread=True, kinds=(PostKind.ENTERED,)),
    Post("cup", KEEPER, a_cup, a_cup_is_cancelled, AUTUMN, "Cancelled", "Cancelled by the organiser.",
         is_kept=True, kinds=(PostKind.CUP,)),
    Post("result of a cup", KEEPER, a_cup, a_cup_ends, with_button("cup:1:results"),
         "Nobody has finished", "Nobody has finished a deal.", kinds=(PostKind.CUP_RESULT,)),
    Post("week", KEEPER, a_week, sunday_comes, saying("📰"), "5 games were played",
         "The week in the card room", has_picture=True, kinds=(PostKind.WEEK,)),
    Post("solution", KEEPER, a_puzzle, monday_comes, saying("Sunday's puzzle"), "Nobody answered",
         "Sunday's puzzle ({game}), the best move: {action}", kinds=(PostKind.SOLUTION,)),
    Post("reminder", KEEPER, a_wish_to_be_reminded, the_evening_comes, saying("Daily #2"),
         "Knotweed", "Daily #{number} is waiting for you: {game}. It ends in {time}. /daily", ("ann",), lasts=False,
         kinds=(PostKind.REMINDER,)),
    Post("welcome", KEEPER, a_channel_for_news, the_bot_joins, with_button("learn:"), "Hello!",
         HELLO.template, kinds=(PostKind.WELCOME,), can_be_in_thread=False),
)  # fmt: skip
"""Every kind of post. What is told in an hour that Discord has lost is told once all the same."""
