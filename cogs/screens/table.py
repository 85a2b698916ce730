"""The table's message in the channel: what everybody may see."""

from __future__ import annotations

from typing import Any

import discord
from discord import ui

from cogs.controls import ComputerMenu, Verb
from cogs.names import COMPUTER
from cogs.rendering import Renderer
from cogs.screens import zones
from cogs.screens.limits import OPTION_LIMIT, Detail, fit
from cogs.screens.options import changed_rules
from cogs.screens.parts import how_many_players, layout, news_lines, row, rule, table_button
from cogs.screens.result import result_buttons, result_parts
from db.records import Phase, SeatRecord, TableRecord
from engines.scenes import Scene
from engines.texts import Player, say, say_count
from opponents import Level
from sessions.snapshots import Snapshot

LOBBY_COLOUR = 0x5865F2
PLAY_COLOUR = 0x2E8B57
RESULT_COLOUR = 0xF1B82D
CLOSED_COLOUR = 0x80848E


def table_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The table in its present phase."""
    match snapshot.table.phase:
        case Phase.LOBBY:
            return lobby_screen(snapshot, renderer)
        case Phase.PLAYING:
            return game_screen(snapshot, renderer)
        case Phase.FINISHED:
            return result_screen(snapshot, renderer)
        case Phase.CLOSED:
            return closed_screen(snapshot, renderer)


def lobby_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The open table: the game, the seats, what differs from the usual rules."""
    table, game = snapshot.table, snapshot.game
    missing = game.seats[0] - len(table.seats)
    # A computer makes room for a member.
    full = len(table.users) >= game.seats[-1]

    def build(detail: Detail) -> ui.LayoutView:
        changed = changed_rules(game.Options, table.options, renderer, explained=detail < Detail.SHORT)
        return layout(
            LOBBY_COLOUR,
            f"## 🃏 {game.name}\n{renderer.say(game.summary)}",
            rule(),
            _lobby_seats(snapshot, renderer),
            *([rule(), changed] if changed else []),
            row(
                table_button(snapshot, renderer, Verb.JOIN, say("Join"), discord.ButtonStyle.success, disabled=full),
                table_button(snapshot, renderer, Verb.LEAVE, say("Leave")),
                table_button(
                    snapshot, renderer, Verb.START, say("Start"), discord.ButtonStyle.primary, disabled=missing > 0
                ),
                table_button(snapshot, renderer, Verb.RULES, say("Rules")),
            ),
            *_computer_menu(snapshot, renderer),
        )

    return fit(build)


def _computer_menu(snapshot: Snapshot, renderer: Renderer) -> list[ui.ActionRow[Any]]:
    """Levels to add while there are seats, and the computers that can be sent away; no menu if there is neither."""
    table = snapshot.table
    options: list[discord.SelectOption] = []
    if len(table.seats) < snapshot.game.seats[-1]:
        options += [
            discord.SelectOption(
                label=renderer.label(say("Add a computer: {level}", level=level.label), OPTION_LIMIT),
                value=level.value,
                description=renderer.label(level.character, OPTION_LIMIT),
                emoji=COMPUTER,
            )
            for level in Level
        ]
    options += [
        discord.SelectOption(
            label=renderer.label(say("Send {player} away", player=Player(seat.seat)), OPTION_LIMIT),
            value=str(seat.seat),
            emoji="👋",
        )
        for seat in table.seats
        if seat.user_id is None
    ]
    if not options:
        return []
    is_full = len(table.seats) >= snapshot.game.seats[-1]
    placeholder = say("Send a computer away") if is_full else say("Add computer")
    return [row(ComputerMenu(table.id, table.rev, options, renderer.label(placeholder, OPTION_LIMIT)))]


