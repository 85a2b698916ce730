"""What the members of a cup are called."""

from dataclasses import replace

from cogs.shared.names import FORMER_PLAYER, UNKNOWN
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from sessions.cups import CupOverview


async def with_members(renderers: Renderers, shown: CupOverview, reader: Renderer) -> Renderer:
    """The same reader, who knows the members by their numbers: those of their places in ``shown.members``."""
    named = [user for user in shown.members if user not in shown.hidden]
    known = await renderers.names.of(shown.cup.guild_id, named, reader)
    former, hidden = reader.render(FORMER_PLAYER), reader.render(UNKNOWN)
    names = {
        number: hidden if user in shown.hidden else known.get(user, former) for number, user in enumerate(shown.members)
    }
    return replace(reader, names=names)
