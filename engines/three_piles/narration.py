"""Tells what happened: each event in a sentence, and a turn in one line."""

from engines.beats import Part
from engines.cards import Card
from engines.contract import Event
from engines.kit.narration import teller
from engines.texts import Player, Text, cards, say, say_count
from engines.three_piles import events

tell = teller(
    "3 Piles",
    {
        events.Drew: say("You draw {card}."),
        events.DrewUnseen: say("{player} draws a card."),
        events.Passed: (
            say("You can neither play nor take a card, so you pass."),
            say("{player} can neither play nor take a card and passes."),
        ),
        events.NextGame: (say("Game {number} is dealt. You start."), say("Game {number} is dealt. {player} starts.")),
    },
)
"""An event as a sentence for the player at seat ``reader``, or for everybody if that is ``None``."""


@tell.register
def _(event: events.Took, reader: int | None) -> Text:
    shown = {"card": cards([event.card]), "stack": event.stack + 1, "pile": event.pile + 1}
    if event.seat == reader:
        return say("You take {card} from stack {stack} for pile {pile}.", **shown)
    return say("{player} takes {card} from stack {stack} for pile {pile}.", player=Player(event.seat), **shown)


@tell.register
def _(event: events.PlayedToPile, reader: int | None) -> Text:
    shown = {"card": cards([event.card]), "pile": event.pile + 1}
    if event.seat == reader:
        return say("You play {card} on pile {pile}.", **shown)
    return say("{player} plays {card} on pile {pile}.", player=Player(event.seat), **shown)


@tell.register
def _(event: events.PlayedToStack, reader: int | None) -> Text:
    shown = {"card": cards([event.card]), "stack": event.stack + 1}
    if event.seat == reader:
        return say("You put {card} on stack {stack}.", **shown)
    return say("{player} puts {card} on stack {stack}.", player=Player(event.seat), **shown)


@tell.register
def _(event: events.TurnedUp, reader: int | None) -> Text:
    return say("{card} is turned up on stack {stack}.", card=cards([event.card]), stack=event.stack + 1)


@tell.register
def _(event: events.Scored, reader: int | None) -> Text:
    score = event.score
    parts = {"longest": score.longest, "ace_king": score.ace_king, "diamonds": score.diamonds}
    if event.seat == reader:
        return say_count(
            "You score {count} point: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.",
            "You score {count} points: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.",
            score.total,
            **parts,
        )
    return say_count(
        "{player} scores {count} point: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.",
        "{player} scores {count} points: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.",
        score.total,
        player=Player(event.seat),
        **parts,
    )


@tell.register
def _(event: events.GameEnded, reader: int | None) -> Text:
    first, second = event.points
    if first == second:
        return say("The game is a draw.")
    winner, lead = 0 if first > second else 1, abs(first - second)
    if winner == reader:
        return say_count("You win the game by {count} point.", "You win the game by {count} points.", lead)
    return say_count(
        "{player} wins the game by {count} point.",
        "{player} wins the game by {count} points.",
        lead,
        player=Player(winner),
    )


@tell.register
def _(event: events.MatchStands, reader: int | None) -> Text:
    first, second = event.totals
    return say("Match score: {one} {first}, {two} {second}.", first=first, one=Player(0), second=second, two=Player(1))


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of a turn."""
    match event:
        case events.Took(seat, card, _, pile) | events.PlayedToPile(seat, card, pile):
            return Part(seat, seat, (_to_pile(card, pile),))
        case events.PlayedToStack(seat, card, stack):
            return Part(seat, seat, (say("{card} → stack {stack}", card=cards([card]), stack=stack + 1),))
        case events.Drew(seat, card):
            return Part(seat, seat, (say("{card} drawn", card=cards([card])),))
        case events.DrewUnseen(seat):
            return Part(seat, seat, (say("a card drawn"),))
        case events.TurnedUp():
            return Part(None, effects=(tell(event, viewer),), closes=True)
        case _:
            return None


def _to_pile(card: Card, pile: int) -> Text:
    return say("{card} → pile {pile}", card=cards([card]), pile=pile + 1)
