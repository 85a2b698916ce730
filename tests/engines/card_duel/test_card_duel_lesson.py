"""The engine confirms what the Card Duel lesson claims about its positions."""

from random import Random

import pytest

from engines.card_duel.lesson import LESSONS
from engines.card_duel.rules import VALUES, lowest_that_fit, total
from engines.card_duel.state import CardDuelState
from engines.cards import parse_card, write_cards
from engines.lessons import Step
from engines.scenes import Decision
from engines.tutoring import position
from opponents.policies import policy_of
from tests.engines.card_duel.positions import GAME

LESSON = LESSONS[0]


def step_that_says(beginning: str) -> tuple[Step, CardDuelState]:
    """The step whose text contains this, and its position."""
    number = next(number for number, step in enumerate(LESSON.steps) if beginning in str(step.words))
    state = position(GAME, LESSON, number)
    assert isinstance(state, CardDuelState)
    return LESSON.steps[number], state


def values(state: CardDuelState) -> list[int]:
    """The values in the learner's deck, lowest first."""
    return sorted(VALUES[card] for card in state.decks[0])


def hurt_after(state: CardDuelState, *moves: tuple[int, str]) -> list[int]:
    """The damage that both players have taken after these moves."""
    for seat, move in moves:
        state.act(seat, move)
    return state.hurt


DECKS = [
    ("Make the strongest attack", "5♦ 7♠ 8♥"),
    ("Another duel", "2♥ 4♦ 5♣ 6♣ 9♠"),
    ("your deck is strong", "8♠ 9♥ 10♥ J♦ Q♦"),
]


@pytest.mark.parametrize(("words", "deck"), DECKS)
def test_decks_hold_what_the_lesson_says(words: str, deck: str) -> None:
    step, state = step_that_says(words)
    assert deck in str(step.words)
    written = deck.replace("10", "T").translate(str.maketrans("♣♦♥♠", "CDHS")).split()
    assert sorted(written) == sorted(write_cards(state.decks[0]))


def test_the_strongest_attack_is_the_king_and_the_lowest_damage_from_the_deck_is_five() -> None:
    _, state = step_that_says("Make the strongest attack")
    assert (VALUES[parse_card("KS")], max(values(state))) == (10, 8)
    _, state = step_that_says("Do as much as you can")
    assert (values(state)[0], VALUES[parse_card("3D")]) == (5, 3)
    assert hurt_after(state.clone(), (0, "deck")) == [0, 7]
    assert hurt_after(state, (0, "hand 3D")) == [0, 3]


@pytest.mark.parametrize(
    ("words", "stopping", "not_stopping", "in_deck"),
    [("Another duel", ("8D", "KH"), ("3S",), 1), ("your deck is strong", ("KH",), ("3S",), 5)],
)
def test_cards_stop_attacks_as_the_lesson_says(
    words: str, stopping: tuple[str, ...], not_stopping: tuple[str, ...], in_deck: int
) -> None:
    _, state = step_that_says(words)
    assert state.attack is not None
    attack = VALUES[state.attack]
    assert sum(value >= attack for value in values(state)) == in_deck
    for card in (*stopping, *not_stopping):
        trial = state.clone()
        trial.act(0, f"hand {card}")
        assert (trial.attacker == 0) is (card in stopping)


def test_the_hand_that_the_lesson_wants_takes_two_taps_and_leaves_no_card_below_seven() -> None:
    step, state = step_that_says("Add the lowest")
    decision = GAME.ask(state.view(0), ("v5", "v6", "done"))
    assert isinstance(decision, Decision)
    assert ", ".join(map(str, decision.actions)) == step.accepted[0]
    pool = [*state.pools[0]]
    suggested = lowest_that_fit(pool, 30)
    assert (len(pool), len(suggested), total(suggested)) == (26, 8, 30)
    moves = [*(f"pick {card}" for card in write_cards(suggested)), "done"]
    assert step.accepted == (", ".join(moves),)
    assert min(VALUES[card] for card in pool if card not in suggested) == 7
    assert sorted([*pool, *state.pools[1], *state.hands[1]]) == list(range(52))


def test_a_hand_of_the_lowest_cards_wins_against_none_and_against_high_cards() -> None:
    """What the lesson says good players do, tested in games played by computer policies."""
    for other in ([], ["high"]):
        wins = sum(_wins_with_the_lowest(str(seed), bool(other)) for seed in range(60))
        assert wins > 40


def _wins_with_the_lowest(seed: str, high: bool) -> bool:
    """Whether seat 0 wins with its lowest cards in hand, against a hand of the highest cards or an empty one."""
    state = GAME.deal(seats=2, seed=seed, options=GAME.Options())
    assert isinstance(state, CardDuelState)
    hands = [lowest_that_fit(state.pools[0], 30), state.pools[1][-2:] if high else []]
    for seat, hand in enumerate(hands):
        for card in write_cards(hand):
            state.act(seat, f"pick {card}")
        state.act(seat, "done")
    policy, rng = policy_of(GAME.key), Random(seed)
    while state.outcome is None:
        seat = state.to_act[0]
        state.apply(seat, policy.prefer(state, seat, rng))
    return state.outcome.winners == (0,)
