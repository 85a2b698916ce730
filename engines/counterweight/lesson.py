"""The Counterweight lesson: couples, piles and their cost, the two ways to end, and what good players look for.

Numbers in comments refer to the rules text.
"""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from engines.cards import CARD_TEXTS
from engines.lessons import ANY, Ending, Lesson, Step, moves_of
from engines.texts import Player, named, say

_OTHER = Player(1)
"""The learner sits at seat 0."""


STOCK = 38
"""The size of the stock at the start of a game (2.3)."""


def _with_stock(document: Mapping[str, Any], *, first: str) -> dict[str, Any]:
    """The position with the rest of the pack as its stock; the card ``first`` is drawn next."""
    piles = [document["P1"], document["P2"], *document.get("temp", {}).values()]
    seen = {first, *chain(*document["hands"], *piles)}
    rest = [card for card in CARD_TEXTS if card not in seen]
    return {**document, "stock": [first, *rest][:STOCK]}


_SAME_RANK = Step(  # 4.1, 4.3a
    words=say(
        "Get rid of your cards: in the end they cost you penalty points, and whoever has fewer points wins. On your "
        "turn you place a **couple**: two cards from your hand on two different piles. One kind of couple matches by "
        "rank: {queen} fits on {on_queen}, and {four} fits on {on_four}. Place them.",
        queen=named("QH"),
        on_queen=named("QD"),
        four=named("4S"),
        on_four=named("4C"),
    ),
    position=_with_stock(
        {
            "hands": [["QH", "4S", "5S", "KH", "TH", "7H"], ["JH", "9S", "3C", "8D", "AD", "2C"]],
            "P1": ["QD"],
            "P2": ["4C"],
        },
        first="6C",
    ),
    accepted=("couple 4S P2 QH P1",),
    praise=say(
        "Each card has the rank of the card it covers. Your two cards are the new tops of P1 and P2. These are the "
        "permanent piles: they belong to nobody, and cards on them cost nobody anything."
    ),
)

_UP_AND_DOWN = Step(  # 4.3b, 4.3c, 4.4, 1.2
    words=say(
        "{other} has placed a couple as well. The other kind of couple matches by suit: each card has the suit of the "
        "card it covers, and one is higher than that card (it goes **up**), the other lower (it goes **down**). The "
        "ace is the lowest card, the king the highest. One card by rank and one by suit are not a couple.",
        other=_OTHER,
    ),
    replies=((1, "couple 9S P2 JH P1"),),
    accepted=("couple 5S P2 KH P1",),
    praise=say(
        "{king} goes up from {jack}, and {five} goes down from {nine}: the two balance each other.",
        king=named("KH"),
        jack=named("JH"),
        five=named("5S"),
        nine=named("9S"),
    ),
)

_NEW_PILE = Step(  # 3.3, 5.1, 5.2
    words=say(
        "Here is a new game. You have no couple: nothing fits on {hearts}, and only {jack} fits on {spades}. If you "
        "have a couple, you must place one; only if you have none do you begin a pile of your own with one card, and "
        "then you draw a card. Which card gives you a couple next turn?",
        hearts=named("3H"),
        spades=named("9S"),
        jack=named("JS"),
    ),
    position=_with_stock(
        {"hands": [["JS", "TD", "7D", "KC"], ["QC", "4S", "8S", "2D"]], "P1": ["9S"], "P2": ["3H"]},
        first="KD",
    ),
    accepted=("new TD",),
    remarks={
        "new 7D": say(
            "On {seven} your {ten} would go up, and {jack} goes up as well. One of the two cards has to go down.",
            seven=named("7D"),
            ten=named("TD"),
            jack=named("JS"),
        ),
        "new JS": say(
            "No other card of yours fits on {jack}, and you would lose the only card that fits on {spades}.",
            jack=named("JS"),
            spades=named("9S"),
        ),
        "new KC": say("No other card of yours fits on {king}. Look for two cards of one suit.", king=named("KC")),
    },
    praise=say(
        "Next turn {seven} can go down on {ten}, and {jack} can go up on {spades}: that is a couple.",
        seven=named("7D"),
        ten=named("TD"),
        jack=named("JS"),
        spades=named("9S"),
    ),
)

_THEIR_PILE = Step(  # 4.2, 7.3
    words=say(
        "{other} had no couple either and began pile B1. Yours is A1. Both of you may play on all piles, but every "
        "card on B1 costs {other} penalty points, and every card on A1 costs you. You can place {seven} with either "
        "{jack} or {king}. Which couple is better?",
        other=_OTHER,
        seven=named("7D"),
        jack=named("JS"),
        king=named("KC"),
    ),
    replies=((1, "new QC"),),
    accepted=("couple 7D A1 KC B1",),
    remarks={
        "couple 7D A1 JS P1": say(
            "That is a couple, but a card on P1 costs nobody anything. On B1 it costs {other} a penalty point.",
            other=_OTHER,
        )
    },
    praise=say(
        "Now {other} owns a pile of two cards and one more penalty point. Whoever has fewer points wins, so whatever "
        "costs {other} points is good for you.",
        other=_OTHER,
    ),
)

