"""The rules of Card Duel for players."""

from engines.texts import say

RULES = (
    (
        say("The idea"),
        say(
            "Two players fight with 26 cards each. Who has taken 22 damage has lost. Before the first blow you choose "
            "a few cards as your secret hand; the others are your deck. In the fight you decide at every card: a sure "
            "one from your hand, or the unknown one on top of your deck?"
        ),
    ),
    (
        say("What cards are worth"),
        say(
            "2 to 9 are worth what they show, ten, jack, queen and king 10, the ace 11. It is the same in your hand, "
            "in attack, in defence and as damage. Suits never matter."
        ),
    ),
    (
        say("Hand and deck"),
        say(
            "The whole pack is dealt, 26 cards to each. Both players choose their hands at the same time and in "
            "secret: any cards worth 30 or less together, also fewer, also none. All others are shuffled and become "
            "the **deck**, face down. When both have finished, the dealer attacks.\n"
            "The hand is never filled up again, so think about what you want to draw: low cards in your hand "
            "make a better deck, high ones are there when you need them. What a deck holds is known, its order is not."
        ),
    ),
    (
        say("Attack and defence"),
        say(
            "The attacker plays a card, then the defender plays one against it. Each comes from the own hand or from "
            "the top of the own deck; you choose which before you see the deck card, and once turned it counts. "
            "Defending is a must, but any card will do.\n"
            "- **Equal or higher:** the attack is stopped, and the defender attacks next.\n"
            "- **Lower:** the attack succeeds. The attacker plays one more card, from hand or deck, and attacks again."
        ),
    ),
    (
        say("Damage"),
        say(
            "The third card is the **damage**: it is laid before the defender and stays there for the rest of the "
            "game. Only its value counts, not by how much the attack was higher. As soon as the cards before a "
            "player are worth 22 or more, that player has lost."
        ),
    ),
    (
        say("Discard pile and reshuffle"),
        say(
            "After the exchange the cards of attack and defence go to the discard piles of those who played them. When "
            "your deck is empty you may still choose it: your discard pile is then shuffled into a new deck and its "
            "top card is played. Nothing is reshuffled until you choose that. The cards on the table have to wait for "
            "the end of the exchange. Everybody may look through both discard piles."
        ),
    ),
    (
        say("How it ends"),
        say(
            "Who has taken 22 damage loses. After 40 exchanges in a row without a damage card the game stops: less "
            "damage wins, equal damage is a draw.\n"
            "A match of at most 3, 5 or 7 games goes to who can no longer be caught up with. A draw counts half for "
            "both, and the deal, and with it the first attack, changes after every game.\n"
            "The limits of 30, 22 and 40 and the first dealer can be agreed otherwise before the game."
        ),
    ),
)
"""Sections of a heading and a text in Markdown."""
