"""/league cup, and the buttons of cups."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from cogs.cups.screen import CupMessages, with_members, words_screen
from cogs.hands.messages import HandMessages
from cogs.shared.controls import confirmation, handles
from cogs.shared.feature import Context, Feature
from cogs.shared.matchpoints import matchpoint_file
from cogs.shared.permissions import may_manage, require_permissions
from cogs.shared.responses import send_file, show
from cogs.shared.same_cards import CupButton, CupVerb
from db.cups import CupRecord
from db.posts import PostKind
from engines.texts import say
from sessions.cups import FEWEST_DEALS, LONGEST_NAME, MOST_DAYS, MOST_DEALS


class CupCommands(Feature):
    """Opens cups, deals their cards and shows their results."""

    def __init__(self, context: Context, hands: HandMessages, messages: CupMessages) -> None:
        super().__init__(context)
        self._hands = hands
        self._messages = messages

    def cup_command(self) -> app_commands.Command[Any, ..., Any]:
        """/league cup."""

        async def cup(
            interaction: discord.Interaction[Any],
            name: Range[str, 1, LONGEST_NAME],
            game: str,
            deals: Range[int, FEWEST_DEALS, MOST_DEALS],
            days: Range[int, 1, MOST_DAYS],
        ) -> None:
            await self.open(interaction, name, game, deals, days)

        games = [Choice(name=game.name, value=game.key) for game in self.games.values() if game.daily is not None]
        described = app_commands.describe(
            name=locale_str("What the cup is called"),
            game=locale_str("Which game is played, in its short form"),
            deals=locale_str("How many deals everybody plays"),
            days=locale_str("How many days everybody has for them"),
        )
        return app_commands.Command(
            name=locale_str("cup"),
            description=locale_str("Open a cup: all play the same deals, each alone against computers"),
            callback=app_commands.choices(game=games)(described(cup)),
        )

    async def open(self, interaction: discord.Interaction[Any], name: str, game: str, deals: int, days: int) -> None:
        """Open a cup and respond with its message. One whose post is gone moves here."""
        require_permissions(interaction)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        assert interaction.guild is not None
        guild = interaction.guild

        async def is_shown(cup: CupRecord) -> bool:
            here = guild.get_channel_or_thread(cup.channel_id) is not None
            return here and await self._messages.keeper.is_there(PostKind.CUP, cup.id)

        cup = await self.service.cups.open(
            interaction.guild_id,
            interaction.channel_id,
            interaction.user.id,
            name,
            self.game(game),
            deals,
            days,
            is_shown,
        )
        await self.show_new(interaction, cup)

    async def show_new(self, interaction: discord.Interaction[Any], cup: CupRecord) -> None:
        """Respond with the message of a cup that has just been opened here, or has moved here."""
        await self._messages.keeper.respond(interaction, PostKind.CUP, cup.id, say("The cup is open."))

    @handles(CupButton, CupVerb.PLAY)
    async def _on_play(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        """Deal the member the next deal, or show the game that they have begun."""
        table = await self.service.cups.play(
            button.cup, interaction.guild_id, interaction.channel_id or 0, interaction.user.id
        )
        await self._hands.open(interaction, table.id)

    @handles(CupButton, CupVerb.RESULTS)
    async def _on_results(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        shown = await self.service.cups.results(button.cup, interaction.guild_id, interaction.user.id)
        reader = self.renderers.without_names(interaction)
        await show(interaction, words_screen(shown, await with_members(self.renderers, shown, reader)))

    @handles(CupButton, CupVerb.FILE)
    async def _on_file(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        shown = await self.service.cups.results(button.cup, interaction.guild_id, interaction.user.id)
        renderer = await with_members(self.renderers, shown, self.renderers.without_names(interaction))
        file = matchpoint_file(shown.lines, shown.shown, shown.members.index, renderer)
        await send_file(interaction, renderer.render(say("All results that you can see.")), file)

    @handles(CupButton, CupVerb.ASK_CANCEL)
    async def _on_ask_cancel(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        await self.service.cups.require_organiser(
            button.cup, interaction.guild_id, interaction.user.id, may_manage=may_manage(interaction)
        )
        renderer = self.renderers.without_names(interaction)
        question = renderer.render(say("Cancel this cup for everybody? There will be no result."))
        yes = CupButton(button.cup, CupVerb.CANCEL), say("Cancel the cup")
        no = CupButton(button.cup, CupVerb.KEEP), say("Keep it")
        await show(interaction, confirmation(question, yes, no, renderer))

    @handles(CupButton, CupVerb.CANCEL)
    async def _on_cancel(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        await self.service.cups.cancel(
            button.cup, interaction.guild_id, interaction.user.id, may_manage=may_manage(interaction)
        )
        self._messages.show(button.cup)
        await self.answer(interaction, say("The cup is cancelled."))

    @handles(CupButton, CupVerb.KEEP)
    async def _on_keep(self, interaction: discord.Interaction[Any], button: CupButton) -> None:
        await self.answer(interaction, say("Nothing has changed."))
