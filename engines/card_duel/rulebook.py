"""The rules of Card Duel for players."""

from engines.texts import say

RULES = (
    (
        say("The idea"),
        say(
            "Two players fight with 26 cards each. The first to take 22 damage loses. Before the fight you choose "
            "a few cards as your secret hand; the rest are your deck. In the fight you decide each time you need a "
            "card: a sure one from your hand, or the unknown one on top of your deck?"
        ),
    ),
    (
        say("What cards are worth"),
        say(
            "Cards from 2 to 9 are worth their number, ten, jack, queen and king 10, the ace 11. This holds in your "
            "hand, in attack, in defence and for damage. Suits never matter."
        ),
    ),
    (
        say("Hand and deck"),
        say(
            "The whole pack is dealt, 26 cards to each player. Both choose their hands at the same time and in "
            "secret: any cards worth 30 or less together, or none at all. The rest are shuffled and become the "
            "**deck**, face down. When both players have finished, the dealer attacks first.\n"
            "Your hand is never refilled, so think about what you want to draw: low cards in your hand make a better "
            "deck, high cards in your hand are there when you need them. You know what your deck holds, but not in "
            "which order."
        ),
    ),
    (
        say("Attack and defence"),
        say(
            "The attacker plays a card, then the defender plays one against it. Each card comes from your hand or from "
            "the top of your deck; you choose which before you see the deck card, and once it is turned over you must "
            "use it. You must defend, but any card will do.\n"
            "- **Equal or higher:** the attack is stopped, and the defender attacks next.\n"
            "- **Lower:** the attack succeeds. The attacker plays one more card, from hand or deck, and attacks again."
        ),
    ),
    (
        say("Damage"),
        say(
            "That extra card is the **damage**: it is put in front of the defender and stays there for the rest of the "
            "game. Only its value counts, not the difference between attack and defence. You lose as soon as the cards "
            "in front of you are worth 22 or more."
        ),
    ),
    (
        say("Discard pile and reshuffle"),
        say(
            "After the exchange, the attack and defence cards go to the discard piles of the players who played them. "
            "When your deck is empty you can still choose it: your discard pile is then shuffled into a new deck, and "
            "you play its top card. Nothing is reshuffled until you choose that. The cards on the table have to wait "
            "for the end of the exchange. Both players can look through both discard piles."
        ),
    ),
    (
        say("How it ends"),
        say(
            "You lose when you have taken 22 damage. After 40 exchanges in a row without a damage card the game ends: "
            "less damage wins, equal damage is a draw.\n"
            "A match of at most 3, 5 or 7 games is won as soon as nobody can catch up. A draw counts half for each "
            "player. The deal, and with it the first attack, changes after every game.\n"
            "You can agree on other limits than 30, 22 and 40, and on the first dealer, before the game."
        ),
    ),
)
"""Sections of a heading and a text in Markdown."""
