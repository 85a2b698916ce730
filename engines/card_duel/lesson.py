"""The Card Duel lesson: attack, defence and damage, what to spend on a lost defence, reshuffling, a good hand.

Numbers in comments are those of the rules that a step demonstrates or a remark relies on.
"""

from engines.cards import pack, write_cards
from engines.lessons import Ending, Lesson, Step
from engines.texts import Player, named, say

OTHER = Player(1)

_AN_EXCHANGE = (
    Step(  # 1.2, 4.1, 5.1
        words=say(
            "Whoever first takes 22 damage loses. Attack with a card from your hand, or with the top card of your "
            "deck: {deck}, in unknown order. Make the strongest attack.",
            deck=named("5D 7S 8H"),
        ),
        position={
            "hands": [["3D", "KS"], ["4C", "6H", "8C"]],
            "decks": [["7S", "5D", "8H"], ["6D", "TD", "QH"]],
        },
        accepted=("hand KS",),
        remarks={
            "hand 3D": say("{card} is worth only 3: every card but a two stops it.", card=named("3D")),
            "deck": say(
                "The top card of your deck is unknown, but it is worth 8 at most. {card} is worth 10.", card=named("KS")
            ),
        },
        praise=say("10 against whatever {other} plays now. Equal or higher stops you, lower does not.", other=OTHER),
    ),
    Step(  # 6.4, 6.5
        words=say(
            "{other} played {card}: 6 is lower than 10, so your attack **succeeds**. Now you play one more card, again "
            "from hand or deck. Its value is the **damage**. Do as much as you can: with {three}, or with the top card "
            "of your deck?",
            other=OTHER,
            card=named("6H"),
            three=named("3D"),
        ),
        replies=((1, "hand 6H"),),
        accepted=("deck",),
        remarks={
            "hand 3D": say(
                "That does only 3 damage. By how much the attack was higher does not matter, only this card does. "
                "Even the lowest card in your deck does 5.",
            ),
        },
        praise=say(
            "It was {card}: 7 damage. Only this card counts, not by how much the attack was higher. It stays in front "
            "of {other} for the rest of the game.",
            card=named("7S"),
            other=OTHER,
        ),
    ),
    Step(  # 4.1, 6.6
        words=say(
            "That was one **exchange**: attack, defence and damage. Whoever does damage attacks again, so it is your "
            "turn. You have {three} in your hand, and {deck} are left in your deck. You always choose between hand and "
            "deck before you see the deck card, and then you must use it.",
            three=named("3D"),
            deck=named("5D 8H"),
        ),
        accepted=("deck",),
        remarks={
            "hand 3D": say("Worth 3: a weak attack. Whichever card you turn up from the deck is worth at least 5."),
        },
        praise=say("You turned up {card}: a card worth 5 or more stops it.", card=named("5D")),
    ),
    Step(  # 6.1, 6.3
        words=say(
            "{other} played {stop}, which is higher than your {five}: the attack is **stopped**, and the roles change. "
            "Now {other} attacks with {attack}, and you must defend. The last card in your deck can only be {last}.",
            other=OTHER,
            stop=named("8C"),
            five=named("5D"),
            attack=named("6D"),
            last=named("8H"),
        ),
        replies=((1, "hand 8C"), (1, "deck")),
        accepted=("deck",),
        remarks={
            "hand 3D": say(
                "3 is lower than 6: the attack would succeed, and {other} would play a damage card against you.",
                other=OTHER,
            ),
        },
        praise=say("8 against 6: stopped, no damage. Whoever stops an attack is the next to attack."),
    ),
)

