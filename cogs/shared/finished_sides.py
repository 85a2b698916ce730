"""The results of a game by sides: partners who have finished together are one line, with one name."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from cogs.shared.rendering import Renderer
from db.records import ResultRecord
from engines.sides import Sides


def finished_sides(results: Iterable[ResultRecord], sides: Sides) -> list[tuple[ResultRecord, ...]]:
    """The results by sides, best first. A player who came later than the partners, having left, stands alone."""
    side_of = {seat: number for number, side in enumerate(sides) for seat in side}
    ordered = sorted(results, key=lambda result: (result.place, side_of[result.seat], result.seat))
    together = groupby(ordered, key=lambda result: (result.place, side_of[result.seat]))
    groups = [tuple(group) for _, group in together]
    return sorted(groups, key=lambda group: (group[0].place, group[0].seat))


def side_name(seats: Iterable[int], renderer: Renderer) -> str:
    """The players at these seats as one: "alice & bob"."""
    return " & ".join(map(renderer.player, seats))


def names_of(group: Sequence[ResultRecord], renderer: Renderer) -> str:
    """The players of a line of results."""
    return side_name((result.seat for result in group), renderer)
