"""The rules of Counter for players."""

from engines.texts import say

RULES = (
    (
        say("The aim"),
        say(
            "Three to five players get ten cards each and say how many of the ten tricks they will win. Hitting that "
            "number **exactly** scores. Every rank has a power, so hardly any trick is won before its last card.\n"
            "The remaining cards lie face down, and the top one is turned up. This **indicator** shows the "
            "**trump suit**.\n"
            "Starting at the dealer's left, each player bids a number from 0 to 10. Any bid is allowed; bids are "
            "public and final. The player at the dealer's left leads to the first trick."
        ),
    ),
    (
        say("Playing a trick"),
        say(
            "The leader plays any card, and the others follow clockwise. If you have a card of the led suit, you must "
            "play one; otherwise play any card.\n"
            "- In your hand every card has only its printed suit, even 2s, 8s and 10s.\n"
            "- If your **only** card of the led suit is an **8**, you may play any card instead.\n"
            "- If a **2** is led, the others must follow with trumps.\n"
            "When all have played, the trick is decided: first suits, then values, then the winner."
        ),
    ),
    (
        say("Who wins"),
        say(
            "If there are trumps in the trick, the trump with the highest value wins, otherwise the card of the led "
            "suit with the highest value. Of equal values, the card played first wins.\n"
            "Without powers, an ace is worth 1, number cards their number, a jack 11, a queen 12 and a king 13. The "
            "powers take effect in the order in which they are listed below.\n"
            "The winner leads to the next trick, unless a 6 takes the lead. If nobody wins, the trick counts for no "
            "one and the same player leads again."
        ),
    ),
    (
        say("Powers that change suits"),
        say(
            "- **King led:** the first card that is neither of the king's suit nor of the trump suit makes its suit "
            "trumps for this trick; 2s and 10s do not count. Without such a card, trumps stay as they were (or, as a "
            "house rule, this trick has no trump suit). 7s have no power in this trick. A king that is not led has no "
            "power.\n"
            "- **2:** always a trump.\n"
            "- **10** of another suit than the led one: a card of the led suit worth 15, even if it was a trump.\n"
            "- **8:** the 8 of trumps is a trump. Any other 8 is a card of the led suit."
        ),
    ),
    (
        say("Powers that change values"),
        say(
            "These take effect one after the other:\n"
            "1. **Ace:** worth 14 if a jack, queen or king of its suit is in the trick.\n"
            "2. **5:** the first one adds the values of all 6s, which become 0.\n"
            "3. **Queen:** worth 15 if another card is now worth 11: a jack, or a 5 that took one 6. A doubled lead "
            "already counts double here, so a led jack is then no 11.\n"
            "4. **3:** the first one adds the values of all 4s and queens, which become 0.\n"
            "5. The **doubled lead** is doubled.\n"
            "6. **9:** worth 15 if more of the other cards are above 9 than below, ½ if more are below; other 9s do "
            "not count. A led 9 is doubled only after this."
        ),
    ),
    (
        say("Powers that decide the winner"),
        say(
            "- **4:** cannot win, unless you show another 4 from your hand while you play it. Then the 4 you play is a "
            "**victor** and wins the trick, whatever else is in it. Of several victors the first one wins. The 4 you "
            "show stays in your hand and may be shown again.\n"
            "- **Queen:** if there is a queen in the trick, 4s are just ordinary cards.\n"
            "- **7:** if there are one or three 7s in the trick, the **lowest** value wins instead of the highest."
        ),
    ),
    (
        say("Powers after the trick"),
        say(
            "- **6:** if one 6 alone has the lowest value of the whole trick, its player leads next, and the card led "
            "counts double. A 6 robbed by a 5 is worth 0 and often manages that.\n"
            "- **Jack:** jacks go on top of the indicator. From the next trick on, the last one shows the trump suit.\n"
            "- **5:** after a trick with a 5, everybody chooses a card and passes it face down to the left, all at the "
            "same time.\n"
            "After the tenth trick these powers have no effect."
        ),
    ),
    (
        say("Scoring"),
        say(
            "If you won exactly as many tricks as you bid, you score that number, but at least 2.\n"
            "If you missed your bid, you score\n"
            "- 1 point if you won no tricks;\n"
            "- one point less than your tricks if you won at least 7 with three players, 6 with four or 5 with five;\n"
            "- otherwise nothing."
        ),
    ),
    (
        say("The end of the game"),
        say(
            "The players take turns to deal until someone has reached the target after a hand: 9 points with three "
            "players, 8 with four, 7 with five, unless you agree otherwise. The highest total wins; players with equal "
            "totals share the win. The game also ends after 25 hands, or another number that you agree on."
        ),
    ),
)
"""Sections of a heading and a text in Markdown."""
