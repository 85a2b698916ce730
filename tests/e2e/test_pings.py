"""Calling players to their turn: only who is away or takes long, once a turn, in a message of its own."""

from datetime import timedelta

import discord
import pytest
from simcord import MemberActor

from db.posts import Due, PostKind
from playground.testing.people import newest_with_buttons, pings_in, press, slash, suggestions
from playground.testing.room import Room, refused
from playground.testing.screens import read, texts
from sessions.pings import PAUSE
from sessions.settings.settings import Pings
from sessions.shared.coalescing import CoalescingTasks
from tests.e2e.request_log import RequestLog, shows_table
from tests.e2e.watchers.pings import pings
from tests.e2e.watchers.restarts import Restart

HOUR, DAY = 3600.0, 86_400.0


async def turn(room: Room, person: MemberActor) -> None:
    """Draw a card and put one on a stack."""
    await room.hand(person)
    await press(person, room.hand_of(person), "Draw a card")
    await room.type_move(person, f"stack {(await room.cards(person))[0]} 0")


# Presence


async def test_who_is_there_is_not_called_for_a_minute_and_then_once(room: Room, request_log: RequestLog) -> None:
    _, bob = await room.deal("three-piles", 2, first=1)
    before = room.shown.id
    await room.env.advance_time(59)
    assert pings(request_log) == []
    await room.env.advance_time(2)
    assert pings(request_log) == [[bob.id]]
    (sent,) = [request.body for request in request_log.sent("POST", "/channels/*/messages")]
    assert sent["allowed_mentions"].get("parse", []) == []
    (ping,) = pings_in(room.channel)
    assert texts(ping) == f"{bob.mention} Your turn in 3 Piles against ann, 24 hours left."
    assert read(ping).button("My hand")
    assert room.shown.id == before, "the table is where it was"
    await room.env.advance_time(HOUR)
    assert pings(request_log) == [[bob.id]]


async def test_who_is_away_is_called_at_once_and_reads_what_has_happened(room: Room, request_log: RequestLog) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(200)
    request_log.requests.clear()
    await turn(room, ann)
    assert pings(request_log) == [[bob.id]]
    assert texts(pings_in(room.channel)[0]) == f"{bob.mention} Your turn in 3 Piles against ann, 24 hours left."
    assert "ann: a card drawn" in texts(room.shown)


@pytest.mark.parametrize("at_the_table", [False, True])
async def test_a_call_goes_when_its_turn_is_over(room: Room, request_log: RequestLog, at_the_table: bool) -> None:
    """Its own *My hand* opens the hand, and the token of that tap deletes it; the table is edited."""
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(200)
    await turn(room, ann)
    table, (ping,) = room.shown.id, pings_in(room.channel)
    request_log.requests.clear()
    if at_the_table:
        await turn(room, bob)
    else:
        room.keep_hand(bob, await press(bob, ping, "My hand"))
        await press(bob, room.hand_of(bob), "Draw a card")
        await room.type_move(bob, f"stack {(await room.cards(bob))[0]} 0")
    assert pings_in(room.channel) == []
    assert "▶ **ann**" in texts(room.shown)
    assert room.shown.id == table
    counted = [str(request) for request in request_log.requests if request.path.startswith("/channels")]
    gone = f"DELETE /channels/{room.channel.id}/messages/{ping.id}"
    if at_the_table:
        assert counted == [gone], "the token of a tap on the table edits the table"
    else:
        assert counted == [], "the tokens of his last taps delete the ping and edit the table"


async def test_a_call_goes_after_a_restart(room: Room, restart: Restart) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(200)
    await turn(room, ann)
    await restart(killed=True)
    assert len(pings_in(room.channel)) == 1
    await turn(room, bob)
    assert pings_in(room.channel) == []


