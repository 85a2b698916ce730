"""Why a move of Counter is good: what the hand is good for, what is still missing, and who wins the trick with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain

from engines.worlds import unseen

from engines.cards import Card
from engines.counter.actions import HAND_SIZE, Action, Bid, Pass, Play
from engines.counter.rules.ranks import FOUR, QUEEN
from engines.counter.rules.trick import Trick, settle
from engines.counter.scoring import points
from engines.counter.view import CounterView
from engines.counter.words import SUITS
from engines.kit.sampling import unseen
from engines.texts import Player, Text, cards, say, say_count
from opponents.policies.counter import expected_tricks
from opponents.reasons.base import Reasons, seat_of

FORESEEN = 2
"""With so many players still to come, or fewer, all that they may play is looked at."""
BEST = 3
"""So many cards of a hand are named."""

Played = tuple[Card, Card | None]
"""A card and the other four that is shown with it."""


class CounterReasons(Reasons[Action]):
    """Knows the own hand, what was bid, and the trick as it stands."""

    def why(self, view: CounterView, action: Action) -> list[Text]:
        """What the bid is based on; what a card does to the trick, beside what is still needed."""
        match action:
            case Bid(tricks):
                return _bidding(view, tricks)
            case Pass(card):
                return [*_goal(view), *_passing(view, card)]
            case Play():
                about = _leading(view, action) if not view.trick else _following(view, action)
                return [*_goal(view), *about]


def _strength(view: CounterView, card: Card) -> float:
    """How many tricks a card wins on average, which compares cards of a hand."""
    return expected_tricks((card,), view.trump, view.seats)


def _bidding(view: CounterView, bid: int) -> list[Text]:
    """What such a hand wins on average, and what brings it in."""
    expected = expected_tricks(view.hand, view.trump, view.seats)
    best = cards(sorted(view.hand, key=lambda card: -_strength(view, card))[:BEST])
    found = [
        say(
            "Your hand is good for about {tricks} tricks, above all with {cards}.", tricks=f"{expected:.1f}", cards=best
        )
    ]
    earned = points(bid, bid, view.seats)
    if bid > expected and earned > points(bid - 1, bid - 1, view.seats):
        found.append(
            say("A bid of {bid} that is made earns {points} points, more than any lower one.", bid=bid, points=earned)
        )
        return found
    trumps = sum(card & 3 == view.trump for card in view.hand)
    if trumps:
        found.append(
            say_count(
                "You hold {count} card of the trump suit, {suit}.",
                "You hold {count} cards of the trump suit, {suit}.",
                trumps,
                suit=SUITS[view.trump],
            )
        )
    else:
        found.append(say("You hold no card of the trump suit, {suit}.", suit=SUITS[view.trump]))
    return found


def _missing(view: CounterView) -> int:
    """How many tricks are still needed; below 0 if there are too many."""
    seat = seat_of(view)
    return (view.bids[seat] or 0) - view.won[seat]


def _left(view: CounterView) -> int:
    """How many tricks can still be won, that in progress included."""
    return HAND_SIZE + 1 - view.trick_no


def _goal(view: CounterView) -> list[Text]:
    """How the bid stands (9.2)."""
    missing, left, won = _missing(view), _left(view), view.won[seat_of(view)]
    if missing < 0 or missing > left:
        return [_lost(view)]
    if missing:
        if missing == left:
            return [say("You need every trick that is left.")]
        return [say("You still need {missing} of the {left} tricks that are left.", missing=missing, left=left)]
    if won:
        return [
            say_count("You have your trick and want no other.", "You have your {count} tricks and want no other.", won)
        ]
    return [say("You bid no trick and want none.")]


def _lost(view: CounterView) -> Text:
    """What can still be had when the bid cannot be made any more (9.2)."""
    seat = seat_of(view)
    bid, won = view.bids[seat] or 0, view.won[seat]
    if not won:
        return say("You can no longer make your bid, but with no trick at all you still earn a point.")
    least = next((total for total in range(won, won + _left(view) + 1) if points(bid, total, view.seats)), None)
    if least is None:
        return say("You can no longer make your bid, and this hand earns you nothing any more.")
    return say("You can no longer make your bid: only {least} tricks or more still earn points.", least=least)


def _passing(view: CounterView, card: Card) -> list[Text]:
    """What the hand is good for with the card that goes to the left neighbour, and without it (8.4)."""
    before = expected_tricks(view.hand, view.trump, view.seats)
    return [
        say(
            "With {card} your hand is good for about {before} more tricks, without it for {after}.",
            card=cards([card]),
            before=f"{before:.1f}",
            after=f"{before - _strength(view, card):.1f}",
        )
    ]


def _rivals(view: CounterView, card: Card, others: Sequence[Card]) -> tuple[int, int]:
    """How many of these cards win tricks less often than this one, and how many more often."""
    strength = _strength(view, card)
    return (
        sum(_strength(view, other) < strength for other in others),
        sum(_strength(view, other) > strength for other in others),
    )


def _playable(view: CounterView) -> list[Card]:
    """The different cards that may be played now."""
    return list(dict.fromkeys(action.card for action in view.actions() if isinstance(action, Play)))


def _leading(view: CounterView, play: Play) -> list[Text]:
    """What the first card of a trick is for."""
    four = _four(view, play)
    if four is not None:
        return [four]
    doubled = [say("The card that you lead counts double.")] if view.mult > 1 else []
    weaker, stronger = _rivals(view, play.card, _playable(view))
    shown = cards([play.card])
    if _wants(view) and weaker and not stronger:
        return [*doubled, say("{card} is the card of yours that wins tricks most often.", card=shown)]
    if not weaker and stronger:
        return [*doubled, say("{card} is the card of yours that wins tricks least often.", card=shown)]
    if _wants(view) and stronger:
        return [
            *doubled,
            say_count(
                "It keeps {count} card that wins tricks more often for later.",
                "It keeps {count} cards that win tricks more often for later.",
                stronger,
            ),
        ]
    return doubled


def _wants(view: CounterView) -> bool:
    """Whether more tricks are needed for the bid and can be had."""
    return 0 < _missing(view) <= _left(view)


def _four(view: CounterView, play: Play) -> Text | None:
    """What a four is for, as long as no queen and no other victor lies in the trick (5.7, 7.1 to 7.3)."""
    if play.card >> 2 != FOUR or any(card >> 2 == QUEEN for card in view.trick):
        return None
    shown = cards([play.card])
    if play.shown is None:
        return say("{card} alone is void: it cannot win unless a queen falls.", card=shown)
    if any(other is not None for other in view.showing):
        return None
    return say("With {shown} shown {card} wins the trick unless a queen falls.", card=shown, shown=cards([play.shown]))


def _settled(view: CounterView, more: Sequence[Played]) -> Trick:
    """The trick if it ended after these cards."""
    played = [*zip(view.trick, view.showing, strict=True), *more]
    return settle(
        view.leader,
        tuple(card for card, _ in played),
        tuple(shown for _, shown in played),
        view.trump,
        view.mult,
        view.options.king_rule == "keep",
        False,
    )


def _following(view: CounterView, play: Play) -> list[Text]:
    """Who wins the trick with this card: for certain where that can be known, else as it stands."""
    behind = view.seats - len(view.trick) - 1
    shown = cards([play.card])
    if not behind:
        return _last(view, play)
    four = _four(view, play)
    if four is not None:
        return [four]
    if behind <= FORESEEN:
        fate = _fate(view, play, behind)
        if fate is not None:
            return [
                say("{card} wins this trick, whatever is still played.", card=shown)
                if fate
                else say("{card} cannot win this trick, whatever is still played.", card=shown)
            ]
    if _is_ahead(view, (play.card, play.shown)):
        return [
            say_count(
                "So far {card} wins the trick, with {count} player still to come.",
                "So far {card} wins the trick, with {count} players still to come.",
                behind,
                card=shown,
            )
        ]
    return [
        say_count(
            "So far {card} does not win the trick, with {count} player still to come.",
            "So far {card} does not win the trick, with {count} players still to come.",
            behind,
            card=shown,
        )
    ]


def _is_ahead(view: CounterView, played: Played) -> bool:
    """Whether this card would win the trick if nobody played after it."""
    return _settled(view, [played]).winning == len(view.trick)


def _last(view: CounterView, play: Play) -> list[Text]:
    """The last card decides: what becomes of the trick with it, and whether another one would have done better."""
    ways = {
        action: _is_ahead(view, (action.card, action.shown)) for action in view.actions() if isinstance(action, Play)
    }
    shown = cards([play.card])
    if len(ways) > 1 and len(set(ways.values())) == 1:
        return [_all_the_same(view, play.card, ways[play])]
    if ways[play]:
        return [say("As the last to play you win this trick with {card} for certain.", card=shown)]
    winner = _settled(view, [(play.card, play.shown)]).winner
    if winner is None:
        return [say("With {card} nobody wins this trick.", card=shown)]
    later = _left(view) - 1
    if 0 < _missing(view) <= later:
        return [
            say_count(
                "{card} leaves this trick to {player}; there is {count} more in which to make your bid.",
                "{card} leaves this trick to {player}; there are {count} more in which to make your bid.",
                later,
                card=shown,
                player=Player(winner),
            )
        ]
    return [say("With {card} the trick goes to {player} for certain.", card=shown, player=Player(winner))]


def _all_the_same(view: CounterView, card: Card, wins: bool) -> Text:
    """The trick is won, or not, with any card: what matters is what stays in hand."""
    weaker, stronger = _rivals(view, card, _playable(view))
    shown = cards([card])
    if not weaker and stronger:
        if wins:
            return say("Any card wins you this trick; {card} wins tricks least often.", card=shown)
        return say("No card wins you this trick; {card} wins tricks least often.", card=shown)
    if not stronger and weaker:
        if wins:
            return say("Any card wins you this trick; {card} wins tricks most often.", card=shown)
        return say("No card wins you this trick; {card} wins tricks most often.", card=shown)
    if wins:
        return say("Any card that you may play wins you this trick.")
    return say("No card that you may play wins you this trick.")


def _fate(view: CounterView, play: Play, behind: int) -> bool | None:
    """Whether the card wins whatever the others play, or never does; ``None`` if it depends on them.

    Looked at is every card that is not in sight, more than the others can hold: what is certain then is certain.
    """
    hidden = unseen(chain(view.hand, view.trick, view.played, view.face_up))
    fate = None
    for more in _ends(hidden, behind):
        wins = _settled(view, [(play.card, play.shown), *more]).winning == len(view.trick)
        if fate is not None and wins != fate:
            return None
        fate = wins
    return fate


def _ends(hidden: Sequence[Card], behind: int) -> Iterator[tuple[Played, ...]]:
    """Everything that so many players may still play of the hidden cards."""
    if not behind:
        yield ()
        return
    for card in hidden:
        rest = [other for other in hidden if other != card]
        fours = [other for other in rest if card >> 2 == other >> 2 == FOUR]
        for shown in (None, *fours):
            for more in _ends(rest, behind - 1):
                yield ((card, shown), *more)
