"""How a game ended: places, points, ratings and the reason."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.shared.layout import Parts, medal, rule
from cogs.shared.rendering import Renderer
from cogs.shared.table_buttons import Verb, table_button
from db.records import ResultRecord, SeatRecord
from engines.texts import Player, Text, say
from sessions.ratings import NEWCOMER, shown_rating
from sessions.replays import Moment
from sessions.snapshots import Snapshot


def result_parts(snapshot: Snapshot, renderer: Renderer) -> Parts:
    """A heading with the winners, then every player's place."""
    reason = renderer.render(snapshot.trouble or ending(snapshot))
    return [
        f"## 🏁 {snapshot.game.name}\n### {_winners(snapshot, renderer)}\n-# {reason}",
        rule(),
        "\n".join(place_lines(snapshot, renderer)),
    ]


def result_buttons(snapshot: Snapshot, renderer: Renderer) -> list[ui.Item[Any]]:
    """Play again, and look back at the game if it can still be read."""
    rematch = table_button(snapshot, renderer, Verb.REMATCH, say("Rematch"), discord.ButtonStyle.primary, emoji="🔁")
    if snapshot.view is None:
        return [rematch]
    return [rematch, table_button(snapshot, renderer, Verb.REPLAY, say("Replay"), emoji="🎞️")]


def _winners(snapshot: Snapshot, renderer: Renderer) -> str:
    """Who won, and by how much if one player did in a game that came to its own end."""
    winners = [result for result in snapshot.results if result.won]
    others = [result for result in snapshot.results if not result.won]
    if snapshot.outcome is None or snapshot.view is None or len(winners) != 1 or not others:
        return winners_line(snapshot.results, renderer)
    second = min(others, key=lambda result: result.place)
    margin = abs(winners[0].points - second.points)
    if not margin:
        return winners_line(snapshot.results, renderer)
    score = snapshot.game.score(snapshot.view, margin)
    return renderer.render(say("{player} wins by {margin}!", player=Player(winners[0].seat), margin=score))


def winners_line(results: Sequence[ResultRecord], renderer: Renderer) -> str:
    """Who won: one player, several together, or nobody."""
    match [result.seat for result in results if result.won]:
        case []:
            return renderer.render(say("Nobody wins."))
        case [winner]:
            return renderer.render(say("{player} wins!", player=Player(winner)))
        case winners:
            return renderer.render(say("Shared win: {players}", players=", ".join(map(renderer.player, winners))))


def ending(finished: Snapshot | Moment) -> Text:
    """Why the game is over: it came to its own end, or only one player was left."""
    own = finished.game.ending(finished.view) if finished.view else None
    return own or say("Everybody else has given up.")


def place_lines(snapshot: Snapshot, renderer: Renderer) -> list[str]:
    """A line for every seat, best first: place, name, points (if the game came to its own end) and rating."""
    scored = snapshot.view if snapshot.outcome is not None else None
    absences = {seat.seat: _absence(seat) for seat in snapshot.table.seats if seat.is_away}
    lines: list[str] = []
    for result in sorted(snapshot.results, key=lambda result: (result.place, result.seat)):
        facts = [snapshot.game.score(scored, result.points)] if scored is not None else []
        facts.append(_rating(snapshot, result))
        if result.seat in absences:
            facts.append(absences[result.seat])
        line = " · ".join(renderer.render(fact) for fact in facts)
        lines.append(f"{medal(result.place)} **{result.place}. {renderer.player(result.seat)}** — {line}")
    return lines


def _rating(snapshot: Snapshot, result: ResultRecord) -> Text:
    """The player's new rating and its change; games against computers have ratings of their own."""
    rating = shown_rating(result.rating)
    change = f"{rating - shown_rating(result.before or NEWCOMER):+d}".replace("-", "−")
    if snapshot.table.is_practice:
        return say("practice rating {rating} ({change})", rating=rating, change=change)
    return say("rating {rating} ({change})", rating=rating, change=change)


def _absence(seat: SeatRecord) -> Text:
    return say("gave up") if seat.resigned else say("left; a computer played on")
