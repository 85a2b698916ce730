"""All features of the bot, in one list: a new one is added here."""

from collections.abc import Collection

from discord.ext import commands

from cogs.clocks import TimeoutFeature
from cogs.cups import CupCommands
from cogs.daily import DailyCommands, ReminderFeature
from cogs.deals import DealFeature
from cogs.guild_events import GuildEvents
from cogs.hands.commands import HandCommands
from cogs.hands.display import PrivatePictures
from cogs.hands.messages import HandMessages
from cogs.honours import HonourFeature
from cogs.insights import InsightFeature
from cogs.leaderboards.commands import LeaderboardCommands
from cogs.leagues.calendar import LeagueCalendar
from cogs.leagues.calls import LeagueCalls
from cogs.leagues.commands import LeagueCommands, league_group
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
from cogs.shared.feature import Context
from cogs.sunday.commands import SundayFeature
from cogs.tables.commands import TableControls
from cogs.tables.messages import TableMessages
from cogs.tables.opening import InvitationFeature, OpeningCommands
from cogs.tables.screen import TableDisplay
from cogs.tables.threads import TableThreads
from cogs.take_backs import TakeBackFeature
from cogs.verify import VerifyFeature
from cogs.votes import VoteFeature


async def add_features(
    bot: commands.AutoShardedBot,
    context: Context,
    tables: TableMessages,
    hands: HandMessages,
    threads: TableThreads,
    display: TableDisplay,
    pictures: PrivatePictures,
    bans: Collection[int],
) -> None:
    """Add the commands of every feature and the handlers of its controls. Servers in ``bans`` are left."""
    opening = OpeningCommands(context, tables, threads)
    practice = PracticeCommands(context, hands)
    leagues = LeagueCommands(context)
    cups = CupCommands(context, hands)
    for feature in (
        opening,
        practice,
        leagues,
        LeagueOrganiser(context),
        LeagueMeetings(context, hands),
        LeagueCalls(context, threads),
        LeagueCalendar(context),
        cups,
        DailyCommands(context, hands),
        DealFeature(context, hands, display),
        TableControls(context, tables),
        TimeoutFeature(context, tables.redraw),
        VoteFeature(context, tables.redraw),
        InvitationFeature(context),
        TakeBackFeature(context, tables.redraw),
        HandCommands(context, hands),
        PlanFeature(context, hands.redraw),
        MyTablesCommands(context, hands),
        ReplayCommands(context, pictures, hands),
        FilmFeature(context, pictures),
        LeaderboardCommands(context),
        RulesCommands(context, pictures),
        LessonFeature(context, hands, pictures),
        SettingsCommands(context),
        HonourFeature(context),
        InsightFeature(context),
        SundayFeature(context),
        ReminderFeature(context),
        VerifyFeature(context),
        PrivacyFeature(context),
        GuildEvents(context, threads, bans),
    ):
        await bot.add_cog(feature)
    bot.add_listener(context.handlers.on_interaction)
    league = league_group(
        leagues.create_command(), leagues.list_command(), leagues.evening_command(), cups.cup_command()
    )
    for command in (*opening.tree_commands(), practice.tree_command(), league):
        bot.tree.add_command(command)