_DEFENCE = (
    Step(  # 6.3, A15
        words=say(
            "Another duel: {other} attacks with {attack}. Your deck is weak here, it holds {deck}. Stop the attack, "
            "but do not spend more than you need.",
            other=OTHER,
            attack=named("8C"),
            deck=named("2H 4D 5C 6C 9S"),
        ),
        position={
            "hands": [["3S", "8D", "KH"], ["4C", "6H"]],
            "decks": [["4D", "9S", "2H", "6C", "5C"], ["6D", "TD", "QH"]],
            "attacker": 1,
            "phase": "defend",
            "table": {"attack": "8C"},
        },
        accepted=("hand 8D",),
        remarks={
            "hand KH": say(
                "It stops the attack, too. But equal is enough: play {eight} and keep the king.", eight=named("8D")
            ),
            "hand 3S": say("3 is lower than 8, so the attack would succeed. You hold a card that stops it."),
            "deck": say(
                "Only one of the five cards in your deck would stop it: {nine}. You hold a card that does so for "
                "certain.",
                nine=named("9S"),
            ),
        },
        praise=say("8 against 8: equal values stop an attack. The king stays in your hand."),
    ),
    Step(  # 4.2
        words=say(
            "This time {other} attacks with {attack}, and your deck is strong: {deck}. Your hand is never refilled, so "
            "spend none of it without need.",
            other=OTHER,
            attack=named("4C"),
            deck=named("8S 9H TH JD QD"),
        ),
        position={
            "hands": [["3S", "KH"], ["6H", "9D"]],
            "decks": [["9H", "QD", "8S", "JD", "TH"], ["6D", "TD", "QH"]],
            "attacker": 1,
            "phase": "defend",
            "table": {"attack": "4C"},
        },
        accepted=("deck",),
        remarks={
            "hand KH": say("It stops the attack, but so does every card in your deck. Save the king."),
            "hand 3S": say("3 is lower than 4: the attack would succeed."),
        },
        praise=say(
            "Every card in your deck is worth 4 or more. A strong deck defends you, and your hand keeps its cards."
        ),
    ),
    Step(  # 6.1, 6.5
        words=say(
            "Some exchanges later, {other} attacks with an ace, worth 11! Only another ace could stop it, and you have "
            "none: your deck now holds {deck}. But you must play a card. Which one do you give away?",
            other=OTHER,
            deck=named("8S TH JD"),
        ),
        position={
            "hands": [["3S", "KH"], ["6H", "9D"]],
            "decks": [["8S", "JD", "TH"], ["6D", "QH"]],
            "discards": [["9H", "QD"], ["4C", "TD"]],
            "attacker": 1,
            "phase": "defend",
            "table": {"attack": "AS"},
        },
        accepted=("hand 3S",),
        remarks={
            "hand KH": say("10 is lower than 11: the ace gets through, and you have spent your best card for nothing."),
            "deck": say("No card in your deck stops an ace. You would only lose a strong card to it."),
        },
        praise=say(
            "The attack succeeds in any case, and your card does not change the damage. So lose your worst card: "
            "that is what low cards in your hand are good for."
        ),
    ),
)

_THE_END = (
    Step(  # 8.1, 8.2
        words=say(
            "A new position: your attack has succeeded, {attack} against {defence}. {other} has taken 15 damage, so 7 "
            "more are enough. Your deck holds {deck}. Which card does the damage?",
            other=OTHER,
            attack=named("QS"),
            defence=named("6C"),
            deck=named("3H 5H 9C TS"),
        ),
        position={
            "hands": [["4C", "7D"], ["6H"]],
            "decks": [["5H", "TS", "3H", "9C"], ["6D", "TD", "QH"]],
            "discards": [["QC"], ["2C"]],
            "damage": [["9D"], ["7S", "8H"]],
            "phase": "damage",
            "table": {"attack": "QS", "defence": "6C"},
        },
        accepted=("hand 7D",),
        remarks={
            "hand 4C": say("15 and 4 make 19. {other} would live on: it takes 22 to win.", other=OTHER),
            "deck": say(
                "Only two of the four cards in your deck are worth 7 or more. You hold a card that wins for certain.",
            ),
        },
        praise=say(
            "15 and 7 make 22: {other} has lost, and the game is over. It also ends when 40 exchanges in a row have "
            "done no damage; then less damage wins, and equal damage is a draw.",
            other=OTHER,
        ),
    ),
    Step(  # 6.6, 7.2
        words=say(
            "After an exchange, the attack and defence cards go to the **discard piles** of the players who played "
            "them. In this new position your deck is empty, and {used} lie in your discard pile. If you choose the "
            "deck now, they are shuffled and become your deck again. Attack!",
            used=named("KC QD 9S"),
        ),
        position={
            "hands": [["2H"], ["6H", "9D"]],
            "decks": [[], ["6D", "TD", "QH"]],
            "discards": [["KC", "QD", "9S"], ["2C", "7H"]],
            "damage": [["9D"], ["8H"]],
            "seed": "reshuffle",
        },
        accepted=("deck",),
        remarks={
            "hand 2H": say("Worth 2: every card stops it. Even the lowest card of your new deck is worth 9."),
        },
        praise=say(
            "Your cards come back again and again, except those that have done damage. So a good deck pays all game "
            "long."
        ),
    ),
)

