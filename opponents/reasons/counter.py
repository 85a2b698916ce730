"""Why a Counter move is good: the tricks that the hand should win, those still needed, and who wins this one."""

from collections.abc import Iterator, Sequence
from itertools import chain

from engines.cards import Card
from engines.counter.actions import HAND_SIZE, Action, Bid, Play
from engines.counter.rules.trick import has_queen, points
from engines.counter.rules.values import FOUR
from engines.counter.view import CounterView
from engines.counter.words import SUITS
from engines.kit.sampling import unseen
from engines.texts import Player, Text, cards, say, say_count
from opponents.policies.counter import expected_tricks, promised_tricks
from opponents.reasons.base import Measure, Reasons, Scale, seat_of

FORESEEN = 2
"""With at most this many players still to play, everything that they might play is examined."""
BEST = 3
"""How many cards of a hand to name."""

_COUNTS_DOUBLE = say("The card that you lead counts double.")


class CounterReasons(Reasons[Action]):
    """Knows its own hand, the bids, and the current trick."""

    scales = (
        Scale(("If you make a bid of {bid}",), {"points": 1}),
        Scale(("You keep {count} card for later",), {"count": 1}),
    )

    def measures(self, view: CounterView, action: Action) -> Iterator[Measure]:
        """How far the tricks are from those that a hand should win, and what a bid earns."""
        if isinstance(action, Bid):
            off = say("How far this bid is from the tricks that your hand should win")
            yield Measure(off, round(abs(action.tricks - _likely_tricks(view, view.hand)), 1), -1)
            yield Measure(say("Points if you make the bid"), points(action.tricks, action.tricks, view.seats))
            return
        aim = _aim(view)
        if aim is None:
            return
        won = float(isinstance(action, Play) and bool(view.trick) and _is_ahead(view, action))
        should = won + _likely_tricks(view, [card for card in view.hand if card != action.card])
        wanted = _missing(view) if _wants(view) else 0 if not aim else _left(view)
        off = say("How far the tricks you should win then are from those you want")
        yield Measure(off, round(abs(wanted - should), 1), -1)

    def also(self, view: CounterView, action: Action) -> Iterator[Text]:
        """The trumps of a hand, and how a trick stands, though it is certain how it ends."""
        if isinstance(action, Bid):
            yield _trumps(view)
        if not isinstance(action, Play):
            return
        if view.mult > 1:
            yield _COUNTS_DOUBLE
        behind = view.seats - len(view.trick) - 1
        if view.trick and behind:
            yield _standing(view, action, behind)
        elif view.trick:
            ways = _ways(view)
            if len(ways) > 1 and len(set(ways.values())) == 1:
                yield _whatever(ways[action])

    def why(self, view: CounterView, action: Action) -> Iterator[Text]:
        """What a bid is based on, or how the bid stands and what a card does to the trick."""
        if isinstance(action, Bid):
            yield from _bidding(view, action.tricks)
            return
        yield _goal(view)
        if isinstance(action, Play):
            yield from _following(view, action) if view.trick else _leading(view, action)
        elif (aim := _aim(view)) is not None:  # pass what wins the tricks one does not want, or few of those one wants
            yield from _last_of(view, action.card, view.hand, strongest=not aim)


def _likely_tricks(view: CounterView, group: Sequence[Card]) -> float:
    """How many tricks these cards should win; in all hands together, as many as there are."""
    return expected_tricks(group, view.trump, view.seats) / promised_tricks(view.seats)


def _strength(view: CounterView, card: Card) -> float:
    """How many tricks a card wins on average, to compare the cards of a hand."""
    return expected_tricks((card,), view.trump, view.seats)


def _bidding(view: CounterView, bid: int) -> Iterator[Text]:
    """How many tricks a hand like this wins on average, and with which cards."""
    expected = _likely_tricks(view, view.hand)
    yield say(
        "Your hand should win about {tricks} of the {all} tricks, mostly with {cards}.",
        tricks=round(expected, 1),
        all=HAND_SIZE,
        cards=cards(sorted(view.hand, key=lambda card: -_strength(view, card))[:BEST]),
    )
    earned = points(bid, bid, view.seats)
    if bid > expected and earned > points(bid - 1, bid - 1, view.seats):
        yield say(
            "If you make a bid of {bid}, it earns {points} points, more than any lower one.", bid=bid, points=earned
        )
    else:
        yield _trumps(view)


def _trumps(view: CounterView) -> Text:
    trumps, suit = sum(card & 3 == view.trump for card in view.hand), SUITS[view.trump]
    if not trumps:
        return say("You hold no card of the trump suit, {suit}.", suit=suit)
    return say_count(
        "You hold {count} card of the trump suit, {suit}.",
        "You hold {count} cards of the trump suit, {suit}.",
        trumps,
        suit=suit,
    )


