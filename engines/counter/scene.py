"""The table of Counter as one viewer sees it, and how its end is shown."""

from collections.abc import Iterator, Sequence
from itertools import chain

from engines.contract import Event, Outcome
from engines.counter.actions import BID, OVER, PASS
from engines.counter.events import Scored
from engines.counter.rules.trick import NO_SUIT, has_queen, lowest_wins, points, victor
from engines.counter.rules.trick import Trick as SettledTrick
from engines.counter.rules.values import FOUR
from engines.counter.view import CounterView
from engines.counter.words import SUITS
from engines.kit import sampling
from engines.kit.verdicts import by_points
from engines.kit.zones import cards_held, hand_of
from engines.result_scenes import Account, Cell, ResultScene
from engines.scenes import Fact, Kind, Place, Scene, Spread, Trick, TrickCard, Unseen, Zone, once_for_each_view
from engines.texts import Player, Text, cards, say, say_count


@once_for_each_view
def draw(view: CounterView) -> Scene:
    """Everything that this viewer sees: trumps, hands, places, the current trick and the previous one."""
    seats = range(view.seats)
    suit, notes = say("{suit} are trumps", suit=SUITS[view.trump]), tuple(_hand_notes(view))
    zones = (
        Zone(say("Indicator"), Spread.STACK, len(view.face_up), view.face_up, notes=(suit,), short=say("Trumps")),
        Zone(say("Stack"), Spread.HIDDEN, view.stack, short=say("Stack")),
        *(hand_of(view, seat, view.hand, view.counts[seat], notes if seat == view.seat else ()) for seat in seats),
    )
    tricks = () if view.last_trick is None else (last_trick(view.last_trick),)
    if view.phase not in (BID, OVER):
        tricks = (_present_trick(view), *tricks)
    places = tuple(Place(seat, seat in view.to_act, tuple(_facts(view, seat))) for seat in seats)
    shown = {"hand": view.hand_no, "trick": view.trick_no, "target": view.target}
    headline = say("Hand {hand} · trick {trick} of 10 · to {target} points", **shown)
    return Scene(headline, zones, places, _waiting(view), tricks)


def _present_trick(view: CounterView) -> Trick:
    """The cards as if the trick ended now, and the seats that have yet to play."""
    name = say("Trick {number}", number=view.trick_no)
    order = [(view.leader + place) % view.seats for place in range(view.seats)]
    if not view.trick:
        return Trick(name, tuple(map(TrickCard, order)), multiple=view.mult)
    trick = view.settled()
    played = [_trick_card(trick, place, order[place]) for place in range(len(view.trick))]
    yet_to_play = map(TrickCard, order[len(played) :])
    return Trick(name, (*played, *yet_to_play), trick.led, trick.mult, notes=tuple(_trick_notes(trick)))


def last_trick(trick: SettledTrick) -> Trick:
    """A trick that is over, with what its cards were worth."""
    played = tuple(_trick_card(trick, place, trick.seat(place)) for place in range(len(trick.cards)))
    nobody = () if trick.winning is not None else (say("nobody wins"),)
    notes = (*_trick_notes(trick), *nobody)
    return Trick(say("Last trick"), played, trick.led, trick.mult, is_over=True, notes=notes)


def _trick_card(trick: SettledTrick, place: int, seat: int) -> TrickCard:
    """A card with what neither value nor suit shows: a trump without suit (6.2a), void or victor (5.7)."""
    card, suit, notes = trick.cards[place], trick.suits[place], ()
    if suit == NO_SUIT:
        notes = (say("trump"),)
    elif card >> 2 == FOUR and not has_queen(trick.cards):
        notes = (say("void"),) if trick.showing[place] is None else (say("victor"),)
    counts_as = None if suit in (card & 3, NO_SUIT) else suit
    return TrickCard(seat, card, trick.values[place], counts_as, place == trick.winning, notes)


def _trick_notes(trick: SettledTrick) -> Iterator[Text]:
    """The unusual ways in which this trick is decided (6.1, 7.4b)."""
    if trick.trump_suit == NO_SUIT:
        yield say("no trumps")
    elif trick.trump_suit != trick.trump:
        yield say("{suit} are trumps", suit=SUITS[trick.trump_suit])
    if trick.winning is not None and lowest_wins(trick.cards) and victor(trick.cards, trick.showing) is None:
        yield say("the lowest value wins")


def _hand_notes(view: CounterView) -> Iterator[Text]:
    """The cards that this seat has passed and received in this hand, and the one it has chosen to pass now (11.2)."""
    if view.passing is not None:
        yield say("chosen to pass: {card}", card=cards([view.passing]))
    if view.given:
        yield say("passed to {player}: {cards}", player=Player(view.left), cards=cards(view.given))
    if view.received:
        yield say("received from {player}: {cards}", player=Player(view.right), cards=cards(view.received))


