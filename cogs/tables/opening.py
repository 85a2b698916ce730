"""/play and "Challenge to a game": opening tables, and inviting members to them."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import app_commands, ui
from discord.app_commands import locale_str

from cogs.shared.contents import Words
from cogs.shared.controls import Control, chosen_number, chosen_value, handles, option
from cogs.shared.feature import Context, Feature
from cogs.shared.forms import Typed
from cogs.shared.layout import LOBBY_COLOUR, layout, row
from cogs.shared.permissions import ON_SERVERS, require_members, require_permissions
from cogs.shared.post_messages import Shown, in_words
from cogs.shared.posts import NotYet
from cogs.shared.rendering import Renderer, safe_name
from cogs.shared.responses import show
from cogs.shared.your_table import way_to
from cogs.tables.house_rules import chosen_options, game_command
from cogs.tables.messages import TableMessages
from cogs.tables.more_screen import InvitationMenu
from cogs.tables.opponents import NO_OPPONENTS, Opponents, named_opponents
from cogs.tables.pings import mention, with_time
from cogs.tables.threads import TableThreads
from db.posts import PostKind, PostRecord
from db.records import NewTable, Phase
from engines.contract import Game, GameOptions
from engines.texts import Player, Text, say
from sessions.shared.refusals import Refused
from sessions.snapshots import Snapshot
from sessions.tables.pace import CHOICES


class ChallengeMenu(Control, prefix="challenge"):
    """The games that a member can be challenged to: its value is a game's key."""

    user: int


def challenge_screen(games: Iterable[Game[Any]], user_id: int, name: str, renderer: Renderer) -> ui.LayoutView:
    """A menu of the games; ``name`` is the challenged member's, not yet escaped."""
    options = [option(Text(game.name), game.key, renderer, description=game.summary) for game in games]
    question = renderer.render(say("Which game do you want to play with {name}?", name=safe_name(name)))
    menu = ChallengeMenu(user_id).menu(options, renderer, say("Choose a game"))
    return layout(LOBBY_COLOUR, question, row(menu))


class OpeningCommands(Feature):
    """Opens tables for the games that are offered. Its commands are made from the list of games."""

    def __init__(self, context: Context, messages: TableMessages, threads: TableThreads) -> None:
        super().__init__(context)
        self._messages = messages
        self._threads = threads

    def tree_commands(self) -> list[app_commands.Group | app_commands.ContextMenu]:
        """The commands to add to the command tree: /play with a subcommand for each game, and the user command."""
        play = app_commands.Group(
            name=locale_str("play"), description=locale_str("Open a card table in this channel"), **ON_SERVERS
        )
        for game in self.games.values():
            play.add_command(self._play_command(game))

        challenge = app_commands.ContextMenu(
            name=locale_str("Challenge to a game"), callback=self.ask_for_game, **ON_SERVERS
        )
        return [play, challenge]

    def _play_command(self, game: Game[Any]) -> app_commands.Command[Any, ..., None]:
        async def play(
            interaction: discord.Interaction[Any],
            *,
            opponents: Typed | None = None,
            pace: str | None = None,
            invited_only: bool = False,
            **given: Any,
        ) -> None:
            options = chosen_options(game, given)
            named = named_opponents(opponents, game, interaction.user.id)
            await self.open_table(interaction, game, options, named, pace, invited_only=invited_only)

        described = {
            "opponents": locale_str("Members to invite, such as @bob, and computers by level, such as easy hard"),
            "pace": locale_str("How much time players have; by default, the server's usual pace"),
            "invited_only": locale_str("Only members invited by you or other players at the table can join"),
        }
        paces = [app_commands.Choice(name=locale_str(str(pace.label)), value=pace.value) for pace in CHOICES]
        return game_command(game, play, described, {"pace": paces})

    async def open_table(
        self,
        interaction: discord.Interaction[Any],
        game: Game[Any],
        options: GameOptions,
        opponents: Opponents = NO_OPPONENTS,
        pace: str | None = None,
        *,
        invited_only: bool = False,
    ) -> None:
        """Open a table in this channel, seat the computers and call the members invited. Raises ``Refused``."""
        require_permissions(interaction)
        in_thread = await self._threads.are_wanted(interaction)
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        lobby, guests, host = self.service.lobby, self.service.guests, interaction.user.id
        await require_members(interaction, opponents.users)
        async with guests.inviting(host, opponents.users):
            new = NewTable(interaction.guild_id, interaction.channel_id, host, game.key, options.dump(), pace=pace)
            table = await lobby.open(replace(new, invited_only=invited_only, invited=opponents.users))
        if opponents.computers:
            await lobby.add_computers(table.id, host, opponents.computers)
        if in_thread:
            await self._threads.post(interaction, table)
        else:
            await self._messages.post(interaction, table.id)

    async def ask_for_game(self, interaction: discord.Interaction[Any], user: discord.Member) -> None:
        """Ask a member which game they challenge ``user`` to."""
        if user.id == interaction.user.id:
            raise Refused(say("You can't challenge yourself. /play opens a table that others can join."))
        await require_members(interaction, [user.id])
        await self.service.guests.check([user.id])
        require_permissions(interaction)
        renderer = self.renderers.without_names(interaction)
        await show(interaction, challenge_screen(self.games.values(), user.id, user.display_name, renderer))

    @handles(ChallengeMenu)
    async def _on_challenge(self, interaction: discord.Interaction[Any], menu: ChallengeMenu) -> None:
        key = chosen_value(interaction)
        game = self.game(key)
        await self.open_table(interaction, game, game.Options(), Opponents((menu.user,)))


