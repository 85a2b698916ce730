"""What is settled in a lobby: who is invited, who sits where, who may change something, the pace, the house rules."""

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Any

from db.records import Phase, TableRecord
from db.store import Store
from engines.contract import Game, GameOptions
from engines.sides import have_partners
from engines.texts import Text, say
from sessions.settings.settings import Settings, Wish
from sessions.shared.events import EventKind
from sessions.shared.guard import Call, Guard
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.pace import CHOICES, Pace


class Guests:
    """Invites members to tables."""

    def __init__(self, cache: TableCache, settings: Settings, guard: Guard) -> None:
        self._cache = cache
        self._settings = settings
        self._guard = guard

    async def check(self, users: Sequence[int]) -> None:
        """Raise ``Refused`` if one of these members takes no invitations."""
        for user_id in users:
            if not await self._settings.wants(user_id, Wish.INVITATIONS):
                raise Refused(
                    say(
                        "{member} isn't accepting invitations at the moment. Nobody was invited.",
                        member=f"<@{user_id}>",
                    )
                )

    @asynccontextmanager
    async def inviting(self, inviter: int, users: Sequence[int]) -> AsyncIterator[None]:
        """Count that a member invites these members to a table that the block opens. Raises ``Refused``."""
        await self.check(users)
        async with self._guard.inviting(inviter, users):
            yield

    async def admit(self, table_id: int, users: Sequence[int]) -> None:
        """Let these members join, who are invited, and have them called."""
        await self._cache.store.guests.invite(table_id, users, self._cache.now())
        self._cache.on_posts()

    async def missing(self, table: TableRecord, message: str) -> Mapping[int, bool]:
        """The invited members who have not joined a table, and whether each has been called there.

        A rematch calls only those who take invitations, as far as whoever asks for it may ping them by ``message``.
        """
        joined, kept = ({seat.user_id for seat in seats} for seats in (table.present, table.invited))
        invited = await self._cache.store.guests.invited(table.id)
        missing = {user_id: called for user_id, called in invited.items() if user_id not in joined}
        asked = [user_id for user_id, called in missing.items() if user_id in kept and not called]
        wanting = [user_id for user_id in asked if await self._settings.wants(user_id, Wish.INVITATIONS)]
        left_alone = set(asked).difference(await self._guard.admits(Call.REMATCH, table.host_id, wanting, message))
        return {user_id: called for user_id, called in missing.items() if user_id not in left_alone}

    async def note_called(self, table_id: int, users: Collection[int]) -> None:
        """Note that these members have been called to a table."""
        await self._cache.store.guests.note_called(table_id, users)

    async def invite(self, table_id: int, inviter: int, user_id: int) -> TableRecord:
        """Invite a member to a table that has not started, and return it. Raises ``Refused`` if that is impossible."""
        async with self._cache.hold(table_id) as entry:
            table = entry.table
            if entry.trouble is not None:
                raise Refused(entry.trouble)
            await self._require_may_invite(table, inviter, user_id)
            async with self.inviting(inviter, [user_id]):
                await self.admit(table_id, [user_id])
        return table

    async def _require_may_invite(self, table: TableRecord, inviter: int, user_id: int) -> None:
        if table.phase is not Phase.LOBBY:
            raise Refused(say("You can only invite members to a table that has not started."))
        if table.seat_of(inviter) not in table.present:
            raise Refused(say("Only players at the table can do that. Tap Join first."))
        if table.seat_of(user_id) is not None:
            raise Refused(say("That member has a seat at this table."))
        was_removed = await self._cache.store.guests.is_admitted(table.id, user_id, self._cache.now()) is False
        if was_removed and table.host_id != inviter:
            raise Refused(say("The host has removed that member, so only the host can invite them again."))


async def require_admitted(store: Store, table: TableRecord, user_id: int, now: datetime) -> None:
    """Raise ``Refused`` if this member, who has no seat reserved, may not join the table or take a computer's place."""
    admitted = await store.guests.is_admitted(table.id, user_id, now)
    if admitted is False:
        raise Refused(say("The host has removed you from this table. You can join it again if the host invites you."))
    if table.invited_only and not admitted:
        raise Refused(say("Only invited members can join this table. Ask a player there to invite you."))


SEATS_CHANGED = say("The seats have just changed. Please choose again.")


def has_chosen_seats(game: Game[Any]) -> bool:
    """Whether players keep the seats that they have chosen, because these decide who plays together."""
    return have_partners(game.sides(game.seats[-1]))


