"""Card Duel against a second reading of its rules: the same games, played in both at once."""

from collections import Counter
from functools import partial
from random import Random
from typing import Any

import pytest

from engines import GAMES
from engines.contract import State
from engines.testing.cases import plain
from engines.testing.play import CHUNK, chunks
from tests.reference.card_duel import Position, Shuffle, read_position
from tests.reference.duels import check_match, check_outcome, play_match, seen_in, single_game
from tests.reference.matches import Match

CARD_DUEL = GAMES["card_duel"]
POSITIONS = 3
"""Made-up positions that are played on for every game that is dealt."""
SINGLE = {"best_of": 1, "points": [0, 0]}
PACK = [rank + suit for rank in "A23456789TJQK" for suit in "CDHS"]
RARE = {
    *("3.2 a hand", "3.2 seat 1 finishes first", "6.3 stopped", "6.4 the attack succeeds"),
    *("7.2 reshuffle by choice", "7.2 reshuffle in step attack", "7.2 reshuffle in step defend"),
    *("7.2 reshuffle in step damage", "8 idle", "8 idle, a draw", "8 killed", "8.1 exactly the life"),
    *("9.1 no card to attack with", "9.2 no card to defend with", "9.3 no damage card", "a match goes on"),
    *("A1 an empty hand", "A8 forced reshuffle", "A14 more than the life", "A15 equal values"),
}


def check_same(state: State[Any], reference: Position) -> None:
    """Who may act, what is legal, what lies where and how it ended."""
    document = plain(state.dump())
    for place in ("hands", "pools"):
        assert [sorted(cards) for cards in document[place]] == [sorted(cards) for cards in getattr(reference, place)]
    for name in ("decks", "discards", "damage", "attacker", "phase", "idle", "done", "reshuffles"):
        assert document[name] == getattr(reference, name), name
    assert document["table"] == {"attack": reference.attack, "defence": reference.defence}
    assert state.to_act == reference.to_act
    for seat in (0, 1):
        wanted = reference.actions(seat) if seat in reference.to_act else set()
        found = state.actions(seat)
        assert {str(action) for action in found} == wanted
        assert len(found) == len(wanted)


def as_dealt(state: State[Any]) -> Shuffle:
    """The order that the engine, which has played the action already, gave the cards; they must be the same cards."""
    decks = plain(state.dump())["decks"]

    def shuffle(seat: int, cards: list[str]) -> list[str]:
        turned = list((Counter(cards) - Counter(decks[seat])).elements())
        assert len(turned) <= 1, "only the top card can have left the new deck"
        assert sorted(turned + decks[seat]) == sorted(cards)
        return turned + decks[seat]

    return shuffle


def choose(position: Position, seat: int, chance: Random, taste: float) -> str:
    """Both sources and the end of building come up often; ``taste`` is a seat's liking for its hand."""
    actions = sorted(position.actions(seat))
    plain_choice = next((text for text in ("done", "deck") if text in actions), None)
    if len(actions) == 1 or plain_choice is None:
        return chance.choice(actions)
    if chance.random() > taste:
        return plain_choice
    return chance.choice([text for text in actions if text != plain_choice])


def play_out(state: State[Any], reference: Position, chance: Random, *, in_match: bool = False) -> State[Any]:
    """Play one game to its end in both; the state after it is that of the next game of a match, if one follows."""
    tastes = [chance.choice((0.1, 0.5, 0.9)) for _ in range(2)]
    alone = state
    while reference.ending is None:
        check_same(state, reference)
        seat = chance.choice(reference.to_act)
        text = choose(reference, seat, chance, tastes[seat])
        alone = single_game(state, **SINGLE) if in_match or chance.random() < 0.1 else state
        alone.act(seat, text)
        if in_match:
            state.act(seat, text)
        else:
            state = alone
        reference.play(seat, text, as_dealt(alone))
    check_same(alone, reference)
    check_outcome(alone, reference)
    return state


def check_deal(document: dict[str, Any], dealer: int) -> None:
    """Rule 3.1; the dealer attacks first (3.4)."""
    assert [len(pool) for pool in document["pools"]] == [26, 26]
    assert sorted(document["pools"][0] + document["pools"][1]) == sorted(PACK)
    for place in ("hands", "decks", "discards", "damage"):
        assert document[place] == [[], []]
    assert (document["attacker"], document["phase"], document["idle"]) == (dealer, "build", 0)


def random_options(chance: Random) -> dict[str, Any]:
    return {
        "hand_limit": chance.choice((30, 30, 0, 1, 11, 60)),
        "life": chance.choice((22, 22, 5, 11, 40, 100)),
        "idle_limit": chance.choice((40, 20, 200)),
    }


def play_dealt(chance: Random, seen: Counter[str]) -> None:
    """A game or a match from the deal to the result."""
    dealer = chance.choice((None, 0, 1))
    match = Match(best_of=chance.choice((1, 1, 1, 1, 1, 1, 3, 5)))
    in_match = match.best_of > 1
    options = random_options(chance) | {"dealer": dealer, "best_of": match.best_of}
    state = CARD_DUEL.deal(seats=2, seed=str(chance.random()), options=CARD_DUEL.Options(**options))
    first = state.dump()["attacker"]
    assert first == dealer or dealer is None
    state = play_match(
        state, match, first, check_deal, read_position, partial(play_out, chance=chance, in_match=in_match), seen
    )
    if in_match:
        check_match(state, match)


def made_up(chance: Random) -> dict[str, Any]:
    """A position in the form of Annex B that need not be possible in a game: cards are scarce, the end is near."""
    cards = chance.sample(PACK, 52)
    if chance.random() < 0.3:
        cards = [card for card in cards if card[0] in "TJQK"]  # every attack is stopped

    def rows(*sizes: int) -> list[list[str]]:
        return [[cards.pop() for _ in range(min(chance.choice(sizes), len(cards)))] for _ in range(2)]

    options = random_options(chance)
    document: dict[str, Any] = {"options": options, "attacker": chance.randrange(2)}
    if chance.random() < 0.2:
        return document | {"phase": "build", "pools": rows(1, 2, 5), "hands": rows(0)}
    document |= {"hands": rows(0, 0, 1, 2, 3), "decks": rows(0, 0, 0, 1, 4), "discards": rows(0, 0, 1, 3)}
    document["idle"] = options["idle_limit"] - chance.choice((1, 2, 3, 5, 20))
    if chance.random() < 0.5 and options["life"] >= 22:
        document["damage"] = rows(0, 1)
    return document


def play_made_up(chance: Random, seen: Counter[str]) -> None:
    document = made_up(chance)
    state, reference = CARD_DUEL.position(document), read_position(document)
    play_out(state, reference, chance)
    seen.update(reference.seen)


@pytest.mark.parametrize("numbers", chunks(), ids=str)
def test_the_engine_plays_by_the_second_reading(numbers: range) -> None:
    seen = seen_in(numbers, play_dealt, play_made_up, POSITIONS)
    ended = sum(seen[f"8 {reason}"] for reason in ("killed", "idle", "idle, a draw"))
    assert ended == len(numbers) * (1 + POSITIONS) + seen["a match goes on"]
    if numbers == range(CHUNK):
        assert RARE - set(seen) == set(), "rules that these games reached have become rarer"
