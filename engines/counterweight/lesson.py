"""The Counterweight lesson: couples by rank and by suit, a pile of one's own, what piles cost, and the way out."""

from collections.abc import Mapping
from itertools import chain
from typing import Any

from engines.cards import CARD_TEXTS
from engines.counterweight.rulebook import table
from engines.lessons import ANY, Lesson, Step
from engines.texts import Player, say, shown

_OTHER = Player(1)
"""The learner sits at seat 0."""
STOCK = 38
"""The size of the stock at the start of a game (2.3)."""


def _with_stock(document: Mapping[str, Any], *, first: str) -> dict[str, Any]:
    """The position with the rest of the pack as its stock; the card ``first`` is drawn next."""
    piles = [document["P1"], document["P2"], *document["temp"].values()]
    seen = {first, *chain(*document["hands"], *piles)}
    rest = [card for card in CARD_TEXTS if card not in seen]
    return {**document, "stock": [first, *rest][:STOCK]}


_SAME_RANK = Step(  # 4.1, 4.3a
    words=say(
        "You want to get rid of your cards. On your turn you place a **couple**: two cards on two different piles. "
        "Cards of the same rank fit: {queen} on {on_queen}, and {four} on {on_four}.",
        **shown(queen="QH", on_queen="QD", four="4S", on_four="4C"),
    ),
    position=_with_stock(table("QH 4S 5S KH TH 7H | JH 9S 3C 8D AD 2C", "QD", "4C"), first="6C"),
    accepted=("couple 4S P2 QH P1",),
    praise=say("Right. P1 and P2 belong to nobody, and cards there cost nobody anything."),
)

_UP_AND_DOWN = Step(  # 4.3b, 4.3c, 4.4, 1.2
    words=say(
        "Cards of the same suit fit too, if one goes **up** and the other **down**: {king} is higher than {jack}, and "
        "{five} is lower than {nine}. The ace is the lowest card.",
        **shown(king="KH", jack="JH", five="5S", nine="9S"),
    ),
    replies=((1, "couple 9S P2 JH P1"),),
    accepted=("couple 5S P2 KH P1",),
    praise=say("One up, one down: that is the counterweight."),
)

_NEW_PILE = Step(  # 3.3, 5.1, 5.2
    words=say(
        "New cards. If you have no couple, you start a pile of your own and draw a card. Next turn {jack} can go up on "
        "{spades}: start a pile on which another card can go **down**.",
        **shown(spades="9S", jack="JS"),
    ),
    position=_with_stock(table("JS TD 7D KC | QC 4S 8S 2D", "9S", "3H"), first="KD"),
    accepted=("new TD",),
    remarks={ANY: say("None of your other cards can go down on it.")},
    praise=say(
        "Next turn {seven} can go down on {ten}, and {jack} can go up on {spades}: that is a couple.",
        **shown(seven="7D", ten="TD", jack="JS", spades="9S"),
    ),
)

_ON_THEIR_PILES = Step(  # 4.2, 7.3
    words=say(
        "New cards. Piles of your own cost their cards **times** their number. {other} has 5 cards in 3 piles: 15 "
        "points. Each further card there costs 3 more. Place the couple that costs {other} the most.",
        other=_OTHER,
    ),
    position=_with_stock(
        table("8D 5C KS 2H | TH 7S 9C", "9S", "3H", temp={"B1": "QH 6D", "B2": "TC JC", "B3": "4S"}), first="AC"
    ),
    accepted=("couple 5C B2 8D B1", "couple 5C B2 KS B3"),
    remarks={ANY: say("That costs {other} less. Put both cards on piles of {other}.", other=_OTHER)},
    praise=say("7 cards × 3 piles = 21, so your couple cost {other} 6 points.", other=_OTHER),
)

_GO_OUT = Step(  # 7.1a, 7.3
    words=say(
        "With no cards and no piles you are **out**, and the game ends. Whoever has fewer points wins. Place your last "
        "two cards."
    ),
    position=_with_stock(table("6H JC | 2S 4D", "9H", "6C", temp={"B1": "KD"}), first="3S"),
    accepted=("couple 6H P1 JC P2",),
    praise=say("You pay nothing. {other} pays 2 for the cards in hand and 1 for the pile: you win.", other=_OTHER),
)

LESSONS = (
    Lesson(
        key="basics",
        title=say("Couples, piles and the way out"),
        steps=(_SAME_RANK, _UP_AND_DOWN, _NEW_PILE, _ON_THEIR_PILES, _GO_OUT),
    ),
)
