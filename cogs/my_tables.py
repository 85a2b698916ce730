"""Where a member is playing (/games), and news about tables at which they do not play."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from cogs.hands.messages import HandMessages
from cogs.shared.contents import Words
from cogs.shared.controls import Control, handles, page_buttons
from cogs.shared.feature import Context, Feature
from cogs.shared.layout import PLAY_COLOUR, LimitError, Parts, layout, row
from cogs.shared.permissions import anywhere
from cogs.shared.post_messages import Shown, in_words
from cogs.shared.rendering import Renderer, safe_name
from cogs.shared.responses import show, show_in_place
from cogs.shared.results import winners_line
from cogs.shared.table_parts import TableButton, Verb, newcomers_screen
from cogs.shared.your_table import table_link, table_title, turn, way_to
from cogs.tables.pings import MOST_PINGED, mention, with_time
from db.posts import Due, PostKind, PostRecord
from db.records import NO_SERVER, Phase, TableRecord
from engines.contract import Game
from engines.texts import Player, Text, say
from sessions.tables.lookup import FoundTable

TABLES_PER_PAGE = 6


class GamesButton(Control, prefix="games"):
    """Turns to a page of the member's tables, which counts from 0."""

    page: int


class OpenHandButton(Control, prefix="openhand"):
    """Opens the hand at a table in a message of its own, in whatever channel it is tapped."""

    table: int


@dataclass(frozen=True, slots=True)
class ListedTable:
    """A table with what is shown of it. ``renderer`` knows the names of its players, ``server`` is not yet escaped.

    ``is_here``: its hand can be opened here. Otherwise, another process of the bot serves its server.
    """

    place: FoundTable
    game: Game[Any] | None
    server: str
    renderer: Renderer
    is_here: bool = True


def my_tables_screen(tables: Sequence[ListedTable], page: int, pages: int, renderer: Renderer) -> ui.LayoutView:
    """A page of the member's tables."""
    try:
        return _page(tables, page, pages, renderer, names_players=True)
    except LimitError:  # large tables of members with long names
        return _page(tables, page, pages, renderer, names_players=False)


def _page(
    tables: Sequence[ListedTable], page: int, pages: int, renderer: Renderer, *, names_players: bool
) -> ui.LayoutView:
    heading = "### " + renderer.render(say("Your tables"))
    if pages > 1:
        heading += "\n-# " + renderer.render(say("Page {page} of {pages}", page=page + 1, pages=pages))
    parts: Parts = [heading, *(_table(listed, names_players=names_players) for listed in tables)]
    if pages > 1:
        parts.append(row(*page_buttons(GamesButton, page, pages - 1, renderer)))
    return layout(PLAY_COLOUR, *parts)


def _table(listed: ListedTable, *, names_players: bool) -> str | ui.Section[Any]:
    place, renderer = listed.place, listed.renderer
    table = place.table
    title = table_title(table, listed.game, renderer)
    if not names_players and listed.game is not None:
        title = Text(listed.game.name)
    sign = "▶️ " if place.is_own_turn else ""
    text = "\n".join(
        [
            f"{sign}**{renderer.render(title)}**",
            f"{renderer.render(turn(place))} {_times(place, renderer)}",
            f"-# {safe_name(listed.server)} · <#{table.channel_id}> · {_where(table, renderer)}",
        ]
    )
    if table.phase is not Phase.PLAYING or listed.game is None or not listed.is_here:
        return text
    style = discord.ButtonStyle.primary if place.is_own_turn else discord.ButtonStyle.secondary
    button = OpenHandButton(table.id).button(say("My hand"), renderer, style, emoji="🎴")
    return ui.Section(text, accessory=button)


def _where(table: TableRecord, renderer: Renderer) -> str:
    """A link to the table. Practice games have none, because only the hand shows them."""
    if table.purpose.is_private:
        return renderer.render(say("only you see this game"))
    label = renderer.render(say("Go to the table"))
    return f"[{label}]({table_link(table)})"


def _times(place: FoundTable, renderer: Renderer) -> str:
    since = discord.utils.format_dt(place.since, "R")
    if place.table.deadline is None:
        return renderer.render(say("(last change {since})", since=since))
    until = discord.utils.format_dt(place.table.deadline, "R")
    if place.is_timed:
        return renderer.render(say("(last change {since}, time runs out {until})", since=since, until=until))
    return renderer.render(say("(last change {since}, the table closes {until})", since=since, until=until))


