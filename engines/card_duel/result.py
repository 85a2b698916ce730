"""How a game of Card Duel is shown when it is over."""

from collections.abc import Sequence

from engines.card_duel.actions import ATTACK, DAMAGE
from engines.card_duel.events import IdleLimitReached, Supplied
from engines.card_duel.rules import SEATS, VALUES
from engines.card_duel.view import CardDuelView
from engines.contract import Event, Outcome
from engines.kit.verdicts import of_match
from engines.result_scenes import Account, Bar, Line, ResultScene
from engines.scenes import Trick, TrickCard
from engines.texts import Player, Text, say


def result(views: Sequence[CardDuelView], events: Sequence[Event]) -> ResultScene:
    """The damage of the last game, card by card, and the exchange that ended it."""
    view = views[0]
    return ResultScene(
        unit=say("games won") if view.options.best_of > 1 else say("damage"),
        accounts=tuple(_account(view, seat) for seat in SEATS),
        trick=_last_exchange(events),
    )


def verdict(view: CardDuelView, outcome: Outcome, reader: int | None) -> Text | None:
    """How the game or match was won."""
    if view.options.best_of > 1:
        return of_match(outcome, reader)
    winner, *others = outcome.winners
    if others:
        return say("A draw: {damage} damage each.", damage=view.hurt[0])
    loser, own, damage = Player(1 - winner), view.hurt[winner], view.hurt[1 - winner]
    if reader is None:
        return say(
            "{player} beat {loser}: {own} damage to {damage}.",
            player=Player(winner),
            loser=loser,
            own=own,
            damage=damage,
        )
    if reader == winner:
        return say("You won: {player} took {damage} damage, you took {own}.", player=loser, damage=damage, own=own)
    return say("{player} won: you took {damage} damage.", player=Player(winner), damage=damage)


def _account(view: CardDuelView, seat: int) -> Account:
    hurt, life = view.hurt[seat], view.options.life
    damage = say("{damage} of {life} damage", damage=hurt, life=life)
    bar = Bar(hurt, life, damage, is_score=view.options.best_of == 1)
    return Account(seat, (Line(view.damage[seat]),) if view.damage[seat] else (), bar)


def _last_exchange(events: Sequence[Event]) -> Trick | None:
    """The cards of the last exchange; ``None`` if the game ended because nobody was hurt (8.2)."""
    supplied: list[Supplied] = []
    for event in events:
        if isinstance(event, Supplied):
            supplied = [event] if event.step == ATTACK else [*supplied, event]
        elif isinstance(event, IdleLimitReached):
            supplied = []
    if not supplied:
        return None
    parts = tuple(
        TrickCard(
            one.seat,
            one.card,
            VALUES[one.card],
            is_best=one.step == DAMAGE,
            notes=(say("Hand") if one.source == "hand" else say("Deck"),),
        )
        for one in supplied
    )
    return Trick(say("Last exchange"), parts, is_over=True)
