"""The 3 Piles lesson: taking, drawing, scoring, and covering what the opponent needs."""

from typing import Any

from engines.lessons import Ending, Lesson, Step, moves_of
from engines.texts import named, say

FRESH: dict[str, Any] = {
    "hands": [["TS", "2H", "KH"], ["4D", "8H", "QS"]],
    "stacks": [["KC"], ["7D"], ["2S"]],
    "deck": ["9H", "4S", "JD", "5C", "AH", "6S"],
}
FIRST_STEPS = (
    Step(
        say(
            "You and your opponent each collect cards in three **piles**, which are still empty. In the middle lie "
            "three **stacks** for both of you: only the top card of a stack can be taken. You hold three cards that "
            "nobody else sees. In the end, the player with more points wins."
        ),
        position=FRESH,
    ),
    Step(
        say(
            "It is your turn. You can **take** the top card of a stack and put it on one of your piles. An empty "
            "pile accepts any card. Take {card}: from the middle, a pile can grow both ways.",
            card=named("7D"),
        ),
        accepted=("take 1 0",),
        remarks={
            "take 0 *": say(
                "A king is the highest card, so this pile could only grow downwards. Start with {card}, in the middle.",
                card=named("7D"),
            ),
            "take 2 *": say(
                "Below a 2 there is only the ace, so this pile could hardly grow downwards. Start with {card}.",
                card=named("7D"),
            ),
            "draw": say(
                "You can draw too, and often it is better to play from your hand, as you will see. But here take "
                "{card} to begin with.",
                card=named("7D"),
            ),
        },
        praise=say(
            "Good. That was your whole turn. The stack was empty, so a card of the deck was turned up there: a new "
            "choice for your opponent. That is why cards from your hand often come first."
        ),
    ),
    Step(
        say(
            "Your opponent took {taken}. A card fits a pile only if it is **higher or lower than all** of its cards. "
            "Suits don't matter. What you skip is **shut out** for good. Add the card to pile 1 that skips the fewest "
            "ranks.",
            taken=named("KC"),
        ),
        replies=((1, "take 0 0"),),
        accepted=("take 1 0",),
        remarks={
            "take 0 0": say(
                "{card} fits, but then no 5 or 6 could ever join this pile. {better} skips only the 8.",
                card=named("4S"),
                better=named("9H"),
            ),
            "take 2 0": say(
                "{card} fits, but then no 3, 4, 5 or 6 could ever join this pile. {better} skips only the 8.",
                card=named("2S"),
                better=named("9H"),
            ),
            "take * 1": say("That begins a second pile. Only your longest pile counts, so make pile 1 longer."),
            "draw": say(
                "You could, and it would turn up no new card for your opponent. But here a card on a stack skips "
                "only a single rank."
            ),
        },
        praise=say(
            "Yes: only the 8 is shut out. Small steps make long piles. Before you skip a rank, count how many of its "
            "cards can still come."
        ),
    ),
)

NOTHING_TO_TAKE: dict[str, Any] = {
    "hands": [["TS", "2H", "KH"], ["4D", "6C", "QS"]],
    "stacks": [["KC", "8C"], ["8S"], ["7H"]],
    "deck": ["JS", "5C", "AH", "6S", "3D", "9C"],
    "piles": [[["7D", "9H"], ["QC"], ["3C"]], [["AD", "5S"], ["KS"], ["4H"]]],
}
DRAWING_STEPS = (
    Step(
        say(
            "A new position: no card on a stack fits pile 1, your longest. The other thing you can do is **draw** a "
            "card from the deck and then **play** one from your hand. Draw."
        ),
        position=NOTHING_TO_TAKE,
        accepted=("draw",),
        remarks={
            "take *": say(
                "That is allowed, but making a short pile longer scores nothing: only the longest counts. Draw instead."
            )
        },
        praise=say("You hold four cards now. After drawing you have to play one, and you can no longer take."),
    ),
    Step(
        say(
            "Play the new card or any other: on one of your piles, or on top of a stack. Which card makes pile 1 "
            "longer and shuts nothing out?"
        ),
        accepted=("pile TS 0",),
        remarks={
            "pile JS 0": say(
                "{card} fits, but it would shut out the 10, which you hold. Play the 10 first; both will fit.",
                card=named("JS"),
            ),
            "pile * 0": say("That fits, but it would shut out many ranks. Look for the card that follows 9 at once."),
            "pile *": say("That pile is short, and only your longest pile counts. Look for a card for pile 1."),
            "stack *": say(
                "You may put any card on a stack, but there it belongs to nobody, and your opponent can take it. You "
                "have a card that makes pile 1 longer."
            ),
        },
        praise=say("{card} follows {before} without a gap.", card=named("TS"), before=named("9H")),
    ),
)

