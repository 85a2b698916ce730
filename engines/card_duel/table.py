"""The table of Card Duel as one viewer sees it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.card_duel.actions import ATTACK, BUILD, DEFEND, OVER
from engines.card_duel.values import VALUES, total
from engines.card_duel.wording import used_up
from engines.scenes import Place, Scene, Spread, Zone
from engines.texts import Player, Text, cards, say, say_count

if TYPE_CHECKING:
    from engines.card_duel.view import CardDuelView

SEATS = (0, 1)


def scene(view: CardDuelView) -> Scene:
    """All that this viewer sees of the table."""
    zones = _exchange(view)
    for seat in SEATS:
        zones += _building(view) if view.phase == BUILD and seat == view.seat else []
        zones += _fighting(view, seat) if view.phase != BUILD else []
    return Scene(_headline(view), tuple(zones), tuple(_place(view, seat) for seat in SEATS), _waiting(view))


def _headline(view: CardDuelView) -> Text:
    """The goal, how near the end by 8.2 is, and the game of the match (11)."""
    text = say("Who takes {life} damage loses", life=view.options.life)
    if 2 * view.idle >= view.options.idle_limit:
        text = say(
            "{goal}; {count} exchanges in a row without damage, {limit} end the game",
            goal=text,
            count=view.idle,
            limit=view.options.idle_limit,
        )
    if view.options.best_of == 1:
        return text
    return say("Game {number}, best of {games}. {goal}", number=view.game_no + 1, games=view.options.best_of, goal=text)


def _exchange(view: CardDuelView) -> list[Zone]:
    """The cards of the running exchange."""
    group = say("On the table")
    names = (
        say("Attack of {player}", player=Player(view.attacker)),
        say("Defence of {player}", player=Player(1 - view.attacker)),
    )
    return [
        Zone(name, Spread.ROW, 1, (card,), notes=(say("worth {value}", value=VALUES[card]),), group=group)
        for name, card in zip(names, view.table, strict=True)
        if card is not None
    ]


def _building(view: CardDuelView) -> list[Zone]:
    """The own cards while the hand is chosen; nothing of the opponent's (10.4)."""
    if view.seat is not None and view.done[view.seat]:
        return [
            Zone(say("Your hand"), Spread.ROW, len(view.hand), view.hand, owner=view.seat),
            Zone(say("Your deck"), Spread.HIDDEN, len(view.pool), owner=view.seat, notes=(_holds(view.pool),)),
        ]
    chosen = used_up(total(view.hand), view.options.hand_limit)
    return [
        Zone(say("Your cards"), Spread.ROW, len(view.pool), view.pool, owner=view.seat),
        Zone(say("Your hand so far"), Spread.ROW, len(view.hand), view.hand, owner=view.seat, notes=(chosen,)),
    ]


def _fighting(view: CardDuelView, seat: int) -> list[Zone]:
    """Everything that lies before a player during the game."""
    assert view.hand_counts is not None
    assert view.deck_counts is not None
    own, player = seat == view.seat, Player(seat)
    deck_holds = view.own_deck if own else view.unseen
    row = view.damage[seat]
    return [
        Zone(
            say("Your hand") if own else say("{player}'s hand", player=player),
            Spread.ROW if own else Spread.HIDDEN,
            view.hand_counts[seat],
            view.hand if own else (),
            owner=seat,
        ),
        Zone(
            say("Deck"),
            Spread.HIDDEN,
            view.deck_counts[seat],
            owner=seat,
            notes=((_holds(deck_holds) if own else _unseen(deck_holds)),) if deck_holds else (),
            group=say("{player}'s cards", player=player),
        ),
        Zone(
            say("Discard pile"),
            Spread.ROW,
            len(view.discards[seat]),
            view.discards[seat],
            owner=seat,
            group=say("{player}'s cards", player=player),
        ),
        Zone(
            say("Damage"),
            Spread.ROW,
            len(row),
            row,
            owner=seat,
            notes=(used_up(total(row), view.options.life),),
            group=say("{player}'s cards", player=player),
        ),
    ]


def _holds(group: tuple[int, ...]) -> Text:
    """The contents of the own deck, whose order nobody knows (10.2, 10.3)."""
    return say("{cards}, in an order that nobody knows", cards=cards(group))


def _unseen(group: tuple[int, ...]) -> Text:
    """What the opponent still has, here or in hand: it follows from the other cards (10.5)."""
    return say("here or in hand: {cards}", cards=cards(group))


def _place(view: CardDuelView, seat: int) -> Place:
    facts: list[Text] = []
    if view.hand_counts is None or view.deck_counts is None:
        facts.append(say("has finished a hand") if view.done[seat] else say("chooses a hand"))
    else:
        if view.phase != OVER:
            facts.append(say("attacks") if seat == view.attacker else say("defends"))
        facts += [
            say_count("{count} card in hand", "{count} cards in hand", view.hand_counts[seat]),
            say_count("{count} card in the deck", "{count} cards in the deck", view.deck_counts[seat]),
            say("damage {total} of {limit}", total=total(view.damage[seat]), limit=view.options.life),
        ]
        shuffled = view.reshuffles[seat]
        if shuffled:
            facts.append(say_count("{count} reshuffle", "{count} reshuffles", shuffled))
    if view.options.best_of > 1:
        facts.append(say("{points} in the match", points=f"{view.points[seat]:g}"))
    return Place(seat, seat in view.to_act, tuple(facts))


def _waiting(view: CardDuelView) -> Text | None:
    if view.phase == OVER:
        return None
    if view.to_act == SEATS:
        return say("Both players choose their hands")
    player = Player(view.to_act[0])
    if view.phase == BUILD:
        return say("{player} chooses a hand", player=player)
    if view.phase == ATTACK:
        return say("{player} attacks", player=player)
    attack = view.table[0]
    if view.phase == DEFEND and attack is not None:
        return say("{player} defends against {card}", player=player, card=cards([attack]))
    return say("{player} plays a damage card", player=player)
