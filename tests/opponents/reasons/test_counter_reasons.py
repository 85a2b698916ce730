"""Why a Counter move is good: the reasons given in set positions, and whether they are true in random ones."""

from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.cards import CARD_TEXTS
from engines.counter.actions import HAND_SIZE, Bid, Pass
from engines.counter.rules.trick import points
from engines.counter.rules.values import QUEEN
from opponents.policies.counter import expected_tricks
from opponents.reasons import reason
from opponents.thoughts import Thought
from tests.opponents.reasons.claims import Choice, Claim, check_claims, check_words
from tests.reference.counter_tricks import Play, resolve

TRICKS = {
    "hands": [["5H", "2C", "9C"], ["QH", "3C", "KC"], ["8H", "7C", "QC"]],
    "indicator": "9S",
    "trick_no": 8,
    "bids": [2, 1, 0],
    "won": [1, 1, 0],
}
BIDDING = {
    "phase": "bid",
    "hands": [["KS", "QS", "JS", "5D"], ["QH"], ["8H"]],
    "bids": None,
    "won": None,
    "trick_no": 1,
}
ENDGAME = {
    "hands": [["5H", "6H"], ["KH", "3H"], ["4C", "4D"]],
    "played": [card for card in CARD_TEXTS if card not in ("5H", "6H", "KH", "3H", "4C", "4D", "9S")],
    "trick_no": 9,
    "bids": [0, 1, 0],
    "won": [0, 0, 0],
}
"""Two tricks are left in the hand; all other cards have been played."""


@pytest.mark.parametrize(
    ("parts", "action", "sentences"),
    [
        (
            BIDDING,
            "bid 3",
            [
                "Your hand should win about 1.4 of the 10 tricks, mostly with Q♠ K♠ J♠.",
                "If you make a bid of 3, it earns 3 points, more than any lower one.",
            ],
        ),
        (
            BIDDING,
            "bid 2",
            [
                "Your hand should win about 1.4 of the 10 tricks, mostly with Q♠ K♠ J♠.",
                "You hold 3 cards of the trump suit, spades.",
            ],
        ),
        ({}, "play 2C", ["You still need 1 of the 3 remaining tricks.", "Of your cards, 2♣ wins tricks most often."]),
        (
            {"won": [2, 1, 0]},
            "play 5H",
            ["You have the 2 tricks you bid and want no more.", "Of your cards, 5♥ wins tricks least often."],
        ),
        (
            {"after": ["play 5H"]},
            "play QH",
            ["It is the only thing you can do now.", "You have the trick you bid and want no more."],
        ),
        (
            {
                "won": [0, 0, 0],
                "bids": [2, 1, 1],
                "hands": [["9C"], ["8C"], ["QC", "5C"]],
                "after": ["play 9C", "play 8C"],
            },
            "play QC",
            ["You still need 1 of the 3 remaining tricks.", "You play last, so Q♣ is certain to win this trick."],
        ),
        (
            {"won": [0, 0, 0], "hands": [["9C"], ["3C"], ["JC", "TC"]], "after": ["play 9C", "play 3C"]},
            "play TC",
            ["You bid 0 and want no tricks.", "Every card wins you this trick; 10♣ wins tricks most often."],
        ),
        (
            {"hands": [["4H", "4C", "9C"], ["2H"], ["8H"]]},
            "play 4H 4C",
            ["You still need 1 of the 3 remaining tricks.", "With 4♣ shown, 4♥ wins the trick unless a queen falls."],
        ),
        (
            {"hands": [["4H", "4C", "9C"], ["2H"], ["8H"]]},
            "play 4H",
            ["You still need 1 of the 3 remaining tricks.", "You keep 1 card for later that wins tricks more often."],
        ),
        (
            {"hands": [["4H", "4C", "9C"], ["2H"], ["8H"]], "bids": [1, 1, 0]},
            "play 4H",
            ["You have the trick you bid and want no more.", "4♥ alone is void: it cannot win unless a queen falls."],
        ),
        (
            # Nothing is said that speaks against the move.
            {"hands": [["KC"], ["QC", "JC"], ["8H"]], "bids": [0, 3, 0], "won": [0, 0, 0], "after": ["play KC"]},
            "play JC",
            ["You need every remaining trick."],
        ),
        (
            {"hands": [["8C"], ["4H", "QC", "JC"], ["8H"]], "bids": [0, 3, 0], "after": ["play 8C"]},
            "play JC",
            ["You still need 2 of the 3 remaining tricks.", "J♣ is winning the trick, with 1 player still to play."],
        ),
        (
            {"hands": [["4C", "4D"], ["4H", "4S"], ["8H"]], "bids": [0, 1, 0], "after": ["play 4C 4D"]},
            "play 4H 4S",
            ["You have the trick you bid and want no more.", "4♥ cannot win this trick, whatever the others play."],
        ),
        (
            # Neither of the two unseen cards beats the king, but one shown with the other does.
            {**ENDGAME, "after": ["play 5H"]},
            "play KH",
            ["You still need 1 of the 2 remaining tricks.", "K♥ is winning the trick, with 1 player still to play."],
        ),
        ({"won": [3, 0, 0]}, "play 9C", ["You can no longer make your bid, and this hand will earn you nothing."]),
        (
            {"won": [5, 0, 0]},
            "play 9C",
            ["You can no longer make your bid: you need at least 7 tricks to earn points."],
        ),
        (
            {"after": ["play 5H", "play QH", "play 8H"]},
            "pass 9C",
            ["You still need 1 of the 2 remaining tricks.", "Of your cards, 9♣ wins tricks least often."],
        ),
    ],
)
def test_the_reasons_given(parts: dict[str, Any], action: str, sentences: list[str]) -> None:
    check_words("counter", {**TRICKS, **parts}, action, sentences)


