"""A small bot to test the playground with. It uses every kind of control that the real one uses."""

import asyncio
import re
from base64 import b64decode
from typing import Any, Self

import discord
from discord import app_commands, ui

from playground.settings import ExternalWaits
from sessions.computers.workers import Workers
from tests.playground.toy_jobs import wait_for_release

HEART = b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==")
"""The image of the toy bot's emoji: a red dot."""


class CountButton(ui.DynamicItem[ui.Button[Any]], template=r"count:(?P<effect>\w+)"):
    """A button whose custom id says what a tap does: count, reply or fail."""

    def __init__(self, effect: str, label: str, emoji: discord.Emoji | None = None) -> None:
        super().__init__(ui.Button(label=label, emoji=emoji, custom_id=f"count:{effect}"))
        self.effect = effect

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["effect"], label="…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.client.tapped(interaction, self.effect)


class Name(ui.Modal, title="Your name"):
    """Asks for a name and greets it."""

    name = ui.TextInput(label="Name")

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        await interaction.response.send_message(f"Hello {self.name.value}", ephemeral=True)


class SuitMenu(ui.DynamicItem[ui.Select[Any]], template=r"suit"):
    """A menu of two suits."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label="Hearts"), discord.SelectOption(label="Spades")]
        super().__init__(ui.Select(custom_id="suit", placeholder="Choose a suit", options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(f"You chose {self.item.values[0]}", ephemeral=True)


class ToyTree(app_commands.CommandTree["ToyBot"]):
    """Explains errors to the member, as the real bot does."""

    async def on_error(
        self, interaction: discord.Interaction["ToyBot"], error: app_commands.AppCommandError, /
    ) -> None:
        await interaction.response.send_message("No second table", ephemeral=True)


class ToyBot(discord.AutoShardedClient):
    """Counts taps on a message."""

    def __init__(self, sleep: ExternalWaits) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.sleep = sleep
        self.workers = Workers(1, wait=sleep.run)
        self.release_port = 0
        self.tree = ToyTree(self)
        self.count = 0
        self.closed_properly = False
        self._waiting: set[asyncio.Task[None]] = set()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(CountButton, SuitMenu)
        self.tree.add_command(app_commands.Command(name="table", description="Open a table", callback=self.open_table))
        self.tree.add_command(app_commands.Command(name="refuse", description="Be refused", callback=self.refuse))
        await self.tree.sync()
        self.heart = await self.create_application_emoji(name="heart", image=HEART)
        self.later(3600, "never")

    async def close(self) -> None:
        for task in self._waiting:
            task.cancel()
        await self.workers.close()
        self.closed_properly = True
        await super().close()

    def later(self, seconds: float, text: str, channel: discord.abc.Messageable | None = None) -> None:
        async def wait_and_send() -> None:
            await self.sleep(seconds)
            if channel is not None:
                await channel.send(text)

        task = asyncio.create_task(wait_and_send())
        self._waiting.add(task)
        task.add_done_callback(self._waiting.discard)

    def view(self) -> ui.LayoutView:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(f"Taps so far: {self.count}"))
        buttons = [("tap", "Tap"), ("peek", "Peek"), ("ask", "Ask"), ("think", "Think"), ("fail", "Fail")]
        rows: list[list[Any]] = [
            [CountButton(effect, label) for effect, label in buttons],
            [CountButton("own", f"Number {self.count}", self.heart), CountButton("work", "Work")],
            [SuitMenu()],
        ]
        for row in rows:
            view.add_item(ui.ActionRow(*row))
        return view

    async def open_table(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.send_message(view=self.view())

    async def refuse(self, interaction: discord.Interaction[Any]) -> None:
        raise app_commands.CheckFailure

    async def tapped(self, interaction: discord.Interaction[Any], effect: str) -> None:
        if effect == "fail":
            raise RuntimeError("the toy broke")
        if effect == "ask":
            await interaction.response.send_modal(Name())
        elif effect == "peek":
            await interaction.response.send_message("Only you see this", ephemeral=True)
        elif effect == "think":
            await interaction.response.defer()
            assert isinstance(interaction.channel, discord.abc.Messageable)
            self.later(0.5, "I have thought", interaction.channel)
        elif effect == "work":
            await interaction.response.defer()
            assert isinstance(interaction.channel, discord.abc.Messageable)
            answer = await self.sleep.run(self.workers(wait_for_release, self.release_port))
            await interaction.channel.send(answer)
        else:
            self.count += 1
            await interaction.response.edit_message(view=self.view())
