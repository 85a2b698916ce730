"""Posts, edits and replaces the messages that show tables, with as few requests as possible."""

import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Any, TypeVar

import discord
from discord import ui

from cogs.shared.contents import Content, Contents, words_of
from cogs.shared.drawing import Need, Urgency, always, prompt_answer
from cogs.shared.layout import CLOSED_COLOUR, finish, layout
from cogs.shared.message_tokens import MessageTokens
from cogs.shared.names import RETRY_SECONDS
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.posts import EARLIER, age
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from cogs.shared.responses import (
    MESSAGE_TOO_OLD,
    NOBODY,
    REQUEST_ERRORS,
    UNKNOWN_MESSAGE,
    defer,
    first_response,
    nonce_of,
    redraw,
    respond,
    send_first,
)
from cogs.shared.table_buttons import TableButton
from cogs.tables.lobby_screen import lobby_scene, readiness
from cogs.tables.screen import table_screen
from db.posts import PostKind
from db.records import Phase, TableRecord
from engines.texts import say
from sessions.service import Service
from sessions.settings.server import ServerSettings
from sessions.snapshots import Snapshot


class TablePictures:
    """Decides whether a table is shown as a picture, and draws it."""

    def __init__(self, pictures: Pictures, settings: ServerSettings) -> None:
        self._pictures = pictures
        self._settings = settings

    async def draw(self, snapshot: Snapshot, renderer: Renderer, need: Need) -> Picture | None:
        """The picture for the table's message; ``None``: the table is shown in words, or is closed."""
        table = snapshot.table
        if table.phase is Phase.CLOSED:
            return None
        if not await self._settings.has_pictures(table.guild_id):
            return None
        if table.phase is Phase.LOBBY:
            return await self._pictures.draw_scene(
                snapshot.game.name, lobby_scene(snapshot), renderer, readiness(snapshot), need=need
            )
        if table.phase is Phase.FINISHED:
            return await self._pictures.draw_result(snapshot, renderer, need)
        return await self._pictures.draw(snapshot, renderer, need=need)


_log = logging.getLogger(__name__)

T = TypeVar("T")

EDITABLE = timedelta(minutes=55)
"""Discord allows only a few edits of messages older than an hour (error 30046): repost them before that."""

AT_REST = Need()
PICTURE_AGAIN = 20.0
"""After how many seconds a table that is shown in words, because its picture was late, is shown again."""
PICTURE_SECONDS = 5.0
"""How long an edit waits for its picture. Where so many wait, the table is shown in words meanwhile."""
POSTED = Need(Urgency.ACTED)
"""A new message is posted with its picture, even if the table moves on."""

TABLE_IS_HERE = say("Here is the table.")
MOVED = say("This table is now shown in a newer message.")