# Whether it is true when played.

ENDS = 6
"""How many times to play a trick to its end at random."""


def played_on(it: Choice) -> list[tuple[tuple[int, ...], int | None]]:
    """The trick after this action, completed in several ways: its cards, and who wins it."""
    ends: list[tuple[tuple[int, ...], int | None]] = []
    for number in range(ENDS):
        end, chance = it.then, Random(number)
        while end.trick:
            last, turn = end.clone(), end.turn
            end.apply(turn, move := chance.choice(end.actions(turn)))
            if not end.trick:
                ends.append(finished(last, turn, move))
        if not ends:
            ends.append(finished(it.state, it.seat, it.action))
    return ends


def finished(state: Any, seat: int, action: Any) -> tuple[tuple[int, ...], int | None]:
    """The trick that this action completes, as reported to everybody."""
    told = [str(state.game.tell(event, None)) for event in state.clone().act(seat, action)]
    winner = next((text for text in told if " wins the trick with" in text), None)
    seats = range(len(state.hands))
    return (*state.trick, action.card), next(
        (other for other in seats if winner and f"player {other + 1} " in winner), None
    )


def winners(it: Choice) -> set[int | None]:
    """Who can win the trick when it is played on."""
    return {winner for _, winner in played_on(it)}


def winners_without_queens(it: Choice) -> set[int | None]:
    return {winner for trick, winner in played_on(it) if all(card >> 2 != QUEEN for card in trick)}


def all_winners(it: Choice) -> set[int | None]:
    """Who can win, over everything that the seat may do."""
    return set[int | None]().union(*(winners(it.instead(action)) for action in it.actions))


def needed(it: Choice) -> int:
    return it.state.bids[it.seat] - it.state.won[it.seat]


def tricks_left(it: Choice) -> int:
    return HAND_SIZE + 1 - it.state.trick_no


def earning(it: Choice) -> list[int]:
    """The numbers of tricks that the seat can still reach and that score points."""
    bid, won = it.state.bids[it.seat], it.state.won[it.seat]
    return [total for total in range(won, won + tricks_left(it) + 1) if points(bid, total, len(it.state.hands))]


def is_beyond(it: Choice) -> bool:
    """Whether the bid can no longer be made."""
    return not 0 <= needed(it) <= tricks_left(it)


def rate(it: Choice, card: int) -> float:
    """How often this card wins tricks."""
    return expected_tricks((card,), it.state.face_up[-1] & 3, len(it.state.hands))


def playable(it: Choice) -> set[int]:
    return {action.card for action in it.state.actions(it.state.turn)}


def is_best(it: Choice, of: Callable[[Iterable[float]], float] = max) -> bool:
    """Whether no card that can be played or passed wins tricks more often (or less often)."""
    among = it.hand if isinstance(it.action, Pass) else playable(it)
    return rate(it, it.action.card) == of([rate(it, card) for card in among])


def is_worst(it: Choice) -> bool:
    return is_best(it, min)


def is_ahead(it: Choice) -> bool:
    """Whether this card would win the trick if it ended now, by the second reading of the rules."""
    state = it.state
    cards = [*zip(state.trick, state.showing, strict=True), (it.action.card, it.action.shown)]
    plays = [
        Play(place, CARD_TEXTS[card], None if shown is None else CARD_TEXTS[shown])
        for place, (card, shown) in enumerate(cards)
    ]
    rule = state.options.king_rule
    trick = resolve(plays, CARD_TEXTS[state.face_up[-1]][1], state.mult, last=False, king_rule=rule)
    return trick.winner == len(plays) - 1


def still_to_play(it: Choice) -> int:
    return len(it.state.hands) - len(it.state.trick) - 1


def of_trumps(it: Choice) -> int:
    return sum(card & 3 == it.state.face_up[0] & 3 for card in it.hand)


def earned(it: Choice, bid: int) -> int:
    return points(bid, bid, len(it.state.hands))


