"""What belongs to a server as a whole and is chosen on its page of /settings."""

import discord

from cogs.daily.reminding import ReminderFeature
from cogs.honours import HonourFeature
from cogs.insights import InsightFeature
from cogs.shared.feature import Context, Feature
from cogs.shared.pictures import Pictures
from cogs.shared.posts import Keeper
from cogs.sunday.commands import SundayFeature


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
