"""Knotweed: the engine and the second reading of the rules agree on every position of random games."""

from collections import Counter
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.testing.play import COUNT, chunks
from tests.reference.knotweed import PACK, Document, Knotweed, packs
from tests.reference.knotweed_side_by_side import compare
from tests.reference.side_by_side import choose
from tests.selection import RUNS_ALL

GAME = GAMES["knotweed"]
MOODS = ("greedy", "greedy", "random", "lazy")
LONGEST = 5000
"""More actions than any of these games may last (Annex D)."""
SHARE = 5
"""Whole games are long: one is played for so many that begin with a position made at random."""
ENOUGH = 150
"""So many random positions reach everything that is rare."""

RARE = (
    *("single card", "group", "identical cards in a group"),
    *("went out with one play", "went out with several plays", "went out, a single pile"),
    *("prune an odd number of piles", "prune an even number of piles"),
    *("draw pile too small for the penalty", "reset", "reset with discarded piles", "no reset"),
    *("reset of two cards", "reset of more cards", "reset after pruning", "reset after a caught turn"),
    "a new pile takes the number of a discarded one",
    *("played out, somebody out", "dry, nobody out", "dry, somebody out", "cap, nobody out", "cap, somebody out"),
    *("shared place", "shared first place", "shared last place", "next round", "next round after a shared win"),
    *("caught", "caught passing", "caught going out", "caught before all have answered"),
    *("wrong challenge", "honest turn stands", "cheating unnoticed"),
)
"""Branches of the rules that the random games must have reached."""


def random_options(seats: int, chance: Random) -> Any:
    """House rules at random; small turn caps and few packs lead to the ends that are rare otherwise."""
    fewest = -(-(5 * seats + 2) // 52)
    rules: Document = {"cheating": chance.random() < 0.4, "turn_cap": chance.choice([None, 1, seats, 4 * seats])}
    if chance.random() < 0.4:
        rules["decks"] = chance.randint(fewest, 3)
    if chance.random() < 0.4:
        rules["first"] = chance.randrange(seats)
    if rules["turn_cap"] is not None:
        rules |= chance.choice([{}, {"rounds": 2}, {"rounds": 3}, {"wins": 1}, {"wins": 2}])
    return GAME.Options(**rules)


def dealt_game(seats: int, seed: str, chance: Random) -> Any:
    """A game from its start, with the deal checked (2.1 to 2.4)."""
    options = random_options(seats, chance)
    state = GAME.deal(seats=seats, seed=seed, options=options)
    document = state.dump()
    assert [len(hand) for hand in document["hands"]] == [5] * seats
    assert [len(pile) for pile in document["piles"].values()] == [1]
    lying = [*document["draw"], *document["piles"]["1"], *(card for hand in document["hands"] for card in hand)]
    assert sorted(lying) == sorted(PACK * packs(seats, options.decks))
    assert options.first is None or document["turn"] == options.first
    return state


def random_position(seats: int, seed: str, chance: Random) -> Any:
    """A position that need not come up in a game: few cards, many piles, hardly a draw pile, players who are out."""
    options = random_options(seats, chance).model_dump(exclude_none=True)
    cards = chance.sample(PACK * packs(seats, options.get("decks")), 52)
    if chance.random() < 0.3:  # few ranks: many matches, going out with several plays
        cards.sort(key=lambda card: (card[0] in "A23", chance.random()))
    out = chance.sample(range(seats), chance.randrange(seats - 1))
    hands = [[] if seat in out else [cards.pop() for _ in range(chance.randint(1, 3))] for seat in range(seats)]
    piles = [[cards.pop() for _ in range(chance.choice([1, 1, 2]))] for _ in range(chance.choice([1, 1, 2, 3, 5, 6]))]
    alone = chance.random() < 0.25  # only one card outside the hands (7.3)
    document = {
        "hands": hands,
        "piles": [[cards.pop()]] if alone else piles,
        "draw": [] if alone else [cards.pop() for _ in range(chance.choice([0, 0, 1, 2, 3, 6]))],
        "discard": [] if alone else [cards.pop() for _ in range(chance.choice([0, 0, 2]))],
        "out": out,
        "turn": chance.choice([seat for seat in range(seats) if seat not in out]),
        "turns": chance.randrange(options.get("turn_cap", 50 * seats)),
        "options": options,
    }
    return GAME.position(document)


def any_order(text: str, chance: Random) -> str:
    """The same play with another card of the group on the old pile (Annex B: the first one stays there)."""
    words = text.split()
    return " ".join([*words[:2], *chance.sample(words[2:], len(words) - 2)]) if words[0] == "play" else text


def play(state: Any, chance: Random, seen: Counter[str]) -> None:
    """Play to the end at random, comparing after every action."""
    reference = Knotweed(state.dump(), seen)
    mood = chance.choice(MOODS)
    for _ in range(LONGEST):
        compare(state, reference, chance)
        if not state.to_act:
            return
        seat = chance.choice(state.to_act)
        text = any_order(choose(reference.legal(seat), mood, chance), chance)
        state.act(seat, text)
        reference.act(text, seat, state.dump())
    raise AssertionError("the game does not end")


def play_many(numbers: Iterable[int], start: Callable[[int, str, Random], Any]) -> Counter[str]:
    """Play these games with every number of seats in turn; tells how often each branch of the rules was reached."""
    seen: Counter[str] = Counter()
    for number in numbers:
        seats = GAME.seats[number % len(GAME.seats)]
        seed = f"two readings {number}"
        chance = Random(seed)
        play(start(seats, seed, chance), chance, seen)
    return seen


@pytest.mark.parametrize("numbers", chunks(), ids=str)
def test_both_readings_of_the_rules_play_the_same_games(numbers: range) -> None:
    seen = play_many(numbers[::SHARE], dealt_game)
    assert seen["single card"]


def test_both_readings_agree_from_positions_made_at_random() -> None:
    count = max(COUNT, ENOUGH) if RUNS_ALL else COUNT
    seen = play_many(range(count), random_position)
    assert seen["single card"]
    assert count < ENOUGH or [branch for branch in RARE if not seen[branch]] == []
