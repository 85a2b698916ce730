"""/league create, and the buttons of a league's post."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import Choice, Range, locale_str

from cogs.leagues.controls import (
    LEAST,
    MOST_PLAYERS,
    MOST_WEEKS,
    LeagueControl,
    LeagueForm,
    LeagueVerb,
    league_fields,
    new_league,
)
from cogs.leagues.organiser import export, result_lines
from cogs.leagues.own_screen import WAITS, out_question, own_screen
from cogs.leagues.pictures import league_pictures
from cogs.leagues.screen import POST_SECONDS, league_post, league_words_screen, list_screen
from cogs.leagues.words import own_renderer, public_renderer
from cogs.shared.acknowledgements import opens_form
from cogs.shared.contents import Content
from cogs.shared.controls import handles
from cogs.shared.feature import Context, Feature
from cogs.shared.forms import filled_in, open_form
from cogs.shared.limits import CONTENT_LIMIT
from cogs.shared.permissions import ON_SERVERS, can_post, may_manage, require_permissions
from cogs.shared.pictures import Picture
from cogs.shared.post_messages import Shown
from cogs.shared.rendering import clip
from cogs.shared.responses import send_file, show, show_in_place
from db.league_records import LeaguePhase, LeagueRecord
from db.posts import PostKind, PostRecord
from engines.texts import say
from sessions.leagues.overview import Overview
from sessions.leagues.sign_up import LONGEST_NAME, NewLeague
from sessions.settings.server import ServerSetting
from sessions.shared.refusals import Refused
from sessions.tables.pace import Pace


def league_group(*commands: app_commands.Command[Any, ..., Any]) -> app_commands.Group:
    """/league with these subcommands."""
    group = app_commands.Group(
        name=locale_str("league"),
        description=locale_str("Leagues, club evenings and cups in this channel"),
        **ON_SERVERS,
    )
    for command in commands:
        group.add_command(command)
    return group


MOST_ROUNDS, MOST_MINUTES = 12, 180
EACH_TABLE, SAME_CARDS = "each", "same"
"""How the cards of an evening are dealt."""
MOST_LISTED = 5
"""How many leagues that are equally far a list has, the latest ones."""
SHORT_ROUND = 30
"""In rounds of at most so many minutes, a turn takes one minute."""


class LeagueCommands(Feature):
    """Opens leagues, and lets members sign up, start, and look."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.keeper.keep(PostKind.LEAGUE, self._describe, POST_SECONDS)

    def create_command(self) -> app_commands.Command[Any, ..., Any]:
        """/league create."""

        @opens_form
        async def create(
            interaction: discord.Interaction[Any],
            name: Range[str, 1, LONGEST_NAME] | None = None,
            game: str | None = None,
            players: Range[int, LEAST, MOST_PLAYERS] | None = None,
            weeks: Range[int, LEAST, MOST_WEEKS] | None = None,
        ) -> None:
            values = {"name": name, "game": game, "players": players, "weeks": weeks}
            await self.ask_or_create(interaction, {key: one for key, one in values.items() if one is not None})

        described = app_commands.describe(
            name=locale_str("What the league is called"),
            game=locale_str("Which game is played"),
            players=locale_str("How many members can take part"),
            weeks=locale_str("How many weeks it takes: a round each"),
        )
        command = app_commands.Command(
            name=locale_str("create"),
            description=locale_str("Open a league: one match a week for everybody"),
            callback=described(create),
        )
        self.offer_games(command)
        return command

    @opens_form
    async def ask_or_create(self, interaction: discord.Interaction[Any], given: Mapping[str, Any]) -> None:
        """Open a league, or ask in a form for what is missing."""
        require_permissions(interaction)
        renderer = self.renderers.without_names(interaction)
        fields = league_fields(self.games, given, renderer)
        if len(given) < len(fields):
            await open_form(interaction, LeagueForm(), say("New league"), fields, renderer)
        else:
            await self._open(interaction, new_league(given))

    @handles(LeagueForm)
    async def _on_form(self, interaction: discord.Interaction[Any], form: LeagueForm) -> None:
        require_permissions(interaction)
        await self._open(interaction, new_league(filled_in(interaction)))

    def list_command(self) -> app_commands.Command[Any, ..., Any]:
        """/league list."""

        async def leagues(interaction: discord.Interaction[Any]) -> None:
            assert interaction.guild_id is not None
            ledger, posts = self.service.league_ledger, self.service.posts
            found = [*reversed(await ledger.open_on(interaction.guild_id))]
            found += await ledger.finished_on(interaction.guild_id, MOST_LISTED)
            listed: list[LeagueRecord] = []
            for phase in LeaguePhase:
                listed += [league for league in found if league.phase is phase][:MOST_LISTED]
            places = {league.id: await posts.find(PostKind.LEAGUE, league.id) for league in listed}
            renderer = self.renderers.without_names(interaction)
            await show(interaction, list_screen(found, places, self.games, renderer))

        return app_commands.Command(
            name=locale_str("list"),
            description=locale_str("Show the leagues of this server: open, being played, and over"),
            callback=leagues,
        )

    def evening_command(self) -> app_commands.Command[Any, ..., Any]:
        """/league evening."""

        async def evening(
            interaction: discord.Interaction[Any],
            game: str,
            rounds: Range[int, 1, MOST_ROUNDS],
            minutes: Range[int, 5, MOST_MINUTES],
            name: Range[str, 1, LONGEST_NAME] | None = None,
            cards: str = EACH_TABLE,
        ) -> None:
            require_permissions(interaction)
            assert interaction.guild_id is not None
            public = await self.renderers.for_server(interaction.guild_id, interaction.user.id)
            is_cup, pace = cards == SAME_CARDS, Pace.LIVE_1 if minutes <= SHORT_ROUND else Pace.LIVE_3
            called = name or public.render(say("Live cup") if is_cup else say("Club evening"))
            await self._open(interaction, NewLeague(called, game, MOST_PLAYERS, rounds, pace, minutes, is_cup))

        described = app_commands.describe(
            game=locale_str("Which game is played"),
            rounds=locale_str("How many rounds are played"),
            minutes=locale_str("How many minutes a round lasts at most"),
            name=locale_str("What the evening is called"),
            cards=locale_str("Whether all tables play the same cards, as in a cup"),
        )
        ways = [
            Choice(name=locale_str("Dealt anew at each table"), value=EACH_TABLE),
            Choice(name=locale_str("The same at all tables: a live cup"), value=SAME_CARDS),
        ]
        command = app_commands.Command(
            name=locale_str("evening"),
            description=locale_str("Open a club evening: rounds one after another, also for those who come late"),
            callback=app_commands.choices(cards=ways)(described(evening)),
        )
        self.offer_games(command)
        return command

    async def _open(self, interaction: discord.Interaction[Any], new: NewLeague) -> None:
        """Store a league or an evening and respond with its post. One whose post is gone moves here."""
        if isinstance(interaction.channel, discord.Thread):
            raise Refused(say("Not in a thread, please: in a channel, each table gets a thread of its own."))
        assert interaction.guild_id is not None
        assert interaction.channel_id is not None
        assert interaction.guild is not None
        guild = interaction.guild

        async def is_shown(league: LeagueRecord) -> bool:
            channel = guild.get_channel(league.channel_id)
            return can_post(channel) and await self.keeper.is_there(PostKind.LEAGUE, league.id)

        new = replace(new, game=self.game(new.game).key)
        place = (interaction.guild_id, interaction.channel_id, interaction.user.id)
        league = await self.service.league_sign_up.create(*place, new, is_shown)
        await self._respond(interaction, league)

    @handles(LeagueControl, LeagueVerb.NEXT_SEASON)
    async def _on_next_season(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Open the list of the next season, with the same members on it."""
        shown = await self.service.league_overviews.of(control.league, interaction.guild_id)
        manages = may_manage(interaction)
        league = await self.service.league_sign_up.next_edition(shown, interaction.user.id, may_manage=manages)
        await self._respond(interaction, league)

    async def _respond(self, interaction: discord.Interaction[Any], league: LeagueRecord) -> None:
        await self.keeper.respond(interaction, PostKind.LEAGUE, league.id, say("The list is open."))

    @handles(LeagueControl, LeagueVerb.JOIN)
    async def _on_join(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        league = await self.service.league_sign_up.join(control.league, interaction.guild_id, interaction.user.id)
        if not league.phase.is_played:
            await self._redraw(interaction, league)
        elif interaction.user.id in [entry.user_id for entry in league.playing]:
            await self.tell(interaction, say("You take part from the next round on."))
        else:
            await self.tell(interaction, WAITS)

    @handles(LeagueControl, LeagueVerb.LEAVE)
    async def _on_leave(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        league = await self.service.league_sign_up.leave(control.league, interaction.guild_id, interaction.user.id)
        await self._redraw(interaction, league)

    @handles(LeagueControl, LeagueVerb.START)
    async def _on_start(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        await self.service.league_rounds.start(
            control.league, interaction.guild_id, interaction.user.id, may_manage=may_manage(interaction)
        )
        await self.tell(interaction, say("The first round has begun. Everybody is told about their match."))

    @handles(LeagueControl, LeagueVerb.NEXT_ROUND)
    async def _on_next_round(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        league = await self.service.league_rounds.next_round(
            control.league, interaction.guild_id, interaction.user.id, may_manage=may_manage(interaction)
        )
        told = say("The evening is over.") if league.phase.is_over else say("The next round has begun.")
        await self.tell(interaction, told)

    @handles(LeagueControl, LeagueVerb.MINE)
    async def _on_mine(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        shown = await self.service.league_overviews.of(control.league, interaction.guild_id)
        renderer = await own_renderer(self.renderers, interaction, shown.league)
        user, tables = interaction.user.id, self.service.league_tables
        places = {match.id: shown.places[match.id] for match in shown.matches_of(user) if match.id in shown.places}
        clocks = {match: await tables.own_clock(place.table_id, user) for match, place in places.items()}
        played = await self.service.league_appointments.played(shown.league, user)
        await show(interaction, own_screen(shown, user, renderer, clocks, played))

    @handles(LeagueControl, LeagueVerb.WORDS)
    async def _on_words(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        shown = await self.service.league_overviews.of(control.league, interaction.guild_id)
        await show(
            interaction, league_words_screen(shown, await own_renderer(self.renderers, interaction, shown.league))
        )

    @handles(LeagueControl, LeagueVerb.EXPORT)
    async def _on_export(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        """Show the member the latest results, and send all of them as a file."""
        league = await self.service.league_ledger.get(control.league, interaction.guild_id)
        renderer = await own_renderer(self.renderers, interaction, league)
        places = await self.service.league_tables.of([match.id for match in league.matches])
        told = clip(
            "\n".join([renderer.render(say("All results so far.")), *result_lines(league, renderer)]), CONTENT_LIMIT
        )
        await send_file(interaction, told, export(league, places, renderer))

    @handles(LeagueControl, LeagueVerb.ASK_OUT)
    async def _on_ask_out(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        league = await self.service.league_ledger.get(control.league, interaction.guild_id)
        await show_in_place(interaction, out_question(league, self.renderers.without_names(interaction)))

    @handles(LeagueControl, LeagueVerb.OUT)
    async def _on_out(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        await self.service.league_organising.drop_out(control.league, interaction.guild_id, interaction.user.id)
        await self.answer(interaction, say("You have dropped out."))

    @handles(LeagueControl, LeagueVerb.KEEP)
    async def _on_keep(self, interaction: discord.Interaction[Any], control: LeagueControl) -> None:
        await self.answer(interaction, say("Nothing has changed."))

    async def _redraw(self, interaction: discord.Interaction[Any], league: LeagueRecord) -> None:
        await self.keeper.redraw(interaction, PostKind.LEAGUE, league.id)

    async def _describe(self, post: PostRecord) -> Shown:
        shown = await self.service.league_overviews.of(post.subject)
        return Shown(shown.league.channel_id, partial(self._content, shown), is_open=not shown.league.phase.is_over)

    async def _content(self, shown: Overview, with_pictures: bool) -> Content:
        renderer = await public_renderer(self.renderers, shown.league, shown.deeds)
        game = self.service.games.get(shown.league.game)
        drawn: list[Picture] = []
        is_wanted = with_pictures and await self.service.server_settings.is_on(
            shown.league.guild_id, ServerSetting.PICTURES
        )
        if is_wanted and game is not None and shown.league.phase is not LeaguePhase.SIGN_UP:
            zone = await self.service.settings.time_zone(shown.league.guild_id)
            drawn = await league_pictures(self.pictures, shown, game, zone, renderer)
        return Content(league_post(shown, game, renderer, drawn), *drawn)