def _missing(view: CounterView) -> int:
    seat = seat_of(view)
    return (view.bids[seat] or 0) - view.won[seat]


def _left(view: CounterView) -> int:
    """How many tricks can still be won, including the current one."""
    return HAND_SIZE + 1 - view.trick_no


def _goal(view: CounterView) -> Text:
    """How the bid stands (9.2)."""
    missing, left, won = _missing(view), _left(view), view.won[seat_of(view)]
    if missing < 0 or missing > left:
        return _lost(view)
    if missing == left:
        return say("You need every remaining trick.")
    if missing:
        return say("You still need {missing} of the {left} remaining tricks.", missing=missing, left=left)
    if not won:
        return say("You bid 0 and want no tricks.")
    return say_count(
        "You have the trick you bid and want no more.", "You have the {count} tricks you bid and want no more.", won
    )


def _lost(view: CounterView) -> Text:
    """What can still be scored once the bid is lost (9.2)."""
    if not view.won[seat_of(view)]:
        return say("You can no longer make your bid, but you still earn a point if you win no trick.")
    least = _least_that_scores(view)
    if least is None:
        return say("You can no longer make your bid, and this hand will earn you nothing.")
    return say("You can no longer make your bid: you need at least {least} tricks to earn points.", least=least)


def _least_that_scores(view: CounterView) -> int | None:
    """The lowest number of tricks, of those that the seat can still win in all, that earns points (9.2)."""
    seat = seat_of(view)
    bid, won = view.bids[seat] or 0, view.won[seat]
    return next((total for total in range(won, won + _left(view) + 1) if points(bid, total, view.seats)), None)


def _last_of(view: CounterView, card: Card, others: Sequence[Card], *, strongest: bool) -> list[Text]:
    weaker, stronger = _rivals(view, card, others)
    if strongest and weaker and not stronger:
        return [say("Of your cards, {card} wins tricks most often.", card=cards([card]))]
    if not strongest and stronger and not weaker:
        return [say("Of your cards, {card} wins tricks least often.", card=cards([card]))]
    return []


def _rivals(view: CounterView, card: Card, others: Sequence[Card]) -> tuple[int, int]:
    """How many of these cards win tricks less often than this one, and how many win more often."""
    strength = _strength(view, card)
    return (
        sum(_strength(view, other) < strength for other in others),
        sum(_strength(view, other) > strength for other in others),
    )


def _playable(view: CounterView) -> list[Card]:
    return list(dict.fromkeys(action.card for action in view.actions() if isinstance(action, Play)))


def _leading(view: CounterView, play: Play) -> list[Text]:
    four = _four(view, play)
    if four is not None:
        return _about_trick(view, play, *four)
    return [*([_COUNTS_DOUBLE] if view.mult > 1 else []), *_among_own(view, play.card)]


def _among_own(view: CounterView, card: Card) -> list[Text]:
    playable, aim = _playable(view), _aim(view)
    found = [] if aim is None else _last_of(view, card, playable, strongest=aim)
    _, stronger = _rivals(view, card, playable)
    if found or not stronger or not _wants(view) or _missing(view) == _left(view):
        return found
    return [
        say_count(
            "You keep {count} card for later that wins tricks more often.",
            "You keep {count} cards for later that win tricks more often.",
            stronger,
        )
    ]


def _wants(view: CounterView) -> bool:
    return 0 < _missing(view) <= _left(view)


def _aim(view: CounterView) -> bool | None:
    """Whether the seat is to win tricks or not; ``None`` if the hand earns nothing either way (9.2)."""
    if 0 <= _missing(view) <= _left(view):
        return _missing(view) > 0
    least = _least_that_scores(view)
    return None if least is None else least > 0


def _about_trick(view: CounterView, play: Play, told: Text, wins: bool) -> list[Text]:
    """What the card does to the trick if that speaks for it, otherwise what it does for the hand.

    Who wants no trick also gets rid of a strong card where it loses.
    """
    aim = _aim(view)
    if aim not in (wins, None):
        return _among_own(view, play.card)
    return [told] if aim is not False else [told, *_last_of(view, play.card, _playable(view), strongest=True)]


def _four(view: CounterView, play: Play) -> tuple[Text, bool] | None:
    """What a four can do, and whether it wins, unless the trick has a queen or another victor (5.7, 7.1 to 7.3)."""
    if play.card >> 2 != FOUR or has_queen(view.trick):
        return None
    shown = cards([play.card])
    if play.shown is None:
        return say("{card} alone is void: it cannot win unless a queen falls.", card=shown), False
    if any(other is not None for other in view.showing):
        return None
    told = say("With {shown} shown, {card} wins the trick unless a queen falls.", card=shown, shown=cards([play.shown]))
    return told, True


