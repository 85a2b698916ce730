"""The short forms of worked cases: each is turned into a position of its game and played."""

from collections.abc import Callable
from typing import Any

from engines import Game
from engines.testing.cases import Case, actor, legal_texts, plain
from tests.engines.conformance import check_position, expect_refusal


def spare(suits: set[str], taken: set[str], ranks: str = "9") -> str:
    """A harmless card that is not ``taken`` and in none of these ``suits``; it is added to ``taken``."""
    cards = (rank + suit for suit in "CDHS" if suit not in suits for rank in ranks + "KQJT8765432A")
    card = next(card for card in cards if card not in taken)
    taken.add(card)
    return card


def check_trick(game: Game[Any], case: Case) -> None:
    """Counter: one trick, played from hands that make every play legal."""
    plays, trump = case["plays"], case["trump"]
    led_card = plays[0][1]
    led = trump if led_card[0] == "2" else led_card[1]
    taken = {card for _, card, _ in plays}
    indicator = next(rank + trump for rank in "3A56789TKQ2J4" if rank + trump not in taken)
    taken.add(indicator)
    hands: list[list[str]] = [[] for _ in plays]
    texts = []
    for seat, card, shown in plays:
        hands[seat].append(card)
        text = f"play {card}"
        if shown:
            free_suits = [suit for suit in "CDHS" if suit != led or card[1] == led or seat == plays[0][0]]
            four = next("4" + suit for suit in free_suits if "4" + suit not in taken)
            taken.add(four)
            hands[seat].append(four)
            text += f" {four}"
        texts.append(text)
    if not case["last"]:
        for hand in hands:
            if len(hand) == 1:
                hand.append(spare({led}, taken, ranks="3A"))
    state = game.position(
        {
            "hands": hands,
            "indicator": indicator,
            "turn": plays[0][0],
            "mult": case["mult"],
            "trick_no": 10 if case["last"] else 3,
            "options": {"target": 30, "king_rule": case["king_rule"]},
        }
    )
    for (seat, _, _), text in zip(plays, texts, strict=True):
        assert actor(state) == seat
        state.act(seat, text)
    _check_after_trick(state, case)


def _check_after_trick(state: Any, case: Case) -> None:
    expected, document = case["expect"], plain(state.dump())
    trick = document["last_trick"]
    for key in ("values", "suits", "winner"):
        assert trick[key] == expected[key], key
    assert [int(bool(trump)) for trump in trick["trumps"]] == expected["trumps"]
    if case["last"]:
        return
    assert document["phase"] == ("pass" if expected["pass_phase"] else "play")
    assert document["face_up"][-1][1] == expected["next_trump"]
    assert document["mult"] == expected["next_mult"]
    while plain(state.dump())["phase"] == "pass":
        seat = actor(state)
        state.act(seat, str(state.actions(seat)[0]))
    assert actor(state) == expected["next_leader"]


def check_legal_cards(game: Game[Any], case: Case) -> None:
    """Counter: the cards that a seat may play; seat 0 leads unless the case says what was led."""
    hand, led = list(case["hand"]), case["led"]
    taken = {*hand, led or ""}
    indicator = next(rank + case["trump"] for rank in "3A56789TKQJ4" if rank + case["trump"] not in taken)
    taken.add(indicator)
    hands = [hand] if led is None else [[led, *(spare(set(), taken) for _ in hand[1:])], hand]
    while len(hands) < 3:
        hands.append([spare(set(), taken) for _ in hand])
    state = game.position({"hands": hands, "indicator": indicator, "turn": 0, "trick_no": 11 - len(hand)})
    if led is not None:
        state.act(0, f"play {led}")
    seat = actor(state)
    assert seat == (0 if led is None else 1)
    assert sorted({str(action).split()[1] for action in state.actions(seat)}) == sorted(case["legal"])


