"""Which actions of Counterweight are legal: by rule, and compared with a naive implementation."""

from collections.abc import Iterator
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from engines.cards import CARD_TEXTS
from tests.engines.counterweight.positions import GAME, amended, last_card, legal, play, position, walk

RANKS = "A23456789TJQK"
Piles = dict[str, list[str]]


def relation(card: str, top: str) -> str:
    """How a card fits on a top card, straight from 4.3."""
    if card[0] == top[0]:
        return "rank"
    if card[1] == top[1]:
        return "higher" if RANKS.index(card[0]) > RANKS.index(top[0]) else "lower"
    return "none"


def is_couple(one: str, two: str) -> bool:
    return (one, two) in {("rank", "rank"), ("higher", "lower"), ("lower", "higher")}


def read_moves(hand: list[str], piles: Piles, stock: list[str], free: bool) -> set[str]:
    """The legal moves, found by trying every way to put two cards on two piles (3.3, 4, 5)."""
    found: set[str] = set()
    if len(hand) == 1:
        found = {f"single {hand[0]} {pile}" for pile, cards in piles.items() if relation(hand[0], cards[-1]) != "none"}
    else:
        for (one, two), (here, there) in product(permutations(hand, 2), permutations(piles, 2)):
            if CARD_TEXTS.index(one) < CARD_TEXTS.index(two) and is_couple(
                relation(one, piles[here][-1]), relation(two, piles[there][-1])
            ):
                found.add(f"couple {one} {here} {two} {there}")
    if stock and (free or not found):
        found |= {f"new {card}" for card in hand}
    return found


def read_relocations(placed: list[list[str]], piles: Piles, responder: int) -> set[str]:
    """The legal responses to a couple, found by trying every pile for every card (8)."""
    on = {pile for _, pile in placed}
    tops = {pile: cards[-2 if pile in on else -1] for pile, cards in piles.items()}
    found = {"relocate"}
    for targets in product(piles, repeat=len(placed)):
        moved = [(card, new) for (card, pile), new in zip(placed, targets, strict=True) if new != pile]
        others_stay = all(
            new == pile or (pile[0] == "AB"[responder] and new[0] == "P")
            for (_, pile), new in zip(placed, targets, strict=True)
        )
        if moved and others_stay and len(set(targets)) == len(targets) and still_legal(placed, targets, tops):
            found.add("relocate " + " ".join(f"{card} {new}" for card, new in moved))
    return found


def still_legal(placed: list[list[str]], targets: tuple[str, ...], tops: dict[str, str]) -> bool:
    after = [relation(card, tops[new]) for (card, _), new in zip(placed, targets, strict=True)]
    if len(placed) == 2:
        return is_couple(after[0], after[1])
    before = relation(placed[0][0], tops[placed[0][1]])
    return after[0] != "none" and (before == "rank") == (after[0] == "rank")


def read_collections(placed: list[list[str]], turn: int) -> set[str]:
    """6.1: any of the player's own piles that received a card."""
    touched = sorted({pile for _, pile in placed if pile[0] == "AB"[turn]}, key=lambda pile: int(pile[1:]))
    found = {"collect", *(f"collect {pile}" for pile in touched)}
    return found | ({"collect " + " ".join(touched)} if len(touched) > 1 else set())


def read_rules(document: dict[str, Any]) -> set[str]:
    """Every legal action in a position, from its document."""
    turn, piles, placed = document["turn"], document["piles"], document["placed"]
    match document["phase"]:
        case "relocate":
            return read_relocations(placed, piles, 1 - turn)
        case "collect":
            return read_collections(placed, turn)
        case "move":
            free = document["options"]["free_new_pile"]
            return read_moves(document["hands"][turn], piles, document["stock"], free)
        case _:
            return set()


def scattered(chance: Random) -> dict[str, Any]:
    """A position that may never occur in a game: hands and piles of any size."""
    cards = list(CARD_TEXTS)
    chance.shuffle(cards)
    hands = [[cards.pop() for _ in range(chance.choice((1, 2, 3, 7, 14)))] for _ in range(2)]
    labels = [*(f"A{number}" for number in range(1, 6)), *(f"B{number}" for number in range(1, 6))]
    temporary = chance.sample(labels, chance.randrange(7))
    piles = {label: [cards.pop() for _ in range(chance.randint(1, 2))] for label in ("P1", "P2", *temporary)}
    options = {"amendment": True, "free_new_pile": chance.random() < 0.2}
    return {"hands": hands, "piles": piles, "stock": cards[: chance.randrange(4)], "options": options}


def walks() -> Iterator[dict[str, Any]]:
    for number in range(20):
        for state in walk(f"legal {number}", amendment=True, free_new_pile=number % 3 == 0):
            if state.to_act:
                yield state.dump()


def test_every_position_in_games_offers_what_the_rules_say() -> None:
    seen: dict[str, int] = {}
    for document in walks():
        state = GAME.position(document)
        assert legal(state) == sorted(read_rules(document))
        seen[document["phase"]] = seen.get(document["phase"], 0) + 1
    assert all(seen[phase] > 10 for phase in ("move", "relocate", "collect"))


