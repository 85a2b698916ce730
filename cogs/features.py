"""All features of the bot, in one list: a new one is added here."""

from dataclasses import dataclass

import discord
from discord.ext import commands

from cogs.clocks import TimeoutFeature
from cogs.cups.commands import CupCommands
from cogs.cups.screen import CupMessages
from cogs.daily import DailyCommands, ReminderFeature
from cogs.deals import DealFeature
from cogs.hands.commands import HandCommands
from cogs.hands.display import PrivatePictures
from cogs.hands.messages import HandMessages
from cogs.honours import HonourFeature
from cogs.insights import InsightFeature
from cogs.leaderboards.commands import LeaderboardCommands
from cogs.leagues.commands import LeagueCommands, league_group
from cogs.leagues.followers import LeagueFollowers
from cogs.leagues.meetings import LeagueMeetings
from cogs.leagues.organiser import LeagueOrganiser
from cogs.lessons.commands import LessonFeature
from cogs.my_tables import MyTablesCommands
from cogs.plans import PlanFeature
from cogs.practice import PracticeCommands
from cogs.privacy import PrivacyFeature
from cogs.replays.commands import ReplayCommands
from cogs.replays.film import FilmFeature
from cogs.rules.commands import RulesCommands
from cogs.settings.commands import SettingsCommands
from cogs.shared.feature import Context, Feature
from cogs.shared.pictures import Pictures
from cogs.shared.posts import Keeper
from cogs.sunday.commands import SundayFeature
from cogs.tables.commands import TableControls
from cogs.tables.messages import TableMessages
from cogs.tables.opening import InvitationFeature, OpeningCommands
from cogs.tables.threads import TableThreads
from cogs.take_backs import TakeBackFeature
from cogs.verify import VerifyFeature
from cogs.votes import VoteFeature


def server_features(
    context: Context, client: discord.Client, pictures: Pictures, keeper: Keeper
) -> tuple[Feature, ...]:
    """Roles for the best, the weekly post, numbers, and what comes at set hours."""
    return (
        HonourFeature(context, client),
        InsightFeature(context),
        SundayFeature(context, client, pictures, keeper),
        ReminderFeature(context, client, keeper),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What keeps messages up to date, for the features that change what they show."""

    tables: TableMessages
    hands: HandMessages
    threads: TableThreads
    keeper: Keeper
    leagues: LeagueFollowers
    cups: CupMessages
    pictures: Pictures
    private_pictures: PrivatePictures


async def add_features(bot: commands.AutoShardedBot, context: Context, shown: Shown) -> None:
    """Add the commands of every feature and the handlers of its controls."""
    opening = OpeningCommands(context, shown.tables, shown.threads)
    practice = PracticeCommands(context, shown.hands)
    leagues = LeagueCommands(context, shown.leagues.posts)
    cups = CupCommands(context, shown.hands, shown.cups)
    for feature in (
        opening,
        practice,
        leagues,
        LeagueOrganiser(context),
        LeagueMeetings(context, shown.hands),
        cups,
        DailyCommands(context, shown.hands),
        DealFeature(context, shown.hands),
        TableControls(context, shown.tables),
        TimeoutFeature(context, shown.tables.redraw),
        VoteFeature(context, shown.tables.redraw),
        InvitationFeature(context, shown.keeper),
        TakeBackFeature(context, shown.tables.redraw),
        HandCommands(context, shown.hands),
        PlanFeature(context, shown.hands.redraw),
        MyTablesCommands(context, shown.hands),
        ReplayCommands(context, shown.private_pictures, shown.hands),
        FilmFeature(context, shown.pictures, shown.private_pictures),
        LeaderboardCommands(context),
        RulesCommands(context, shown.private_pictures),
        LessonFeature(context, shown.hands, shown.private_pictures),
        SettingsCommands(context),
        *server_features(context, bot, shown.pictures, shown.keeper),
        VerifyFeature(context),
        PrivacyFeature(context),
    ):
        await bot.add_cog(feature)
    bot.add_listener(context.handlers.on_interaction)
    league = league_group(
        leagues.create_command(), leagues.list_command(), leagues.evening_command(), cups.cup_command()
    )
    for command in (*opening.tree_commands(), practice.tree_command(), league):
        bot.tree.add_command(command)
