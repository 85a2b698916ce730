"""The first lesson: bidding, the open hand, following suit and trumping."""

from typing import Any

from engines.lessons import Lesson, Step
from engines.texts import named, say

DEAL: dict[str, Any] = {
    "hands": [
        ["7C", "TD", "AD", "8H", "KH", "9S", "QS", "AS"],
        ["TC", "AC", "8D", "QD", "TH", "QH", "7S", "JS"],
        ["8C", "9D", "KD", "7H", "JH", "AH", "8S", "KS"],
        ["9C", "JC", "QC", "KC", "7D", "JD", "9H", "TS"],
    ],
}
NO_CLUBS: dict[str, Any] = {
    "hands": [["TD", "9S", "QS"], ["TC", "8D"], ["9D", "KS"], ["QC", "7D"]],
    "trick": ["AC", "8C", "KC"],
    "leader": 1,
    "bids": [3, 1, 3, 1],
}
PARTNER_WINS: dict[str, Any] = {
    "hands": [["TD", "9S"], ["8D", "TH"], ["9D"], ["7D"]],
    "trick": ["AH", "9H"],
    "leader": 2,
    "bids": [3, 1, 3, 1],
}

FIRST_DEAL = Lesson(
    "first",
    say("Your first deal"),
    (
        Step(
            say(
                "You play together with the partner opposite you: a trick that one of you wins counts for both. First "
                "everybody says how many of the eight tricks they expect to win. Your bid and your partner's together "
                "are your **contract**."
            ),
            position=DEAL,
        ),
        Step(
            say(
                "You bid first. An ace nearly always wins a trick, a king often does, and so do spades, because they "
                "are **trumps**: a spade beats all other suits. How many tricks is your hand worth?"
            ),
            accepted=("bid 3",),
            remarks={
                "bid [012]": say("You hold two aces and two more good cards. Bid a little more."),
                "bid *": say(
                    "A side that misses its contract loses points. Count aces, a king and long spades: bid 3."
                ),
            },
            praise=say("Two aces, and one more trick with the king or a spade: 3 is a sound bid."),
        ),
        Step(
            say(
                "Your partner bid 3 too, but you were first, so you are the **declarer**: your partner's hand lies "
                "open, and you play for both. The opponent on your left led {card}. Choose a card from the open hand.",
                card=named("QH"),
            ),
            replies=((1, "bid 1"), (2, "bid 3"), (3, "bid 1"), (1, "play QH")),
            accepted=("play 7H",),
            remarks={
                "play AH": say(
                    "It wins, but you play last and have the king for that. Keep the ace for another trick."
                ),
                "play JH": say("The jack does not beat the queen. Play your lowest heart and keep the jack."),
            },
            praise=say("Yes: your king will take this trick, and the ace can win another one."),
        ),
        Step(
            say("It is your own turn. Hearts were led and you have some, so you have to **follow suit**."),
            replies=((3, "play 9H"),),
            accepted=("play KH",),
            remarks={"play 8H": say("With the 8, the queen would win the trick. Your king beats it.")},
            praise=say("The trick is yours, and you lead to the next one."),
        ),
        Step(
            say("Now clubs were led, and you have none left: you may play any card. What wins this trick?"),
            position=NO_CLUBS,
            accepted=("play 9S",),
            remarks={
                "play QS": say("That wins as well, but your lowest spade is enough, as you are the last to play."),
                "play TD": say("A diamond wins nothing when clubs were led. Any spade does."),
            },
            praise=say("Even a low spade beats the ace of another suit."),
        ),
        Step(
            say("Your partner's ace is winning this trick, and you have no heart. What do you play?"),
            position=PARTNER_WINS,
            accepted=("play TD",),
            remarks={"play 9S": say("The trick is your side's already. Keep the spade for one that is not.")},
            praise=say("Right. Partners do not take tricks from each other."),
        ),
        Step(
            say(
                "With its contract, a side scores 10 points for each trick of it and 1 for each trick beyond. Without, "
                "it loses 10 for each trick of its contract. You and your partner have the same points, and you win "
                "together. That is all: find a partner."
            ),
        ),
    ),
)
