"""The rules of Counterweight for players."""

from engines.texts import say

RULES = (
    (
        say("The idea"),
        say(
            "Two players get rid of their cards by placing them in balanced pairs. If you cannot place a pair, you "
            "have to begin a pile of your own, and such piles cost points. The ace is the lowest card, the king the "
            "highest.\n"
            "Each player holds six cards. Two cards in the middle begin the **permanent piles** P1 and P2, which "
            "belong to nobody. The other cards are the stock."
        ),
    ),
    (
        say("Your turn"),
        say(
            "If you can place a **couple**, you place one of your choice. If you cannot, you put a card from your hand "
            "in front of you as a new **temporary pile** and draw a card. There is no pass.\n"
            "Temporary piles are called A1, A2 and so on for the first player, B1, B2 and so on for the second. "
            "Both players may play on all piles."
        ),
    ),
    (
        say("Couples"),
        say(
            "A couple is two cards from your hand that go on two different piles, one on each, at the same time. "
            "Either\n"
            "- both have the **same rank** as the card they cover: Q♥ on Q♦ and 4♠ on 4♣; or\n"
            "- both have the **same suit** as the card they cover, and one of them is higher, the other lower: "
            "5♠ on 9♠ goes down, J♥ on 3♥ goes up.\n"
            "One card by rank and one by suit are not a couple, nor are two cards that both go up or both go down."
        ),
    ),
    (
        say("The last card"),
        say(
            "If you have only one card, you place it alone on any pile that shows its rank or its suit, up or down. "
            "You must do so if you can. If it matches by suit, you then draw a card from the stock (if there is one); "
            "if it matches by rank, you do not."
        ),
    ),
    (
        say("Collecting"),
        say(
            "If you place a card on a pile of your own, you may **collect** that pile with all its cards; if both "
            "cards go on piles of your own, you may collect one or both. The cards lie face up beside you until your "
            "next turn, when they join your hand. Nobody can play on them any more.\n"
            "If your hand is empty after your move, you must collect all your piles. If you have none, you are out."
        ),
    ),
    (
        say("The end and the score"),
        say(
            "The game ends when a player goes **out**: no cards and no piles left. It also ends when the stock is "
            "empty and the player whose turn begins cannot place a couple, or after 20 turns (or as agreed) in "
            "which no card was drawn and none was put on a permanent pile.\n"
            "Your penalty points are the cards in your temporary piles **times** the number of these piles, "
            "plus the cards in your hand and those set aside. Three piles with seven cards in all, and two cards in "
            "hand, cost 3 × 7 + 2 = 23. The lower number wins; equal numbers are a draw."
        ),
    ),
    (
        say("House rule: amendment"),
        say(
            "Suggested by the author against aggressive play. When your opponent places a card of a couple on your "
            "pile, you may at once move it to a permanent pile where the couple would also have been legal. If both "
            "cards are on your piles, you may move both. The two cards must end on different piles. A last card placed "
            "alone must match in the same way as before, by rank or by suit. Everything else follows after that."
        ),
    ),
    (
        say("House rule: free new piles"),
        say("You may begin a new pile even if you can place a couple, as long as there are cards in the stock."),
    ),
    (
        say("A match"),
        say(
            "You may play best of 3, 5 or 7 games; a draw counts half a win for each player. Or you play a fixed "
            "number of games, and the lowest total of penalty points wins. The players take turns to start."
        ),
    ),
)
"""Sections of a heading and a text in Markdown."""
