"""Leagues: created by a command, everything else by the buttons of one post."""

from datetime import timedelta

import discord
import pytest
from simcord import MemberActor

from cogs.leagues.screen import POST_SECONDS
from db.league_records import MatchStatus
from db.leagues import written
from db.records import Phase
from playground.testing.people import choose, newest_private, pick_member, pings_in, press, private_messages, slash
from playground.testing.room import Room, deny, refused, tap_refused, told
from playground.testing.screens import read, texts
from playground.testing.truths.requests import Truth
from sessions.leagues.tools import Tool
from sessions.settings.server import ServerSetting
from sessions.settings.settings import ON, Pings, QuietHours
from tests.e2e.gateway import Gateway
from tests.e2e.watchers.restarts import Restart

LEAGUE = {"name": "Autumn", "game": "card_duel", "players": 2, "weeks": 2}


async def test_signing_up_with_a_waiting_list(room: Room) -> None:
    ann, bob, cat = room.people(3)
    await slash(ann, room.channel, "league create", **LEAGUE)
    assert "That name is taken" in await refused(room, ann, "league create", **LEAGUE | {"name": " autumn "})
    for person in (ann, bob, cat):
        await press(person, room.shown, "Sign up")
    assert "**2 of 2** have signed up: ann, bob" in texts(room.shown)
    assert "Waiting list: cat" in texts(room.shown)
    assert "already" in await tap_refused(room, lambda: press(ann, room.shown, "Sign up"))
    await press(ann, room.shown, "Drop out")
    assert "**2 of 2** have signed up: bob, cat" in texts(room.shown)
    assert "Waiting list" not in texts(room.shown)
    assert "not signed up" in await tap_refused(room, lambda: press(ann, room.shown, "Drop out"))


async def begun(room: Room, *people: MemberActor, organiser: MemberActor | None = None, **options: object) -> None:
    """A league of these members, whose first round has begun. Each table has a thread."""
    await room.bot.service.server_settings.choose(room.guild.id, ServerSetting.THREADS, ON)
    organiser = organiser or people[0]
    await slash(organiser, room.channel, "league create", **LEAGUE | {"players": len(people), **options})
    for person in people:
        await press(person, room.shown, "Sign up")
    await press(organiser, room.shown, "Start")


async def wait(room: Room, days: int, hours: int = 0) -> None:
    """Let time pass a day at a time: each has as long to settle, on slow machines too."""
    for _ in range(days):
        await room.env.advance_time(timedelta(days=1).total_seconds())
    await room.env.advance_time(timedelta(hours=hours).total_seconds())


def post_of(room: Room) -> discord.Message:
    """The league's post."""
    return [message for message in room.channel.history() if "🏆" in texts(message)][-1]


def calls(room: Room, person: MemberActor) -> list[str]:
    """What mentions somebody, in the channel and all of its threads."""
    found = [message for place in (room.channel, *room.channel.threads) for message in place.history()]
    return [texts(message) for message in found if person.id in [user.id for user in message.mentions]]


async def test_nobody_can_leave_a_match_to_a_computer(room: Room) -> None:
    ann, bob = room.people(2)
    await begun(room, ann, bob, weeks=2)
    table = next(message for message in room.channel.threads[0].history() if read(message).buttons)
    more = await room.more(ann, table=table)
    assert not {button.face for button in read(more).buttons} & {"🚪 Leave"}
    assert "Leave" not in texts(more)
    assert "Resign" in texts(more)


async def test_who_does_not_move_loses_when_the_own_clock_has_run_out(room: Room) -> None:
    """Calls say how much time there is, lead to the cards, and go at the end. Both had to choose, so both lose."""
    ann, bob = room.people(2)
    await begun(room, ann, bob, weeks=2)
    thread = room.channel.threads[-1]
    (call,) = pings_in(thread)
    assert "Round 1: you play bob. Your clock: 14 days." in texts(call)
    await press(ann, call, "My hand")
    assert "Your hand" in texts(newest_private(ann, thread))
    await wait(room, 13, hours=23)
    assert not any("in time" in texts(message) for message in thread.history())
    await room.env.advance_time(timedelta(hours=2).total_seconds())
    assert any("Nobody played in time" in texts(message) for message in thread.history())
    assert pings_in(thread) == [], "a result calls nobody"


