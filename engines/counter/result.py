"""How a game of Counter is shown when it is over."""

from collections.abc import Sequence

from engines.contract import Event, Outcome
from engines.counter.events import Scored
from engines.counter.scene import last_trick
from engines.counter.view import CounterView
from engines.kit.verdicts import by_points
from engines.result_scenes import Account, Cell, ResultScene
from engines.texts import Text, say, say_count

MOST_COLUMNS = 7
"""How many hands are shown one by one. Those before the latest share a column."""


def result(views: Sequence[CounterView], events: Sequence[Event]) -> ResultScene:
    """Everybody's bids, tricks and points by hand, and the last trick."""
    view = views[0]
    scored = [event for event in events if isinstance(event, Scored)]
    hands = [scored[start : start + view.seats] for start in range(0, len(scored), view.seats)]
    by_seat = [[next(one for one in hand if one.seat == seat) for hand in hands] for seat in range(view.seats)]
    merged = max(0, len(hands) - MOST_COLUMNS + 1) if len(hands) > MOST_COLUMNS else 0
    ahead = _ahead_from(by_seat)
    return ResultScene(
        unit=say("points"),
        accounts=tuple(Account(seat, cells=_cells(own, merged)) for seat, own in enumerate(by_seat)),
        remark=None if ahead is None else say("ahead for good from hand {number}", number=ahead + 1),
        headline=say_count(
            "{players} players · {count} hand · {target} points end the game",
            "{players} players · {count} hands · {target} points end the game",
            len(hands),
            players=view.seats,
            target=view.target,
        ),
        columns=_titles(len(hands), merged),
        columns_title=say("Bid/tricks"),
        decisive=None if ahead is None or ahead < merged else ahead - merged + bool(merged),
        trick=None if view.last_trick is None else last_trick(view.last_trick),
    )


def verdict(_view: CounterView, outcome: Outcome, reader: int | None) -> Text | None:
    """How the game was won."""
    return by_points(outcome, reader)


def _cells(own: Sequence[Scored], merged: int) -> tuple[Cell, ...]:
    first = (Cell(None, sum(one.points for one in own[:merged])),) if merged else ()
    return (
        *first,
        *(
            Cell(say("{bid}/{won}", bid=one.bid, won=one.won), one.points, is_best=one.bid == one.won)
            for one in own[merged:]
        ),
    )


def _titles(hands: int, merged: int) -> tuple[Text, ...]:
    first = (say("1–{last}", last=merged),) if merged else ()
    return (*first, *(say("{number}", number=number + 1) for number in range(merged, hands)))


def _ahead_from(by_seat: Sequence[Sequence[Scored]]) -> int | None:
    """The hand (the first is 0) from which one player was ahead of all others to the end; ``None`` if nobody is."""
    totals = list(zip(*([one.total for one in own] for own in by_seat), strict=True))
    if len(totals) < 2:
        return None
    leaders = [_only_leader(after) for after in totals]
    winner, since = leaders[-1], len(leaders) - 1
    if winner is None:
        return None
    while since and leaders[since - 1] == winner:
        since -= 1
    return since


def _only_leader(totals: Sequence[int]) -> int | None:
    best = [seat for seat, total in enumerate(totals) if total == max(totals)]
    return best[0] if len(best) == 1 else None
