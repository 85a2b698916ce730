"""The rules of Counter for players."""

from engines.texts import say

RULES = (
    (
        say("The aim"),
        say(
            "Three to five players get ten cards each, and say how many of the ten tricks they will win. Hitting that "
            "number **exactly** scores. Every rank has a power, so hardly any trick is won before its last card.\n"
            "The cards that are left over lie face down; the top one is turned up. This **indicator** shows the "
            "**trump suit**.\n"
            "Starting at the dealer's left, each player bids a number from 0 to 10. Any bid is allowed, is public at "
            "once and stands. The player at the dealer's left leads to the first trick."
        ),
    ),
    (
        say("Playing a trick"),
        say(
            "The leader plays any card, the others follow clockwise. If you have a card of the suit that was led, you "
            "must play one; if not, play what you like.\n"
            "- In your hand every card has just the suit printed on it, also 2s, 8s and 10s.\n"
            "- If your **only** card of the led suit is an **8**, you may play any card instead.\n"
            "- If a **2** is led, trumps must be followed.\n"
            "When all have played, the trick is decided: first suits, then values, then the winner."
        ),
    ),
    (
        say("Who wins"),
        say(
            "If there are trumps in the trick, the trump with the highest value wins, otherwise the card of the led "
            "suit with the highest value. Equal values: the one played first.\n"
            "An ace is worth 1, number cards their number, jack 11, queen 12, king 13, before powers change that. "
            "Suits and values are settled in the order in which they stand below.\n"
            "The winner leads to the next trick, unless a 6 has a say. If nobody wins, the same player leads again and "
            "the trick counts for no one."
        ),
    ),
    (
        say("Powers that change suits"),
        say(
            "- **King led:** the first card whose suit is neither the king's nor the trump suit makes its suit trumps "
            "for this trick; 2s and 10s do not count for that. Without such a card trumps stay as they were (or, as a "
            "house rule, there is no trump suit). 7s do nothing in this trick. A king that is not led has no power.\n"
            "- **2** is always a trump.\n"
            "- **10** of another suit than the led one becomes a card of the led suit and is worth 15, "
            "even if it was a trump.\n"
            "- **8** of trumps is a trump. Any other 8 is a card of the led suit."
        ),
    ),
    (
        say("Powers that change values"),
        say(
            "One after the other:\n"
            "1. **Ace:** 14 if a jack, queen or king of its suit is in the trick.\n"
            "2. **5:** the first one adds the values of all 6s, which become 0.\n"
            "3. **Queen:** 15 if another card is worth 11 now, a jack or a 5 with one 6. A doubled lead counts doubled "
            "here, so a led jack is then no 11.\n"
            "4. **3:** the first one adds the values of all 4s and queens, which become 0.\n"
            "5. The **doubled lead** is doubled.\n"
            "6. **9:** 15 if more of the other cards are above 9 than below, ½ if more are below; other 9s do not "
            "count. A led 9 is doubled only after this."
        ),
    ),
    (
        say("Powers that decide the winner"),
        say(
            "- **4:** cannot win. But if you hold another 4, you may show it while you play the first: then the one "
            "you played is a **victor** and wins the trick, whatever else is in it. The first victor counts. The 4 you "
            "showed stays in your hand and may be shown again.\n"
            "- **Queen:** with a queen in the trick, 4s are neither barred nor victors, just ordinary cards.\n"
            "- **7:** with one or three 7s in the trick, the **lowest** value wins instead of the highest."
        ),
    ),
    (
        say("Powers after the trick"),
        say(
            "- **6:** if a 6, and only that 6, has the lowest value of the whole trick, its player leads next, and "
            "the card led counts double. A 6 robbed by a 5 is worth 0 and often manages that.\n"
            "- **Jack:** jacks go on top of the indicator. From the next trick on the last one shows the trump suit.\n"
            "- **5:** after a trick with a 5, everybody chooses a card and passes it face down to the left, all at the "
            "same time.\n"
            "After the tenth trick none of this matters any more."
        ),
    ),
    (
        say("Scoring"),
        say(
            "If you won exactly as many tricks as you bid, you score that number, but at least 2.\n"
            "If you missed your bid, you score\n"
            "- 1 point if you won no trick at all;\n"
            "- one point less than your tricks if you won a lot: at least 7 with three players, 6 with four, "
            "5 with five;\n"
            "- otherwise nothing."
        ),
    ),
    (
        say("The end of the game"),
        say(
            "Hands are dealt in turn until somebody has reached the target after a hand: 9 points with three players, "
            "8 with four, 7 with five, unless you agree otherwise. The highest total wins; equal totals share the win. "
            "After 25 hands, or another number that you agree on, the game ends in any case."
        ),
    ),
)
"""Sections of a heading and a text in Markdown."""
