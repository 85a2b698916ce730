"""3 Piles in words: actions, piles and endings; each event in a sentence, and a turn in one line."""

from collections.abc import Sequence

from engines.beats import Part
from engines.cards import Card
from engines.contract import Event
from engines.kit.narration import Sentence, Teller
from engines.kit.wording import match_score, target_reached
from engines.texts import Player, Text, cards, say, say_count
from engines.three_piles import events
from engines.three_piles.actions import OVER, Action, Draw, Take, ToPile, ToStack
from engines.three_piles.view import ThreePilesView


def span(pile: Sequence[Card]) -> Text:
    """The two ends of a non-empty pile, which decide what fits: ``5♠ to J♦``."""
    if len(pile) == 1:
        return say("{card}", card=cards(pile))
    return say("{low} to {high}", low=cards(pile[:1]), high=cards(pile[-1:]))


def label(view: ThreePilesView, action: Action) -> Text:
    """An action in words; stacks and piles are counted from 1."""
    if isinstance(action, Take):
        return say("Take {card} for pile {pile}", card=cards(view.stacks[action.stack][-1:]), pile=action.pile + 1)
    if isinstance(action, ToPile):
        return say("Put {card} on pile {pile}", card=cards([action.card]), pile=action.pile + 1)
    if isinstance(action, ToStack):
        return say("Put {card} on stack {stack}", card=cards([action.card]), stack=action.stack + 1)
    return say("Draw a card") if isinstance(action, Draw) else say("Pass")


def ending(view: ThreePilesView) -> Text | None:
    """Why the game (6.1) or the match (8) is over."""
    if view.phase != OVER:
        return None
    target = view.options.target
    if target is None:
        return say("Nobody can draw, play or take a card.")
    if max(view.totals) >= target and view.totals[0] != view.totals[1]:
        return target_reached(target)
    return say_count(
        "The limit of {count} game has been reached.",
        "The limit of {count} games has been reached.",
        view.options.max_games,
    )


def _numbered(place: int) -> int:
    return place + 1


tell = Teller(
    "3 Piles",
    {
        events.Drew: say("You draw {card}."),
        events.DrewUnseen: say("{player} draws a card."),
        events.Took: (
            say("You take {card} from stack {stack} for pile {pile}."),
            say("{player} takes {card} from stack {stack} for pile {pile}."),
        ),
        events.PlayedToPile: (say("You play {card} on pile {pile}."), say("{player} plays {card} on pile {pile}.")),
        events.PlayedToStack: (say("You put {card} on stack {stack}."), say("{player} puts {card} on stack {stack}.")),
        events.TurnedUp: say("{card} is turned up on stack {stack}."),
        events.Passed: (
            say("You can neither play nor take a card, so you pass."),
            say("{player} can neither play nor take a card and passes."),
        ),
        events.NextGame: (say("Game {number} is dealt. You start."), say("Game {number} is dealt. {player} starts.")),
    },
    stack=_numbered,
    pile=_numbered,
)


@tell.register
def _(event: events.Scored, reader: int | None) -> Sentence:
    score = event.score
    parts = {"longest": score.longest, "ace_king": score.ace_king, "diamonds": score.diamonds}
    return (
        say_count(
            "You score {count} point: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.",
            "You score {count} points: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.",
            score.total,
            **parts,
        ),
        say_count(
            "{player} scores {count} point: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.",
            "{player} scores {count} points: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}.",
            score.total,
            **parts,
        ),
    )


@tell.register
def _(event: events.GameEnded, reader: int | None) -> Sentence:
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
def _(event: events.MatchStands, reader: int | None) -> Sentence:
    return match_score(event.totals)


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of a turn."""
    match event:
        case events.Took(seat, card, _, pile) | events.PlayedToPile(seat, card, pile):
            return Part(seat, seat, (say("{card} → pile {pile}", card=cards([card]), pile=pile + 1),))
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
