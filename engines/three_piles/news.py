"""What just happened, in words. Called before an action changes the position, so what it moves is still in place.

Nothing is told in simulations, which collect no news.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engines.texts import Player, Text, cards, say, say_count
from engines.three_piles.actions import Action, Draw, Take, ToPile, ToStack
from engines.three_piles.piles import Score

if TYPE_CHECKING:
    from engines.three_piles.state import ThreePilesState


def tell_action(state: ThreePilesState, seat: int, action: Action) -> None:
    """Tell what ``seat`` is about to do. What is drawn is told to nobody else (9.2)."""
    player = Player(seat)
    if isinstance(action, Draw):
        state.tell(say("{player} draws a card", player=player))
        state.tell(say("You draw {card}", card=cards(state.deck[-1:])), seat)
    elif isinstance(action, Take):
        state.tell(
            say(
                "{player} takes {card} from stack {stack} to pile {pile}",
                player=player,
                card=cards(state.stacks[action.stack][-1:]),
                stack=action.stack + 1,
                pile=action.pile + 1,
            )
        )
    elif isinstance(action, ToPile):
        pile = action.pile + 1
        state.tell(say("{player} plays {card} to pile {pile}", player=player, card=cards([action.card]), pile=pile))
    elif isinstance(action, ToStack):
        stack = action.stack + 1
        state.tell(say("{player} puts {card} on stack {stack}", player=player, card=cards([action.card]), stack=stack))
    else:
        state.tell(say("{player} can neither play nor take a card and passes", player=player))


def tell_refill(state: ThreePilesState, stack: int) -> None:
    """Tell which card was turned up on an emptied stack (3.2)."""
    if state.news is not None:
        card = cards(state.stacks[stack])
        state.tell(say("{card} is turned up on stack {stack}", card=card, stack=stack + 1))


def tell_scores(state: ThreePilesState, scores: Sequence[Score]) -> None:
    """Tell how a game ended, with the parts of each score (7), and where the match stands."""
    if state.news is None:
        return
    for seat, score in enumerate(scores):
        state.tell(
            say(
                "{player} scores {points}: longest pile {longest}, ace and king {ace_king}, diamonds {diamonds}",
                player=Player(seat),
                points=score.total,
                longest=score.longest,
                ace_king=score.ace_king,
                diamonds=score.diamonds,
            )
        )
    state.tell(_result(scores))
    if state.options.target is not None:
        first, second = state.totals
        state.tell(
            say(
                "The match stands at {first} for {one} to {second} for {two}",
                first=first,
                one=Player(0),
                second=second,
                two=Player(1),
            )
        )


def _result(scores: Sequence[Score]) -> Text:
    first, second = (score.total for score in scores)
    if first == second:
        return say("The game is a draw")
    winner = Player(0 if first > second else 1)
    return say_count(
        "{player} wins the game by {count} point",
        "{player} wins the game by {count} points",
        abs(first - second),
        player=winner,
    )


def tell_next_game(state: ThreePilesState) -> None:
    """Tell that the next game of a match is dealt (8.4)."""
    if state.news is not None:
        number = state.game_no + 1
        state.tell(say("Game {number} is dealt; {player} starts", number=number, player=Player(state.starter)))