class MyTablesCommands(Feature):
    """Lists where a member is playing, and tells those who wait for news of a table."""

    def __init__(self, context: Context, hands: HandMessages) -> None:
        super().__init__(context)
        self._hands = hands
        self.keeper.keep(PostKind.FOLLOWED, self._ended)
        self.keeper.keep(PostKind.PLAYERS, self._wanting)

    @anywhere
    @app_commands.command(name=locale_str("games"), description=locale_str("All your tables, on all servers"))
    async def games_command(self, interaction: discord.Interaction[Any]) -> None:
        """/games."""
        await show(interaction, await self._draw(interaction, 0))

    @handles(GamesButton)
    async def _on_page(self, interaction: discord.Interaction[Any], button: GamesButton) -> None:
        await show_in_place(interaction, await self._draw(interaction, button.page))

    @handles(OpenHandButton)
    async def _on_hand(self, interaction: discord.Interaction[Any], button: OpenHandButton) -> None:
        await self._hands.open(interaction, button.table)

    @handles(TableButton, Verb.FOLLOW)
    async def _on_follow(self, interaction: discord.Interaction[Any], button: TableButton) -> None:
        follows = await self.service.listeners.follow(button.table, interaction.user.id)
        told = (
            say("You are following this game: you will be pinged when it ends. Tap Follow again to stop.")
            if follows
            else say("You are no longer following this game.")
        )
        await self.tell(interaction, told)

    async def _draw(self, interaction: discord.Interaction[Any], page: int) -> discord.ui.LayoutView:
        # The bot can show tables only on servers that have not removed it.
        guilds = {guild.id: guild.name for guild in interaction.client.guilds}
        renderer, lookup = self.renderers.without_names(interaction), self.service.lookup
        guilds[NO_SERVER] = renderer.render(say("no server"))
        elsewhere = renderer.render(say("another server"))
        places = await lookup.everywhere(interaction.user.id)
        places = [place for place in places if place.table.guild_id in guilds or not lookup.serves(place.table)]
        pages = max(1, -(-len(places) // TABLES_PER_PAGE))
        page = min(page, pages - 1)
        listed = [
            ListedTable(
                place,
                self.service.games.get(place.table.game),
                guilds.get(place.table.guild_id, elsewhere),
                await self.renderers.for_member(interaction, place.table),
                is_here=lookup.serves(place.table),
            )
            for place in places[page * TABLES_PER_PAGE : (page + 1) * TABLES_PER_PAGE]
        ]
        if not listed:
            return newcomers_screen(say("You are not playing anywhere. /play opens a table."), self.games, renderer)
        return my_tables_screen(listed, page, pages, renderer)

    async def _ended(self, post: PostRecord) -> Shown | None:
        followers = await self.service.listeners.followers(post.subject)
        users = followers[post.part : post.part + MOST_PINGED]
        snapshot = await self.service.views.snapshot(post.subject, None)
        table = snapshot.table
        if not users or table.phase.is_open:
            return None
        renderer = await self.renderers.for_channel(table)
        if table.phase is Phase.FINISHED:
            ended = say("The {game} game that you follow is over.", game=snapshot.game.name)
        else:
            ended = say("The {game} game that you follow was closed without a result.", game=snapshot.game.name)
        told = [renderer.render(ended)]
        if snapshot.results:
            told.append(winners_line(snapshot.results, renderer, snapshot.sides))

        async def is_told() -> None:
            if users[-1] == followers[-1]:
                await self.service.listeners.forget_followers(table.id)
                return
            others = Due(PostKind.FOLLOWED, table.id, post.part + len(users))
            await self.service.posts.call(table.guild_id, [others], self.service.now())

        ping = mention(users, " ".join(told))
        return in_words(table.channel_id, Words(ping.line), ping.mentioned, is_told)

    async def _wanting(self, post: PostRecord) -> Shown | None:
        table, wanted = await self.service.listeners.wanted_players(post.subject)
        now = self.service.now()
        wanted = [user for user in wanted if not await self.service.settings.is_quiet(user, table.guild_id, now)]
        if not wanted or not await self.service.guard.admits_ping_for_players(table.guild_id, table.game, table.id):
            return None
        # Chosen at random, so that nobody is left out forever, and in each attempt alike.
        chosen = random.Random(post.id).sample(wanted, min(len(wanted), MOST_PINGED))
        renderer = await self.renderers.for_channel(table)
        host = table.seat_of(table.host_id)
        assert host is not None, "a host has a seat, or hands the table on"
        wanting = say(
            "A {game} table needs players, {player} is waiting.",
            game=self.service.games[table.game].name,
            player=Player(host.seat),
        )
        ping = mention(chosen, with_time(renderer.render(wanting), table, now, renderer))
        words = Words(ping.line, way_to(table, self.service.games[table.game].name))
        return in_words(table.home_channel, words, ping.mentioned)
