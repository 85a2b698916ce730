"""The ephemeral message of one player: the hand, the table in short, and the question to answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import ui

from cogs.controls import PickButton, Verb
from cogs.rendering import Renderer, clip
from cogs.screens import zones
from cogs.screens.limits import Detail, fit
from cogs.screens.parts import layout, news_lines, row, rule, table_button
from cogs.screens.picking import back, follow, steps
from cogs.screens.questions import question_parts
from cogs.screens.result import result_buttons, result_parts
from cogs.screens.table import (
    CLOSED_COLOUR,
    PLAY_COLOUR,
    RESULT_COLOUR,
    closed_screen,
    trouble_screen,
    waiting_line,
)
from db.records import Phase
from engines.cards import Card
from engines.scenes import Question, Scene
from engines.texts import Text, cards, say
from sessions.hints import Hint
from sessions.snapshots import Snapshot

CONTENT_LIMIT = 2000
"""Discord: characters of a message without components."""


def hand_screen(snapshot: Snapshot, renderer: Renderer, path: Sequence[str] = (), page: int = 0) -> ui.LayoutView:
    """What a player at the table sees and is asked, after the picks in ``path`` (see ``picking``).

    Raises ``IllegalAction`` if the path leads nowhere.
    """
    if snapshot.table.phase is Phase.FINISHED:
        return _over_screen(snapshot, renderer)
    if snapshot.table.phase is Phase.CLOSED:
        return closed_screen(snapshot, renderer)
    seat = snapshot.seat
    if seat is None:
        given_up = say("You have given this game up; a computer plays your seat.")
        return trouble_screen(replace(snapshot, trouble=given_up), renderer)
    if snapshot.view is None:
        return trouble_screen(snapshot, renderer)
    scene = snapshot.view.scene()
    asked = _asked(snapshot, path)

    def build(detail: Detail) -> ui.LayoutView:
        words = renderer if detail is Detail.FULL else renderer.written
        around = _table_parts(snapshot, scene, renderer, detail)
        hand = zones.own(scene, seat, words, detail)
        if asked is None:
            waiting = waiting_line(snapshot, scene, words)
            return layout(CLOSED_COLOUR, *around, rule(), hand, rule(), waiting, _foot(snapshot, renderer, None))
        walked, prompt = asked
        return layout(
            PLAY_COLOUR,
            *around,
            rule(),
            hand,
            rule(),
            _trail(snapshot, walked, words),
            *question_parts(snapshot.table, prompt, walked, page, renderer),
            _foot(snapshot, renderer, walked),
        )

    return fit(build)


def why_not_text(snapshot: Snapshot, renderer: Renderer) -> str:
    """Why the cards that cannot be played cannot, a line for each reason; fits a plain message."""
    refusals = snapshot.view.refusals() if snapshot.view else ()
    if not refusals:
        return renderer.say(say("Every card in your hand can be played now."))
    by_reason: dict[Text, list[Card]] = {}
    for card, reason in refusals:
        by_reason.setdefault(reason, []).append(card)
    for words in (renderer, renderer.written):
        lines = [
            f"{words.say(say('{cards}: {reason}', cards=cards(group), reason=why))}" for why, group in by_reason.items()
        ]
        if len("\n".join(lines)) <= CONTENT_LIMIT:
            break
    return clip("\n".join(lines), CONTENT_LIMIT)


def hint_text(hint: Hint, renderer: Renderer) -> str:
    """The move that is advised, and why; fits a plain message."""
    move = renderer.say(hint.view.label(hint.thought.action))
    told = [f"💡 **{move}**", *(renderer.say(text) for text in hint.reasons)]
    return clip("\n".join(told), CONTENT_LIMIT)


def _asked(snapshot: Snapshot, path: Sequence[str]) -> tuple[tuple[str, ...], Question] | None:
    """The question to put now; ``None`` if it is not this player's turn."""
    view = snapshot.view
    if view is None or snapshot.seat not in view.to_act or snapshot.is_away:
        return None
    walked, asked = follow(view, path)
    if not isinstance(asked, Question):  # the picks are a whole move, which is for the desk to play
        walked, asked = follow(view, ())
    return (walked, asked) if isinstance(asked, Question) else None


def _table_parts(snapshot: Snapshot, scene: Scene, renderer: Renderer, detail: Detail) -> list[str | ui.Item[Any]]:
    """What the player would otherwise scroll up for: the table, the others, the news."""
    words = renderer if detail is Detail.FULL else renderer.written
    return [
        f"-# {snapshot.game.name} · {words.say(scene.headline)}",
        zones.board(scene, renderer, detail),
        *zones.seats(scene, renderer, detail, without=snapshot.seat),
        *news_lines(snapshot.news, words, detail),
    ]


def _trail(snapshot: Snapshot, walked: Sequence[str], renderer: Renderer) -> str:
    """The picks so far in small print: "Play › Pile 2"."""
    if snapshot.view is None:
        return ""
    picked = [choice.label for step in steps(snapshot.view, walked) for choice in step.picked]
    return "-# " + " › ".join(renderer.say(label) for label in picked) if picked else ""


def _foot(snapshot: Snapshot, renderer: Renderer, walked: Sequence[str] | None) -> ui.ActionRow[Any]:
    """The buttons that are always there and those that are there when they can do something."""
    table, view = snapshot.table, snapshot.view
    controls: list[ui.Item[Any]] = []
    if snapshot.is_away:
        back_again = say("I am back")
        style = discord.ButtonStyle.success
        controls.append(table_button(snapshot, renderer, Verb.COME_BACK, back_again, style, emoji="🪑"))
    if walked and view is not None:
        label = renderer.say(say("Back"))
        controls.append(PickButton(table.id, table.rev, back(view, walked), label, emoji="↩️"))
    if walked is not None and view is not None and view.refusals():
        controls.append(table_button(snapshot, renderer, Verb.WHY_NOT, say("Why not?"), emoji="❔"))
    if walked is not None and len(table.users) == 1 and table.is_practice:
        controls.append(table_button(snapshot, renderer, Verb.HINT, say("Hint"), emoji="💡"))
    if snapshot.can_take_back:
        controls.append(table_button(snapshot, renderer, Verb.TAKE_BACK, say("Take back"), emoji="⏪"))
    controls.append(table_button(snapshot, renderer, Verb.HAND, say("Refresh"), emoji="🔄"))
    return row(*controls)


def _over_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The hand's message after the game: the result, as at the table."""
    return fit(
        lambda detail: layout(
            RESULT_COLOUR,
            *result_parts(snapshot, renderer if detail is Detail.FULL else renderer.written),
            row(*result_buttons(snapshot, renderer)),
        )
    )
