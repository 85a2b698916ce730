"""The rules of Knotweed for players."""

from engines.texts import say

RULES = (
    (
        say("The aim"),
        say(
            "Get rid of all your cards. The first player without cards wins the round, the last one holding cards "
            "loses it.\n"
            "Everybody is dealt five cards. One card is turned up as the first **play pile**, the rest is the "
            "**draw pile**. Two or three players use one pack, four to six use two, more use three. "
            "Only the top card of a play pile matters. Turns go clockwise, and a random player begins."
        ),
    ),
    (
        say("Your turn"),
        say(
            "Make one or more plays, then end your turn; or **pass** without playing and take three cards. "
            "You may always pass, even if you could play.\n"
            "You may play on several piles in one turn, but only once on each, and only on piles that were there "
            "when your turn began. So the order of your plays makes no difference, and you can take them back until "
            "you end the turn."
        ),
    ),
    (
        say("What fits"),
        say(
            "A card fits a pile if it has the **rank** or the **suit** of the top card.\n"
            "Several cards of the same rank may be played together on one pile as a **group** if at least one of "
            "them fits. You need not play all cards of that rank. "
            "On 5♣ you may play 6♣ and 6♦ together, but not 6♦ and 6♥."
        ),
    ),
    (
        say("What it costs"),
        say(
            "The same rank costs nothing. Otherwise count **upward** from the top card's rank to yours; "
            "after the king comes the ace. One step costs 1, two steps cost 2, anything more costs 3. "
            "On 5♣, the 6♣ costs 1, the 7♣ costs 2, and every other club costs 3, even the 4♣. "
            "On a king, the ace costs 1; on an ace, the king costs 3. A group costs no more than a single card.\n"
            "At the end of your turn you take as many cards as your **most expensive** play costs. Costs are not added "
            "up: once a play costs 3, all others are free. If the draw pile has too few cards, you take what is there."
        ),
    ),
    (
        say("Splitting piles"),
        say(
            "Every card you play becomes the top of a pile. A single card covers the old pile. With a group of three, "
            "one card covers the old pile and the other two start new piles: one pile has become three. "
            "All piles you played on or made are **closed** for the rest of your turn and open for the next player."
        ),
    ),
    (
        say("Going out"),
        say(
            "When you play your last card you are out: your turn ends and you take nothing.\n"
            "If two or more others still have cards and there are at least two play piles, you then **prune**: "
            "discard half of the piles, rounded up, whichever you like. You may bargain about it, but promises are not "
            "binding. The next player with cards goes on.\n"
            "When only one player has cards left, the round is over."
        ),
    ),
    (
        say("When the draw pile is empty"),
        say(
            "If the draw pile is empty at the end of a turn, all play piles and discarded piles are shuffled into a "
            "new draw pile, and its top card is turned up as the only play pile. With fewer than two cards outside "
            "the hands this is not possible; penalties are then free until it is."
        ),
    ),
    (
        say("Endless rounds"),
        say(
            "The round also ends when everybody passes in a row with an empty draw pile, and after a fixed number of "
            "turns (50 for each player). Then the players still holding cards are placed behind those who are out: "
            "fewer cards are better, and equal numbers share the place."
        ),
    ),
    (
        say("Several rounds"),
        say(
            "You may agree on a number of rounds, or play until somebody has won a number of them. In each round you "
            "score a point for every player you finished ahead of; shared places share the average. The most points "
            "win, or the most rounds won if you play for those; points then break ties. The winner of a round begins "
            "the next one; of several winners, the first clockwise after the player who began."
        ),
    ),
    (
        say("House rule: cheating"),
        say(
            "With this house rule, cards need not fit, and you choose how many penalty cards you take, from none to "
            "all that are due. A play that does not fit costs 3. Groups still have one rank, and piles close as "
            "always.\n"
            "After every turn the other players have a short while to **challenge** it. If a play did not fit or the "
            "penalty was cut short, the turn is undone: the cards go back to the hand, even if the player had gone "
            "out, and the penalty is three cards in all. A wrong challenge costs nothing. "
            "What nobody catches stands for good."
        ),
    ),
)
