"""The Knotweed lesson: what fits, what it costs, groups, when to pay the full penalty, going out.

Numbers in comments are those of the rules that a step demonstrates or a remark relies on.
"""

from engines.lessons import Ending, Lesson, Step
from engines.texts import Player, named, say

OTHER = Player(1)

_A_TURN = (
    Step(  # 4.2
        words=say(
            "Get rid of your cards: the first player without any wins. On your turn you play cards onto piles. A "
            "card fits a pile if it has the **rank** or the **suit** of its top card. {top} is on top of pile 1, "
            "the only pile so far. One of your three cards fits: play it.",
            top=named("5C"),
        ),
        position={
            "hands": [["5H", "9S", "KD"], ["2S", "4D", "8H", "QC"]],
            "piles": [["5C"]],
            "draw": ["7C", "JD", "3H", "4S", "TC", "6D", "AH", "9D", "2C", "JS"],
        },
        accepted=("play 1 5H",),
        remarks={
            "pass": say(  # 5.1
                "You may always pass, but then you take three cards. There is no need to: {card} has the rank of "
                "{top}.",
                card=named("5H"),
                top=named("5C"),
            ),
        },
        praise=say("A five on a five: the same rank costs nothing, so you take no card. One card fewer in your hand."),
    ),
    Step(  # 4.6, 4.7
        words=say(
            "Your {card} is on top of pile 1 now. In one turn you may play on as many piles as you like, but only "
            "once on each: then it is **closed** until your turn is over. There was no other pile, so your turn ended.",
            card=named("5H"),
        ),
    ),
    Step(  # 5.1
        words=say(
            "{other} played {card} on pile 1 and had to take three cards. You will soon see why. It is your turn "
            "again. You have no eight and no heart, so nothing fits. All you can do is pass.",
            other=OTHER,
            card=named("8H"),
        ),
        replies=((1, "play 1 8H"),),
        accepted=("pass",),
        praise=say(
            "A pass costs three cards. That is the most a turn can ever cost, and you got rid of nothing for it."
        ),
    ),
)

_COSTS = (
    Step(  # 4.3
        words=say(
            "New cards. The same suit fits, too, but at a **penalty**. Count **upward** from {top} to your card: "
            "one step costs 1, two steps 2, more 3. You take that many cards when your turn ends. Play the cheapest "
            "of your three clubs.",
            top=named("5C"),
        ),
        position={
            "hands": [["4C", "6C", "9C", "KD"], ["2S", "4D", "8H", "QC"]],
            "piles": [["5C"]],
            "draw": ["7D", "JD", "3H", "4S", "TC"],
        },
        accepted=("play 1 6C",),
        remarks={
            "play 1 4C": say(
                "{card} is just below {top}, but you always count upward. From the five it is twelve steps to the "
                "four, past the king and the ace. That costs 3.",
                card=named("4C"),
                top=named("5C"),
            ),
            "play 1 9C": say(
                "{card} is four steps above {top}. Anything more than two steps costs 3.",
                card=named("9C"),
                top=named("5C"),
            ),
            "pass": say(
                "A pass costs 3 and you keep all four cards. Even the most expensive play is better than that."
            ),
        },
        praise=say("One step up costs 1: at the end of the turn you take one card."),
    ),
    Step(  # 1.2, 4.3
        words=say(
            "New cards again. Ranks go round in a circle: after the king comes the ace, then the two. Your two "
            "diamonds fit {top}. Play the cheaper one.",
            top=named("KD"),
        ),
        position={
            "hands": [["AD", "3C", "7S", "JD"], ["2S", "4D", "8H", "QC"]],
            "piles": [["KD"]],
            "draw": ["7D", "8C", "3H", "4S", "TC"],
        },
        accepted=("play 1 AD",),
        remarks={
            "play 1 JD": say(
                "The jack is below the king. Counting upward, you pass the ace and go nearly all the way round: "
                "eleven steps from the king to the jack. That costs 3.",
            ),
            "pass": say("A pass costs 3, but one of your cards fits for 1."),
        },
        praise=say("From king to ace is one step up. It costs 1."),
    ),
    Step(  # 5.2
        words=say(
            "Now there are three piles. You have just played {first} on {covered}, one step up, for 1. You pay "
            "only for the **most expensive** play of your turn: costs are not added up. Which card can you play "
            "now without paying more?",
            first=named("9H"),
            covered=named("8H"),
        ),
        position={
            "hands": [["2D", "8S", "QC"], ["2S", "4D", "8H", "KC"]],
            "piles": [["8D", "8H", "9H"], ["JC"], ["3S"]],
            "plays": [{"pile": 1, "on": "8H", "cards": ["9H"]}],
            "draw": ["7D", "8C", "3H", "4S", "TC"],
        },
        accepted=("play 2 QC",),
        remarks={
            "play 3 8S": say(
                "{card} is five steps above {top} and costs 3, so you would take three cards instead of one. "
                "Another card adds nothing to your penalty.",
                card=named("8S"),
                top=named("3S"),
            ),
            "end": say(
                "Not yet: {card} costs 1 on pile 2, and you pay 1 in any case. You can get rid of it without "
                "paying more.",
                card=named("QC"),
            ),
        },
        praise=say("It costs 1 as well, so it was free: your penalty is still 1. Two cards played, one to take."),
    ),
    Step(
        words=say(
            "{card} still fits pile 3, but it would raise your penalty from 1 to 3. Do you play it, or do you end "
            "your turn?",
            card=named("8S"),
        ),
        accepted=("end",),
        remarks={
            "play 3 8S": say(
                "That gets rid of one card, but you would take two more at the end of your turn. It is better to "
                "keep {card}.",
                card=named("8S"),
            ),
        },
        praise=say("To lose one card and take two more would have been a bad bargain. You took only one."),
    ),
)

