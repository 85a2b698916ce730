"""The first Counter lesson: tricks, bids and their score, trumps, and the 7."""

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from engines.cards import CARD_TEXTS
from engines.counter.actions import HAND_SIZE
from engines.lessons import ANY, Lesson, Step
from engines.texts import Player, named, say, shown

LEFT, RIGHT = Player(1), Player(2)
"""The learner has seat 0 of three: the left neighbour plays after the learner, the right one before."""
STACK = 21
"""With three players, this many cards lie face down under the indicator (2.1)."""


def to_the_trick(
    hand: str, trick: str, indicator: str, *, left: str, right: str, bids: Sequence[int], won: Sequence[int]
) -> dict[str, Any]:
    """A position in which the left neighbour has led and the right one followed: the learner completes the trick.

    ``left`` and ``right`` are the cards that the other two still hold.
    """
    own = hand.split()
    return with_all_cards(
        {
            "hands": [own, left.split(), right.split()],
            "trick": trick.split(),
            "indicator": indicator,
            "trick_no": HAND_SIZE + 1 - len(own),
            "bids": list(bids),
            "won": list(won),
        }
    )


def with_all_cards(document: Mapping[str, Any]) -> dict[str, Any]:
    """The position with the rest of the pack added: some cards in the stack, the others already played.

    Jacks go into the stack, because a played jack would lie on the indicator (8.2).
    """
    last = document.get("last_trick", {}).get("cards", ())
    seen = {*chain(*document["hands"]), *document.get("trick", ()), *last, document["indicator"]}
    rest = sorted((card for card in CARD_TEXTS if card not in seen), key=lambda card: card[0] != "J")
    return {**document, "stack": rest[:STACK], "played": [*last, *rest[STACK:]]}


_FOLLOW_SUIT = Step(  # 5.3, 7.4a
    words=say(
        "{left} led {led}. You hold hearts, so you must play one, and the highest wins. A jack is worth 11, a queen "
        "12, a king 13, an ace usually only 1. Win this trick.",
        **shown(left=LEFT, led="3H"),
    ),
    position=to_the_trick(
        "KH 8H AD QC", "3H TH", "TC", left="TD 8S KS", right="8D 9S 9D", bids=(1, 3, 4), won=(0, 2, 4)
    ),
    accepted=("play KH",),
    remarks={
        "play 8H": say(
            "{ten} is worth 10, so {right} would win the trick. You need a higher heart.", ten=named("TH"), right=RIGHT
        )
    },
    praise=say(
        "{king} is worth 13, more than {ten}, so you win the trick. The winner leads to the next one.",
        **shown(king="KH", ten="TH"),
    ),
)

_LOSE_NOW = Step(  # 3.1, 5.1
    words=say(
        "Before the first trick everybody bid how many of the ten tricks they would win. You bid 1 and have won 1: one "
        "more would spoil it. You lead, and the leader may play any card: play your lowest one."
    ),
    accepted=("play AD",),
    remarks={
        "play 8H": say(
            "That is not bad, but {ace} is safer: it is worth only 1 unless a jack, queen or king of diamonds falls.",
            ace=named("AD"),
        ),
        "play QC": say(
            "{queen} is worth 12, and clubs are trumps: it would probably win, one trick too many.", queen=named("QC")
        ),
    },
    praise=say(
        "{ace} is worth 1, unless a jack, queen or king of diamonds makes it 14: each rank has such a power.",
        ace=named("AD"),
    ),
)

_TRUMP = Step(  # 5.5, 7.4
    words=say(
        "New cards. {left} led diamonds and you hold none, so you may play any card. The indicator, {ten}, makes "
        "spades **trumps**: they beat every card of the led suit. Win this trick.",
        **shown(left=LEFT, ten="TS"),
    ),
    position=to_the_trick("3S KH QC", "8D KD", "TS", left="8H JC", right="AC 8C", bids=(2, 4, 3), won=(1, 3, 3)),
    accepted=("play 3S",),
    remarks={ANY: say("That card is neither a diamond nor a trump, so it cannot win, however high it is.")},
    praise=say("{three} is worth only 3, but it is the only trump in the trick, so it wins.", three=named("3S")),
)

_SEVEN = Step(  # 7.4b
    words=say(
        "New cards. The power of the 7: if there is one 7 in the trick, the **lowest** value wins instead of the "
        "highest. {right} has played {king}, and you need this trick. What now?",
        **shown(right=RIGHT, king="KC"),
    ),
    position=to_the_trick("7C QC 3D", "TC KC", "TH", left="8H AS", right="8D QS", bids=(1, 4, 3), won=(0, 4, 3)),
    accepted=("play 7C",),
    remarks={
        "play QC": say(
            "{queen} is lower than {king}, so {right} would win the trick. Turn the order around.",
            **shown(queen="QC", king="KC", right=RIGHT),
        )
    },
    praise=say("7 is lower than 10 and 13: you win the trick."),
)

_BID = Step(  # 3.1, 9.2
    words=say(
        "Now bid. If you win exactly as many tricks as you bid, you score that number, but at least 2; otherwise "
        "usually nothing. {trumps} are three high trumps, and {king} may win one more. How many do you bid?",
        **shown(trumps="JS QS KS", king="KD"),
    ),
    position=with_all_cards(
        {
            "hands": [
                ["JS", "QS", "KS", "KD", "3C", "AC", "6H", "3D", "6D", "8D"],
                ["TC", "JC", "KC", "8C", "5H", "TH", "QH", "9D", "JD", "5S"],
                ["7C", "9C", "8H", "KH", "JH", "2D", "TD", "QD", "AS", "7S"],
            ],
            "indicator": "3S",
            "phase": "bid",
            "dealer": 0,
            "bids": [None, 4, 3],
        }
    ),
    accepted=("bid 3", "bid 4"),
    remarks={
        "bid [012]": say("You count three tricks: you would have to avoid winning with good cards all the time."),
        ANY: say("Three tricks are likely, and one more if you are lucky. Beyond that the bid is likely to fail."),
    },
    praise=say("Three likely tricks, perhaps one more. All bids are open and final, and need not add up to ten."),
)

BASICS = Lesson(
    key="basics", title=say("Win exactly what you bid"), steps=(_FOLLOW_SUIT, _LOSE_NOW, _TRUMP, _SEVEN, _BID)
)
