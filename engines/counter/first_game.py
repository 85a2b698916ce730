"""The one-line tip shown with each question in a member's first games."""

from engines.counter.actions import BID, HAND_SIZE, PASS, Play
from engines.counter.rules.trick import lowest_wins, victor
from engines.counter.rules.values import EIGHT, FOUR, TWO
from engines.counter.view import CounterView
from engines.counter.words import SUITS
from engines.texts import Player, Text, cards, say, say_count


def help(view: CounterView) -> Text | None:
    """What matters now for this seat; ``None`` if it may not act."""
    if view.seat is None or not view.may_act:
        return None
    bid = view.bids[view.seat]
    if view.phase == BID or bid is None:
        return _bidding(view)
    missing, left = bid - view.won[view.seat], HAND_SIZE + 1 - view.trick_no
    if not 0 <= missing <= left:
        return _bid_is_lost(view, view.won[view.seat], left)
    if view.phase == PASS and not missing:
        return say("You have the tricks you bid: pass the card most likely to win another.")
    if view.phase == PASS:
        return say_count(
            "You still need {count} trick: pass a card that will not help you to win.",
            "You still need {count} tricks: pass a card that will not help you to win.",
            missing,
        )
    if not view.trick:
        return _leading(view, missing, left)
    if len(view.trick) == view.seats - 1:
        return _playing_last(view, missing)
    return _following(view, missing)


def _bidding(view: CounterView) -> Text:
    """How strong the hand is, and each player's share of the ten tricks (4.1)."""
    if sum(card >> 2 == FOUR for card in view.hand) > 1:
        return say("Two 4s can win together: show one as you play the other.")
    trumps = sum(card & 3 == view.trump or card >> 2 == TWO for card in view.hand)
    if not trumps:
        return say("You hold no trumps. {players} players share ten tricks.", players=view.seats)
    return say_count(
        "You hold {count} trump, counting 2s. {players} players share ten tricks.",
        "You hold {count} trumps, counting 2s. {players} players share ten tricks.",
        trumps,
        players=view.seats,
    )


def _bid_is_lost(view: CounterView, won: int, left: int) -> Text:
    """What still scores once the bid can no longer be made (9.2)."""
    enough = HAND_SIZE - view.seats
    if won == 0:
        return say("You can't make your bid any more, but no trick at all still scores 1 point.")
    if won + left >= enough:
        return say("You can't make your bid any more. You only score with {enough} tricks or more.", enough=enough)
    return say("This hand scores you nothing: keep the others from making their bids.")


def _leading(view: CounterView, missing: int, left: int) -> Text:
    if not missing and view.mult > 1:
        return say("Your lead counts double, and you want no more tricks: lead very low.")
    if not missing:
        return say("You have the tricks you bid: lead a card that others can beat.")
    if missing == left:
        return say("You need every trick left: lead the card that is hardest to beat.")
    return say_count(
        "You still need {count} of {left} tricks. Lead high to win, low to wait.",
        "You still need {count} of {left} tricks. Lead high to win, low to wait.",
        missing,
        left=left,
    )


def _playing_last(view: CounterView, missing: int) -> Text:
    """The last player to a trick knows for certain which cards win."""
    plays = [action for action in view.actions() if isinstance(action, Play)]
    place = len(view.trick)
    winning = [play for play in plays if view.settled([(play.card, play.shown)]).winning == place]
    winners = cards(dict.fromkeys(play.card for play in winning))
    if not winning and missing:
        return say("You play last and cannot win this trick: keep cards that can win later.")
    if not winning:
        return say("You play last and cannot win this trick: drop one that might win later.")
    if len(winning) == len(plays):
        return say("You play last, and whatever you play wins this trick.")
    if missing:
        return say_count(
            "You play last: {cards} can win, and you still need {count}.",
            "You play last: {cards} can win, and you still need {count}.",
            missing,
            cards=winners,
        )
    return say("You play last and want no more tricks: {cards} would win this one.", cards=winners)


def _following(view: CounterView, missing: int) -> Text:
    """What may be played, and who is winning so far."""
    suit, held = SUITS[view.led or 0], [card for card in view.hand if card & 3 == view.led]
    trick = view.settled()
    if trick.winning is not None and lowest_wins(view.trick) and victor(view.trick, view.showing) is None:
        return say("Because of a 7, the lowest value wins. Another 7 would turn that around.")
    if not held:
        if missing:
            return say_count(
                "You hold no {suit}, so you may play any card. You still need {count} trick.",
                "You hold no {suit}, so you may play any card. You still need {count} tricks.",
                missing,
                suit=suit,
            )
        return say("You hold no {suit}: a chance to get rid of a dangerous card.", suit=suit)
    if len(held) == 1 < len(view.hand) and held[0] >> 2 == EIGHT:
        return say("Your only card of the led suit is an 8: you may play it or any other.")
    if trick.winning is None:
        return say("Nobody wins this trick so far: a 4 without another one shown cannot win.")
    best = {"player": Player(trick.seat(trick.winning)), "card": cards([trick.cards[trick.winning]])}
    if missing:
        return say_count(
            "{player} wins so far with {card}. You still need {count} trick.",
            "{player} wins so far with {card}. You still need {count} tricks.",
            missing,
            **best,
        )
    return say("{player} wins so far with {card}. You want no more tricks: let it win.", **best)
