"""Draws hands, with the table around them as a picture if possible, and the button that leads to the next table."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, TypeVar

import discord
from discord import ui

from cogs.hands.paths import asked_at
from cogs.hands.private_pictures import PrivatePictures
from cogs.hands.screen import hand_screen, is_asked
from cogs.shared.contents import Content
from cogs.shared.controls import Control
from cogs.shared.drawing import Need
from cogs.shared.layout import LimitError, finish, row
from cogs.shared.pictures import Picture
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from cogs.shared.responses import REQUEST_ERRORS, edit_answer
from db.records import Phase, TableRecord
from engines.texts import say
from sessions.service import Service
from sessions.snapshots import Snapshot

T = TypeVar("T")


class NextTableButton(Control, prefix="nexthand"):
    """Shows the hand at ``table`` in place of the hand at the table ``after``."""

    table: int
    after: int


def is_done(snapshot: Snapshot) -> bool:
    """Whether the player has nothing to do at this table now."""
    view = snapshot.view
    return view is None or snapshot.is_away or snapshot.seat not in view.to_act


def leads_on(snapshot: Snapshot) -> bool:
    """Whether the hand leads to another table: not while computers alone think, as it would vanish again at once."""
    to_act = frozenset(snapshot.view.to_act) if snapshot.view else frozenset[int]()
    return is_done(snapshot) and not (to_act and to_act <= snapshot.thinking)


def with_next_table(view: ui.LayoutView, after: TableRecord, following: int, renderer: Renderer) -> None:
    """Add the button to a hand, unless the message has no room for it."""
    button = NextTableButton(following, after.id).button(
        say("Next table: it's your turn"), renderer, discord.ButtonStyle.success, emoji="⏭️"
    )
    added = row(button)
    try:
        view.add_item(added)
        finish(view)
    except (LimitError, ValueError):
        view.remove_item(added)


@dataclass(slots=True)
class OpenHand:
    """A player's latest hand message. It can be edited only through its interaction, for 15 minutes.

    ``message_id`` is set if the hand is a follow-up; otherwise it is the response to the interaction. ``drawn_at`` is
    the revision of the table that it shows. The interaction's token is kept only in memory. It is ``blank`` if this is
    what it shows until its picture comes, with this ``page`` of the question at the end of this ``path``.
    After it ``is_last`` nothing changes any more.
    """

    interaction: discord.Interaction[Any]
    drawn_at: int
    message_id: int | None = None
    blank: Content | None = None
    path: tuple[str, ...] = ()
    page: int = 0
    is_last: bool = False

    def note(self, content: Content) -> None:
        """Note that it shows this."""
        self.blank = content if content.is_blank else None

    async def edit(self, content: Content) -> None:
        """Show something else. Raises an error if Discord refuses."""
        await edit_answer(self.interaction, self.message_id, **content.to_edit)
        self.note(content)

    async def delete(self) -> None:
        """Delete the message if that is still possible."""
        with suppress(*REQUEST_ERRORS):
            if self.message_id is None:
                await self.interaction.delete_original_response()
            else:
                await self.interaction.followup.delete_message(self.message_id)


class HandDisplay:
    """Draws the hands of members."""

    def __init__(self, service: Service, renderers: Renderers, pictures: PrivatePictures) -> None:
        self._service = service
        self._renderers = renderers
        self._pictures = pictures

    async def send(
        self,
        interaction: discord.Interaction[Any],
        snapshot: Snapshot,
        send: Callable[[Content], Awaitable[T]],
        need: Need,
        path: Sequence[str] = (),
        page: int = 0,
    ) -> T:
        """Let ``send`` show the hand with the question at the end of ``path``, in words if the picture is refused."""

        async def make(with_pictures: bool) -> Content:
            return await self._content(interaction, snapshot, need if with_pictures else None, path, page)

        return await self._pictures.send(interaction, make, send)

    async def _content(
        self,
        interaction: discord.Interaction[Any],
        snapshot: Snapshot,
        need: Need | None,
        path: Sequence[str],
        page: int,
    ) -> Content:
        renderer = await self._renderers.for_member(interaction, snapshot.table)
        picture = await self._picture(interaction, snapshot, renderer, need, path) if need else None
        helped = not is_done(snapshot) and await self._service.first_games.wants_help(
            snapshot.table, interaction.user.id
        )
        view = hand_screen(snapshot, renderer, path, page, picture, helped=helped)
        if leads_on(snapshot):
            following = await self._service.lookup.next_waiting(interaction.user.id, snapshot.table.id)
            if following is not None:
                with_next_table(view, snapshot.table, following, self._renderers.without_names(interaction))
        return Content(view, picture)

    async def _picture(
        self,
        interaction: discord.Interaction[Any],
        snapshot: Snapshot,
        renderer: Renderer,
        need: Need,
        path: Sequence[str],
    ) -> Picture | None:
        """The table around this member's hand; ``None`` if it is closed, or the member wants words.

        After a game in a channel, the table there shows it. A member who picks cards sees these.
        """
        table = snapshot.table
        is_shown = table.purpose.is_private or table.phase is Phase.PLAYING
        if not is_shown or table.phase is Phase.CLOSED or snapshot.seat is None:
            return None
        asked = asked_at(snapshot, path) if is_asked(snapshot) else None
        if asked is not None and asked.picking is not None:
            return await self._pictures.draw_picking(interaction, snapshot.game, asked.picking, renderer, need)
        return await self._pictures.draw_hand(interaction, snapshot, renderer, need)
