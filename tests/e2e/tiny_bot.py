"""A bot small enough to test the harness with: it deals out numbered tickets, and misbehaves on demand."""

import asyncio
import io
import logging
import re
from pathlib import Path
from typing import Any, Self

import discord
from discord import app_commands, ui
from discord.ext import commands
from discord.http import Route

from playground.settings import ExternalWaits

NOBODY = discord.AllowedMentions.none()
COLOURS = ("red", "green", "blue")


class Store:
    """How many tickets are gone, in a file. A change takes a while, as in a database."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.lock = asyncio.Lock()

    def count(self) -> int:
        return int(self.file.read_text()) if self.file.exists() else 0

    async def take(self, seen: int) -> bool:
        """Take the next ticket, unless another has been taken since ``seen``."""
        async with self.lock:
            if self.count() != seen:
                return False
            await asyncio.to_thread(self.file.write_text, str(seen + 1))
            return True


class TicketButton(ui.DynamicItem[ui.Button[Any]], template=r"ticket:(?P<seen>\d+)"):
    """Takes a ticket."""

    def __init__(self, seen: int) -> None:
        super().__init__(ui.Button(label="Take a ticket", emoji="🎫", custom_id=f"ticket:{seen}"))
        self.seen = seen

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(int(match["seen"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        store: Store = interaction.client.store
        if await store.take(self.seen):
            await interaction.response.edit_message(view=booth(store.count()), allowed_mentions=NOBODY)
        else:
            late = "zu spät" if interaction.locale is discord.Locale.german else "too late"
            await interaction.response.send_message(late, ephemeral=True, allowed_mentions=NOBODY)


class DoButton(ui.DynamicItem[ui.Button[Any]], template=r"do:(?P<what>\w+)"):
    """Does what its custom id says."""

    def __init__(self, what: str, label: str, disabled: bool = False) -> None:
        super().__init__(ui.Button(label=label, custom_id=f"do:{what}", disabled=disabled))
        self.what = what

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        return cls(match["what"], "…")

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        if self.what == "colours":
            view = ui.LayoutView(timeout=None)
            view.add_item(ui.ActionRow().add_item(ColourMenu()))
            await interaction.response.send_message(view=view, ephemeral=True, allowed_mentions=NOBODY)
        elif self.what == "name":
            await interaction.response.send_modal(NameForm())
        elif self.what == "crash":
            raise RuntimeError("a tap went wrong")


class ColourMenu(ui.DynamicItem[ui.Select[Any]], template=r"colours"):
    """Chooses one or two colours."""

    def __init__(self) -> None:
        options = [discord.SelectOption(label=colour.title(), value=colour) for colour in COLOURS]
        super().__init__(ui.Select(custom_id="colours", placeholder="Two colours", max_values=2, options=options))

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction[Any], item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        menu = cls()
        if isinstance(item, ui.Select):
            menu.item = item
        return menu

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        view = ui.LayoutView(timeout=None)
        view.add_item(ui.TextDisplay(f"You like {' and '.join(self.item.values)}."))
        await interaction.response.edit_message(view=view, allowed_mentions=NOBODY)


class NameForm(ui.Modal, title="Who are you?"):
    """Asks for a name."""

    name = ui.Label(text="Name", component=ui.TextInput(custom_id="name"))

    async def on_submit(self, interaction: discord.Interaction[Any], /) -> None:
        assert isinstance(self.name.component, ui.TextInput)
        await interaction.response.send_message(f"Hello {self.name.component.value}", ephemeral=True)


def booth(taken: int) -> ui.LayoutView:
    """Where the tickets are."""
    view = ui.LayoutView(timeout=None)
    row: ui.ActionRow[Any] = ui.ActionRow()
    row.add_item(TicketButton(taken))
    for what in ("Colours", "Name", "Crash", "Closed"):
        row.add_item(DoButton(what.lower(), what, disabled=what == "Closed"))
    view.add_item(ui.Container(ui.TextDisplay("# Tickets"), ui.TextDisplay(f"{taken} are gone"), row))
    return view


class TinyBot(commands.AutoShardedBot):
    """Has a command /booth with a picture, /colour with suggestions and /misbehave."""

    def __init__(self, directory: Path, sleep: ExternalWaits) -> None:
        super().__init__("!", intents=discord.Intents(guilds=True), allowed_mentions=NOBODY, help_command=None)
        self.store = Store(directory / "tickets")
        self.sleep = sleep
        self.closed = False

    async def setup_hook(self) -> None:
        self.add_dynamic_items(TicketButton, DoButton, ColourMenu)
        self.tree.add_command(open_booth)
        self.tree.add_command(like)
        self.tree.add_command(misbehave)
        await self.tree.sync()

    async def close(self) -> None:
        self.closed = True
        await super().close()


@app_commands.command(name="booth", description="Open the booth")
async def open_booth(interaction: discord.Interaction[Any]) -> None:
    """Open the booth, with a picture."""
    view = booth(interaction.client.store.count())
    view.add_item(ui.MediaGallery(discord.MediaGalleryItem("attachment://booth.png", description="A booth")))
    await interaction.response.send_message(view=view, file=discord.File(io.BytesIO(b"picture"), "booth.png"))


@app_commands.command(name="colour", description="Name a colour")
async def like(interaction: discord.Interaction[Any], colour: str) -> None:
    """Repeat a colour after a pause."""
    await interaction.response.defer(ephemeral=True)
    await interaction.client.sleep(1.5)
    await interaction.edit_original_response(content=colour)


@like.autocomplete("colour")
async def _colours(interaction: discord.Interaction[Any], typed: str) -> list[app_commands.Choice[str]]:
    return [app_commands.Choice(name=colour.title(), value=colour) for colour in COLOURS if typed in colour]


@app_commands.command(name="misbehave", description="Do something wrong")
async def misbehave(interaction: discord.Interaction[Any], how: str) -> None:
    """Do something wrong."""
    if how == "blank":
        await interaction.response.send_message(" \n")
    elif how == "everyone":
        await interaction.response.send_message("Hey", allowed_mentions=discord.AllowedMentions.all())
    elif how == "twice":
        await interaction.response.send_message("one")
        await interaction.client.http.request(
            Route("POST", f"/interactions/{interaction.id}/{interaction.token}/callback"), json={"type": 5}
        )
    elif how == "log":
        logging.getLogger("tiny").error("lost a ticket")
        await interaction.response.send_message("done")
    else:
        raise RuntimeError("a command went wrong")
