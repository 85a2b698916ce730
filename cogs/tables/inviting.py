"""Invitations: whom a table calls before it starts, and how members are invited to one that is already open."""

from functools import partial
from typing import Any

import discord
from discord import ui

from cogs.shared.contents import Words
from cogs.shared.controls import chosen_number
from cogs.shared.feature import Context, Feature
from cogs.shared.limits import BUTTON_LABEL_LIMIT
from cogs.shared.permissions import require_members
from cogs.shared.posts import Keeper, NotYet, Shown, in_words
from cogs.shared.rendering import clip
from cogs.shared.your_table import table_link
from cogs.tables.more_screen import InvitationMenu
from cogs.tables.pings import mention, with_time
from db.posts import PostKind, PostRecord
from db.records import Phase
from engines.texts import Player, Text, say
from sessions.shared.refusals import Refused
from sessions.snapshots import Snapshot


class InvitationFeature(Feature):
    """Invites members to tables that have not started, and calls those who are invited."""

    def __init__(self, context: Context, keeper: Keeper) -> None:
        super().__init__(context)
        keeper.keep(PostKind.INVITATION, self._invitation, is_call=True)
        context.handlers.add(InvitationMenu, self.on_invite)

    async def on_invite(self, interaction: discord.Interaction[Any], menu: InvitationMenu) -> None:
        """Invite the member chosen, and ping them."""
        invited = chosen_number(interaction)
        if invited == interaction.user.id:
            raise Refused(say("You can't invite yourself. Tap Join at the table."))
        await require_members(interaction, [invited])
        await self.service.guests.invite(menu.table, interaction.user.id, invited)
        await self.tell(interaction, say("You have invited {member}.", member=f"<@{invited}>"))

    async def _invitation(self, post: PostRecord) -> Shown | None:
        """Members are called below their table; who has been called there before is named and left in peace."""
        snapshot = await self.service.views.snapshot(post.subject, None)
        table = snapshot.table
        if table.phase is not Phase.LOBBY:
            return None
        if table.message_id is None:
            raise NotYet
        missing = await self.service.guests.missing(table, str(post.id))
        if not missing:
            return None
        renderer, now = await self.renderers.for_channel(table), self.service.now()
        kept = {seat.user_id for seat in table.invited}
        lines = [
            mention(users, with_time(renderer.render(invitation), table, now, renderer)).line
            for is_again, invitation in enumerate(_invitations(snapshot))
            if (users := [user for user in missing if (user in kept) == is_again])
        ]
        link = ui.Button[Any](label=clip(snapshot.game.name, BUTTON_LABEL_LIMIT), url=table_link(table))
        view = ui.View(timeout=None).add_item(link)
        view.stop()
        new = [user for user, called in missing.items() if not called]
        note_called = partial(self.service.guests.note_called, table.id, new)
        return in_words(table.channel_id, Words("\n".join(lines), view), mention(new, "").mentioned, note_called)


def _invitations(snapshot: Snapshot) -> tuple[Text, Text]:
    """What is said to those who are invited to a new game, and to those who have just played."""
    host = snapshot.table.seat_of(snapshot.table.host_id)
    assert host is not None, "a host has a seat, or hands the table on"
    player, game = Player(host.seat), snapshot.game.name
    return (
        say("You are invited to a game of {game} with {player}: tap Join at the table.", player=player, game=game),
        say("{player} would like a rematch of {game}: tap Join at the table.", player=player, game=game),
    )
