"""The rules of Counterweight for players."""

from collections.abc import Mapping
from typing import Any

from engines.cards import rows
from engines.rulebooks import Example, Section
from engines.texts import named, say, shown


def table(
    hands: str, p1: str, p2: str, temp: Mapping[str, str] | None = None, stock: str = "2D 3C 6C", **others: Any
) -> dict[str, Any]:
    """A position with these hands, permanent piles and piles of players."""
    begun = {pile: cards.split() for pile, cards in (temp or {}).items()}
    permanent = {"P1": p1.split(), "P2": p2.split()}
    return {"hands": rows(hands), **permanent, "temp": begun, "stock": stock.split(), **others}


RULES = (
    Section(
        say("In short"),
        say(
            "- Get rid of your cards. Piles of your own cost you points as well.\n"
            "- On your turn, place a **couple**: two cards from your hand, on two different piles.\n"
            "- Either both have the **rank** of the card that they cover,\n"
            "- or both have its **suit**, and one goes up in rank, the other down.\n"
            "- If you cannot place a couple, begin a **temporary pile** of your own with a card, and draw a card.\n"
            "- Both players may play on all piles. P1 and P2 belong to nobody.\n"
            "- If you play on a pile of your own, you may **collect** it: its cards come back to your hand.\n"
            "- A single last card goes on any pile of its rank or suit. By suit, you then draw a card.\n"
            "- The game ends when a player has no cards and no piles left, or the stock is empty and the player "
            "whose turn begins has no couple.\n"
            "- Penalty points: the cards in your piles times the number of your piles, plus your hand. The lower "
            "number wins."
        ),
        Example(
            say(
                "The {five} goes down on P1 and the {jack} up on P2: both match by suit.",
                **shown(five="5S", jack="JH"),
            ),
            table("5S JH 2C 8D | KC 8C TD", "QD 9S", "4C 3H", temp={"A1": "7C", "B1": "KS KH"}),
        ),
    ),
    Section(
        say("The idea"),
        say(
            "Two players get rid of their cards by placing them in balanced couples. If you cannot place a couple, you "
            "have to begin a pile of your own, and such piles cost points. The ace is the lowest card, the king the "
            "highest.\n"
            "Each player holds six cards. Two cards in the middle begin the **permanent piles** P1 and P2, which "
            "belong to nobody. The other cards are the stock."
        ),
        Example(
            say("The beginning: two permanent piles, six cards in each hand."),
            table("2C 5S 8D 9H JH QC | 4H 6D 8C TD KC KS", "9S", "3H", stock="2D 3C 6C 7S"),
        ),
        options=("first",),
    ),
    Section(
        say("Your turn"),
        say(
            "If you can place a **couple**, you place one of your choice. If you cannot, you put a card from your "
            "hand in front of you as a new **temporary pile** and draw a card. There is no pass. (That you must "
            "place a couple if you can is how we read the author's rules; the house rule *New pile at any time* "
            "reads them the other way.)\n"
            "Temporary piles are called A1, A2 and so on for the first player, B1, B2 and so on for the second. Both "
            "players may play on all piles."
        ),
        Example(
            say(
                "You hold no couple here, so you have begun the pile A1 with the {queen} and drawn a card.",
                queen=named("QC"),
            ),
            table("TS JH QC | KC 8C TD", "9S", "3H"),
            ((0, "new QC"),),
        ),
        options=("free_new_pile",),
    ),
    Section(
        say("Couples"),
        say(
            "A couple is two cards from your hand that go on two different piles, one on each, at the same time. "
            "Either\n"
            "- both have the **same rank** as the card they cover: Q♥ on Q♦ and 4♠ on 4♣; or\n"
            "- both have the **same suit** as the card they cover, and one of them is higher, the other lower: "
            "5♠ on 9♠ goes down, J♥ on 3♥ goes up.\n"
            "One card by rank and one by suit are not a couple, nor are two cards that both go up or both go down."
        ),
        Example(
            say(
                "Two couples: {queen} and {four} by rank, or {five} down and {jack} up by suit. {queen} and {jack} "
                "are not a couple.",
                **shown(queen="QS", four="4H", five="5D", jack="JC"),
            ),
            table("QS 4H 5D JC | KC 8C TD", "QD", "4C"),
        ),
    ),
    Section(
        say("The last card"),
        say(
            "If you have only one card, you place it alone on any pile that shows its rank or its suit, up or down. "
            "It counts as a couple: as we read the author's “may”, you must place it if you can, unless you play "
            "with *New pile at any time*. If it matches by suit, you then draw a card from the stock (if there is "
            "one); if it matches by rank, you do not."
        ),
        Example(
            say("Your last card, the {nine}, can go on P1 (by rank), or on P2 or B1 (by suit).", nine=named("9H")),
            table("9H | KC 8C TD", "QD 9S", "4C 3H", temp={"B1": "KH"}),
        ),
    ),
    Section(
        say("Collecting"),
        say(
            "If you place a card on a pile of your own, you may **collect** that pile with all its cards; if both "
            "cards go on piles of your own, you may collect one or both. The cards lie face up beside you until your "
            "next turn, when they join your hand. Nobody can play on them any more.\n"
            "If your hand is empty after your move, you must collect all your piles. If you have none, you are out."
        ),
        Example(
            say("You have placed a card on your pile A1. You may collect its three cards, or leave them."),
            table("5S JH 8D | KC 8C TD", "9S", "4C", temp={"A1": "7C 3H"}),
            ((0, "couple 5S P1 JH A1"),),
        ),
    ),
    Section(
        say("The end and the score"),
        say(
            "The game ends when a player goes **out**: no cards and no piles left. It also ends when the stock is "
            "empty and the player whose turn begins cannot place a couple, or after 20 turns (or as agreed) in which "
            "no card was drawn and none was put on a permanent pile. (The last is our addition, so that every game "
            "ends.)\n"
            "Your penalty points are the cards in your temporary piles **times** the number of these piles, plus the "
            "cards in your hand and those set aside. Three piles with seven cards in all, and two cards in hand, "
            "cost 3 × 7 + 2 = 23. The lower number wins; equal numbers are a draw."
        ),
        Example(
            say("You have three piles with seven cards in all, and two cards in hand: 3 × 7 + 2 = 23 penalty points."),
            table("5S 8D | KC 8C TD", "9S", "4C", temp={"A1": "7C 3H JH", "A2": "2S QS", "A3": "AD 6D", "B1": "KS"}),
        ),
        options=("idle_limit",),
    ),
    Section(
        say("What the author advises"),
        say(
            "The author names a weakness of his game that has two sides. Players who care only about their own cards "
            "play two games of solitaire side by side. Players who only burden each other's piles repeat themselves.\n"
            "So do both: get rid of your cards where they cost you nothing, and add to the opponent's piles when it "
            "costs a lot. Against too much aggression he suggests the house rule *Moving cards to permanent "
            "piles*."
        ),
    ),
    Section(
        say("House rule: moving cards to permanent piles"),
        say(
            "Suggested by the author against aggressive play. When your opponent places a card of a couple on your "
            "pile, you may at once move it to a permanent pile where the couple would also have been legal. If both "
            "cards are on your piles, you may move both. The two cards must end on different piles. A last card placed "
            "alone must match in the same way as before, by rank or by suit. Everything else follows after that."
        ),
        Example(
            say(
                "Player 2 has placed the {jack} on your pile A1. You may move it to P2, which shows a heart as well.",
                jack=named("JH"),
            ),
            table("2C 8D | 5S JH TD", "9S", "4C 2H", temp={"A1": "7C 3H"}, turn=1, options={"amendment": True}),
            ((1, "couple 5S P1 JH A1"),),
        ),
        options=("amendment",),
    ),
    Section(
        say("House rule: new pile at any time"),
        say("You may begin a new pile even if you can place a couple, as long as there are cards in the stock."),
        options=("free_new_pile",),
    ),
    Section(
        say("A match"),
        say(
            "Matches are our addition. You may play best of 3, 5 or 7 games; a draw counts half a win for each "
            "player. Or you play a fixed number of games, and the lowest total of penalty points wins. The players "
            "take turns starting."
        ),
        options=("best_of", "games"),
    ),
)