SCORES: dict[str, Any] = {
    "hands": [["3S", "9C", "QH"], ["4D", "6C", "QS"]],
    "stacks": [["8C"], ["2S"], ["7H"]],
    "deck": ["5S", "TC", "AC", "6S"],
    "piles": [[["4C", "5H", "7D", "9H", "TS", "JC"], ["AS", "KD"], ["2D"]], [["AD", "3C"], ["KS"], ["4H"]]],
}
DIAMOND_OR_CLUB: dict[str, Any] = {
    "hands": [["3S", "9C", "2H"], ["4D", "6C", "QS"]],
    "stacks": [["8C", "JD"], ["2S", "JC"], ["3H"]],
    "deck": ["5S", "TC", "AC", "6S"],
    "piles": [[["5H", "7S", "9H", "TS"], ["QH"], []], [["AD", "3C"], ["KS"], ["4H"]]],
}
ACE_AND_KING: dict[str, Any] = {
    "hands": [["3S", "9C", "2H"], ["4D", "6C", "QS"]],
    "stacks": [["8C"], ["8S", "KH"], ["6H"]],
    "deck": ["5S", "TC", "AC", "6S"],
    "piles": [[["5H", "7S", "9H", "TS", "JD"], ["AS"], ["3D"]], [["AD", "3C"], ["KS"], ["4H"]]],
}
SCORING_STEPS = (
    Step(
        say(
            "A new position, to count points. You score in three ways. **1** for each card of your longest pile: 6 "
            "here. **3** for each pile with an ace and a king: pile 2. **1** for each diamond, in any pile: "
            "{diamonds}. Together that makes 12, as the table shows beside your name.",
            diamonds=named("7D KD 2D"),
        ),
        position=SCORES,
    ),
    Step(
        say("New cards again. Two jacks fit pile 1. Take the one that scores more."),
        position=DIAMOND_OR_CLUB,
        accepted=("take 0 0",),
        remarks={
            "take 1 0": say(
                "{card} makes pile 1 longer: 1 point. {better} does so too, and it is a diamond: 2 points.",
                card=named("JC"),
                better=named("JD"),
            ),
            "take 0 *": say("The diamond counts there as well. But on pile 1 the card also makes your pile longer."),
            "take *": say("Take a jack for pile 1: it makes your longest pile longer."),
            "draw": say("There is a card on a stack that scores 2 points at once. Take it."),
        },
        praise=say("2 points with one card: a longer pile, and a diamond."),
    ),
    Step(
        say("New cards again. {card} is on top of stack 2. Where does it score the most?", card=named("KH")),
        position=ACE_AND_KING,
        accepted=("take 1 1",),
        remarks={
            "take 1 0": say(
                "That makes pile 1 longer, for 1 point, but no queen could join it any more. Where is an ace waiting?"
            ),
            "take 1 2": say("There it scores nothing, and pile 3 could only grow downwards. Where is an ace waiting?"),
            "take *": say("That is allowed, but {card} can earn you 3 points at once.", card=named("KH")),
            "draw": say("{card} can earn you 3 points at once. Take it before your opponent does.", card=named("KH")),
        },
        praise=say("3 points for two cards. The pile is full now: nothing is lower than an ace or higher than a king."),
    ),
)

