"""The rules of Knotweed for players."""

from typing import Any

from engines.cards import rows
from engines.rulebooks import Example, Section
from engines.texts import named, say, shown


def table(hands: str, piles: str, draw: str = "9H TH 4H", **others: Any) -> dict[str, Any]:
    """A position with these rows of cards."""
    return {"hands": rows(hands), "piles": rows(piles), "draw": draw.split(), **others}


RULES = (
    Section(
        say("In short"),
        say(
            "- Get rid of all your cards. The first player without cards wins, the last one with cards loses.\n"
            "- On your turn, play on as many piles as you like, once on each.\n"
            "- A card fits a pile if it has the **rank** or the **suit** of the top card.\n"
            "- The same rank is free. Otherwise count **upward** to your card: 1 step costs 1, 2 cost 2, more cost 3.\n"
            "- If one card fits, you may play others of its rank with it: one covers the old pile, each of the others "
            "begins a new one.\n"
            "- At the end of your turn, draw as many cards as your **most expensive** play costs.\n"
            "- Or **pass** and draw three cards.\n"
            "- Going out costs nothing. You then discard half of the piles, unless only one player is left.\n"
            "- When the draw pile is empty, all piles become the new one.\n"
            "- Tips: once a play costs 3, all others in that turn are free. But new piles serve the next player, so it "
            "is often best not to play all the cards you can."
        ),
        Example(
            say(
                "{six} on {five} costs 1 and may take {other} along; {jack} on {diamond} is free.",
                **shown(five="5C", six="6C", other="6D", jack="JH", diamond="JD"),
            ),
            table("6C 6D JH 3S | 2H 3H 9S | KC KD", "5C | 9D JD"),
        ),
    ),
    Section(
        say("The aim"),
        say(
            "Get rid of all your cards. The first player without cards wins the round, the last one holding cards "
            "loses it.\n"
            "Everybody is dealt five cards. One card is turned up as the first **play pile**, the rest is the "
            "**draw pile**. Two or three players use one pack, four to six use two, more use three. "
            "Only the top card of a play pile matters. Turns go clockwise, and a random player begins."
        ),
        Example(
            say("The beginning: one play pile, five cards in each hand."),
            table("6C 6D JH 3S 8D | 2H 3H 9S QC 4D | KC KD 7S AH TS", "5C"),
        ),
        options=("decks", "first"),
    ),
    Section(
        say("Your turn"),
        say(
            "Make one or more plays, then end your turn; or **pass** without playing and draw three cards. You may "
            "always pass, even if you could play.\n"
            "You may play on several piles in one turn, but only once on each, and only on piles that were there when "
            "your turn began. So the order of your plays makes no difference, and you can take them back until you end "
            "the turn."
        ),
        Example(
            say("You have played on both piles. They are closed for the rest of your turn, so you can only end it."),
            table("7C 8D 3S | 2H 3H 9S | KC KD", "6C | 9S 6D"),
            ((0, "play 1 7C"), (0, "play 2 8D")),
        ),
    ),
    Section(
        say("What fits"),
        say(
            "A card fits a pile if it has the **rank** or the **suit** of the top card.\n"
            "Several cards of the same rank may be played together on one pile as a **group** if at least one of "
            "them fits. You need not play all cards of that rank. "
            "On 5♣ you may play 6♣ and 6♦ together, but not 6♦ and 6♥."
        ),
        Example(
            say(
                "Every club and every 5 fits on {five}. {club} may take {diamond} along, but {diamond} and {heart} "
                "do not fit without a club.",
                **shown(five="5C", club="6C", diamond="6D", heart="6H"),
            ),
            table("6C 6D 6H 5S KD | 2H 3H 9S | KC QD", "5C"),
        ),
    ),
    Section(
        say("What it costs"),
        say(
            "The same rank costs nothing. Otherwise count **upward** from the top card's rank to yours; after the king "
            "comes the ace. One step costs 1, two steps cost 2, anything more costs 3. On 5♣, the 6♣ costs 1, the 7♣ "
            "costs 2, and every other club costs 3, even the 4♣. On a king, the ace costs 1; on an ace, the king costs "
            "3. A group costs no more than a single card.\n"
            "At the end of your turn you draw as many cards as your **most expensive** play costs. Costs are not added "
            "up: once a play costs 3, all others are free. If the draw pile has too few cards, you draw what is there."
        ),
        Example(
            say(
                "On {five}: {same} is free, {six} costs 1, {seven} costs 2, {king} and {four} cost 3.",
                **shown(five="5C", same="5S", six="6C", seven="7C", king="KC", four="4C"),
            ),
            table("5S 6C 7C KC 4C | 2H 3H 9S | QC QD", "5C"),
        ),
    ),
    Section(
        say("Splitting piles"),
        say(
            "Every card you play becomes the top of a pile. A single card covers the old pile. With a group of three, "
            "one card covers the old pile and the other two start new piles: one pile has become three. "
            "All piles you played on or made are **closed** for the rest of your turn and open for the next player."
        ),
        Example(
            say(
                "Three 6s on one pile: one of them covers it, the other two are new piles. All three are closed "
                "for now."
            ),
            table("6C 6D 6H KD | 2H 3H 9S | QC QD", "5C"),
            ((0, "play 1 6C 6D 6H"),),
        ),
    ),
    Section(
        say("Going out"),
        say(
            "When you play your last card you are out: your turn ends and you draw nothing.\n"
            "If two or more others still have cards and there are at least two play piles, you then **prune**: discard "
            "half of the piles, rounded up, whichever you like. You may bargain about it, but promises are not "
            "binding. The next player with cards goes on.\n"
            "When only one player has cards left, the round is over."
        ),
        Example(
            say("You have played your last card and won. Two players remain, so you discard two of the three piles."),
            table("6C | 2H 3H 9S | QC QD", "5C | 8S | TD"),
            ((0, "play 1 6C"),),
        ),
    ),
    Section(
        say("What the author advises"),
        say(
            "Every pile that you open serves the next player. So, the author says, the best strategy is often not to "
            "get rid of all the cards you possibly can.\n"
            "On 5♣ you could play three 6s. But then there are three piles, and on them an opponent with 6♠, 7♦ and "
            "7♥ goes out in one turn. If you play only 6♣, just one of those cards fits."
        ),
        Example(
            say(
                "Player 1 has played three 6s on {five}. You are player 2, and each of your cards fits a pile: go out!",
                five=named("5C"),
            ),
            table("6C 6D 6H 9S KS | 6S 7D 7H | QC QD", "5C"),
            ((0, "play 1 6C 6D 6H"), (0, "end")),
            1,
        ),
    ),
    Section(
        say("When the draw pile is empty"),
        say(
            "If the draw pile is empty at the end of a turn, all play piles and discarded piles are shuffled "
            "into a new draw pile, and its top card is turned up as the only play pile. With fewer than two "
            "cards outside the hands this is not possible; until then nobody draws penalty cards."
        ),
        Example(
            say(
                "The penalty took the last card of the draw pile. All piles were shuffled; the only play pile is "
                "their top card."
            ),
            table("7C 8D 3S | 2H 3H 9S | KC KD", "6C | 9S 6D | JC", draw="9H", seed="knotweed"),
            ((0, "play 1 7C"), (0, "end")),
            None,
        ),
    ),
    Section(
        say("Endless rounds"),
        say(
            "Two more ends are our addition, so that every round ends: everybody passes in a row with an empty draw "
            "pile, or a fixed number of turns is over (50 for each player). Then the players still holding cards are "
            "placed behind those who are out: fewer cards are better, and equal numbers share the place."
        ),
        options=("turn_cap",),
    ),
    Section(
        say("Several rounds"),
        say(
            "Matches are our addition. You may agree on a number of rounds, or play until somebody has won a number "
            "of them. In each round you score a point for every player you finished ahead of; shared places share "
            "the average. Whoever has the most points wins; or, if you play for rounds won, whoever has won the most "
            "rounds, and points break ties. As the author says, the winner of a round begins the next one; of "
            "several winners, the first clockwise after the player who began."
        ),
        options=("rounds", "wins"),
    ),
    Section(
        say("House rule: cheating"),
        say(
            "Suggested by the author. Cards need not fit, and you choose how many penalty cards you draw, from none to "
            "all that are due. A play that does not fit costs 3. Groups still have one rank, and piles close as "
            "always.\n"
            "After every turn the other players have a short while to **challenge** it. If a play did not fit or the "
            "penalty was cut short, the turn is undone: the cards go back to the hand, even if the player had gone "
            "out, and the penalty is three cards in all. A wrong challenge costs nothing. What nobody catches stands "
            "for good."
        ),
        Example(
            say(
                "Player 2 has played the {king} on the {nine}, which does not fit. You may challenge that.",
                **shown(king="KD", nine="9S"),
            ),
            table("6C 6D JH | KD 3H | KC 4S", "9S | 5C", turn=1, options={"cheating": True}),
            ((1, "play 1 KD"), (1, "end 0")),
        ),
        options=("cheating",),
    ),
)
