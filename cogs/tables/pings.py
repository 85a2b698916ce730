"""What a table says to the players whom it pings, in messages of their own.

A push notification shows the ``content`` of a message and nothing else, and that of a message of components is empty
(discord-api-docs, issue 7854). Nobody outside Discord has said whether it renders timestamps or links. So a ping is
plain content: who is meant, what they are asked and how much time they have, in words.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import discord
from discord import ui

from cogs.shared.layout import plain_view
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer, clip
from cogs.shared.table_parts import Verb, table_button
from cogs.shared.your_table import table_link
from db.records import TableRecord, TakeBackRecord, Vote
from engines.contract import YOUR_TURN
from engines.sides import partners
from engines.texts import Player, Text, say, say_count
from sessions.pings import PingPlan, WaitingTable
from sessions.snapshots import Snapshot
from sessions.tables.pace import Pace, due_for

MOST_LINKS = 8
"""How many links to other tables a ping has."""
MOST_PINGED = 20
"""How many members one message pings who are at no table."""
MOST_NAMED = 4
"""How many players a ping names. With more, only their number is told."""


@dataclass(frozen=True, slots=True)
class Link:
    """A button that leads to another table."""

    label: str
    url: str


@dataclass(frozen=True, slots=True)
class Ping:
    """A line that pings members, the permission to notify them, and links to other tables that wait for them.

    ``is_late``: some of them can come back to the game, in which computers play for them.
    """

    line: str
    mentioned: discord.AllowedMentions
    links: tuple[Link, ...] = ()
    is_late: bool = False


def ping_of(plan: PingPlan, snapshot: Snapshot, now: datetime, renderer: Renderer) -> Ping:
    """The ping that is planned: it says what these members are asked, and how much time they have.

    Who is asked the same is mentioned together. Members for whom other tables wait as well have a line each.
    """
    written = renderer.written
    asked: dict[tuple[_Asked, str], list[int]] = {}
    for user in sorted(plan.pinged):
        more = _elsewhere(plan.elsewhere.get(user, ()), now, written)
        asked.setdefault((_asked(user, plan, snapshot), more), []).append(user)
    lines = [
        _line(users, " ".join(filter(None, [written.render(_call(what, users, snapshot, now, written)), more])))
        for (what, more), users in asked.items()
    ]
    links = [
        Link(clip(other.game.name, BUTTON_LABEL_LIMIT), table_link(other.table))
        for user in sorted(plan.elsewhere)
        for other in plan.elsewhere[user]
    ]
    is_late = any(user in snapshot.late for user in plan.pinged)
    return Ping("\n".join(lines), _allowed(plan.pinged), tuple(dict.fromkeys(links))[:MOST_LINKS], is_late)


def request_ping(users: Collection[int], request: TakeBackRecord, game: str, now: datetime, renderer: Renderer) -> Ping:
    """The ping to those who are asked whether a player may take back a move."""
    asked = say("{player} asks to take back a move in {game}.", player=Player(request.seat), game=game)
    return _to_answer(users, asked, request.until, now, renderer)


def vote_ping(users: Collection[int], vote: Vote, game: str, now: datetime, renderer: Renderer) -> Ping:
    """The ping to those who are asked to vote."""
    asker = Player(vote.asked_by)
    if vote.seat is None:
        asked = say("{asker} asks to end your game of {game} without a result.", asker=asker, game=game)
    else:
        player = Player(vote.seat)
        asked = say("{asker} asks to remove {player} from your game of {game}.", asker=asker, player=player, game=game)
    return _to_answer(users, asked, vote.ends_at, now, renderer)


def with_time(line: str, table: TableRecord, now: datetime, renderer: Renderer) -> str:
    """A line about a table that has not started, and how long it stays open."""
    if table.deadline is None:
        return line
    stays = say("The table stays open for {time}.", time=renderer.span(table.deadline - now))
    return f"{line} {renderer.render(stays)}"


def mention(users: Collection[int], text: str) -> Ping:
    """``text`` after mentions of these users."""
    return Ping(_line(users, text), _allowed(users))


def gathered(pings: Sequence[tuple[Ping, Collection[int]]]) -> Ping | None:
    """Pings to some members each in one message; ``None`` if they call nobody."""
    lines = [ping.line for ping, users in pings if users]
    called = frozenset(user for _, users in pings for user in users)
    return Ping("\n".join(lines), _allowed(called)) if lines else None


def hand_view(snapshot: Snapshot, renderer: Renderer, ping: Ping | None = None) -> ui.View:
    """The buttons below a ping: the hand, the way back for those who are late, and the other tables."""
    buttons = [table_button(snapshot, renderer, Verb.HAND, say("My hand"), discord.ButtonStyle.primary, emoji="🎴")]
    if ping is not None and ping.is_late:
        style = discord.ButtonStyle.success
        buttons.append(table_button(snapshot, renderer, Verb.RETURN, say("I'm back"), style, emoji="🪑"))
    links = ping.links if ping is not None else ()
    return plain_view(*buttons, *(ui.Button[Any](label=link.label, url=link.url) for link in links))


def _line(users: Collection[int], text: str) -> str:
    return " ".join([*(f"<@{user}>" for user in sorted(users)), text])


def _allowed(users: Collection[int]) -> discord.AllowedMentions:
    return discord.AllowedMentions(everyone=False, roles=False, users=[discord.Object(user) for user in sorted(users)])


def _to_answer(users: Collection[int], asked: Text, until: datetime | None, now: datetime, renderer: Renderer) -> Ping:
    text = renderer.render(asked)
    if until is not None:
        text += " " + renderer.render(say("You have {time} to answer.", time=renderer.span(until - now)))
    return mention(users, text)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a member is asked, and until when. ``is_late``: their time has run out. ``again``: they have been called.

    ``own_clock``: the time is all that they have for the match.
    """

    call: Text
    until: datetime | None
    is_late: bool
    is_ending: bool
    again: bool
    own_clock: bool


