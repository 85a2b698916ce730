"""The choice of the cards to try, the invitation to them, and the question before a replay that would show them."""

from typing import Any

import discord
from discord import ui

from cogs.shared.controls import ControlItem
from cogs.shared.layout import PLAY_COLOUR, REPLAY_COLOUR, RESULT_COLOUR, finish, layout, row, rows
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.rendering import Renderer
from cogs.shared.results import ReplayButton
from cogs.shared.same_cards import BeatButton, beat_button, board_parts, member, one_try
from db.records import TableRecord
from engines.texts import Player, Text, say, say_count
from sessions.deals.challenges import Offer
from sessions.replays.replays import Eye
from sessions.snapshots import Snapshot

WATCH = "watch"
"""The way of a replay button that opens the replay although the member could still try the cards."""


def offer_screen(offer: Offer, renderer: Renderer) -> ui.LayoutView:
    """What the member would play, with a button for each hand."""
    others = len(offer.origin.seats) - 1
    told = (
        say_count(
            "You get the same cards against a computer, which replies to the same moves the same way for everyone.",
            "You get the same cards against {count} computers, which reply to the same moves the same way for all.",
            others,
        ),
        one_try(discord.utils.format_dt(offer.ends_at, "R")),
        say("If you watched the game, be fair and leave these cards to others."),
    )
    buttons = [_hand_button(offer.origin.id, seat.seat, renderer) for seat in offer.seats]
    title = f"## ⚔️ {renderer.render(say('Beat my hand'))}: {offer.game.name}"
    return finish(layout(PLAY_COLOUR, title, "\n".join(map(renderer.render, told)), *rows(buttons)))


def _hand_button(origin: int, seat: int, renderer: Renderer) -> ControlItem:
    label = renderer.label(say("Play {player}'s cards", player=Player(seat)), BUTTON_LABEL_LIMIT)
    return BeatButton(origin, seat).button(label, discord.ButtonStyle.success, emoji="⚔️")


def invitation_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The public message with which the member of a practice game invites others to its cards, and its board."""
    host = member(snapshot.table.host_id, renderer)
    shown = {"player": host, "game": snapshot.game.name}
    own = next((result for result in snapshot.results if result.player == snapshot.table.host_id), None)
    if own is None or snapshot.public is None or snapshot.outcome is None:
        told: Text = say("{player} has played these cards in {game}. Would you do better?", **shown)
    else:
        score = snapshot.game.score(snapshot.public, own.points)
        told = say("{player} has played these cards in {game}: {score}. Would you do better?", score=score, **shown)
    return finish(
        layout(
            RESULT_COLOUR,
            f"### ⚔️ {renderer.render(told)}",
            *board_parts(snapshot.board, snapshot.game, snapshot.public, renderer),
            row(beat_button(snapshot.table.id, renderer)),
        )
    )


def before_replay_screen(table: TableRecord, number: int, eye: Eye, renderer: Renderer) -> ui.LayoutView:
    """Whether to try the cards first: whoever has watched the replay knows them."""
    question = say("You have not seen these cards yet. Whoever watches the replay can't try them any more.")
    label = renderer.label(say("Watch the replay"), BUTTON_LABEL_LIMIT)
    watch: ui.Item[Any] = ReplayButton(table.id, number, eye, WATCH).button(label, emoji="🎞️")
    return finish(layout(REPLAY_COLOUR, renderer.render(question), row(beat_button(table.id, renderer), watch)))
