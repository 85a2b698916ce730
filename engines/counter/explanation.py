"""How a finished trick was decided, in words: a line for each card, the verdict, what follows."""

from __future__ import annotations

from engines.cards import Card
from engines.counter.ranks import FIVE, FOUR, JACK, KING, QUEEN, SEVEN
from engines.counter.trick import NO_SUIT, Trick, lowest_wins, retrace, victor
from engines.counter.values import Change, Reason
from engines.counter.wording import SUITS, value_text
from engines.texts import Player, Text, cards, say


def card_stories(trick: Trick) -> list[Text]:
    """For each card of the trick, in playing order: its value, why that changed, and what else it became."""
    stories = [say("{value}", value=card_value(card)) for card in trick.cards]
    for change in retrace(trick):
        stories[change.place] = _changed(trick, stories[change.place], change)
    return [_with_role(trick, place, story) for place, story in enumerate(stories)]


def card_value(card: Card) -> int:
    """The basic value of a card (1.2)."""
    return (card >> 2) + 1


def _changed(trick: Trick, before: Text, change: Change) -> Text:
    """One step further in the story of a card."""
    value, by = value_text(change.value), cards(change.by)
    match change.reason:
        case Reason.OFF_SUIT_TEN:
            return say("{before} → {value}, an off-suit ten", before=before, value=value)
        case Reason.COURT_CARD:
            return say("{before} → {value} because of {by}", before=before, value=value, by=by)
        case Reason.TAKES_SIXES | Reason.TAKES_FOURS_AND_QUEENS:
            return say("{before} → {value}, robbing {by}", before=before, value=value, by=by)
        case Reason.ROBBED_BY_FIVE | Reason.ROBBED_BY_THREE:
            return say("{before} → {value}, robbed by {by}", before=before, value=value, by=by)
        case Reason.ELEVEN:
            return say("{before} → {value} because of an 11, {by}", before=before, value=value, by=by)
        case Reason.DOUBLED:
            return say("{before} → {value}, the doubled lead", before=before, value=value)
        case Reason.MORE_ABOVE:
            return say("{before} → {value}: more cards above 9 than below", before=before, value=value)
        case Reason.MORE_BELOW:
            return say("{before} → {value}: more cards below 9 than above", before=before, value=value)


def _with_role(trick: Trick, place: int, story: Text) -> Text:
    """The story with the suit that a card changed to, and with the buff of a four."""
    card, suit = trick.cards[place], trick.suits[place]
    if card >> 2 == FOUR:
        return _with_buff(trick, place, story)
    if suit != card & 3:
        if suit == trick.trump_suit:
            return say("{story}; it counts as a trump", story=story)
        return say("{story}; it counts as {suit}", story=story, suit=SUITS[suit])
    return story


def _with_buff(trick: Trick, place: int, story: Text) -> Text:
    """A four: victor, void, or stripped of either by a queen (5.7, 7.1)."""
    shown = trick.showing[place]
    queens = [card for card in trick.cards if card >> 2 == QUEEN]
    if queens:
        return say("{story}; an ordinary card because of {queen}", story=story, queen=cards(queens[:1]))
    if shown is None:
        return say("{story}; void, it cannot win", story=story)
    return say("{story}; victor, with {shown} shown", story=story, shown=cards([shown]))


def trump_change(trick: Trick) -> Text | None:
    """What a led king did to the trump suit, if anything (6.1)."""
    if trick.trump_suit == trick.trump:
        return None
    king = cards(trick.cards[:1])
    if trick.trump_suit == NO_SUIT:
        return say("{king} was led: this trick has no trump suit", king=king)
    return say("{king} was led: {suit} are trumps in this trick", king=king, suit=SUITS[trick.trump_suit])


def verdict(trick: Trick) -> Text:
    """Who won the trick with what, and why."""
    if trick.winning is None:
        return say("Nobody wins the trick: no card that could win is a trump or of the led suit")
    player, card = Player(trick.seat(trick.winning)), cards([trick.cards[trick.winning]])
    if victor(trick.cards, trick.showing) == trick.winning:
        return say("{player} wins the trick with the victor four {card}", player=player, card=card)
    if lowest_wins(trick.cards):
        sevens = cards(card for card in trick.cards if card >> 2 == SEVEN)
        return say(
            "{player} wins the trick with {card}: the lowest wins because of {sevens}",
            player=player,
            card=card,
            sevens=sevens,
        )
    if trick.suits[trick.winning] == trick.trump_suit:
        return say("{player} wins the trick with the trump {card}", player=player, card=card)
    return say("{player} wins the trick with {card}", player=player, card=card)


def dead_sevens(trick: Trick) -> Text | None:
    """Sevens that would have let the lowest card win, had no king been led (7.4b)."""
    sevens = [card for card in trick.cards if card >> 2 == SEVEN]
    if trick.cards[0] >> 2 != KING or len(sevens) % 2 == 0:
        return None
    return say("{king} was led, which makes {sevens} powerless", king=cards(trick.cards[:1]), sevens=cards(sevens))


def consequences(trick: Trick) -> list[Text]:
    """What follows for the next trick (8); nothing after the last one of a hand."""
    if trick.last:
        return []
    found: list[Text] = []
    if trick.lone_six is not None:
        player, six = Player(trick.seat(trick.lone_six)), cards([trick.cards[trick.lone_six]])
        found.append(say("{six} is the only lowest card: {player} leads next, doubled", six=six, player=player))
    elif trick.winning is None:
        found.append(say("{player} leads again", player=Player(trick.leader)))
    jacks = [card for card in trick.cards if card >> 2 == JACK]
    if jacks and jacks[-1] & 3 != trick.trump:
        found.append(say("{jack} makes {suit} trumps from now on", jack=cards(jacks[-1:]), suit=SUITS[jacks[-1] & 3]))
    fives = [card for card in trick.cards if card >> 2 == FIVE]
    if fives:
        found.append(say("{five}: everybody passes a card to the left", five=cards(fives[:1])))
    return found
