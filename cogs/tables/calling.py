"""Posts the pings of tables as messages of their own, and deletes them when nobody has to heed them any more."""

from collections.abc import Collection, Iterable

import discord

from cogs.shared.message_tokens import MessageTokens
from cogs.shared.renderers import Renderers
from cogs.shared.responses import nonce_of
from cogs.tables.pings import Ping, ping_of, ping_view, request_ping, vote_ping
from db.records import TableRecord
from sessions.pings.pings import PingPlan
from sessions.service import TableService
from sessions.shared.events import EventKind, TableEvent
from sessions.shared.guard import Call
from sessions.snapshots import Snapshot
from sessions.tables.ballots import voters
from sessions.take_backs.consent import others_asked


class TableCalls:
    """Calls players to their turns, and to answer requests and votes. All methods raise what Discord refuses."""

    def __init__(
        self, client: discord.Client, service: TableService, renderers: Renderers, tokens: MessageTokens
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._tokens = tokens
        self._questions: dict[int, Collection[int] | None] = {}
        """Tables with a new request or vote, and who is to be pinged for it, once that is known."""

    def note_question(self, event: TableEvent) -> None:
        """Note a new request or vote, whose players have yet to be pinged."""
        request, vote = event.table.take_back_request, event.table.vote
        is_request = event.kind is EventKind.ASKED and request is not None and not request.agreed
        is_vote = event.kind is EventKind.RETIMED and vote is not None and vote.in_favour == (vote.asked_by,)
        if is_request or (is_vote and vote is not None and not vote.against):
            self._questions[event.table.id] = None

    def drop(self, table_id: int) -> None:
        """Forget a table that has ended."""
        self._questions.pop(table_id, None)

    async def call(self, snapshot: Snapshot, plan: PingPlan) -> PingPlan:
        """Make the planned pings, if any. Returns the plan with their message."""
        if not plan.pinged:
            return plan
        renderer = await self._renderers.for_channel(snapshot.table)
        ping = ping_of(plan, snapshot, self._service.now(), renderer)
        return plan.posted(await self.post(snapshot, ping, plan.due), plan.pinged)

    async def ask(self, snapshot: Snapshot) -> None:
        """Ping absent players for a new request or vote; delete the last such ping when it is answered."""
        table = snapshot.table
        is_new, is_open = table.id in self._questions, table.take_back_request is not None or table.vote is not None
        if table.ping_id is not None and (is_new or not is_open):
            await self.delete(table, [table.ping_id])
            await self._service.places.asked_by(table.id, None)
        if not is_new or not is_open:
            self._questions.pop(table.id, None)
            return
        users = self._questions[table.id]
        if users is None:
            users = self._questions[table.id] = await self._absent(table)
        if users:
            message_id = await self.post(snapshot, await self._question(snapshot, users), (str(table.rev), *users))
            await self._service.places.asked_by(table.id, message_id)
        self._questions.pop(table.id, None)

    async def post(self, snapshot: Snapshot, ping: Ping, due: Iterable[object]) -> int:
        """Post a ping below its table, and return its message. What makes it ``due`` keeps it from being told twice."""
        view = ping_view(ping, snapshot, await self._renderers.for_channel(snapshot.table))
        nonce = nonce_of("ping", snapshot.table.id, *due)
        sent = await self._channel(snapshot.table).send(
            ping.line, view=view, allowed_mentions=ping.mentioned, nonce=nonce
        )
        return sent.id

    async def delete(self, table: TableRecord, message_ids: Iterable[int]) -> None:
        """Delete pings, which may be gone already."""
        for message_id in message_ids:
            if not await self._tokens.delete(message_id):
                try:
                    await self._channel(table).get_partial_message(message_id).delete()
                except discord.NotFound:
                    continue

    async def _absent(self, table: TableRecord) -> list[int]:
        """Those who are away and have to answer a request or a vote, as far as whoever asks may ping them."""
        request, vote = table.take_back_request, table.vote
        if request is not None:
            asker, asked = request.seat, {seat.seat for seat in others_asked(table, request.seat)}
        elif vote is not None:
            asker, asked = vote.asked_by, voters(table.seats, vote.seat) - {vote.asked_by}
        else:
            return []
        users = [seat.user_id for seat in table.seats if seat.seat in asked and seat.user_id is not None]
        absent, by = await self._service.pings.absent(table, users), table.seats[asker].user_id
        return sorted(absent) if by is None else await self._service.guard.admits(Call.REQUEST, by, sorted(absent))

    async def _question(self, snapshot: Snapshot, users: Collection[int]) -> Ping:
        table, now = snapshot.table, self._service.now()
        renderer = await self._renderers.for_channel(table)
        if table.take_back_request is not None:
            return request_ping(users, table.take_back_request, snapshot.game.name, now, renderer)
        assert table.vote is not None
        return vote_ping(users, table.vote, snapshot.game.name, now, renderer)

    def _channel(self, table: TableRecord) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)
