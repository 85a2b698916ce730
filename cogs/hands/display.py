"""What private messages show: the table in a picture next to a player's own cards, if they want one, and the hand."""

from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, TypeAlias, TypeVar

import discord
from discord import ui

from cogs.hands.paths import asked_at
from cogs.hands.screen import hand_screen, is_asked
from cogs.shared.contents import Content, Contents
from cogs.shared.controls import Control
from cogs.shared.drawing import Need, Overtaken, prompt_answer
from cogs.shared.layout import LimitError, require_limits, row
from cogs.shared.pictures import Drawable, Picture, Pictures
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from cogs.shared.responses import REQUEST_ERRORS, edit_answer, show, show_in_place
from db.records import Phase, TableRecord
from engines.contract import Game, View
from engines.scenes import Picking, Scene, without_hand
from engines.texts import Text, say
from sessions.service import Service
from sessions.settings.settings import Settings, Wish
from sessions.snapshots import Snapshot

T = TypeVar("T")
ShowAnswer: TypeAlias = Callable[
    [discord.Interaction[Any], ui.LayoutView, Sequence[discord.File]], Awaitable[int | None]
]
"""Shows a message as ``show`` does."""


@dataclass(frozen=True, slots=True)
class DrawnTable:
    """A table to draw. What the latest turn has changed follows from ``before`` and ``view``, seen by the same."""

    game: Game[Any]
    scene: Scene
    view: View[Any]
    before: View[Any] | None


def own_board(game: Game[Any], scene: Scene, view: View[Any], before: View[Any] | None, seat: int) -> DrawnTable:
    """The table as only this player sees it, but for the hand."""
    return DrawnTable(game, replace(without_hand(scene, seat), viewer=seat), view, before)


def board_of(snapshot: Snapshot) -> Drawable:
    """While the game goes on, the table from the player's own side; after it the open hands."""
    game, view, seat, public = snapshot.game, snapshot.view, snapshot.seat, snapshot.public
    if snapshot.table.phase is not Phase.PLAYING or view is None or seat is None or public is None:
        return snapshot
    scene = replace(game.scene(view), told=snapshot.news)
    if snapshot.table.purpose.is_private:
        return own_board(game, scene, view, snapshot.before, seat)
    if without_hand(scene, seat) is scene:  # the player chooses from cards that nobody else sees
        return own_board(game, scene, view, None, seat)
    return own_board(game, scene, public, snapshot.before, seat)


class PrivatePictures:
    """Draws pictures for members who want them."""

    def __init__(self, settings: Settings, pictures: Pictures, contents: Contents) -> None:
        self._settings = settings
        self._pictures = pictures
        self._contents = contents
        self._read: dict[int, discord.Interaction[Any]] = {}
        """The latest answer in each message that one is being made for, or whose picture is to follow."""

    async def draw(
        self,
        interaction: discord.Interaction[Any],
        shown: Drawable,
        renderer: Renderer,
        need: Need,
        footer: Text | None = None,
    ) -> Picture | None:
        """The picture for an answer to this member; ``None`` if the table is shown in words."""
        if not await self._are_shown(interaction):
            return None
        return await self._pictures.draw(shown, renderer, footer, need)

    async def draw_hand(
        self, interaction: discord.Interaction[Any], snapshot: Snapshot, renderer: Renderer, need: Need
    ) -> Picture | None:
        """The picture of the table around a hand, or of its result."""
        if not await self._are_shown(interaction):
            return None
        if snapshot.table.phase is Phase.FINISHED:
            return await self._pictures.draw_result(snapshot, renderer, need)
        return await self._pictures.draw(board_of(snapshot), renderer, need=need)

    async def draw_picking(
        self, interaction: discord.Interaction[Any], game: Game[Any], picking: Picking, renderer: Renderer, need: Need
    ) -> Picture | None:
        """The cards of which this member picks some."""
        if not await self._are_shown(interaction):
            return None
        return await self._pictures.draw_picking(game.name, picking, renderer, need)

    async def _are_shown(self, interaction: discord.Interaction[Any]) -> bool:
        return await self._settings.wants(interaction.user.id, Wish.PICTURES)

    async def send(
        self,
        interaction: discord.Interaction[Any],
        make: Callable[[bool], Awaitable[Content]],
        send: Callable[[Content], Awaitable[T]],
    ) -> T:
        """Let ``send`` show what ``make`` makes, with a picture or, if that is refused, in words."""
        return await self._contents.show(interaction.channel_id, make, send)

    async def show(
        self,
        interaction: discord.Interaction[Any],
        make: Callable[[Need | None], Awaitable[Content]],
        *,
        in_place: bool,
        answer: ShowAnswer | None = None,
    ) -> None:
        """Show what ``make`` makes, in place of the private message whose control was used or in a new one.

        ``answer`` shows it if it is not the first answer. ``make`` is asked for words without a need. A picture that is
        not there in time follows, unless its reader has turned to something else in this message by then.
        """
        place = interaction.message.id if in_place and interaction.message is not None else None
        shown: list[Content] = []
        show_so = answer or (show_in_place if in_place else show)

        def is_read() -> bool:
            return place is None or self._read.get(place) is interaction

        async def send(content: Content) -> int | None:
            shown.append(content)
            return await show_so(interaction, content.view, content.files)

        if place is not None:
            self._read[place] = interaction
        try:
            need = prompt_answer(is_read)
            message_id = await self.send(interaction, lambda has_pictures: make(need if has_pictures else None), send)
            content = shown[-1]
            if not content.is_blank:
                return
            if place is None:
                place = message_id or (await interaction.original_response()).id
                self._read[place] = interaction
            with suppress(Overtaken, *REQUEST_ERRORS):
                if not await content.complete():
                    content = await make(None)
                if is_read():
                    await edit_answer(interaction, message_id, **content.to_edit)
        finally:
            if place is not None and is_read():
                del self._read[place]


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
        require_limits(view)
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