CLAIMS: dict[str, Claim] = {
    "You hold {count} card of the trump suit, {suit}.": lambda it: of_trumps(it) == it["count"],
    "If you make a bid of {bid}, it earns {points} points, more than any lower one.": lambda it: (
        max(earned(it, bid) for bid in range(it.action.tricks)) < it["points"] == earned(it, it.action.tricks)
    ),
    "You still need {missing} of the {left} remaining tricks.": (
        lambda it: (needed(it), tricks_left(it)) == (it["missing"], it["left"])
    ),
    "You need every remaining trick.": lambda it: needed(it) == tricks_left(it),
    "You bid 0 and want no tricks.": lambda it: it.state.bids[it.seat] == it.state.won[it.seat] == 0,
    "You have the trick you bid and want no more.": (
        lambda it: needed(it) == 0 and it.state.won[it.seat] == it["count"]
    ),
    "You can no longer make your bid, but you still earn a point if you win no trick.": (
        lambda it: is_beyond(it) and earning(it)[0] == 0
    ),
    "You can no longer make your bid, and this hand will earn you nothing.": (
        lambda it: is_beyond(it) and not earning(it)
    ),
    "You can no longer make your bid: you need at least {least} tricks to earn points.": (
        lambda it: is_beyond(it) and min(earning(it)) == it["least"]
    ),
    "Of your cards, {card} wins tricks most often.": is_best,
    "Of your cards, {card} wins tricks least often.": is_worst,
    "{card} wins this trick, whatever the others play.": lambda it: winners(it) == {it.seat},
    "{card} cannot win this trick, whatever the others play.": lambda it: it.seat not in winners(it),
    "{card} alone is void: it cannot win unless a queen falls.": lambda it: it.seat not in winners_without_queens(it),
    "With {shown} shown, {card} wins the trick unless a queen falls.": (
        lambda it: winners_without_queens(it) <= {it.seat}
    ),
    "You play last, so {card} is certain to win this trick.": lambda it: winners(it) == {it.seat},
    "With {card}, the trick is certain to go to {player}.": lambda it: winners(it) == {it["player"].seat},
    "{card} leaves this trick to {player}; {count} trick is left to make your bid.": lambda it: (
        winners(it) == {it["player"].seat} and 0 < needed(it) <= it["count"] == tricks_left(it) - 1
    ),
    "Every card wins you this trick; {card} wins tricks least often.": (
        lambda it: all_winners(it) == {it.seat} and is_worst(it)
    ),
    "No card wins you this trick; {card} wins tricks least often.": (
        lambda it: it.seat not in all_winners(it) and is_worst(it)
    ),
    "No card wins you this trick; {card} wins tricks most often.": (
        lambda it: it.seat not in all_winners(it) and is_best(it)
    ),
    "No card that you may play wins you this trick.": lambda it: it.seat not in all_winners(it),
    "You hold no card of the trump suit, {suit}.": lambda it: not of_trumps(it),
    "You keep {count} card for later that wins tricks more often.": lambda it: (
        sum(rate(it, other) > rate(it, it.action.card) for other in playable(it)) == it["count"]
    ),
    "{card} is winning the trick, with {count} player still to play.": (
        lambda it: is_ahead(it) and it["count"] == still_to_play(it)
    ),
    "{card} is not winning the trick, with {count} player still to play.": (
        lambda it: not is_ahead(it) and it["count"] == still_to_play(it)
    ),
}
RARE: dict[str, Claim] = {
    "With {card}, nobody wins this trick.": lambda it: winners(it) == {None},
    "The card that you lead counts double.": lambda it: it.state.mult == 2 and not it.state.trick,
    "Every card that you may play wins you this trick.": lambda it: all_winners(it) == {it.seat},
    "Every card wins you this trick; {card} wins tricks most often.": (
        lambda it: all_winners(it) == {it.seat} and is_best(it)
    ),
}
"""Too rare to come up in every run."""


@pytest.mark.thorough(samples=1)
@pytest.mark.parametrize("rules", [{}, {"king_rule": "none"}])
def test_reasons_are_true(rules: dict[str, Any]) -> None:
    check_claims("counter", 3, 1500, CLAIMS, **rules)
    check_claims("counter", 3, 300, RARE, all_come_up=False, **rules)


@pytest.mark.thorough(samples=1)
@pytest.mark.parametrize("seats", [4, 5])
def test_reasons_are_true_at_larger_tables(seats: int) -> None:
    check_claims("counter", seats, 300, {**CLAIMS, **RARE}, all_come_up=False)


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_the_tricks_that_the_hands_should_win_add_up_to_ten(seats: int) -> None:
    promised: list[float] = []
    for number in range(100):
        state = GAMES["counter"].deal(seats=seats, seed=f"sum {number}", options=GAMES["counter"].Options())
        while state.dump()["phase"] == "bid":
            seat = state.to_act[0]
            told, *_ = reason(state.game, state.view(seat), Thought(Bid(1)))
            promised += [value for name, value in told.values if name == "tricks" and isinstance(value, float)]
            state.act(seat, "bid 1")
    assert len(promised) == 100 * seats
    assert sum(promised) / 100 == pytest.approx(10, abs=0.3)
