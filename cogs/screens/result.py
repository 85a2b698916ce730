"""How a game ended: places, points, ratings and the reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.controls import Verb
from cogs.rendering import Renderer
from cogs.screens.parts import rule, table_button
from db.records import ResultRecord, SeatRecord
from engines.texts import Player, Text, say
from sessions.ratings import shown_rating
from sessions.snapshots import Snapshot

MEDALS = ("🥇", "🥈", "🥉")
NO_MEDAL = "▫️"


def medal(place: int) -> str:
    """The sign before a place: a medal for the first three."""
    return MEDALS[place - 1] if place <= len(MEDALS) else NO_MEDAL


def result_parts(snapshot: Snapshot, renderer: Renderer) -> list[str | ui.Item[Any]]:
    """The heading with the winners, then every player's place, as they are stored."""
    why = renderer.say(_reason(snapshot))
    return [
        f"## 🏁 {snapshot.game.name}\n### {winners_line(snapshot.results, renderer)}\n-# {why}",
        rule(),
        "\n".join(place_lines(snapshot, renderer)),
    ]


def result_buttons(snapshot: Snapshot, renderer: Renderer) -> list[ui.Item[Any]]:
    """What can be done after a game: play again, and look back at it if it can still be read."""
    rematch = table_button(snapshot, renderer, Verb.REMATCH, say("Rematch"), discord.ButtonStyle.primary, emoji="🔁")
    if snapshot.view is None:
        return [rematch]
    return [rematch, table_button(snapshot, renderer, Verb.REPLAY, say("Replay"), emoji="🎞️")]


def winners_line(results: Sequence[ResultRecord], renderer: Renderer) -> str:
    """Who won: one player, several together, or nobody."""
    match [result.seat for result in results if result.won]:
        case []:
            return renderer.say(say("Nobody wins."))
        case [winner]:
            return renderer.say(say("{player} wins!", player=Player(winner)))
        case winners:
            return renderer.say(say("Shared win: {players}", players=", ".join(map(renderer.player, winners))))


def _reason(snapshot: Snapshot) -> Text:
    """Why the game is over; if it has not come to its own end, because only one player was left."""
    if snapshot.trouble is not None:
        return snapshot.trouble
    ending = snapshot.view.ending() if snapshot.view else None
    return ending or say("Everybody else has given up.")


def place_lines(snapshot: Snapshot, renderer: Renderer) -> list[str]:
    """A line for every seat, best first: place, name, points (if the game came to its own end) and rating."""
    scored = snapshot.view if snapshot.outcome is not None else None
    gone = {seat.seat: _absence(seat) for seat in snapshot.table.seats if seat.is_away}
    lines: list[str] = []
    for result in sorted(snapshot.results, key=lambda result: (result.place, result.seat)):
        facts = [scored.score(result.points)] if scored is not None else []
        facts.append(_rating(snapshot, result))
        if result.seat in gone:
            facts.append(gone[result.seat])
        told = " · ".join(renderer.say(fact) for fact in facts)
        lines.append(f"{medal(result.place)} **{result.place}. {renderer.player(result.seat)}** — {told}")
    return lines


def _rating(snapshot: Snapshot, result: ResultRecord) -> Text:
    """The player's new rating; that of games against computers is one of its own."""
    if snapshot.table.is_practice:
        return say("practice rating {rating}", rating=shown_rating(result.rating))
    return say("rating {rating}", rating=shown_rating(result.rating))


def _absence(seat: SeatRecord) -> Text:
    return say("gave up") if seat.resigned else say("left; a computer played on")