def _facts(view: CounterView, seat: int) -> Iterator[Fact]:
    bid, won, score = view.bids[seat], view.won[seat], view.scores[seat]
    if bid is not None:
        yield Fact(say("won {won}, bid {bid}", won=won, bid=bid), Kind.TRICKS, won, bid)
    yield Fact(say_count("{count} point", "{count} points", score), Kind.POINTS, score)
    yield cards_held(view.counts[seat])
    if seat == view.dealer:
        yield Fact(say("dealer"), Kind.DEALER)
    if seat == view.seat and bid is not None and view.phase != OVER:
        yield Fact(_still_to_win(bid - won))
    if view.phase == PASS:
        yield Fact(say("chosen") if view.chosen[seat] else say("choosing"))
    if view.last_hand and view.phase in (BID, OVER):
        was, got = view.last_hand[seat]
        shown = {"points": points(was, got, view.seats), "bid": was, "won": got}
        yield Fact(say("last hand +{points}: bid {bid}, won {won}", **shown))
    hidden = [four for four in view.shown[seat] if four not in view.played and four not in view.trick]
    if hidden:
        yield Fact(say("showed {cards}", cards=cards(hidden)))


def _still_to_win(tricks: int) -> Text:
    """What a player lacks for their bid, as only an exact one scores well (9.2)."""
    if tricks > 0:
        return say_count("{count} more to win", "{count} more to win", tricks)
    return say_count("{count} too many", "{count} too many", -tricks) if tricks else say("bid reached")


def _waiting(view: CounterView) -> Text | None:
    player = Player(view.turn)
    if view.phase == OVER:
        return None
    if view.phase == BID:
        return say("{player} bids", player=player)
    if view.phase == PASS:
        if len(view.to_act) == 1:
            return say("{player} chooses a card to pass", player=Player(view.to_act[0]))
        return say("{count} players choose a card to pass", count=len(view.to_act))
    if view.trick:
        return say("{player} plays a card", player=player)
    return say("{player} leads", player=player)


def unseen(view: CounterView) -> tuple[Unseen, ...]:
    """The cards of this deal that this seat has not seen in any hand, trick or pass (11.1, 11.2)."""
    if view.seat is None or view.phase == OVER:
        return ()
    own = view.hand if view.passing is None else (*view.hand, view.passing)
    seen = chain(own, view.given, view.received, view.face_up, view.trick, view.played, *view.shown)
    return (Unseen(say("In other hands or not dealt"), tuple(sampling.unseen(seen))),)


MOST_COLUMNS = 7
"""How many hands are shown one by one. Those before the latest share a column."""


def result(views: Sequence[CounterView], events: Sequence[Event]) -> ResultScene:
    """Everybody's bids, tricks and points by hand, and the last trick."""
    view = views[0]
    scored = [event for event in events if isinstance(event, Scored)]
    hands = [scored[start : start + view.seats] for start in range(0, len(scored), view.seats)]
    by_seat = [[next(one for one in hand if one.seat == seat) for hand in hands] for seat in range(view.seats)]
    merged = max(0, len(hands) - MOST_COLUMNS + 1) if len(hands) > MOST_COLUMNS else 0
    first = (say("1–{last}", last=merged),) if merged else ()
    ahead = _ahead_from(by_seat)
    return ResultScene(
        unit=say("points"),
        accounts=tuple(Account(seat, cells=tuple(_cells(own, merged))) for seat, own in enumerate(by_seat)),
        remark=None if ahead is None else say("ahead for good from hand {number}", number=ahead + 1),
        headline=say_count(
            "{players} players · {count} hand · {target} points end the game",
            "{players} players · {count} hands · {target} points end the game",
            len(hands),
            players=view.seats,
            target=view.target,
        ),
        columns=(*first, *(say("{number}", number=number + 1) for number in range(merged, len(hands)))),
        columns_title=say("Bid/tricks"),
        decisive=None if ahead is None or ahead < merged else ahead - merged + bool(merged),
        trick=None if view.last_trick is None else last_trick(view.last_trick),
    )


def verdict(_view: CounterView, outcome: Outcome, reader: int | None) -> Text | None:
    """How the game was won."""
    return by_points(outcome, reader)


def _cells(own: Sequence[Scored], merged: int) -> Iterator[Cell]:
    if merged:
        yield Cell(None, sum(one.points for one in own[:merged]))
    for one in own[merged:]:
        yield Cell(say("{bid}/{won}", bid=one.bid, won=one.won), one.points, is_best=one.bid == one.won)


def _ahead_from(by_seat: Sequence[Sequence[Scored]]) -> int | None:
    """The hand (the first is 0) from which one player was ahead of all others to the end; ``None`` if nobody is."""
    totals = list(zip(*([one.total for one in own] for own in by_seat), strict=True))
    if len(totals) < 2:
        return None
    leaders = [after.index(max(after)) if after.count(max(after)) == 1 else None for after in totals]
    winner, since = leaders[-1], len(leaders) - 1
    if winner is None:
        return None
    while since and leaders[since - 1] == winner:
        since -= 1
    return since
