"""Commands about "the table here": finds the table that the member means, and asks if there are several."""

from collections.abc import Awaitable, Callable, Sequence
from enum import StrEnum
from typing import Any, TypeAlias

import discord
from discord import ui

from cogs.shared.controls import Control, chosen_value, option
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import LOBBY_COLOUR, layout, plain_view, row
from cogs.shared.limits import BUTTON_LABEL_LIMIT, MENU_LIMIT, OPTION_LIMIT
from cogs.shared.rendering import Renderer, clip
from cogs.shared.responses import show
from cogs.shared.table_parts import CANNOT_BE_SHOWN, whose_turn
from db.purpose_records import DayTry, DealTry
from db.records import NO_SERVER, Phase, TableRecord
from engines.contract import Game
from engines.texts import Text, say
from sessions.shared.log_context import note_work
from sessions.shared.refusals import Refused
from sessions.tables.lookup import FoundTable

GoOn: TypeAlias = Callable[[discord.Interaction[Any], TableRecord, str], Awaitable[None]]
"""Continues a command at a table, with what was typed."""


class TableCommand(StrEnum):
    """What a member wants to do at the table that they are asked about."""

    HAND = "hand"
    MOVE = "move"
    TABLE = "table"
    LEAVE = "leave"
    RESIGN = "resign"
    END = "end"
    REMOVE = "remove"
    INVITE = "invite"


FORMER_COMMANDS = tuple(command for command in TableCommand if command not in (TableCommand.HAND, TableCommand.MOVE))
"""Commands of earlier versions, whose questions may still be in a channel. Today they are buttons below *More*."""


NO_TABLE = say("There is no table in this channel yet. /play opens one.")


class WhichTableMenu(Control, prefix="which"):
    """Asks which table is meant: its values are tables, each with what was typed."""

    purpose: TableCommand


class TableFeature(Feature):
    """A feature with commands about a table of the channel in which they are typed."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._handlers = context.handlers
        self._going_on: dict[TableCommand, GoOn] = {}

    def at_table(self, purpose: TableCommand, go_on: GoOn) -> None:
        """Call ``go_on`` with the table that a member means."""
        self._going_on[purpose] = go_on

        async def on_choice(interaction: discord.Interaction[Any], _menu: WhichTableMenu) -> None:
            value = chosen_value(interaction)
            table_id, _, typed = value.partition(" ")
            chosen = (await self.service.views.snapshot(int(table_id), interaction.user.id)).table
            await self._go_on(interaction, purpose, chosen, typed)

        self._handlers.add(WhichTableMenu, on_choice, purpose)

    async def find_table(self, interaction: discord.Interaction[Any], purpose: TableCommand, typed: str = "") -> None:
        """Go on at the table that the member means, after asking them if there are several.

        Raises ``Refused`` if there never was a table in this channel.
        """
        tables = await self.meant_tables(interaction)
        if not tables:
            raise Refused(NO_TABLE)
        if len(tables) == 1:
            await self._go_on(interaction, purpose, tables[0], typed)
        else:
            await self._ask(interaction, purpose, tables, typed)

    async def _go_on(
        self, interaction: discord.Interaction[Any], purpose: TableCommand, table: TableRecord, typed: str
    ) -> None:
        """Continue the command. A member who uses a table's command counts as present there."""
        note_work(table=table.id)
        await self.service.lookup.require_access(table.id, interaction.guild_id, interaction.user.id)
        self.service.presence.note(table.id, interaction.user.id)
        await self._going_on[purpose](interaction, table, typed)

    async def meant_tables(self, interaction: discord.Interaction[Any]) -> list[TableRecord]:
        """The tables that the member may mean; several only if they are open."""
        return await self.service.lookup.meant(interaction.channel_id or 0, interaction.user.id)

    async def _ask(
        self, interaction: discord.Interaction[Any], purpose: TableCommand, tables: Sequence[TableRecord], typed: str
    ) -> None:
        places = await self.service.lookup.of(tables, interaction.user.id)
        values = [f"{place.table.id} {typed}".strip() for place in places]
        if any(len(value) > OPTION_LIMIT for value in values):
            raise Refused(
                say("You are at several tables here, and this move is too long for me to ask which one you mean.")
            )
        options: list[discord.SelectOption] = []
        for place, value in list(zip(places, values, strict=True))[:MENU_LIMIT]:
            renderer = await self.renderers.for_member(interaction, place.table)
            game = self.service.games.get(place.table.game)
            options.append(
                option(table_title(place.table, game, renderer.plain), value, renderer, description=turn(place))
            )
        await show(interaction, _question(purpose, options, self.renderers.without_names(interaction)))


def table_title(table: TableRecord, game: Game[Any] | None, renderer: Renderer) -> Text:
    """A table in a line: its game, if that is installed, and its players."""
    players = ", ".join(renderer.player(seat.seat) for seat in table.seats)
    shown = {"game": game.name if game else table.game, "players": players}
    if isinstance(table.purpose, DayTry):
        return say("Game of the day, {game}: {players}", **shown)
    if isinstance(table.purpose, DealTry):
        return say("Same cards, {game}: {players}", **shown)
    if table.purpose.is_played_on:
        return say("From a replay, {game}: {players}", **shown)
    return (
        say("Practice, {game}: {players}", **shown) if table.purpose.is_private else say("{game}: {players}", **shown)
    )


def turn(place: FoundTable) -> Text:
    """Whom a table waits for."""
    if place.table.phase is Phase.LOBBY:
        return say("The game has not started yet.")
    if place.own is not None and place.own.is_away:
        return say("A computer plays for you until you are back.")
    if place.is_own_turn:
        return say("It's your turn.")
    return whose_turn([seat.seat for seat in place.to_act]) or CANNOT_BE_SHOWN


def table_link(table: TableRecord) -> str:
    """The address of a table's message, or of its channel if it has none."""
    server = "@me" if table.guild_id == NO_SERVER else table.guild_id
    link = f"https://discord.com/channels/{server}/{table.channel_id}"
    return link if table.message_id is None else f"{link}/{table.message_id}"


def way_to(table: TableRecord, game: str) -> ui.View:
    """A button with the name of its game that leads to a table, for plain words."""
    return plain_view(ui.Button[Any](label=clip(game, BUTTON_LABEL_LIMIT), url=table_link(table)))


def _question(purpose: TableCommand, options: list[discord.SelectOption], renderer: Renderer) -> ui.LayoutView:
    menu = WhichTableMenu(purpose).menu(options, renderer, say("Choose a table"))
    return layout(LOBBY_COLOUR, renderer.render(say("Which table do you mean?")), row(menu))