_LOW = ("2D", "2S", "3C", "3D", "4H", "5D", "5S", "6D")
"""The lowest cards of the pool, worth 30 together."""
_HIGH = ("7C", "7H", "8D", "8H", "8S", "9C", "9D", "TC", "TH", "JC", "JD", "JS", "QD", "QH", "QS", "KC", "AC", "AS")
_OTHER_HAND = ("2C", "2H", "3H", "3S", "4C", "4D", "4S", "5C")
_OTHER_DECK = tuple(card for card in write_cards(pack()) if card not in {*_LOW, *_HIGH, *_OTHER_HAND})

_THE_HAND = (
    Step(  # 3.1 to 3.4
        words=say(
            "A game begins like this: from 26 cards you choose a secret hand, worth **30 or less** together; the "
            "others become your deck. Your hand has some low cards already. Add the two lowest that are "
            "left, the second 5 and the 6, then tap *Play this hand*."
        ),
        position={
            "phase": "build",
            "pools": [[*_LOW, *_HIGH], [*_OTHER_DECK]],
            "hands": [[], [*_OTHER_HAND]],
            "done": [False, True],
            "seed": "lesson-1",
        },
        accepted=(", ".join([*(f"pick {card}" for card in _LOW), "done"]),),
        remarks={
            "done": say(  # 3.3
                "You may play without a hand. But then your twos and threes stay in your deck and spoil it: sooner "
                "or later you turn them up.",
            ),
            "*, done": say(
                "This hand is allowed. But it leaves at least one of your eight lowest cards, {low}, in the deck, "
                "where it turns up when you need a high one. Those eight are worth exactly 30 together.",
                low=named(" ".join(_LOW)),
            ),
        },
        praise=say(
            "Eight cards, worth 30. Now no card in your deck is worth less than 7, and you have low cards to throw "
            "away when a defence is lost. Other players keep a few high cards instead, such as two aces."
        ),
    ),
    Step(  # 2.1, 4.1
        words=say("You attack first: from your hand, or from your deck?"),
        accepted=("deck",),
        remarks={
            "hand *": say(
                "Every card in your deck is worth more than this one, at least 7. Keep the low cards for lost "
                "defences.",
            ),
        },
        praise=say("From the deck that you have just made strong. You know what is in it, only not in which order."),
    ),
)

_CHOICES = (
    (0, "2H 3C 3D 3S 4C 4H 5S 6C"),
    (1, "3H 4D 4S 5C 5D"),
)
_EXCHANGES = (
    (1, "deck"), (0, "hand 2H"), (0, "deck"),
    (1, "deck"), (0, "deck"), (0, "deck"), (1, "deck"),
    (1, "deck"), (0, "deck"), (0, "deck"), (1, "deck"),
    (1, "deck"), (0, "deck"), (1, "deck"),
    (1, "deck"), (0, "deck"), (1, "deck"),
    (1, "deck"),
)  # fmt: skip

_ENDING = Ending(
    words=say(
        "Now finish a real duel. You have taken 14 damage, {other} 10. {other} attacks with {attack}, and no card in "
        "your hand stops it. But nine of the eleven cards in your deck do! Twelve more damage wins: attack and do "
        "damage from the deck, and play from your hand where a low card is enough.",
        other=OTHER,
        attack=named("9H"),
    ),
    seats=2,
    seed="lesson-9",
    options={},
    moves=(
        *((seat, move) for seat, hand in _CHOICES for move in (*(f"pick {card}" for card in hand.split()), "done")),
        *_EXCHANGES,
    ),
)

LESSONS = (
    Lesson(
        key="basics",
        title=say("Card Duel in three minutes"),
        steps=(*_AN_EXCHANGE, *_DEFENCE, *_THE_END, *_THE_HAND),
        ending=_ENDING,
    ),
)
