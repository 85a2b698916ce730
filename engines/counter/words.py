"""Counter in words: actions, endings and what a card was worth; each event in a sentence, and a trick in one line."""

from dataclasses import replace

from engines.beats import NOTHING, Part
from engines.contract import Event
from engines.counter import events
from engines.counter.actions import OVER, Action, Bid, Pass
from engines.counter.rules.trick import NO_SUIT, Trick, lowest_wins, retrace, victor
from engines.counter.rules.values import FOUR, HALF, QUEEN, SEVEN, Reason, Value, basic_value
from engines.counter.view import CounterView
from engines.kit.narration import Sentence, Teller
from engines.kit.wording import SUIT_NAMES as SUITS
from engines.kit.wording import target_reached
from engines.texts import Player, Text, cards, say, say_count


def label(view: CounterView, action: Action) -> Text:
    """An action of this seat in words."""
    if isinstance(action, Bid):
        return say_count("Bid {count} trick", "Bid {count} tricks", action.tricks)
    if isinstance(action, Pass):
        return say("Pass {card} to {player}", card=cards([action.card]), player=Player(view.left))
    if action.shown is None:
        return say("Play {card}", card=cards([action.card]))
    return say("Play {card} and show {shown}", card=cards([action.card]), shown=cards([action.shown]))


def ending(view: CounterView) -> Text | None:
    """Why the game is over: the target (10.1) or the limit on hands (10.3)."""
    if view.phase != OVER:
        return None
    if max(view.scores) >= view.target:
        return target_reached(view.target)
    return say_count(
        "The limit of {count} hand has been reached.",
        "The limit of {count} hands has been reached.",
        view.options.max_hands,
    )


def story(trick: Trick, place: int) -> Text:
    """The value of a card in a finished trick, step by step, and what it counted as (6).

    A chain of self-contained remarks: ``12 → 15 (J♥ is worth 11) → 0 (robbed by 3♦)``.
    """
    card = trick.cards[place]
    told = say("{value}", value=basic_value(card))
    for change in retrace(trick):
        if change.place == place:
            by = [(name, cards(change.by)) for name in ("card", "cards") if change.by]
            step = replace(_STEPS[change.reason], values=(("value", value_text(change.value)), *by))
            told = say("{before} → {step}", before=told, step=step)
    role = _role(trick, place)
    return told if role is None else say("{story}; {role}", story=told, role=role)


_STEPS = {
    Reason.OFF_SUIT_TEN: say("{value} (off-suit ten)"),
    Reason.COURT_CARD: say("{value} ({card} is in the trick)"),
    Reason.ROBS: say("{value} (robs {cards})"),
    Reason.IS_ROBBED: say("{value} (robbed by {card})"),
    Reason.ELEVEN: say("{value} ({card} is worth 11)"),
    Reason.DOUBLED: say("{value} (doubled lead)"),
    Reason.MORE_ABOVE: say("{value} (more cards above 9 than below)"),
    Reason.MORE_BELOW: say("{value} (more cards below 9 than above)"),
}
"""A new value and the reason for it."""


def value_text(value: Value) -> str:
    """A value as displayed: a whole number or one half."""
    return "½" if value == HALF else str(int(value))


def _role(trick: Trick, place: int) -> Text | None:
    """The suit that a card changed to (6.2), or whether a four is a victor, void or ordinary (5.7, 7.1)."""
    card, suit, shown = trick.cards[place], trick.suits[place], trick.showing[place]
    if card >> 2 == FOUR:
        queens = [other for other in trick.cards if other >> 2 == QUEEN]
        if queens:
            return say("an ordinary card because of {queen}", queen=cards(queens[:1]))
        return say("void, cannot win") if shown is None else say("victor, with {shown} shown", shown=cards([shown]))
    if suit == card & 3:
        return None
    return say("counts as a trump") if suit == trick.trump_suit else say("counts as {suit}", suit=SUITS[suit])


tell = Teller(
    "Counter",
    {
        events.ChoseCard: (say("You have chosen a card to pass."), say("{player} has chosen a card to pass.")),
        events.PassDue: say("Because of {five}, everybody passes a card to the left."),
        events.CardsPassed: say("Everybody has passed a card to the left."),
        events.TricksUnclaimed: say_count("Nobody won {count} trick.", "Nobody won {count} tricks.", 0),
        events.MadeBid: (
            say_count("You bid {count} trick.", "You bid {count} tricks.", 0),
            say_count("{player} bids {count} trick.", "{player} bids {count} tricks.", 0),
        ),
        events.Scored: (
            say("You bid {bid}, won {won}: +{points}."),
            say("{player} bid {bid}, won {won}: +{points}."),
        ),
        events.Gave: say("You pass {card} to {player}."),
        events.Received: say("You receive {card} from {player}."),
    },
    player=Player,
)


@tell.register
def _(event: events.Played, reader: int | None) -> Sentence:
    if event.shown is None:
        return say("You play {card}."), say("{player} plays {card}.")
    shown = cards([event.shown])
    return (
        say("You play {card} and show {shown}.", shown=shown),
        say("{player} plays {card} and shows {shown}.", shown=shown),
    )


