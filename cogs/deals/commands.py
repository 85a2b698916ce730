"""*Beat my hand*: trying the cards of a finished game."""

from typing import Any

import discord

from cogs.deals.screen import offer_screen
from cogs.hands.messages import HandMessages
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import may_write
from cogs.shared.places import NO_OTHERS, server_of
from cogs.shared.posts import Keeper
from cogs.shared.responses import respond, show
from cogs.shared.same_cards import BeatButton
from cogs.shared.table_buttons import TableButton, Verb
from engines.texts import say
from sessions.shared.guard import Post
from sessions.shared.refusals import Refused


class DealFeature(Feature):
    """Deals the cards of finished games to others. As in practice, the member's hand shows the try."""

    def __init__(self, context: Context, hands: HandMessages, keeper: Keeper) -> None:
        super().__init__(context)
        self._hands = hands
        self._keeper = keeper
        context.handlers.add(BeatButton, self.on_beat)
        context.handlers.add(TableButton, self.on_invite, Verb.DARE)

    async def on_beat(self, interaction: discord.Interaction[Any], button: BeatButton) -> None:
        """Ask whose cards to play, then deal them in a message of their own."""
        user_id = interaction.user.id
        if button.seat is None:
            offer = await self.service.challenges.offer(button.origin, interaction.guild_id, user_id)
            if offer.begun is None:
                renderer = await self.renderers.for_member(interaction, offer.origin)
                await show(interaction, offer_screen(offer, renderer))
            else:
                await self._hands.open(interaction, offer.begun.id)
            return
        table = await self.service.challenges.begin(
            button.origin, button.seat, interaction.guild_id, interaction.channel_id or 0, user_id
        )
        await self._hands.open(interaction, table.id)

    async def on_invite(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Invite the channel to the cards of the member's practice game."""
        server = server_of(interaction)
        if server is None:
            raise Refused(NO_OTHERS)
        if not may_write(interaction):
            raise Refused(say("You can't write in this channel. Share your result in another one."))
        async with self.service.guard.posting(Post.RESULT, button.table):
            channel = interaction.channel_id or 0
            await self.service.challenges.invite(button.table, server, channel, interaction.user.id)
        self._keeper.look()
        done = say("The others can try these cards now. What they score appears below the invitation.")
        await respond(interaction, self.renderers.without_names(interaction).render(done))