class TableDisplay:
    """Shows tables in their messages and remembers which revision each message shows."""

    def __init__(
        self,
        client: discord.Client,
        service: Service,
        renderers: Renderers,
        pictures: TablePictures,
        contents: Contents,
        tokens: MessageTokens,
    ) -> None:
        self._client = client
        self._service = service
        self._renderers = renderers
        self._pictures = pictures
        self._contents = contents
        self._tokens = tokens
        self._shown: dict[int, int] = {}
        self._reached: dict[int, datetime] = {}
        """When Discord last confirmed what a table's message shows."""
        self._changed_by: dict[int, int | None] = {}
        self._lacking: dict[int, float] = {}
        """When tables can be shown better, in seconds from then: with names, or with a picture in place of words."""
        self._overtaken: set[int] = set()
        self._words: dict[int, int] = {}
        """What the messages of tables say, as ``words_of`` reads it."""

    def note_change(self, table_id: int, by: int | None) -> None:
        """Note who has changed the table: this member, or the bot."""
        self._changed_by[table_id] = by

    def is_changed_by_member(self, table_id: int) -> bool:
        """Whether a member has made the table's latest change."""
        return self._changed_by.get(table_id) is not None

    def forget_member(self, user_id: int) -> None:
        """Forget which tables a member has changed."""
        for table_id in [table_id for table_id, by in self._changed_by.items() if by == user_id]:
            del self._changed_by[table_id]

    def is_right(self, table: TableRecord, message: discord.Message) -> bool:
        """Whether the table's message says what this run of the bot has shown.

        What an earlier one has shown is known by its revision, which the table's buttons name.
        """
        words = words_of(message)
        if table.id in self._words:
            return self._words[table.id] == words
        items = ui.LayoutView.from_message(message).walk_children()
        buttons = [TableButton.read(item.custom_id) for item in items if isinstance(item, ui.Button) and item.custom_id]
        is_right = max((button.rev for button in buttons if button is not None), default=table.rev) >= table.rev
        if is_right:
            self._words[table.id] = words
        return is_right

    def lacks_something_for(self, table_id: int) -> float | None:
        """For how many seconds the table's message lacks names or its picture; ``None`` if it shows everything."""
        return self._lacking.get(table_id)

    def was_reached_since(self, table_id: int, when: datetime) -> bool:
        """Whether Discord has confirmed since then that it shows the table."""
        return table_id in self._reached and self._reached[table_id] >= when

    def forget(self, table_id: int) -> None:
        """Forget what the table's message shows, so that it is redrawn."""
        self._shown.pop(table_id, None)

    def drop(self, table_id: int) -> None:
        """Forget a table that no longer changes."""
        self.forget(table_id)
        self._changed_by.pop(table_id, None)
        self._words.pop(table_id, None)
        self._lacking.pop(table_id, None)
        self._overtaken.discard(table_id)
        self._reached.pop(table_id, None)

    async def respond(self, interaction: discord.Interaction[Any], snapshot: Snapshot) -> bool:
        """Respond with the table in a new message, which replaces the old one.

        Returns whether it shows everything; otherwise its picture is still to come.
        """

        message_id: int | None = None
        is_blank = False

        async def send(content: Content) -> int:
            nonlocal message_id, is_blank
            is_blank = content.is_blank
            async with first_response(interaction) as response:
                if response is not None:
                    message_id = await send_first(interaction, response, **content.to_send)
                    return message_id
            # The answer was late, so the interaction had to be acknowledged privately.
            channel = self._channel(snapshot.table)
            return (await channel.send(**content.to_send, allowed_mentions=NOBODY, nonce=_nonce(snapshot.table))).id

        try:
            shown_by = await self._show(snapshot, send, self._prompt(snapshot))
        except REQUEST_ERRORS as error:
            if snapshot.table.message_id is not None:
                raise
            # Nobody could find a new table without a message.
            _log.info("Table %s was posted, because an answer was lost: %s", snapshot.table.id, error)
            await self.post(snapshot)
            return True
        if message_id is not None:
            self._tokens.keep(message_id, interaction)
        await self._replaced(snapshot.table, shown_by)
        if message_id is None and interaction.type is discord.InteractionType.application_command:
            await respond(interaction, self._renderers.without_names(interaction).render(TABLE_IS_HERE))
        return not is_blank

    async def redraw(self, interaction: discord.Interaction[Any], snapshot: Snapshot) -> bool:
        """Respond to a tap on a table's button by redrawing the table, if that is its message. Raises an error.

        Returns whether it shows everything; otherwise its picture is still to come.
        """
        message = interaction.message
        if message is None or message.id != snapshot.table.message_id:
            # An old message of the table, or a forged button: its own message shows the change by itself.
            await defer(interaction)
            return True
        self._shown[snapshot.table.id] = snapshot.table.rev

        async def send(content: Content) -> bool:
            await redraw(interaction, content.view, content.files)
            return content.is_blank

        is_blank = await self._show(snapshot, send, self._prompt(snapshot))
        self._tokens.keep(message.id, interaction)
        return not is_blank

    async def show(self, snapshot: Snapshot, *, is_called: bool = False) -> None:
        """Make the table's message show this, unless it does. A missing or old message is replaced.

        ``is_called``: somebody who is away is called to the table by another message. Then an old one is edited all the
        same: such changes are far apart, and Discord limits only how often an old message is edited.
        """
        table = snapshot.table
        is_old = not is_called and table.phase.is_open and table.message_id is not None
        if table.message_id is None or (is_old and age(table.message_id) > EDITABLE):
            await self.post(snapshot)
        elif self._shown.get(table.id, 0) < table.rev:
            await self._edit(snapshot, table.message_id)
        self._shown[table.id] = max(table.rev, self._shown.get(table.id, 0))
        self._reached[table.id] = self._service.now()

    async def post(self, snapshot: Snapshot) -> None:
        """Show the table in a new message, which replaces the old one."""

        table = snapshot.table

        async def post(content: Content) -> int:
            return (await self._channel(table).send(**content.to_send, allowed_mentions=NOBODY, nonce=_nonce(table))).id

        message_id = await self._show(snapshot, post, POSTED)
        await self._replaced(table, message_id)
        if age(message_id) > EARLIER:  # Discord shows what an earlier attempt has sent, of which nobody heard
            await self._edit(snapshot, message_id)

    async def delete(self, table: TableRecord, message_id: int) -> None:
        """Delete one of the bot's own messages, whether or not it still exists or can be reached."""
        if await self._tokens.delete(message_id):
            return
        try:
            await self._channel(table).get_partial_message(message_id).delete()
        except REQUEST_ERRORS as error:
            if getattr(error, "code", None) != UNKNOWN_MESSAGE:
                _log.info("Message %s was not deleted: %s", message_id, error)
                await self._take_buttons(table, message_id)

    async def _take_buttons(self, table: TableRecord, message_id: int) -> None:
        """Make a message that cannot be deleted point to the newer one, so that nobody plays in it."""
        renderer = await self._renderers.for_channel(table)
        moved = finish(layout(CLOSED_COLOUR, renderer.render(MOVED)))
        try:
            message = self._channel(table).get_partial_message(message_id)
            await message.edit(view=moved, attachments=[], allowed_mentions=NOBODY)
        except REQUEST_ERRORS as error:
            _log.info("Message %s has kept its buttons: %s", message_id, error)

    async def _edit(self, snapshot: Snapshot, message_id: int) -> None:
        table = snapshot.table
        message = self._channel(table).get_partial_message(message_id)
        urgency = Urgency.ACTED if self.is_changed_by_member(table.id) else Urgency.REST
        # A table that moves on whenever its turn comes is drawn all the same.
        is_overtaken = table.id in self._overtaken
        lasts = always if is_overtaken else partial(self._service.views.is_current, snapshot)
        need = Need(urgency, lasts, PICTURE_SECONDS)

        async def edit(content: Content) -> None:
            if not await self._tokens.edit(message_id, content.view, content.files):
                await message.edit(**content.to_edit, allowed_mentions=NOBODY)

        self._overtaken.add(table.id)
        try:
            await self._show(snapshot, edit, need)
            self._overtaken.discard(table.id)
        except discord.HTTPException as error:
            if error.code not in (UNKNOWN_MESSAGE, MESSAGE_TOO_OLD):
                raise
            await self.post(snapshot)

    def _prompt(self, snapshot: Snapshot) -> Need:
        return prompt_answer(partial(self._service.views.is_current, snapshot))

    async def _show(self, snapshot: Snapshot, send: Callable[[Content], Awaitable[T]], need: Need) -> T:
        """Let ``send`` show the table, with its picture or, if that is refused, in words."""

        async def remember(content: Content) -> T:
            shown = await send(content)
            self._words[snapshot.table.id] = content.words
            self._lacking.pop(snapshot.table.id, None)
            if content.lacks_picture or content.lacks_names:
                self._lacking[snapshot.table.id] = RETRY_SECONDS if content.lacks_names else PICTURE_AGAIN
            return shown

        make = partial(self.content, snapshot, need=need)
        return await self._contents.show(snapshot.table.channel_id, make, remember)

    async def content(self, snapshot: Snapshot, with_pictures: bool, need: Need = AT_REST) -> Content:
        """The table as everybody sees it."""
        renderer = await self._renderers.for_channel(snapshot.table)
        picture = await self._pictures.draw(snapshot, renderer, need) if with_pictures else None
        is_late = picture is not None and picture.is_blank and not need.is_prompt
        if is_late:
            picture = None
        changed_by = self._changed_by.get(snapshot.table.id)
        content = Content(table_screen(snapshot, renderer, picture, changed_by), picture)
        content.lacks_picture = is_late
        return content

    async def _replaced(self, table: TableRecord, message_id: int) -> None:
        """Note the table's new message and delete the old one."""
        if table.phase.is_open:
            self._shown[table.id] = table.rev
        await self._service.whereabouts.shown_at(table.id, message_id)
        if table.message_id is None:  # now it can be found
            await self._service.posts.changed(PostKind.INVITATION, table.id, self._service.now())
            self._service.look_at_posts()
        if table.message_id is not None and table.message_id != message_id:
            await self.delete(table, table.message_id)

    def _channel(self, table: TableRecord) -> discord.PartialMessageable:
        return self._client.get_partial_messageable(table.channel_id, guild_id=table.guild_id)


def _nonce(table: TableRecord) -> str:
    """The nonce of the table's next message: the same until that is noted, also after a crash."""
    return nonce_of("table", table.id, table.channel_id, table.message_id)