COVER: dict[str, Any] = {
    "hands": [["TC", "4S", "QH", "8C"], ["4C", "6C", "QS"]],
    "stacks": [["2S", "KD"], ["5S"], ["8H"]],
    "deck": ["9D", "2C", "AC", "3S"],
    "piles": [
        [["5C", "6H", "7D", "9H"], ["AS", "KC"], ["6D", "TS"]],
        [["AD", "3C", "4H", "6S", "JS"], ["9C", "TD"], ["7C", "TH"]],
    ],
    "phase": "play",
}
EMPTY_DECK: dict[str, Any] = {
    "hands": [[], []],
    "stacks": [["QC", "3D"], [], []],
    "piles": [
        [["4S", "5H", "7D", "9H", "TS"], ["AC", "KH"], ["6C", "8C"]],
        [["2H", "3C", "6S", "8D", "QH"], ["AD", "KS"], ["3S", "KC"]],
    ],
}
TRICK_STEPS = (
    Step(
        say(
            "New cards. {king} would bring your opponent 5 points: it joins an ace, is a diamond, and makes the "
            "longest pile longer. You have drawn, so you can't take it. **Cover** it with a card that is of no use to "
            "you.",
            king=named("KD"),
        ),
        position=COVER,
        accepted=("stack 8C 0",),
        remarks={
            "pile *": say(
                "Whatever that scores, your opponent then takes {king} for 5 points. Cover it first.",
                king=named("KD"),
            ),
            "stack * 0": say(
                "That covers {king}, but this card still fits your piles. {card} fits none of them: use that one.",
                king=named("KD"),
                card=named("8C"),
            ),
            "stack *": say(
                "That leaves {king} to your opponent. Put the card on top of it, on stack 1.", king=named("KD")
            ),
        },
        praise=say("Well done. Only the top card of a stack can be taken, so {king} is safe.", king=named("KD")),
    ),
    Step(
        say(
            "Now the end, with new cards. The deck is empty, and so is your hand. You **must take** a card as long as "
            "one fits, even if it hurts. If none fits, your turn is skipped. Where does {card} score more?",
            card=named("3D"),
        ),
        position=EMPTY_DECK,
        accepted=("take 0 0",),
        remarks={
            "take 0 2": say(
                "It is a diamond in any pile: 1 point. But on pile 1 it also makes your longest pile longer."
            )
        },
        praise=say(
            "{card} lay below, and it fits none of your opponent's piles. So your opponent passes, and it is your "
            "turn again.",
            card=named("QC"),
        ),
    ),
    Step(
        say("One card is left. Put it where it scores."),
        accepted=("take 0 0",),
        remarks={
            "take 0 2": say("Pile 3 stays short, so that scores nothing. On pile 1 it makes your longest pile longer.")
        },
        praise=say(
            "Neither of you can move, so the game is over: 7 for the long pile, 3 for ace and king, 2 for "
            "diamonds. That is all there is to know!"
        ),
    ),
)

ENDING_MOVES = (
    "0 draw, 0 pile AD 0, 1 draw, 1 pile 9D 2, 0 draw, 0 pile 2H 0, 1 take 1 1, 0 take 1 0, 1 take 1 2, 0 draw, 0 "
    "pile 8D 1, 1 draw, 1 pile 2D 0, 0 draw, 0 pile 4D 0, 1 take 1 0, 0 draw, 0 pile QD 1, 1 draw, 1 pile KH 0, 0 "
    "take 1 1, 1 take 1 1, 0 draw, 0 stack 9H 0, 1 draw, 1 pile AC 0, 0 draw, 0 pile 5S 0, 1 draw, 1 pile 7H 1, 0 "
    "draw, 0 pile 6D 0, 1 draw, 1 pile 5C 1, 0 draw, 0 stack 6C 2, 1 draw, 1 pile JD 1, 0 draw, 0 pile 6H 2, 1 "
    "draw, 1 pile QC 1, 0 draw, 0 pile 4S 2, 1 draw, 1 stack 9S 0, 0 draw, 0 pile AS 2, 1 draw, 1 pile 2C 2, 0 "
    "draw, 0 pile QS 2, 1 draw, 1 pile JH 2, 0 draw, 0 stack TS 0, 1 draw, 1 pile 3C 1, 0 draw, 0 pile KC 1, 1 "
    "draw, 1 pile KD 1, 0 draw, 0 pile 7C 0, 1 draw, 1 stack QH 2, 0 take 1 0, 1 draw, 1 pile 2S 1, 0 draw, 0 "
    "stack 4C 2, 1 draw, 1 stack 7S 0"
)
ENDING = Ending(
    say(
        "Now play the end of a game against an easy computer. You are one point behind, and the deck is almost empty. "
        "Look for cards that make pile 1 longer, and for a king."
    ),
    seats=2,
    seed="lesson 4",
    options={},
    moves=moves_of(ENDING_MOVES),
)

LESSON = Lesson(
    "basics",
    say("3 Piles in three minutes"),
    (*FIRST_STEPS, *DRAWING_STEPS, *SCORING_STEPS, *TRICK_STEPS),
    ENDING,
)
LESSONS = (LESSON,)
