"""What the members of a cup are called."""

from collections.abc import Collection
from dataclasses import replace

from cogs.shared.limits import NAME_LIMIT
from cogs.shared.names import FORMER_PLAYER, UNKNOWN
from cogs.shared.renderers import Renderers
from cogs.shared.rendering import Renderer, bare_name, clip
from db.records import is_former
from engines.texts import say
from sessions.cups.cups import CupOverview
from sessions.cups.derby import Derby

SERVER_LETTERS = 10
"""How many letters of a server's name stand behind those of its members."""


async def with_members(renderers: Renderers, shown: CupOverview, reader: Renderer) -> Renderer:
    """The same reader, who knows the members by their numbers: those of their places in ``shown.members``.

    The name of their server stands behind the members of a rival.
    """
    named = [user for user in shown.members if user not in shown.hidden]
    rivals = shown.derby.members if shown.derby else frozenset[int]()
    known = await renderers.names.of(shown.cup.guild_id, [user for user in named if user not in rivals], reader)
    if shown.derby:
        known |= await _rivals(renderers, shown.derby, [user for user in named if user in rivals], reader)
    former, hidden = reader.render(FORMER_PLAYER), reader.render(UNKNOWN)
    names = {
        number: hidden if user in shown.hidden else known.get(user, former) for number, user in enumerate(shown.members)
    }
    return replace(reader, names=names)


async def _rivals(renderers: Renderers, derby: Derby, users: Collection[int], reader: Renderer) -> dict[int, str]:
    server = clip(bare_name(derby.server), SERVER_LETTERS)
    known = await renderers.names.known(derby.guild_id, users, reader)
    unknown = reader.plain.render(say("a member of {server}", server=server))
    room = NAME_LIMIT - len(f" ({server})")
    named = {user: f"{clip(bare_name(name), room)} ({server})" for user, name in known.items()}
    return {user: unknown for user in users if not is_former(user)} | named
