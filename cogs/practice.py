"""Practice games: a member plays against computers in messages that nobody else sees."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from cogs.hands.messages import HandMessages
from cogs.lessons.screen import own_games_screen
from cogs.shared.controls import handles
from cogs.shared.feature import Context, Feature
from cogs.shared.forms import Typed
from cogs.shared.limits import COMMAND_LIMIT, SUGGESTION_LIMIT
from cogs.shared.permissions import ANYWHERE, private_place
from cogs.shared.responses import show
from cogs.shared.table_parts import TableButton, Verb
from cogs.tables.house_rules import chosen_options, game_command
from cogs.tables.opponents import computer_opponents
from engines.contract import Game
from opponents import offered


class PracticeCommands(Feature):
    """Starts private games. The member's hand shows them, so they need no message in the channel."""

    def __init__(self, context: Context, hands: HandMessages) -> None:
        super().__init__(context)
        self._hands = hands

    def tree_command(self) -> app_commands.Group:
        """/practice, with a subcommand for each game."""
        practice = app_commands.Group(
            name=locale_str("practice"),
            description=locale_str("Play against computers in a message that only you see"),
            **ANYWHERE,
        )
        # A game for one player has no seat for a computer. One place is for the mistakes.
        for game in [game for game in self.games.values() if game.seats[-1] > 1][: COMMAND_LIMIT - 1]:
            practice.add_command(self._practice_command(game))
        practice.add_command(self._mistakes_command())
        return practice

    def _mistakes_command(self) -> app_commands.Command[Any, ..., None]:
        async def mistakes(interaction: discord.Interaction[Any]) -> None:
            latest = await self.service.mistakes.latest(interaction.user.id)
            await show(interaction, own_games_screen(latest, self.renderers.without_names(interaction)))

        described = locale_str("Find better moves than your own, in your latest games")
        return app_commands.Command(name=locale_str("mistakes"), description=described, callback=mistakes)

    def _practice_command(self, game: Game[Any]) -> app_commands.Command[Any, ..., None]:
        async def practice(
            interaction: discord.Interaction[Any], *, opponents: Typed | None = None, **given: Any
        ) -> None:
            options, computers = chosen_options(game, given), computer_opponents(opponents, game, interaction.user.id)
            table = await self.service.practice.start(*private_place(interaction), game.key, options, computers)
            await self._hands.open(interaction, table.id)

        async def suggest(interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
            return [Choice(name=text, value=text) for text in _suggested(game) if typed.casefold().strip() in text]

        described = {"opponents": locale_str("Computers by level, such as easy hard; by default, as few as possible")}
        command = game_command(game, practice, described, {})
        command.autocomplete("opponents")(suggest)
        return command

    @handles(TableButton, Verb.AGAIN)
    async def _on_rematch(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Start the same game again in a new message, so that the result stays. A second tap shows it only once."""
        table = await self.service.practice.rematch(button.table, interaction.user.id)
        await self._hands.open(interaction, table.id, replaces=True)


def _suggested(game: Game[Any]) -> list[str]:
    """Computers of one level, as many as the game takes, as they are typed."""
    numbers = range(max(1, game.seats[0] - 1), game.seats[-1])
    found = [f"{number} {level}" if number > 1 else str(level) for number in numbers for level in offered(game.key)]
    return found[:SUGGESTION_LIMIT]
