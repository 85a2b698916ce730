"""The Knotweed lesson: what fits by rank and by suit, when to end a turn, groups, going out."""

from engines.knotweed.rulebook import table
from engines.lessons import Lesson, Step
from engines.texts import Player, named, say

OTHER = Player(1)

_RANK = Step(  # 4.2, 5.1
    words=say(
        "Get rid of your cards: the first player without any wins. A card fits a pile if it has the **rank** or the "
        "**suit** of its top card, and the same rank is free. Play the card that fits {top}.",
        top=named("5C"),
    ),
    position=table("5H 9S KD | 2S 4D 8H QC", "5C", draw="7C JD 3H 4S TC 6D AH 9D 2C JS"),
    accepted=("play 1 5H",),
    remarks={
        "pass": say(
            "If you pass, you draw three cards. {card} has the rank of {top}.", card=named("5H"), top=named("5C")
        )
    },
    praise=say("A five on a five: you draw no card, and you have one fewer."),
)

_SUIT = Step(  # 4.3
    words=say(
        "New cards. The same suit fits, too, but at a **penalty**. Count **upward** from {top} to your card: one "
        "step costs 1, two steps 2, more 3. You draw that many cards when your turn ends. Play the cheapest of "
        "your three clubs.",
        top=named("5C"),
    ),
    position=table("4C 6C 9C KD | 2S 4D 8H QC", "5C", draw="7D JD 3H 4S TC"),
    accepted=("play 1 6C",),
    remarks={
        "play 1 4C": say("From the five up to the four it is twelve steps, past the king and the ace. That costs 3."),
        "play 1 9C": say(
            "{card} is four steps above {top}. Anything more than two steps costs 3.", card=named("9C"), top=named("5C")
        ),
        "pass": say("A pass costs 3 and you keep all four cards."),
    },
    praise=say("One step up costs 1: at the end of the turn you draw one card."),
)

_END = Step(  # 4.6, 4.7, 5.2
    words=say(
        "Now there are three piles. In one turn you may play on each of them once, and you pay only for the **most "
        "expensive** play. {card} would raise your penalty from 1 to 3. Do you play it, or do you end your turn?",
        card=named("8S"),
    ),
    position=table(
        "2D 8S | 2S 4D 8H KC",
        "8D 8H 9H | JC QC | 3S",
        draw="7D 8C 3H 4S TC",
        plays=[{"pile": 1, "on": "8H", "cards": ["9H"]}, {"pile": 2, "on": "JC", "cards": ["QC"]}],
    ),
    accepted=("end",),
    remarks={"play 3 8S": say("That sheds one card, but you would draw two more.")},
    praise=say("Two cards played, and only one drawn."),
)

_GROUP = Step(  # 4.4, 4.5, 4.7: the author's strategy
    words=say(
        "New cards. Cards of the same rank may be played together, as a **group**, if at least **one** of them "
        "fits. It costs no more than a single card. Play the biggest group you can."
    ),
    position=table("6C 6D 6H 8H KS | 2S 4D 8C QC", "5C", draw="7D JD 3H 4S TC"),
    accepted=("play 1 6C 6D 6H",),
    remarks={
        "play 1 6C*": say("That fits and costs 1. But all three sixes cost no more."),
        "pass": say("A pass costs 3 and gets rid of nothing. Your sixes cost 1 all together."),
    },
    praise=say(
        "Three cards for the price of one step. But two of them began new piles, which {other} can use: often it is "
        "better not to play all you can.",
        other=OTHER,
    ),
)

_OUT = Step(  # 5.3, 6.1
    words=say(
        "You have just played on pile 1 for 1. {card} is your last card, and it costs 3 on pile 2. But a player "
        "who has no cards left is **out** and draws nothing. What do you do?",
        card=named("KH"),
    ),
    position=table(
        "KH | 2S 4D 8H QC", "6D 7D | 6H | QS", draw="5D JD 3H 4S TC", plays=[{"pile": 1, "on": "6D", "cards": ["7D"]}]
    ),
    accepted=("play 2 KH",),
    remarks={
        "end": say(
            "You would draw one card and have two. Play {card} and you have none: going out cancels the penalty.",
            card=named("KH"),
        )
    },
    praise=say("You are out first and win the round, without drawing a single card."),
)

LESSONS = (Lesson(key="basics", title=say("Knotweed in three minutes"), steps=(_RANK, _SUIT, _END, _GROUP, _OUT)),)
