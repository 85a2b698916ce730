"""Posts the pings of tables as messages of their own, and deletes them when nobody has to heed them any more."""

from collections.abc import Collection

import discord

from cogs.shared.contents import Words
from cogs.shared.post_messages import Shown, in_words
from cogs.shared.posts import Keeper
from cogs.shared.renderers import Renderers
from cogs.shared.responses import nonce_of, reopening
from cogs.tables.pings import Ping, gathered, hand_view, ping_of, request_ping, vote_ping
from db.posts import PostKind, PostRecord
from db.records import TableRecord
from sessions.pings import PingPlan
from sessions.service import Service
from sessions.shared.guard import Call
from sessions.snapshots import Snapshot
from sessions.tables.ballots import voters
from sessions.take_backs import others_asked


class TableCalls:
    """Calls players to their turns, and to answer requests and votes. All methods raise what Discord refuses."""

    def __init__(self, client: discord.Client, service: Service, renderers: Renderers, keeper: Keeper) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._messages = keeper.messages
        keeper.keep(PostKind.QUESTION, self._question, is_call=True)

    async def call(self, snapshot: Snapshot, plan: PingPlan, failures: int) -> PingPlan:
        """Make the planned pings below their table, after so many failures. Returns the plan with their message.

        What makes a ping due keeps it from being told twice.
        """
        table = snapshot.table
        renderer = await self._renderers.for_channel(table)
        ping = ping_of(plan, snapshot, self._service.now(), renderer)
        view, nonce = hand_view(snapshot, renderer, ping), nonce_of("ping", table.id, *plan.due)
        channel = self._messages.channel(table.channel_id, table.guild_id)

        async def send() -> int:
            return (await channel.send(ping.line, view=view, allowed_mentions=ping.mentioned, nonce=nonce)).id

        earlier = None
        since = min(row.began_at for row in plan.pings if row.user_id in plan.pinged)
        if failures or self._messages.may_be_there(since):
            earlier = await self._messages.find(table.guild_id, table.channel_id, Words(ping.line, view))
        message_id = earlier or await reopening(self._client, table.channel_id, send)
        return plan.posted(message_id, plan.pinged)

    async def _question(self, post: PostRecord) -> Shown | None:
        """Call those who are away and have to answer a request or vote, as far as whoever asks may ping them."""
        snapshot = await self._service.views.snapshot(post.subject, None)
        table, now, game = snapshot.table, self._service.now(), snapshot.game.name
        renderer = await self._renderers.for_channel(table)
        pings: list[tuple[Ping, list[int]]] = []
        if (request := table.take_back_request) is not None:
            asked = {seat.seat for seat in others_asked(table, request.seat)}
            users = await self._absent(post, table, request.seat, asked)
            pings.append((request_ping(users, request, game, now, renderer), users))
        if (vote := table.vote) is not None:
            users = await self._absent(post, table, vote.asked_by, voters(table.seats, vote.seat) - {vote.asked_by})
            pings.append((vote_ping(users, vote, game, now, renderer), users))
        ping = gathered(pings)
        if ping is None:
            return None
        return in_words(table.channel_id, Words(ping.line, hand_view(snapshot, renderer)), ping.mentioned)

    async def _absent(self, post: PostRecord, table: TableRecord, asker: int, asked: Collection[int]) -> list[int]:
        users = [seat.user_id for seat in table.seats if seat.seat in asked and seat.user_id is not None]
        absent, by = await self._service.pings.absent(table, users), table.seats[asker].user_id
        if by is None:
            return sorted(absent)
        return await self._service.guard.admits(Call.REQUEST, by, sorted(absent), f"{post.id} {post.changes} {asker}")
