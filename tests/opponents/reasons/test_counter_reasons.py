"""Why a Counter move is good: the reasons given in set positions, and whether they are true in random ones."""

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
from tests.opponents.reasons.claims import Claim, after, check_claims, check_words
from tests.reference.counter_tricks import Play, resolve

TRICKS = {
    "hands": [["5H", "2C", "9C"], ["QH", "3C", "KC"], ["8H", "7C", "QC"]],
    "indicator": "9S",
    "trick_no": 8,
    "bids": [2, 1, 0],
    "won": [1, 1, 0],
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
            {
                "phase": "bid",
                "hands": [["KS", "QS", "JS", "5D"], ["QH"], ["8H"]],
                "bids": None,
                "won": None,
                "trick_no": 1,
            },
            "bid 3",
            [
                "Your hand should win about 1.4 of the 10 tricks, mostly with Q♠ K♠ J♠.",
                "If you make a bid of 3, it earns 3 points, more than any lower one.",
            ],
        ),
        (
            {
                "phase": "bid",
                "hands": [["KS", "QS", "JS", "5D"], ["QH"], ["8H"]],
                "bids": None,
                "won": None,
                "trick_no": 1,
            },
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


def played_on(state: Any, seat: int, action: Any) -> list[tuple[tuple[int, ...], int | None]]:
    """The trick after this action, completed in several ways: its cards, and who wins it."""
    ends: list[tuple[tuple[int, ...], int | None]] = []
    for number in range(ENDS):
        end, chance = after(state, seat, action), Random(number)
        while end.trick:
            last, turn = end.clone(), end.turn
            end.apply(turn, move := chance.choice(end.actions(turn)))
            if not end.trick:
                ends.append(finished(last, turn, move))
        if not ends:
            ends.append(finished(state, seat, action))
    return ends


def finished(state: Any, seat: int, action: Any) -> tuple[tuple[int, ...], int | None]:
    """The trick that this action completes, as reported to everybody."""
    told = [str(state.game.tell(event, None)) for event in state.clone().act(seat, action)]
    winner = next((text for text in told if " wins the trick with" in text), None)
    seats = range(len(state.hands))
    return (*state.trick, action.card), next(
        (other for other in seats if winner and f"player {other + 1} " in winner), None
    )


def winners(state: Any, seat: int, action: Any) -> set[int | None]:
    """Who can win the trick when it is played on."""
    return {winner for _, winner in played_on(state, seat, action)}


def winners_without_queens(state: Any, seat: int, action: Any) -> set[int | None]:
    ends = played_on(state, seat, action)
    return {winner for trick, winner in ends if all(card >> 2 != QUEEN for card in trick)}


def all_winners(state: Any, seat: int) -> set[int | None]:
    """Who can win, over everything that the seat may do."""
    return set[int | None]().union(*(winners(state, seat, action) for action in state.actions(seat)))


def needed(state: Any, seat: int) -> int:
    return state.bids[seat] - state.won[seat]


def tricks_left(state: Any) -> int:
    return HAND_SIZE + 1 - state.trick_no


def earning(state: Any, seat: int) -> list[int]:
    """The numbers of tricks that the seat can still reach and that score points."""
    totals = range(state.won[seat], state.won[seat] + tricks_left(state) + 1)
    return [total for total in totals if points(state.bids[seat], total, len(state.hands))]


def is_beyond(state: Any, seat: int) -> bool:
    """Whether the bid can no longer be made."""
    return not 0 <= needed(state, seat) <= tricks_left(state)


def rate(state: Any, card: int) -> float:
    """How often this card wins tricks."""
    return expected_tricks((card,), state.face_up[-1] & 3, len(state.hands))


def playable(state: Any) -> set[int]:
    return {action.card for action in state.actions(state.turn)}


def extreme(state: Any, seat: int, action: Any, most: bool) -> bool:
    """Whether no card that can be played or passed wins tricks more often (or less often)."""
    among = state.hands[seat] if isinstance(action, Pass) else playable(state)
    rates = [rate(state, card) for card in among]
    return rate(state, action.card) == (max(rates) if most else min(rates))


def is_ahead(state: Any, action: Any) -> bool:
    """Whether this card would win the trick if it ended now, by the second reading of the rules."""
    cards = [*zip(state.trick, state.showing, strict=True), (action.card, action.shown)]
    plays = [
        Play(place, CARD_TEXTS[card], None if shown is None else CARD_TEXTS[shown])
        for place, (card, shown) in enumerate(cards)
    ]
    rule = state.options.king_rule
    trick = resolve(plays, CARD_TEXTS[state.face_up[-1]][1], state.mult, last=False, king_rule=rule)
    return trick.winner == len(plays) - 1


CLAIMS: dict[str, Claim] = {
    "You hold {count} card of the trump suit, {suit}.": lambda state, seat, action, values: (
        sum(card & 3 == state.face_up[0] & 3 for card in state.hands[seat]) == values["count"]
    ),
    "If you make a bid of {bid}, it earns {points} points, more than any lower one.": (
        lambda state, seat, action, values: (
            max(points(bid, bid, len(state.hands)) for bid in range(action.tricks)) < values["points"]
            and points(action.tricks, action.tricks, len(state.hands)) == values["points"]
        )
    ),
    "You still need {missing} of the {left} remaining tricks.": lambda state, seat, action, values: (
        (needed(state, seat), tricks_left(state)) == (values["missing"], values["left"])
    ),
    "You need every remaining trick.": lambda state, seat, action, values: needed(state, seat) == tricks_left(state),
    "You bid 0 and want no tricks.": lambda state, seat, action, values: state.bids[seat] == state.won[seat] == 0,
    "You have the trick you bid and want no more.": lambda state, seat, action, values: (
        needed(state, seat) == 0 and state.won[seat] == values["count"]
    ),
    "You can no longer make your bid, but you still earn a point if you win no trick.": (
        lambda state, seat, action, values: is_beyond(state, seat) and earning(state, seat)[0] == 0
    ),
    "You can no longer make your bid, and this hand will earn you nothing.": (
        lambda state, seat, action, values: is_beyond(state, seat) and not earning(state, seat)
    ),
    "You can no longer make your bid: you need at least {least} tricks to earn points.": (
        lambda state, seat, action, values: is_beyond(state, seat) and min(earning(state, seat)) == values["least"]
    ),
    "Of your cards, {card} wins tricks most often.": lambda state, seat, action, values: extreme(
        state, seat, action, most=True
    ),
    "Of your cards, {card} wins tricks least often.": lambda state, seat, action, values: extreme(
        state, seat, action, most=False
    ),
    "{card} wins this trick, whatever the others play.": lambda state, seat, action, values: (
        winners(state, seat, action) == {seat}
    ),
    "{card} cannot win this trick, whatever the others play.": lambda state, seat, action, values: (
        seat not in winners(state, seat, action)
    ),
    "{card} alone is void: it cannot win unless a queen falls.": lambda state, seat, action, values: (
        seat not in winners_without_queens(state, seat, action)
    ),
    "With {shown} shown, {card} wins the trick unless a queen falls.": lambda state, seat, action, values: (
        winners_without_queens(state, seat, action) <= {seat}
    ),
    "You play last, so {card} is certain to win this trick.": lambda state, seat, action, values: (
        winners(state, seat, action) == {seat}
    ),
    "With {card}, the trick is certain to go to {player}.": lambda state, seat, action, values: (
        winners(state, seat, action) == {values["player"].seat}
    ),
    "{card} leaves this trick to {player}; {count} trick is left to make your bid.": (
        lambda state, seat, action, values: (
            winners(state, seat, action) == {values["player"].seat}
            and 0 < needed(state, seat) <= values["count"] == tricks_left(state) - 1
        )
    ),
    "Every card wins you this trick; {card} wins tricks least often.": lambda state, seat, action, values: (
        all_winners(state, seat) == {seat} and extreme(state, seat, action, most=False)
    ),
    "No card wins you this trick; {card} wins tricks least often.": lambda state, seat, action, values: (
        seat not in all_winners(state, seat) and extreme(state, seat, action, most=False)
    ),
    "No card wins you this trick; {card} wins tricks most often.": lambda state, seat, action, values: (
        seat not in all_winners(state, seat) and extreme(state, seat, action, most=True)
    ),
    "No card that you may play wins you this trick.": lambda state, seat, action, values: (
        seat not in all_winners(state, seat)
    ),
    "You hold no card of the trump suit, {suit}.": lambda state, seat, action, values: (
        not any(card & 3 == state.face_up[0] & 3 for card in state.hands[seat])
    ),
    "You keep {count} card for later that wins tricks more often.": lambda state, seat, action, values: (
        sum(rate(state, other) > rate(state, action.card) for other in playable(state)) == values["count"]
    ),
    "{card} is winning the trick, with {count} player still to play.": lambda state, seat, action, values: (
        is_ahead(state, action) and values["count"] == len(state.hands) - len(state.trick) - 1
    ),
    "{card} is not winning the trick, with {count} player still to play.": lambda state, seat, action, values: (
        not is_ahead(state, action) and values["count"] == len(state.hands) - len(state.trick) - 1
    ),
}
RARE: dict[str, Claim] = {
    "With {card}, nobody wins this trick.": lambda state, seat, action, values: winners(state, seat, action) == {None},
    "The card that you lead counts double.": lambda state, seat, action, values: state.mult == 2 and not state.trick,
    "Every card that you may play wins you this trick.": lambda state, seat, action, values: (
        all_winners(state, seat) == {seat}
    ),
    "Every card wins you this trick; {card} wins tricks most often.": lambda state, seat, action, values: (
        all_winners(state, seat) == {seat} and extreme(state, seat, action, most=True)
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