LOGGED = {
    Tool.RESULT: "result entered, bob – ",
    Tool.WALKOVER: "walkover, bob – ",
    Tool.EXTEND: "more time, bob – ",
    Tool.TIME: "meeting set, bob – ",
    Tool.ANNUL: "match annulled, bob – ",
    Tool.REMIND: "players reminded",
    Tool.WITHDRAW: "bob withdrawn",
    Tool.REPLACE: "place of bob taken over",
    Tool.ADD: "ann takes part",
    Tool.MOVE: "bob in another group",
    Tool.PAUSE: "paused",
    Tool.RESUME: "pause ended",
    Tool.APPOINT: "second organiser appointed",
    Tool.CANCEL: "cancelled",
}
"""What the league's post says of each tool, applied to the first choice."""


async def test_each_tool_of_the_organiser_is_named_in_the_post_and_can_be_undone(room: Room, gateway: Gateway) -> None:
    """With two choices; two tools need a third, a time or a member. Afterwards all is stored as before."""
    room.env.backend.truths.suspend(Truth.MEMBER_LIMIT, because="Eight names take seconds; taps follow at once here.")
    ann, *players = room.people(9)
    await begun(room, *players, organiser=ann, game="three_piles", weeks=3)
    await room.env.advance_time(POST_SECONDS)
    assert "Only the organiser" in told(await press(players[0], post_of(room), "Manage"))

    async def state() -> tuple[dict[str, object], list[int]]:
        league = await room.bot.service.league_ledger.get(1)
        return written(league), [entry.user_id for entry in league.entries]

    for tool, says in LOGGED.items():
        before, users = await state()
        tools = await press(ann, post_of(room), "Manage")
        choices = 0
        while "Done: " not in texts(tools):
            asks_for_a_time = ": when do they play? Times in UTC." in texts(tools)
            assert asks_for_a_time == (tool is Tool.TIME and choices == 2)
            menu = next(iter(read(tools).menus), None)
            if menu is None:
                await press(ann, tools, "Cancel for everybody")
            elif menu.options:
                await choose(ann, tools, tool if choices == 0 else menu.options[0].value)
            else:
                await pick_member(ann, tools, ann, menu.face)
            choices += 1
        assert choices <= (3 if tool in (Tool.TIME, Tool.REPLACE) else 2), tool
        assert f"Done: {says}" in texts(tools)
        if tool is Tool.RESULT:
            reason = {"reason": "They *met* at the club."}
            form = await press(ann, tools, "Say why")
            gateway.forge(reason["reason"], "x" * 101)
            assert "reason can have 100 characters at most." in told(await ann.submit_modal(form, reason))
            await ann.submit_modal(await press(ann, tools, "Say why"), reason)
        await room.env.advance_time(POST_SECONDS)
        assert f"ann: {says}" in texts(await press(ann, post_of(room), "Manage"))
        assert f"ann: {says}" in texts(post_of(room)) or tool is Tool.CANCEL, tool
        if tool is Tool.RESULT:
            assert r"“They \*met\* at the club.”" in texts(post_of(room))
            assert any(texts(one).endswith("won. Entered by the organiser.") for one in room.channel.history())
        assert ("Undo" in [button.face for button in read(tools).buttons]) == (tool is not Tool.REMIND)
        if tool in (Tool.REMIND, Tool.PAUSE):
            continue
        await press(ann, tools, "Undo")
        await room.env.advance_time(POST_SECONDS)
        after, now = await state()
        assert ({name: after.get(name) for name in before}, now) == (before, users), tool
        assert f"~~ann: {says}" in texts(await press(ann, post_of(room), "Manage"))
        assert not any("Round 1 · " in texts(one) for one in room.channel.history()), "a result that is undone"


async def test_the_order_of_several_is_entered_place_by_place(room: Room) -> None:
    """Two are level on the second place, and the only one left is last without being asked for."""
    ann, *players = room.people(5)
    await begun(room, *players, organiser=ann, game="counter", weeks=2)
    tools = await press(ann, post_of(room), "Manage")
    await choose(ann, tools, Tool.RESULT)
    (match,) = read(tools).menu("Which one?").options
    await choose(ann, tools, match.value)
    assert ": who came first? Choose several if they are level." in texts(tools)
    await choose(ann, tools, "eve")
    assert texts(tools).startswith("1. eve\nWho came next?")
    await choose(ann, tools, "bob", "dan")
    assert texts(tools).endswith("eve. It is listed in the league's post.")
    await room.env.advance_time(POST_SECONDS)
    said = "Round 1 · eve won. Entered by the organiser: 1. eve, 2. bob, 2. dan and 4. cat."
    assert any(texts(one).endswith(said) for one in room.channel.history())
    assert " 2. bob: 2 points" in texts(await press(ann, post_of(room), "In words")).replace("\n", " ")


