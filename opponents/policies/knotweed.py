"""Quick judgement for Knotweed: how many cards can be shed for each penalty (Annex C)."""

from random import Random

from engines.knotweed.actions import CHALLENGE, PLAY, PRUNE, Accept, Action, Challenge, Discard, End, Pass
from engines.knotweed.game import Knotweed
from engines.knotweed.rules import FULL_PENALTY, best_turn, cost, legal_plays, penalty, plan_turn
from engines.knotweed.state import KnotweedState
from opponents.policies.weights import ValuedPolicy

OUT = 6.0
"""The value of being out already: it multiplies the odds of winning by e to this power."""
WIDEST = 14
"""How many actions to consider."""


class KnotweedPolicy(ValuedPolicy[Action]):
    """Sheds as many cards for as few penalty cards as it can, and challenges every cheat."""

    horizon = 4
    key = Knotweed.key

    def prefer(self, state: KnotweedState, seat: int, rng: Random) -> Action:
        """The next step of the best turn."""
        if state.phase != PLAY:
            return self.candidates(state, seat, rng)[0]
        best = best_turn(state.hands[seat], state.tops, state.due, penalty(state.plays))
        return best[0] if best else _close(state)

    def candidates(self, state: KnotweedState, seat: int, rng: Random) -> list[Action]:
        """The first step of the best turn for each penalty, ending the turn, and other plays by gain.

        These include parts of groups: playing fewer cards opens fewer piles for the others (4.7).
        """
        if state.phase == CHALLENGE:
            # Everybody can see whether the turn just played broke the rules (11.3).
            return [Challenge() if state.is_irregular else Accept()]
        if state.phase == PRUNE:
            return [Discard(number) for number in rng.sample([*state.piles], len(state.piles))]
        found: dict[Action, None] = {self.prefer(state, seat, rng): None}
        hand, tops = state.hands[seat], state.tops
        for ceiling in range(state.due, FULL_PENALTY + 1):
            plan, _ = plan_turn(hand, tops, ceiling)
            found.update(dict.fromkeys(plan[:2]))
        found[_close(state)] = None
        rest = legal_plays(hand, tops, cheating=False)
        rest.sort(key=lambda play: cost(tops[play.pile], play.cards) - len(play.cards))
        found.update(dict.fromkeys(rest))
        return list(found)[:WIDEST]

    def chapter(self, state: KnotweedState) -> int:
        """The number of the round."""
        return state.round

    def is_won(self, state: KnotweedState) -> bool:
        """In a single round, as soon as somebody is out (9.1)."""
        return bool(state.out) and not state.options.is_match

    def is_quiet(self, state: KnotweedState, seat: int) -> bool:
        """At the beginning of a turn."""
        return state.phase == PLAY and not state.plays

    def features(self, state: KnotweedState, seat: int) -> tuple[float, ...]:
        """How many cards the seat has, and how many it could shed now at no cost and at any cost."""
        hand = state.hands[seat]
        count = len(hand)
        few = 1 / (count + 1)
        free, most = (plan_turn(hand, state.tops, ceiling)[1] for ceiling in (0, FULL_PENALTY))
        turn, out = float(state.turn == seat), float(most == count)
        ranks = len({card >> 2 for card in hand})
        return count, few, ranks, free, most, few * most, out, turn, turn * free, turn * out, turn * few

    def ahead(self, state: KnotweedState, seat: int) -> float:
        """Judged by points and round wins; the first player to go out has won the round."""
        out = OUT - state.out.index(seat) if seat in state.out else 0.0
        return state.points[seat] + state.wins[seat] + out


def _close(state: KnotweedState) -> Action:
    close = End if state.plays else Pass
    return close(penalty(state.plays) if state.options.cheating else None)