class InvitationFeature(Feature):
    """Invites members to tables that have not started, and calls those who are invited."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.keeper.keep(PostKind.INVITATION, self._invitation, is_call=True)

    @handles(InvitationMenu)
    async def _on_invite(self, interaction: discord.Interaction[Any], menu: InvitationMenu) -> None:
        invited = chosen_number(interaction)
        if invited == interaction.user.id:
            raise Refused(say("You can't invite yourself. Tap Join at the table."))
        await require_members(interaction, [invited])
        await self.service.guests.invite(menu.table, interaction.user.id, invited)
        await self.tell(interaction, say("You have invited {member}.", member=f"<@{invited}>"))

    async def _invitation(self, post: PostRecord) -> Shown | None:
        """Members are called below their table; who has been called there before is named and left in peace."""
        snapshot = await self.service.views.snapshot(post.subject, None)
        table = snapshot.table
        if table.phase is not Phase.LOBBY:
            return None
        if table.message_id is None:
            raise NotYet
        missing = await self.service.guests.missing(table, str(post.id))
        if not missing:
            return None
        renderer, now = await self.renderers.for_channel(table), self.service.now()
        kept = {seat.user_id for seat in table.invited}
        lines = [
            mention(users, with_time(renderer.render(invitation), table, now, renderer)).line
            for is_again, invitation in enumerate(_invitations(snapshot))
            if (users := [user for user in missing if (user in kept) == is_again])
        ]
        new = [user for user, called in missing.items() if not called]
        note_called = partial(self.service.guests.note_called, table.id, new)
        return in_words(
            table.channel_id,
            Words("\n".join(lines), way_to(table, snapshot.game.name)),
            mention(new, "").mentioned,
            note_called,
        )


def _invitations(snapshot: Snapshot) -> tuple[Text, Text]:
    """What is said to those who are invited to a new game, and to those who have just played."""
    host = snapshot.table.seat_of(snapshot.table.host_id)
    assert host is not None, "a host has a seat, or hands the table on"
    player, game = Player(host.seat), snapshot.game.name
    return (
        say("You are invited to a game of {game} with {player}: tap Join at the table.", player=player, game=game),
        say("{player} would like a rematch of {game}: tap Join at the table.", player=player, game=game),
    )
