"""/daily, the buttons of its results, and the pings of members who want to be reminded."""

from datetime import datetime
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from cogs.daily.screen import BeginButton, day_screen, members_shown, offer_screen, shared_line
from cogs.hands.messages import HandMessages
from cogs.shared.contents import Words
from cogs.shared.feature import Context, Feature
from cogs.shared.permissions import NO_OTHERS, anywhere, may_write, place_of, private_place, server_of
from cogs.shared.post_messages import Shown, in_words
from cogs.shared.posts import Keeper
from cogs.shared.responses import announce, show, show_in_place
from cogs.shared.table_parts import TableButton, Verb
from cogs.tables.pings import MOST_PINGED, mention
from db.posts import Due, PostKind, PostRecord
from db.records import TableRecord
from engines.texts import say
from sessions.daily.games import DailyOffer, DailyResults
from sessions.occasions import Happened, Kind
from sessions.shared.guard import Post
from sessions.shared.refusals import Refused

MOST_MESSAGES = 100
"""How many messages a channel gets at most in an evening."""


class ReminderFeature(Feature):
    """The reminder in the evening."""

    def __init__(self, context: Context, client: discord.Client, keeper: Keeper) -> None:
        super().__init__(context)
        self._client = client
        keeper.keep(PostKind.REMINDER, self._describe)
        context.service.occasions.on(Kind.REMINDER, self.remind)

    async def remind(self, guild_id: int, _due: datetime) -> Happened:
        """Have those reminded who want that, where they last played, and again tomorrow if there are any."""
        if self._client.get_guild(guild_id) is None:
            return Happened()
        reminder = await self.service.reminders.due(guild_id)
        if reminder is None:
            return Happened(again=False)
        part = reminder.offer.day * MOST_MESSAGES
        return Happened([Due(PostKind.REMINDER, channel_id, part) for channel_id in reminder.users])

    async def _describe(self, post: PostRecord) -> Shown | None:
        """Those who are reminded by a message; others follow in the next one."""
        day, number = divmod(post.part, MOST_MESSAGES)
        reminders, posts = self.service.reminders, self.service.posts
        called = await reminders.called(post.guild_id, post.subject, day, number, MOST_PINGED)
        if called is None:
            return None
        renderer = await self.renderers.for_server(post.guild_id)
        text = say(
            "Daily #{number} is waiting for you: {game}. It ends in {time}. /daily",
            number=str(called.offer.day),
            game=called.offer.game.name,
            time=renderer.span(called.offer.ends_at - self.service.now()),
        )

        async def is_told() -> None:
            if called.more:
                await posts.call(
                    post.guild_id, [Due(PostKind.REMINDER, post.subject, post.part + 1)], self.service.now()
                )

        ping = mention(called.users, renderer.render(text))
        return in_words(post.subject, Words(ping.line), ping.mentioned, is_told)


class DailyCommands(Feature):
    """The game of the day. As in practice, the member's hand shows it."""

    def __init__(self, context: Context, hands: HandMessages) -> None:
        super().__init__(context)
        self._hands = hands
        context.handlers.add(BeginButton, self.on_begin)
        context.handlers.add(TableButton, self.on_results, Verb.DAY)
        context.handlers.add(TableButton, self.on_share, Verb.SHARE)

    @anywhere
    @app_commands.command(
        name=locale_str("daily"),
        description=locale_str("Play the game of the day: the same cards for everybody, one try each"),
    )
    @app_commands.describe(results=locale_str("Show this week's standings and the latest results instead of playing"))
    async def daily(self, interaction: discord.Interaction[Any], results: bool = False) -> None:
        """/daily: what today's game is, then the member's game, and the results once it is over."""
        guild_id, user_id = place_of(interaction), interaction.user.id
        if results:
            found = await self.service.daily.latest_results(guild_id, user_id)
            await show(interaction, await self._screen(interaction, found))
            return
        today = await self.service.daily.today(guild_id, user_id)
        if isinstance(today, DailyOffer):
            await show(interaction, offer_screen(today, self.renderers.without_names(interaction)))
        else:
            await self._open(interaction, today)

    async def on_begin(self, interaction: discord.Interaction[Any], button: BeginButton) -> None:
        """Begin the only try, in a message of its own."""
        table = await self.service.daily.begin(*private_place(interaction), button.day)
        await self.service.reminders.plan(interaction.user.id)
        await self._open(interaction, table)

    async def _open(self, interaction: discord.Interaction[Any], table: TableRecord) -> None:
        """Show the member's game, or its results once it is over."""
        if table.phase.is_open:
            await self._hands.open(interaction, table.id)
        else:
            found = await self.service.daily.results(table.id, interaction.user.id)
            await show(interaction, await self._screen(interaction, found))

    async def on_results(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Show how everybody did."""
        found = await self.service.daily.results(button.table, interaction.user.id)
        await show_in_place(interaction, await self._screen(interaction, found))

    async def on_share(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Tell the channel how the member did."""
        found = await self.service.daily.results(button.table, interaction.user.id)
        line = shared_line(found)
        if line is None:
            raise Refused(say("You have not finished this game, so there is nothing to share."))
        if server_of(interaction) is None:
            raise Refused(NO_OTHERS)
        if not may_write(interaction):
            raise Refused(say("You can't write in this channel. Share your result in another one."))
        table = (await self.service.views.snapshot(button.table, interaction.user.id)).table
        async with self.service.guard.posting(Post.RESULT, table.id):
            await announce(interaction, (await self.renderers.for_channel(table)).render(line))

    async def _screen(self, interaction: discord.Interaction[Any], found: DailyResults) -> ui.LayoutView:
        user_id = interaction.user.id
        renderer = self.renderers.without_names(interaction)
        names = await self.renderers.names.of(place_of(interaction), members_shown(found, user_id), renderer)
        return day_screen(found, user_id, names, renderer)
