"""The table of Counterweight as one viewer sees it, and how its end is shown."""

from collections.abc import Iterator, Sequence

from engines.contract import Event, Outcome
from engines.counterweight.actions import COLLECT, PERMANENT, RELOCATE, Pile, pile_label, pile_owner
from engines.counterweight.rules import own_piles
from engines.counterweight.view import CounterweightView
from engines.kit.verdicts import of_match
from engines.kit.wording import left_to_draw
from engines.kit.zones import cards_held, hand_of, piles_of
from engines.result_scenes import Account, Bar, Line, ResultScene
from engines.scenes import Fact, Kind, Place, Scene, Spread, Zone, once_for_each_view
from engines.texts import Player, Text, say, say_count

SEATS = (0, 1)


@once_for_each_view
def draw(view: CounterweightView) -> Scene:
    """Permanent piles and stock in the middle, then each seat's hand, set-aside cards and piles."""
    zones = [_pile(view, pile, say("Permanent piles")) for pile in PERMANENT if pile in view.piles]
    zones.append(Zone(say("Stock"), Spread.HIDDEN, view.stock, short=say("Stock")))
    for seat in SEATS:
        zones.append(hand_of(view, seat, view.hand, view.counts[seat]))
        if aside := tuple(sorted(view.limbo[seat])):
            notes = (say("in hand next turn"),)
            zones.append(Zone(say("Set aside"), Spread.RUN, len(aside), aside, seat, notes, short=say("Aside")))
        zones += [_pile(view, pile, piles_of(view, seat)) for pile in own_piles(view.piles, seat)]
    places = tuple(Place(seat, seat in view.to_act, tuple(_facts(view, seat))) for seat in SEATS)
    return Scene(_headline(view), tuple(zones), places, _waiting(view))


def _pile(view: CounterweightView, pile: Pile, group: Text) -> Zone:
    lying, name = view.piles[pile], say("{pile}", pile=pile_label(pile))
    notes = (say("just placed"),) if any(pile == target for _, target in view.placed) else ()
    return Zone(name, Spread.STACK, len(lying), lying, pile_owner(pile), notes, group, name)


def _facts(view: CounterweightView, seat: int) -> Iterator[Fact]:
    """Cards in hand, and the penalty points if the game ended now (9.1), including what the piles add (7.3)."""
    due = view.penalties[seat]
    yield cards_held(view.counts[seat])
    yield Fact(say_count("{count} penalty point now", "{count} penalty points now", due), Kind.PENALTY, due)
    if view.options.games is not None:
        yield Fact(say("{points} in the match", points=view.totals[seat]), Kind.POINTS, view.totals[seat])
    elif view.options.is_match:
        yield Fact(say("games won: {wins}", wins=view.wins[seat]), Kind.WINS, view.wins[seat])
    piles = own_piles(view.piles, seat)
    if piles:
        lying = sum(len(view.piles[pile]) for pile in piles)
        cost = {"cards": lying, "piles": len(piles), "points": lying * len(piles)}
        yield Fact(say("piles cost {cards} × {piles} = {points}", **cost))


def _headline(view: CounterweightView) -> Text:
    number = view.game_no + 1
    if view.options.games is not None:
        return say("Game {number} of {games}", number=number, games=view.options.games)
    if view.options.is_match:
        return say("Game {number}, best of {games}", number=number, games=view.options.best_of)
    if 2 * view.idle >= view.options.idle_limit and not _has_progressed(view):
        return say_count(
            "{count} turn without progress · {limit} end the game",
            "{count} turns without progress · {limit} end the game",
            view.idle,
            limit=view.options.idle_limit,
        )
    return left_to_draw(view.stock)


def _has_progressed(view: CounterweightView) -> bool:
    """Whether the turn that goes on has put a card on a permanent pile, or has drawn one for a sole card (7.1c)."""
    has_drawn = len(view.placed) == 1 and view.counts[view.turn] > 0
    return has_drawn or any(pile in PERMANENT for _, pile in view.placed)


def _waiting(view: CounterweightView) -> Text | None:
    if not view.to_act:
        return None
    player, is_last = Player(view.to_act[0]), view.counts[view.turn] == 1  # a last card is placed alone (4.5)
    if view.phase == RELOCATE:
        return say("{player} may move cards of the couple to permanent piles", player=player)
    if view.phase == COLLECT:
        return say("{player} decides what to collect", player=player)
    if view.stock and is_last:
        return say("{player} places their last card or begins a pile", player=player)
    if view.stock:
        return say("{player} places a couple or begins a pile", player=player)
    if is_last:
        return say("{player} places their last card", player=player)
    return say("{player} places a couple", player=player)


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
    shown = {"player": Player(winner), "loser": Player(1 - winner), "left": most}
    if best == 0 and not view.options.is_match:
        everybody = say_count(
            "{player} went out; {loser} was left with {count} penalty point.",
            "{player} went out; {loser} was left with {count} penalty points.",
            most,
            **shown,
        )
        won = say_count(
            "You went out; {loser} was left with {count} penalty point.",
            "You went out; {loser} was left with {count} penalty points.",
            most,
            **shown,
        )
        lost = say_count(
            "{player} went out; you were left with {count} penalty point.",
            "{player} went out; you were left with {count} penalty points.",
            most,
            **shown,
        )
    else:
        everybody = say_count(
            "{player} won with {count} penalty point; {loser} has {left}.",
            "{player} won with {count} penalty points; {loser} has {left}.",
            best,
            **shown,
        )
        won = say_count(
            "You won with {count} penalty point; {loser} has {left}.",
            "You won with {count} penalty points; {loser} has {left}.",
            best,
            **shown,
        )
        lost = say_count(
            "{player} won with {count} penalty point; you have {left}.",
            "{player} won with {count} penalty points; you have {left}.",
            best,
            **shown,
        )
    return everybody if reader is None else won if reader == winner else lost


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
