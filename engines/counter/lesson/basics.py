"""The first Counter lesson: tricks, bids and their score, the 5 and the 7, and how good players lose a trick.

Numbers in comments refer to the rules text.
"""

from engines.counter.lesson.table import LEFT, RIGHT, others, to_the_trick, with_all_cards
from engines.lessons import ANY, Ending, Lesson, Step, moves_of
from engines.texts import named, say

_FOLLOW_SUIT = Step(  # 5.3, 7.4a
    words=say(
        "In a trick everybody plays one card. {left} led {led}, so the led suit is hearts. You hold hearts, so you "
        "must play one (nothing else is offered), and the highest heart wins. A jack is worth 11, a queen 12, a king "
        "13, an ace usually only 1. Win this trick.",
        **others(led=named("3H")),
    ),
    position=to_the_trick(
        "KH 8H AD QC", "3H TH", "TC", left="TD 8S KS", right="8D 9S 9D", bids=(1, 3, 4), won=(0, 2, 4)
    ),
    accepted=("play KH",),
    remarks={
        "play 8H": say(
            "{eight} is worth 8 and {ten} is worth 10, so {right} would win the trick. You need a higher heart.",
            eight=named("8H"),
            ten=named("TH"),
            right=RIGHT,
        )
    },
    praise=say(
        "{king} is worth 13, more than {ten}, so you win the trick. The winner leads to the next one.",
        king=named("KH"),
        ten=named("TH"),
    ),
)

_LOSE_NOW = Step(  # 3.1, 5.1
    words=say(
        "Before the first trick everybody bid how many of the ten tricks they would win. You bid 1, and now you have "
        "won 1: exactly right. One more would spoil it. You lead, and the leader may play any card: play your lowest "
        "one.",
    ),
    accepted=("play AD",),
    remarks={
        "play 8H": say(
            "That is not bad, but {ace} is safer: it is worth only 1 unless a jack, queen or king of diamonds falls.",
            ace=named("AD"),
        ),
        "play QC": say(
            "{queen} is worth 12, and clubs are the trumps of this hand: it would probably win. That would be one "
            "trick too many.",
            queen=named("QC"),
        ),
    },
    praise=say(
        "In Counter you want as many tricks as you bid, and no more. {ace} is worth 1, unless a jack, queen or king of "
        "diamonds makes it 14: each rank has such a power.",
        ace=named("AD"),
    ),
)

_WHAT_IT_BRINGS = Step(  # 9.2
    words=say(
        "{left} won with {ten}, as you hoped. If you stay at 1 trick, your bid is exact. An exact bid scores its "
        "number, but at least 2 points. If you miss it, you usually score nothing: too many is as bad as too few.",
        left=LEFT,
        ten=named("TD"),
    ),
    replies=((1, "play TD"), (2, "play 8D")),
)

_TRUMP = Step(  # 5.5, 7.4
    words=say(
        "From here on, most steps begin with new cards. {left} led diamonds and you hold none, so you may play any "
        "card. The indicator, {ten}, is a spade: spades are trumps, and a trump beats every card of the led suit. You "
        "still need one trick. Win this one.",
        left=LEFT,
        ten=named("TS"),
    ),
    position=to_the_trick("3S KH QC", "8D KD", "TS", left="8H JC", right="AC 8C", bids=(2, 4, 3), won=(1, 3, 3)),
    accepted=("play 3S",),
    remarks={
        ANY: say(
            "That card is neither a diamond nor a trump, so it cannot win, however high it is. {right} would win with "
            "{king}.",
            right=RIGHT,
            king=named("KD"),
        )
    },
    praise=say(
        "{three} is worth only 3, but it is the only trump in the trick, so it wins.",
        three=named("3S"),
    ),
)

_SEVEN = Step(  # 7.4b
    words=say(
        "Every rank has a power, which may turn a trick upside down. The 7: if there is one 7 in the trick, the "
        "**lowest** value wins instead of the highest. You need this trick, and {king} has been played. What now?",
        king=named("KC"),
    ),
    position=to_the_trick("7C QC 3D", "TC KC", "TH", left="8H AS", right="8D QS", bids=(1, 4, 3), won=(0, 4, 3)),
    accepted=("play 7C",),
    remarks={
        "play QC": say(
            "{queen} is worth 12 and {king} is worth 13, so {right} would win the trick. You cannot play higher, but "
            "you can turn the order around.",
            queen=named("QC"),
            king=named("KC"),
            right=RIGHT,
        )
    },
    praise=say(
        "With {seven} in the trick the lowest value wins, and 7 is lower than 10 and 13. You win the trick.",
        seven=named("7C"),
    ),
)