_GROUPS = (
    Step(  # 4.4, 4.5
        words=say(
            "New cards. Cards of the same rank may be played together, as a **group**, if at least **one** of them "
            "fits. It costs no more than a single card. Play the biggest group you can.",
        ),
        position={
            "hands": [["6C", "6D", "6H", "8H", "KS"], ["2S", "4D", "8C", "QC"]],
            "piles": [["5C"]],
            "draw": ["7D", "JD", "3H", "4S", "TC"],
        },
        accepted=("play 1 6C 6D 6H",),
        remarks={
            "play 1 6C": say(
                "{six} fits and costs 1. But {others} can go with it at no extra cost.",
                six=named("6C"),
                others=named("6D 6H"),
            ),
            "play 1 6C 6?": say("Two sixes for 1 are good, but the third can go with them at no extra cost."),
            "pass": say("A pass costs 3 and gets rid of nothing. Your sixes cost 1 all together."),
        },
        praise=say("Three cards for the price of one step: you will take only one card."),
    ),
    Step(  # 4.7
        words=say(
            "That is how knotweed grows: one six covers pile 1, and the other two begin new piles. All three were "
            "closed for you, so your turn ended. The more piles there are, the more cards can be played in one turn, "
            "and the next to do so is {other}.",
            other=OTHER,
        ),
    ),
    Step(  # 4.7: the author's strategy
        words=say(
            "New cards. {other} has only three and may play on each new pile. So it is often best **not** to get rid "
            "of all the cards you can. Which play of a 6 opens no new pile?",
            other=OTHER,
        ),
        position={
            "hands": [["6C", "6D", "6H", "9S", "KS"], ["6S", "7D", "7H"]],
            "piles": [["5C"]],
            "draw": ["9H", "TH", "4H", "JD", "2S"],
        },
        accepted=("play 1 6C",),
        remarks={
            "play 1 6C 6*": say(
                "The more 6s you play, the more piles there are. On these, {other} would go out in one turn. Play "
                "only one 6.",
                other=OTHER,
            ),
            "pass": say(
                "A pass costs three cards. {six} alone costs one, and there is still only one pile.", six=named("6C")
            ),
        },
        praise=say(
            "{other} holds {cards}, and only {six} fits {top}. After a second 6, {other} could have played all three "
            "cards and gone out.",
            other=OTHER,
            cards=named("6S 7D 7H"),
            six=named("6S"),
            top=named("6C"),
        ),
    ),
)

