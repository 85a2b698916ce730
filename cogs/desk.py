"""Where taps arrive: each button and menu of a table or a hand, put to the sessions and answered."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord

from cogs.answers import NOBODY, answer, explain, show
from cogs.controls import Verb
from cogs.hands import Hands
from cogs.invitations import Opponents, open_table
from cogs.permissions import require_permissions
from cogs.presenter import Presenter
from cogs.renderers import Renderers
from cogs.screens.boards import leaderboard_screen
from cogs.screens.hand import hint_text, why_not_text
from cogs.screens.picking import follow
from cogs.screens.replay import replay_screen
from cogs.screens.rules import rules_screen
from cogs.standings import read_leaderboard
from db.records import Phase, TableRecord
from engines.contract import IllegalAction
from engines.scenes import Decision
from engines.texts import say
from opponents import Level
from sessions.refusals import Refused
from sessions.service import TableService


class Desk:
    """Answers every tap exactly once, whatever happens."""

    def __init__(self, service: TableService, renderers: Renderers, presenter: Presenter, hands: Hands) -> None:
        self.service = service
        self.renderers = renderers
        self.presenter = presenter
        self.hands = hands

    @asynccontextmanager
    async def receiving(self, interaction: discord.Interaction[Any]) -> AsyncIterator[None]:
        """Learn the member's name; turn whatever goes wrong in the block into an answer."""
        self.renderers.names.learn(interaction.user)
        try:
            yield
        except Exception as error:
            await explain(interaction, error, self.renderers.anybody(interaction))

    async def on_table_button(self, interaction: discord.Interaction[Any], table_id: int, rev: int, verb: Verb) -> None:
        """A tap on a button of a table or hand message."""
        async with self.receiving(interaction):
            user = interaction.user.id
            match verb:
                case Verb.JOIN:
                    await self.service.lobby.join(table_id, user)
                    await self.presenter.redraw(interaction, table_id)
                case Verb.LEAVE:
                    await self.service.lobby.leave(table_id, user)
                    await self.presenter.redraw(interaction, table_id)
                case Verb.START:
                    await self.service.lobby.start(table_id, user)
                    await self.presenter.redraw(interaction, table_id)
                case Verb.REMATCH:
                    require_permissions(interaction)
                    table = await self.service.lobby.rematch(table_id, user)
                    await self.presenter.post(interaction, table.id)
                case Verb.REPLAY:
                    await self.show_replay(interaction, table_id)
                case Verb.HAND:
                    await self._show_hand(interaction, table_id)
                case Verb.TAKE_BACK:
                    await self.service.play.take_back(table_id, user, rev)
                    await self.hands.redraw(interaction, table_id)
                case Verb.WHY_NOT:
                    await self._show_why_not(interaction, table_id)
                case Verb.HINT:
                    await self._show_hint(interaction, table_id)
                case Verb.COME_BACK:
                    await self.service.seats.come_back(table_id, user)
                    await self._show_hand(interaction, table_id)
                case Verb.RULES:
                    table = (await self.service.snapshot(table_id, None)).table
                    await self.show_rules(interaction, table.game)

    async def on_pick(
        self,
        interaction: discord.Interaction[Any],
        table_id: int,
        rev: int,
        path: tuple[str, ...],
        values: tuple[str, ...],
        page: int,
    ) -> None:
        """A pick in a hand message: the next question, or the move if the path is complete."""
        async with self.receiving(interaction):
            snapshot = await self.service.snapshot(table_id, interaction.user.id)
            if not await self.service.still_asked(table_id, interaction.user.id, rev) or snapshot.view is None:
                await self._refresh_with_reason(interaction, table_id)
                return
            try:
                picks, asked = follow(snapshot.view, path, values)
            except IllegalAction as error:
                # Picks that do not go together: say why, and leave the question where it was.
                await self.hands.redraw(interaction, table_id, path, page)
                await answer(interaction, self.renderers.anybody(interaction).say(error.text))
                return
            if isinstance(asked, Decision):
                await self.service.play.act(table_id, interaction.user.id, asked.actions, rev)
                await self.hands.redraw(interaction, table_id)
            else:
                await self.hands.redraw(interaction, table_id, picks, page)

    async def on_computers(self, interaction: discord.Interaction[Any], table_id: int, rev: int, choice: str) -> None:
        """A choice in the menu of a lobby: a computer is to play, or to go."""
        async with self.receiving(interaction):
            lobby, user = self.service.lobby, interaction.user.id
            if choice.isdecimal():
                await lobby.remove_computer(table_id, user, int(choice), rev)
            else:
                await lobby.add_computers(table_id, user, [Level(choice)])
            await self.presenter.redraw(interaction, table_id)

    async def on_open_rules(self, interaction: discord.Interaction[Any], game_key: str) -> None:
        """The rules of a game that a member has read about."""
        async with self.receiving(interaction):
            await self.show_rules(interaction, game_key)

    async def on_rules(self, interaction: discord.Interaction[Any], game_key: str, section: int) -> None:
        """Another section of the rules that a member is reading."""
        async with self.receiving(interaction):
            game = self.service.games[game_key]
            view = rules_screen(game, self.renderers.anybody(interaction), section)
            await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)

    async def on_replay(
        self, interaction: discord.Interaction[Any], table_id: int, number: int, seat: int | None
    ) -> None:
        """Another moment of a finished game that a member looks back at, or another seat to look from."""
        async with self.receiving(interaction):
            moment = await self.service.replays.moment(table_id, number, seat)
            view = replay_screen(moment, await self.renderers.member(interaction, moment.table))
            await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)

    async def on_challenge(self, interaction: discord.Interaction[Any], user_id: int, game_key: str) -> None:
        """A member has chosen the game to challenge another to."""
        async with self.receiving(interaction):
            game = self.service.games[game_key]
            await open_table(self, interaction, game, game.Options(), Opponents((user_id,)))

    async def on_board_page(
        self, interaction: discord.Interaction[Any], game_key: str, page: int, practice: bool
    ) -> None:
        """Another page of a leaderboard, or the other leaderboard."""
        async with self.receiving(interaction):
            await interaction.response.defer()
            game = self.service.games.get(game_key)
            board = await read_leaderboard(self.service, self.renderers.names, interaction, game, page, practice)
            view = leaderboard_screen(board, self.renderers.anybody(interaction))
            await interaction.edit_original_response(view=view, allowed_mentions=NOBODY)

    async def show_replay(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """The beginning of a finished game, privately."""
        moment = await self.service.replays.beginning(table_id, interaction.user.id)
        await show(interaction, replay_screen(moment, await self.renderers.member(interaction, moment.table)))

    async def show_rules(self, interaction: discord.Interaction[Any], game_key: str) -> None:
        """The first section of a game's rules, privately."""
        await show(interaction, rules_screen(self.service.games[game_key], self.renderers.anybody(interaction), 0))

    async def table_here(self, interaction: discord.Interaction[Any]) -> TableRecord:
        """The channel's table: the open one, else the latest. Raises ``Refused`` if there never was one."""
        table = await self.service.table_in(interaction.channel_id or 0)
        if table is None:
            raise Refused(say("There is no table in this channel yet. /play opens one."))
        return table

    async def _show_hand(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """A new hand message for a tap at the table; a tap in a hand message draws that one anew."""
        await self.require_hand(interaction, table_id)
        in_hand = interaction.message is not None and interaction.message.flags.ephemeral
        await (self.hands.redraw if in_hand else self.hands.open)(interaction, table_id)

    async def require_hand(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Raise ``Refused`` if this member has no hand at the table to look at."""
        snapshot = await self.service.snapshot(table_id, interaction.user.id)
        if snapshot.trouble is not None:
            raise Refused(snapshot.trouble)
        if snapshot.table.seat_of(interaction.user.id) is None:
            if snapshot.table.phase is Phase.LOBBY:
                raise Refused(say("You have no seat here yet. Tap Join, and wait for the cards."))
            raise Refused(say("You do not play in this game; what everybody may see is on the table."))
        if snapshot.table.phase is Phase.LOBBY:
            raise Refused(say("There are no cards yet. Start the game when everybody is here."))
        if snapshot.table.phase is Phase.CLOSED:
            raise Refused(say("This table was closed. /play opens a new one."))
        if snapshot.seat is None:
            raise Refused(say("You have given this game up; a computer plays your seat."))

    async def _show_why_not(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        await self.require_hand(interaction, table_id)
        snapshot = await self.service.snapshot(table_id, interaction.user.id)
        renderer = await self.renderers.member(interaction, snapshot.table)
        await answer(interaction, why_not_text(snapshot, renderer))

    async def _show_hint(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """The advice of the strongest computer; it thinks for a second, so Discord is told to wait."""
        await self.service.hints.check(table_id, interaction.user.id)
        await interaction.response.defer(ephemeral=True, thinking=True)
        hint = await self.service.hints.hint(table_id, interaction.user.id)
        table = (await self.service.snapshot(table_id, interaction.user.id)).table
        await answer(interaction, hint_text(hint, await self.renderers.member(interaction, table)))

    async def _refresh_with_reason(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        """Draw an old hand message anew and say why its button did nothing."""
        await self.require_hand(interaction, table_id)
        await self.hands.redraw(interaction, table_id)
        await answer(
            interaction,
            self.renderers.anybody(interaction).say(
                say("That button was from an earlier moment of the game. Your hand is up to date again: look anew.")
            ),
        )
