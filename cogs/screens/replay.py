"""A finished game, move by move: the table as one seat saw it, and what computers considered."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import discord
from discord import ui

from cogs.controls import ReplayButton, ReplayMenu
from cogs.rendering import Renderer
from cogs.screens import zones
from cogs.screens.limits import BUTTON_LABEL_LIMIT, MENU_LIMIT, OPTION_LIMIT, Detail, fit
from cogs.screens.parts import layout, news_lines, row, rule
from cogs.screens.result import winners_line
from engines.scenes import Scene
from engines.texts import Player, Text, say, say_count
from sessions.replays import Alternative, Moment

REPLAY_COLOUR = 0x9B59B6
FEW_MOVES = 8
"""Up to so many moves the buttons are enough; beyond there is a menu to jump."""
ALTERNATIVES: Mapping[Detail, int] = MappingProxyType({Detail.SHORT: 4, Detail.BARE: 2})
"""How many of the actions that a computer considered are left where space is short."""
PLAYED = "✅"
NOT_PLAYED = "▫️"


def replay_screen(moment: Moment, renderer: Renderer) -> ui.LayoutView:
    """One moment of the game, with the controls to step, to jump and to look from another seat."""
    scene = moment.view.scene()

    def build(detail: Detail) -> ui.LayoutView:
        words = renderer if detail is Detail.FULL else renderer.written
        return layout(
            REPLAY_COLOUR,
            _heading(moment, scene, words),
            *news_lines(moment.news, words, detail),
            rule(),
            zones.board(scene, renderer, detail),
            *zones.seats(scene, renderer, detail, without=moment.seat),
            *([rule(), zones.own(scene, moment.seat, words, detail)] if moment.seat is not None else []),
            *_considered(moment, words, detail),
            rule(),
            _coming(moment, scene, words),
            row(*_steps(moment, renderer)),
            row(_seat_menu(moment, renderer)),
            *([row(_jump_menu(moment, renderer))] if moment.last > FEW_MOVES else []),
        )

    return fit(build)


def _heading(moment: Moment, scene: Scene, renderer: Renderer) -> str:
    """The game, how far it has come, and the move that led here."""
    where = say("Move {number} of {last}", number=moment.number, last=moment.last)
    move = moment.move
    happened = (
        say("The cards are dealt.")
        if move is None
        else say("{player}: {action}", player=Player(move.seat), action=move.action)
    )
    # "You" and "your" below are those of the seat whose eyes one looks through.
    facts = " · ".join(renderer.say(fact) for fact in (where, scene.headline, seen_by(moment.seat)))
    return f"## 🎞️ {moment.game.name}\n-# {facts}\n### {renderer.say(happened)}"


def seen_by(seat: int | None) -> Text:
    """Whose eyes one looks through: everybody's or those of a seat."""
    return say("As everybody saw it") if seat is None else say("As {player} saw it", player=Player(seat))


def _considered(moment: Moment, renderer: Renderer, detail: Detail) -> list[str | ui.Item[Any]]:
    """What the computer weighed before the move, a line each, the best first; nothing if nobody knows."""
    move = moment.move
    if move is None or not move.considered:
        return []
    title = say("What {player} considered", player=Player(move.seat))
    shown = move.considered[: ALTERNATIVES.get(detail, len(move.considered))]
    return [rule(), "\n".join([f"**{renderer.say(title)}**", *(_alternative(one, renderer) for one in shown)])]


def _alternative(one: Alternative, renderer: Renderer) -> str:
    wins = say("wins {share} %", share=round(100 * one.estimate))
    trials = say_count("1 trial", "{count} trials", one.visits)
    mark = PLAYED if one.is_played else NOT_PLAYED
    return f"{mark} **{renderer.say(one.action)}** — {renderer.say(wins)} · {renderer.say(trials)}"


def _coming(moment: Moment, scene: Scene, renderer: Renderer) -> str:
    """Whose move comes next, or how the game ended."""
    if moment.number < moment.last:
        return f"-# ⏳ {renderer.say(scene.waiting)}" if scene.waiting else ""
    ending = moment.view.ending() or say("Everybody else has given up.")
    return f"### 🏁 {winners_line(moment.results, renderer)}\n-# {renderer.say(ending)}"


def _steps(moment: Moment, renderer: Renderer) -> list[ReplayButton]:
    """To the beginning, one back, one on, to the end."""
    number, last = moment.number, moment.last
    at_first, at_last = number == 0, number == last
    ways = (
        ("first", 0, say("First"), "⏮️", at_first),
        ("previous", max(number - 1, 0), say("Previous"), "◀️", at_first),
        ("next", min(number + 1, last), say("Next"), "▶️", at_last),
        ("last", last, say("Last"), "⏭️", at_last),
    )
    return [
        ReplayButton(moment.table.id, to, moment.seat, way, renderer.label(label, BUTTON_LABEL_LIMIT), emoji, disabled)
        for way, to, label, emoji, disabled in ways
    ]


def _seat_menu(moment: Moment, renderer: Renderer) -> ReplayMenu:
    """From whose seat to look: everybody's view of the table, or a player's."""
    eyes: list[tuple[int | None, str]] = [(None, "👥"), *((seat.seat, "🪑") for seat in moment.table.seats)]
    options = [
        discord.SelectOption(
            label=renderer.label(seen_by(seat), OPTION_LIMIT),
            value=ReplayMenu.value(moment.number, seat),
            emoji=emoji,
            default=seat == moment.seat,
        )
        for seat, emoji in eyes
    ]
    return ReplayMenu(moment.table.id, "seat", options, renderer.label(say("Whose eyes to look through"), OPTION_LIMIT))


def _jump_menu(moment: Moment, renderer: Renderer) -> ReplayMenu:
    """Moves to jump to: every one of a short game, else some at even distances and the present one."""
    numbers = stops(moment.number, moment.last)
    options = [
        discord.SelectOption(
            label=renderer.label(say("Move {number} of {last}", number=number, last=moment.last), OPTION_LIMIT),
            value=ReplayMenu.value(number, moment.seat),
            default=number == moment.number,
        )
        for number in numbers
    ]
    return ReplayMenu(moment.table.id, "jump", options, renderer.label(say("Jump to another move"), OPTION_LIMIT))


def stops(number: int, last: int) -> list[int]:
    """At most as many numbers from 0 to ``last`` as a menu holds, ``number`` among them."""
    apart = max(1, -(-last // (MENU_LIMIT - 2)))
    return sorted({*range(0, last, apart), number, last})
