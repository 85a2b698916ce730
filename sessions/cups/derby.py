"""A derby: two servers play the same deals, each in a cup of its own, and their best members are compared."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

from db.cup_records import CupRecord
from db.race_records import DealTryRecord
from sessions.cups.matchpoints import CupLine

GRACE = timedelta(minutes=2)
"""How long after the end the results are posted: another process may still be storing the last games of the rival."""


@dataclass(frozen=True, slots=True)
class Score:
    """The mean matchpoints of the ``best`` members of each side, as many as the smaller side has.

    Members count who have finished a deal. A side without any has no mean (``None``), and then nobody is compared.
    """

    own: float | None
    rival: float | None
    best: int

    @property
    def margin(self) -> float:
        """More than 0 if the own side has won, less than 0 if the rival has."""
        return (-1 if self.own is None else self.own) - (-1 if self.rival is None else self.rival)


@dataclass(frozen=True, slots=True)
class Derby:
    """The other server, by its id and name. Its ``members`` and the ``score`` are told when the time is over."""

    guild_id: int
    server: str
    members: frozenset[int] = frozenset()
    score: Score | None = None


def derby_with(rival: CupRecord, rivals: Iterable[DealTryRecord], lines: Sequence[CupLine] | None) -> Derby:
    """The derby with this rival. ``lines`` are the table of both sides when the time is over, and else ``None``."""
    members = frozenset(one.user_id for one in rivals)
    scored = None if lines is None else score(lines, members)
    return Derby(rival.guild_id, rival.server_name or "?", members, scored)


def score(lines: Iterable[CupLine], rivals: Collection[int]) -> Score:
    """The score from the table of both sides.

    >>> lines = [CupLine(1, 71, (), 9), CupLine(2, 81, (), 7), CupLine(3, 72, (), 2)]
    >>> score(lines, {81})
    Score(own=9.0, rival=7.0, best=1)
    """
    sides: tuple[list[int], list[int]] = ([], [])
    for line in lines:
        sides[line.member in rivals].append(line.total)
    best = min(map(len, sides))
    own, rival = (_mean(sorted(side, reverse=True)[: best or len(side)]) for side in sides)
    return Score(own, rival, best)


def at_deals_of(cup: CupRecord, rival: CupRecord, tries: Iterable[DealTryRecord]) -> list[DealTryRecord]:
    """The tries at the deals of a rival, as if they had been at the cup's own deals of the same numbers."""
    own = {theirs.id: ours.id for theirs, ours in zip(rival.deals, cup.deals, strict=True)}
    return [replace(one, deal=own[one.deal]) for one in tries]


def _mean(totals: Sequence[int]) -> float | None:
    return sum(totals) / len(totals) if totals else None
