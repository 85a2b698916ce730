"""Cups: members play sealed deals, each alone against the same computers, and are compared deal by deal."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from db.cups import CupRecord
from db.race_records import DealRecord, TryRecord
from db.records import TableRecord
from engines.contract import Game
from engines.texts import say
from opponents import Level
from sessions.races import CUP_IS_OVER, CupLine, Races, cup_lines, deal_seed, new_secret
from sessions.settings.settings import Settings
from sessions.shared.guard import Guard
from sessions.shared.look_alikes import look, visible
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

FEWEST_DEALS, MOST_DEALS = 4, 8
MOST_DAYS = 14
LONGEST_NAME = 32

NO_CUP = say("This cup is not known here.")
IS_CANCELLED = say("This cup has been cancelled.")
ALL_PLAYED = say("You have played all deals of this cup.")
PLAY_FIRST = say("You see the results of a deal when you have played it, and all of them when the cup is over.")


@dataclass(frozen=True, slots=True)
class CupOverview:
    """A cup as a reader may see it: who has begun, and how many deals each of them has ended (``played``).

    ``lines`` compare them on the ``shown`` deals, numbered from 1. ``hidden`` do not want to be named.
    """

    cup: CupRecord
    game: Game[Any] | None
    members: tuple[int, ...]
    played: tuple[int, ...]
    shown: tuple[int, ...]
    lines: tuple[CupLine, ...]
    hidden: frozenset[int]


class Cups:
    """Opens cups, deals their cards and scores them."""

    def __init__(self, cache: TableCache, races: Races, settings: Settings, guard: Guard) -> None:
        self._cache = cache
        self._store = cache.store.cups
        self._races = races
        self._settings = settings
        self._guard = guard

        self.on_opened: Callable[[datetime], None] = lambda _: None
        """Told when a cup ends that has just been opened."""

    async def open(
        self,
        guild_id: int,
        channel_id: int,
        user_id: int,
        name: str,
        game: Game[Any],
        deals: int,
        days: int,
        is_shown: Callable[[CupRecord], Awaitable[bool]],
    ) -> CupRecord:
        """Open a cup, or move the organiser's cup of this name here if none ``is_shown``. Raises ``Refused``."""
        name = visible(name)[:LONGEST_NAME].strip()
        if not name:
            raise Refused(say("A cup needs a name, such as “Autumn Cup”."))
        if game.daily is None:
            raise Refused(say("This game has no form that is short enough for a cup."))
        async with self._cache.lock("lists of", guild_id):
            others = await self._store.due_on(guild_id)
            for other in others:
                if look(other.name) == look(name) and await self._has_moved(other, user_id, channel_id, is_shown):
                    return await self._get(other.id)
            zone = await self._settings.time_zone(guild_id)
            # In the zone's time, so that a cup ends at the time of day at which it began.
            ends_at = (self._cache.now().astimezone(zone) + timedelta(days=days)).astimezone(UTC)
            cup = CupRecord(
                id=0,
                guild_id=guild_id,
                channel_id=channel_id,
                organiser_id=user_id,
                name=name,
                game=game.key,
                fewest_points_win=game.daily.fewest_points_win,
                key=new_secret(),
                ends_at=ends_at,
                is_cancelled=False,
                due_at=ends_at,
            )
            async with self._guard.opening_list(guild_id, user_id):
                sealed = [_sealed(cup, game, number) for number in range(1, deals + 1)]
                opened = await self._store.open(cup, sealed, self._cache.now())
        self.on_opened(ends_at)
        return opened

    async def play(self, cup_id: int, guild_id: int | None, channel_id: int, user_id: int) -> TableRecord:
        """The member's game with the first deal that they have not ended, dealt now if need be. Raises ``Refused``."""
        cup = await self._here(cup_id, guild_id)
        for place, deal in enumerate(cup.deals):
            begun = await self._races.try_of(deal, user_id)
            if begun is not None and begun.phase.is_open:
                return begun
            if begun is not None:
                continue
            self._require_on(cup)
            if not await self._races.has_tried(deal, user_id):
                begun = await self._races.begin(deal, place % len(deal.levels), channel_id, user_id)
                self._cache.on_posts()  # that of the cup says who has begun
                return begun
        raise Refused(ALL_PLAYED)

    async def overview(self, cup_id: int) -> CupOverview:
        """What everybody may know about a cup: how far its members are, and the results once it is over."""
        cup = await self._get(cup_id)
        everything = cup.deals if cup.is_unsealed and not cup.is_cancelled else ()
        return await self._overview(cup, everything)

    async def results(self, cup_id: int, guild_id: int | None, user_id: int) -> CupOverview:
        """The results on the deals that this member has ended, or on all when it is over. Raises ``Refused``."""
        cup = await self._here(cup_id, guild_id)
        if cup.is_cancelled:
            raise Refused(IS_CANCELLED)
        known = {one.deal for one in await self._tries_at(cup) if one.user_id == user_id and not one.is_open}
        shown = [deal for deal in cup.deals if deal.id in known or cup.is_unsealed]
        if not shown:
            raise Refused(PLAY_FIRST)
        return await self._overview(cup, shown, user_id)

    async def require_organiser(
        self, cup_id: int, guild_id: int | None, user_id: int, *, may_manage: bool
    ) -> CupRecord:
        """The cup, if this member can cancel it. Raises ``Refused`` otherwise."""
        cup = await self._here(cup_id, guild_id)
        if cup.organiser_id != user_id and not may_manage:
            raise Refused(say("Only the organiser of the cup, or a member who may manage messages here, can do that."))
        self._require_on(cup)
        return cup

    async def cancel(self, cup_id: int, guild_id: int | None, user_id: int, *, may_manage: bool) -> None:
        """End a cup without a result. Games in progress can be finished, and count nowhere. Raises ``Refused``."""
        await self.require_organiser(cup_id, guild_id, user_id, may_manage=may_manage)
        await self._store.cancel(cup_id)

    def has_ended(self, cup: CupRecord) -> bool:
        """Whether nobody can begin a deal of a cup any more."""
        return cup.has_ended(self._cache.now())

    async def on_due(self, cup_id: int) -> None:
        """Store that a cup is over, and have its result posted. From now on, its cards and its key may be told."""
        cup = await self._get(cup_id)
        if cup.due_at is None or not self.has_ended(cup):
            return
        async with self._cache.rewriting(await self._cache.store.races.tables_of(cup.deals)):
            await self._store.close(cup, self._cache.now())
        self._cache.on_posts()

    async def _has_moved(
        self, cup: CupRecord, user_id: int, channel_id: int, is_shown: Callable[[CupRecord], Awaitable[bool]]
    ) -> bool:
        """Move the organiser's cup here if its post is gone, unless it ends meanwhile. Raises ``Refused`` otherwise."""
        if cup.organiser_id != user_id or await is_shown(cup):
            raise Refused(say("There is a cup of that name already. Choose another name."))
        return await self._store.move(cup, channel_id, self._cache.now())

    async def _get(self, cup_id: int) -> CupRecord:

        cup = await self._store.get(cup_id)
        if cup is None:
            raise Refused(NO_CUP)
        return cup

    async def _here(self, cup_id: int, guild_id: int | None) -> CupRecord:
        """The same for a member who is on this server. Raises ``Refused`` if the cup is on another one, too."""
        cup = await self._get(cup_id)
        if cup.guild_id != guild_id:
            raise Refused(NO_CUP)
        return cup

    def _require_on(self, cup: CupRecord) -> None:
        if cup.is_cancelled:
            raise Refused(IS_CANCELLED)
        if cup.is_over(self._cache.now()):
            raise Refused(CUP_IS_OVER)

    async def _tries_at(self, cup: CupRecord) -> list[TryRecord]:
        return await self._cache.store.races.of_deals([deal.id for deal in cup.deals])

    async def _overview(self, cup: CupRecord, shown: Collection[DealRecord], reader: int | None = None) -> CupOverview:
        tries = await self._tries_at(cup)
        played = dict.fromkeys((one.user_id for one in tries), 0)
        for one in tries:
            played[one.user_id] += not one.is_open
        points = [
            {one.user_id: one.points for one in tries if one.deal == deal.id and one.points is not None}
            for deal in shown
        ]
        lines = cup_lines(points, fewest_points_win=cup.fewest_points_win)
        return CupOverview(
            cup=cup,
            game=self._cache.games.get(cup.game),
            members=tuple(played),
            played=tuple(played.values()),
            shown=tuple(number for number, deal in enumerate(cup.deals, 1) if deal in shown),
            lines=lines,
            hidden=frozenset(one.user_id for one in tries if one.is_hidden and one.user_id != reader),
        )


def _sealed(cup: CupRecord, game: Game[Any], number: int) -> DealRecord:
    """A deal of a new cup, in the short form of the game and against computers of one level."""
    assert game.daily is not None
    return DealRecord(
        id=0,
        guild_id=cup.guild_id,
        origin=None,
        game=game.key,
        options=dict(game.daily.options),
        rules_version=game.rules_version,
        levels=(Level.NORMAL.value,) * (game.daily.opponents + 1),
        seed=deal_seed(cup.key, number),
        ends_at=cup.ends_at,
        is_sealed=True,
    )
