"""One position of Knotweed as the engine has it and as the second reading of the rules has it."""

from random import Random
from typing import Any

from engines import GAMES
from tests.reference.knotweed import PACK, Document, Knotweed
from tests.reference.side_by_side import ROUND_TRIPS, accepts, compare_outcome

GAME = GAMES["knotweed"]


def attempt(document: Document, chance: Random) -> str:
    """Some action that may or may not be legal."""
    word = chance.choice(["play", "play", "play", "end", "pass", "discard", "challenge", "accept"])
    pile = chance.randint(1, len(document["piles"]) + 1)
    if word == "play":
        hand = document["hands"][document["turn"]]
        same = [card for card in hand if card[0] == chance.choice(hand)[0]] if hand else []
        cards = chance.sample(same, chance.randint(0, len(same))) or [chance.choice(PACK)]
        return f"play {pile} {' '.join(cards)}"
    if word == "discard":
        return f"discard {pile}"
    number = chance.choice(["", " 0", " 1", " 2", " 3", " 4"])
    return word + (number if word in ("end", "pass") else "")


def by_suit(text: str) -> str:
    """The text with the cards of a group in the order of their suits."""
    words = text.split()
    return " ".join([*words[:2], *sorted(words[2:])])


def compare(state: Any, reference: Knotweed, chance: Random) -> None:
    """Both say the same of this position."""
    document = state.dump()
    assert list(state.to_act) == reference.to_act
    for seat in range(reference.seats):
        actions = [by_suit(str(action)) for action in state.actions(seat)]
        assert len(set(actions)) == len(actions)
        assert set(actions) == reference.legal(seat)
    seat, text = chance.choice([*state.to_act, chance.randrange(reference.seats)]), attempt(document, chance)
    assert accepts(state, seat, text) == (by_suit(text) in reference.legal(seat)), text
    assert [sorted(hand) for hand in document["hands"]] == [sorted(hand) for hand in reference.hands]
    assert {int(name): pile for name, pile in document["piles"].items()} == reference.piles
    assert document["draw"] == reference.draw
    assert sorted(document["discard"]) == sorted(reference.discard)
    for key in ("phase", "turn", "out", "taken", "starter", "round", "points", "wins", "to_prune"):
        assert document[key] == getattr(reference, key), key
    if reference.phase != "over":
        assert document["turns"] == reference.turns
    if reference.phase == "play":
        assert document["due"] == reference.due
        assert document["closed"] == sorted(reference.closed)
        assert [play["cards"] for play in document["plays"]] == reference.played
    compare_outcome(state.outcome, reference.outcome)
    if chance.random() < ROUND_TRIPS:
        assert GAME.position(document).dump() == document
