"""Cups: members play sealed deals, each alone against the same computers, and are compared deal by deal."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import UTC, timedelta
from typing import Any

from db.cup_records import CupRecord
from db.race_records import DealRecord, DealTryRecord
from db.records import TableRecord
from engines.contract import Game
from engines.texts import say
from opponents import Level
from sessions.cluster.cross_process_tasks import CrossProcessTasks, TaskKind
from sessions.computers.luck import new_secret
from sessions.cups.derby import Derby, at_deals_of, derby_with
from sessions.cups.matchpoints import CupLine, cup_lines
from sessions.cups.sealing import deal_seed
from sessions.deals.knowledge import Knowledge
from sessions.playing.practice import Practice
from sessions.settings.settings import Settings
from sessions.shared.own_lists import OwnLists
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache

FEWEST_DEALS, MOST_DEALS = 4, 8
MOST_DAYS = 14
MOST_OPEN = 5
"""How many cups a server can have at the same time."""
LONGEST_NAME = 40

NO_CUP = say("This cup is not known here.")
IS_OVER = say("This cup is over, so its deals are closed.")
IS_CANCELLED = say("This cup has been cancelled.")
ALL_PLAYED = say("You have played all deals of this cup.")
OTHER_SIDE = say("You play this derby on the other server.")
PLAY_FIRST = say("You see the results of a deal when you have played it, and all of them when the cup is over.")


@dataclass(frozen=True, slots=True)
class CupOverview:
    """A cup as a reader may see it.

    ``members`` are those who have begun, ``played`` says how many deals each of them has ended. ``lines`` compare them
    on the ``shown`` deals, which are numbered from 1. ``hidden`` do not want to be named. ``is_unsealed``: nobody can
    play the deals any more, so that everybody may know their key. In a ``derby`` that is over, the other server's
    members are among them.
    """

    cup: CupRecord
    game: Game[Any] | None
    members: tuple[int, ...]
    played: tuple[int, ...]
    shown: tuple[int, ...]
    lines: tuple[CupLine, ...]
    hidden: frozenset[int]
    is_unsealed: bool
    derby: Derby | None = None


class Cups:
    """Opens cups, deals their cards and scores them."""

    def __init__(
        self,
        cache: TableCache,
        practice: Practice,
        knowledge: Knowledge,
        settings: Settings,
        own_lists: OwnLists,
        other_processes: CrossProcessTasks,
        new_key: Callable[[], str] = new_secret,
    ) -> None:
        self._cache = cache
        self._store = cache.store.cups
        self._practice = practice
        self._knowledge = knowledge
        self._settings = settings
        self.own_lists = own_lists
        self._other_processes = other_processes
        self._new_key = new_key
        other_processes.on(TaskKind.CUP, self._changed)
        self.on_change: Callable[[int], None] = lambda _: None
        """Told of each cup that another server's doing has changed."""

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
        """Open a cup. Raises ``Refused``.

        If the organiser has a cup of this name that no channel shows any more (``is_shown``), that one moves here.
        """
        name = " ".join(name.split())[:LONGEST_NAME].strip()
        if not name:
            raise Refused(say("A cup needs a name, such as “Autumn Cup”."))
        if game.daily is None:
            raise Refused(say("This game has no form that is short enough for a cup."))
        async with self._cache.lock("lists of", guild_id):
            others = await self._store.due_on(guild_id)
            for other in others:
                if other.name.casefold() == name.casefold():
                    return await self._moved(other, user_id, channel_id, is_shown)
            require_room(others)
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
                key=self._new_key(),
                ends_at=ends_at,
                is_cancelled=False,
                due_at=ends_at,
            )
            async with self.own_lists.opening(guild_id, user_id):
                sealed = [_sealed(cup, game, number) for number in range(1, deals + 1)]
                return await self._store.open(cup, sealed, self._cache.now())

    async def play(self, cup_id: int, guild_id: int | None, channel_id: int, user_id: int) -> TableRecord:
        """The member's game with the first deal that they have not ended, dealt now if need be. Raises ``Refused``."""
        cup = await self._here(cup_id, guild_id)
        rival = await self._rival_of(cup)
        async with self._cache.lock("try at cup", cup_id, user_id):
            for place, deal in enumerate(cup.deals):
                begun = await self._knowledge.try_of(deal, user_id)
                if begun is not None and begun.phase.is_open:
                    return begun
                if begun is not None:
                    continue
                self._require_on(cup)
                await self._require_own_side(cup, rival, user_id)
                twins = (deal, rival.deals[place]) if rival is not None else (deal,)
                if not any([await self._knowledge.has_tried(twin, user_id) for twin in twins]):
                    return await self._practice.play_deal(deal, place % len(deal.levels), channel_id, user_id)
        raise Refused(ALL_PLAYED)

    async def overview(self, cup_id: int) -> CupOverview:
        """What everybody may know about a cup: how far its members are, and the results once it is over."""
        cup = await self._get(cup_id)
        everything = cup.deals if cup.is_over(self._cache.now()) and not cup.is_cancelled else ()
        return await self._overview(cup, everything)

    async def results(self, cup_id: int, guild_id: int | None, user_id: int) -> CupOverview:
        """The results of a cup on the deals that this member has ended, or when it is over on all of them.

        Raises ``Refused`` if there are none to be seen.
        """
        cup = await self._here(cup_id, guild_id)
        if cup.is_cancelled:
            raise Refused(IS_CANCELLED)
        known = {one.deal for one in await self._tries_at(cup) if one.user_id == user_id and not one.is_open}
        shown = [deal for deal in cup.deals if deal.id in known or cup.is_over(self._cache.now())]
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
        """End a cup without a result. Games in progress can be finished, and count nowhere. Raises ``Refused``.

        If it has a rival, that one goes on alone, so the key is told when its time is over.
        """
        await self.require_organiser(cup_id, guild_id, user_id, may_manage=may_manage)
        await self.tell(await self._cache.store.derbies.cancel(cup_id))

    async def on_departure(self, guild_ids: Collection[int]) -> None:
        """Servers have removed the bot: their rivals go on alone."""
        await self.tell(await self._cache.store.derbies.leave(guild_ids, self._cache.now()))

    async def tell(self, cup_ids: Collection[int]) -> None:
        """Tell ``on_change`` of these cups, in the processes that show them."""
        for cup_id in cup_ids:
            cup = await self._store.get(cup_id)
            if cup is None:
                continue
            if self._cache.store.shards.serves(cup.guild_id):
                self.on_change(cup_id)
            else:
                await self._other_processes.send(TaskKind.CUP, cup_id, [cup.guild_id])

    async def _changed(self, cup_id: int) -> None:
        """Another process tells of a cup of ours."""
        self.on_change(cup_id)

    async def open_on(self, guild_id: int) -> list[CupRecord]:
        """The cups of a server that are not over."""
        return await self._store.due_on(guild_id)

    async def has_begun(self, cup: CupRecord) -> bool:
        """Whether somebody has begun to play a cup."""
        return bool(await self._tries_at(cup))

    def has_ended(self, cup: CupRecord) -> bool:
        """Whether nobody can begin a deal of a cup any more."""
        return cup.has_ended(self._cache.now())

    async def close(self, cup: CupRecord) -> None:
        """Note that a cup is over, and have its result posted."""
        await self._store.close(cup, self._cache.now())

    async def _moved(
        self,
        cup: CupRecord,
        user_id: int,
        channel_id: int,
        is_shown: Callable[[CupRecord], Awaitable[bool]],
    ) -> CupRecord:
        """The organiser's cup, moved to this channel because its post is gone. Raises ``Refused`` otherwise."""
        if cup.organiser_id != user_id or await is_shown(cup):
            raise Refused(say("There is a cup of that name already. Choose another name."))
        await self._store.move(cup, channel_id, self._cache.now())
        return await self._get(cup.id)

    async def _get(self, cup_id: int) -> CupRecord:
        """The cup as it is stored. Raises ``Refused`` if there is none."""
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
            raise Refused(IS_OVER)

    async def _rival_of(self, cup: CupRecord) -> CupRecord | None:
        """The cup of another server that has, or had, the same deals."""
        return None if cup.rival_id is None else await self._store.get(cup.rival_id)

    async def _require_own_side(self, cup: CupRecord, rival: CupRecord | None, user_id: int) -> None:
        """Raise ``Refused`` if a member of both servers has begun to play for the other one."""
        if rival is None or cup.derby_is_off:
            return
        if any(one.user_id == user_id for one in await self._tries_at(rival)):
            raise Refused(OTHER_SIDE)

    async def _tries_at(self, cup: CupRecord) -> list[DealTryRecord]:
        return await self._cache.store.deals.tries([deal.id for deal in cup.deals])

    async def _overview(self, cup: CupRecord, shown: Collection[DealRecord], reader: int | None = None) -> CupOverview:
        is_over, rival = cup.is_over(self._cache.now()), await self._rival_of(cup)
        opponent = None if cup.derby_is_off else rival
        rivals = at_deals_of(cup, opponent, await self._tries_at(opponent)) if opponent and is_over else []
        tries = await self._tries_at(cup) + rivals
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
            is_unsealed=is_over or (cup.is_cancelled and (rival is None or rival.is_cancelled)),
            derby=derby_with(opponent, rivals, lines if is_over else None) if opponent else None,
        )


def require_room(others: Collection[CupRecord]) -> None:
    """Raise ``Refused`` if a server has as many cups as it can have."""
    if len(others) >= MOST_OPEN:
        raise Refused(say("This server has {count} cups that are not over, and cannot have more.", count=len(others)))


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
