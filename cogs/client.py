"""The bot itself: what it listens to and how it starts and stops."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import timedelta
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands
from yarl import URL

from cogs.features import add_features
from cogs.hands.display import PrivatePictures
from cogs.hands.messages import HandMessages
from cogs.registered_commands import CommandTranslator, sync_if_changed
from cogs.shared.acknowledgements import Acknowledgements
from cogs.shared.card_emojis import CardFaces
from cogs.shared.catalogue import default_catalogue
from cogs.shared.comparing import COMPARE_EVERY, Comparison
from cogs.shared.contents import Contents
from cogs.shared.controls import ControlHandlers
from cogs.shared.drawing import AHEAD, DrawingLine, drawing_workers
from cogs.shared.feature import Context, offered_games
from cogs.shared.forms import require_short
from cogs.shared.message_tokens import MessageTokens
from cogs.shared.permissions import require_welcome
from cogs.shared.pictures import Pictures
from cogs.shared.post_messages import PostMessages
from cogs.shared.posts import Keeper
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import CardEmojis
from cogs.shared.responses import REQUEST_ERRORS, explain, is_lost
from cogs.tables.calling import TableCalls
from cogs.tables.messages import EDIT_SECONDS, TableMessages
from cogs.tables.screen import TableDisplay
from cogs.tables.threads import TableThreads
from cogs.version import VERSION
from db.store import Store
from engines import GAMES
from sessions.clocks.heartbeat import HEARTBEAT
from sessions.cluster.cross_process_tasks import IdentifyQueue
from sessions.computers.thinking import Thinker
from sessions.computers.workers import Compute, Workers
from sessions.service import Service
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.events import ENDED, EventKind, TableEvent
from sessions.shared.refusals import Refused
from sessions.shared.timer import Sleep, Ticks, end

_log = logging.getLogger(__name__)

SYNC_AGAIN = 3600.0
"""Seconds after which commands are synced again that Discord has not taken."""
THINKING_SECONDS = 1.0
"""Long enough for a strong move, short enough for people to stay interested."""

HANG_UP_SECONDS, ANSWER_SECONDS = 2.0, 5.0
"""How long Discord and running interactions have to finish when the bot stops: less than ten seconds in total."""

LONGEST_LIMIT_SECONDS = 30.0
"""A request that Discord asks to wait for longer raises ``RateLimited``; 30 is the least that discord.py takes."""


def _is_fault(record: logging.LogRecord) -> bool:
    """Whether discord.py logs more than that suggestions came too late. Whoever types on gets others."""
    return not is_lost(record.exc_info[1] if record.exc_info else None)


class CommandTree(app_commands.CommandTree["Cardroom"]):
    """The commands. Errors are explained to the member who used them."""

    async def interaction_check(self, interaction: discord.Interaction[Cardroom], /) -> bool:
        """Refuse members whom the host turns away and input that is too long, and note who is there, with their name.

        They are acknowledged if the answer is late.
        """
        command = interaction.command
        handler = command.callback if isinstance(command, app_commands.Command) else None
        await interaction.client.acknowledgements.watch(interaction, handler)
        try:
            require_welcome(interaction, interaction.client.bans)
            require_short(interaction)
        except Refused as refusal:
            if interaction.type is not discord.InteractionType.autocomplete:
                await explain(interaction, refusal, interaction.client.renderers.without_names(interaction))
            return False
        interaction.client.renderers.meet(interaction)
        interaction.client.service.presence.note(None, interaction.user.id)
        return True

    async def on_error(
        self, interaction: discord.Interaction[Cardroom], error: app_commands.AppCommandError, /
    ) -> None:
        """Explain the error; while a command is being typed, there is nobody to tell."""
        if interaction.type is discord.InteractionType.autocomplete:
            _log.error("Autocompletion failed", exc_info=error)
            return
        await explain(interaction, error, interaction.client.renderers.without_names(interaction))


class Cardroom(commands.AutoShardedBot):
    """The bot. It stands on top of all features and connects them.

    It serves the shards of ``store`` and waits with ``sleep``. Its computer players think through ``compute``, by
    default in processes of their own, as many at once as ``capacity`` says. The strongest take ``thinking_seconds`` for
    a decision. Two edits of a message are at least ``edit_seconds`` apart.

    With ``draw_cards`` it uploads the card faces as emojis of the application and uses them; otherwise cards are
    written. With ``draw_tables`` tables are pictures where servers want them, drawn through ``draw``, by default in a
    process of its own where there is more than one core. With ``shows_open_tables`` it updates the
    messages of all open tables when it starts, for a Discord that may have lost them. Every ``compare_every`` it
    compares messages with the stored tables. Every ``heartbeat`` it notes that it is running, and compares the clock
    with ``ticks``, if given, to notice jumps. It turns away those in ``bans``, and deletes the moves of games that
    ended longer than ``keep_moves`` ago, if that is given.
    """

    def __init__(
        self,
        store: Store,
        *,
        sleep: Sleep = asyncio.sleep,
        compute: Compute | None = None,
        capacity: Callable[[], int] | None = None,
        thinking_seconds: float = THINKING_SECONDS,
        edit_seconds: float = EDIT_SECONDS,
        draw_cards: bool = False,
        draw_tables: bool = False,
        draw: Compute | None = None,
        shows_open_tables: bool = False,
        heartbeat: timedelta = HEARTBEAT,
        compare_every: timedelta = COMPARE_EVERY,
        ticks: Ticks | None = None,
        bans: Collection[int] = (),
        keep_moves: timedelta | None = None,
    ) -> None:
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=CommandTree,
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            max_ratelimit_timeout=LONGEST_LIMIT_SECONDS,
            shard_count=None if store.shards.is_advised else store.shards.count,
        )
        if not store.shards.is_everything:
            self.shard_ids = sorted(store.shards.ids)
        self.store = store
        self.bans = bans
        self._keep_moves = keep_moves
        self._shards_served = store.shards
        self._close_store = store.close
        self.identify_queue = IdentifyQueue(store.cluster, self.fetch_session_start_limits, discord.utils.utcnow, sleep)
        self._workers = Workers()
        self._thinks_elsewhere = compute is not None
        self.thinker = Thinker(compute or self._workers, thinking_seconds, capacity)
        self.service = Service(store, GAMES, discord.utils.utcnow, self.thinker, sleep=sleep, ticks=ticks)
        self.acknowledgements = Acknowledgements(self.service.precedence, sleep)
        self.renderers = Renderers(self, self.service.server_settings, self.service.languages)
        self.control_handlers = ControlHandlers(
            self.renderers, self.acknowledgements, self.service.presence, self.service.lookup.require_access, bans
        )
        self._drawers = drawing_workers() if draw is None and draw_tables else None
        self._line = DrawingLine(draw or self._drawers or asyncio.to_thread, AHEAD if self._drawers else 1)
        self._pictures = Pictures(self._line if draw_tables else None)
        contents = Contents(self)
        tokens = MessageTokens()
        self._display = TableDisplay(self.service, self.renderers, self._pictures)
        service = self.service
        messages = PostMessages(self, service.posts.noted_in, contents, tokens, self.renderers, service.now)
        self.keeper = Keeper(self.service, messages, sleep)
        calls = TableCalls(self, self.service, self.renderers, self.keeper)
        self.table_messages = TableMessages(self.service, self.keeper, self._display, calls, edit_seconds)
        self._comparison = Comparison(self.keeper, sleep)
        self._private_pictures = PrivatePictures(self.service.settings, self._pictures, contents)
        self.hand_messages = HandMessages(
            self.service, self.renderers, self.control_handlers, self._private_pictures, tokens, sleep, edit_seconds
        )
        self._threads = TableThreads(self, self.service, self.renderers, self.table_messages, sleep)
        self.service.privacy.on_deletion(
            self.renderers.names.forget_member,
            tokens.forget_member,
            self._display.forget_member,
            self.hand_messages.forget_member,
            self._threads.forget_member,
        )
        self._faces = CardFaces(self, self.service.synced, self._use_faces, sleep) if draw_cards else None
        self._uploading: asyncio.Task[None] | None = None
        self._syncing: CoalescingTasks[str] = CoalescingTasks(lambda _: self._sync_commands(), sleep)
        self._shows_open_tables = shows_open_tables
        self._heartbeat = heartbeat
        self._compare_every = compare_every
        self._preparing: asyncio.Task[None] | None = None

    async def setup_hook(self) -> None:
        """Set up commands, buttons and sessions before the bot connects."""
        bus = self.service.bus
        if not self._thinks_elsewhere:
            bus.subscribe(self._warm_up_workers, EventKind.OPENED, EventKind.SEATS)
        bus.subscribe(self.table_messages.on_event, of_private_tables=False)
        bus.subscribe(self.hand_messages.on_event)
        bus.subscribe(self._threads.on_event, EventKind.SEATS, *ENDED)
        bus.subscribe(self.keeper.on_event, EventKind.OPENED, EventKind.STARTED, of_private_tables=False)
        bus.subscribe(self.keeper.on_event, *ENDED)
        logging.getLogger(app_commands.tree.__name__).addFilter(_is_fault)
        await self._add_features()
        catalogue = default_catalogue()
        if catalogue.languages:  # otherwise discord.py would ask for 12,000 translations in vain
            await self.tree.set_translator(CommandTranslator(catalogue))
        await self._sync_commands()
        await self.service.start(self._heartbeat)
        self._preparing = asyncio.create_task(self._prepare())

    async def drain(self) -> None:
        """Disconnect, so that no more interactions come in, and let running ones and their pictures finish."""
        with suppress(TimeoutError):
            async with asyncio.timeout(HANG_UP_SECONDS):
                await asyncio.gather(*(shard.disconnect() for shard in self.shards.values()), return_exceptions=True)
        with suppress(TimeoutError):
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.acknowledgements.all_answered()
                await self.hand_messages.complete()

    async def close(self) -> None:
        """Stop playing and editing, leave Discord and, whatever happens, close the database."""
        _log.info("Cardroom %s stops: %s", VERSION, self._extent())
        try:
            await end(self._preparing, self._uploading)
            await self._syncing.close()
            await self.service.close()
            await self._workers.close()
            await self._line.close()
            if self._drawers is not None:
                await self._drawers.close()
            await self._comparison.close()
            await self._threads.close()
            await self.keeper.close()
            await self.hand_messages.close()
            await self.acknowledgements.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(HANG_UP_SECONDS):
                    await super().close()
        finally:
            await self._close_store()

    async def _add_features(self) -> None:
        context = Context(
            client=self,
            service=self.service,
            renderers=self.renderers,
            handlers=self.control_handlers,
            keeper=self.keeper,
            pictures=self._pictures,
            games=offered_games(self.service.games),
        )
        messages = self.table_messages, self.hand_messages, self._threads
        await add_features(self, context, *messages, self._display, self._private_pictures, self.bans)

    @property
    def serves_direct_messages(self) -> bool:
        """Whether this process gets direct messages: Discord sends them to shard 0 (documentation, "Sharding")."""
        return self.shard_ids is None or 0 in self.shard_ids

    def _warm_up_workers(self, event: TableEvent) -> None:
        """Start the workers when the first computer sits down, because they take a second to get ready."""
        if event.table.has_computer_players:
            self._workers.warm_up()

    async def _sync_commands(self) -> None:
        """Tell Discord about the commands. If it refuses them now, games go on with those it knows."""
        assert self.application_id is not None
        if not self._shards_served.has_first:
            return  # another process does it
        try:
            await sync_if_changed(self.tree, self.service.synced, self.application_id, default_catalogue().digest)
        except REQUEST_ERRORS as error:
            _log.error("The commands could not be synced; they will be in an hour: %s", error)
            self._syncing.request_later("commands", SYNC_AGAIN)

    async def _prepare(self) -> None:
        """Deferred start-up work. Card faces that are missing are uploaded meanwhile; until then cards are written."""
        if self._faces is not None:
            await self._faces.look()
            self._uploading = asyncio.create_task(self._faces.keep(uploads=self._shards_served.has_first))
        await self.wait_until_ready()  # until then the servers and their languages are unknown
        _log.info("Cardroom %s is ready: %s", VERSION, self._extent())
        self.service.guild_data.start(lambda: [guild.id for guild in self.guilds])
        if self._keep_moves is not None:
            self.service.folding.start(self._keep_moves)
        if self._shows_open_tables:
            await self.table_messages.show_open_tables()
        self.table_messages.start()
        self.keeper.start()
        self._comparison.start(self._compare_every)
        self._threads.start()
        await self.service.start_leagues()

    def _use_faces(self, faces: CardEmojis) -> None:
        self.renderers.card_emojis = faces

    def _extent(self) -> str:
        shards = ", ".join(map(str, sorted(self.shards)))
        return f"servers: {len(self.guilds)}, shards: {shards or 'none'} of {self.shard_count or 1}"

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time, if Discord lets any more connect today.

        This waits before the connection is there, because discord.py gives up on one that does not identify.
        """
        with suppress(discord.GatewayNotFound, *REQUEST_ERRORS):  # what follows asks again
            await self.identify_queue.wait_for_the_day()
        await super().launch_shard(gateway, shard_id, initial=initial)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until this shard may connect: it queues up with all others of the bot."""
        await self.identify_queue.wait(shard_id or 0)

    async def on_shard_disconnect(self, shard_id: int) -> None:
        """Stop the clocks of players whom the bot cannot hear."""
        if not self.is_closed():
            await self.service.outages.disconnected(shard_id, self.shard_count or 1)

    async def on_shard_resumed(self, shard_id: int) -> None:
        """Let the clocks run again."""
        await self.service.outages.connected(shard_id, self.shard_count or 1)

    async def on_shard_ready(self, shard_id: int) -> None:
        """Let the clocks run again after a new connection, but for servers that Discord cannot reach."""
        guilds = [guild for guild in self.guilds if guild.shard_id == shard_id]
        for guild in guilds:
            if guild.unavailable:
                self.service.outages.lost(guild.id)
        await self.service.outages.connected(shard_id, self.shard_count or 1)
        await self._threads.on_connected(guilds)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:
        """Log the error without the event's arguments, which may be private."""
        _log.exception("The event %s failed", event_method)
