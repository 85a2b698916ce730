"""*Beat my hand*: the cards of a finished game, dealt again to others, and the boards that show their scores."""

from functools import partial
from typing import Any

import discord
from discord import ui

from cogs.hands.messages import HandMessages
from cogs.shared.contents import Content
from cogs.shared.controls import handles
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import PLAY_COLOUR, REPLAY_COLOUR, RESULT_COLOUR, layout, row, rows
from cogs.shared.permissions import NO_OTHERS, may_write, server_of
from cogs.shared.post_messages import Shown
from cogs.shared.posts import BETWEEN_EDITS
from cogs.shared.rendering import Renderer
from cogs.shared.responses import respond, show
from cogs.shared.results import ReplayButton
from cogs.shared.same_cards import BeatButton, beat_button, board_parts, member, one_try
from cogs.shared.table_parts import TableButton, Verb
from cogs.tables.screen import TableDisplay
from db.posts import PostKind, PostRecord
from db.records import TableRecord
from engines.texts import Player, Text, say, say_count
from sessions.deals import Offer
from sessions.replays.replays import Eye
from sessions.shared.guard import Post
from sessions.shared.refusals import Refused
from sessions.snapshots import Snapshot

WATCH = "watch"
"""The way of a replay button that opens the replay although the member could still try the cards."""


def deal_offer_screen(offer: Offer, renderer: Renderer) -> ui.LayoutView:
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
    return layout(PLAY_COLOUR, title, "\n".join(map(renderer.render, told)), *rows(buttons))


def _hand_button(origin: int, seat: int, renderer: Renderer) -> ui.Button[Any]:
    return BeatButton(origin, seat).button(
        say("Play {player}'s cards", player=Player(seat)), renderer, discord.ButtonStyle.success, emoji="⚔️"
    )


def invitation_screen(snapshot: Snapshot, renderer: Renderer) -> ui.LayoutView:
    """The public message with which the member of a practice game invites others to its cards, and its board."""
    host = member(snapshot.table.host_id, renderer)
    shown = {"player": host, "game": snapshot.game.name}
    own = next((result for result in snapshot.results if result.player == snapshot.table.host_id), None)
    if own is None or snapshot.public is None or snapshot.outcome is None:
        told: Text = say("{player} has played these cards in {game}. Can you do better?", **shown)
    else:
        score = snapshot.game.score(snapshot.public, own.points)
        told = say("{player} has played these cards in {game}: {score}. Can you do better?", score=score, **shown)
    return layout(
        RESULT_COLOUR,
        f"### ⚔️ {renderer.render(told)}",
        *board_parts(snapshot.board, snapshot.game, snapshot.public, renderer),
        row(beat_button(snapshot.table.id, renderer)),
    )


def before_replay_screen(table: TableRecord, number: int, eye: Eye, renderer: Renderer) -> ui.LayoutView:
    """Whether to try the cards first: whoever has watched the replay knows them."""
    question = say("You have not seen these cards yet. Whoever watches the replay can't try them any more.")
    watch: ui.Item[Any] = ReplayButton(table.id, number, eye, WATCH).button(
        say("Watch the replay"), renderer, emoji="🎞️"
    )
    return layout(REPLAY_COLOUR, renderer.render(question), row(beat_button(table.id, renderer), watch))


class DealFeature(Feature):
    """Deals the cards of finished games to others. As in practice, the member's hand shows the try.

    What has been scored with the cards of a game is shown as soon as somebody has finished, a minute apart.
    """

    def __init__(self, context: Context, hands: HandMessages, display: TableDisplay) -> None:
        super().__init__(context)
        self._hands = hands
        self._display = display
        self.keeper.keep(PostKind.BOARD, self._describe, BETWEEN_EDITS)

    @handles(BeatButton)
    async def _on_beat(self, interaction: discord.Interaction[Any], button: BeatButton) -> None:
        """Ask whose cards to play, then deal them in a message of their own."""
        user_id = interaction.user.id
        if button.seat is None:
            offer = await self.service.challenges.offer(button.origin, interaction.guild_id, user_id)
            if offer.begun is None:
                renderer = await self.renderers.for_member(interaction, offer.origin)
                await show(interaction, deal_offer_screen(offer, renderer))
            else:
                await self._hands.open(interaction, offer.begun.id)
            return
        table = await self.service.challenges.begin(
            button.origin, button.seat, interaction.guild_id, interaction.channel_id or 0, user_id
        )
        await self._hands.open(interaction, table.id)

    @handles(TableButton, Verb.DARE)
    async def _on_invite(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        server = server_of(interaction)
        if server is None:
            raise Refused(NO_OTHERS)
        if not may_write(interaction):
            raise Refused(say("You can't write in this channel. Share your result in another one."))
        async with self.service.guard.posting(Post.RESULT, button.table):
            channel = interaction.channel_id or 0
            await self.service.challenges.invite(button.table, server, channel, interaction.user.id)
        self.service.look_at_posts()
        done = say("The others can try these cards now. What they score appears below the invitation.")
        await respond(interaction, self.renderers.without_names(interaction).render(done))

    async def _describe(self, post: PostRecord) -> Shown | None:
        deal = await self.service.challenges.deal(post.subject)
        if deal is None or deal.origin is None:
            return None
        snapshot = await self.service.views.snapshot(deal.origin, None)
        if deal.channel_id is None:
            return Shown(snapshot.table.channel_id, partial(self._display.content, snapshot), is_open=False)
        return Shown(deal.channel_id, partial(self._invitation, snapshot), is_open=False)

    async def _invitation(self, snapshot: Snapshot, _with_pictures: bool) -> Content:
        return Content(invitation_screen(snapshot, await self.renderers.for_channel(snapshot.table)))