_COLLECT = Step(  # 6.1, 6.4, 7.3
    words=say(
        "When you have put a card on a pile of your own, you may **collect** that pile: its cards lie face up beside "
        "you and join your hand next turn. Why do so? If you have no cards **and** no piles, you **go out** and win "
        "at once. Do you collect A1?"
    ),
    accepted=("collect A1",),
    remarks={
        "collect": say(
            "Then A1 stays, {other} can put more cards on it, and as long as you have a hand you cannot collect it "
            "before you put another card on it. You save nothing: its 2 cards cost 2 points there, as they would in "
            "your hand.",
            other=_OTHER,
        )
    },
    praise=say(
        "The two cards cost as much in hand as in the pile, but nobody can add to them now, and you can place them "
        "again. A small pile is easy to collect."
    ),
)

_CARDS_TIMES_PILES = Step(  # 6.3, 7.3
    words=say(
        "A new position. Each card in your hand costs 1 point, but your piles cost the number of their cards "
        "**times** the number of piles: two piles with six cards cost 6 × 2 = 12. Your only couple puts a card on A1. "
        "Do you then collect A1?"
    ),
    position=_with_stock(
        {
            "hands": [["6D", "QH", "2H", "AH"], ["8C", "KS", "4S", "TS"]],
            "P1": ["JS"],
            "P2": ["5H"],
            "temp": {"A1": ["KD", "7C", "8H", "9D"], "A2": ["QC", "3C"]},
        },
        first="7S",
    ),
    accepted=("couple 6D A1 QH P2, collect A1",),
    remarks={
        ANY: say(
            "Then you have seven cards in two piles: 7 × 2 = 14, and 2 for your hand, 16 in all. In your hand, the "
            "five cards of A1 would cost only 5, and A2 alone 2 × 1 = 2."
        )
    },
    praise=say(
        "One pile with two cards is left: 2 × 1 = 2. With the five collected cards and the two in your hand that makes "
        "9 instead of 16. You will place those cards again."
    ),
)

_ON_THEIR_PILES = Step(  # 4.2, 7.3
    words=say(
        "New cards. {other} has three piles with five cards: 5 × 3 = 15. Each further card there costs 3 more. "
        "Place the couple that costs {other} the most.",
        other=_OTHER,
    ),
    position=_with_stock(
        {
            "hands": [["8D", "5C", "KS", "2H"], ["TH", "7S", "9C"]],
            "P1": ["9S"],
            "P2": ["3H"],
            "temp": {"B1": ["QH", "6D"], "B2": ["TC", "JC"], "B3": ["4S"]},
        },
        first="AC",
    ),
    accepted=("couple 5C B2 8D B1", "couple 5C B2 KS B3"),
    remarks={
        "couple 2H P2 KS P1": say("Cards on permanent piles cost nobody anything. You could put two cards on B piles."),
        ANY: say(
            "That puts one card on a pile of {other}: 6 × 3 = 18. With both cards there it would be 21.", other=_OTHER
        ),
    },
    praise=say(
        "7 × 3 = 21, so your couple cost {other} 6 points. Keep an eye on the B piles, and try to have few piles "
        "yourself. But mix it up: attack all the time and it gets dull; never attack and you play solitaire.",
        other=_OTHER,
    ),
)

_LOOK_AHEAD = Step(  # 4.3
    words=say(
        "New cards. Good players also look ahead. You have four cards left. With {nine} on {spades}, either "
        "{six} or {other_six} can go on {top}. Which of the two leaves you with two cards that are a couple as well?",
        six=named("6C"),
        other_six=named("6H"),
        top=named("6D"),
        nine=named("9H"),
        spades=named("9S"),
    ),
    position=_with_stock(
        {"hands": [["9H", "6C", "6H", "JC"], ["KD", "2S", "4D"]], "P1": ["9S"], "P2": ["6D"]},
        first="3S",
    ),
    accepted=("couple 6C P2 9H P1",),
    remarks={
        "couple 6H P2 9H P1": say(
            "Then {clubs} are left, and the tops are {tops}. {jack} fits on neither, so your last two cards are not a "
            "couple.",
            clubs=named("6C JC"),
            tops=named("9H 6H"),
            jack=named("JC"),
        )
    },
    praise=say(
        "The tops are {tops} now. If {other} leaves them alone, your last two cards are a couple: {six} goes down, "
        "{jack} goes up.",
        other=_OTHER,
        tops=named("9H 6C"),
        six=named("6H"),
        jack=named("JC"),
    ),
)

