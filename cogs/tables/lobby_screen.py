"""A table before the game: the seats, the house rules, and who may still join."""

from typing import Any

import discord
from discord import ui

from cogs.shared.controls import Control, option
from cogs.shared.layout import LOBBY_COLOUR, Detail, Parts, fit, layout, player_count, row, rule
from cogs.shared.options import changed_lines
from cogs.shared.pictures import Picture, below_each_other
from cogs.shared.renderers import COMPUTER
from cogs.shared.rendering import Renderer
from cogs.shared.table_parts import Verb, more_button, newcomers_buttons, table_button, unrated_line
from db.records import SeatRecord, TableRecord
from engines.kit.wording import names
from engines.sides import partners
from engines.texts import Player, Text, say, say_count
from opponents import Level, offered
from sessions.playing.seating import has_chosen_seats
from sessions.snapshots import Snapshot
from sessions.tables.length import expected_length, short_form
from sessions.tables.pace import CHOICES, Pace


def taken(table: TableRecord) -> int:
    """How many would play if the game started now."""
    return len(table.seats) - len(table.invited)


def readiness(snapshot: Snapshot) -> Text:
    """Whether the game can start."""
    sitting, fewest, most = taken(snapshot.table), snapshot.game.seats[0], snapshot.game.seats[-1]
    if sitting < fewest:
        missing = fewest - sitting
        return say_count("One more player is needed to start.", "{count} more players are needed to start.", missing)
    if snapshot.table.invited:
        return say("The game can start without those who have not answered.")
    if sitting < most:
        return say("Ready to start. More players can still join.")
    return say("The table is full; the game can start.")


def role(table: TableRecord, seat: SeatRecord) -> Text | None:
    """A computer's level, or whether somebody is invited or the host."""
    if seat in table.invited:
        return say("invited, no answer yet")
    if seat.computer is not None:
        return Level(seat.computer).label
    return say("host") if seat.user_id == table.host_id else None


def partnership(snapshot: Snapshot, seat: int) -> Text | None:
    """With whom whoever sits there would play; ``None`` if alone, or as long as nobody has sat down there."""
    sitting = {record.seat for record in snapshot.table.seats}
    others = sitting.intersection(partners(snapshot.game.sides(snapshot.game.seats[-1]), seat))
    return say("plays with {players}", players=names(sorted(others))) if others else None


class ComputerMenu(Control, prefix="computers"):
    """Adds computers to a lobby and frees seats. Its values are levels and seat numbers.

    Anybody at the table may send computers away and stop waiting for invited members; the host may remove players.
    """

    table: int
    rev: int


class PaceMenu(Control, prefix="pace"):
    """Chooses how much time the players have. Its values are paces."""

    table: int


class SeatMenu(Control, prefix="seat"):
    """Moves a member to another seat, and whoever sits there to theirs. Its values are seat numbers."""

    table: int
    rev: int


def lobby_screen(snapshot: Snapshot, renderer: Renderer, picture: Picture | None = None) -> ui.LayoutView:
    """The open table: the game, the seats, and the house rules that differ from the defaults."""
    table, game = snapshot.table, snapshot.game
    missing = game.seats[0] - taken(table)
    # A computer makes room for a member, and invited members have their seats.
    full = len(table.users) >= game.seats[-1] and not table.invited

    def build(_detail: Detail, renderer: Renderer) -> ui.LayoutView:
        return layout(
            LOBBY_COLOUR,
            *lobby_parts(snapshot, renderer, picture),
            row(
                table_button(snapshot, renderer, Verb.JOIN, say("Join"), discord.ButtonStyle.success, disabled=full),
                table_button(snapshot, renderer, Verb.LEAVE, say("Leave")),
                table_button(
                    snapshot, renderer, Verb.START, _start(table), discord.ButtonStyle.primary, disabled=missing > 0
                ),
            ),
            row(*_form_button(snapshot, renderer), *newcomers_buttons(game, renderer), more_button(snapshot, renderer)),
            *_seat_menu(snapshot, renderer),
            *_computer_menu(snapshot, renderer),
        )

    return fit(renderer, build)


def lobby_parts(snapshot: Snapshot, renderer: Renderer, picture: Picture | None = None) -> Parts:
    """What the game is, with a picture of it, and who sits there."""
    table, about = snapshot.table, f"## 🃏 {snapshot.game.name}\n{renderer.render(snapshot.game.summary)}"
    return [
        about,
        *(below_each_other(picture) if picture else [rule()]),
        _seats(snapshot, renderer),
        f"{_length(snapshot, renderer)}\n-# ⏱️ {renderer.render(Pace(table.pace).label)}".strip(),
        _admission(table, renderer),
        unrated_line(snapshot, renderer),
        _house_rules(snapshot, renderer),
    ]


def _length(snapshot: Snapshot, renderer: Renderer) -> str:
    """How long the game will take, if that is known, and what its short form would be."""
    length = None if snapshot.trouble else expected_length(snapshot.game, snapshot.table)
    if length is None:
        return ""
    texts, form = [length], short_form(snapshot.game, snapshot.table)
    if form is not None and not form.is_chosen:
        rules = changed_lines(snapshot.game.Options, form.rules, renderer, explained=False)
        texts.append(
            say_count(
                "Short form: {rules}, about a day.",
                "Short form: {rules}, about {count} days.",
                form.days,
                rules=", ".join(rules),
            )
        )
    return "\n".join(f"-# ⏳ {renderer.render(text)}" for text in texts)


