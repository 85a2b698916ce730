"""Posts the pings of tables as messages of their own, and deletes them when nobody has to heed them any more."""

from collections.abc import Collection, Iterable

import discord

from cogs.shared.contents import Words
from cogs.shared.message_tokens import MessageTokens
from cogs.shared.posts import Keeper, Shown, in_words
from cogs.shared.renderers import Renderers
from cogs.shared.responses import nonce_of, reopening
from cogs.tables.pings import Ping, gathered, hand_view, ping_of, request_ping, vote_ping
from db.posts import PostKind, PostRecord
from db.records import TableRecord
from sessions.pings.pings import PingPlan
from sessions.service import Service
from sessions.shared.guard import Call
from sessions.snapshots import Snapshot
from sessions.tables.ballots import voters
from sessions.take_backs import others_asked


class TableCalls:
    """Calls players to their turns, and to answer requests and votes. All methods raise what Discord refuses."""

    def __init__(
        self, client: discord.Client, service: Service, renderers: Renderers, tokens: MessageTokens, keeper: Keeper
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._tokens = tokens
        keeper.keep(PostKind.QUESTION, self._question, is_call=True)

    async def call(self, snapshot: Snapshot, plan: PingPlan) -> PingPlan:
        """Make the planned pings, if any. Returns the plan with their message."""
        if not plan.pinged:
            return plan
        renderer = await self._renderers.for_channel(snapshot.table)
        ping = ping_of(plan, snapshot, self._service.now(), renderer)
        return plan.posted(await self.post(snapshot, ping, plan.due), plan.pinged)

    async def post(self, snapshot: Snapshot, ping: Ping, due: Iterable[object]) -> int:
        """Post a ping below its table, and return its message. What makes it ``due`` keeps it from being told twice."""
        view = hand_view(snapshot, await self._renderers.for_channel(snapshot.table), ping)
        nonce = nonce_of("ping", snapshot.table.id, *due)
        channel = self._channel(snapshot.table)

        async def send() -> int:
            return (await channel.send(ping.line, view=view, allowed_mentions=ping.mentioned, nonce=nonce)).id

        return await reopening(self._client, snapshot.table.channel_id, send)

    async def delete(self, table: TableRecord, message_ids: Iterable[int]) -> None:
        """Delete pings, which may be gone already."""
        for message_id in message_ids:
            if not await self._tokens.delete(message_id):
                try:
                    message = self._channel(table).get_partial_message(message_id)
                    await reopening(self._client, table.channel_id, message.delete)
                except discord.NotFound:
                    continue

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

    def _channel(self, table: TableRecord) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
