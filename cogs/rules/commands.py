"""/rules and /help, with the examples in the rules ready to be drawn."""

from collections.abc import Sequence
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, locale_str

from cogs.hands.display import PrivatePictures
from cogs.rules.rules_screen import (
    FIRST_COMMANDS,
    CommandsButton,
    OpenRulesButton,
    Rulebook,
    RulesButton,
    RulesMenu,
    TableRulesButton,
    TableRulesMenu,
    commands_screen,
    games_screen,
    help_screen,
    nearest,
    rules_pages,
    rules_screen,
)
from cogs.rules.search import FoundMenu, find, search_screen, stems_of, suggestion, terms
from cogs.shared.alt_text import alt_text
from cogs.shared.contents import Content
from cogs.shared.controls import chosen_value, handles
from cogs.shared.drawing import Need
from cogs.shared.feature import Context, Feature
from cogs.shared.forms import Typed
from cogs.shared.limits import SUGGESTION_LIMIT, SUGGESTION_TEXT_LIMIT
from cogs.shared.permissions import anywhere, is_offered_anywhere, server_of
from cogs.shared.pictures import shown_example
from cogs.shared.rendering import Renderer, clip, safe_name
from cogs.shared.responses import show, show_in_place
from cogs.shared.table_parts import TableButton, Verb
from db.records import TableRecord
from engines.texts import Text, say
from sessions.shared.refusals import Refused