def game_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The game in progress, as everybody may see it."""
    if snapshot.view is None:
        return trouble_screen(snapshot, renderer)
    scene = snapshot.view.scene()

    def build(detail: Detail) -> ui.LayoutView:
        words = renderer if detail is Detail.FULL else renderer.written
        return layout(
            PLAY_COLOUR,
            f"## 🃏 {snapshot.game.name}\n-# {words.say(scene.headline)}",
            *_scene_parts(scene, renderer, detail),
            *news_lines(snapshot.news, words, detail),
            waiting_line(snapshot, scene, words),
            row(
                table_button(snapshot, renderer, Verb.HAND, say("My hand"), discord.ButtonStyle.primary, emoji="🎴"),
                table_button(snapshot, renderer, Verb.RULES, say("Rules")),
            ),
        )

    return fit(build)


def result_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The finished game: places, points, ratings, why it ended and how the cards lay at the end."""
    scene = snapshot.view.scene() if snapshot.view else None

    def build(detail: Detail) -> ui.LayoutView:
        words = renderer if detail is Detail.FULL else renderer.written
        return layout(
            RESULT_COLOUR,
            *result_parts(snapshot, words),
            *news_lines(snapshot.news, words, detail),
            *(_scene_parts(scene, renderer, detail) if scene and detail < Detail.BARE else []),
            row(
                *result_buttons(snapshot, renderer),
                table_button(snapshot, renderer, Verb.RULES, say("Rules")),
            ),
        )

    return fit(build)


def closed_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """A table that ended without a result."""
    players = ", ".join(renderer.player(seat.seat) for seat in snapshot.table.seats)
    return fit(
        lambda detail: layout(
            CLOSED_COLOUR,
            f"## 🃏 {snapshot.game.name}\n{renderer.say(say('This table was closed without a result.'))}",
            *([f"-# {players}"] if players else []),
            row(table_button(snapshot, renderer, Verb.RULES, say("Rules"))),
        )
    )


def trouble_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """A stored game that cannot be shown, and why."""
    why = snapshot.trouble or say("This game cannot be shown.")
    return fit(
        lambda detail: layout(
            CLOSED_COLOUR,
            f"## 🃏 {snapshot.game.name}\n⚠️ {renderer.say(why)}",
            row(table_button(snapshot, renderer, Verb.RULES, say("Rules"))),
        )
    )


def waiting_line(snapshot: Snapshot, scene: Scene, renderer: Renderer) -> str:
    """Whom or what the table waits for, and until when if the clock runs."""
    if scene.waiting is None:
        return ""
    line = f"### ⏳ {renderer.say(scene.waiting)}"
    if snapshot.thinking:
        line += f" · 💭 {renderer.say(say('thinking …'))}"
    deadline = snapshot.decide_by
    return f"{line} · {discord.utils.format_dt(deadline, 'R')}" if deadline else line


def _scene_parts(scene: Scene, renderer: Renderer, detail: Detail) -> list[str | ui.Item[Any]]:
    """The middle of the table and the seats around it, a thin line above each."""
    middle = zones.board(scene, renderer, detail)
    return [*([rule(), middle] if middle else []), rule(), *zones.seats(scene, renderer, detail)]


def _lobby_seats(snapshot: Snapshot, renderer: Renderer) -> str:
    """The seats by number: who sits there, how many are free, how many are still needed."""
    table, game = snapshot.table, snapshot.game
    taken, fewest, most = len(table.seats), game.seats[0], game.seats[-1]
    if taken < fewest:
        state = say_count("one more player needed", "{count} more players needed", fewest - taken)
    elif taken < most:
        state = say("ready to start, or wait for more")
    else:
        state = say("full, ready to start")
    players = renderer.say(how_many_players(game))
    lines = [f"### {renderer.say(say('Seats'))} — {taken}/{most}", f"-# {players} · {renderer.say(state)}"]
    for number, seat in enumerate(table.seats, 1):
        lines.append(f"{number}. **{renderer.player(seat.seat)}**{_standing_at(table, seat, renderer)}")
    free = most - taken
    if free:
        lines.append(f"{taken + 1}. *{renderer.say(say_count('one free seat', '{count} free seats', free))}*")
    return "\n".join(lines)


def _standing_at(table: TableRecord, seat: SeatRecord, renderer: Renderer) -> str:
    """What there is to say of somebody in a lobby: the host, or how well a computer plays."""
    if seat.computer is not None:
        return f" · {renderer.say(Level(seat.computer).label)}"
    return f" · {renderer.say(say('host'))}" if seat.user_id == table.host_id else ""
