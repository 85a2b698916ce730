"""The other Counter lessons: the power of each rank, in a trick that it decides."""

from engines.counter.lesson.basics import LEFT, RIGHT, to_the_trick
from engines.lessons import ANY, Lesson, Step
from engines.texts import named, say, shown

_BIDS = {"bids": (2, 4, 4), "won": (1, 3, 3)}
"""With three cards left, the learner needs one more trick."""

_ACE = Step(  # V2
    words=say(
        "In each of these tricks you play last, and you want to win.\n"
        "The **ace** is worth only 1. But it is worth 14 if a jack, queen or king of its suit is in the trick."
    ),
    position=to_the_trick("AH 8H KS", "TH JH", "8C", left="QD 3D", right="KD 9S", **_BIDS),
    accepted=("play AH",),
    remarks={"play 8H": say("{eight} is lower than {jack}, which is worth 11.", eight=named("8H"), jack=named("JH"))},
    praise=say("Because of {jack} your ace is worth 14, and no heart is higher.", jack=named("JH")),
)

_TWO = Step(  # 6.2a
    words=say(
        "A **2** is always a trump, whatever suit is printed on it. (In your hand it has its printed suit: it "
        "follows that suit, and you must play it if it is your only card of the suit led.) You hold no diamond. Win "
        "this trick."
    ),
    position=to_the_trick("2H KH AC", "QD TD", "8S", left="9C 3C", right="KC 9S", **_BIDS),
    accepted=("play 2H",),
    remarks={ANY: say("Diamonds were led and spades are trumps. This card is neither, so it cannot win.")},
    praise=say("{two} is a trump here, and the only one. Its value, just 2, does not matter.", two=named("2H")),
)

_THREE = Step(  # V5
    words=say(
        "A **3** robs: it adds the values of all 4s and queens in the trick to its own, and they become 0. {right} had "
        "no heart and threw away {queen}.",
        **shown(right=RIGHT, queen="QS"),
    ),
    position=to_the_trick("3H 8H KD", "TH QS", "8C", left="9C 3C", right="KC 9D", **_BIDS),
    accepted=("play 3H",),
    remarks={
        "play 8H": say(
            "{eight} is lower than {ten}, so {left} would win.", eight=named("8H"), ten=named("TH"), left=LEFT
        )
    },
    praise=say(
        "{three} takes the 12 of {queen}: 3 + 12 = 15, more than the 10 of {ten}.",
        **shown(three="3H", queen="QS", ten="TH"),
    ),
)

_FOUR = Step(  # 5.7, 7.1 to 7.3
    words=say(
        "A **4** is void: it cannot win. If you show another 4 from your hand while you play it, it is a victor and "
        "wins, whatever else is in the trick. Only a queen in the trick makes all 4s ordinary cards."
    ),
    position=to_the_trick("4D 4C KD", "TH KS", "8S", left="9C 3C", right="KC 9H", **_BIDS),
    accepted=("play 4D 4C", "play 4C 4D"),
    remarks={
        "play KD": say("Hearts were led and spades are trumps. {king} is neither.", king=named("KD")),
        "play 4?": say("Without another 4 shown, the 4 is void and cannot win."),
    },
    praise=say(
        "Your victor wins, even against the trump {king}. The 4 that you showed stays in your hand.", king=named("KS")
    ),
)

_FIVE = Step(  # V3, 8.4
    words=say(
        "A **5** robs the 6s as a 3 robs the 4s and queens: it adds their values, and they become 0. After the trick "
        "everybody passes a card to the left."
    ),
    position=to_the_trick("5S 3S KC", "6S 6D", "8H", left="9C 3C", right="QC 9H", **_BIDS),
    accepted=("play 5S",),
    remarks={
        "play 3S": say(
            "{three} is lower than {six}. Only 4s and queens are robbed by a 3.", three=named("3S"), six=named("6S")
        )
    },
    praise=say("{five} robs both 6s: 5 + 6 + 6 = 17. Next, everybody passes a card to the left.", five=named("5S")),
)

_SIX = Step(  # 8.1
    words=say(
        "A **6** takes the lead: if it alone has the lowest value of the whole trick, its player leads next, and the "
        "card they lead counts double. You cannot win this trick. Can you still get something out of it?"
    ),
    position=to_the_trick(
        "6C 8C TS 3D", "TC KC", "8H", left="KS 9S AD", right="9D QS 7S", bids=(2, 4, 4), won=(1, 2, 3)
    ),
    accepted=("play 6C",),
    remarks={
        "play 8C": say(
            "{eight} loses as well, and then {right}, who wins the trick, leads to the next one.",
            **shown(eight="8C", right=RIGHT),
        )
    },
    praise=say(
        "6 is lower than 10 and 13. {right} wins the trick, but you lead next, and that lead counts double.",
        right=RIGHT,
    ),
)

_DOUBLED = Step(  # V6
    words=say(
        "You lead, although {right} won the trick. Your card counts double: lead the one that will be worth the most.",
        right=RIGHT,
    ),
    accepted=("play TS",),
    remarks={
        "play 8C": say("2 × 8 = 16 is a lot, but you can lead more."),
        "play 3D": say("2 × 3 is only 6. Many diamonds are higher."),
    },
    praise=say(
        "2 × 10 = 20. No single card has a value like that, so only a trump, a robbery, a 7 or a victor can beat it."
    ),
)

