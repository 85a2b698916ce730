"""The rules of 3 Piles for players."""

from engines.texts import say

RULES = (
    (
        say("The idea"),
        say(
            "Two players collect cards in three piles each. A pile is a run of ranks that can grow only at its two "
            "ends. You score your longest pile, piles from ace to king, and diamonds. The ace is low, the king high."
        ),
    ),
    (
        say("The table"),
        say(
            "Each player holds three cards. In the middle lie three **stacks**, face up; only the top card of a stack "
            "can be taken. The other cards are the **deck**. All **piles** are empty at first."
        ),
    ),
    (
        say("Your turn"),
        say(
            "Do one of two things:\n"
            "- **Take** the top card of a stack and add it to one of your piles that it fits. If that was the last "
            "card of the stack, the next card of the deck is turned up in its place.\n"
            "- **Draw** a card, then **play** one from your hand, the new one or another: either to a pile of yours "
            "that it fits or on top of any stack. After drawing you can no longer take.\n"
            "A card on a stack belongs to nobody: both players may take it later."
        ),
    ),
    (
        say("What fits a pile"),
        say(
            "Any card fits an empty pile. Otherwise it must be lower than every card of the pile or higher than every "
            "card of it. You may leave gaps, but they stay: on 3, 5 and 6 you can add an ace, a 2, or anything from 7 "
            "up, never a 4. Equal ranks do not fit. Suits do not matter. Cards never leave a pile."
        ),
    ),
    (
        say("When the deck is empty"),
        say(
            "You take as before, but an emptied stack stays empty; or you play a card from your hand without drawing. "
            "You must do one of them if you can, even if it hurts: with no cards left in hand you have to take a card "
            "that fits. If you can do nothing you pass, which happens by itself, and you play again as soon as "
            "a card fits one of your piles. The game ends when neither player can do anything."
        ),
    ),
    (
        say("Scoring"),
        say(
            "- **Longest pile:** 1 point for each card of your longest pile. Only one pile counts.\n"
            "- **Ace and king:** 3 points for each of your piles that holds both.\n"
            "- **Diamonds:** 1 point for each diamond in your piles.\n"
            "The player with more points wins; equal points are a draw. The highest possible score is 35."
        ),
    ),
    (
        say("A match"),
        say(
            "With a target, such as 100 points, you play several games and take turns starting. When a player has "
            "reached the target at the end of a game, the higher total wins; with equal totals you play on. The match "
            "ends after 20 games in any case, or after another number that you agree on."
        ),
    ),
)
"""Sections of a heading and a text in Markdown."""