def _following(view: CounterView, play: Play) -> list[Text]:
    behind = view.seats - len(view.trick) - 1
    if not behind:
        return _last(view, play)
    four = _four(view, play)
    if four is not None:
        return _about_trick(view, play, *four)
    fate = _fate(view, play, behind) if behind <= FORESEEN else None
    if fate is None:
        return _about_trick(view, play, _standing(view, play, behind), _is_ahead(view, play))
    shown = cards([play.card])
    if fate:
        return _about_trick(view, play, say("{card} wins this trick, whatever the others play.", card=shown), True)
    return _about_trick(view, play, say("{card} cannot win this trick, whatever the others play.", card=shown), False)


def _standing(view: CounterView, play: Play, behind: int) -> Text:
    shown = cards([play.card])
    if _is_ahead(view, play):
        return say_count(
            "{card} is winning the trick, with {count} player still to play.",
            "{card} is winning the trick, with {count} players still to play.",
            behind,
            card=shown,
        )
    return say_count(
        "{card} is not winning the trick, with {count} player still to play.",
        "{card} is not winning the trick, with {count} players still to play.",
        behind,
        card=shown,
    )


def _is_ahead(view: CounterView, play: Play) -> bool:
    return view.settled([(play.card, play.shown)]).winning == len(view.trick)


def _ways(view: CounterView) -> dict[Play, bool]:
    return {action: _is_ahead(view, action) for action in view.actions() if isinstance(action, Play)}


def _last(view: CounterView, play: Play) -> list[Text]:
    ways, shown = _ways(view), cards([play.card])
    if len(ways) > 1 and len(set(ways.values())) == 1:
        return [_all_the_same(view, play.card, ways[play])]
    if ways[play]:
        return _about_trick(view, play, say("You play last, so {card} is certain to win this trick.", card=shown), True)
    winner = view.settled([(play.card, play.shown)]).winner
    if winner is None:
        return _about_trick(view, play, say("With {card}, nobody wins this trick.", card=shown), False)
    later, player = _left(view) - 1, Player(winner)
    if not 0 < _missing(view) <= later:
        told = say("With {card}, the trick is certain to go to {player}.", card=shown, player=player)
        return _about_trick(view, play, told, False)
    return [
        say_count(
            "{card} leaves this trick to {player}; {count} trick is left to make your bid.",
            "{card} leaves this trick to {player}; {count} tricks are left to make your bid.",
            later,
            card=shown,
            player=player,
        )
    ]


def _all_the_same(view: CounterView, card: Card, wins: bool) -> Text:
    """Every card wins the trick, or none does, so what matters is which cards stay in hand, if that speaks for it."""
    weaker, stronger = _rivals(view, card, _playable(view))
    shown, aim = cards([card]), _aim(view)
    if not weaker and stronger and aim is not False:
        if wins:
            return say("Every card wins you this trick; {card} wins tricks least often.", card=shown)
        return say("No card wins you this trick; {card} wins tricks least often.", card=shown)
    if not stronger and weaker and not aim:
        if wins:
            return say("Every card wins you this trick; {card} wins tricks most often.", card=shown)
        return say("No card wins you this trick; {card} wins tricks most often.", card=shown)
    return _whatever(wins)


def _whatever(wins: bool) -> Text:
    if wins:
        return say("Every card that you may play wins you this trick.")
    return say("No card that you may play wins you this trick.")


def _fate(view: CounterView, play: Play, behind: int) -> bool | None:
    """Whether the card wins whatever the others play (or loses); ``None`` if that depends on them.

    Every unseen card is considered possible, which is more than the others can hold, so the answer is certain.
    """
    hidden = unseen(chain(view.hand, view.trick, view.played, view.face_up))
    fate = None
    for more in _ends(hidden, behind):
        wins = view.settled([(play.card, play.shown), *more]).winning == len(view.trick)
        if fate is not None and wins != fate:
            return None
        fate = wins
    return fate


def _ends(hidden: Sequence[Card], behind: int) -> Iterator[tuple[tuple[Card, Card | None], ...]]:
    """Everything that this many players might still play from the hidden cards, with the fours that they show."""
    if not behind:
        yield ()
        return
    for card in hidden:
        rest = [other for other in hidden if other != card]
        fours = [other for other in rest if card >> 2 == other >> 2 == FOUR]
        for shown in (None, *fours):
            for more in _ends(rest, behind - 1):
                yield ((card, shown), *more)
