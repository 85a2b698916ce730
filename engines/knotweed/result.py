"""How a game of Knotweed is shown when it is over."""

from collections.abc import Sequence

from engines.cards import Card
from engines.contract import Event
from engines.knotweed.events import Played, RoundBegan, TurnUndone, WentOut
from engines.knotweed.view import KnotweedView
from engines.knotweed.words import rounds_won
from engines.result_scenes import Account, Line, ResultScene
from engines.texts import Text, say


def result(views: Sequence[KnotweedView], events: Sequence[Event]) -> ResultScene:
    """The cards with which players went out in the last round, and what the others have left."""
    view = views[0]
    finishing = _finishing(events)
    accounts = tuple(
        Account(seat, (Line(finishing.get(seat, ()), is_done=True) if seat in view.out else Line(views[seat].hand),))
        for seat in range(len(views))
    )
    return ResultScene(say("points"), accounts, _how(view))


def _how(view: KnotweedView) -> Text | None:
    """How the winner won, if not by points."""
    if view.options.wins is not None:
        return rounds_won(max(view.wins))
    is_first = not view.options.is_match and view.out and view.outcome and view.outcome.winners == view.out[:1]
    return say("out first") if is_first else None


def _finishing(events: Sequence[Event]) -> dict[int, tuple[Card, ...]]:
    """The cards of the play with which each seat went out in the last round (6.1)."""
    found: dict[int, tuple[Card, ...]] = {}
    latest: dict[int, tuple[Card, ...]] = {}
    for event in events:
        match event:
            case RoundBegan():
                found = {}
            case Played():
                latest[event.seat] = event.cards
            case TurnUndone():
                latest.pop(event.seat, None)
            case WentOut():
                found[event.seat] = latest.get(event.seat, ())
            case _:
                pass
    return found
