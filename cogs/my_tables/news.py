"""Pings members who do not play at a table: a game that they follow has ended, or a table needs players."""

import random

from cogs.shared.contents import Words
from cogs.shared.posts import Keeper, Shown, in_words
from cogs.shared.renderers import Renderers
from cogs.shared.results import winners_line
from cogs.shared.your_table import table_link
from cogs.tables.pings import MOST_PINGED, mention, with_time
from db.post_records import Due, PostKind, PostRecord
from db.records import Phase
from engines.texts import Player, say
from sessions.service import Service


class News:
    """Says what those are told who wait for news of a table."""

    def __init__(self, keeper: Keeper, service: Service, renderers: Renderers) -> None:
        self._keeper = keeper
        self._service = service
        self._renderers = renderers
        keeper.keep(PostKind.FOLLOWED, self._ended)
        keeper.keep(PostKind.PLAYERS, self._wanting)

    async def _ended(self, post: PostRecord) -> Shown | None:
        """The followers of a game are told that it is over."""
        followers = await self._service.listeners.followers(post.subject)
        users = followers[post.part : post.part + MOST_PINGED]
        snapshot = await self._service.views.snapshot(post.subject, None)
        table = snapshot.table
        if not users or table.phase.is_open:
            return None
        renderer = await self._renderers.for_channel(table)
        if table.phase is Phase.FINISHED:
            ended = say("The {game} game that you follow is over.", game=snapshot.game.name)
        else:
            ended = say("The {game} game that you follow was closed without a result.", game=snapshot.game.name)
        told = [renderer.render(ended)]
        if snapshot.results:
            told.append(winners_line(snapshot.results, renderer, snapshot.sides))

        async def is_told() -> None:
            if users[-1] == followers[-1]:
                await self._service.listeners.forget_followers(table.id)
                return
            others = Due(PostKind.FOLLOWED, table.id, post.part + len(users))
            await self._service.posts.call(table.guild_id, [others], self._service.now())

        ping = mention(users, " ".join(told))
        return in_words(table.channel_id, Words(ping.line), ping.mentioned, is_told)

    async def _wanting(self, post: PostRecord) -> Shown | None:
        """Members are told that a table needs players."""
        table, wanted = await self._service.listeners.wanted_players(post.subject)
        now = self._service.now()
        wanted = [user for user in wanted if not await self._service.settings.is_quiet(user, table.guild_id, now)]
        if not wanted or not await self._service.guard.admits_ping_for_players(table.guild_id, table.game, table.id):
            return None
        # Chosen at random, so that nobody is left out forever, and in each attempt alike.
        chosen = random.Random(post.id).sample(wanted, min(len(wanted), MOST_PINGED))
        renderer = await self._renderers.for_channel(table)
        host = table.seat_of(table.host_id)
        assert host is not None, "a host has a seat, or hands the table on"
        wanting = say(
            "A {game} table needs players, {player} is waiting.",
            game=self._service.games[table.game].name,
            player=Player(host.seat),
        )
        line = f"{with_time(renderer.render(wanting), table, now, renderer)} {table_link(table)}"
        ping = mention(chosen, line)
        return in_words(table.home_channel, Words(ping.line), ping.mentioned)
