"""The rules as players read them."""

from engines.rulebooks import Example, Section
from engines.texts import say

IDEA = say(
    "You and the partner opposite you win tricks together. First everybody **bids** how many tricks they expect; what "
    "two partners bid is their **contract**. Then eight tricks are played. Spades are **trumps**, and the ace is the "
    "highest card of each suit. Win as many tricks as you have bid."
)
BIDS = say(
    "Each of the four gets eight of the 32 cards from the 7 up. Starting on the dealer's left, everybody bids once, "
    "from 0 to 8 tricks.\n\nWhoever bid most, of equal bids the first, is the **declarer**. The declarer's partner "
    "lays down their hand for all to see, the **open hand**, and the declarer plays its cards too."
)
TRICKS = say(
    "The player on the declarer's left leads, later whoever won the last trick. The others **follow suit**: they play "
    "a card of the suit led. Only without one may they play any card. The highest spade wins the trick, or without "
    "spades the highest card of the suit led."
)
SCORES = say(
    "A side that has won its contract gets 10 points for each trick of the contract and 1 for each trick beyond it. A "
    "side that has not loses 10 points for each trick of its contract. After the last deal, the side with more points "
    "wins; with equal points, all share the win."
)
FOLLOW = Example(
    say("Hearts were led. You hold a heart, so you have to play it. Without one, the 7 of spades would win the trick."),
    {
        "hands": [["TH", "7S"], ["9C", "8C"], ["KC", "9D"], ["TC"]],
        "trick": ["JH"],
        "leader": 3,
        "bids": [1, 0, 0, 1],
    },
)

RULES = (
    Section(say("The idea"), IDEA),
    Section(say("The bids"), BIDS),
    Section(say("The tricks"), TRICKS, FOLLOW),
    Section(say("The score"), SCORES, options=("deals",)),
)
