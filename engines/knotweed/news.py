"""What everybody, or one player, is told about an action. Nothing here tells whether a play fits (11.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.cards import Card
from engines.knotweed.wording import why_over
from engines.texts import Player, cards, say, say_count

if TYPE_CHECKING:
    from engines.knotweed.tabletop import Tabletop
    from engines.knotweed.turns import Laid


def played(state: Tabletop, laid: Laid) -> None:
    """A card or a group was played; its cost is told only where plays must fit."""
    if state.news is None:
        return
    player, group = Player(state.turn), cards(laid.cards)
    if state.options.cheating:
        state.tell(say("{player} plays {cards} on pile {pile}.", player=player, cards=group, pile=laid.pile))
    else:
        state.tell(
            say(
                "{player} plays {cards} on pile {pile} (cost {cost}).",
                player=player,
                cards=group,
                pile=laid.pile,
                cost=laid.cost,
            )
        )
    if laid.opened:
        numbers = ", ".join(str(number) for number in laid.opened)
        state.tell(say_count("A new pile: {piles}.", "{count} new piles: {piles}.", len(laid.opened), piles=numbers))


def passed(state: Tabletop) -> None:
    """A player passed."""
    if state.news is not None:
        state.tell(say("{player} passes.", player=Player(state.turn)))


def took(state: Tabletop, drawn: list[Card]) -> None:
    """A player took the penalty: the number for all, the cards for that player."""
    player = Player(state.turn)
    if not drawn:
        state.tell(say("{player} takes no card.", player=player))
        return
    state.tell(say_count("{player} takes {count} card.", "{player} takes {count} cards.", len(drawn), player=player))
    state.tell(say("You take {cards}.", cards=cards(drawn)), state.turn)


def window_opened(state: Tabletop) -> None:
    """The turn can be challenged now."""
    if state.news is None:
        return
    player = Player(state.turn)
    if not state.hands[state.turn]:
        state.tell(say("{player} has played the last card.", player=player))
    state.tell(say("The others may challenge {player}'s turn.", player=player))


def answered(state: Tabletop, seat: int, challenge: bool) -> None:
    """An answer that does not undo the turn: only the player who gave it is told, until the window closes (11.2)."""
    if state.news is None:
        return
    player = Player(state.turn)
    if challenge:
        state.tell(say("You challenge {player}'s turn.", player=player), seat)
    else:
        state.tell(say("You accept {player}'s turn.", player=player), seat)


def caught(state: Tabletop, challenger: int) -> None:
    """A challenge was right; told before the turn is undone."""
    if state.news is None:
        return
    cheat = Player(state.turn)
    state.tell(say("{player} challenges and is right: {cheat} cheated.", player=Player(challenger), cheat=cheat))
    back = [card for laid in state.laid for card in laid.cards]
    if back:
        state.tell(say("The turn is undone: {cards} go back to {cheat}'s hand.", cards=cards(back), cheat=cheat))


def window_closed(state: Tabletop) -> None:
    """Nobody challenged successfully: who tried is told now, and that the turn stands (11.4)."""
    if state.news is None:
        return
    for seat in state.judges():
        if state.answers[seat]:
            state.tell(say("{player} challenged, but wrongly.", player=Player(seat)))
    state.tell(say("{player}'s turn stands.", player=Player(state.turn)))


def went_out(state: Tabletop) -> None:
    """A player is out."""
    if state.news is not None:
        state.tell(say("{player} is out: place {place}.", player=Player(state.turn), place=len(state.out)))


def pruned(state: Tabletop, number: int) -> None:
    """A pile is discarded; told before it is."""
    if state.news is None:
        return
    pile = state.piles[number - 1]
    state.tell(
        say_count(
            "{player} discards pile {pile} ({top}, {count} card).",
            "{player} discards pile {pile} ({top} and what is below, {count} cards).",
            len(pile),
            player=Player(state.turn),
            pile=number,
            top=cards(pile[-1:]),
        )
    )


def reset(state: Tabletop) -> None:
    """The piles became a new draw pile."""
    if state.news is not None:
        top = cards(state.piles[0])
        state.tell(say("The draw pile was empty: all piles are shuffled, {card} is the only play pile.", card=top))


def round_ended(state: Tabletop, reason: str, winners: tuple[int, ...]) -> None:
    """Why a round ended and who won it."""
    if state.news is None:
        return
    state.tell(why_over(reason, state.options.turn_cap_for(len(state.hands))))
    for seat in winners:
        state.tell(say("{player} wins round {round}.", player=Player(seat), round=state.round))


def round_began(state: Tabletop) -> None:
    """The next round is dealt."""
    if state.news is not None:
        state.tell(
            say(
                "Round {round}: {player} begins, {card} is turned up.",
                round=state.round,
                player=Player(state.turn),
                card=cards(state.piles[0]),
            )
        )
