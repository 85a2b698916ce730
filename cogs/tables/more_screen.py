"""Behind the button *More*: what a member can do about a table besides playing, what it asks first, and its log."""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control, confirmation, option, page_buttons
from cogs.shared.layout import PLAY_COLOUR, layout, row, rows
from cogs.shared.limits import MENU_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.table_parts import TableButton, Verb, unrated_line
from cogs.tables.lobby_screen import pace_menu
from cogs.votes import RemovalMenu
from db.purpose_records import DayTry, DealTry
from db.records import Phase, SeatRecord, TableRecord
from engines.texts import Player, Text, say
from sessions.snapshots import Snapshot
from sessions.tables.ballots import FEWEST_VOTES, voters
from sessions.tables.leaving import Leaving, has_to_be_played

GRAVE = (Verb.RESIGN, Verb.END)
"""What cannot be undone. It asks first."""


class InvitationMenu(Control, prefix="invite"):
    """Invites a member of the server to the table."""

    table: int


def more_screen(
    table: TableRecord, snapshot: Snapshot | None, user_id: int, renderer: Renderer, *, may_manage: bool
) -> ui.LayoutView:
    """What this member can look at and do; ``may_manage``: even if they do not play.

    ``snapshot`` is the table as the member sees it, ``None`` if its game is no longer installed.
    """
    seat = table.seat_of(user_id)
    plays = seat is not None and not seat.resigned and seat not in table.invited
    looks = [_button(table, *look, renderer) for look in (_looks(snapshot) if snapshot is not None else ())]
    deeds = [_button(table, *deed, renderer) for deed in _deeds(table, seat if plays else None, may_manage=may_manage)]
    is_shared_game = table.phase is Phase.PLAYING and not table.purpose.is_private
    return layout(
        PLAY_COLOUR,
        "### " + renderer.render(say("More about this table")),
        unrated_line(snapshot, renderer) if snapshot is not None and table.purpose.is_played_on else "",
        *rows(looks),
        *rows(deeds),
        _meaning(table, renderer) if plays and is_shared_game else "",
        *(_menus(table, user_id, renderer) if plays else ()),
    )


def _button(table: TableRecord, verb: Verb, label: Text, emoji: str | None, renderer: Renderer) -> ui.Button[Any]:
    style = discord.ButtonStyle.danger if verb in GRAVE else discord.ButtonStyle.secondary
    return TableButton(table.id, table.rev, verb).button(label, renderer, style, emoji=emoji)


def _looks(snapshot: Snapshot) -> Iterator[tuple[Verb, Text, str | None]]:
    if snapshot.table.phase is not Phase.CLOSED:
        yield Verb.TEXT, say("Text"), None
    if snapshot.news:
        yield Verb.LOG, say("Log"), None
    yield Verb.RULES, say("Rules"), None
    if snapshot.view is not None and snapshot.view.may_act:
        yield Verb.HAND, say("Refresh"), None
        if snapshot.game.refusals(snapshot.view):
            yield Verb.WHY_NOT, say("Why not?"), None
    if snapshot.view is not None and snapshot.seat is not None and snapshot.game.unseen(snapshot.view):
        yield Verb.UNSEEN, say("Unseen cards"), "👁️"
    if snapshot.deal is not None:
        yield Verb.VERIFY, say("Verify"), "⚖️"


def _deeds(table: TableRecord, seat: SeatRecord | None, *, may_manage: bool) -> Iterator[tuple[Verb, Text, str]]:
    """What there is to do. ``seat`` is the member's if they play."""
    if not table.phase.is_open:
        return
    is_on = table.phase is Phase.PLAYING
    if not is_on and seat is not None and seat.user_id == table.host_id:
        yield Verb.HOUSE_RULES, say("House rules"), "📜"
    if not table.purpose.is_private:
        yield Verb.DOWN, say("Show the table here"), "⬇️"
        if is_on and seat is not None and seat.computer is None and table.purpose.has_stand_ins:
            yield Verb.OUT, say("Leave"), "🚪"
    if is_on and seat is not None:
        yield Verb.RESIGN, say("Resign"), "🏳️"
    if seat is not None or may_manage:
        yield Verb.END, say("End the game") if is_on else say("Close the table"), "⏹️"


def _meaning(table: TableRecord, renderer: Renderer) -> str:
    """How leaving, resigning and ending a game differ."""
    lines = [say("**Resign**: you come last, and you can't return.")]
    if table.purpose.has_stand_ins:
        lines.insert(0, say("**Leave**: a computer plays for you until you return."))
    if not has_to_be_played(table):
        lines.append(say("**End the game**: it ends without a result. Usually, all players have to agree."))
    return "\n".join(f"-# {renderer.render(line)}" for line in lines)


