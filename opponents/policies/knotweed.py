"""Quick judgement for Knotweed: for every penalty that one may accept, see how many cards can be shed (Annex C)."""

from __future__ import annotations

from random import Random

from engines.knotweed.plays import FULL_PENALTY, Group, Top
from engines.knotweed.turns import Phase

from engines.knotweed import plays
from engines.knotweed.actions import Accept, Action, Challenge, Discard, Play, end, pass_
from engines.knotweed.state import KnotweedState
from opponents.policies.base import Policy, shares

CARD = 0.35
"""How much a card fewer in hand is worth: so many times better are the chances, as a power of e."""
OUT = 6.0
"""What it is worth to be out already, in the same measure."""
GOING_OUT = 100
"""More than any number of cards that can be shed: who can go out does."""
WIDEST = 14
"""So many actions are thought about."""

Plan = list[Play]


class KnotweedPolicy(Policy[Action]):
    """Sheds as many cards for as few penalty cards as it can, and challenges what breaks the rules."""

    horizon = 12

    def prefer(self, state: KnotweedState, seat: int, rng: Random) -> Action:
        """The next step of the best turn."""
        if state.phase is not Phase.PLAY:
            return self.candidates(state, seat, rng)[0]
        due = state.due
        worth, best = -float(due if state.laid else FULL_PENALTY), Plan()
        for ceiling in range(due, FULL_PENALTY + 1):
            plan, shed = plan_turn(state, seat, ceiling)
            gain = GOING_OUT if shed == len(state.hands[seat]) else shed - ceiling
            if plan and gain > worth:
                worth, best = float(gain), plan
        return best[0] if best else _close(state)

    def candidates(self, state: KnotweedState, seat: int, rng: Random) -> list[Action]:
        """The first steps of the best turn for each penalty, to stop here, and other plays by what they shed and cost.

        Among these are parts of groups: whoever plays fewer cards opens fewer piles to the others (4.7).
        """
        if state.phase is Phase.CHALLENGE:
            return [_judgement(state)]
        if state.phase is Phase.PRUNE:
            return [Discard(number) for number in rng.sample(state.pile_numbers, 1)]
        found: dict[Action, None] = {self.prefer(state, seat, rng): None}
        for ceiling in range(state.due, FULL_PENALTY + 1):
            plan, _ = plan_turn(state, seat, ceiling)
            found.update(dict.fromkeys(plan[:2]))
        found[_close(state)] = None
        rest = plays.legal_plays(state.hands[seat], state.tops, cheating=False)
        tops = dict(state.tops)
        rest.sort(key=lambda play: plays.cost(tops[play.pile], play.cards) - len(play.cards))
        found.update(dict.fromkeys(rest))
        return list(found)[:WIDEST]

    def chapter(self, state: KnotweedState) -> int:
        """The number of the round."""
        return state.round

    def standing(self, state: KnotweedState) -> tuple[float, ...]:
        """By cards in hand; the first to be out has won the round."""
        leads: list[float] = []
        for seat, hand in enumerate(state.hands):
            lead = state.points[seat] + state.wins[seat]
            lead += OUT - state.out.index(seat) if seat in state.out else -CARD * len(hand)
            leads.append(lead)
        return shares(leads)


def _judgement(state: KnotweedState) -> Action:
    """Whether the turn just played was by the rules can be seen by all (11.3)."""
    taken, due = state.taken[state.turn], state.due
    irregular = (taken < due and bool(state.draw)) or not all(laid.fits for laid in state.laid)
    return Challenge() if irregular else Accept()


def _close(state: KnotweedState) -> Action:
    """End the turn or pass, with the full penalty."""
    cheating = state.options.cheating
    if state.laid:
        return end(state.due if cheating else None)
    return pass_(FULL_PENALTY if cheating else None)


def plan_turn(state: KnotweedState, seat: int, ceiling: int) -> tuple[Plan, int]:
    """The plays that shed most cards at a penalty of at most ``ceiling``, and how many cards those are.

    A play takes all cards of a rank, so each rank needs a pile of its own. Ranks with most cards choose
    first, and one that finds its piles taken makes others move on: that is the best assignment there is.
    """
    groups = plays.by_rank(state.hands[seat])
    tops = state.tops
    fitting = {rank: _piles_for(group, tops, ceiling) for rank, group in groups.items()}
    taken: dict[int, int] = {}
    for rank in sorted(groups, key=lambda rank: -len(groups[rank])):
        _assign(rank, fitting, taken, set())
    plan = [Play(pile, groups[rank]) for pile, rank in taken.items()]
    plan.sort(key=lambda play: -len(play.cards))
    return plan, sum(len(play.cards) for play in plan)


def _piles_for(group: Group, tops: list[Top], ceiling: int) -> list[int]:
    """The piles that a whole group fits at this price."""
    rank = group[0] >> 2
    suits = {card & 3 for card in group}
    return [
        pile
        for pile, top in tops
        if top >> 2 == rank or (top & 3 in suits and (ceiling == FULL_PENALTY or (rank - (top >> 2)) % 13 <= ceiling))
    ]


def _assign(rank: int, fitting: dict[int, list[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Find a pile for a rank, if need be by sending others to another one."""
    for pile in fitting[rank]:
        if pile not in tried:
            tried.add(pile)
            if pile not in taken or _assign(taken[pile], fitting, taken, tried):
                taken[pile] = rank
                return True
    return False