@tell.register
def _(event: events.CardValued, reader: int | None) -> Sentence:
    seat, card = event.trick.seat(event.place), cards([event.trick.cards[event.place]])
    told = story(event.trick, event.place)
    if seat == reader:
        return say("Your {card}: {story}.", card=card, story=told)
    return say("{player}'s {card}: {story}.", player=Player(seat), card=card, story=told)


@tell.register
def _(event: events.TrumpsChanged, reader: int | None) -> Sentence:
    if event.suit == NO_SUIT:
        return say("{king} was led: this trick has no trump suit.")
    return say("{king} was led: {suit} are trumps in this trick.", suit=SUITS[event.suit])


@tell.register
def _(event: events.SevensPowerless, reader: int | None) -> Sentence:
    return say_count(
        "{king} was led, so {sevens} has no power.", "{king} was led, so {sevens} have no power.", len(event.sevens)
    )


@tell.register
def _(event: events.TrickDecided, reader: int | None) -> Sentence:
    trick, place = event.trick, event.trick.winning
    if place is None:
        return say("Nobody wins the trick: no card that could win is a trump or of the led suit.")
    shown = {"card": cards([trick.cards[place]])}
    if victor(trick.cards, trick.showing) == place:
        return (
            say("You win the trick with the victor four {card}.", **shown),
            say("{player} wins the trick with the victor four {card}.", **shown),
        )
    if lowest_wins(trick.cards):
        shown["sevens"] = cards(card for card in trick.cards if card >> 2 == SEVEN)
        return (
            say("You win the trick with {card}: because of {sevens}, the lowest value wins.", **shown),
            say("{player} wins the trick with {card}: because of {sevens}, the lowest value wins.", **shown),
        )
    if not trick.trumps[place]:
        return say("You win the trick with {card}.", **shown), say("{player} wins the trick with {card}.", **shown)
    if trick.cards[place] & 3 == trick.trump_suit != trick.trump:  # 6.1
        king = {"king": cards([trick.cards[0]]), "suit": SUITS[trick.trump_suit]}
        return (
            say("You win the trick with {card}: {king} made {suit} trumps.", **shown, **king),
            say("{player} wins the trick with {card}: {king} made {suit} trumps.", **shown, **king),
        )
    return (
        say("You win the trick with the trump {card}.", **shown),
        say("{player} wins the trick with the trump {card}.", **shown),
    )


@tell.register
def _(event: events.LeadsNext, reader: int | None) -> Sentence:
    if event.six is None:
        return say("You lead again."), say("{player} leads again.")
    six = cards([event.six])
    return (
        say("{six} alone has the lowest value: you lead next, and that lead counts double.", six=six),
        say("{six} alone has the lowest value: {player} leads next, and that lead counts double.", six=six),
    )


@tell.register
def _(event: events.JackTurned, reader: int | None) -> Sentence:
    return say("{jack} makes {suit} the trump suit from now on.", suit=SUITS[event.jack & 3])


@tell.register
def _(event: events.NextHand, reader: int | None) -> Sentence:
    shown = {"card": cards([event.indicator]), "suit": SUITS[event.indicator & 3]}
    return (
        say("You deal hand {number} and turn up {card}: {suit} are trumps.", **shown),
        say("{player} deals hand {number} and turns up {card}: {suit} are trumps.", **shown),
    )


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of the bids, of a trick or of a hand's end."""
    match event:
        case events.MadeBid(seat, tricks):
            if seat == viewer:
                return Part("bids", None, (say("You bid {tricks}", tricks=tricks),))
            return Part("bids", None, (say("{player} bids {tricks}", player=Player(seat), tricks=tricks),))
        case events.Played(seat, card, shown):
            played = cards([card] if shown is None else [card, shown])
            if seat == viewer:
                return Part("trick", None, (say("You {card}", card=played),))
            return Part("trick", None, (say("{player} {card}", player=Player(seat), card=played),))
        case events.TrickDecided():
            return Part("trick", None, effects=(tell(event, viewer),), closes=True)
        case events.LeadsNext() | events.JackTurned() | events.PassDue():
            return Part(None, effects=(tell(event, viewer),))
        case events.TricksUnclaimed() | events.NextHand():
            return Part("hand", effects=(tell(event, viewer),))
        case events.CardValued(trick, place) if trick.values[place] not in (0, basic_value(trick.cards[place])):
            told = say("{card}: {story}.", card=cards([trick.cards[place]]), story=story(trick, place))
            return Part("trick", own=(told,))  # what is worth 0 has been robbed, and whoever did that is told
        case (
            events.CardValued()
            | events.TrumpsChanged()
            | events.SevensPowerless()
            | events.ChoseCard()
            | events.CardsPassed()
            | events.Gave()
            | events.Received()
            | events.Scored()  # stands at each seat while bids are made
        ):
            return NOTHING
        case _:
            return None
