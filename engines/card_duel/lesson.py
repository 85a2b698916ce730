"""The Card Duel lesson: attack, damage, defence from hand and deck, a good hand."""

from engines.card_duel.rulebook import duel
from engines.cards import pack, write_cards
from engines.lessons import Lesson, Step
from engines.texts import Player, named, say, shown

OTHER = Player(1)

_ATTACK = Step(  # 1.2, 4.1, 5.1
    words=say(
        "Whoever first takes 22 damage loses. Attack with a card from your hand, or with the top card of your "
        "deck: {deck}, in unknown order. Make the strongest attack.",
        deck=named("5D 7S 8H"),
    ),
    position=duel("3D KS | 4C 6H 8C", decks="7S 5D 8H | 6D TD QH"),
    accepted=("hand KS",),
    remarks={
        "hand 3D": say("{card} is worth only 3: every card but a two stops it.", card=named("3D")),
        "deck": say(
            "The top card of your deck is unknown, but it is worth 8 at most. {card} is worth 10.", card=named("KS")
        ),
    },
    praise=say("10 against whatever {other} plays now. Equal or higher stops you, lower does not.", other=OTHER),
)

_DAMAGE = Step(  # 6.4 to 6.6
    words=say(
        "{other} played {card}: 6 is lower than 10, so your attack **succeeds**. Now one more card, from hand or deck, "
        "does **damage**: its value. Do as much as you can.",
        **shown(other=OTHER, card="6H"),
    ),
    replies=((1, "hand 6H"),),
    accepted=("deck",),
    remarks={"hand 3D": say("That does only 3 damage. Even the lowest card in your deck does 5.")},
    praise=say("{card}: 7 damage. It stays in front of {other}, and you attack again.", card=named("7S"), other=OTHER),
)

_DEFENCE = Step(  # 6.3, A15
    words=say(
        "Another duel: {other} attacks with {attack}. Your deck is weak here, it holds {deck}. Stop the attack, "
        "but do not spend more than you need.",
        **shown(other=OTHER, attack="8C", deck="2H 4D 5C 6C 9S"),
    ),
    position=duel(
        "3S 8D KH | 4C 6H", decks="4D 9S 2H 6C 5C | 6D TD QH", attacker=1, phase="defend", table={"attack": "8C"}
    ),
    accepted=("hand 8D",),
    remarks={
        "hand KH": say(
            "It stops the attack, too. But equal is enough: play {eight} and keep the king.", eight=named("8D")
        ),
        "hand 3S": say("3 is lower than 8, so the attack would succeed. You hold a card that stops it."),
        "deck": say("Only one of the five cards in your deck would stop it: {nine}.", nine=named("9S")),
    },
    praise=say("8 against 8: equal values stop an attack. The king stays in your hand."),
)

_DECK = Step(  # 4.2
    words=say(
        "This time {other} attacks with {attack}, and your deck is strong: {deck}. Your hand is never refilled, so "
        "spend none of it without need.",
        **shown(other=OTHER, attack="4C", deck="8S 9H TH JD QD"),
    ),
    position=duel(
        "3S KH | 6H 9D", decks="9H QD 8S JD TH | 6D TD QH", attacker=1, phase="defend", table={"attack": "4C"}
    ),
    accepted=("deck",),
    remarks={
        "hand KH": say("It stops the attack, but so does every card in your deck. Save the king."),
        "hand 3S": say("3 is lower than 4: the attack would succeed."),
    },
    praise=say("A strong deck defends you, and your hand keeps its cards."),
)

_LOW = ("2D", "2S", "3C", "3D", "4H", "5D", "5S", "6D")
"""The lowest cards of the pool, worth 30 together."""
_HIGH = ("7C", "7H", "8D", "8H", "8S", "9C", "9D", "TC", "TH", "JC", "JD", "JS", "QD", "QH", "QS", "KC", "AC", "AS")
_OTHER_HAND = ("2C", "2H", "3H", "3S", "4C", "4D", "4S", "5C")
_OTHER_DECK = tuple(card for card in write_cards(pack()) if card not in {*_LOW, *_HIGH, *_OTHER_HAND})

_HAND = Step(  # 3.1 to 3.4
    words=say(
        "A game begins like this: from 26 cards you choose a secret hand, worth **30 or less** together. The others "
        "become your deck. Add the lowest that are left, the second 5 and the 6, then tap *Play this hand*."
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
        "done": say("Without a hand, your twos and threes stay in your deck and spoil it."),  # 3.3
        "*, done": say("This hand is allowed. But it leaves low cards in your deck, where you turn them up."),
    },
    praise=say(
        "No card in your deck is worth less than 7 now, and you have low cards to throw away when a defence is lost. "
        "Others keep two aces instead."
    ),
)

LESSONS = (
    Lesson(key="basics", title=say("Card Duel in three minutes"), steps=(_ATTACK, _DAMAGE, _DEFENCE, _DECK, _HAND)),
)
