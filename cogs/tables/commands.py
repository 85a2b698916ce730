"""The buttons of a table, and what else a member can do there: *More*."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import discord
from discord import ui

from cogs.shared.acknowledgements import opens_form
from cogs.shared.controls import chosen_value, handles
from cogs.shared.feature import Context
from cogs.shared.forms import filled_in, open_form
from cogs.shared.permissions import may_manage, require_permissions
from cogs.shared.responses import show, show_in_place
from cogs.shared.table_parts import TableButton, Verb
from cogs.shared.your_table import FORMER_COMMANDS, TableFeature, table_link
from cogs.tables.house_rules import RulesForm, read_rules, rules_fields
from cogs.tables.lobby_screen import ComputerMenu, PaceMenu, SeatMenu
from cogs.tables.messages import TableMessages
from cogs.tables.more_screen import (
    ConfirmButton,
    Confirmed,
    LogButton,
    end_question,
    log_screen,
    more_screen,
    resign_question,
)
from cogs.tables.screen import text_screen
from engines.texts import say
from opponents import Level
from sessions.playing.play import Ending
from sessions.shared.guard import Post
from sessions.shared.refusals import Refused
from sessions.tables.leaving import Leaving

_WHAT_LEAVING_MEANS = {
    Leaving.COUNTS: say(
        "A computer plays for you until you return: tap My hand, then “I'm back”. If you have not returned when the "
        "game ends, or it has made most of your moves, you come last, which counts towards your rating."
    ),
    Leaving.FREE: say(
        "A computer plays for you until you return: tap My hand, then “I'm back”. If you have not returned when the "
        "game ends, or it has made most of your moves, you come last, but your rating stays as it is."
    ),
    Leaving.TOO_OFTEN: say(
        "A computer plays for you until you return: tap My hand, then “I'm back”. If you have not returned when the "
        "game ends, or it has made most of your moves, you come last. That counts towards your rating, as you have "
        "left two of your last ten games before your third decision."
    ),
}


class TableControls(TableFeature):
    """Joining, starting, leaving and closing tables."""

    def __init__(self, context: Context, messages: TableMessages) -> None:
        super().__init__(context)
        self._messages = messages
        for purpose in FORMER_COMMANDS:
            self.at_table(purpose, lambda interaction, table, _typed: self._show_more(interaction, table.id))

    @handles(TableButton, Verb.MORE)
    async def _on_more(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        await self._show_more(interaction, button.table)

    async def _show_more(self, interaction: discord.Interaction[Any], table_id: int) -> None:
        user_id = interaction.user.id
        table = await self.service.lookup.stored(table_id)
        assert table is not None, "access to it has been granted"
        # A table whose game is no longer installed can still be closed.
        snapshot = await self.service.views.snapshot(table_id, user_id) if table.game in self.service.games else None
        renderer = await self.renderers.for_member(interaction, table)
        await show(interaction, more_screen(table, snapshot, user_id, renderer, may_manage=may_manage(interaction)))

    @handles(TableButton, Verb.DOWN)
    async def _on_down(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        table = (await self.service.views.snapshot(button.table, None)).table
        if table.purpose.is_private:
            raise Refused(say("Only you can see your practice games. /hand shows them."))
        if table.channel_id != interaction.channel_id:
            await self.tell(interaction, say("That table is in another channel: {link}", link=table_link(table)))
            return
        require_permissions(interaction)
        async with self.service.guard.posting(Post.TABLE, table.id):
            await self._messages.post(interaction, table.id)

    @handles(TableButton, Verb.OUT)
    async def _on_leave_game(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        leaving = await self.service.seats.leaving(button.table, interaction.user.id)
        await self.service.seats.leave(button.table, interaction.user.id)
        await self.tell(interaction, _WHAT_LEAVING_MEANS[leaving])

    @handles(TableButton, Verb.RESIGN)
    async def _on_ask_to_resign(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Ask whether to give up the game, in a message of its own, so that the hand stays."""
        table = await self.service.seats.check_resign(button.table, interaction.user.id)
        leaving = await self.service.seats.leaving(table.id, interaction.user.id)
        await show(interaction, resign_question(table, self.renderers.without_names(interaction), leaving))

    @handles(TableButton, Verb.END)
    async def _on_ask_to_end(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        table, ending = await self.service.play.check_end(button.table, interaction.user.id, may_manage(interaction))
        if ending is Ending.GIVES_UP:
            await self._on_ask_to_resign(interaction, button)
            return
        takes_all = ending is Ending.TAKES_ALL
        await show(interaction, end_question(table, self.renderers.without_names(interaction), takes_all=takes_all))

    @handles(ConfirmButton, Confirmed.CLOSE, Confirmed.END)
    async def _on_end(self, interaction: discord.Interaction[Any], button: ConfirmButton) -> None:
        """Close the table or ask the others to. Before the game, only if no seat has changed since the question."""
        play = self.service.play
        _, ending = await play.check_end(button.table, interaction.user.id, may_manage(interaction))
        if button.deed is Confirmed.END and ending is Ending.TAKES_ALL:
            table = await self.service.votes.ask_to_end(button.table, interaction.user.id)
        else:
            since = button.rev if button.deed is Confirmed.CLOSE else None
            table = await play.end(button.table, interaction.user.id, may_manage(interaction), since)
        is_asked = table.phase.is_open
        await self.answer(
            interaction,
            say("The others are asked. The game ends when all agree.") if is_asked else say("The table is closed."),
        )

    @handles(ConfirmButton, Confirmed.RESIGN)
    async def _on_resign(self, interaction: discord.Interaction[Any], button: ConfirmButton) -> None:
        await self.service.seats.resign(button.table, interaction.user.id)
        await self.answer(interaction, say("You have given up the game."))

    @handles(ConfirmButton, Confirmed.KEEP)
    async def _on_keep(self, interaction: discord.Interaction[Any], button: ConfirmButton) -> None:
        await self.answer(interaction, say("Nothing has changed at the table."))

    @handles(TableButton, Verb.JOIN, Verb.LEAVE, Verb.START, Verb.SHORT_FORM, Verb.LONG_FORM)
    async def _on_lobby(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        lobby, choose_form = self.service.lobby, self.service.terms.choose_form
        acts: dict[Verb, Callable[[int, int], Awaitable[object]]] = {
            Verb.JOIN: lobby.join,
            Verb.LEAVE: lobby.leave,
            Verb.START: lobby.start,
            Verb.SHORT_FORM: partial(choose_form, short=True),
            Verb.LONG_FORM: partial(choose_form, short=False),
        }
        await acts[button.verb](button.table, interaction.user.id)
        await self._messages.redraw(interaction, button.table)

    @handles(TableButton, Verb.HOUSE_RULES)
    @opens_form
    async def _on_house_rules(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        game, options = await self.service.terms.present_rules(button.table, interaction.user.id)
        renderer = self.renderers.without_names(interaction)
        fields = rules_fields(game, options, renderer)
        await open_form(interaction, RulesForm(button.table), say("House rules"), fields, renderer)

    @handles(RulesForm)
    async def _on_rules_sent(self, interaction: discord.Interaction[Any], form: RulesForm) -> None:
        game, options = await self.service.terms.present_rules(form.table, interaction.user.id)
        chosen = read_rules(game, options, filled_in(interaction))
        await self.service.terms.choose_rules(form.table, interaction.user.id, chosen)
        await self.tell(interaction, say("The house rules are set. Everybody sees them at the table."))

    @handles(TableButton, Verb.REMATCH)
    async def _on_rematch(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Open a table for the same game and call the other members to it, or join it if it is already open."""
        require_permissions(interaction)
        table = await self.service.lobby.rematch(button.table, interaction.user.id)
        if table.host_id != interaction.user.id:
            await self.tell(interaction, say("You have joined the rematch."))
            return
        await self._messages.post(interaction, table.id)

    @handles(TableButton, Verb.TEXT)
    async def _on_text(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        snapshot = await self.service.views.snapshot(button.table, None)
        if snapshot.table.purpose.is_private or snapshot.hides_cards:  # where all that this member knows can be told
            snapshot = await self.service.views.snapshot(button.table, interaction.user.id)
        await show(interaction, text_screen(snapshot, await self.renderers.for_member(interaction, snapshot.table)))

    @handles(TableButton, Verb.LOG)
    async def _on_log(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        await show(interaction, await self._log(interaction, button.table))

    @handles(LogButton)
    async def _on_log_page(self, interaction: discord.Interaction[Any], button: LogButton) -> None:
        await show_in_place(interaction, await self._log(interaction, button.table, button.page))

    async def _log(
        self, interaction: discord.Interaction[Any], table_id: int, page: int | None = None
    ) -> ui.LayoutView:
        snapshot, events = await self.service.views.log(table_id, interaction.user.id)
        return log_screen(snapshot, events, await self.renderers.for_member(interaction, snapshot.table), page)

    @handles(PaceMenu)
    async def _on_pace(self, interaction: discord.Interaction[Any], menu: PaceMenu) -> None:
        pace = chosen_value(interaction)
        await self.service.terms.choose_pace(menu.table, interaction.user.id, pace)
        await self._messages.redraw(interaction, menu.table)

    @handles(ComputerMenu)
    async def _on_computers(self, interaction: discord.Interaction[Any], menu: ComputerMenu) -> None:
        lobby, user = self.service.lobby, interaction.user.id
        choice = chosen_value(interaction)
        if choice.isdecimal():
            await lobby.free_seat(menu.table, user, int(choice), menu.rev)
        else:
            await lobby.add_computers(menu.table, user, [Level(choice)])
        await self._messages.redraw(interaction, menu.table)

    @handles(SeatMenu)
    async def _on_seat(self, interaction: discord.Interaction[Any], menu: SeatMenu) -> None:
        await self.service.terms.change_seat(menu.table, interaction.user.id, int(chosen_value(interaction)), menu.rev)
        await self._messages.redraw(interaction, menu.table)
