"""Invitations to a derby: a server gives another one a code, and the other one opens a cup with the same deals."""

import secrets
from collections.abc import Callable, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from hashlib import sha256

from db.cup_records import CupRecord
from engines.texts import say
from sessions.cups.cups import LONGEST_NAME, Cups, require_room
from sessions.cups.derby import GRACE
from sessions.shared.guard import Guard
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

VALID_FOR = timedelta(days=1)
"""How long a code is valid, unless the cup ends before."""
LONGEST_CODE = 50

WRONG_CODE = say("This code is not valid. The organiser of the other server's cup can make a new one.")
OWN_SERVER = say("This code is for another server: a server can't play against itself.")
HAS_RIVAL = say("Another server plays in this cup already, or has done so. No other can be invited.")
HAS_BEGUN = say("Somebody has begun to play, so no server can be invited any more.")


def new_code() -> str:
    """A code of 80 random bits."""
    return secrets.token_hex(10)


class Invitations:
    """Makes codes and accepts them. Only their hashes are stored."""

    def __init__(self, cache: TableCache, cups: Cups, guard: Guard, new_code: Callable[[], str] = new_code) -> None:
        self._cache = cache
        self._cups = cups
        self._guard = guard
        self._new_code = new_code

    async def invite(
        self, cup_id: int, guild_id: int | None, server_name: str, user_id: int, *, may_manage: bool
    ) -> tuple[str, datetime]:
        """A new code for this cup, which takes the place of an earlier one, and its end. Raises ``Refused``."""
        cup = await self._cups.require_organiser(cup_id, guild_id, user_id, may_manage=may_manage)
        if cup.rival_id is not None:
            raise Refused(HAS_RIVAL)
        if await self._cups.has_begun(cup):
            raise Refused(HAS_BEGUN)
        code = self._new_code()
        until = min(self._cache.now() + VALID_FOR, cup.ends_at)
        invitation = {"invitation": _hash(code), "invited_until": until, "server_name": _one_line(server_name)}
        await self._cache.store.cups.change(cup_id, **invitation)
        return code, until

    async def accept(self, code: str, guild_id: int, server_name: str, channel_id: int, user_id: int) -> CupRecord:
        """Open a cup with the deals of the one that invites. Raises ``Refused``; a code is used up only if it works."""
        await self._guard.trying_code(user_id)
        now, derbies = self._cache.now(), self._cache.store.derbies
        inviting = await derbies.invited_by(_hash(code), now)
        if inviting is None:
            raise Refused(WRONG_CODE)
        if inviting.guild_id == guild_id:
            raise Refused(OWN_SERVER)
        async with self._cache.lock("lists of", guild_id):
            others = await self._cups.open_on(guild_id)
            require_room(others)
            rival = replace(
                inviting,
                id=0,
                guild_id=guild_id,
                channel_id=channel_id,
                organiser_id=user_id,
                name=_free_name(inviting.name, [other.name for other in others]),
                server_name=_one_line(server_name),
                due_at=inviting.ends_at + GRACE,
                invitation=None,
                invited_until=None,
            )
            async with self._cups.own_lists.opening(guild_id, user_id):
                opened = await derbies.accept(_hash(code), rival, now)
                if opened is None or opened.rival_id is None:
                    raise Refused(WRONG_CODE)
        await self._cups.tell([opened.rival_id])
        return opened


def _hash(code: str) -> str:
    return sha256("".join(code.lower().split()).encode()).hexdigest()


def _one_line(name: str) -> str:
    return " ".join(name.split())[:LONGEST_NAME].strip()


def _free_name(name: str, taken: Collection[str]) -> str:
    """The name, with a number if a cup of this server has it already.

    >>> _free_name("Autumn", ["autumn", "Spring"])
    'Autumn 2'
    """
    known = {other.casefold() for other in taken}
    names = [name, *(f"{name[: LONGEST_NAME - 2]} {number}" for number in range(2, len(known) + 2))]
    return next(one for one in names if one.casefold() not in known)
