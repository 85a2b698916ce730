"""Proof that nobody chose the cards: everybody sees the hash of the seed from the start, and the seed at the end.

``docs/fair-deal.md`` explains to players what this proves and how to repeat every shuffle.
"""

import asyncio
import secrets
from dataclasses import dataclass, field
from hashlib import sha256

from db.records import Phase, TableRecord
from engines.texts import Text, say
from sessions.shared.refusals import Refused
from sessions.tables.cache import TableCache
from sessions.tables.live import LiveGame
from sessions.tables.results import Placing, placings

SAME_FOR_EVERYBODY = say(
    "This is the end of a lesson, where everybody gets the same cards, so there is nothing to verify."
)


@dataclass(frozen=True, slots=True)
class Deal:
    """What everybody may know about the deal of game ``number``: the SHA-256 of its seed, later the seed."""

    number: int
    fingerprint: str
    seed: str | None = field(repr=False)


def deal_of(table: TableRecord) -> Deal | None:
    """The deal of a table; ``None`` before the deal and for the end of a lesson, whose seed is no secret.

    The seed gives away every card, so it is told only with a result, and when nobody else plays the same cards.
    """
    if table.seed is None or not table.purpose.has_secret_deal:
        return None
    is_known = table.phase is Phase.FINISHED and table.purpose.may_tell_deal
    return Deal(table.id, fingerprint(table.seed), table.seed if is_known else None)


def hides_cards(table: TableRecord) -> bool:
    """Whether only the players may see the cards, in play and later, because other tables play the same ones."""
    return table.purpose.is_sealed and not (table.phase is Phase.FINISHED and table.purpose.may_tell_deal)


def fingerprint(seed: str) -> str:
    """The SHA-256 of a seed in hexadecimal digits."""
    return sha256(seed.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Verification:
    """The deal that is asked about. ``repeats``: a replay gives the stored result; ``trouble``: there is none."""

    table: TableRecord
    deal: Deal
    repeats: bool | None = None
    trouble: Text | None = None


class FairDeals:
    """Checks the deals of games."""

    def __init__(self, cache: TableCache) -> None:
        self._cache = cache

    async def verify(self, table_id: int) -> Verification:
        """What may be shown of a game's deal. A finished game is replayed first."""
        entry = await self._cache.get(table_id)
        table, deal = entry.table, deal_of(entry.table)
        if not table.purpose.has_secret_deal:
            raise Refused(SAME_FOR_EVERYBODY)
        if deal is None:
            raise Refused(say("No cards have been dealt at this table yet."))
        if deal.seed is None:
            return Verification(table, deal)
        if entry.live is None:
            return Verification(table, deal, trouble=entry.trouble)
        moves = await self._cache.store.games.moves(table_id)
        replayed = await asyncio.to_thread(LiveGame.replayed, entry.live.game, table, moves, table.rev)
        stored = [Placing(result.place, result.points, result.won) for result in entry.results]
        return Verification(table, deal, stored == placings(replayed.state.outcome, table.seats, replayed.sides))


def new_seed() -> str:
    """A seed of 128 random bits, which nobody can guess."""
    return secrets.token_hex(16)
