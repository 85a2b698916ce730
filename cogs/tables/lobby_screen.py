"""A table before the game: the seats, the house rules, and who may still join."""

from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control
from cogs.shared.layout import LOBBY_COLOUR, Detail, fit, layout, player_count, row, rule
from cogs.shared.limits import OPTION_LIMIT, PLACEHOLDER_LIMIT
from cogs.shared.names import COMPUTER
from cogs.shared.options import changed_rules
from cogs.shared.rendering import Renderer
from cogs.shared.table_buttons import Verb, table_button
from db.records import SeatRecord, TableRecord
from engines.texts import Player, Text, say, say_count
from opponents import Level
from sessions.pace import Pace
from sessions.snapshots import Snapshot


@dataclass(frozen=True)
class ComputerMenu(Control):
    """Adds computers to a lobby and frees seats: its values are levels and numbers of seats."""

    prefix = "computers"

    table: int
    rev: int


@dataclass(frozen=True)
class PaceMenu(Control):
    """Chooses how much time the players have: its values are paces."""

    prefix = "pace"

    table: int


def lobby_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The open table: the game, the seats, and the house rules that differ from the usual ones."""
    table, game = snapshot.table, snapshot.game
    missing = game.seats[0] - _taken(table)
    # A computer makes room for a member, and invited members have their seats.
    full = len(table.users) >= game.seats[-1] and not table.invited

    def build(detail: Detail, renderer: Renderer) -> ui.LayoutView:
        changed = changed_rules(game.Options, table.options, renderer, explained=detail < Detail.SHORT)
        return layout(
            LOBBY_COLOUR,
            f"## 🃏 {game.name}\n{renderer.render(game.summary)}",
            rule(),
            _seats(snapshot, renderer),
            *([rule(), changed] if changed else []),
            row(
                table_button(snapshot, renderer, Verb.JOIN, say("Join"), discord.ButtonStyle.success, disabled=full),
                table_button(snapshot, renderer, Verb.LEAVE, say("Leave")),
                table_button(
                    snapshot, renderer, Verb.START, _start(table), discord.ButtonStyle.primary, disabled=missing > 0
                ),
                table_button(snapshot, renderer, Verb.RULES, say("Rules")),
            ),
            *_computer_menu(snapshot, renderer),
            _pace_menu(table, renderer),
        )

    return fit(renderer, build)


def _computer_menu(snapshot: Snapshot, renderer: Renderer) -> list[ui.ActionRow[Any]]:
    """Levels to add while there are free seats, and seats that can be freed; no menu if there is neither."""
    table = snapshot.table
    is_full = len(table.seats) >= snapshot.game.seats[-1]
    options: list[discord.SelectOption] = []
    if not is_full:
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
        discord.SelectOption(label=renderer.label(_freeing(seat), OPTION_LIMIT), value=str(seat.seat), emoji="👋")
        for seat in table.seats
        if seat.computer is not None
    ]
    if not options:
        return []
    placeholder = say("Free a seat") if is_full else say("Add computer")
    menu = ComputerMenu(table.id, table.rev).menu(options, renderer.label(placeholder, PLACEHOLDER_LIMIT))
    return [row(menu)]


def _pace_menu(table: TableRecord, renderer: Renderer) -> ui.ActionRow[Any]:
    """The paces, of which the host can choose one; the present one is chosen already, so everybody reads it here."""
    options = [
        discord.SelectOption(
            label=renderer.label(pace.label, OPTION_LIMIT), value=pace, emoji="⏱️", default=pace == table.pace
        )
        for pace in Pace
    ]
    return row(PaceMenu(table.id).menu(options, renderer.label(say("Pace"), PLACEHOLDER_LIMIT)))


def _freeing(seat: SeatRecord) -> Text:
    """What freeing the seat of a computer or of an invited member means."""
    if seat.user_id is None:
        return say("Send {player} away", player=Player(seat.seat))
    return say("Stop waiting for {player}", player=Player(seat.seat))


def _start(table: TableRecord) -> Text:
    """The label of the button that starts the game: it says who has not answered an invitation."""
    if not table.invited:
        return say("Start")
    if len(table.invited) == 1:
        return say("Start without {player}", player=Player(table.invited[0].seat))
    return say_count("Start without one player", "Start without {count} players", len(table.invited))


def _taken(table: TableRecord) -> int:
    """How many would play if the game started now."""
    return len(table.seats) - len(table.invited)


def _seats(snapshot: Snapshot, renderer: Renderer) -> str:
    """The seats by number: who sits there, how many are free, and whether the game can start."""
    table, most = snapshot.table, snapshot.game.seats[-1]
    heading = say("Seats: {taken} of {most}", taken=_taken(table), most=most)
    sentences = (player_count(snapshot.game), _readiness(snapshot))
    lines = [f"### {renderer.render(heading)}", "-# " + " ".join(renderer.render(text) for text in sentences)]
    for number, seat in enumerate(table.seats, 1):
        lines.append(f"{number}. **{renderer.player(seat.seat)}**{_role(table, seat, renderer)}")
    free = most - len(table.seats)
    if free:
        free_seats = say_count("one free seat", "{count} free seats", free)
        lines.append(f"{len(table.seats) + 1}. *{renderer.render(free_seats)}*")
    return "\n".join(lines)


def _readiness(snapshot: Snapshot) -> Text:
    """Whether the game can start."""
    taken, fewest, most = _taken(snapshot.table), snapshot.game.seats[0], snapshot.game.seats[-1]
    if taken < fewest:
        missing = fewest - taken
        return say_count("One more player is needed to start.", "{count} more players are needed to start.", missing)
    if snapshot.table.invited:
        return say("The game can start without those who have not answered.")
    if taken < most:
        return say("The game can start, or wait for more players.")
    return say("The table is full; the game can start.")


def _role(table: TableRecord, seat: SeatRecord, renderer: Renderer) -> str:
    """A computer's level, or that somebody is invited or the host."""
    if seat in table.invited:
        return f" · {renderer.render(say('invited, no answer yet'))}"
    if seat.computer is not None:
        return f" · {renderer.render(Level(seat.computer).label)}"
    return f" · {renderer.render(say('host'))}" if seat.user_id == table.host_id else ""
