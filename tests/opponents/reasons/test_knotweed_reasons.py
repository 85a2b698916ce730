"""Why a Knotweed move is good: the reasons given in set positions, and whether they are true in random ones."""

from typing import Any

import pytest

from engines.knotweed.actions import End, Pass, Play
from engines.knotweed.events import Caught
from engines.knotweed.rules import FULL_PENALTY, cost, plan_turn
from tests.opponents.reasons.claims import Choice, Claim, Measured, check_claims, check_measures, check_words

KNOT = {"hands": [["6C", "6D", "9H", "KS"], ["2H", "3H"]], "piles": [["5C"]], "draw": ["9S", "TS", "JS", "AS"]}


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        ({}, "play 1 6C 6D", ["It sheds 2 cards, for a penalty of 1."]),
        (
            {"piles": [["5C"], ["9D"]]},
            "play 1 6C 6D",
            [
                "It sheds 2 cards, for a penalty of 1.",
                "Then you can shed 1 more card in this turn without raising the penalty.",
            ],
        ),
        ({"piles": [["6S"], ["AD"]]}, "play 1 6C", ["It sheds 1 card at no cost."]),
        (
            {"hands": [["KC", "9D"], ["2H", "3H"]]},
            "play 1 KC",
            ["It sheds 1 card, for a penalty of 3.", "A pass would cost you the same."],
        ),
        (
            {"hands": [["KC", "9D"], ["2H", "3H"]], "piles": [["5C"], ["4D"]]},
            "play 1 KC",
            ["It sheds 1 card, for a penalty of 3.", "Then you can play all your other cards and go out in this turn."],
        ),
        (
            {"hands": [["6C", "6D"], ["2H", "3H"]]},
            "play 1 6C 6D",
            ["You get rid of your last cards: you are out first, and that wins the round."],
        ),
        (
            {"hands": [["9D", "9H"], ["2H", "3H"]]},
            "pass",
            ["It is the only thing you can do now.", "Nothing in your hand fits an open pile."],
        ),
        (
            {"hands": [["6C", "6D", "9S"], ["2H"]], "piles": [["6H"], ["4S"]], "after": ["play 1 6C 6D"]},
            "end",
            ["This turn costs you nothing."],
        ),
        (
            {"hands": [["6C", "6D", "9S", "KH"], ["2H"]], "piles": [["6H"], ["4S"]], "after": ["play 1 6C 6D"]},
            "end",
            [
                "Whatever else you could play would cost at least as many cards as it sheds.",
                "This turn costs you nothing.",
            ],
        ),
        (
            {
                "hands": [[], ["2H"], ["3H", "4H"]],
                "piles": [["6H"], ["4S"]],
                "phase": "prune",
                "out": [0],
                "to_prune": 1,
            },
            "discard 2",
            ["Your place in this round is settled, whichever piles go."],
        ),
        (
            {"options": {"cheating": True}, "after": ["play 1 9H", "end 3"]},
            "challenge",
            ["9♥ fits neither the rank nor the suit of 5♣: the challenge is right."],
        ),
        (
            {"options": {"cheating": True}, "after": ["play 1 6C", "end 0"]},
            "challenge",
            ["player 1 drew 0 instead of 1 penalty card: the challenge is right."],
        ),
        (
            {"options": {"cheating": True}, "after": ["play 1 6C", "end 1"]},
            "accept",
            ["The turn was within the rules: there is nothing to challenge."],
        ),
    ],
)
def test_the_reasons_given(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("knotweed", {**KNOT, **parts}, action, sentences)


# Whether it is true when played.


def shed(it: Choice) -> int:
    return len(it.hand) - len(it.then.hands[it.seat])


def go_on(state: Any, seat: int, ceiling: int) -> Any:
    """The position after the best plays at this penalty, each of them legal."""
    for play in plan_turn(state.hands[seat], state.tops, ceiling)[0]:
        state.check(seat, play)
        state.apply(seat, play)
    return state


def sheds_more(it: Choice) -> bool:
    """Whether this many cards can be played after the action without a higher penalty."""
    begun = it.then
    before, due = len(begun.hands[it.seat]), begun.due
    done = go_on(begun, it.seat, due)
    return (before - len(done.hands[it.seat]), done.due) == (it["count"], due)


def taken(it: Choice) -> int:
    return it.then.taken[it.seat]


def best_net(state: Any, seat: int) -> int:
    """The most cards, net of the penalty, that playing on can save compared with ending the turn at once."""
    now = len(state.hands[seat]) + min(state.due, len(state.draw))
    best = 0
    for play in plays_of(state, seat):
        then = Choice(state, seat, play).then
        if not then.hands[seat]:
            return now
        left = len(then.hands[seat]) + min(then.due, len(then.draw))
        best = max(best, now - left + best_net(then, seat))
    return best


def plays_of(state: Any, seat: int) -> list[Play]:
    return [action for action in state.actions(seat) if isinstance(action, Play)]


def fits_nothing(it: Choice) -> bool:
    return not plays_of(it.state, it.seat)


CLAIMS: dict[str, Claim] = {
    "It sheds {count} card, for a penalty of {cost}.": (
        lambda it: (shed(it), it.then.due) == (it["count"], it["cost"])
    ),
    "It sheds {count} card, and the penalty for this turn stays at {due}.": (
        lambda it: (shed(it), it.state.due, it.then.due) == (it["count"], it["due"], it["due"])
    ),
    "It sheds {count} card at no cost.": lambda it: (shed(it), it.then.due) == (it["count"], 0),
    "Then you can play all your other cards and go out in this turn.": (
        lambda it: go_on(it.then, it.seat, FULL_PENALTY).out[-1:] == [it.seat]
    ),
    "Then you can shed {count} more card in this turn without raising the penalty.": sheds_more,
    "A pass would cost you the same.": lambda it: taken(Choice(it.then, it.seat, End())) == taken(it.instead(Pass())),
    "You get rid of your last cards: you are out first, and that wins the round.": lambda it: it.then.out == [it.seat],
    "You get rid of your last cards: you are out, without a penalty.": (
        lambda it: it.then.out[-1] == it.seat and not taken(it)
    ),
    "Nothing else in your hand fits an open pile.": fits_nothing,
    "Nothing in your hand fits an open pile.": fits_nothing,
    "Whatever else you could play would cost at least as many cards as it sheds.": (
        lambda it: len(it.hand) > SMALL or best_net(it.state, it.seat) == 0
    ),
    "Whatever you could play costs as much as a pass, and you keep your cards together.": (
        lambda it: {it.instead(play).then.due for play in plays_of(it.state, it.seat)} == {3}
    ),
    "You draw {count} card for this turn.": lambda it: taken(it) == it["count"],
    "This turn costs you nothing.": lambda it: taken(it) == 0,
    "Your place in this round is settled, whichever piles go.": lambda it: it.seat in it.state.out,
}
SMALL = 6
"""Larger hands have too many turns to try them all."""


def test_reasons_are_true() -> None:
    check_claims("knotweed", 4, 500, CLAIMS)


@pytest.mark.parametrize("seats", [2, 3, 8])
def test_reasons_are_true_at_other_table_sizes(seats: int) -> None:
    check_claims("knotweed", seats, 150, CLAIMS, all_come_up=False)


def is_caught(state: Any) -> bool:
    """Whether a challenge now is justified, judging by what everybody is then told."""
    return any(isinstance(event, Caught) for event in state.act(state.to_act[0], "challenge"))


CHALLENGES: dict[str, Claim] = {
    "It does not fit {top}, and anybody who notices can challenge it.": lambda it: not it.then.plays[-1].fits,
    "It draws fewer cards than are due, and anybody who notices can challenge it.": lambda it: is_caught(it.then),
    "{cards} fits neither the rank nor the suit of {top}: the challenge is right.": lambda it: is_caught(it.state),
    "{player} drew {taken} instead of {count} penalty card: the challenge is right.": lambda it: is_caught(it.state),
    "The turn was within the rules: there is nothing to challenge.": lambda it: not is_caught(it.state),
}


def test_reasons_about_cheats_are_true() -> None:
    check_claims("knotweed", 3, 150, CHALLENGES, cheating=True)


def fewest(it: Choice) -> int:
    """The cards in hand after the turn and its penalty, for the best penalty to play up to."""
    then = it.then
    if not isinstance(it.action, Play):
        return len(then.hands[it.seat])
    left = list[int]()
    for ceiling in range(then.due, FULL_PENALTY + 1):
        done = go_on(then.clone(), it.seat, ceiling)
        cards = len(done.hands[it.seat])
        left.append(cards + min(done.due, len(done.draw)) if cards else 0)
    return min(left)


def played(it: Choice) -> Any:
    """The position after a play, and before whatever ends the turn."""
    return it.then if isinstance(it.action, Play) else it.state.clone()


def tops(it: Choice) -> list[int]:
    return [pile[-1] for pile in played(it).piles.values()]


def fitting(it: Choice) -> int:
    """How many cards that the seat keeps fit the top of any pile."""
    hand, piles = played(it).hands[it.seat], tops(it)
    return sum(any(card >> 2 == top >> 2 or card & 3 == top & 3 for top in piles) for card in hand)


def any_fitting(it: Choice, ranks: int = 13) -> int:
    """How many cards fit the top of any pile by rank or by suit, among so many ranks from that of the pile on."""
    piles = tops(it)
    same = {(top & ~3) + suit for top in piles for suit in range(4)}
    return len(same | {(top + 4 * step) % 52 for top in piles for step in range(ranks)})


def at_once(it: Choice) -> int:
    """How many cards the seat sheds if it may go on with all piles open."""
    fresh = played(it)
    fresh.plays.clear()
    before = len(fresh.hands[it.seat])
    return before - len(go_on(fresh, it.seat, FULL_PENALTY).hands[it.seat])


def penalty(it: Choice) -> int:
    if isinstance(it.action, Pass):
        return FULL_PENALTY
    return max(it.state.due, cost(it.state.tops[it.action.pile], it.action.cards) if isinstance(it.action, Play) else 0)


MEASURES: dict[str, Measured] = {
    "Cards that you could shed in your next turn, if the piles stayed as they are": at_once,
    "Different cards the next player could play (fewer is better)": any_fitting,
    "Cards the next player could play below the full penalty (fewer is better)": (
        lambda it: any_fitting(it, FULL_PENALTY)
    ),
    "Fewest cards that you can hold after this turn": fewest,
    "Penalty of this turn so far": penalty,
    "Cards you keep that fit a pile then, open or closed": fitting,
    "Different ranks that you keep (fewer make larger groups)": (
        lambda it: len({card >> 2 for card in played(it).hands[it.seat]})
    ),
}


def test_measures_count_what_happens() -> None:
    check_measures("knotweed", 2, 60, MEASURES)
