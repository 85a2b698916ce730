"""The private messages in which players see their cards and choose what to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import discord

from cogs.answers import NOBODY, UNREACHED, show
from cogs.renderers import Renderers
from cogs.screens.hand import hand_screen
from sessions.coalescing import CoalescingTasks
from sessions.events import TableEvent
from sessions.service import TableService


@dataclass(slots=True)
class Hand:
    """A player's latest hand message: reachable only through its interaction, for 15 minutes.

    ``drawn_at`` is the revision of the table that it shows. The interaction's token stays in memory.
    """

    interaction: discord.Interaction[Any]
    drawn_at: int


class Hands:
    """Shows hands, and lets those that are open follow the game as long as Discord allows."""

    def __init__(self, service: TableService, renderers: Renderers) -> None:
        self._service = service
        self._renderers = renderers
        self._open: dict[tuple[int, int], Hand] = {}
        self._updates: CoalescingTasks[tuple[int, int]] = CoalescingTasks(self._follow)

    def on_event(self, event: TableEvent) -> None:
        """Have the open hands at this table follow the change."""
        if event.quiet:
            return
        for table_id, user_id in self._open:
            if table_id == event.table.id:
                self._updates.request((table_id, user_id))

    async def close(self) -> None:
        """Stop following."""
        await self._updates.close()
        self._open.clear()

    def is_open(self, table_id: int, user_id: int) -> bool:
        """Whether this member has a hand message that follows the game, as far as we know: it may be dismissed."""
        hand = self._open.get((table_id, user_id))
        return hand is not None and not hand.interaction.is_expired()

    async def open(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Answer with a new message that shows this member's hand."""
        view = await self._draw(interaction, table_id, (), 0)
        await show(interaction, view)

    async def redraw(
        self, interaction: discord.Interaction[Any], table_id: int, path: tuple[str, ...] = (), page: int = 0
    ) -> None:
        """Answer a tap in a hand message by drawing it anew, with the question that ``path`` leads to."""
        view = await self._draw(interaction, table_id, path, page)
        await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)

    async def _draw(
        self, interaction: discord.Interaction[Any], table_id: int, path: tuple[str, ...], page: int
    ) -> discord.ui.LayoutView:
        snapshot = await self._service.snapshot(table_id, interaction.user.id)
        view = hand_screen(snapshot, await self._renderers.member(interaction, snapshot.table), path, page)
        key = (table_id, interaction.user.id)
        if snapshot.table.phase.is_open:
            self._open[key] = Hand(interaction, snapshot.table.rev)
        else:  # nothing to follow any more
            self._open.pop(key, None)
        return view

    async def _follow(self, key: tuple[int, int]) -> None:
        """Draw an open hand anew, unless its player is in the middle of a choice that is still the same."""
        table_id, user_id = key
        hand = self._open.get(key)
        if hand is None:
            return
        snapshot = await self._service.snapshot(table_id, user_id)
        if hand.drawn_at >= snapshot.table.rev or await self._service.still_asked(table_id, user_id, hand.drawn_at):
            return
        if hand.interaction.is_expired():
            del self._open[key]
            return
        view = hand_screen(snapshot, await self._renderers.member(hand.interaction, snapshot.table), (), 0)
        hand.drawn_at = snapshot.table.rev
        try:
            await hand.interaction.edit_original_response(view=view, allowed_mentions=NOBODY)
        except UNREACHED:
            # Dismissed by the player, or out of reach: "My hand" makes a new one.
            if self._open.get(key) is hand:
                del self._open[key]
        if not snapshot.table.phase.is_open and self._open.get(key) is hand:
            del self._open[key]
