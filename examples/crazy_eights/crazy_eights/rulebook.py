"""The rules for players."""

from engines.texts import say

RULES = (
    (
        say("The idea"),
        say(
            "Get rid of your cards. Each player has five, with two players seven. One card begins the discards, the "
            "rest is the draw pile."
        ),
    ),
    (
        say("Your turn"),
        say(
            "**Play** a card of the suit or the rank of the top discard, or **draw** one card. You may draw even if "
            "you could play. Then play a card that fits, or **pass**. When the draw pile is empty, the discards below "
            "the top one are shuffled and drawn again.\n\n"
            "An **eight** fits on everything. Name a suit with it: the next card must be of that suit, or an eight."
        ),
    ),
    (
        say("The end"),
        say(
            "The deal ends when a player has no cards. The cards you hold cost points: 50 for an eight, 10 for a king, "
            "queen or jack, 1 for an ace, the number for any other card. The fewest points win. With a target, deals "
            "are played until a player has that many points."
        ),
    ),
)
