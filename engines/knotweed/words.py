"""Knotweed in words: actions, costs and endings; each event in a sentence, and a turn in one line."""

from engines.beats import NOTHING, Part
from engines.cards import RANKS, Card
from engines.contract import Event
from engines.kit.narration import Sentence, Teller
from engines.kit.wording import names
from engines.knotweed import events
from engines.knotweed.actions import Accept, Action, Challenge, Discard, End, Pass, Play
from engines.knotweed.events import Passed, PilesOpened, Played, Pruned, Took, TookNothing, TookUnseen
from engines.knotweed.rules import cost, fits
from engines.knotweed.view import KnotweedView
from engines.texts import Cards, Player, Text, cards, say, say_count

MANY_CARDS = 13
"""Lists of more cards than this are not written out: a button has room for 80 characters."""


def group_words(group: tuple[Card, ...]) -> Cards | Text:
    """Cards of one rank, written out unless there are too many."""
    if len(group) <= MANY_CARDS:
        return cards(group)
    return say("{count} cards of rank {rank}", count=len(group), rank=RANKS[group[0] >> 2])


def label(view: KnotweedView, action: Action) -> Text:
    """An action in words, without its cost where cheating is allowed: it would reveal whether a play fits (11.5)."""
    match action:
        case Play():
            return _play_label(view, action)
        case End(take) | Pass(take):  # the draw pile may hold fewer cards than are due (5.4)
            count = min(view.penalty if take is None else take, view.draw)
            if isinstance(action, End):
                return say("End turn (draw {count})", count=count) if count else say("End turn (draw nothing)")
            return say("Pass (draw {count})", count=count) if count else say("Pass (draw nothing)")
        case Discard(pile):
            return say("Discard pile {pile}", pile=pile)
        case Challenge():
            return say("Challenge")
        case Accept():
            return say("Accept")


def _play_label(view: KnotweedView, play: Play) -> Text:
    shown, top = {"cards": group_words(play.cards), "pile": play.pile}, view.tops.get(play.pile)
    if goes_out(view, play):
        return say("Play {cards} on pile {pile} and go out", **shown)
    if top is None:
        return say("Play {cards} on pile {pile}", **shown)
    if view.options.cheating:
        return say("Play {cards} on {top} (pile {pile})", top=cards([top]), **shown)
    return say("Play {cards} on pile {pile}, costs {cost}", cost=cost(top, play.cards), **shown)


def goes_out(view: KnotweedView, play: Play) -> bool:
    """Whether the play empties the viewer's hand (6.1)."""
    return len(play.cards) == len(view.hand)


def what_it_takes(view: KnotweedView, top: Card, group: tuple[Card, ...]) -> Text:
    """What the player would draw by ending the turn after this play (5.2, 5.4); tells if the play does not fit.

    Only the player whose turn it is may read it (11.5).
    """
    if not fits(top, group):
        return say("does not fit")
    taken = min(max(view.due_so_far, cost(top, group)), view.draw)
    return say("then draw {count}", count=taken) if taken else say("free")


def misfit(group: tuple[Card, ...], pile: int, top: Card) -> Text:
    """Why ``group`` does not fit on a pile with this top card (4.2, 4.4)."""
    shown = {"cards": cards(group), "top": cards([top]), "pile": pile}
    if len(group) == 1:
        return say("{cards} has neither the rank nor the suit of {top} on pile {pile}.", **shown)
    return say("None of {cards} matches the rank or the suit of {top} on pile {pile}.", **shown)


def why_over(reason: str, turn_cap: int) -> Text:
    """Why a round ended (6.4, 8)."""
    if reason == "dry":
        return say("Everybody passed and the draw pile is empty: the round ends.")
    if reason != "cap":
        return say("Only one player has cards left: the round ends.")
    return say_count(
        "The limit of {count} turn has been reached: the round ends.",
        "The limit of {count} turns has been reached: the round ends.",
        turn_cap,
    )


def rounds_won(count: int) -> Text:
    """How many rounds of a match a player has won (10.1)."""
    return say_count("{count} round won", "{count} rounds won", count)


def ending(view: KnotweedView) -> Text | None:
    """Why the game is over: all rounds were played, a player won enough of them (10.1), or the only round ended."""
    if view.outcome is None:
        return None
    reason, options = view.outcome.reason, view.options
    if reason == "rounds":
        return say_count("{count} round has been played.", "{count} rounds have been played.", options.rounds)
    if reason == "wins":
        return say_count("A player has won {count} round.", "A player has won {count} rounds.", options.wins or 0)
    return why_over(reason, options.turn_cap_for(len(view.counts)))


