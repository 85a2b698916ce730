"""3 Piles: the engine and the second reading of the rules agree on every position of random games."""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.testing.play import COUNT, chunks
from tests.reference.side_by_side import choose
from tests.reference.three_piles import PACK, Document, ThreePiles, check_deal, height
from tests.reference.three_piles_side_by_side import compare
from tests.selection import RUNS_ALL

GAME = GAMES["three_piles"]
MOODS = ("random", "random", "collecting")
LONGEST = 5000
"""More actions than any of these games may last: at most 101 each, and as many passes (Annex D)."""

SHARE = 2
"""Whole games are long: one is played for so many that begin with a position made at random."""
ENOUGH = 300
"""So many random positions reach everything that is rare."""

RARE = (
    *("draw", "last card drawn", "refill", "refill with the last card", "a stack goes on with its next card"),
    *("a stack stays empty", "onto a stack", "onto an empty stack", "take with an empty hand", "forced pass"),
    *("draw of a game", "draw of a match", "target", "both at the target", "equal at the target"),
    *("next game", "last game"),
)
"""Branches of the rules that the random games must have reached."""


def random_options(chance: Random) -> Any:
    """House rules at random."""
    rules: Document = {}
    if chance.random() < 0.5:
        rules |= {"target": chance.choice([1, 15, 30, 100]), "max_games": chance.choice([1, 2, 4])}
    if chance.random() < 0.5:
        rules["first"] = chance.randrange(2)
    return GAME.Options(**rules)


def dealt_game(seed: str, chance: Random) -> Any:
    """A game from its start, with the deal checked (2.1, 2.2)."""
    options = random_options(chance)
    state = GAME.deal(seats=2, seed=seed, options=options)
    check_deal(state.dump())
    assert options.first is None or state.to_act == (options.first,)
    return state


def random_position(seed: str, chance: Random) -> Any:
    """A position near the end of a game, or one that need not come up: stacks, hands and deck of any size."""
    cards = chance.sample(PACK, 52)
    bare = chance.random() < 0.3  # hardly a card: equal points and totals come up often
    deck = [] if bare else [cards.pop() for _ in range(chance.choice([0, 0, 1, 2, 5]))]
    sizes = [3, 3] if deck else [chance.randrange(2 if bare else 4) for _ in range(2)]
    least = 1 if deck else 0
    piles: list[list[list[str]]] = [[[], [], []], [[], [], []]]
    for pile in () if bare else (pile for seat in piles for pile in seat):
        drawn = {height(card): card for card in (cards.pop() for _ in range(chance.choice([0, 1, 2, 3, 4])))}
        pile += [drawn[rank] for rank in sorted(drawn)]
    options = random_options(chance)
    totals = [chance.choice([0, 10]), chance.choice([0, 10])] if options.target else [0, 0]
    document = {
        "hands": [[cards.pop() for _ in range(size)] for size in sizes],
        "stacks": [[cards.pop() for _ in range(chance.randint(least, 2))] for _ in range(3)],
        "deck": deck,
        "piles": piles,
        "turn": chance.randrange(2),
        "totals": totals,
        "options": options.model_dump(exclude_none=True),
    }
    return GAME.position(document)


def play(state: Any, chance: Random, seen: Counter[str]) -> None:
    """Play to the end at random, comparing after every action."""
    if not state.to_act:  # a position in which nobody can act is over (6.1)
        seen["over from the start"] += 1
        return
    reference = ThreePiles(state.dump(), seen)
    mood = chance.choice(MOODS)
    for _ in range(LONGEST):
        compare(state, reference, chance)
        if not state.to_act:
            return
        (seat,) = state.to_act
        legal = reference.legal(seat)
        if mood == "collecting" and chance.random() < 0.8:
            legal = {text for text in legal if text.split()[0] in ("take", "pile")} or legal
        text = choose(legal, mood, chance)
        state.act(seat, text)
        reference.act(text, state.dump())
    raise AssertionError("the game does not end")


def play_many(numbers: Iterable[int], start: Callable[[str, Random], Any]) -> Counter[str]:
    """Play these games; tells how often each branch of the rules was reached."""
    seen: Counter[str] = Counter()
    for number in numbers:
        seed = f"two readings {number}"
        chance = Random(seed)
        play(start(seed, chance), chance, seen)
    return seen


@pytest.mark.parametrize("numbers", chunks(), ids=str)
def test_both_readings_of_the_rules_play_the_same_games(numbers: range) -> None:
    seen = play_many(numbers[::SHARE], dealt_game)
    assert seen["last card drawn"] + seen["refill with the last card"]


def test_both_readings_agree_from_positions_made_at_random() -> None:
    count = max(COUNT, ENOUGH) if RUNS_ALL else COUNT
    seen = play_many(range(count), random_position)
    assert seen["a stack stays empty"]
    assert count < ENOUGH or [branch for branch in RARE if not seen[branch]] == []
