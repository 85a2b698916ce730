"""Counterweight against a second reading of its rules: the same games, played in both at once."""

from collections import Counter, defaultdict
from functools import partial
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.contract import State
from engines.testing.cases import plain
from engines.testing.play import CHUNK, chunks
from tests.reference.counterweight import OWNERS, RANKS, Position, read_position
from tests.reference.duels import check_match, check_outcome, play_match, seen_in, single_game
from tests.reference.matches import Match

COUNTERWEIGHT = GAMES["counterweight"]
POSITIONS = 4
"""Made-up positions that are played on for every game that is dealt."""
SINGLE = {"best_of": 1, "games": None, "totals": [0, 0], "wins": [0, 0]}
"""A game by itself."""
RARE = {
    *("A8 a sole card by suit finds no stock", "A9 a card was drawn before collecting"),
    *("A14 set-aside cards are scored", "A15 the last card of the stock is drawn"),
    *("3.3 a new pile although a couple fits", "4 couple by rank", "4 couple by suit", "4 single by rank"),
    *("4 single by suit", "4.6 a sole card by suit draws", "6.1 0 of 1 piles collected"),
    *("6.1 1 of 1 piles collected", "6.1 0 of 2 piles collected", "6.1 1 of 2 piles collected"),
    *("6.1 2 of 2 piles collected", "6.2 one own pile is collected by force"),
    *("6.2 several own piles are collected by force", "7.1 out", "7.1 stock", "7.1 idle", "7.4 draw"),
    *("8 0 of 1 cards relocated", "8 1 of 1 cards relocated", "8 0 of 2 cards relocated"),
    *("8 1 of 2 cards relocated", "8 2 of 2 cards relocated"),
    *("8.3 a rank couple becomes a suit couple or the other way round", "a match goes on"),
}


def check_same(state: State[Any], reference: Position) -> None:
    """Who may act, what is legal, what lies where and how it ended."""
    document = plain(state.dump())
    for place in ("hands", "limbo"):
        assert [sorted(cards) for cards in document[place]] == [sorted(cards) for cards in getattr(reference, place)]
    assert document["piles"] == reference.piles
    assert document["stock"] == reference.stock
    assert (document["turn"], document["phase"]) == (reference.turn, reference.phase)
    assert document["idle"] == reference.idle
    assert state.to_act == reference.to_act
    for seat in (0, 1):
        wanted = reference.actions() if seat in reference.to_act else set()
        found = state.actions(seat)
        assert {str(action) for action in found} == {str(COUNTERWEIGHT.parse(text)) for text in wanted}
        assert len(found) == len(wanted)


def choose(actions: set[str], chance: Random) -> str:
    """First the kind of action (how many cards on whose piles), then the action: the rare kinds come up often."""
    kinds: defaultdict[tuple[str, ...], list[str]] = defaultdict(list)
    for text in sorted(actions):
        name, *words = text.split()
        kinds[(name, *sorted(word[0] for word in words if word[0] in "PAB"))].append(text)
    return chance.choice(kinds[chance.choice(sorted(kinds))])


def play_out(state: State[Any], reference: Position, chance: Random, *, in_match: bool = False) -> State[Any]:
    """Play one game to its end in both; the state after it is that of the next game of a match, if one follows."""
    alone = state
    while reference.ending is None:
        check_same(state, reference)
        (seat,), text = reference.to_act, choose(reference.actions(), chance)
        alone = single_game(state, **SINGLE) if in_match or chance.random() < 0.1 else state
        alone.act(seat, text)
        if in_match:
            state.act(seat, text)
        else:
            state = alone
        reference.play(text)
    check_same(alone, reference)
    check_outcome(alone, reference)
    return state


def check_deal(document: dict[str, Any], starter: int) -> None:
    """Rule 2."""
    assert [len(hand) for hand in document["hands"]] == [6, 6]
    assert {label: len(pile) for label, pile in document["piles"].items()} == {"P1": 1, "P2": 1}
    assert len(document["stock"]) == 38
    cards = [*document["hands"][0], *document["hands"][1], *document["stock"]]
    cards += [card for pile in document["piles"].values() for card in pile]
    assert len(set(cards)) == 52
    assert document["limbo"] == [[], []]
    assert (document["turn"], document["phase"], document["idle"]) == (starter, "move", 0)


