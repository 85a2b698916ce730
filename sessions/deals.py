"""*Beat my hand*: the cards of a finished game, dealt again to others, and what those have scored with them."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from db.limits import has_seen
from db.purpose_records import DealTry, PracticeGame
from db.race_records import DEALT_AGAIN_FOR, DealRecord, TryRecord
from db.records import NO_SERVER, Phase, ResultRecord, SeatRecord, TableRecord
from engines.contract import Game
from engines.texts import say
from sessions.playing.lobby import same_options
from sessions.playing.practice import RULES_HAVE_CHANGED
from sessions.races import TRIED, WEEK_IS_OVER, RaceLine, Races, race_lines, visible_tries
from sessions.shared.refusals import Refused
from sessions.tables.cache import CachedTable, TableCache
from sessions.tables.leaving import SUBSTITUTE
from sessions.tables.lookup import OF_ANOTHER

FINISH_FIRST = say("You are playing these cards yourself just now. Finish your try first.")
NOT_OVER = say("This game is not over yet. When it is, its cards can be dealt to others.")
KNOWN = say("The cards of this game were known before, so it can't be a challenge.")
PLAYED = say("You played this game, so you know its cards. You can play them again from the replay, just for fun.")
LOOKED = say("You have looked at this game, so you know its cards. You can play them from the replay, just for fun.")
NOT_PRACTICE = say("That is for practice games. Below the result of other games, everybody finds Beat my hand.")


@dataclass(frozen=True, slots=True)
class Offer:
    """The cards that a member can choose from, those of the ``seats`` of members, or the try that is ``begun``."""

    origin: TableRecord
    game: Game[Any]
    seats: tuple[SeatRecord, ...]
    ends_at: datetime
    begun: TableRecord | None = None


@dataclass(frozen=True, slots=True)
class SeatBoard:
    """The results with the cards of one seat, best first, and the ``player`` who held them with their ``points``."""

    seat: int
    player: int
    points: float
    lines: tuple[RaceLine, ...]


@dataclass(frozen=True, slots=True)
class Board:
    """What has been scored with the cards of a game, and until when others can try.

    ``is_tried``: somebody is in the middle of a try, so the seed stands nowhere above it.
    """

    deal: DealRecord
    seats: tuple[SeatBoard, ...]
    is_tried: bool = False


class Challenges:
    """Deals the cards of finished games to others, compares what those score, and remembers who knows them."""

    def __init__(self, cache: TableCache, races: Races) -> None:
        self._cache = cache
        self._deals = cache.store.deals
        self.deal = self._deals.get
        self._races = races

    async def may_try(self, table_id: int, user_id: int) -> bool:
        """Whether this member can still play the cards of a game without knowing them."""
        entry = await self._cache.get(table_id)
        if not can_be_dealt_again(entry.table):
            return False
        try:
            offer = await self.offer(table_id, entry.table.guild_id, user_id)
        except Refused:
            return False
        return offer.begun is None

    async def offer(self, origin_id: int, guild_id: int | None, user_id: int) -> Offer:
        """What this member can choose, or the try that they have begun. Raises ``Refused`` if they cannot try."""
        entry = await self._origin(origin_id, guild_id)
        origin, game = entry.table, self._cache.games.get(entry.table.game)
        same_options(self._cache.games, origin)
        assert game is not None
        ends_at = await self.ends_at(origin)
        deal = await self._deals.of_origin(origin_id)
        if origin.purpose.is_private and deal is None and origin.host_id != user_id:
            raise Refused(OF_ANOTHER)
        seats = tuple(seat for seat in origin.seats if seat.user_id is not None)
        begun = await self._races.try_of(deal, user_id)
        if begun is not None and begun.phase.is_open:
            return Offer(origin, game, seats, ends_at or self._cache.now(), begun)
        if ends_at is None or ends_at <= self._cache.now():
            raise Refused(WEEK_IS_OVER)
        await self._require_ignorance(origin, deal, begun, user_id)
        return Offer(origin, game, seats, ends_at)

    async def begin(
        self, origin_id: int, seat: int, guild_id: int | None, channel_id: int, user_id: int
    ) -> TableRecord:
        """The member's try with the cards of this seat, dealt now unless they have begun it. Raises ``Refused``."""
        async with self._cache.lock("look", user_id):
            offer = await self.offer(origin_id, guild_id, user_id)
            if offer.begun is not None:
                return offer.begun
            if seat not in {one.seat for one in offer.seats}:
                raise Refused(say("No member had that seat in this game."))
            return await self._races.begin(await self._open(offer), seat, channel_id, user_id)

    async def invite(self, table_id: int, guild_id: int, channel_id: int, user_id: int) -> None:
        """Have the others in a channel invited to the cards of a member's practice game. Raises ``Refused``."""
        entry = await self._cache.get(table_id)
        if not isinstance(entry.table.purpose, PracticeGame) or entry.table.host_id != user_id:
            raise Refused(NOT_PRACTICE)
        await self._origin(table_id, guild_id)
        ends_at = await self.ends_at(entry.table)
        if ends_at is None or ends_at <= self._cache.now():
            raise Refused(WEEK_IS_OVER)
        await self._open(Offer(entry.table, self._cache.games[entry.table.game], (), ends_at), channel_id)

    async def _origin(self, origin_id: int, guild_id: int | None) -> CachedTable:
        """The finished game. Raises ``Refused`` if its cards cannot be dealt again here."""
        entry = await self._cache.get(origin_id)
        if entry.table.guild_id != guild_id:
            raise Refused(say("That game was played on another server."))
        if entry.table.phase is not Phase.FINISHED:
            raise Refused(NOT_OVER)
        if not can_be_dealt_again(entry.table):
            raise Refused(KNOWN)
        if entry.live is None:
            raise Refused(entry.trouble or KNOWN)
        if entry.table.rules_version != entry.live.game.rules_version:
            raise Refused(RULES_HAVE_CHANGED)
        return entry

    async def _require_ignorance(
        self, origin: TableRecord, deal: DealRecord | None, begun: TableRecord | None, user_id: int
    ) -> None:
        """Raise ``Refused`` if the member may know the cards."""
        if user_id in origin.users:
            raise Refused(PLAYED)
        if begun is not None or (deal is not None and await self._races.has_tried(deal, user_id)):
            raise Refused(TRIED)
        if await self.has_looked(origin.id, user_id):
            raise Refused(LOOKED)

    async def _open(self, offer: Offer, channel_id: int | None = None) -> DealRecord:
        origin = offer.origin
        levels = tuple(seat.computer or SUBSTITUTE.value for seat in origin.seats)
        return await self._deals.open(
            DealRecord(
                id=0,
                guild_id=origin.guild_id,
                origin=origin.id,
                game=origin.game,
                options=dict(origin.options),
                rules_version=offer.game.rules_version,
                levels=levels,
                seed=str(origin.seed),
                ends_at=offer.ends_at,
                is_sealed=False,
                channel_id=channel_id,
            ),
            self._cache.now(),
        )

    async def board(self, table: TableRecord, user_id: int | None) -> Board | None:
        """The board of a finished game's cards as a member may see it, also from a try at them; ``None`` without any.

        Members who do not want to be on leaderboards see their own result, and nobody else does.
        """
        deal = await self._deal(table)
        if deal is None or deal.origin is None:
            return None
        tries = await self._cache.store.races.of_deals([deal.id])
        origin = await self._cache.get(deal.origin)
        boards = seat_boards(origin.table, origin.results, visible_tries(tries, user_id))
        return Board(deal, boards, any(one.is_open for one in tries))

    async def _deal(self, table: TableRecord) -> DealRecord | None:
        if not isinstance(table.purpose, DealTry):
            return await self._deals.of_origin(table.id)
        return await self._deals.get(table.purpose.deal)

    async def ends_at(self, table: TableRecord) -> datetime | None:
        """Until when the cards of a game are dealt to others; ``None`` if they never are."""
        if not can_be_dealt_again(table):
            return None
        finished_at = await self._deals.finished_at(table.id)
        return None if finished_at is None else finished_at + DEALT_AGAIN_FOR

    async def note_look(self, table_id: int, user_id: int) -> None:
        """Note that a member looks at cards that others can still play. ``Refused`` while the member plays them."""
        table, now = (await self._cache.get(table_id)).table, self._cache.now()
        ends_at = await self.ends_at(table)
        if ends_at is None or ends_at <= now or user_id in table.users:
            return
        async with self._cache.lock("look", user_id):  # nobody begins a try meanwhile
            begun = await self._races.try_of(await self._deals.of_origin(table_id), user_id)
            if begun is not None and begun.phase.is_open:
                raise Refused(FINISH_FIRST)
            if not await self.has_looked(table_id, user_id):
                await self._deals.note([has_seen(table_id, user_id, ends_at - now)], now)

    async def has_looked(self, table_id: int, user_id: int) -> bool:
        """Whether a member has looked at the cards of this game without having played it."""
        seen = has_seen(table_id, user_id, DEALT_AGAIN_FOR)
        return await self._cache.store.limits.reached_until(seen, self._cache.now()) is not None


