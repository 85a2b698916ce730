"""Fit how likely cards of Counter win tricks (``opponents/policies/trick_chances.py``).

    python -m benchmarks.fit_tricks --games 1500

Players of the quick policy, who now and then play a random card, meet at tables of three to five. Each situation is a
logistic regression on the rank, apart for trumps, and a few numbers. It needs numpy, and prints the mean log-loss of
every tenth card, which is left out of the fit.
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))  # so that this also works as a script

from benchmarks.regression import fitted, write
from engines import GAMES
from engines.cards import RANKS, Card
from engines.counter.actions import Play
from engines.counter.game import Counter
from engines.counter.rules.trick import settle
from opponents.policies import policy_of

LOOKS = 0.12
"""The share of turns at which the cards in hand are looked at; neighbours tell little that is new."""
SLIPS = (0.0, 0.1, 0.25)
"""How often players do not play what looks best, so that cards are seen where they are rarely played."""
NUMBERS = {"held": ("seats",), "lead": ("behind", "left"), "win": ("behind", "left")}
"""What counts besides the card, by situation."""

Seen = tuple[str, list[float], Card, int]
"""A situation, its values, the card and the seat that has it."""


def row(card: Card, trump: int, *numbers: float) -> list[float]:
    """The values of an observation: one 1 for the card, and the numbers."""
    kinds = [0.0] * (2 * len(RANKS))
    kinds[len(RANKS) * (card & 3 == trump) + (card >> 2)] = 1.0
    return [*kinds, *numbers]


def cards(games: int, rng: Random) -> Iterator[tuple[str, list[float], bool]]:
    """The situations of cards, and whether each of them won a trick."""
    game, policy = GAMES[Counter.key], policy_of(Counter.key)
    for number in range(games):
        seats = rng.choice(game.seats)
        state: Any = game.deal(seats=seats, seed=f"fit {number}", options=game.Options())
        slips, seen, winners, hand = rng.choice(SLIPS), list[Seen](), dict[Card, int](), state.hand_no
        while to_act := state.to_act:
            seat = to_act[0]
            action = policy.prefer(state, seat, rng)
            if rng.random() < slips and isinstance(action, Play):
                action = rng.choice(state.actions(seat))
            if isinstance(action, Play):
                seen += situations(state, seat, action, rng)
            before = state.last_trick
            state.apply(seat, action)
            trick = state.last_trick
            if trick is not None and trick is not before and trick.winning is not None:
                winners[trick.cards[trick.winning]] = trick.seat(trick.winning)
            if state.hand_no != hand or not state.to_act:
                yield from ((situation, values, winners.get(card) == owner) for situation, values, card, owner in seen)
                seen, winners, hand = [], {}, state.hand_no


def situations(state: Any, seat: int, play: Play, rng: Random) -> Iterator[Seen]:
    """Sometimes the cards in hand; and the card that is played, if it may win and others can still beat it."""
    trump, seats, hand = state.face_up[-1] & 3, state.seats, state.hands[seat]
    if rng.random() < LOOKS:
        yield from (("held", row(card, trump, seats), card, seat) for card in hand)
    place, behind = len(state.trick), seats - 1 - len(state.trick)
    if not behind or play.shown is not None:
        return
    if place:
        leader, played, shown = (seat - place) % seats, (*state.trick, play.card), (*state.showing, None)
        keeps = state.options.king_rule == "keep"
        if settle(seats, leader, played, shown, trump, state.mult, keeps, False).winning != place:
            return
    yield "win" if place else "lead", row(play.card, trump, behind, len(hand)), play.card, seat


def names(situation: str) -> Sequence[str]:
    """What the values of a situation are called."""
    ranks = [f"{kind}{rank}" for kind in ("", "trump ") for rank in RANKS]
    return [f"{situation} {name}" for name in (*ranks, *NUMBERS[situation])]


def main() -> None:
    """Fit and write."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1500, help="how many games to play (1500)")
    found = list(cards(parser.parse_args().games, Random(0)))
    weights = dict[str, float]()
    for situation in NUMBERS:
        rows = [values for kind, values, _ in found if kind == situation]
        won = [float(wins) for kind, _, wins in found if kind == situation]
        weights |= fitted(situation, names(situation), rows, won)
    write({Counter.key: weights})


if __name__ == "__main__":
    main()
