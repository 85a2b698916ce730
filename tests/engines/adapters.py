"""Where the built-in games keep their cards, and from whom they are hidden."""

from collections.abc import Iterator
from random import Random

from engines import GAMES
from engines.card_duel.rules import VALUES
from engines.cards import parse_card
from engines.testing.adapter import Adapter, Document


def _other_hands(document: Document, seat: int | None) -> list[list[str]]:
    return [hand for owner, hand in enumerate(document["hands"]) if owner != seat]


def _other_passes(document: Document, seat: int | None) -> list[list[str]]:
    """The cards that others have chosen for an unfinished pass (Counter 11.4)."""
    return [chosen for owner, chosen in enumerate(document["passing"]) if owner != seat]


def _knotweed_packs(document: Document) -> int:
    """One pack for up to three players, two for up to six, otherwise three, unless chosen (Knotweed 1.4)."""
    return document["options"]["decks"] or 1 + sum(len(document["hands"]) > seats for seats in (3, 6))


def _card_duel_face_down(document: Document, seat: int | None) -> list[list[str]]:
    """Other players' hands and decks: nobody knows how their cards are split (Card Duel 10.5).

    A player who reshuffles had an empty deck, so the opponent, who knows which cards are left, knows the hand (7.2).
    """
    if document["phase"] == "build":
        return []
    others = [owner for owner in (0, 1) if owner != seat]
    known = [] if seat is None else [owner for owner in others if document["reshuffles"][owner]]
    return [
        *(document["hands"][owner] for owner in others if owner not in known),
        *(document["decks"][owner] for owner in others),
    ]


def _card_duel_rearrange(document: Document, seat: int | None, chance: Random) -> None:
    """Change the order of the seat's own deck (Card Duel 10.3), and what others have picked (10.4)."""
    if seat is not None:
        chance.shuffle(document["decks"][seat])
    if document["phase"] != "build":
        return
    others = [owner for owner in range(2) if owner != seat]
    cards = [card for owner in others for card in document["pools"][owner] + document["hands"][owner]]
    chance.shuffle(cards)
    for owner in others:
        room = chance.randint(0, document["options"]["hand_limit"])
        hand, pool = document["hands"][owner], document["pools"][owner]
        hand.clear()
        pool.clear()
        for card in (cards.pop() for _ in range(26)):
            value = VALUES[parse_card(card)]
            (hand if value <= room else pool).append(card)
            room -= value if value <= room else 0


def _counterweight_hidden(document: Document, seat: int | None) -> list[list[str]]:
    """Stock and other hands; with an empty stock, everybody knows that the player to move has a couple (3.2)."""
    on_turn = None if document["stock"] else document["turn"]
    return [document["stock"], *(hand for owner, hand in enumerate(document["hands"]) if owner not in (seat, on_turn))]


def _counterweight_rearrange(document: Document, seat: int | None, chance: Random) -> None:
    """Return collected cards to the hand that everybody saw them join (Counterweight 9.3)."""
    for owner, collected in enumerate(document["collected"]):
        hand = document["hands"][owner]
        for card in collected:
            holder = next(place for place in (*document["hands"], document["stock"]) if card in place)
            exchanged = next(other for other in hand if other == card or other not in collected)
            holder[holder.index(card)], hand[hand.index(exchanged)] = exchanged, card


ADAPTERS = {
    "card_duel": Adapter(
        places=("pools", "hands", "decks", "discards", "damage", "table"),
        face_down=_card_duel_face_down,
        rearrange=_card_duel_rearrange,
    ),
    "counter": Adapter(
        places=("hands", "face_up", "stack", "trick", "played", "passing"),
        face_down=lambda document, seat: [
            document["stack"],
            *_other_hands(document, seat),
            *_other_passes(document, seat),
        ],
    ),
    "counterweight": Adapter(
        places=("hands", "limbo", "piles", "stock"), face_down=_counterweight_hidden, rearrange=_counterweight_rearrange
    ),
    "knotweed": Adapter(
        places=("hands", "piles", "draw", "discard"),
        packs=_knotweed_packs,
        face_down=lambda document, seat: [document["draw"], *_other_hands(document, seat)],
    ),
    "three_piles": Adapter(
        places=("hands", "stacks", "deck", "piles"),
        face_down=lambda document, seat: [document["deck"], *_other_hands(document, seat)],
    ),
}


def tables() -> Iterator[tuple[str, int]]:
    """Each built-in game with each number of seats."""
    for key in ADAPTERS:
        for seats in GAMES[key].seats:
            yield key, seats