async def test_who_wants_no_pings_is_called_by_name(room: Room) -> None:
    ann, bob = room.people(2)
    for person in (ann, bob):
        await room.bot.service.settings.choose_pings(person.id, Pings.NEVER)
    await begun(room, ann, bob)
    await room.env.advance_time(POST_SECONDS)
    said = [texts(message) for place in room.channel.threads for message in place.history()]
    assert any("ann: Autumn · Round 1: you play bob" in line and "bob: Autumn" in line for line in said)
    await press(bob, await press(bob, post_of(room), "My matches"), "Drop out")
    assert not calls(room, ann)
    assert not calls(room, bob)


async def test_a_league_lets_members_sleep(room: Room) -> None:
    """Whoever has quiet hours when a round begins is called when they are over, once, and nobody else again."""
    ann, bob = room.people(2)
    hour = room.bot.service.now().hour
    hours = QuietHours("UTC", hour, (hour + 3) % 24)
    await room.bot.service.settings.choose_quiet_hours(hours, member=bob.id)
    await begun(room, ann, bob, game="three_piles")

    def called(person: MemberActor) -> list[str]:
        return [one for one in calls(room, person) if "agree on a time" in one]

    assert [len(called(ann)), len(called(bob))] == [1, 0]
    assert any("bob" in one for one in called(ann)), "bob is named"
    await room.env.advance_time(timedelta(hours=3, minutes=1).total_seconds())
    assert [len(called(ann)), len(called(bob))] == [0, 1], "the new message replaces the former"


async def test_dropping_out_loses_the_match_and_all_that_follow(room: Room) -> None:
    ann, bob, cat = room.people(3)
    await begun(room, ann, bob, cat, weeks=3)
    await room.env.advance_time(POST_SECONDS)
    league = await room.bot.service.league_ledger.get(1)
    (match,) = league.matches
    leaver = next(person for person in (ann, bob, cat) if league.entry(match.numbers[0]).user_id == person.id)
    question = await press(leaver, await press(leaver, post_of(room), "My matches"), "Drop out")
    await press(leaver, question, "Drop out")
    league = await room.bot.service.league_ledger.get(1)
    assert league.matches[0].status is MatchStatus.FORFEITED
    assert [seat.number for seat in league.matches[0].seats if seat.forfeited] == [match.numbers[0]]
    said = [texts(message) for thread in room.channel.threads for message in thread.history()]
    assert any(f"Ratings stay as they are: {leaver.name} left" in text for text in said)
    assert not any("does not count" in text for text in said), "in the league it does"


async def test_who_has_left_the_server_is_neither_called_nor_paired(room: Room) -> None:
    ann, bob, cat = room.people(3)
    await begun(room, ann, bob, cat, game="card_duel", weeks=3)
    league = await room.bot.service.league_ledger.get(1)
    (match,) = league.matches
    before = len(calls(room, cat))
    room.guild.remove_member(cat)
    assert league.round_ends_at is not None
    await room.env.advance_time((league.round_ends_at - room.bot.service.now()).total_seconds() + 60)
    assert "cat is no longer on this server" in texts(post_of(room))
    assert len(calls(room, cat)) <= before, "what called them is over"
    league = await room.bot.service.league_ledger.get(1)
    number = next(entry.number for entry in league.entries if entry.user_id == cat.id)
    assert all(one.id == match.id or number not in one.numbers for one in league.open_matches)


@pytest.mark.parametrize("is_hidden", [False, True], ids=["down", "hidden"])
async def test_a_round_of_an_evening_lasts_longer_if_nobody_could_play(
    room: Room, restart: Restart, is_hidden: bool
) -> None:
    ann, bob = room.people(2)
    await slash(ann, room.channel, "league evening", game="three_piles", rounds=1, minutes=20)
    for person in (ann, bob):
        await press(person, post_of(room), "Sign up")
    await press(ann, post_of(room), "Start")
    if is_hidden:
        await deny(room, view_channel=False)
        await room.env.advance_time(timedelta(hours=1).total_seconds())
        await deny(room)
    else:
        await restart(down_for=timedelta(hours=1).total_seconds())
    for minutes, is_open in ((1, True), (20, False)):
        await room.env.advance_time(timedelta(minutes=minutes).total_seconds())
        assert (await room.bot.service.league_ledger.get(1)).matches[0].is_open is is_open


