"""What the members of a cup are called."""

from cogs.shared.names import FORMER_PLAYER
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer
from engines.texts import say
from sessions.cups.cups import CupOverview

HIDDEN = say("somebody")
"""Who takes part and does not want to be named."""


async def with_members(renderers: Renderers, shown: CupOverview, reader: Renderer) -> Renderer:
    """The same reader, who knows the members by their numbers: those of their places in ``shown.members``."""
    known = await renderers.names.of(shown.cup.guild_id, [user for user in shown.members if user not in shown.hidden])
    former, hidden = reader.render(FORMER_PLAYER), reader.render(HIDDEN)
    names = {
        number: hidden if user in shown.hidden else known.get(user, former) for number, user in enumerate(shown.members)
    }
    return Renderer(reader.locale, names, reader.card_emojis)