class RulesCommands(Feature):
    """How to play: the rules of the games and the help page."""

    def __init__(self, context: Context, pictures: PrivatePictures) -> None:
        super().__init__(context)
        self._pictures = pictures
        self.offer_games(self.rules)

    @anywhere
    @app_commands.command(name=locale_str("rules"), description=locale_str("Rules and lessons of the games"))
    @app_commands.describe(
        game=locale_str("A game; leave empty for the one at the table here"),
        about=locale_str("A word or a question to look up in the rules of all games, or of this one"),
    )
    async def rules(
        self, interaction: discord.Interaction[Any], game: str | None = None, about: Typed | None = None
    ) -> None:
        """/rules."""
        if about is not None:
            await self._search(interaction, await self._books(interaction, game), about)
            return
        book = await self._meant(interaction, game)
        if book is None:
            await show(interaction, games_screen(self.games, self.renderers.without_names(interaction)))
        else:
            await self._open(interaction, book)

    @rules.autocomplete("about")
    async def suggest(self, interaction: discord.Interaction[Any], typed: str) -> list[Choice[str]]:
        """The terms of the rules that contain what is typed so far."""
        books = await self._books(interaction, interaction.namespace.game)
        pages = self._texts(books, self.renderers.without_names(interaction).plain)
        found = [clip(term, SUGGESTION_TEXT_LIMIT) for term in terms(pages) if typed.casefold() in term.casefold()]
        return [Choice(name=term, value=term) for term in found[:SUGGESTION_LIMIT]]

    @anywhere
    @app_commands.command(name=locale_str("help"), description=locale_str("How to play here, and every command"))
    async def help(self, interaction: discord.Interaction[Any]) -> None:
        """/help."""
        await show(interaction, help_screen(self.games, self.renderers.without_names(interaction)))

    @handles(CommandsButton)
    async def _on_commands(self, interaction: discord.Interaction[Any], _button: CommandsButton) -> None:
        renderer = self.renderers.without_names(interaction)
        await show_in_place(interaction, commands_screen(_commands(interaction), renderer))

    @handles(TableButton, Verb.RULES)
    async def _on_table_rules(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        await self._open(interaction, await self._at_table(button.table))

    @handles(OpenRulesButton)
    async def _on_open(self, interaction: discord.Interaction[Any], button: OpenRulesButton) -> None:
        await self._open(interaction, Rulebook(self.game(button.game)))

    @handles(RulesButton)
    async def _on_section(self, interaction: discord.Interaction[Any], button: RulesButton) -> None:
        await self._turn(interaction, Rulebook(self.game(button.game)), button.section)

    @handles(RulesMenu)
    async def _on_contents(self, interaction: discord.Interaction[Any], menu: RulesMenu) -> None:
        await self._turn(interaction, Rulebook(self.game(menu.game)), int(chosen_value(interaction)))

    @handles(TableRulesButton)
    async def _on_table_section(self, interaction: discord.Interaction[Any], button: TableRulesButton) -> None:
        await self._turn(interaction, await self._at_table(button.table), button.section)

    @handles(TableRulesMenu)
    async def _on_table_contents(self, interaction: discord.Interaction[Any], menu: TableRulesMenu) -> None:
        await self._turn(interaction, await self._at_table(menu.table), int(chosen_value(interaction)))

    async def _meant(self, interaction: discord.Interaction[Any], game: str | None) -> Rulebook | None:
        """The rules of this game, or of the game here, with the house rules of the member's table if that plays it.

        ``None`` if no game is named and none is played here.
        """
        here, user_id = interaction.channel_id or 0, interaction.user.id
        tables = await self.service.lookup.meant(here, user_id)
        fitting = [table for table in tables if game is None or table.game == game]
        if fitting:
            return self._book_of(fitting[-1])
        return None if game is None else Rulebook(self.game(game))

    async def _at_table(self, table_id: int) -> Rulebook:
        return self._book_of((await self.service.views.snapshot(table_id, None)).table)

    def _book_of(self, table: TableRecord) -> Rulebook:
        return Rulebook(self.game(table.game), table)

    async def _open(self, interaction: discord.Interaction[Any], book: Rulebook, section: int = 0) -> None:
        """Show a page in a new message."""
        make = partial(self._page, interaction, book, section)
        await self._pictures.show(interaction, make, in_place=False)

    async def _turn(self, interaction: discord.Interaction[Any], book: Rulebook, section: int) -> None:
        """Show another page in place of the present one."""
        make = partial(self._page, interaction, book, section)
        await self._pictures.show(interaction, make, in_place=True)

    async def _page(
        self, interaction: discord.Interaction[Any], book: Rulebook, section: int, need: Need | None
    ) -> Content:
        """A page of the rules with its example: a picture, or words for members who want no pictures."""
        renderer = self.renderers.without_names(interaction)
        pages = rules_pages(book, renderer)
        example = pages[nearest(pages, section)].example
        if example is None:
            return Content(rules_screen(book, renderer, section))
        shown = shown_example(book.game, example)
        picture = await self._pictures.draw(interaction, shown, renderer, need) if need else None
        drawn = picture or alt_text(shown.scene, renderer.written.plain)
        return Content(rules_screen(book, renderer, section, drawn), picture)

    @handles(FoundMenu)
    async def _on_found(self, interaction: discord.Interaction[Any], _menu: FoundMenu) -> None:
        game, _, section = chosen_value(interaction).partition(" ")
        book = await self._meant(interaction, game)
        assert book is not None, "a game is named"
        await self._turn(interaction, book, int(section) if section.isdecimal() else 0)

    async def _books(self, interaction: discord.Interaction[Any], game: str | None) -> list[Rulebook]:
        """The rules of this game, or of all, each with the house rules of the member's table if that plays it."""
        meant = [await self._meant(interaction, key) for key in ([game] if game else self.games)]
        return [book for book in meant if book is not None]

    async def _search(self, interaction: discord.Interaction[Any], books: Sequence[Rulebook], about: str) -> None:
        if not stems_of(about):
            raise Refused(say("Type a word or a question to look up, such as “pass”."))
        renderer = self.renderers.without_names(interaction)
        found = find(books, about, renderer)
        if not found:
            raise Refused(_nothing_about(about, suggestion(self._texts(books, renderer), about)))
        if len(found) == 1:
            await self._open(interaction, found[0].book, found[0].section)
            return
        await show(interaction, search_screen(found, about, renderer))

    def _texts(self, books: Sequence[Rulebook], renderer: Renderer) -> list[tuple[str, str]]:
        return [(page.heading, page.text) for book in books for page in rules_pages(book, renderer)]


def _commands(interaction: discord.Interaction[Any]) -> list[tuple[str, Text]]:
    """The commands that can be used here and what they do, those that members look for first at the beginning."""
    listed = interaction.client.tree.get_commands(type=discord.AppCommandType.chat_input)
    if server_of(interaction) is None:
        listed = [command for command in listed if is_offered_anywhere(command)]
    told = {f"/{command.name}": Text(command.description) for command in listed}
    first = [name for name in FIRST_COMMANDS if name in told]
    return [(name, told[name]) for name in dict.fromkeys((*first, *told))]


def _nothing_about(about: str, instead: str | None) -> Text:
    words = clip(safe_name(about), 40)
    if instead is None:
        return say("The rules say nothing about “{words}”.", words=words)
    return say("The rules say nothing about “{words}”. Did you mean “{instead}”?", words=words, instead=instead)
