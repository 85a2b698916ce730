"""The rules of Card Duel for players."""

from typing import Any

from engines.cards import rows
from engines.rulebooks import Example, Section
from engines.texts import named, say, shown


def duel(hands: str, decks: str = "6S TH TD 7S 9C | 2H 9D KC 4S", **others: Any) -> dict[str, Any]:
    """A position of the duel with these rows of cards."""
    return {"hands": rows(hands), "decks": rows(decks), **others}


RULES = (
    Section(
        say("In short"),
        say(
            "- The first player to take 22 damage loses.\n"
            "- Each player gets 26 cards and secretly chooses a **hand** worth 30 or less. The rest is the **deck**.\n"
            "- Numbers count as they are, 10, J, Q and K count 10, aces 11. Suits do not matter.\n"
            "- The attacker plays a card, then the defender: from the hand, or the unknown top card of the deck.\n"
            "- **Equal or higher** stops the attack, and the defender attacks next.\n"
            "- **Lower**: the attacker plays one more card as **damage**, and attacks again.\n"
            "- The value of damage cards stays in front of the defender for the rest of the game.\n"
            "- Your hand is never refilled. When your deck is empty, your discard pile can become the new one.\n"
            "- After 40 exchanges in a row without damage, less damage wins.\n"
            "- Tip: low cards in your hand leave a strong deck, and you can give one away when no card of yours "
            "stops the attack."
        ),
        Example(
            say(
                "Player 2 attacks with a {queen}. Your {ace} stops it; your deck might, too.",
                **shown(queen="QC", ace="AS"),
            ),
            duel(
                "2C AS 7D | 6H 8D",
                discards=rows("5C | 5D"),
                damage=rows("9H | 4D JS"),
                table={"attack": "QC"},
                attacker=1,
                phase="defend",
            ),
        ),
    ),
    Section(
        say("The idea"),
        say(
            "Two players fight with 26 cards each. The first to take 22 damage loses. Before the fight you choose "
            "a few cards as your secret hand; the rest are your deck. In the fight you decide each time you need a "
            "card: a sure one from your hand, or the unknown one on top of your deck?"
        ),
        Example(
            say("You have taken 9 damage, player 2 has taken 14 and loses with 8 more."),
            duel("2C AS 7D | 6H 8D", discards=rows("5C | 5D"), damage=rows("9H | 4D JS")),
        ),
        options=("life",),
    ),
    Section(
        say("What cards are worth"),
        say(
            "Cards from 2 to 9 are worth their number, ten, jack, queen and king 10, the ace 11. This holds in your "
            "hand, in attack, in defence and for damage. Suits never matter."
        ),
        Example(say("This hand is worth 2 + 7 + 10 + 11 = 30, as much as it can be."), duel("2C 7D QH AS | 6H 8D")),
    ),
    Section(
        say("Hand and deck"),
        say(
            "The whole pack is dealt, 26 cards to each player. Both choose their hands at the same time and in "
            "secret: any cards worth 30 or less together, or none at all. The rest are shuffled and become the "
            "**deck**, face down. When both players have finished, the dealer attacks first.\n"
            "Your hand is never refilled, so think about what you want to draw: high cards in your hand are there "
            "when you need them, low cards in your hand make a better deck. (The author's examples are K K Q and A "
            "A; a low hand, he says, may do as well.) You know what your deck holds, but not in which order. If your "
            "hand is empty, you play from your deck. Your opponent may always know how many cards you hold."
        ),
        Example(
            say("You have chosen three cards worth 20 so far. The rest would be your deck."),
            {
                "hands": rows("2C 7D AS | "),
                "pools": rows("3C 4C 5C 6S 8H 9C TH TD JS QH KC | 2H 4S 6H 8D 9D KD"),
                "phase": "build",
            },
        ),
        options=("hand_limit",),
    ),
    Section(
        say("Attack and defence"),
        say(
            "The attacker plays a card, then the defender plays one against it. Each card comes from your hand or from "
            "the top of your deck; you choose which before you see the deck card, and once it is turned over you must "
            "use it. You must defend, but any card will do.\n"
            "- **Equal or higher:** the attack is stopped, and the defender attacks next.\n"
            "- **Lower:** the attack succeeds. The attacker plays one more card, from hand or deck, and attacks again."
        ),
        Example(
            say(
                "Your {seven} was answered by a {six}, which is lower: you may now play a damage card.",
                **shown(seven="7D", six="6H"),
            ),
            duel("2C AS 7D | 6H 8D"),
            ((0, "hand 7D"), (1, "hand 6H")),
        ),
    ),
    Section(
        say("Damage"),
        say(
            "That extra card is the **damage**: it is put in front of the defender and stays there for the rest of the "
            "game. Only its value counts, not the difference between attack and defence. You lose as soon as the cards "
            "in front of you are worth 22 or more."
        ),
        Example(
            say("The top card of your deck was the damage: a {ten}. It stays in front of player 2.", ten=named("TH")),
            duel("2C AS 7D | 6H 8D", decks="TH 6S TD 7S 9C | 2H 9D KC 4S"),
            ((0, "hand 7D"), (1, "hand 6H"), (0, "deck")),
        ),
        options=("life",),
    ),
    Section(
        say("Discard pile and reshuffle"),
        say(
            "After the exchange, the attack and defence cards go to the discard piles of the players who played them. "
            "When your deck is empty you can still choose it: your discard pile is then shuffled into a new deck, and "
            "you play its top card. Nothing is reshuffled until you choose that. The cards on the table have to wait "
            "for the end of the exchange. Both players can look through both discard piles."
        ),
        Example(
            say("Your deck is empty. If you choose it, your five discarded cards become the new deck."),
            duel(
                "2C AS | 6H 8D",
                decks=" | 2H 9D KC 4S",
                discards=rows("5C 6S TD 7S 9C | 5D JS"),
                damage=rows("9H | 4D JC"),
            ),
        ),
    ),
    Section(
        say("How it ends"),
        say(
            "You lose when you have taken 22 damage. After 40 exchanges in a row without a damage card the game "
            "ends: less damage wins, equal damage is a draw. (That is our addition, so that every game ends.)\n"
            "Matches are our addition, too. A match of at most 3, 5 or 7 games is won as soon as nobody can catch "
            "up. A draw counts half for each player. The deal, and with it the first attack, changes after every "
            "game.\n"
            "You can agree on other limits than 30, 22 and 40, and on the first dealer, before the game."
        ),
        Example(
            say("Player 2 has taken 4 + 10 + 9 = 23 damage and has lost."),
            duel("2C AS 7D | 6H 8D", decks="9S TH TD 7S 9C | 2H 9D KC 4S", damage=rows("9H | 4D JS")),
            ((0, "hand 7D"), (1, "hand 6H"), (0, "deck")),
        ),
        options=("life", "idle_limit", "best_of", "dealer"),
    ),
)
