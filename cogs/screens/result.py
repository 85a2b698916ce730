"""How a game ended: places, points, ratings and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from discord import ui

from cogs.screens.parts import rule
from cogs.voice import Voice
from engines.contract import Outcome
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
    """The heading with the winners, then every player's place."""
    outcome = snapshot.outcome
    heading = f"## 🏁 {snapshot.game.name}"
    if outcome is None:
        return [f"{heading}\n{voice.say(snapshot.trouble or say('The game is over.'))}"]
    return [
        f"{heading}\n### {winners_line(outcome, voice)}\n-# {voice.say(reason_text(outcome.reason))}",
        rule(),
        "\n".join(place_lines(snapshot, outcome, voice)),
    ]


def winners_line(outcome: Outcome, voice: Voice) -> str:
    """Who won: one player, several together, or nobody."""
    match outcome.winners:
        case ():
            return voice.say(say("Nobody wins."))
        case (winner,):
            return voice.say(say("{player} wins!", player=Player(winner)))
        case winners:
            return voice.say(say("Shared win: {players}", players=", ".join(map(voice.player, winners))))


def reason_text(reason: str) -> Text:
    """The rules text's word for an ending as a sentence."""
    return REASONS.get(reason) or Text("{reason}", (("reason", reason),))


def place_lines(snapshot: Snapshot, outcome: Outcome, voice: Voice) -> list[str]:
    """A line for every seat, best first: place, name, points and rating."""
    ratings = {result.seat: result.rating for result in snapshot.results}
    lines: list[str] = []
    place = 1
    for group in outcome.places:
        for seat in group:
            medal = MEDALS[place - 1] if place <= len(MEDALS) else NO_MEDAL
            facts = [voice.say(_points(outcome.points[seat]))]
            if seat in ratings:
                facts.append(voice.say(say("rating {rating}", rating=shown_rating(ratings[seat]))))
            lines.append(f"{medal} **{place}. {voice.player(seat)}** — {' · '.join(facts)}")
        place += len(group)
    return lines


def _points(points: float) -> Text:
    if points == 1:
        return say("1 point")
    return say("{points} points", points=f"{points:g}")