def _asked(user: int, plan: PingPlan, snapshot: Snapshot) -> _Asked:
    table, timing = snapshot.table, snapshot.timing
    call = YOUR_TURN if snapshot.view is None else snapshot.game.call(snapshot.view)  # sealed cards
    is_ending = timing is not None and timing.is_ending
    if timing is not None and is_ending:
        until = timing.due
    else:
        until = due_for(table, user) if Pace(table.pace).is_daily else snapshot.decide_by
    return _Asked(call, until, user in snapshot.late, is_ending, user in plan.reminded, table.budget is not None)


def _call(asked: _Asked, users: Collection[int], snapshot: Snapshot, now: datetime, renderer: Renderer) -> Text:
    table = table_in_words(snapshot, users, renderer)
    time = "" if asked.until is None else renderer.span(asked.until - now)
    if asked.is_late:
        return say("Your time ran out in {table}, so a computer plays for you. Tap “I'm back” to go on.", table=table)
    if asked.is_ending:
        return say("Time has run out in {table}. If nobody plays, the game ends in {time}.", table=table, time=time)
    is_usual = asked.call == YOUR_TURN
    told = say("{table}: {call}", table=table, call=asked.call)
    if is_usual:
        told = say_count("Your turn in {table}.", "Your turn in {table}.", len(users), table=table)
    if not time:
        return told
    if asked.own_clock:
        return say("{told} Your clock: {time}.", told=told, time=time)
    if not is_usual:
        return say("{told} {time} left.", told=told, time=time)
    if asked.again:
        return say_count(
            "Still your turn in {table}, only {time} left.",
            "Still your turn in {table}, only {time} left.",
            len(users),
            table=table,
            time=time,
        )
    return say_count(
        "Your turn in {table}, {time} left.", "Your turn in {table}, {time} left.", len(users), table=table, time=time
    )


def table_in_words(snapshot: Snapshot, users: Collection[int], renderer: Renderer) -> str:
    """A game and its players but these: ``3 Piles against bob``."""
    own = {seat.seat for seat in snapshot.table.seats if seat.user_id in users}
    others = [seat.seat for seat in snapshot.table.seats if seat.seat not in own]
    if not others:
        return snapshot.game.name
    names = [renderer.player(seat) for seat in others[:MOST_NAMED]]
    listed = renderer.listed(names) if len(others) <= MOST_NAMED else f"{', '.join(names)} …"
    named = {"game": snapshot.game.name, "players": listed}
    if any(set(others).intersection(partners(snapshot.sides, seat)) for seat in own):
        return renderer.render(say("{game} with {players}", **named))
    return renderer.render(say("{game} against {players}", **named))


def _elsewhere(others: Sequence[WaitingTable], now: datetime, renderer: Renderer) -> str:
    """That other tables wait as well, each with its time if that is short; buttons lead there."""
    if not others:
        return ""
    tables = ", ".join(_named(other, now, renderer) for other in others[:MOST_LINKS])
    count, more = len(others) + 1, len(others) - MOST_LINKS
    if more <= 0:
        return renderer.render(say("{count} tables wait for you: this one, {tables}.", count=count, tables=tables))
    return renderer.render(
        say(
            "{count} tables wait for you: this one, {tables} and {more} more (/games).",
            count=count,
            tables=tables,
            more=more,
        )
    )


def _named(other: WaitingTable, now: datetime, renderer: Renderer) -> str:
    """Another table by its game. Whoever reads it may not know the channel, so it names nobody there."""
    if not other.is_reminder or other.table.deadline is None:
        return other.game.name
    time = renderer.span(other.table.deadline - now)
    return renderer.render(say("{table} (only {time} left)", table=other.game.name, time=time))