_GO_OUT = Step(  # 7.1a
    words=say(
        "{other} had no couple and began a pile. Your couple still fits. Place it and go out: your hand will be "
        "empty, and you have no piles.",
        other=_OTHER,
    ),
    replies=((1, "new KD"),),
    accepted=("couple 6H P1 JC P2",),
    praise=say("You have no cards and no piles, so the game ends at once. You pay nothing."),
)

_OUT = Step(  # 7.3, 7.4, 6.2
    words=say(
        "The score: you have 0 penalty points. {other} has 3 cards in hand and 1 pile with 1 card: 3 + 1 × 1 = 4. "
        "Whoever has fewer points wins. With a pile of your own you would not be out: when your hand is empty, you "
        "must collect all your piles and play on.",
        other=_OTHER,
    ),
)

_LAST_CARD = Step(  # 4.5, 4.6
    words=say(
        "New cards. Two cards make a couple, but your last card can go alone: on any pile that shows its rank **or** "
        "its suit, higher or lower. By suit, you then draw a card from the stock; by rank, you do not. If it fits "
        "nowhere, you begin a pile. Go out."
    ),
    position=_with_stock(
        {"hands": [["7H"], ["TC", "4S", "2D"]], "P1": ["7S"], "P2": ["QH"], "temp": {"B1": ["8C", "5D"]}},
        first="9H",
    ),
    accepted=("single 7H P1",),
    remarks={
        "single 7H P2": say(
            "On {queen} it matches by suit, so you would draw a card and would not be out. Match by rank.",
            queen=named("QH"),
        )
    },
    praise=say("{seven} matches by rank: you draw nothing, your hand is empty, and you are out.", seven=named("7H")),
)

_EMPTY_STOCK = Step(  # 3.2, 7.1b, 7.3
    words=say(
        "The game can also end in another way: if the stock is empty and the player whose turn begins has no couple. "
        "Then, too, whoever has fewer penalty points wins; equal points are a draw. Here the stock is empty. You "
        "have 6 points and {other} has 5. Which couple leaves you with the fewest?",
        other=_OTHER,
    ),
    position={
        "hands": [["KS", "2D", "5C", "7S"], ["3S", "5S", "9S"]],
        "P1": ["TS"],
        "P2": ["4D"],
        "temp": {"A1": ["QC", "8C"], "B1": ["6H", "QH"]},
    },
    accepted=("couple 2D P2 KS P1",),
    remarks={
        "couple 5C A1 KS P1": say(
            "{five} would still cost you a point, on A1 or, if you collect A1, in your hand. You would have 5 points, "
            "as many as {other}: only a draw. Put both cards where they cost nothing.",
            five=named("5C"),
            other=_OTHER,
        )
    },
    praise=say(
        "Both cards are on permanent piles, so you pay 2 points less: 4 against the 5 of {other}.", other=_OTHER
    ),
)

_STOCK_END = Step(  # 7.3, 7.4
    words=say(
        "{other} cannot place a couple, so the game is over. You: 2 cards in hand and 2 × 1 for A1, 4 in all. "
        "{other}: 3 cards in hand and 2 × 1 for B1, 5 in all. You win.",
        other=_OTHER,
    ),
)

_ENDING = Ending(
    words=say(
        "Now play the end of a real game against a computer. You have six cards and no piles, {other} has two cards "
        "and four piles. Place three couples and you are out. Look ahead: after which couple will your other cards "
        "still fit on the tops?",
        other=_OTHER,
    ),
    seats=2,
    seed="lesson 15",
    options={"first": 0},
    moves=moves_of(
        "0 new 2C, 1 couple 4S P2 JC A1, 0 couple 4H P2 JD A1, 0 collect, 1 couple 9D A1 TH P2, 0 new 2H, 1 new 5D, "
        "0 couple 4D B1 7H A2, 0 collect, 1 new 6S, 0 couple 7C A2 9H A1, 1 new AD, 0 couple 7H P2 9D B3, 1 new KC"
    ),
)

LESSONS = (
    Lesson(
        key="basics",
        title=say("Couples, piles and the way out"),
        steps=(
            _SAME_RANK,
            _UP_AND_DOWN,
            _NEW_PILE,
            _THEIR_PILE,
            _COLLECT,
            _CARDS_TIMES_PILES,
            _ON_THEIR_PILES,
            _LOOK_AHEAD,
            _GO_OUT,
            _OUT,
            _LAST_CARD,
            _EMPTY_STOCK,
            _STOCK_END,
        ),
        ending=_ENDING,
    ),
)