def can_be_dealt_again(table: TableRecord) -> bool:
    """Whether the cards of a game that is over were unknown to all before, and there are others to play them."""
    if not table.purpose.can_be_dealt_again or table.guild_id == NO_SERVER:
        return False
    return table.phase is Phase.FINISHED and len(table.seats) > 1


def seat_boards(
    origin: TableRecord, results: Sequence[ResultRecord], tries: Collection[TryRecord]
) -> tuple[SeatBoard, ...]:
    """The boards of the seats whose cards somebody has played to the end."""
    lower_wins = fewest_points_win(results)
    points_of = {result.seat: result.points for result in results}
    boards: list[SeatBoard] = []
    for seat in origin.seats:
        done = [one for one in tries if one.seat == seat.seat and one.points is not None]
        if seat.user_id is not None and done:
            lines = race_lines(done, fewest_points_win=lower_wins)
            boards.append(SeatBoard(seat.seat, seat.user_id, points_of.get(seat.seat, 0.0), tuple(lines)))
    return tuple(boards)


def fewest_points_win(results: Sequence[ResultRecord]) -> bool:
    """Whether the best places of a game have the fewest points."""
    ordered = [result.points for result in sorted(results, key=lambda result: result.place)]
    return bool(ordered) and ordered[0] < ordered[-1]
