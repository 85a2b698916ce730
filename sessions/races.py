"""Races: many play the same deal, each alone against the same computers, once, and are compared.

All seeds of a cup follow from one key, whose hash is published when the cup opens; ``docs/fair-deal.md`` tells players
how to check it when the key is published, too. What a game's message shows everybody in the channel is no secret
between them, so it counts for nobody.
"""

import hmac
import secrets
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from db.errors import RaceOver
from db.limits import knows_deal
from db.race_records import DayRecord, DealRecord, RacedFor, TryRecord
from db.ranking import shared_ranks
from db.records import TableRecord
from engines.texts import Text, say
from sessions.playing.practice import Practice
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache


@dataclass(frozen=True, slots=True)
class RaceLine:
    """A member's result. Equal points share a ``rank``. Without ``points`` the game was not finished."""

    user_id: int
    rank: int | None
    points: float | None


def race_lines(tries: Collection[TryRecord], *, fewest_points_win: bool) -> list[RaceLine]:
    """The finished tries at a deal, best first, followed by those that were broken off."""
    finished = [(one.points, one.user_id) for one in tries if one.points is not None]
    finished.sort(key=lambda one: one[0], reverse=not fewest_points_win)
    ranks = shared_ranks([points for points, _ in finished])
    lines = [RaceLine(user, rank, points) for rank, (points, user) in zip(ranks, finished, strict=True)]
    return lines + [RaceLine(one.user_id, None, None) for one in tries if one.points is None and not one.is_open]


def visible_tries(tries: Collection[TryRecord], user_id: int | None) -> list[TryRecord]:
    """Tries that this member (``None``: everybody) may see: their own, and of members who are not hidden."""
    return [one for one in tries if one.user_id == user_id or not one.is_hidden]


SEED_DIGITS = 32
"""The hexadecimal digits of these seeds: 128 bits, as many as for any other game."""


def new_secret() -> str:
    """A secret of 256 random bits."""
    return secrets.token_hex(32)


def day_seed(secret: str, guild_id: int, day: date, game: str) -> str:
    """The seed of a day. Nobody can work it out without the secret, and every server has a different one.

    >>> day_seed("00" * 32, 1, date(2026, 5, 1), "counter")
    '90377a44d646fa5ad3afd095d0631336'
    """
    message = f"{guild_id}/{day.isoformat()}/{game}"
    return hmac.new(bytes.fromhex(secret), message.encode(), sha256).hexdigest()[:SEED_DIGITS]


def deal_seed(key: str, number: int) -> str:
    """The seed of a cup's deal, counted from 1. Nobody can work it out without the key.

    >>> deal_seed("00" * 32, 1)
    '24843202bfb502eebc06b155ee06bc51'
    """
    return hmac.new(key.encode(), f"deal {number}".encode(), sha256).hexdigest()[:SEED_DIGITS]


BEATEN, TIED = 2, 1


@dataclass(frozen=True, slots=True)
class Cell:
    """A member's ``points`` on a deal (``None``: a live cup saw no end of the game), and the matchpoints for them."""

    points: float | None
    matchpoints: int


@dataclass(frozen=True, slots=True)
class CupLine:
    """A member's (in a live cup, an entry's) results on each deal, and all matchpoints. Equal totals share a rank."""

    rank: int
    member: int
    cells: tuple[Cell | None, ...]
    total: int


def matchpoints(points: Mapping[int, float], *, fewest_points_win: bool) -> dict[int, Cell]:
    """The results of those who have finished a deal with these points.

    >>> scored = matchpoints({71: 5, 72: 3, 73: 5}, fewest_points_win=False)
    >>> {user: cell.matchpoints for user, cell in scored.items()}
    {71: 3, 72: 0, 73: 3}
    """
    sign = -1 if fewest_points_win else 1
    scored: dict[int, Cell] = {}
    for user, own in points.items():
        beaten = sum(sign * own > sign * other for other in points.values())
        tied = sum(own == other for other in points.values()) - 1
        scored[user] = Cell(own, BEATEN * beaten + TIED * tied)
    return scored


def cup_lines(deals: Sequence[Mapping[int, float]], *, fewest_points_win: bool) -> tuple[CupLine, ...]:
    """The table of a cup, best first, from what each member has scored on each deal."""
    scored = [matchpoints(points, fewest_points_win=fewest_points_win) for points in deals]
    return ranked_lines({user: tuple(deal.get(user) for deal in scored) for deal in scored for user in deal})


def ranked_lines(cells: Mapping[int, tuple[Cell | None, ...]]) -> tuple[CupLine, ...]:
    """The same from the results of each member."""
    totals = {user: sum(cell.matchpoints for cell in row if cell) for user, row in cells.items()}
    ordered = sorted(cells, key=lambda user: (-totals[user], user))
    ranks = shared_ranks([totals[user] for user in ordered])
    return tuple(CupLine(rank, user, cells[user], totals[user]) for rank, user in zip(ranks, ordered, strict=True))


WEEK_IS_OVER = say("The week for these cards is over. You can play them from the replay, just for fun.")
MATCH_IS_OVER = say("This match is over.")
CUP_IS_OVER = say("This cup is over, so its deals are closed.")
TRIED = say("You have had your one try with these cards.")
IS_OVER: Mapping[RacedFor, Text] = {
    RacedFor.DAY: say("That day is over. /daily has today's game."),
    RacedFor.AGAIN: WEEK_IS_OVER,
    RacedFor.CUP: CUP_IS_OVER,
    RacedFor.MATCH: MATCH_IS_OVER,
}
"""Why a try cannot begin any more."""
DAY_TRIED = say("You have played today's game already. There will be another one tomorrow.")


class Races:
    """Knows who has tried which deal, and begins tries."""

    def __init__(self, cache: TableCache, practice: Practice) -> None:
        self._cache = cache
        self._store = cache.store.races
        self._practice = practice

    async def try_of(self, deal: DayRecord | DealRecord | None, user_id: int) -> TableRecord | None:
        """The table of a member's try at a deal, whether or not it has ended."""
        table_id = None if deal is None else await self._store.table_of(deal, user_id)
        return None if table_id is None else (await self._cache.get(table_id)).table

    async def has_tried(self, deal: DayRecord | DealRecord, user_id: int) -> bool:
        """Whether a member has tried these cards, maybe on another server, or had before a deletion of their data."""
        if await self._store.has_tried(deal.seed, user_id):
            return True
        now = self._cache.now()
        return await self._cache.store.limits.reached_until(knows_deal(deal, user_id, now), now) is not None

    async def begin(self, deal: DayRecord | DealRecord, seat: int, channel_id: int, user_id: int) -> TableRecord:
        """The member's try in this seat, dealt now if they have not begun it. Raises ``Refused``."""
        async with self._cache.lock("try", user_id):
            begun = await self.try_of(deal, user_id)
            if begun is not None:
                return begun
            if deal.is_over(self._cache.now()):
                raise Refused(IS_OVER[deal.raced_for])
            await self.require_first(deal, user_id)
            try:
                return await self._practice.play_deal(deal, seat, channel_id, user_id)
            except RaceOver:
                raise Refused(IS_OVER[deal.raced_for]) from None

    async def require_first(self, deal: DayRecord | DealRecord, user_id: int) -> None:
        """Raise ``Refused`` if the member has tried these cards."""
        if await self.has_tried(deal, user_id):
            raise Refused(DAY_TRIED if deal.raced_for is RacedFor.DAY else TRIED)
