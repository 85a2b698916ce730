"""How a game of Counterweight is shown when it is over."""

from collections.abc import Mapping, Sequence

from engines.contract import Event, Outcome
from engines.counterweight.rules import own_piles
from engines.counterweight.view import CounterweightView
from engines.kit.verdicts import of_match
from engines.result_scenes import Account, Bar, Line, ResultScene
from engines.texts import Player, Text, Value, say, say_count


def result(views: Sequence[CounterweightView], _events: Sequence[Event]) -> ResultScene:
    """The piles and cards that each player has left in the last game, and what they cost."""
    options = views[0].options
    in_wins = options.is_match and options.games is None
    return ResultScene(
        unit=say("games won") if in_wins else say("penalty points"),
        accounts=tuple(_account(view, seat) for seat, view in enumerate(views)),
    )


def verdict(view: CounterweightView, outcome: Outcome, reader: int | None) -> Text | None:
    """How the game or match was won."""
    if view.options.is_match and view.options.games is None:
        return of_match(outcome, reader)
    winner, *others = outcome.winners
    best, most = int(outcome.points[winner]), int(outcome.points[1 - winner])
    if others:
        return say("A draw: a penalty of {points} each.", points=best)
    shown = {"player": Player(winner), "loser": Player(1 - winner)}
    if best == 0 and not view.options.is_match:
        return _out(most, shown, winner, reader)
    if reader is None:
        return say_count(
            "{player} won with {count} penalty point; {loser} has {left}.",
            "{player} won with {count} penalty points; {loser} has {left}.",
            best,
            left=most,
            **shown,
        )
    if reader == winner:
        return say_count(
            "You won with {count} penalty point; {loser} has {left}.",
            "You won with {count} penalty points; {loser} has {left}.",
            best,
            left=most,
            **shown,
        )
    return say_count(
        "{player} won with {count} penalty point; you have {left}.",
        "{player} won with {count} penalty points; you have {left}.",
        best,
        left=most,
        **shown,
    )


def _out(left: int, shown: Mapping[str, Value], winner: int, reader: int | None) -> Text:
    """The winner has nothing left, the other player so many penalty points."""
    if reader is None:
        return say_count(
            "{player} went out; {loser} was left with {count} penalty point.",
            "{player} went out; {loser} was left with {count} penalty points.",
            left,
            **shown,
        )
    if reader == winner:
        return say_count(
            "You went out; {loser} was left with {count} penalty point.",
            "You went out; {loser} was left with {count} penalty points.",
            left,
            **shown,
        )
    return say_count(
        "{player} went out; you were left with {count} penalty point.",
        "{player} went out; you were left with {count} penalty points.",
        left,
        **shown,
    )


def _account(view: CounterweightView, seat: int) -> Account:
    piles = own_piles(view.piles, seat)
    left = (*view.hand, *view.limbo[seat])
    lines: list[Line] = []
    if piles:
        tops, heights = zip(*((view.piles[pile][-1], len(view.piles[pile])) for pile in piles), strict=True)
        lines.append(Line(tops, heights))
    if left:
        lines.append(Line(left, label=say("Hand")))
    bar = Bar(view.penalties[seat], max(view.penalties), _cost(view, seat), view.penalties[seat] - len(left))
    return Account(seat, tuple(lines), bar)


def _cost(view: CounterweightView, seat: int) -> Text:
    """How the penalty points come about (7.3)."""
    piles = own_piles(view.piles, seat)
    cards, left = sum(len(view.piles[pile]) for pile in piles), len(view.hand) + len(view.limbo[seat])
    in_hand = say("{count} in hand", count=left)
    if not piles:
        return in_hand if left else say("no piles, no cards left")
    shown = {
        "piles": say_count("{count} pile", "{count} piles", len(piles)),
        "cards": say_count("{count} card", "{count} cards", cards),
        "points": view.penalties[seat],
    }
    if not left:
        return say("{piles} × {cards} = {points}", **shown)
    return say("{piles} × {cards} + {left} = {points}", left=in_hand, **shown)