def random_options(chance: Random) -> dict[str, Any]:
    return {
        "amendment": chance.random() < 0.5,
        "free_new_pile": chance.random() < 0.2,
        "idle_limit": chance.choice((20, 20, 1, 2, 3, 5)),
    }


def play_dealt(chance: Random, seen: Counter[str]) -> None:
    """A game or a match from the deal to the result."""
    first = chance.choice((None, 0, 1))
    options = random_options(chance) | {"first": first}
    match = Match()
    if chance.random() < 0.1:
        match = chance.choice((Match(best_of=3), Match(best_of=5), Match(games=2), Match(games=3)))
    in_match = match != Match()
    options |= {"best_of": match.best_of, "games": match.games}
    state = COUNTERWEIGHT.deal(seats=2, seed=str(chance.random()), options=COUNTERWEIGHT.Options(**options))
    starter = state.dump()["turn"]
    assert starter == first or first is None
    state = play_match(
        state, match, starter, check_deal, read_position, partial(play_out, chance=chance, in_match=in_match), seen
    )
    if in_match:
        check_match(state, match)


def made_up(chance: Random) -> dict[str, Any]:
    """A position in the form of Annex B that need not be possible in a game: often cramped, often at an end."""
    ranks, suits = chance.choice(((2, 4), (3, 4), (5, 4), (13, 4), (13, 2), (13, 2)))
    some_suits = chance.sample("CDHS", suits)
    cards = [rank + suit for rank in chance.sample(RANKS, ranks) for suit in some_suits]
    chance.shuffle(cards)
    turn = chance.randrange(2)
    document: dict[str, Any] = {"P1": [cards.pop()], "P2": [cards.pop()], "turn": turn, "hands": [[], []]}
    for seat in (turn, 1 - turn):
        document["hands"][seat] = [cards.pop() for _ in range(min(chance.choice((1, 1, 2, 2, 3, 6)), len(cards)))]
    places: list[list[str]] = [document["P1"], document["P2"]]
    document["temp"] = {}
    for owner in OWNERS:
        for number in chance.sample(range(1, 13), chance.choice((0, 1, 2, 2, 3))):
            if cards:
                pile = document["temp"][f"{owner}{number}"] = [cards.pop()]
                places.append(pile)
    if chance.random() < 0.3:
        document["limbo"] = [[], []]
        places += document["limbo"]
    document["stock"] = []
    for _ in range(chance.randrange(8)):
        if cards:
            chance.choice(places).append(cards.pop())
    if chance.random() < 0.6:
        document["stock"] += cards
    if chance.random() < 0.5:
        document["idle"] = chance.randrange(3)
    document["options"] = random_options(chance)
    document["idle"] = min(document.get("idle", 0), document["options"]["idle_limit"] - 1)
    return document


def made_for_relocation(chance: Random) -> dict[str, Any]:
    """A rank couple fits the responder's piles, and often the permanent ones by suit: both may be moved (8.3)."""
    (one, other), ranks = chance.sample("CDHS", 2), chance.sample(RANKS, 4)
    document: dict[str, Any] = {
        "P1": [ranks[0] + one],
        "P2": [ranks[1] + other],
        "temp": {"B1": [ranks[2] + other], "B2": [ranks[3] + one]},
        "hands": [[ranks[2] + one, ranks[3] + other], []],
        "options": {"amendment": True},
    }
    cards = [rank + suit for rank in RANKS for suit in (one, other) if rank not in ranks]
    chance.shuffle(cards)
    document["hands"][0] += [cards.pop() for _ in range(chance.choice((0, 1, 3)))]
    document["hands"][1] += [cards.pop()]
    return document | {"stock": cards}


def play_made_up(chance: Random, seen: Counter[str]) -> None:
    document = made_for_relocation(chance) if chance.random() < 0.2 else made_up(chance)
    state, reference = COUNTERWEIGHT.position(document), read_position(document)
    play_out(state, reference, chance)
    seen.update(reference.seen)


@pytest.mark.parametrize("numbers", chunks(), ids=str)
def test_the_engine_plays_by_the_second_reading(numbers: range) -> None:
    seen = seen_in(numbers, play_dealt, play_made_up, POSITIONS)
    ended = sum(seen[f"7.1 {reason}"] for reason in ("out", "stock", "idle"))
    assert ended == len(numbers) * (1 + POSITIONS) + seen["a match goes on"]
    if numbers == range(CHUNK):
        assert RARE - set(seen) == set(), "rules that these games reached have become rarer"
