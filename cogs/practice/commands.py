"""/practice, and the buttons that only private tables have."""

from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from cogs.hands.messages import HandMessages
from cogs.shared.feature import Context, Feature
from cogs.shared.limits import COMMAND_LIMIT
from cogs.shared.table_buttons import TableButton, Verb
from cogs.tables.house_rules import GUILD_ONLY, chosen_options, game_command
from engines.contract import Game
from engines.texts import say
from opponents import Level
from sessions.shared.refusals import Refused


class PracticeCommands(Feature):
    """Starts private games. The member's hand shows them, so they need no message in the channel."""

    def __init__(self, context: Context, hands: HandMessages) -> None:
        super().__init__(context)
        self._hands = hands
        context.handlers.add(TableButton, self.on_rematch, Verb.AGAIN)

    def tree_command(self) -> app_commands.Group:
        """/practice, with a subcommand for each game."""
        practice = app_commands.Group(
            name=locale_str("practice"),
            description=locale_str("Play against computers in a message that only you see"),
            **GUILD_ONLY,
        )
        for game in self.games.values():
            if game.seats[-1] == 1:  # a game for one player, without a seat for a computer
                continue
            practice.add_command(self._practice_command(game))
        return practice

    def _practice_command(self, game: Game[Any]) -> app_commands.Command[Any, ..., None]:
        fewest, most = max(1, game.seats[0] - 1), game.seats[-1] - 1

        async def practice(
            interaction: discord.Interaction[Any],
            *,
            opponents: int | None = None,
            level: str | None = None,
            **given: Any,
        ) -> None:
            number = fewest if opponents is None else opponents
            if not fewest <= number <= most:  # Discord's own apps offer no other numbers
                raise Refused(say("{game} needs {least} to {most} opponents.", game=game.name, least=fewest, most=most))
            options, computers = chosen_options(game, given), [_known_level(level)] * number
            assert interaction.guild_id is not None
            assert interaction.channel_id is not None
            table = await self.service.practice.start(
                interaction.guild_id, interaction.channel_id, interaction.user.id, game.key, options, computers
            )
            await self._hands.open(interaction, table.id)

        described = {"level": locale_str("How well the computers play; normal by default")}
        choices: dict[str, list[Choice[Any]]] = {
            "level": [Choice(name=locale_str(str(level.label)), value=level.value) for level in Level]
        }
        numbers = range(fewest, most + 1)[:COMMAND_LIMIT]
        if len(numbers) > 1:
            described["opponents"] = locale_str("How many computers play; by default, as few as the game allows")
            choices["opponents"] = [Choice(name=str(number), value=number) for number in numbers]
        return game_command(game, practice, described, choices)

    async def on_rematch(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        """Start the same game again in a new message, so that the result stays."""
        table = await self.service.practice.rematch(button.table, interaction.user.id)
        await self._hands.open(interaction, table.id)


def _known_level(name: str | None) -> Level:
    """The level with this name, or the default without a name. Raises ``Refused`` if there is none."""
    try:
        return Level.NORMAL if name is None else Level(name)
    except ValueError:
        raise Refused(say("There is no such level. Choose one from the list.")) from None