_PASS = Step(  # 8.4
    words=say(
        "The 5: after a trick with a 5, everybody chooses a card and passes it face down to the left, all at the same "
        "time. You have already won the 2 tricks that you bid, so you want no more. Spades are trumps. Which card "
        "should {left} get?",
        left=LEFT,
    ),
    position=with_all_cards(
        {
            "hands": [["KS", "3D", "AH"], ["8C", "QD", "TC"], ["8H", "KC", "AC"]],
            "indicator": "TS",
            "phase": "pass",
            "turn": 2,
            "trick_no": 8,
            "bids": [2, 3, 4],
            "won": [2, 2, 3],
            "last_trick": {"leader": 1, "cards": ["5D", "TD", "8D"], "showing": [None, None, None], "trump": "S"},
        }
    ),
    accepted=("pass KS",),
    remarks={
        ANY: say(
            "You hold a more dangerous card: {king}, a trump worth 13, would probably win a trick that you do not "
            "want.",
            king=named("KS"),
        )
    },
    praise=say(
        "{king} would probably have won a trick for you, one too many. Now {left} has to cope with it, and you get a "
        "card from {right}.",
        **others(king=named("KS")),
    ),
)

_BID = Step(  # 3.1, 9.2
    words=say(
        "Now you know enough to bid. Look for tricks in this hand: {trumps} are three high trumps, and {king} may win "
        "one more. Ten tricks among three players are about three for each. How many do you bid?",
        trumps=named("JS QS KS"),
        king=named("KD"),
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
        "bid [012]": say(
            "You count three tricks, so you would have to avoid winning with good cards all the time. Besides, an "
            "exact bid of 0, 1 or 2 brings just 2 points."
        ),
        ANY: say(
            "You count three likely tricks, and one more if you are lucky. Beyond that the bid is likely to fail, and "
            "a missed bid usually scores nothing."
        ),
    },
    praise=say(
        "Three likely tricks, perhaps one more: 3 or 4 is a sound bid. All bids are open and final, and they need not "
        "add up to ten."
    ),
)

_SHED = Step(  # 5.5, 7.4a
    words=say(
        "Here is what good players do. You have won the 2 tricks that you bid and want no more. {left} led diamonds, "
        "of which you have none, and {right} has played {king}, a trump. You cannot win. Which card do you "
        "get rid of?",
        **others(king=named("KS")),
    ),
    position=to_the_trick("QS 3H AC", "8D KS", "TS", left="8H TC", right="QC 8C", bids=(2, 4, 3), won=(2, 3, 2)),
    accepted=("play QS",),
    remarks={
        ANY: say(
            "That loses as well. But then {queen}, a high trump, stays in your hand and may win a trick that you do "
            "not want. Throw away the dangerous card while it is safe.",
            queen=named("QS"),
        )
    },
    praise=say(
        "{queen} is your most dangerous card, and under {king} it cannot win. Whenever a trick is lost anyway, get rid "
        "of the card that might win too much later.",
        queen=named("QS"),
        king=named("KS"),
    ),
)

_LAST_TWO = Step(  # 4.1, 7.4a
    words=say(
        "Two tricks are left, and you need exactly one of them. You bid 3 and have won 2. You play last to this trick, "
        "so you know what will happen. Do you win this one or hope for the next?",
    ),
    position={
        **to_the_trick("QH 3H", "TH 8H", "TS", left="8S", right="KC", bids=(3, 4, 4), won=(2, 3, 3)),
        "scores": [6, 3, 5],
        "hand_no": 3,
    },
    accepted=("play QH",),
    remarks={
        "play 3H": say(
            "{left} would win this trick and lead to the last one. Then {queen} would have to win it, whatever is "
            "led. Take the trick that is certain.",
            left=LEFT,
            queen=named("QH"),
        )
    },
    praise=say(
        "{queen} wins, and {three} loses the last trick to a trump of {left}: you bid 3 and won 3. When you play last, "
        "you decide.",
        queen=named("QH"),
        three=named("3H"),
        left=LEFT,
    ),
)

_ENDING = Ending(  # 10.1, 10.2
    words=say(
        "With 9 points (8 with four players, 7 with five) a game ends after the hand, and the highest total wins. "
        "Now play the end of a real hand against two computers; this hand decides. You bid 4 and have won 3 of the "
        "first six tricks: win exactly one of the last four. Clubs are trumps, and you hold none. You lead."
    ),
    seats=3,
    seed="lesson 82",
    options={"dealer": 2, "max_hands": 1},
    moves=moves_of(
        "0 bid 4, 1 bid 6, 2 bid 2, "
        "0 play 2D, 1 play 6S, 2 play 9C, "
        "0 play 3D, 1 play KD, 2 play 5D, 0 pass 4S, 1 pass 5S, 2 pass QC, "
        "1 play KH, 2 play 9H, 0 play TH, "
        "2 play AS, 0 play QS, 1 play 9S, "
        "1 play 3H, 2 play AH, 0 play 2H, "
        "0 play QC, 1 play QH, 2 play 2C"
    ),
)

BASICS = Lesson(
    key="basics",
    title=say("Win exactly what you bid"),
    steps=(
        _FOLLOW_SUIT,
        _LOSE_NOW,
        _WHAT_IT_BRINGS,
        _TRUMP,
        _SEVEN,
        _PASS,
        _BID,
        _SHED,
        _LAST_TWO,
    ),
    ending=_ENDING,
)