tell = Teller(
    "Knotweed",
    {
        events.Passed: (say("You pass."), say("{player} passes.")),
        events.Took: say("You draw {cards}."),
        events.TookUnseen: say_count("{player} draws {count} card.", "{player} draws {count} cards.", 0),
        events.TookNothing: (say("You draw no cards."), say("{player} draws no cards.")),
        events.PlayedLastCard: (say("You have played your last card."), say("{player} has played their last card.")),
        events.ChallengedWrongly: (say("Your challenge was wrong."), say("{player}'s challenge was wrong.")),
        events.TurnStood: (say("Your turn stands."), say("{player}'s turn stands.")),
        events.WentOut: (say("You are out: place {place}."), say("{player} is out: place {place}.")),
        events.PilesReset: say("The draw pile was empty: all piles are shuffled, and {card} is the only play pile."),
        events.Pruned: (
            say_count(
                "You discard pile {pile}: {top} only.",
                "You discard pile {pile}: {top} and everything below it, {count} cards.",
                0,
            ),
            say_count(
                "{player} discards pile {pile}: {top} only.",
                "{player} discards pile {pile}: {top} and everything below it, {count} cards.",
                0,
            ),
        ),
        events.RoundBegan: (
            say("Round {round}: you begin, {card} is turned up."),
            say("Round {round}: {player} begins, {card} is turned up."),
        ),
    },
    player=Player,
    cheat=Player,
)


@tell.register
def _(event: events.Played, reader: int | None) -> Sentence:
    if event.cost is None:  # everybody judges for themselves whether it fits
        top = cards([event.on])
        return (
            say("You play {cards} on {top} (pile {pile}).", top=top),
            say("{player} plays {cards} on {top} (pile {pile}).", top=top),
        )
    return (
        say_count(
            "You play {cards} on pile {pile} (costs {count} card).",
            "You play {cards} on pile {pile} (costs {count} cards).",
            event.cost,
        ),
        say_count(
            "{player} plays {cards} on pile {pile} (costs {count} card).",
            "{player} plays {cards} on pile {pile} (costs {count} cards).",
            event.cost,
        ),
    )


@tell.register
def _(event: events.PilesOpened, reader: int | None) -> Sentence:
    numbers = ", ".join(map(str, event.piles))
    return say_count("Pile {piles} is new.", "Piles {piles} are new.", len(event.piles), piles=numbers)


@tell.register
def _(event: events.Answered, reader: int | None) -> Sentence:
    return say("You challenge {player}'s turn.") if event.challenged else say("You accept {player}'s turn.")


@tell.register
def _(event: events.Caught, reader: int | None) -> Sentence:
    if event.cheat == reader:
        return say("{player}'s challenge is right: you cheated.")
    return say("Your challenge is right: {cheat} cheated."), say("{player}'s challenge is right: {cheat} cheated.")


@tell.register
def _(event: events.TurnUndone, reader: int | None) -> Sentence:
    count = len(event.cards)
    return (
        say_count(
            "The turn is undone: {cards} goes back to your hand.",
            "The turn is undone: {cards} go back to your hand.",
            count,
        ),
        say_count(
            "The turn is undone: {cards} goes back to {player}'s hand.",
            "The turn is undone: {cards} go back to {player}'s hand.",
            count,
        ),
    )


@tell.register
def _(event: events.RoundEnded, reader: int | None) -> Sentence:
    return why_over(event.reason, event.turn_cap)


@tell.register
def _(event: events.RoundWon, reader: int | None) -> Sentence:
    others = [seat for seat in event.seats if seat != reader]
    if not others:
        return say("You win round {round}.", round=event.round)
    if len(others) < len(event.seats):
        return say("You share the win in round {round} with {players}.", round=event.round, players=names(others))
    if len(others) > 1:
        return say("{players} share the win in round {round}.", round=event.round, players=names(others))
    return say("{player} wins round {round}.", player=Player(others[0]), round=event.round)


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of a turn."""
    match event:
        case Played(seat, pile, on, played, cost):
            shown = {"cards": cards(played), "number": pile}
            if cost is None:  # the others judge it
                return Part(seat, seat, (say("{cards} → {top} on pile {number}", top=cards([on]), **shown),))
            return Part(seat, seat, (say("{cards} → pile {number}", **shown),))
        case Passed(seat):
            return Part(seat, seat, (say("passed"),))
        case Took(seat, drawn):
            return Part(seat, seat, (say("{cards} drawn", cards=cards(drawn)),), closes=True)
        case Pruned(seat, pile, top):
            return Part(seat, seat, (say("pile {number} discarded ({card})", number=pile, card=cards([top])),))
        case TookUnseen() | PilesOpened() | TookNothing():
            return NOTHING
        case _:
            return None