def test_random_positions_offer_what_the_rules_say() -> None:
    """Large hands and many piles, and the amendment after one of the moves."""
    chance = Random(9)
    most = asked = 0
    for _ in range(250):
        state = GAME.position(scattered(chance))
        if not state.to_act:
            continue
        for _ in range(2):
            assert legal(state) == sorted(read_rules(state.dump()))
            most = max(most, len(legal(state)))
            state.act(state.to_act[0], chance.choice(state.actions(state.to_act[0])))
            asked += state.dump()["phase"] == "relocate"
            if not state.to_act:
                break
    assert most > 60
    assert asked > 5


def test_a_couple_has_one_canonical_form() -> None:
    """Annex B: however it is typed, aces come first."""
    assert str(GAME.parse("couple QH P1 as p2")) == "couple AS P2 QH P1"
    assert GAME.parse("couple qh P1 4S P2") == GAME.parse("COUPLE 4S P2  QH P1")
    assert str(GAME.parse("collect A2 A1 a2")) == "collect A1 A2"
    assert str(GAME.parse("relocate TS P1 3H P2")) == "relocate 3H P2 TS P1"


def test_both_ranks_and_both_suits_may_differ() -> None:
    """Rule 4.4: three ways to place the same two cards, each of a single kind."""
    state = position(hands=[["5S", "5D"], ["8C"]], P1=["5H"], P2=["5C"], temp={"B1": ["9S"], "B2": ["3D"]})
    assert legal(state) == ["couple 5D B2 5S B1", "couple 5D P1 5S P2", "couple 5D P2 5S P1"]


def test_one_card_cannot_be_both_halves() -> None:
    """Rules 4.1, 4.3b: 5S would go down on one pile and up on the other."""
    state = position(hands=[["5S", "KC"], ["8C"]], P1=["9S"], P2=["3S"], temp={})
    assert legal(state) == ["new 5S", "new KC"]


def test_a_sole_card_fits_by_rank_or_suit_in_either_direction() -> None:
    """Rule 4.5, A7: and it must be played."""
    state = last_card(temp={"A1": ["9S"], "B1": ["KD"], "B2": ["7C"]})
    assert legal(state) == ["single 7S A1", "single 7S B2", "single 7S P1", "single 7S P2"]


def test_a_sole_card_that_fits_nowhere_begins_a_pile() -> None:
    """Rules 3.3, 4.5."""
    assert legal(last_card(P1=["8D"], P2=["2H"])) == ["new 7S"]


def test_with_free_new_piles_the_stock_must_have_a_card() -> None:
    """Rules 3.3, A29."""
    options = {"free_new_pile": True}
    assert "new KC" in legal(position(options=options))
    assert legal(position(options=options, stock=[])) == ["couple 4D B1 9H A1"]


@pytest.mark.parametrize(
    ("piles", "answers"),
    [
        ({}, ["relocate", "relocate 3H P2 TS P1"]),  # 8.3: both or none
        ({"P1": ["JS"], "P2": ["9H"]}, ["relocate", "relocate 3H P2"]),  # 8.2: one of them
        ({"P1": ["TC"], "P2": ["3D"]}, ["relocate", "relocate 3H P2 TS P1"]),  # 8.3: another kind of couple
        ({"P1": ["9H"], "P2": ["JH"]}, ["relocate", "relocate 3H P1", "relocate 3H P2"]),  # 8.2: the responder chooses
    ],
)
def test_the_responder_can_redirect_a_legal_couple(piles: dict[str, list[str]], answers: list[str]) -> None:
    state = amended(**piles)
    play(state, "couple 3H B2 TS B1")
    assert legal(state) == answers
    assert state.to_act == (1,)


def test_only_cards_on_the_responders_piles_move() -> None:
    """Rule 8.1: 9H lies on the mover's own pile, although it would fit on P1."""
    state = amended(hands=[["9H", "4D", "KC"], ["8C"]], P1=["9D"], P2=["KH"], temp={"A1": ["9C"], "B1": ["4S"]})
    play(state, "couple 4D B1 9H A1")
    assert state.phase == "collect"


def test_an_occupied_permanent_pile_does_not_qualify() -> None:
    """Rule 8.3, A24: the other permanent pile does, and the top cards are those before the couple."""
    state = amended(hands=[["9H", "9S", "KC"], ["8C"]], P1=["9D"], P2=["9C"], temp={"B1": ["9C"]})
    play(state, "couple 9H B1 9S P1")
    assert legal(state) == ["relocate", "relocate 9H P2"]


def test_a_sole_card_by_suit_moves_only_by_suit() -> None:
    """Rule 8.5, A23: 9D is its rank, KH its suit."""
    state = amended(hands=[["9H"], ["8C"]], P1=["9D"], P2=["KH"], temp={"B1": ["3H"]})
    play(state, "single 9H B1")
    assert legal(state) == ["relocate", "relocate 9H P2"]


@pytest.mark.parametrize(
    ("free", "moves"), [(True, {"single 9H P1", "single 9H P2", "new 9H"}), (False, {"single 9H P1", "single 9H P2"})]
)
def test_a_last_card_that_fits_must_be_placed_unless_new_piles_are_free(free: bool, moves: set[str]) -> None:
    """As the rules for players say."""
    state = position(
        hands=[["9H"], ["KC", "8C"]], P1=["9S"], P2=["3H"], temp={}, stock=["2D"], options={"free_new_pile": free}
    )
    assert set(legal(state)) == moves
