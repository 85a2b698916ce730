"""The table of a cup as pictures."""

from zoneinfo import ZoneInfo

from cogs.cups.screen import about
from cogs.leagues.words import day
from cogs.shared.matchpoints import matchpoint_pictures
from cogs.shared.pictures import Picture, Pictures
from cogs.shared.rendering import Renderer
from engines.texts import say
from sessions.cups import CupOverview

MOST_PICTURES = 4


async def cup_pictures(pictures: Pictures, shown: CupOverview, zone: ZoneInfo, renderer: Renderer) -> list[Picture]:
    """The table, a page each; none if pictures are not drawn or nobody has finished a deal."""
    when = say("{day}", day=day(shown.cup.ends_at, zone, renderer.written.plain))
    return await matchpoint_pictures(
        pictures, shown.cup.name, about(shown), when, shown.lines, shown.members.index, renderer, MOST_PICTURES
    )