def _menus(table: TableRecord, user_id: int, renderer: Renderer) -> Iterator[ui.ActionRow[Any]]:
    if table.purpose.is_private:
        return
    if table.phase is Phase.LOBBY:
        yield row(InvitationMenu(table.id).user_menu(say("Invite a member…"), renderer))
        if user_id == table.host_id:
            yield pace_menu(table, renderer)
        return  # the menu of seats removes players from a lobby
    others = [
        seat
        for seat in table.present
        if seat.user_id != user_id and len(voters(table.seats, seat.seat)) >= FEWEST_VOTES
    ]
    if table.phase is Phase.PLAYING and others:
        options = [
            option(say("Remove {player}", player=Player(seat.seat)), seat.user_id, renderer)
            for seat in others[:MENU_LIMIT]
        ]
        yield row(RemovalMenu(table.id).menu(options, renderer, say("Ask to remove a player…")))


class Confirmed(StrEnum):
    """What a member is asked to confirm, or ``KEEP`` to leave everything as it is."""

    CLOSE = "close"
    """Close a table that has not started."""
    END = "end"
    RESIGN = "resign"
    KEEP = "keep"


class ConfirmButton(Control, prefix="confirm"):
    """Answers the question that was asked when the table was at revision ``rev``."""

    table: int
    rev: int
    deed: Confirmed


def end_question(table: TableRecord, renderer: Renderer, *, takes_all: bool) -> ui.LayoutView:
    """Whether to close this table. ``takes_all``: the other players have to agree."""
    if table.phase is Phase.LOBBY:
        question = say("Close this table for everybody?")
        return _question(table, renderer, question, Confirmed.CLOSE, say("Close the table"), say("Keep it open"))
    if isinstance(table.purpose, DayTry):
        question = say("End the game of the day? It will not count, and you get no second try today.")
    elif isinstance(table.purpose, DealTry):
        question = say("End this game? It will not count, and you get no second try with these cards.")
    elif table.purpose.is_private:
        question = say("End this practice game without a result?")
    elif takes_all:
        question = say("End this game without a result? The others are asked; the game ends when all agree.")
    else:
        question = say("End this game for everybody, without a result? Nobody's rating changes.")
    return _question(table, renderer, question, Confirmed.END, say("End the game"), say("Keep playing"))


def resign_question(table: TableRecord, renderer: Renderer, leaving: Leaving) -> ui.LayoutView:
    """Whether to give up this game. ``leaving`` is what that means for the member's rating."""
    if isinstance(table.purpose, DayTry):
        question = say("Give up the game of the day? It will not count, and you get no second try today.")
    elif isinstance(table.purpose, DealTry):
        question = say("Give up? This game will not count, and you get no second try with these cards.")
    elif leaving is Leaving.FREE:
        question = say("Give up this game? You come last, but your rating stays as it is. You can't return to it.")
    elif leaving is Leaving.TOO_OFTEN:
        question = say(
            "Give up this game? You come last, and you can't return to it. It counts towards your rating, as you have "
            "left two of your last ten games before your third decision."
        )
    else:
        question = say(
            "Give up this game? You come last, which counts towards your rating, and you can't return to it."
        )
    return _question(table, renderer, question, Confirmed.RESIGN, say("Give up"), say("Keep playing"))


def _question(
    table: TableRecord, renderer: Renderer, question: Text, deed: Confirmed, yes: Text, no: Text
) -> ui.LayoutView:
    does, keeps = (ConfirmButton(table.id, table.rev, chosen) for chosen in (deed, Confirmed.KEEP))
    return confirmation(renderer.render(question), (does, yes), (keeps, no), renderer)


EVENTS_PER_PAGE = 20


class LogButton(Control, prefix="log"):
    """Turns to a page of a table's log, which counts from 0."""

    table: int
    page: int


def log_screen(
    snapshot: Snapshot, events: Sequence[Text], renderer: Renderer, page: int | None = None
) -> ui.LayoutView:
    """A page of the events, oldest first; without a number, the last page."""
    last = max(0, (len(events) - 1) // EVENTS_PER_PAGE)
    page = last if page is None else min(page, last)
    shown = events[page * EVENTS_PER_PAGE : (page + 1) * EVENTS_PER_PAGE]
    lines = [f"-# • {renderer.written.render(event)}" for event in shown]
    heading = renderer.render(say("Log of {game}", game=snapshot.game.name))
    place = renderer.render(say("Page {page} of {pages}", page=page + 1, pages=last + 1))
    turning = page_buttons(lambda to: LogButton(snapshot.table.id, to), page, last, renderer)
    return layout(
        PLAY_COLOUR,
        f"### {heading}\n-# {place}",
        "\n".join(lines) or renderer.render(say("Nothing has happened yet.")),
        *([row(*turning)] if last else []),
    )
