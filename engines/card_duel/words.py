"""Card Duel in words: actions, sums and endings; each event in a sentence, and an exchange in one line."""

from dataclasses import replace

from engines.beats import NOTHING, Part
from engines.card_duel import events
from engines.card_duel.actions import ATTACK, DEFEND, OVER, Action, Done, FromDeck, FromHand, Pick
from engines.card_duel.view import CardDuelView
from engines.contract import Event
from engines.kit.narration import Sentence, Teller
from engines.kit.wording import in_wins, match_decided, match_score
from engines.texts import Player, Text, cards, say, say_count


def label(view: CardDuelView, action: Action) -> Text:
    """An action in words; of the deck, whether using it means a reshuffle (7.2, Annex C)."""
    if isinstance(action, Pick):
        return say("Put {card} into the hand", card=cards([action.card]))
    if isinstance(action, Done):
        return say("Finish the hand")
    if isinstance(action, FromHand):
        return say("Play {card} from the hand", card=cards([action.card]))
    if not isinstance(action, FromDeck):
        return say("You have no cards left")
    if view.own_deck:
        return say_count("Deck ({count} card left)", "Deck ({count} cards left)", len(view.own_deck))
    return say_count(
        "Reshuffle discard pile ({count} card) and play the top card",
        "Reshuffle discard pile ({count} cards) and play the top card",
        len(view.own_discards),
    )


def too_much(value: int, limit: int) -> Text:
    """Why a starting hand is not allowed (3.2)."""
    return say("That would make {value}, and the limit is {limit}.", value=value, limit=limit)


def no_damage(exchanges: int) -> Text:
    """Why a game without a loser is over (8.2)."""
    return say_count(
        "{count} exchange in a row has done no damage.", "{count} exchanges in a row have done no damage.", exchanges
    )


def ending(view: CardDuelView) -> Text | None:
    """Why the game (8) or the match (11) is over."""
    if view.phase != OVER:
        return None
    if view.options.best_of > 1:
        return match_decided(view.game_no + 1)
    most, life = max(view.hurt), view.options.life
    if most < life:
        return no_damage(view.idle)
    loser = Player(view.hurt.index(most))
    return say("{player} has taken {damage} damage; the limit is {life}.", player=loser, damage=most, life=life)


def score(view: CardDuelView, points: float) -> Text:
    """The damage taken in a single game, or the games won in a match."""
    return in_wins(points) if view.options.best_of > 1 else say("{points} damage", points=points)


tell = Teller(
    "Card Duel",
    {
        events.Picked: say("You put {card} into your hand: {total} of {limit}."),
        events.HandChosen: (say("You have chosen your hand."), say("{player} has chosen a hand.")),
        events.HandCounted: (
            say_count(
                "You hold {count} card; the others are shuffled into your deck.",
                "You hold {count} cards; the others are shuffled into your deck.",
                0,
            ),
            say_count(
                "{player} holds {count} card; the others are shuffled into their deck.",
                "{player} holds {count} cards; the others are shuffled into their deck.",
                0,
            ),
        ),
        events.DuelBegan: (say("You attack first."), say("{player} attacks first.")),
        events.Reshuffled: (
            say_count(
                "You reshuffle your discard pile of {count} card.",
                "You reshuffle your discard pile of {count} cards.",
                0,
            ),
            say_count(
                "{player} reshuffles their discard pile of {count} card.",
                "{player} reshuffles their discard pile of {count} cards.",
                0,
            ),
        ),
        events.HadNoCard: (say("You have no cards left to play."), say("{player} has no cards left to play.")),
        events.AttackStopped: (
            say("You stop the attack and attack next."),
            say("{player} stops the attack and attacks next."),
        ),
        events.AttackSucceeded: (
            say("Your attack succeeds, so you play the damage card."),
            say("The attack succeeds, so {player} plays the damage card."),
        ),
        events.Damaged: (
            say("You take {damage} damage: {total} of {life}."),
            say("{player} takes {damage} damage: {total} of {life}."),
        ),
        events.NextGame: (
            say("Game {number} is dealt. You attack first."),
            say("Game {number} is dealt. {player} attacks first."),
        ),
    },
)


@tell.register
def _(event: events.Supplied, reader: int | None) -> Sentence:
    match event.step, event.source:
        case "attack", "hand":
            return say("You attack with {card} from your hand."), say("{player} attacks with {card} from their hand.")
        case "attack", _:
            return say("You attack with {card} from your deck."), say("{player} attacks with {card} from their deck.")
        case "defend", "hand":
            return say("You defend with {card} from your hand."), say("{player} defends with {card} from their hand.")
        case "defend", _:
            return say("You defend with {card} from your deck."), say("{player} defends with {card} from their deck.")
        case _, "hand":
            return (
                say("You do damage with {card} from your hand."),
                say("{player} does damage with {card} from their hand."),
            )
        case _:
            return (
                say("You do damage with {card} from your deck."),
                say("{player} does damage with {card} from their deck."),
            )


@tell.register
def _(event: events.IdleLimitReached, reader: int | None) -> Sentence:
    return no_damage(event.count)


@tell.register
def _(event: events.GameEnded, reader: int | None) -> Sentence:
    less, more = sorted(event.hurt)
    if less == more:
        return say("The game is a draw.")
    winner = event.hurt.index(less)
    if winner == reader:
        return say("You win the game with {less} damage to {more}.", less=less, more=more)
    return say("{player} wins the game with {less} damage to {more}.", player=Player(winner), less=less, more=more)


@tell.register
def _(event: events.MatchStands, reader: int | None) -> Sentence:
    return match_score(event.points)


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of an exchange, which belongs to the attacker."""
    match event:
        case events.Supplied(seat, step, source, card):
            attack = say("{card} attacks"), say("{card} attacks from the deck")
            defence = say("{card} defends"), say("{card} defends from the deck")
            damage = say("{card} hits"), say("{card} hits from the deck")
            texts = {ATTACK: attack, DEFEND: defence}.get(step, damage)
            move = replace(texts[source == "deck"], values=(("card", cards([card])),))
            return Part("exchange" if step == ATTACK else None, seat, (move,))
        case events.AttackStopped():
            return Part(None, moves=(say("stopped"),), closes=True)
        case events.Damaged():
            return Part(None, effects=(tell(event, viewer),), closes=True)
        case events.Picked() | events.AttackSucceeded():
            return NOTHING
        case _:
            return None
