"""A beginner of each game, who plays by a rule of thumb and beats the *easy* level.

A beginner looks at the own hand and at what is face up, never ahead.
"""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any

from engines.card_duel.actions import BUILD, DAMAGE, DECK, DEFEND, DONE, PICKS, PLAYS
from engines.card_duel.rules import VALUES, lowest_that_fit
from engines.card_duel.state import CardDuelState
from engines.cards import RANKS
from engines.counter.actions import BID, Bid, Play
from engines.counter.game import Counter
from engines.counter.rules.trick import settle
from engines.counter.state import CounterState
from engines.counterweight.actions import Collect, New, Place, pile_owner
from engines.counterweight.game import Counterweight
from engines.counterweight.state import CounterweightState
from engines.knotweed.actions import PLAY
from engines.knotweed.rules import best_turn, penalty
from engines.knotweed.state import KnotweedState
from engines.three_piles.actions import Take, ToPile, ToStack
from engines.three_piles.game import ThreePiles
from engines.three_piles.rules import gain, gap
from engines.three_piles.state import ThreePilesState

Worth = Callable[[Any, int, Any], Any]
"""How much a beginner likes an action of a seat; what compares highest is played."""

_COURT = {RANKS.index(rank) for rank in "AK"}


def choose(state: Any, seat: int, rng: Random) -> Any:
    """What a beginner does; of what looks equal, anything."""
    if isinstance(state, CardDuelState):
        return _card_duel(state, seat)
    actions: Sequence[Any] = state.actions(seat)
    if isinstance(state, KnotweedState):
        return _knotweed(state, seat) if state.phase == PLAY else rng.choice(actions)
    worth = _WORTHS[state.game.key]
    worths = [worth(state, seat, action) for action in actions]
    best = max(worths)
    return rng.choice([action for action, worth in zip(actions, worths, strict=True) if worth == best])


def _three_piles(state: ThreePilesState, seat: int, action: Any) -> tuple[float, int]:
    """The play that scores most now and shuts out least; before a card that scores nothing, one is drawn."""
    if not isinstance(action, Take | ToPile):
        return (0, 0) if isinstance(action, ToStack) else (0.5, 0)
    piles = state.piles[seat]
    card = action.card if isinstance(action, ToPile) else state.stacks[action.stack][-1]
    return gain(piles, action.pile, card), -gap(piles[action.pile], card)


def _knotweed(state: KnotweedState, seat: int) -> Any:
    """Go out if possible, else shed most for the least draw."""
    best = best_turn(state.hands[seat], state.tops, state.due, penalty(state.plays))
    return best[0] if best else state.actions(seat)[-1]


def _counterweight(state: CounterweightState, seat: int, action: Any) -> int:
    """Place on the other's piles first, then on shared ones, on one's own last; take up one's own to be rid of them."""
    if isinstance(action, Place):
        owners = [pile_owner(pile) for _, pile in action.placed]
        return sum({None: 1, seat: 0}.get(owner, 2) for owner in owners)
    return -1 if isinstance(action, New) else len(action.piles) if isinstance(action, Collect) else 0


def _card_duel(state: CardDuelState, seat: int) -> Any:
    """The lowest cards into the hand; stop with the least that stops; otherwise the deck."""
    if state.phase == BUILD:
        lowest = lowest_that_fit(state.pools[seat], state.room[seat])
        return PICKS[lowest[0]] if lowest else DONE
    actions, hand = state.actions(seat), state.hands[seat]
    if state.phase == DEFEND and state.attack is not None:
        enough = [card for card in hand if VALUES[card] >= VALUES[state.attack]]
        if enough:
            return PLAYS[enough[0]]
    return DECK if DECK in actions else actions[-1 if state.phase == DAMAGE else 0]


def _counter(state: CounterState, seat: int, action: Any) -> tuple[bool, int]:
    """Bid trumps, aces and kings; win while under the bid, with the highest card, and duck afterwards."""
    trump, hand = state.face_up[-1] & 3, state.hands[seat]
    if state.phase == BID:
        assert isinstance(action, Bid)
        strong = sum(card & 3 == trump or card >> 2 in _COURT for card in hand)
        return action.tricks == strong, 0
    card = action.card
    if not isinstance(action, Play):
        return True, -(card >> 2)
    cards, wanted = (*state.trick, card), state.won[seat] < (state.bids[seat] or 0)
    leader, keeps = (seat - len(state.trick)) % state.seats, state.options.king_rule == "keep"
    shown = (*state.showing, action.shown)
    trick = settle(state.seats, leader, cards, shown, trump, state.mult, keeps, last=False)
    wins = trick.winning == len(cards) - 1
    high = (card & 3 == trump) * len(RANKS) + (card >> 2)
    return wins == wanted, high if wanted == wins else -high


_WORTHS: Mapping[str, Worth] = {Counter.key: _counter, Counterweight.key: _counterweight, ThreePiles.key: _three_piles}