@pytest.mark.parametrize("is_hidden", [False, True], ids=["deleted", "hidden"])
async def test_a_league_whose_channel_is_gone_waits_and_moves(room: Room, is_hidden: bool) -> None:
    """Nobody forfeits meanwhile. The organiser opens it by its name in another channel, where its tables open anew."""
    ann, bob = room.people(2)
    await begun(room, ann, bob)
    if is_hidden:
        await deny(room, view_channel=False)
    else:
        room.env.backend.delete_channel(room.channel.id)
        await room.env.settle()
    await wait(room, 6)
    league = await room.bot.service.league_ledger.get(1)
    assert league.matches[0].is_open
    room.guild.create_text_channel("games")
    await room.env.settle()
    room.channel = room.guild.channels["games"]
    other = {"name": "autumn", "game": "card_duel", "players": 2, "weeks": 2}
    await slash(ann, room.channel, "league create", **other)
    await room.env.advance_time(timedelta(minutes=11).total_seconds())
    league = await room.bot.service.league_ledger.get(1)
    assert league.channel_id == room.channel.id
    assert "ann – bob" in texts(post_of(room))
    assert len(room.channel.threads) == (0 if is_hidden else 1), "a table that is there stays"


async def test_a_server_that_removes_the_bot(room: Room) -> None:
    """Its league stands still, and the next start does not trip over it."""
    ann, bob = room.people(2)
    await begun(room, ann, bob)
    room.env.backend.remove_guild(room.guild.id)
    await room.env.settle()
    await wait(room, 10)
    league = await room.bot.service.league_ledger.get(1)
    assert league.matches[0].is_open


async def test_results_as_a_file_and_in_words(room: Room) -> None:
    ann, bob = room.people(2)
    await begun(room, ann, bob)
    await room.env.advance_time(POST_SECONDS)
    assert "1. ann: 0 points" in texts(await press(bob, post_of(room), "In words"))
    answer = await press(bob, post_of(room), "All results")
    assert answer.response is not None
    (file,) = answer.response.attachments
    assert file.filename == "league.csv"


async def test_a_match_is_agreed_on_and_played_together(room: Room) -> None:
    """Three taps find a time: *Find a time*, a choice, and the other's. Then both say that they are here."""
    ann, bob = room.people(2)
    await begun(room, ann, bob, game="three_piles", weeks=2)
    await room.env.advance_time(POST_SECONDS)
    assert not room.channel.threads, "no table before all are here"
    called = next(message for message in room.channel.history() if "agree on a time to play together" in texts(message))
    assert {user.id for user in called.mentions} == {ann.id, bob.id}
    (match,) = (await room.bot.service.league_ledger.get(1)).matches
    assert match.falls_back_at is not None
    assert match.ends_at is not None
    friday = f"<t:{match.falls_back_at.timestamp():.0f}:f>"
    how = texts(await press(ann, post_of(room), "My matches"))
    assert f": play together until <t:{match.ends_at.timestamp():.0f}:f>. Agree on a time." in how
    assert f"If you have none by {friday}, each of you plays the same cards alone." in how
    assert "You are marked as here for 15 minutes." in told(await press(ann, called, "I'm here now"))
    await room.env.advance_time(POST_SECONDS)
    (at_once,) = [message for message in room.channel.history() if "Ready to play: ann" in texts(message)]
    assert [user.id for user in at_once.mentions] == [bob.id]
    assert [button.face for button in read(at_once).buttons] == ["Find a time", "I'm here", "Same cards"]
    await room.env.advance_time(timedelta(minutes=16).total_seconds())
    assert not any("Ready to play" in texts(message) for message in room.channel.history())
    menu = await press(ann, called, "Find a time")
    assert "when can you play for 30 minutes? Choose all that suit you. Times in" in texts(menu)
    (options,) = [[option.value for option in one.options] for one in read(menu).menus]
    await choose(ann, menu, options[0], menu="Choose times")
    assert "Yet to answer: bob." in texts(await press(ann, post_of(room), "My matches"))
    await room.env.advance_time(timedelta(hours=12).total_seconds())  # nobody is asked in their quiet hours
    asked = next(message for message in room.channel.history() if "ann named times to play." in texts(message))
    assert [user.id for user in asked.mentions] == [bob.id]
    answer = await press(bob, asked, "Find a time")
    assert "bob: which of these times suit you for 30 minutes? Times in" in texts(answer)
    assert [option.value for one in read(answer).menus for option in one.options] == options[:1]
    await choose(bob, answer, options[0], menu="Choose times")
    assert f": you meet on <t:{options[0]}:f>, <t:{options[0]}:R>." in texts(
        await press(bob, post_of(room), "My matches")
    )
    await room.env.advance_time(POST_SECONDS)
    told_all = next(message for message in room.channel.history() if message.id == called.id)
    assert f"ann – bob: you meet on <t:{options[0]}:f>" in texts(told_all), "what called them says what has come of it"
    assert f"ann – bob · <t:{options[0]}:f>" in texts(post_of(room))
    await room.env.advance_time(int(options[0]) - room.env.backend.clock.now().timestamp() - 29 * 60)
    soon = next(message for message in room.channel.history() if "begins in 30 minutes" in texts(message))
    assert {user.id for user in soon.mentions} == {ann.id, bob.id}
    await press(ann, soon, "I'm here")
    await press(bob, soon, "I'm here")
    assert len(room.channel.threads) == 1
    league = await room.bot.service.league_ledger.get(1)
    (place,) = await room.bot.service.league_tables.of_match(league.matches[0].id)
    assert place.phase is Phase.PLAYING
    (thread,) = room.channel.threads
    await room.env.advance_time(POST_SECONDS)
    begins = next(message for message in thread.history() if "Round 1: you play" in texts(message))
    assert told(await press(ann, begins, "Pause")) == "The others are asked. Nothing changes until all agree."
    await room.env.advance_time(POST_SECONDS)
    asked = next(message for message in thread.history() if "ann would like to go on another day." in texts(message))
    assert "the game pauses." in texts(await press(bob, asked, "Pause"))
    await room.env.advance_time(POST_SECONDS)
    begins = next(message for message in thread.history() if message.id == begins.id)
    assert [button.face for button in read(begins).buttons][1:] == ["Find a time", "I'm here now"]
    own = await press(ann, post_of(room), "My matches")
    assert [button.face for button in read(own).buttons] == ["Find a time", "I'm here now", "Drop out"]
    assert "Your clock: " in texts(own)
    await room.env.advance_time(timedelta(hours=1).total_seconds())
    assert texts(await press(ann, post_of(room), "My matches")) == texts(own)
    assert not any("Your turn" in texts(message) for message in thread.history())
    for player in (ann, bob):
        await press(player, await press(player, post_of(room), "My matches"), "I'm here")
    await room.env.advance_time(timedelta(minutes=5).total_seconds())
    assert any("Your turn" in texts(message) for message in thread.history()), "the clocks go on"