_THE_TRICK = (
    Step(
        words=say(
            "New cards. Compare the cards you play (**out**) with those you take (**in**). {nine} alone is one out, "
            "one in. Which play gets rid of the most cards, even at the full 3?",
            nine=named("9C"),
        ),
        position={
            "hands": [["2D", "9C", "JD", "JH", "JS", "KS"], ["2S", "4D", "8H", "QC"]],
            "piles": [["8C"], ["4H"]],
            "draw": ["7D", "TD", "3H", "4S", "TC"],
        },
        accepted=("play 2 JD JH JS",),
        remarks={
            "play 1 9C": say(
                "{nine} is a good card for this turn, but by itself it gains nothing. First find the big play: "
                "pile 2 takes a whole group.",
                nine=named("9C"),
            ),
            "play 2 *": say(  # 4.5
                "That is the right pile, and it costs 3. But all three jacks together cost 3 as well: leave none "
                "of them behind.",
            ),
            "pass": say(
                "A pass costs 3 and gets rid of nothing. The jacks cost 3, too, but they get rid of three cards."
            ),
        },
        praise=say("{heart} fits {top} and takes the other jacks along.", heart=named("JH"), top=named("4H")),
    ),
    Step(  # 4.3, 5.2
        words=say(
            "Three out, three in: no gain yet. But now you pay the full 3, and no turn can cost more. So what "
            "would another play cost you this turn? Make one and see."
        ),
        accepted=("play 1 9C",),
        remarks={
            "end": say(
                "You would take three cards for three jacks. {nine} still fits pile 1 and adds nothing: the "
                "penalty stays 3.",
                nine=named("9C"),
            ),
        },
        praise=say(
            "Nothing! Four cards out, three in. Remember: once a turn costs 3, other plays cost nothing more. But "
            "they may still serve the next player, so look at the piles that you leave."
        ),
    ),
)

_GOING_OUT = (
    Step(  # 5.3, 6.1, 6.2
        words=say(
            "Now there are three players. You have just played on pile 1 for 1. {card} is your last card, and it "
            "costs 3 on pile 2. But a player who has no cards left is **out** and takes nothing. What do you do?",
            card=named("KH"),
        ),
        position={
            "hands": [["KH"], ["2S", "4D", "8H", "QC"], ["3C", "9D", "TS"]],
            "piles": [["6D", "7D"], ["6H"], ["QS"]],
            "plays": [{"pile": 1, "on": "6D", "cards": ["7D"]}],
            "draw": ["5D", "JD", "3H", "4S", "TC"],
        },
        accepted=("play 2 KH",),
        remarks={
            "end": say(
                "You would take one card and have two. Play {card} and you have none: going out cancels the penalty.",
                card=named("KH"),
            ),
        },
        praise=say("You are out first and win the round, without taking a single card."),
    ),
    Step(  # 6.3
        words=say(
            "The other two play on: the last one with cards loses. Whoever goes out before then **prunes** the "
            "knotweed and discards half of the piles, rounded up. Of these three piles, two must go. Which ones is "
            "up to you: discard one now."
        ),
        accepted=("discard 1", "discard 2", "discard 3"),
        praise=say(
            "You would discard one more, and {next} would go on with the last pile. When only one player has cards "
            "left, the round is over; with two players nobody prunes. If the draw pile ever runs out, all piles "
            "are shuffled into a new one, and one card is turned up.",
            next=OTHER,
        ),
    ),
)

_ENDING = Ending(
    words=say(
        "Now finish a real round against {other}. It began with five cards each and one pile. Now you have six "
        "cards, and there are three piles. With luck you need only two turns. Look first for a group that costs "
        "nothing, then compare cards out and cards in, and be the first to go out.",
        other=OTHER,
    ),
    seats=2,
    seed="lesson-111",
    options={},
    moves=(
        (1, "play 1 6H"),
        (1, "end"),
        (0, "play 1 5H 5S"),
        (0, "end"),
        (1, "play 1 5C"),
        (1, "end"),
        (0, "play 2 KD KS"),
        (0, "play 1 JC"),
        (0, "end"),
        (1, "play 3 AS"),
        (1, "end"),
    ),
)
"""Two aces are free on the third pile, and next turn the other cards fit."""

LESSONS = (
    Lesson(
        key="basics",
        title=say("Knotweed in three minutes"),
        steps=(*_A_TURN, *_COSTS, *_GROUPS, *_THE_TRICK, *_GOING_OUT),
        ending=_ENDING,
    ),
)
