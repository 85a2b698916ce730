"""How a game was won, in sentences that several games say: to the winner, to who lost, or to everybody."""

from collections.abc import Sequence

from engines.contract import Outcome
from engines.kit.wording import in_points, listed, names
from engines.texts import Player, Text, say


def score_of(points: Sequence[float], first: int) -> Text:
    """The points of two players, those of ``first`` in front.

    >>> str(score_of((20, 22), 1))
    '22–20'
    """
    return say("{first}–{second}", first=points[first], second=points[1 - first])


def by_points(outcome: Outcome, reader: int | None) -> Text | None:
    """The most points have won: who came after, in order, or where the reader did; ``None``: it was one of several."""
    winner, *others = outcome.winners
    shown = {"player": Player(winner), "players": names(outcome.winners), "points": in_points(outcome.points[winner])}
    if reader is not None and reader not in outcome.winners:
        place = 1 + sum(score > outcome.points[reader] for score in outcome.points)
        own = {"own": outcome.points[reader], "place": place, "seats": len(outcome.points), **shown}
        if others:
            return say("{players} share the win with {points}; you have {own}: place {place} of {seats}.", **own)
        return say("{player} won with {points}; you have {own}: place {place} of {seats}.", **own)
    if others:
        return say("{players} share the win with {points}.", **shown) if reader is None else None
    behind = [
        say("{player} ({points})", player=Player(seat), points=outcome.points[seat])
        for place in outcome.places[1:]
        for seat in place
    ]
    if reader == winner:
        return say("You won with {points}, ahead of {others}.", others=listed(behind), **shown)
    return say("{player} won with {points}, ahead of {others}.", others=listed(behind), **shown)


def of_match(outcome: Outcome, reader: int | None) -> Text | None:
    """A match of two for most wins; ``None`` for a drawn one."""
    winner, *others = outcome.winners
    if others:
        return None
    score = score_of(outcome.points, winner)
    if reader == winner:
        return say("You won the match {score}.", score=score)
    if reader is not None:
        return say("You lost the match {score}.", score=score_of(outcome.points, reader))
    return say("{player} won the match {score}.", player=Player(winner), score=score)
