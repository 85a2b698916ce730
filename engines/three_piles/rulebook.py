"""The rules of 3 Piles for players."""

from collections.abc import Sequence
from typing import Any

from engines.cards import rows
from engines.rulebooks import Example, Section
from engines.texts import named, say, shown


def table(
    hands: str, stacks: str, piles: Sequence[str] = ("| |", "| |"), deck: str = "2C 8D 3S", **others: Any
) -> dict[str, Any]:
    """A position with these rows of cards, three piles for each player."""
    return {"hands": rows(hands), "stacks": rows(stacks), "deck": deck.split(), "piles": [*map(rows, piles)], **others}


RULES = (
    Section(
        say("In short"),
        say(
            "- You and your opponent each build three **piles**. The player with more points wins.\n"
            "- On your turn, **take** the top card of a stack and add it to one of your piles,\n"
            "- or **draw** a card, then **play** one from your hand to one of your piles or on top of a stack.\n"
            "- A card fits a pile if it is lower or higher than every card in it. A gap can never be filled.\n"
            "- Equal ranks never fit. Suits do not matter.\n"
            "- Your **longest pile** scores 1 point for each of its cards.\n"
            "- Each pile with both an **ace** (low) and a **king** (high) scores 3.\n"
            "- Each **diamond** in your piles scores 1.\n"
            "- The game ends when the deck is empty and neither player can do anything.\n"
            "- Tips: begin piles with middle cards, which can grow at both ends. Play from your hand rather than "
            "take the last card of a stack, because a new card is turned up there for your opponent."
        ),
        Example(
            say(
                "It is your turn: take the {nine} or the {queen}, or draw. The {four} fits your empty third pile only.",
                **shown(nine="9C", queen="QS", four="4H"),
            ),
            table("7H JC 3D | 5S TC KD", "9C | 4H | 2S QS", piles=("3C 5H 6D | 2H 8S | ", "7S 9D | 4C | ")),
        ),
    ),
    Section(
        say("The idea"),
        say(
            "Two players collect cards in three piles each. A pile is a run of ranks that can grow only at its two "
            "ends. You score your longest pile, piles from ace to king, and diamonds. The ace is low, the king high."
        ),
        Example(
            say("Your first pile holds six cards, an ace and a king: 6 points for its length and 3 for ace and king."),
            table("7H JC | 5S TC", "9C | 4H | QS", piles=("AS 3H 5C 8S TH KC | 6H 7C | ", "4C 6S 9H | KS | ")),
        ),
    ),
    Section(
        say("The table"),
        say(
            "Each player holds three cards. In the middle lie three **stacks**, face up; only the top card of a stack "
            "can be taken. The other cards are the **deck**. All **piles** are empty at first."
        ),
        Example(
            say("The beginning: three stacks of one card, empty piles, three cards in each hand."),
            table("7H JC 3D | 5S TC KD", "9C | 4H | QS"),
        ),
    ),
    Section(
        say("Your turn"),
        say(
            "Do one of two things:\n"
            "- **Take** the top card of a stack and add it to one of your piles that it fits. If that was the last "
            "card of the stack, the next card of the deck is turned up in its place.\n"
            "- **Draw** a card, then **play** one from your hand, the new one or another: either to a pile of yours "
            "that it fits or on top of any stack. After drawing you can no longer take.\n"
            "A card on a stack belongs to nobody: both players may take it later."
        ),
        Example(
            say("You have taken the last card of the first stack. The next card of the deck takes its place."),
            table("7H JC 3D | 5S TC KD", "9C | 4H | QS"),
            ((0, "take 0 0"),),
        ),
    ),
    Section(
        say("What fits a pile"),
        say(
            "Any card fits an empty pile. Otherwise it must be lower than every card of the pile or higher than every "
            "card of it. You may leave gaps, but they stay: on 3, 5 and 6 you can add an ace, a 2, or anything from 7 "
            "up, never a 4. Equal ranks do not fit. Suits do not matter. Cards never leave a pile."
        ),
        Example(
            say(
                "Your first pile runs from 3 to 6. The {ace} and the {jack} fit it, the {four} does not.",
                **shown(ace="AH", jack="JC", four="4H"),
            ),
            table("7H TC 8S | 5S 9C KD", "AH | JC | 4H", deck="2C 8D QS", piles=("3C 5H 6D |  | ", "7S |  | ")),
        ),
    ),
    Section(
        say("When the deck is empty"),
        say(
            "You take as before, but an emptied stack stays empty; or you play a card from your hand without drawing. "
            "You must do one of them if you can, even if it hurts: with no cards left in hand you have to take a card "
            "that fits. If you can do nothing you pass, which happens by itself, and you play again as soon as "
            "a card fits one of your piles. The game ends when neither player can do anything."
        ),
        Example(
            say(
                "The deck is empty, and so is the third stack. You can still take a card, or play your {jack}.",
                jack=named("JC"),
            ),
            table("JC | 5S 9C", "2H | 4D QS | ", deck="", piles=("3C 5H 6D TS | 7D 8H | KH", "4S 7S 9D | 6H JS | AS")),
        ),
    ),
    Section(
        say("Scoring"),
        say(
            "- **Longest pile:** 1 point for each card of your longest pile. Only one pile counts.\n"
            "- **Ace and king:** 3 points for each of your piles that holds both.\n"
            "- **Diamonds:** 1 point for each diamond in your piles.\n"
            "The player with more points wins; equal points are a draw. The highest possible score is 35."
        ),
        Example(
            say("You score 7 for your longest pile, 3 for its ace and king, and 3 for diamonds: 13 points."),
            table(
                " | 5S", "5H |  | ", deck="", piles=("AC 3D 5C 6D 8H JS KC | 9D TC | QH", "2S 4S 7S 9C | 6H JH | AS KD")
            ),
        ),
    ),
    Section(
        say("What the author advises"),
        say(
            "Use the cards of your hand rather than those on the stacks: when you take the last card of a stack, a "
            "new one is turned up there, and your opponent chooses first.\n"
            "Count cards. Before you skip a rank, ask yourself how many cards of it can still come to you.\n"
            "Count the diamonds, too. And a card that your opponent needs can be locked away under one that you put on "
            "it."
        ),
    ),
    Section(
        say("A match"),
        say(
            "With a target (the author suggests 100 points), you play several games and take turns starting. When a "
            "player has reached the target at the end of a game, the higher total wins; with equal totals you play "
            "on. The match ends after 20 games in any case, or after another number that you agree on; this limit is "
            "our addition."
        ),
        options=("first", "target", "max_games"),
    ),
    Section(
        say("How we read the rules"),
        say("The list of what scores is missing from the text that we have. The points here are our reading of it."),
    ),
)
