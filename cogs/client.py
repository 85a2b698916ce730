"""The bot itself: what it listens to and how it starts and stops."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import explain
from cogs.card_emojis import sync_card_emojis
from cogs.catalogue import CommandTranslator
from cogs.command_hash import sync_if_changed
from cogs.controls import CONTROLS
from cogs.desk import Desk
from cogs.hands import Hands
from cogs.presenter import Presenter
from cogs.renderers import Renderers
from db.store import Store
from engines import GAMES
from sessions.clock import Sleep
from sessions.events import EventKind, TableEvent
from sessions.service import TableService
from sessions.thinking import Thinker
from sessions.workers import Compute, Workers

_log = logging.getLogger(__name__)

THINKING_SECONDS = 1.0
"""Long enough for a strong move, short enough for people to stay at the table."""

EXTENSIONS = ("cogs.play", "cogs.table", "cogs.replay", "cogs.boards")


class CommandTree(app_commands.CommandTree["Cardroom"]):
    """The slash commands; whatever goes wrong in one is explained to the member who typed it."""

    async def interaction_check(self, interaction: discord.Interaction[Cardroom], /) -> bool:
        """Let everybody in, and learn what they are called here."""
        interaction.client.renderers.names.learn(interaction.user)
        return True

    async def on_error(
        self, interaction: discord.Interaction[Cardroom], error: app_commands.AppCommandError, /
    ) -> None:
        """Answer instead of keeping silent."""
        if interaction.type is discord.InteractionType.autocomplete:
            _log.error("Autocompletion failed", exc_info=error)
            return
        await explain(interaction, error, interaction.client.renderers.anybody(interaction))


class Cardroom(commands.AutoShardedBot):
    """The card table of a server.

    ``sleep`` is what it waits with and ``compute`` where computer players think: in processes of their own unless
    something else is given. ``thinking_seconds`` is what the strongest take for a decision. With ``draw_cards`` it
    uploads the card faces as emojis of the application and shows cards with them; without, cards are written.
    """

    def __init__(
        self,
        store: Store,
        *,
        sleep: Sleep = asyncio.sleep,
        compute: Compute | None = None,
        thinking_seconds: float = THINKING_SECONDS,
        draw_cards: bool = False,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=CommandTree,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
        )
        self.store = store
        self.renderers = Renderers(self)
        self._workers = Workers()
        self._thinks_elsewhere = compute is not None
        thinker = Thinker(compute or self._workers, thinking_seconds)
        self.service = TableService(store, GAMES, discord.utils.utcnow, thinker, sleep=sleep)
        self.presenter = Presenter(self, self.service, self.renderers, sleep)
        self.hands = Hands(self.service, self.renderers)
        self._draws_cards = draw_cards
        self._drawing: asyncio.Task[None] | None = None
        self.desk = Desk(self.service, self.renderers, self.presenter, self.hands)

    async def setup_hook(self) -> None:
        """Before the gateway: commands, buttons and the clock."""
        if not self._thinks_elsewhere:
            self.service.bus.subscribe(self._warm_up_workers)
        self.service.bus.subscribe(self.presenter.on_event)
        self.service.bus.subscribe(self.hands.on_event)
        self.add_dynamic_items(*CONTROLS)
        for extension in EXTENSIONS:
            await self.load_extension(extension)
        await self.tree.set_translator(CommandTranslator())
        await self._sync_commands()
        await self.service.start()
        if self._draws_cards:
            self._drawing = asyncio.create_task(self._draw_cards())

    async def close(self) -> None:
        """Stop the house and the edits, leave Discord and, whatever happens, close the database."""
        try:
            await self.service.close()
            await self._workers.close()
            if self._drawing is not None:
                self._drawing.cancel()
                await asyncio.gather(self._drawing, return_exceptions=True)
            await self.presenter.close()
            await self.hands.close()
            await super().close()
        finally:
            await self.store.close()

    def _warm_up_workers(self, event: TableEvent) -> None:
        """Have the workers ready when the first computer sits down: they take a second to start."""
        if event.kind is EventKind.SEATS and event.table.is_practice:
            self._workers.warm_up()

    async def _sync_commands(self) -> None:
        """Tell Discord about the commands; if it does not take them now, tables go on with those it knows."""
        assert self.application_id is not None
        try:
            await sync_if_changed(self.tree, self.store, self.application_id)
        except discord.HTTPException as error:
            _log.error("The commands could not be synced; the next start tries again: %s", error)

    async def _draw_cards(self) -> None:
        """Uploading takes a minute the first time; until it is done cards are written."""
        try:
            self.renderers.card_emojis = await sync_card_emojis(self)
        except Exception:
            _log.exception("The card faces could not be uploaded")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Close the table of a channel that is gone, and those of its threads."""
        await self.service.channel_gone(channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """Close the table of a thread that is gone."""
        await self.service.channel_gone(payload.thread_id)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log an event that failed; its arguments may hold private things and are left out."""
        _log.exception("The event %s failed", event_method)