async def test_a_call_that_could_not_be_deleted_goes_later(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(200)
    await turn(room, ann)
    (ping,) = pings_in(room.channel)
    room.env.inject_error("DELETE", f"/channels/*/messages/{ping.id}", status=500)
    await turn(room, bob)
    await room.env.advance_time(31)
    assert ping.id not in [number for number, _ in room.public()]


async def test_a_call_in_the_channel_goes_although_its_table_has_moved_to_a_thread(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(200)
    await turn(room, ann)
    assert len(pings_in(room.channel)) == 1
    thread = room.env.backend.create_thread(room.channel.id, "late", owner_id=room.env.backend.bot_user.id)
    table, bot = await room.table(), room.bot
    await bot.service.whereabouts.moved_to_thread(table.id, thread.id)
    await room.type_move(bob, "draw")
    await room.type_move(bob, f"stack {(await room.cards(bob))[0]} 0")
    assert pings_in(room.channel) == []


async def test_a_reminder_takes_the_place_of_the_call(room: Room) -> None:
    _, bob = await room.deal("three-piles", 2, first=1)
    await room.env.advance_time(DAY * 0.75 + 60)
    (ping,) = pings_in(room.channel)
    assert texts(ping) == f"{bob.mention} Still your turn in 3 Piles against ann, only 6 hours left."
    await room.confirm(bob, "resign")
    await room.env.advance_time(HOUR)
    assert pings_in(room.channel) == [], "nobody is called when the game is over"


async def test_tables_that_wait_share_a_ping_that_leads_to_each_of_them(room: Room, request_log: RequestLog) -> None:
    """The second table pings nobody for ten minutes; from the ping's hand, *Next table* leads on."""
    ann, bob = await room.deal("three-piles", 2, first=0)
    other = room.guild.create_text_channel("more-cards")
    await slash(ann, other, "play knotweed", first=0)
    await press(bob, newest_with_buttons(other), "Join")
    await press(ann, newest_with_buttons(other), "Start")
    await room.env.advance_time(200)
    request_log.requests.clear()
    await turn(room, ann)
    await slash(ann, other, "move", action="pass")
    assert pings(request_log) == [[bob.id]]
    await room.hand(bob)
    await room.env.advance_time(PAUSE.total_seconds() + 61)
    assert pings(request_log) == [[bob.id], [bob.id]]
    (gathered,) = [ping for ping in (*pings_in(other), *pings_in(room.channel)) if "2 tables" in texts(ping)]
    assert texts(gathered) == (
        f"{bob.mention} Your turn in Knotweed against ann, 23 hours left. 2 tables wait for you: this one, 3 Piles."
    )
    assert str(room.shown.id) in str(read(gathered).button("3 Piles").url)
    await press(bob, room.shown, "My hand")
    await turn(room, bob)
    await press(bob, room.hand_of(bob), "Next table")
    assert "Knotweed" in room.hand_text(bob)


# When somebody's time has run out


@pytest.mark.parametrize("players", [2, 3])
async def test_who_is_late_is_called_once_and_whose_turn_it_is_then(
    room: Room, request_log: RequestLog, players: int
) -> None:
    ann, bob, *_ = await room.deal("knotweed", players, first=0, pace="hours_12")
    await room.env.advance_time(12 * HOUR + 61)
    await room.computers()
    assert await room.to_act() == [bob]
    await room.env.advance_time(HOUR)
    assert pings(request_log) == [[ann.id], [ann.id], [ann.id], [bob.id]]
    (*_, late, turn) = (texts(ping) for ping in pings_in(room.channel))
    others = "bob" if players == 2 else "bob and cat"
    assert late == (
        f"{ann.mention} Your time ran out in Knotweed against {others}, so a computer plays for you. "
        "Tap “I'm back” to go on."
    )
    assert turn.startswith(f"{bob.mention} Your turn in Knotweed against ann")


async def test_whoever_the_others_wait_for_is_called_again(room: Room, request_log: RequestLog) -> None:
    ann, bob, _ = await room.deal("counter", 3, dealer=2, pace="hours_12")
    await room.env.advance_time(12 * HOUR + 1)
    request_log.requests.clear()
    await press(bob, room.shown, "Wait for them")
    await room.env.advance_time(PAUSE.total_seconds())
    assert pings(request_log) == [[ann.id]]
    assert texts(pings_in(room.channel)[-1]).startswith(f"{ann.mention} Your turn in Counter against ")


async def test_a_member_against_computers_is_called_when_a_player_who_left_can_return(
    room: Room, request_log: RequestLog
) -> None:
    ann, bob = await room.deal("knotweed", 2, first=0, pace="no_limit")
    await room.more(ann, "Leave")
    await room.computers()
    assert await room.to_act() == [bob]
    await room.env.advance_time(200)
    assert pings(request_log) == [[bob.id]]


# Restarts


async def test_a_move_that_was_not_shown_before_a_crash_is_shown_and_called_after_it(
    room: Room, request_log: RequestLog, restart: Restart, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    with monkeypatch.context() as patch:
        patch.setattr(CoalescingTasks, "request", lambda tasks, key, **how: None)
        await turn(room, ann)
        assert "▶ **bob**" not in texts(room.shown)
    await restart(killed=True)
    assert "▶ **bob**" in texts(room.shown)
    assert pings(request_log) == [[bob.id]], "after a restart everybody counts as away"


async def test_a_ping_of_an_earlier_version_goes(room: Room, restart: Restart) -> None:
    """Migration 0040 has it looked at: nobody is asked anything any more."""
    await room.deal("three-piles", 2, first=0)
    asked = (PostKind.QUESTION, (await room.table()).id)
    with room.env.time_context():
        ping = await room.bot.get_partial_messageable(room.channel.id).send("Somebody asks to take back a move.")
        posts, now = room.bot.store.posts, room.bot.service.now()
        await posts.make_due(room.guild.id, [Due(*asked, at=now + timedelta(minutes=5))], now)
        post = await posts.find(*asked)
        assert post is not None
        await posts.shown(post, room.channel.id, ping.id, is_open=False)
    await restart()
    await room.env.advance_time(HOUR)
    assert ping.id not in [number for number, _ in room.public()]
    with room.env.time_context():
        assert await room.bot.store.posts.find(*asked) is None


async def test_a_secret_choice_neither_edits_the_table_nor_changes_who_is_called(
    room: Room, request_log: RequestLog
) -> None:
    ann, bob = await room.deal("card-duel", 2)
    request_log.requests.clear()
    offered = await suggestions(ann, room.channel, "move", "action", "pick")
    await room.type_move(ann, next(iter(offered.values())))
    assert len(await room.moves()) == 1
    edits = [request for request in request_log.sent("PATCH") if shows_table(request)]
    assert edits == []
    await room.env.advance_time(61)
    assert pings(request_log) == [sorted([ann.id, bob.id])], "both have not finished"


# Reminders


async def test_who_has_little_time_is_told_until_when(room: Room, request_log: RequestLog) -> None:
    """In the call, and with the question in the hand; several who decide at once are called together."""
    ann, bob, cat = await room.deal("knotweed", 3, cheating=True, first=0, pace="live_10")
    await room.env.advance_time(200)
    await room.hand(ann)
    request_log.requests.clear()
    await press(ann, room.hand_of(ann), "Pass")
    await press(ann, room.hand_of(ann), "Draw 3")
    deadline = (await room.seen()).decide_by
    assert deadline is not None
    when = discord.utils.format_dt(deadline, "R")
    assert pings(request_log) == [sorted([bob.id, cat.id])]
    (ping,) = pings_in(room.channel)
    assert texts(ping).startswith(f"{bob.mention} {cat.mention} Knotweed against ann: Accept or challenge ann's turn.")
    assert texts(ping).endswith(" left.")
    assert f"### Was this turn within the rules? · due {when}" in room.hand_text(bob)
    await room.hand(bob)
    await press(bob, room.hand_of(bob), "Accept")
    assert len(pings(request_log)) == 1, "cat has been called"
    await press(cat, room.hand_of(cat), "Accept")
    assert len(pings(request_log)) == 1, "bob is there"
    assert pings_in(room.channel) == []
    assert when not in room.hand_text(bob)


# What members choose


async def test_never_and_always(room: Room, request_log: RequestLog) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.choose_own(ann, "never", menu="pings")
    await room.choose_own(bob, "always", menu="pings")
    await room.env.advance_time(DAY * 0.8)
    assert pings(request_log) == []
    await room.hand(bob)
    await turn(room, ann)
    assert pings(request_log) == [[bob.id]]
    await room.choose_own(bob, "away", menu="pings")
    await turn(room, bob)
    await turn(room, ann)
    assert pings(request_log) == [[bob.id]]


@pytest.mark.parametrize("everybody", [False, True])
async def test_quiet_hours_delay_a_call_and_not_the_clock(
    room: Room, request_log: RequestLog, restart: Restart, everybody: bool
) -> None:
    _, bob = await room.deal("three-piles", 2, first=1)
    now = room.env.now()
    hours = {"zone": "UTC", "quiet_from": now.hour, "quiet_until": (now.hour + 2) % 24}
    role = room.guild.create_role("managers", permissions=discord.Permissions(manage_guild=True))
    chooser = room.guild.add_member(room.env.create_user("boss"), roles=[role]) if everybody else bob
    page = await slash(chooser, room.channel, "settings", **hours)
    if everybody:
        await press(chooser, await press(chooser, page, "This server"), "Use my time zone and quiet hours")
    deadline = (await room.table()).deadline
    await room.env.advance_time(HOUR)
    assert pings(request_log) == []
    await restart()
    await room.env.advance_time(HOUR - 60 * now.minute - now.second - 30)
    assert pings(request_log) == []
    await room.env.advance_time(60)
    assert pings(request_log) == [[bob.id]]
    assert (await room.table()).deadline == deadline


async def test_quiet_hours_that_cannot_be_chosen(room: Room) -> None:
    ann = room.members["ann"]
    assert "don't know the time zone \u2068Mars\u2069" in await refused(room, ann, "settings", zone="Mars")
    assert "need your time zone" in await refused(room, ann, "settings", quiet_from=20)


async def test_what_is_left_out_of_the_quiet_hours_stays(room: Room) -> None:
    ann = room.members["ann"]
    for given, told in (
        ({"zone": "UTC", "quiet_from": 20}, "From 20:00 to 8:00 in UTC"),
        ({"quiet_until": 6}, "From 20:00 to 6:00 in UTC"),
        ({"zone": "Europe/Berlin"}, "From 20:00 to 6:00 in Europe/Berlin"),
    ):
        assert told in texts(await slash(ann, room.channel, "settings", **given))


async def test_the_time_zones_are_suggested(room: Room) -> None:
    found = await room.members["ann"].autocomplete(room.channel, "settings", "zone", "new york")
    assert [choice["value"] for choice in found] == ["America/New_York"]


async def test_a_member_alone_with_computers_is_never_called(room: Room, request_log: RequestLog) -> None:
    (ann,) = room.people(1)
    await slash(ann, room.channel, "play three-piles", opponents="easy", first=0)
    await press(ann, room.shown, "Start")
    await room.env.advance_time(6 * DAY)
    assert pings(request_log) == []


# Tokens


@pytest.mark.parametrize(("status", "code"), [(429, 20028), (404, 10015), (401, 50027)])
async def test_a_refused_token_is_replaced_by_an_edit_of_the_bot(
    room: Room, request_log: RequestLog, status: int, code: int
) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    room.env.inject_error(
        "PATCH", "/webhooks/*/messages/@original", status=status, code=code, times=2
    )  # for bob's hand, too
    await press(ann, room.hand_of(ann), "Draw a card")
    assert "ann: a card drawn" in texts(room.shown)
    assert len(request_log.sent("PATCH", "/channels/*")) == 1
    await room.hand(ann)  # brings a new token
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    assert "▶ **bob**" in texts(room.shown)
    assert len(request_log.sent("PATCH", "/channels/*")) == 1


async def test_an_expired_token_is_not_tried(room: Room, request_log: RequestLog) -> None:
    ann, _ = await room.deal("three-piles", 2, first=0)
    await room.bot.service.settings.choose_pings(ann.id, Pings.NEVER)
    await room.env.advance_time(16 * 60)
    tried = len(request_log.sent("PATCH", "/webhooks/*"))
    await room.type_move(ann, "draw")
    assert len(request_log.sent("PATCH", "/webhooks/*")) == tried
    assert len(request_log.sent("PATCH", "/channels/*")) == 1
    assert "ann: a card drawn" in texts(room.shown)


async def test_a_hand_that_follows_the_tap_never_shows_in_the_channel(room: Room) -> None:
    ann, bob = await room.deal("three-piles", 2, first=0)
    await room.env.advance_time(16 * 60)
    shown = await room.hand(ann)
    assert shown.followups
    await room.hand(bob)
    await room.type_move(ann, "draw")
    assert "You drew" in room.hand_text(ann)
    assert "You drew" not in "".join(text for _, text in room.public())


# The table


async def test_a_call_comes_below_what_has_been_said_and_the_table_stays(room: Room) -> None:
    ann, bob = await room.deal("knotweed", 2, first=0)
    await room.env.advance_time(200)
    question = await room.members["cat"].send(room.channel, "What are you playing?")
    await room.hand(ann)
    await press(ann, room.hand_of(ann), "Pass · draw 3")
    table, said, call = room.channel.history()
    assert (table.id, said.id) == (room.shown.id, question.id)
    assert [user.id for user in call.mentions] == [bob.id]
    assert bob.mention not in texts(table)


async def deal_without_pings(room: Room) -> list[MemberActor]:
    """A game of two members who are never pinged, so that every new message is the table's."""
    people = await room.deal("three-piles", 2, first=0)
    for person in people:
        await room.bot.service.settings.choose_pings(person.id, Pings.NEVER)
    return people


async def test_the_table_comes_down_before_it_is_an_hour_old(room: Room) -> None:
    """Discord limits how often a message older than an hour is edited (error 30046)."""
    ann, _ = await deal_without_pings(room)
    shown = room.shown.id
    await room.env.advance_time(54 * 60)
    await press(ann, room.hand_of(ann), "Draw a card")
    assert room.shown.id == shown
    await room.env.advance_time(2 * 60)
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    assert room.shown.id != shown
    assert discord.utils.snowflake_time(room.shown.id) > discord.utils.snowflake_time(shown)
    assert shown not in [number for number, _ in room.public()]


async def test_an_old_table_stays_for_those_who_are_there_unless_it_changes_often(room: Room) -> None:
    """A member who comes back once an hour costs no new message for the table."""
    ann, bob = await deal_without_pings(room)
    shown = room.shown.id
    await room.env.advance_time(56 * 60)
    await room.hand(bob)
    await room.type_move(ann, "draw")
    await room.type_move(ann, f"stack {(await room.cards(ann))[0]} 0")
    assert room.shown.id == shown
    assert "▶ **bob**" in texts(room.shown)
    await room.type_move(bob, "draw")
    assert room.shown.id != shown, "the third change in a minute"