def lobby_of(cache: TableCache, entry: CachedTable, *, is_due: bool = False) -> Game[Any]:
    """The game of a table that has not started, or that ``is_due`` by itself. Raises ``Refused`` if it is another."""
    if entry.trouble is not None and entry.table.phase.is_open:
        raise Refused(entry.trouble)
    if entry.table.phase is Phase.PLAYING:
        raise Refused(say("The game has already started."))
    if entry.table.phase is not Phase.LOBBY:
        raise Refused(say("This table is closed. Open a new one with /play."))
    if entry.table.purpose.starts_by_itself and not is_due:
        raise Refused(say("This table starts by itself."))
    return cache.games[entry.table.game]


def require_seat(entry: CachedTable, user_id: int) -> None:
    """Raise ``Refused`` unless this member has joined."""
    if entry.table.seat_of(user_id) not in entry.table.present:
        raise Refused(say("Only players at the table can do that. Tap Join first."))


def require_present(entry: CachedTable, drawn_at: int | None) -> None:
    """Raise ``Refused`` if a menu of seats is from an earlier revision: others may have sat there then."""
    if drawn_at is not None and drawn_at < entry.table.rev:
        raise Refused(SEATS_CHANGED)


_NOT_RULES = say("Only the host of the table can choose its house rules.")


class Terms:
    """Changes what is agreed on at a table that has not started, and who sits where."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def change_seat(self, table_id: int, user_id: int, wanted: int, drawn_at: int) -> TableRecord:
        """Move this member to another seat, and whoever sits there to theirs. The menu was ``drawn_at`` this revision.

        Raises ``Refused`` if the seats of the game do not decide who plays together.
        """
        async with self._cache.hold(table_id) as entry:
            game = lobby_of(self._cache, entry)
            require_seat(entry, user_id)
            require_present(entry, drawn_at)
            own = entry.table.seat_of(user_id)
            assert own is not None
            if not has_chosen_seats(game):
                raise Refused(say("In this game everybody plays alone, so there is no need to change seats."))
            if wanted not in range(game.seats[-1]):
                raise Refused(SEATS_CHANGED)
            if own.seat == wanted:
                raise Refused(say("You already sit there."))
            async with self._cache.change(entry, EventKind.SEATS, user_id) as change:
                change.change_seat(own.seat, wanted)
            return change.table

    async def choose_pace(self, table_id: int, user_id: int, pace: str) -> TableRecord:
        """Choose the pace of the game. Only the host can."""
        async with self._cache.hold(table_id) as entry:
            self._game(entry, user_id, say("Only the host of the table can choose its pace."))
            async with self._cache.change(entry, EventKind.SEATS, user_id) as change:
                change.set_pace(known_pace(pace))
            return change.table

    async def choose_form(self, table_id: int, user_id: int, *, short: bool) -> TableRecord:
        """Choose the short form of the game, or the usual values of the house rules that it sets. Only the host can."""
        async with self._cache.hold(table_id) as entry:
            game = self._game(entry, user_id)
            if not game.short_form:
                raise Refused(say("This game has no short form."))
            others = {name: value for name, value in entry.table.options.items() if name not in game.short_form}
            return await self._set(entry, user_id, {**others, **game.short_form} if short else others)

    async def present_rules(self, table_id: int, user_id: int) -> tuple[Game[Any], GameOptions]:
        """The game and its house rules, for the member who can choose them. Raises ``Refused`` for others."""
        async with self._cache.hold(table_id) as entry:
            game = self._game(entry, user_id)
            return game, game.Options.model_validate(entry.table.options)

    async def choose_rules(self, table_id: int, user_id: int, options: GameOptions) -> TableRecord:
        """Choose all house rules. Only the host can."""
        async with self._cache.hold(table_id) as entry:
            self._game(entry, user_id)
            return await self._set(entry, user_id, options.dump())

    def _game(self, entry: CachedTable, user_id: int, refusal: Text = _NOT_RULES) -> Game[Any]:
        """The game of this lobby. Raises ``Refused`` unless this member is its host."""
        game = lobby_of(self._cache, entry)
        if entry.table.host_id != user_id:
            raise Refused(refusal)
        return game

    async def _set(self, entry: CachedTable, user_id: int, rules: Mapping[str, Any]) -> TableRecord:
        async with self._cache.change(entry, EventKind.SEATS, user_id) as change:
            change.set_options(dict(rules))
        return change.table


def known_pace(name: str) -> Pace:
    """The pace with this name. Raises ``Refused`` if members cannot choose it."""
    if name not in CHOICES:
        raise Refused(say("There is no such pace. Choose one from the list."))
    return Pace(name)