_SEVEN = Step(  # 7.4b
    words=say(
        "A **7** turns the order around: if there are one or three 7s in the trick, the lowest value wins. Two 7s "
        "cancel each other, and in a trick to which a king was led they do nothing."
    ),
    position=to_the_trick("7D TD QC", "8D KD", "TH", left="9C 3C", right="KC 9H", **_BIDS),
    accepted=("play 7D",),
    remarks={
        "play TD": say(
            "{ten} is higher than {eight}, but {king} is higher still.",
            **shown(ten="TD", eight="8D", king="KD"),
        )
    },
    praise=say("7 is lower than 8 and 13, and the lowest value wins."),
)

_EIGHT = Step(  # 5.4, 6.2c
    words=say(
        "An **8** joins the led suit, whatever suit is printed on it. (Only the 8 of trumps stays a trump. And if an 8 "
        "is your only card of the led suit, you need not play it.) You hold no diamond. Win this trick."
    ),
    position=to_the_trick("8S KS QC", "3D AD", "TH", left="9C 3C", right="KC 9H", **_BIDS),
    accepted=("play 8S",),
    remarks={ANY: say("Diamonds were led and hearts are trumps. This card is neither, so it cannot win.")},
    praise=say("{eight} counts as a diamond worth 8, more than 3 and 1.", eight=named("8S")),
)

_NINE = Step(  # V7
    words=say(
        "A **9** goes with the majority: it is worth 15 if more of the other cards are above 9 than below, and only ½ "
        "if more are below. Otherwise it stays 9."
    ),
    position=to_the_trick("9H 8H AS", "TH KH", "8C", left="9C 3C", right="KC 9D", **_BIDS),
    accepted=("play 9H",),
    remarks={
        "play 8H": say("{eight} has no power here: hearts were led, and it is a heart worth 8.", eight=named("8H"))
    },
    praise=say(
        "Both other cards are above 9, so {nine} is worth 15, more than the 13 of {king}.",
        **shown(nine="9H", king="KH"),
    ),
)

_TEN = Step(  # V1, 6.2b
    words=say(
        "A **10** that isn't of the led suit becomes a card of the led suit, worth 15. (If its own suit is led, "
        "it is worth 10.) You hold no club. Win this trick."
    ),
    position=to_the_trick("TS KS AD", "QC 8C", "8H", left="9C 3C", right="KC 9D", **_BIDS),
    accepted=("play TS",),
    remarks={ANY: say("Clubs were led and hearts are trumps. This card is neither, so it cannot win.")},
    praise=say("{ten} counts as a club worth 15, more than the 12 of {queen}.", ten=named("TS"), queen=named("QC")),
)

_JACK = Step(  # 8.2
    words=say(
        "A **jack** is put on the indicator after the trick: from the next trick on, its suit is the trump suit. Win "
        "this trick, and turn your other hearts into trumps."
    ),
    position=to_the_trick("JH KH 3H", "8H TH", "TC", left="9C 3C", right="KC 9D", **_BIDS),
    accepted=("play JH",),
    remarks={
        "play KH": say("{king} wins the trick, but clubs stay trumps.", king=named("KH")),
        "play 3H": say(
            "{three} is lower than {ten}, so {right} would win, and clubs would stay trumps.",
            **shown(three="3H", ten="TH", right=RIGHT),
        ),
    },
    praise=say(
        "{jack} wins with 11, and hearts are trumps now, your {hearts} among them.",
        **shown(jack="JH", hearts="3H KH"),
    ),
)

_QUEEN = Step(  # V4
    words=say(
        "A **queen** is worth 12. But it is worth 15 if another card in the trick is worth 11: a jack, or a 5 that "
        "robbed one 6. Win this trick."
    ),
    position=to_the_trick("QD TD AS", "JD KD", "8C", left="9C 3C", right="KC 9H", **_BIDS),
    accepted=("play QD",),
    remarks={
        "play TD": say(
            "Diamonds were led, so {ten} is worth only 10, less than {king}.", ten=named("TD"), king=named("KD")
        )
    },
    praise=say(
        "{jack} is worth 11, so {queen} is worth 15 and beats the 13 of {king}.",
        **shown(jack="JD", queen="QD", king="KD"),
    ),
)

_KING = Step(  # 6.1
    words=say(
        "A **king** that is led changes the trumps of its trick: the first card that is neither of the king's suit nor "
        "of the trump suit makes its own suit trumps. 2s and 10s do not count. {left} led {king}, and {right} plays "
        "the trump {ace}. Win this trick.",
        **shown(left=LEFT, right=RIGHT, king="KH", ace="AS"),
    ),
    position=to_the_trick("KD TD TC", "KH AS", "8S", left="9C 3C", right="KC 9D", **_BIDS),
    accepted=("play KD",),
    remarks={
        ANY: say(
            "A 10 does not count for this: it becomes a heart, worth 15. Spades stay trumps, and {ace} wins.",
            ace=named("AS"),
        )
    },
    praise=say(
        "{diamond} is the first card that is neither a heart nor a trump, so diamonds are trumps in this trick and "
        "{ace} is not. Those are all the powers: when in doubt, look them up in the rules.",
        **shown(diamond="KD", ace="AS"),
    ),
)

POWERS = (
    Lesson(key="powers", title=say("The powers from the ace to the 5"), steps=(_ACE, _TWO, _THREE, _FOUR, _FIVE)),
    Lesson(key="powers6", title=say("The powers from the 6 to the 9"), steps=(_SIX, _DOUBLED, _SEVEN, _EIGHT, _NINE)),
    Lesson(key="powers10", title=say("The powers from the 10 to the king"), steps=(_TEN, _JACK, _QUEEN, _KING)),
)