def check_counter_score(game: Game[Any], case: Case) -> None:
    """Counter: the last trick of a hand brings seat 0 to ``won`` tricks, and scores its points."""
    seats, won = case["players"], case["won"]
    wins = [won - 1 if won else 0, *([0] * (seats - 1))]
    for trick in range(9 - wins[0]):
        wins[1 + trick % (seats - 1)] += 1
    cards = ["9H", "7C", "8D", "3S", "3C"][:seats]
    if not won:
        cards[:2] = ["8H", "KH"]
    indicator = "5D"
    if "3S" in cards:
        cards[2] = "3D"
        indicator = "TH" if not won else "5H"
    state = game.position(
        {
            "hands": [[card] for card in cards],
            "indicator": indicator if "3S" in cards else "5S",
            "turn": 0,
            "trick_no": 10,
            "bids": [case["bid"], *([0] * (seats - 1))],
            "won": wins,
            "scores": [0] * seats,
            "dealer": seats - 1,
            "options": {"target": 30},
        }
    )
    for _ in cards:
        seat = actor(state)
        state.act(seat, str(state.actions(seat)[0]))
    assert plain(state.dump())["scores"][0] == case["score"]


def check_penalty(game: Game[Any], case: Case) -> None:
    """Knotweed: what one play costs, ``None`` if it is illegal."""
    top, suit = case["top"], case["top"][1]
    taken = {*case["cards"], top}
    hand = [*case["cards"], spare({suit}, taken), spare({suit}, taken)]
    state = game.position(
        {"hands": [hand, ["2H", "3H"]], "piles": [[top]], "draw": ["9H", "TH", "JH", "AH"], "options": {"decks": 2}}
    )
    text = f"play 1 {' '.join(case['cards'])}"
    if case["penalty"] is None:
        expect_refusal(state, text)
        return
    state.act(0, text)
    assert plain(state.dump())["due"] == case["penalty"]


def check_values(game: Game[Any], case: Case) -> None:
    """Card Duel: a card's value is the damage it does."""
    for card, value in case["values"].items():
        first, answer = "AH" if card != "AH" else "AS", "2H" if card != "2H" else "2S"
        for life in (100, max(5, value)):
            state = game.position(
                {"hands": [[first, card], [answer]], "decks": [["3C"], ["3D"]], "options": {"life": life}}
            )
            for text in (f"hand {first}", f"hand {answer}", f"hand {card}"):
                state.act(actor(state), text)
            assert plain(state.dump())["damage"][1] == [card]
            assert life == 100 or (state.outcome is not None) == (value >= 5)


def check_hand(game: Game[Any], case: Case) -> None:
    """Card Duel: whether a starting hand, picked card by card, is within the limit."""
    hand = list(case["hand"])
    rest = [rank + suit for suit in "CDHS" for rank in "KQJT98765432A" if rank + suit not in hand]
    pools = [hand + rest[: 26 - len(hand)], rest[26 - len(hand) :][:26]]
    state = game.position(
        {"phase": "build", "pools": pools, "hands": [[], []], "options": {"hand_limit": case["limit"]}}
    )
    try:
        for text in (*(f"pick {card}" for card in hand), "done"):
            state.act(0, text)
    except ValueError:
        allowed = False
    else:
        allowed = True
    assert allowed == case["legal"]


def check_fit(game: Game[Any], case: Case) -> None:
    """3 Piles: whether a card fits a pile."""
    piles = [[list(case["pile"]), [], []], [[], [], []]]
    state = game.position({"hands": [[case["card"]], []], "stacks": [[], [], []], "deck": [], "piles": piles})
    assert (f"pile {case['card']} 0" in legal_texts(state)) == case["fits"]


def check_points(game: Game[Any], case: Case) -> None:
    """3 Piles: what one seat's piles score when nobody can act."""
    piles = [case["piles"], [[], [], []]]
    state = game.position({"hands": [[], []], "stacks": [[], [], []], "deck": [], "piles": piles})
    assert state.outcome is not None, "the game should be over"
    assert state.outcome.points[0] == case["total"]


FORMS: tuple[tuple[str, Callable[[Game[Any], Case], None]], ...] = (
    ("pos", check_position),
    ("plays", check_trick),
    ("led", check_legal_cards),
    ("bid", check_counter_score),
    ("top", check_penalty),
    ("values", check_values),
    ("limit", check_hand),
    ("fits", check_fit),
    ("longest", check_points),
)
"""The key that identifies each form, in the order in which to look for it, and the function that checks it."""


def check_case(game: Game[Any], case: Case) -> None:
    """Check one case of any form."""
    check = next((check for key, check in FORMS if key in case), None)
    assert check is not None, "the form of this case is unknown"
    check(game, case)