def _form_button(snapshot: Snapshot, renderer: Renderer) -> list[ui.Button[Any]]:
    """What changes to the short form of a long game and back; no button if there is none."""
    form = None if snapshot.trouble else short_form(snapshot.game, snapshot.table)
    if form is None:
        return []
    verb, label = (Verb.LONG_FORM, say("Long form")) if form.is_chosen else (Verb.SHORT_FORM, say("Short form"))
    return [table_button(snapshot, renderer, verb, label, emoji="⏳")]


def _admission(table: TableRecord, renderer: Renderer) -> str:
    """Who can join, if not everybody can."""
    invited = say("Only invited members can join. Players at the table can invite more: tap More.")
    return f"-# 🔒 {renderer.render(invited)}" if table.invited_only else ""


def _house_rules(snapshot: Snapshot, renderer: Renderer) -> str:
    """The house rules that differ from the defaults, in small print; *Rules* explains them."""
    changed = changed_lines(snapshot.game.Options, snapshot.table.options, renderer, explained=False)
    return f"-# 📜 {renderer.render(say('House rules'))}: {', '.join(changed)}" if changed else ""


def _computer_menu(snapshot: Snapshot, renderer: Renderer) -> list[ui.ActionRow[Any]]:
    """Levels to add while there are free seats, and seats that can be freed; no menu if there is neither."""
    table = snapshot.table
    is_full = len(table.seats) >= snapshot.game.seats[-1]
    options: list[discord.SelectOption] = []
    if not is_full:
        options += [
            option(
                say("Add a computer: {level}", level=level.label),
                level,
                renderer,
                description=level.character,
                emoji=COMPUTER,
            )
            for level in offered(table.game)
        ]
    options += [
        option(_freeing(seat), seat.seat, renderer, emoji="👋") for seat in table.seats if seat.user_id != table.host_id
    ]
    if not options:
        return []
    placeholder = say("Remove a player") if is_full else say("Add computer")
    menu = ComputerMenu(table.id, table.rev).menu(options, renderer, placeholder)
    return [row(menu)]


def _seat_menu(snapshot: Snapshot, renderer: Renderer) -> list[ui.ActionRow[Any]]:
    """The seats, if they decide who plays together; then friends can sit opposite each other."""
    table, game = snapshot.table, snapshot.game
    if not has_chosen_seats(game):
        return []
    sitting = {seat.seat for seat in table.seats}
    options: list[discord.SelectOption] = []
    for seat in range(game.seats[-1]):
        number = {"number": str(seat + 1)}
        label = (
            say("Seat {number}: change with {player}", **number, player=Player(seat))
            if seat in sitting
            else say("Seat {number}: free", **number)
        )
        options.append(option(label, seat, renderer, description=partnership(snapshot, seat), emoji="🪑"))
    return [row(SeatMenu(table.id, table.rev).menu(options, renderer, say("Change seats")))]


def pace_menu(table: TableRecord, renderer: Renderer) -> ui.ActionRow[Any]:
    """The paces, of which the host can choose one. The present one is preselected, so everybody can read it here."""
    options = [option(pace.label, pace, renderer, emoji="⏱️", is_chosen=pace == table.pace) for pace in CHOICES]
    return row(PaceMenu(table.id).menu(options, renderer, say("Pace")))


def _freeing(seat: SeatRecord) -> Text:
    if seat.user_id is None:
        return say("Remove {player}", player=Player(seat.seat))
    if seat.computer is not None:
        return say("Stop waiting for {player}", player=Player(seat.seat))
    return say("Remove {player} (host only)", player=Player(seat.seat))


def _start(table: TableRecord) -> Text:
    """The label of the start button, which says who has not answered an invitation."""
    if not table.invited:
        return say("Start")
    if len(table.invited) == 1:
        return say("Start without {player}", player=Player(table.invited[0].seat))
    return say_count("Start without one player", "Start without {count} players", len(table.invited))


def _seats(snapshot: Snapshot, renderer: Renderer) -> str:
    """The seats by number: who sits there, how many are free, and whether the game can start."""
    table, most = snapshot.table, snapshot.game.seats[-1]
    seats = say("Seats: {taken} of {most}", taken=taken(table), most=most)
    sentences = (player_count(snapshot.game), readiness(snapshot))
    lines = [
        f"### {renderer.render(seats)}",
        "-# " + " ".join(renderer.render(text) for text in sentences),
    ]
    for seat in table.seats:
        facts = (role(table, seat), partnership(snapshot, seat.seat))
        told = "".join(f" · {renderer.render(fact)}" for fact in facts if fact is not None)
        lines.append(f"{seat.seat + 1}. **{renderer.player(seat.seat)}**{told}")
    free = most - len(table.seats)
    if free:
        free_seats = renderer.render(say_count("one free seat", "{count} free seats", free))
        # Between the players there may be free seats, too, if these decide who plays together.
        lines.append(
            f"-# {free_seats}" if has_chosen_seats(snapshot.game) else f"{len(table.seats) + 1}. *{free_seats}*"
        )
    return "\n".join(lines)
