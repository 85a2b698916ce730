"""Quick judgement for Card Duel: keep low cards out of the deck, attack from it, save high cards for damage."""

from collections.abc import Hashable, Sequence
from random import Random

from engines.card_duel.actions import BUILD, DAMAGE, DECK, DEFEND, DONE, NONE, PICKS, PLAYS, Action
from engines.card_duel.rules import VALUES, lowest_that_fit, total
from engines.card_duel.state import CardDuelState
from engines.cards import Card
from opponents.policies.base import Policy, duel

SCALE = 8.0
"""A lead of this much damage makes a win e times as likely as a loss."""
RISK = 0.6
"""If the deck has at least this chance to stop an attack, save the hand."""
LOW = 7
"""Cards up to this value are better in hand than in the deck."""


class CardDuelPolicy(Policy[Action]):
    """Defends with the lowest card that holds, attacks from the deck and strikes with the highest card."""

    horizon = 60
    doubt = 3.0
    """Nearly always the deck is right, and an exception has to be proved: each costs a little that luck hides."""
    trusts_trees = False
    """It learns too late what is best far from the end: right after a deal it told 22 % where equals won 37 %."""
    rewards_patience = False
    """With five times the time, a player won 50 % ± 3.5 against a hard one: luck decides."""
    lapses = 0.0
    """Mistakes are costly here: with lapses, the normal level would hardly be better than the easy one."""

    def prefer(self, state: CardDuelState, seat: int, rng: Random) -> Action:
        """The card, or the deck, that does the job most cheaply."""
        if state.phase == BUILD:
            return _build(state, seat)
        hand, stock = state.hands[seat], state.decks[seat] or state.discards[seat]
        if not hand:
            return DECK if stock else NONE
        if state.phase == DEFEND:
            return _defend(state, seat, hand, stock)
        if state.phase == DAMAGE:
            return _strike(state, seat, hand, stock)
        return DECK if stock else PLAYS[hand[-1]]

    def candidates(self, state: CardDuelState, seat: int, rng: Random) -> list[Action]:
        """The deck, the highest and the lowest card and, when defending, the lowest that holds.

        Starting hands are not searched: a hand of the lowest cards, which leaves the best deck, wins more than six of
        ten games against one that keeps a high card, and a one-second search does not find that out.
        """
        if state.phase == BUILD:
            lowest = lowest_that_fit(state.pools[seat], state.room[seat])
            return [PICKS[lowest[0]] if lowest else DONE]
        best, hand = self.prefer(state, seat, rng), state.hands[seat]
        if not hand:
            return [best]
        found: dict[Action, None] = {best: None}
        if state.decks[seat] or state.discards[seat]:
            found[DECK] = None
        least = VALUES[state.attack] if state.phase == DEFEND and state.attack is not None else 0
        enough = next((card for card in hand if VALUES[card] >= least), hand[0])
        found.update(dict.fromkeys((PLAYS[hand[-1]], PLAYS[enough], PLAYS[hand[0]])))
        return list(found)

    def revealed(self, state: CardDuelState, seat: int) -> Hashable:
        """The values of the cards on the table and the damage done: a deck card is unknown until it is played."""
        attack, defence = state.attack, state.defence
        return attack and VALUES[attack], defence and VALUES[defence], state.hurt[0], state.hurt[1]

    def chapter(self, state: CardDuelState) -> int:
        """The number of the game in a match."""
        return state.game_no

    def standing(self, state: CardDuelState) -> tuple[float, ...]:
        """Judged by damage and by who attacks."""
        lead = state.hurt[1] - state.hurt[0] + (2 if state.attacker == 0 else -2)
        return duel(lead + 3 * SCALE * (state.points[0] - state.points[1]), SCALE)


def _build(state: CardDuelState, seat: int) -> Action:
    """One high card to strike with, then low cards that would weaken the deck."""
    room, pool = state.room[seat], state.pools[seat]
    fitting = [card for card in pool if VALUES[card] <= room]
    if not fitting or (state.hands[seat] and VALUES[fitting[0]] > LOW):
        return DONE
    return PICKS[fitting[0] if state.hands[seat] else fitting[-1]]


def chance_of(cards: Sequence[Card], least: int) -> float:
    """The chance that a random one of these cards is worth at least this much."""
    return sum([VALUES[card] >= least for card in cards]) / len(cards) if cards else 0.0


def _defend(state: CardDuelState, seat: int, hand: Sequence[Card], stock: Sequence[Card]) -> Action:
    assert state.attack is not None
    least = VALUES[state.attack]
    enough = next((card for card in hand if VALUES[card] >= least), None)
    if enough is not None and (VALUES[enough] < 8 or chance_of(stock, least) < RISK):
        return PLAYS[enough]
    return DECK if stock else PLAYS[hand[0]]


def _strike(state: CardDuelState, seat: int, hand: Sequence[Card], stock: Sequence[Card]) -> Action:
    left = state.options.life - state.hurt[1 - seat]
    kill = next((card for card in hand if VALUES[card] >= left), None)
    if kill is not None:
        return PLAYS[kill]
    best = PLAYS[hand[-1]]
    return best if not stock or VALUES[hand[-1]] > total(stock) / len(stock) + 1 else DECK
