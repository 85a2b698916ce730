"""What just happened, in words. Nothing is told in simulations, which collect no news."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.card_duel.actions import ATTACK, DEFEND, Action, FromDeck
from engines.card_duel.values import VALUES
from engines.cards import Card
from engines.texts import Player, cards, say, say_count

if TYPE_CHECKING:
    from engines.card_duel.state import CardDuelState


def tell_pick(state: CardDuelState, seat: int, card: Card) -> None:
    """Tell a player what the hand makes now; it is nobody else's business (10.4)."""
    if state.news is None:
        return
    limit = state.options.hand_limit
    state.tell(
        say(
            "You put {card} into your hand: {total} of {limit}",
            card=cards([card]),
            total=limit - state.room[seat],
            limit=limit,
        ),
        seat,
    )


def tell_done(state: CardDuelState, seat: int) -> None:
    """Tell that a player has finished a hand, and no more (10.4)."""
    if state.news is not None:
        state.tell(say("{player} has chosen a hand", player=Player(seat)))


def tell_begin(state: CardDuelState) -> None:
    """Tell the sizes of the hands, which appear now (10.4), and who attacks."""
    if state.news is None:
        return
    for seat, hand in enumerate(state.hands):
        told = say_count(
            "{player} holds {count} card; the others are shuffled into the deck",
            "{player} holds {count} cards; the others are shuffled into the deck",
            len(hand),
            player=Player(seat),
        )
        state.tell(told)
    state.tell(say("{player} attacks first", player=Player(state.attacker)))


def tell_reshuffle(state: CardDuelState, seat: int) -> None:
    """Tell that a discard pile is about to become a deck (7.2)."""
    if state.news is None:
        return
    state.tell(
        say_count(
            "{player} reshuffles a discard pile of {count} card",
            "{player} reshuffles a discard pile of {count} cards",
            len(state.discards[seat]),
            player=Player(seat),
        )
    )


def tell_supply(state: CardDuelState, seat: int, action: Action, card: Card | None) -> None:
    """Tell which card was supplied and from where (10.1)."""
    player = Player(seat)
    if card is None:
        state.tell(say("{player} has no card left", player=player))
        return
    shown = cards([card])
    from_deck = isinstance(action, FromDeck)
    if state.phase == ATTACK:
        text = (
            say("{player} attacks with {card} from the deck", player=player, card=shown)
            if from_deck
            else say("{player} attacks with {card} from the hand", player=player, card=shown)
        )
    elif state.phase == DEFEND:
        text = (
            say("{player} defends with {card} from the deck", player=player, card=shown)
            if from_deck
            else say("{player} defends with {card} from the hand", player=player, card=shown)
        )
    else:
        text = (
            say("{player} strikes with {card} from the deck", player=player, card=shown)
            if from_deck
            else say("{player} strikes with {card} from the hand", player=player, card=shown)
        )
    state.tell(text)


def tell_comparison(state: CardDuelState, stopped: bool) -> None:
    """Tell whether the attack was stopped (6.3, 6.4)."""
    if state.news is None:
        return
    if stopped:
        state.tell(say("The attack is stopped, the roles are exchanged"))
    else:
        state.tell(say("The attack succeeds: {player} does damage", player=Player(state.attacker)))


def tell_damage(state: CardDuelState, victim: int) -> None:
    """Tell what the latest damage card has done (6.5)."""
    if state.news is None:
        return
    state.tell(
        say(
            "{player} takes {value}: {total} of {limit}",
            player=Player(victim),
            value=VALUES[state.damage[victim][-1]],
            total=state.hurt[victim],
            limit=state.options.life,
        )
    )


def tell_end(state: CardDuelState, winners: tuple[int, ...]) -> None:
    """Tell how a game ended (8), and where the match stands (11)."""
    if state.news is None:
        return
    if max(state.hurt) < state.options.life:
        limit = state.options.idle_limit
        state.tell(say_count("{count} exchange without damage", "{count} exchanges in a row without damage", limit))
    if len(winners) == 1:
        first, second = sorted(state.hurt)
        text = say("{player} wins with {less} damage to {more}", player=Player(winners[0]), less=first, more=second)
        state.tell(text)
    else:
        state.tell(say("The game is a draw"))
    if state.options.best_of > 1:
        one, two = state.points
        state.tell(
            say(
                "The match stands at {one} for {first} to {two} for {second}",
                one=f"{one:g}",
                first=Player(0),
                two=f"{two:g}",
                second=Player(1),
            )
        )


def tell_next_game(state: CardDuelState) -> None:
    """Tell that the next game of a match is dealt (11)."""
    if state.news is None:
        return
    number, dealer = state.game_no + 1, Player(state.dealer)
    state.tell(say("Game {number} is dealt; {player} will attack first", number=number, player=dealer))
