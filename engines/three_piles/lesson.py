"""The 3 Piles lesson: taking, gaps, drawing, an ace with a king, diamonds."""

from engines.lessons import ANY, Lesson, Step
from engines.texts import named, say, shown
from engines.three_piles.rulebook import table

_TAKE = Step(
    say(
        "You and your opponent each collect cards in three **piles**. You can **take** the top card of a **stack** in "
        "the middle and put it on one of your piles. Take {card}: from the middle, a pile can grow both ways.",
        card=named("7D"),
    ),
    position=table("TS 2H KH | 4D 8H QS", "KC | 7D | 2S", deck="9H 4S JD 5C AH 6S"),
    accepted=("take 1 0",),
    remarks={
        "draw": say("You can draw too. But here take {card} to begin with.", card=named("7D")),
        ANY: say("That pile could hardly grow in one direction. Start with {card}, in the middle.", card=named("7D")),
    },
    praise=say("That was your turn. The stack was empty, so a card of the deck lies there: your opponent can take it."),
)

_GAP = Step(
    say(
        "Your opponent took {taken}. A card fits a pile only if it is **higher or lower than all** of its cards. "
        "Suits don't matter. What you skip is **shut out** for good. Add the card to pile 1 that skips the fewest "
        "ranks.",
        taken=named("KC"),
    ),
    replies=((1, "take 0 0"),),
    accepted=("take 1 0",),
    remarks={
        "take * 0": say("That fits, but it skips more. {better} skips only the 8.", better=named("9H")),
        "take * 1": say("That begins a second pile. Only your longest pile counts, so make pile 1 longer."),
        "draw": say("You could. But here a card on a stack skips only a single rank."),
    },
    praise=say("Only the 8 is shut out. Small steps make long piles."),
)

_DRAW = Step(
    say(
        "A new position: no card on a stack fits pile 1, your longest. The other thing you can do is **draw** a "
        "card from the deck and then **play** one from your hand. Draw."
    ),
    position=table(
        "TS 2H KH | 4D 6C QS", "KC 8C | 8S | 7H", piles=("7D 9H | QC | 3C", "AD 5S | KS | 4H"), deck="JS 5C AH 6S 3D 9C"
    ),
    accepted=("draw",),
    remarks={"take *": say("That scores nothing: only your longest pile counts. Draw.")},
    praise=say(
        "Now you have to play one of your four cards, on a pile or on a stack. {card} follows {before} without a gap.",
        **shown(card="TS", before="9H"),
    ),
)

_ACE_AND_KING = Step(
    say(
        "New cards. Each card of your longest pile scores 1, and each pile with an ace **and** a king scores 3. {card} "
        "is on top of stack 2. Where does it score the most?",
        card=named("KH"),
    ),
    position=table(
        "3S 9C 2H | 4D 6C QS",
        "8C | 8S KH | 6H",
        piles=("5H 7S 9H TS JD | AS | 3D", "AD 3C | KS | 4H"),
        deck="5S TC AC 6S",
    ),
    accepted=("take 1 1",),
    remarks={
        "take 1 *": say("There it scores less. Where is an ace waiting?"),
        ANY: say("{card} can earn you 3 points at once. Take it before your opponent does.", card=named("KH")),
    },
    praise=say("3 points for two cards. The pile is full now."),
)

_DIAMONDS = Step(
    say("New cards. Each diamond scores 1 as well, in any pile. Two jacks fit pile 1. Take the one that scores more."),
    position=table(
        "3S 9C 2H | 4D 6C QS",
        "8C JD | 2S JC | 3H",
        piles=("5H 7S 9H TS | QH | ", "AD 3C | KS | 4H"),
        deck="5S TC AC 6S",
    ),
    accepted=("take 0 0",),
    remarks={
        "take 1 0": say(
            "{card} makes pile 1 longer: 1 point. {better} does so too, and it is a diamond: 2 points.",
            **shown(card="JC", better="JD"),
        ),
        "take 0 *": say("The diamond counts there as well. But on pile 1 the card also makes your pile longer."),
        ANY: say("There is a card on a stack that scores 2 points at once. Take it."),
    },
    praise=say("2 points with one card: a longer pile, and a diamond."),
)

LESSON = Lesson("basics", say("3 Piles in three minutes"), (_TAKE, _GAP, _DRAW, _ACE_AND_KING, _DIAMONDS))
LESSONS = (LESSON,)
