"""Actions, sums and endings in words."""

from engines.card_duel.actions import OVER, Action, Done, FromDeck, FromHand, Pick
from engines.card_duel.view import CardDuelView
from engines.kit.wording import in_wins, match_decided
from engines.texts import Player, Text, cards, say, say_count


def label(view: CardDuelView, action: Action) -> Text:
    """An action in words."""
    if isinstance(action, Pick):
        return say("Put {card} into the hand", card=cards([action.card]))
    if isinstance(action, Done):
        return say("Finish the hand")
    if isinstance(action, FromHand):
        return say("Play {card} from the hand", card=cards([action.card]))
    return _deck(view) if isinstance(action, FromDeck) else say("You have no cards left")


def _deck(view: CardDuelView) -> Text:
    """The deck as a source of cards, and whether using it means a reshuffle (7.2, Annex C)."""
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
