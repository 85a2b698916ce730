"""How a game ended: places, points, ratings and the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from discord import ui

from cogs.screens.parts import rule
from cogs.voice import Voice
from db.records import ResultRecord
from engines.texts import Player, Text, say
from sessions.ratings import shown_rating
from sessions.snapshots import Snapshot

MEDALS = ("🥇", "🥈", "🥉")
NO_MEDAL = "▫️"

REASONS: Mapping[str, Text] = MappingProxyType(
    {
        "cap": say("The limit of turns was reached."),
        "dry": say("Everybody passed and no cards were left to draw."),
        "game": say("No more cards could be played."),
        "idle": say("Nothing had changed for too long."),
        "killed": say("A player ran out of lives."),
        "match": say("The match was decided."),
        "out": say("A player got rid of all cards."),
        "played out": say("Only one player still held cards."),
        "stock": say("The stock ran out."),
        "target": say("The target was reached."),
    }
)
"""The words the rules texts have for kinds of endings, as sentences; another word is shown as it is."""


def result_parts(snapshot: Snapshot, voice: Voice) -> list[str | ui.Item[Any]]:
    """The heading with the winners, then every player's place, as they are stored."""
    why = voice.say(_reason(snapshot))
    return [
        f"## 🏁 {snapshot.game.name}\n### {winners_line(snapshot.results, voice)}\n-# {why}",
        rule(),
        "\n".join(place_lines(snapshot, voice)),
    ]


def winners_line(results: Sequence[ResultRecord], voice: Voice) -> str:
    """Who won: one player, several together, or nobody."""
    match [result.seat for result in results if result.won]:
        case []:
            return voice.say(say("Nobody wins."))
        case [winner]:
            return voice.say(say("{player} wins!", player=Player(winner)))
        case winners:
            return voice.say(say("Shared win: {players}", players=", ".join(map(voice.player, winners))))


def _reason(snapshot: Snapshot) -> Text:
    """Why the game is over; without an outcome of its own, because only one player was left."""
    if snapshot.trouble is not None:
        return snapshot.trouble
    if snapshot.outcome is None:
        return say("Everybody else has given up.")
    return reason_text(snapshot.outcome.reason)


def reason_text(reason: str) -> Text:
    """The rules text's word for an ending as a sentence."""
    return REASONS.get(reason) or Text("{reason}", (("reason", reason),))


def place_lines(snapshot: Snapshot, voice: Voice) -> list[str]:
    """A line for every seat, best first: place, name, points and rating."""
    gone = {seat.seat for seat in snapshot.table.seats if seat.resigned}
    lines: list[str] = []
    for result in sorted(snapshot.results, key=lambda result: (result.place, result.seat)):
        medal = MEDALS[result.place - 1] if result.place <= len(MEDALS) else NO_MEDAL
        facts = [_points(result.points), say("rating {rating}", rating=shown_rating(result.rating))]
        if result.seat in gone:
            facts.append(say("gave up"))
        told = " · ".join(voice.say(fact) for fact in facts)
        lines.append(f"{medal} **{result.place}. {voice.player(result.seat)}** — {told}")
    return lines


def _points(points: float) -> Text:
    if points == 1:
        return say("1 point")
    return say("{points} points", points=f"{points:g}")