async def test_a_match_without_a_meeting_is_played_with_the_same_cards(room: Room) -> None:
    """From Friday by itself. Whoever only gives up has played no more than who does nothing."""
    ann, bob = room.people(2)
    await begun(room, ann, bob, game="three_piles", weeks=2)
    match = (await room.bot.service.league_ledger.get(1)).matches[0]
    assert match.falls_back_at is not None
    tools = await press(ann, post_of(room), "Manage")
    await choose(ann, tools, Tool.REMIND, menu="What do you want to do?")
    await room.env.advance_time(POST_SECONDS)
    assert sum("agree on a time to play together" in text for text in calls(room, bob)) == 2, "now by the organiser"
    before = (match.falls_back_at - room.env.backend.clock.now()).total_seconds()
    await room.env.advance_time(before - timedelta(hours=23).total_seconds())
    assert any("One day left" in text for text in calls(room, ann))
    await room.env.advance_time(timedelta(hours=23, minutes=1).total_seconds())
    ends_at = match.falls_back_at + timedelta(days=3)
    end = f"<t:{ends_at.timestamp():.0f}:f>"
    told_how = texts(await press(ann, post_of(room), "My matches"))
    assert f"{end}. The best total wins. You see the others' results when all have played." in told_how
    for _ in range(2):
        await press(ann, await press(ann, post_of(room), "My matches"), "Play these cards")
        hand = newest_private(ann, room.channel)
        asked = await room.ask(ann, "resign", hand)
        await press(ann, asked, "Give up")
    assert "played all deals" in texts(await press(ann, post_of(room), "My matches"))
    (public,) = [message for message in room.channel.history() if "Play these cards" in str(read(message).buttons)]
    assert "played all deals" in told(await press(ann, public, "Play these cards"))
    left = (ends_at - room.env.backend.clock.now()).total_seconds()
    await room.env.advance_time(left - timedelta(hours=1).total_seconds())
    assert any("left to play your cards of this match." in text for text in calls(room, bob))
    await room.env.advance_time(timedelta(hours=1, minutes=1).total_seconds())
    assert (await room.bot.service.league_ledger.get(1)).matches[0].status is MatchStatus.UNPLAYED
    (*_, played) = [
        message for message in private_messages(ann, room.channel) if "Next deal" in str(read(message).buttons)
    ]
    assert "Nobody played in time" in texts(await press(ann, played, "Next deal"))
