"""How a game of Knotweed is shown when it is over."""

from collections.abc import Sequence

from engines.cards import Card
from engines.contract import Event, Outcome
from engines.kit.verdicts import by_points, of_match
from engines.kit.wording import names
from engines.knotweed.events import Played, RoundBegan, TurnUndone, WentOut
from engines.knotweed.view import KnotweedView
from engines.knotweed.words import rounds_won
from engines.result_scenes import Account, Line, ResultScene
from engines.texts import Player, Text, say, say_count


def result(views: Sequence[KnotweedView], events: Sequence[Event]) -> ResultScene:
    """The cards with which players went out in the last round, and what the others have left."""
    view = views[0]
    finishing = _finishing(events)
    accounts = tuple(
        Account(seat, (Line(finishing.get(seat, ()), is_done=True) if seat in view.out else Line(views[seat].hand),))
        for seat in range(len(views))
    )
    return ResultScene(say("points"), accounts, _how(view))


def verdict(view: KnotweedView, outcome: Outcome, reader: int | None) -> Text | None:
    """How the game was won: by points in a match, otherwise by going out first."""
    if view.options.wins is not None:
        return of_match(outcome, reader) if len(view.counts) == 2 else None
    if view.options.is_match:
        return by_points(outcome, reader)
    if outcome.winners != view.out[:1]:
        return None
    winner = view.out[0]
    if len(view.counts) == 2:
        return _of_two(view, winner, reader)
    behind = names([seat for place in outcome.places[1:] for seat in place])
    if reader is None:
        return say("{player} went out first, ahead of {others}.", player=Player(winner), others=behind)
    if reader == winner:
        return say("You went out first, ahead of {others}.", others=behind)
    place = 1 + sum(points > outcome.points[reader] for points in outcome.points)
    return say(
        "{player} went out first; your place: {place} of {seats}.",
        player=Player(winner),
        place=place,
        seats=len(view.counts),
    )


def _of_two(view: KnotweedView, winner: int, reader: int | None) -> Text:
    left, player, other = view.counts[1 - winner], Player(winner), Player(1 - winner)
    if reader is None:
        return say_count(
            "{player} went out first; {other} still held {count} card.",
            "{player} went out first; {other} still held {count} cards.",
            left,
            player=player,
            other=other,
        )
    if reader == winner:
        return say_count(
            "You went out first; {other} still held {count} card.",
            "You went out first; {other} still held {count} cards.",
            left,
            other=other,
        )
    return say_count(
        "{player} went out first; you still held {count} card.",
        "{player} went out first; you still held {count} cards.",
        left,
        player=player,
    )


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
