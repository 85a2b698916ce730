"""The rules of Counter for players."""

from typing import Any

from engines.cards import rows
from engines.rulebooks import Example, Section
from engines.texts import Text, named, say, shown


def _table(hands: str, indicator: str, bids: list[int], won: list[int], trick_no: int, **others: Any) -> dict[str, Any]:
    return {"hands": rows(hands), "indicator": indicator, "bids": bids, "won": won, "trick_no": trick_no, **others}


def _trick(caption: Text, hands: str) -> Example:
    """A trick in which all play the first cards of their hands, with three to go; hearts are trumps."""
    moves = tuple((seat, f"play {hand[0]}") for seat, hand in enumerate(rows(hands)))
    return Example(caption, _table(hands, "9H", [2, 3, 4], [1, 3, 3], 8), moves, None)


RULES = (
    Section(
        say("In short"),
        say(
            "- Ten cards each, ten tricks. The card turned up, the **indicator**, shows the trump suit.\n"
            "- **Bid** how many tricks you will win, from 0 to 10. Only the exact number scores well.\n"
            "- **Follow suit** if you can. Otherwise play any card.\n"
            "- The highest trump wins the trick; without a trump, the highest card of the suit led.\n"
            "- But **every rank has a power** that can turn the trick: see the next page. Your hand and the table say "
            "what applies.\n"
            "- The winner leads to the next trick.\n"
            "- An exact bid scores the number of your tricks, but at least 2.\n"
            "- Miss your bid and you usually score nothing: only 1 if you won no trick, and your tricks less one if "
            "you won very many.\n"
            "- With three players, 9 points end the game; with four 8, with five 7.\n"
            "- Tip: bid low, because powers take sure tricks away. Never bid above 6 with three players, 5 with four "
            "or 4 with five: a higher bid gains only one point more."
        ),
        Example(
            say(
                "Player 3 has led the {queen}. You hold no spade, so you may play any card; the {nine} is a trump.",
                **shown(queen="QS", nine="9D"),
            ),
            _table("2C 8H 9D AC JC | 3S TS 5H KD 6C | 7C AH 4S QD", "TD", [2, 3, 4], [1, 2, 2], 6, trick=["QS"]),
        ),
        options=("target",),
    ),
    Section(
        say("All powers, A to K"),
        say(
            "- **A**: worth 14 if a J, Q or K of its suit is in the trick.\n"
            "- **2**: always a trump. If it is led, the others must follow with trumps.\n"
            "- **3**: the first one takes the values of all 4s and Qs.\n"
            "- **4**: cannot win; but if you show another 4, it wins.\n"
            "- **5**: the first one takes the values of all 6s. Afterwards all pass a card to the left.\n"
            "- **6**: if it alone is lowest, its player leads next, and the card they lead counts double.\n"
            "- **7**: with one or three of them the lowest value wins.\n"
            "- **8**: belongs to the suit led, the 8 of trumps to the trumps.\n"
            "- **9**: 15 if more cards are above 9 than below, ½ if more are below.\n"
            "- **10** of another suit: a 15 of the suit led.\n"
            "- **J**: shows the trump suit of the next trick.\n"
            "- **Q**: 15 if another card is worth 11. It turns 4s into ordinary cards.\n"
            "- **K** led: the first card neither of its suit nor of trumps makes its suit trumps. 7s do nothing."
        ),
        _trick(
            say(
                "The {jack} is worth 11, so the {queen} is worth 15 and beats the {king}.",
                **shown(jack="JC", queen="QC", king="KC"),
            ),
            "JC 8D 3S | KC 5H KD | QC 2S JS",
        ),
    ),
    Section(
        say("The aim"),
        say(
            "Three to five players get ten cards each and say how many of the ten tricks they will win. Hitting that "
            "number **exactly** scores. Every rank has a power, so hardly any trick is won before its last card.\n"
            "The remaining cards lie face down, and the top one is turned up. This **indicator** shows the "
            "**trump suit**.\n"
            "Starting at the dealer's left, each player bids a number from 0 to 10. Any bid is allowed; bids are "
            "public and final. The player at the dealer's left leads to the first trick."
        ),
        Example(
            say("It is your turn to bid. The {nine} is the indicator: hearts are trumps.", nine=named("9H")),
            {
                "hands": rows(
                    "AC 5C KC 8D JD 3H 7H QH 4S TS | 2C 7C QC 4D TD 5H AS 6S 9S JS | 4C TC AD 6D KD 2H JH KH 3S QS"
                ),
                "indicator": "9H",
                "phase": "bid",
                "turn": 0,
                "dealer": 2,
            },
        ),
        options=("dealer",),
    ),
    Section(
        say("Playing a trick"),
        say(
            "The leader plays any card, and the others follow clockwise. If you have a card of the led suit, you must "
            "play one; otherwise play any card.\n"
            "- In your hand every card has only its printed suit, even 2s, 8s and 10s.\n"
            "- If your **only** card of the led suit is an **8**, you may play any card instead.\n"
            "- If a **2** is led, the others must follow with trumps.\n"
            "When all have played, the trick is decided: first suits, then values, then the winner."
        ),
        Example(
            say(
                "Spades were led: you must play the {three} or the {king}. Without a spade you could play any card.",
                **shown(three="3S", king="KS"),
            ),
            _table("3S KS 8H 9D AC | TS 5H KD 6C | 7C AH 4S QD", "TD", [2, 3, 4], [1, 2, 2], 6, trick=["QS", "JS"]),
        ),
    ),
    Section(
        say("Who wins"),
        say(
            "If there are trumps in the trick, the trump with the highest value wins, otherwise the card of the led "
            "suit with the highest value. Of equal values, the card played first wins.\n"
            "Without powers, an ace is worth 1, number cards their number, a jack 11, a queen 12 and a king 13. The "
            "powers take effect in the order in which they are listed below.\n"
            "The winner leads to the next trick, unless a 6 takes the lead.\n"
            "Nobody wins if a **void** 4 was led and no card but void 4s is a trump or of the led suit. Such a trick "
            "counts for no one, and the same player leads again, unless a 6 takes the lead."
        ),
        _trick(
            say("The {ace} is worth only 1, but it is the only trump and wins.", ace=named("AH")),
            "QC 8D 3S | TC 5H KD | AH 2S JS",
        ),
    ),
    Section(
        say("Powers that change suits"),
        say(
            "- **King led:** the first card that is neither of the king's suit nor of the trump suit makes its suit "
            "trumps for this trick; 2s and 10s do not count. Without such a card, trumps stay as they were (or, as a "
            "house rule, this trick has no trump suit). 7s have no power in this trick. A king that is not led has no "
            "power.\n"
            "- **2:** always a trump.\n"
            "- **10** that isn't of the led suit: a card of the led suit worth 15, even if it was a trump.\n"
            "- **8:** the 8 of trumps is a trump. Any other 8 is a card of the led suit."
        ),
        _trick(
            say(
                "A king was led, and the {queen} makes diamonds trumps for this trick. It wins; hearts are not "
                "trumps here.",
                queen=named("QD"),
            ),
            "KC 8D 3S | QD 5H KD | AH 2S JS",
        ),
        options=("king_rule",),
    ),
    Section(
        say("Powers that change values"),
        say(
            "These take effect one after the other:\n"
            "1. **Ace:** worth 14 if a jack, queen or king of its suit is in the trick.\n"
            "2. **5:** the first one adds the values of all 6s, which become 0.\n"
            "3. **Queen:** worth 15 if another card is now worth 11: a jack, or a 5 that took one 6. A doubled lead "
            "already counts double here, so a led jack no longer counts as 11.\n"
            "4. **3:** the first one adds the values of all 4s and queens, which become 0.\n"
            "5. The **doubled lead** is doubled.\n"
            "6. **9:** worth 15 if more of the other cards are above 9 than below, ½ if more are below; other 9s do "
            "not count. A led 9 is doubled only after this."
        ),
        _trick(
            say(
                "The {ace} is worth 14 because of the {jack}; the {queen} is worth 15 because the {jack} is worth 11.",
                **shown(ace="AC", jack="JC", queen="QC"),
            ),
            "JC 8D 3S | AC 5H KD | QC 2S JS",
        ),
    ),
    Section(
        say("Powers that decide the winner"),
        say(
            "- **4:** it is **void** and cannot win, unless you show another 4 from your hand while you play it. "
            "Then the 4 you play is a **victor** and wins the trick, whatever else is in it. Of several victors the "
            "first one wins. The 4 you show stays in your hand and may be shown again.\n"
            "- **Queen:** if there is a queen in the trick, 4s are just ordinary cards.\n"
            "- **7:** if there are one or three 7s in the trick, the **lowest** value wins instead of the highest."
        ),
        _trick(
            say("There is one 7 in the trick, so the lowest value wins: the {seven} itself.", seven=named("7C")),
            "TC 8D 3S | KC 5H KD | 7C 2S JS",
        ),
    ),
    Section(
        say("Powers after the trick"),
        say(
            "- **6:** if one 6 alone has the lowest value of the whole trick, its player leads next, and the card led "
            "counts double. A 6 robbed by a 5 is worth 0 and often manages that.\n"
            "- **Jack:** jacks go on top of the indicator. From the next trick on, the last one shows the trump suit.\n"
            "- **5:** after a trick with a 5, everybody chooses a card and passes it face down to the left, all at the "
            "same time.\n"
            "After the tenth trick these powers have no effect."
        ),
        _trick(
            say(
                "The {six} alone is lowest: player 3 leads next, although player 1 won, and the card they lead "
                "counts double.",
                six=named("6C"),
            ),
            "QC 8D 3S | TC 5H KD | 6C 2S JS",
        ),
    ),
    Section(
        say("Scoring"),
        say(
            "If you won exactly as many tricks as you bid, you score that number, but at least 2. A missed bid "
            "scores only if you won no trick at all or a great many. What a number of tricks scores, if you bid it "
            "and if you missed your bid with 3, 4 or 5 players:\n"
            "```\n"
            "Tricks    0 1 2 3 4 5 6 7 8 9 10\n"
            "Exact bid 2 2 2 3 4 5 6 7 8 9 10\n"
            "Missed, 3 1 0 0 0 0 0 0 6 7 8  9\n"
            "Missed, 4 1 0 0 0 0 0 5 6 7 8  9\n"
            "Missed, 5 1 0 0 0 0 4 5 6 7 8  9\n"
            "```\n"
            "So the author advises never to bid above 6 with three players, 5 with four or 4 with five: a higher bid "
            "that comes true is worth just one point more, and that many tricks always score at least as much as a "
            "lower bid."
        ),
        Example(
            say("You bid 3 and have won 3 tricks. If you do not win the last one, you score 3 points."),
            _table("3C | TS | QD", "9H", [3, 3, 2], [3, 2, 4], 10, scores=[2, 4, 3]),
        ),
    ),
    Section(
        say("The end of the game"),
        say(
            "The players take turns to deal until someone has reached the target after a hand: 9 points with three "
            "players, 8 with four, 7 with five, unless you agree otherwise. The highest total wins; players with "
            "equal totals share the win. The game also ends after 25 hands, or another number that you agree on; "
            "this is our addition, so that every game ends.\n"
            "The editor of pagat.com, where these rules are published, marked some of them as his own "
            "interpretation, awaiting confirmation from the inventor."
        ),
        Example(
            say("You have 7 points. With 2 points for this hand you reach 9, and the game ends after it."),
            _table("3C 8H | TS 2D | QD 6S", "9H", [2, 3, 2], [2, 2, 4], 9, scores=[7, 4, 6]),
        ),
        options=("target", "max_hands"),
    ),
    Section(
        say("How we read the rules"),
        say(
            "The published rules leave these open; this is how we read them:\n"
            "- Under a led king, 2s and 10s make no suit trumps. Without a card that does, trumps stay as they were.\n"
            "- Powers that change values take effect in the order of their list: a doubled lead comes after the 3s, "
            "before the 9s.\n"
            "- If no card can win, nobody wins the trick, also if cards of other suits are in it."
        ),
    ),
)
