"""What Discord shows: every message is built here from snapshots, prompts and records, within its limits."""

from cogs.screens.boards import STANDINGS_PER_PAGE, Leaderboard, leaderboard_screen, stats_screen
from cogs.screens.hand import hand_screen, why_not_text
from cogs.screens.help import help_screen
from cogs.screens.limits import LimitError, finish
from cogs.screens.picking import follow
from cogs.screens.rules import rules_screen
from cogs.screens.table import table_screen

__all__ = [
    "STANDINGS_PER_PAGE",
    "Leaderboard",
    "LimitError",
    "finish",
    "follow",
    "hand_screen",
    "help_screen",
    "leaderboard_screen",
    "rules_screen",
    "stats_screen",
    "table_screen",
    "why_not_text",
]
