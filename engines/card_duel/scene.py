"""The table of Card Duel as one viewer sees it."""

from engines.card_duel.actions import ATTACK, BUILD, OVER
from engines.card_duel.rules import SEATS, VALUES, total
from engines.card_duel.view import CardDuelView
from engines.card_duel.words import used_up
from engines.cards import Card
from engines.scenes import Place, Scene, Spread, Zone
from engines.texts import Player, Text, cards, say, say_count


def draw(view: CardDuelView) -> Scene:
    """All that this viewer sees of the table."""
    zones = _exchange(view)
    if view.phase == BUILD:
        zones += _building(view)
    else:
        zones += [zone for seat in SEATS for zone in _before(view, seat)]
    return Scene(_headline(view), tuple(zones), tuple(_place(view, seat) for seat in SEATS), _waiting(view))


def _headline(view: CardDuelView) -> Text:
    """What loses the game, how near the end by 8.2 is, and the game of the match (11)."""
    life = view.options.life
    game = {"number": view.game_no + 1, "games": view.options.best_of}
    idle = {"count": view.idle, "limit": view.options.idle_limit}
    match view.options.best_of > 1, 2 * view.idle >= view.options.idle_limit:
        case False, False:
            return say("The first to take {life} damage loses", life=life)
        case True, False:
            return say("Game {number}, best of {games}. The first to take {life} damage loses", life=life, **game)
        case False, True:
            return say(
                "The first to take {life} damage loses; "
                "{count} exchanges in a row without damage, {limit} end the game",
                life=life,
                **idle,
            )
        case _:
            return say(
                "Game {number}, best of {games}. The first to take {life} damage loses; "
                "{count} exchanges in a row without damage, {limit} end the game",
                life=life,
                **game,
                **idle,
            )


def _exchange(view: CardDuelView) -> list[Zone]:
    """The cards of the current exchange."""
    attacker, defender = Player(view.attacker), Player(1 - view.attacker)
    attack = say("Your attack") if view.attacker == view.seat else say("{player}'s attack", player=attacker)
    defence = say("Your defence") if 1 - view.attacker == view.seat else say("{player}'s defence", player=defender)
    return [
        Zone(name, Spread.ROW, 1, (card,), notes=(_worth(card),), group=say("On the table"))
        for name, card in ((attack, view.table.attack), (defence, view.table.defence))
        if card is not None
    ]


def _worth(card: Card) -> Text:
    return say("worth {value}", value=VALUES[card])


def _building(view: CardDuelView) -> list[Zone]:
    """The own cards while the hand is chosen; nothing of the opponent's (10.4)."""
    if view.seat is None:
        return []
    if view.done[view.seat]:
        return [
            Zone(say("Your hand"), Spread.ROW, len(view.hand), view.hand, owner=view.seat),
            Zone(say("Your deck"), Spread.HIDDEN, len(view.pool), owner=view.seat, notes=(_holds(view.pool),)),
        ]
    chosen = used_up(total(view.hand), view.options.hand_limit)
    return [
        Zone(say("Your cards"), Spread.ROW, len(view.pool), view.pool, owner=view.seat),
        Zone(say("Your hand so far"), Spread.ROW, len(view.hand), view.hand, owner=view.seat, notes=(chosen,)),
    ]


def _before(view: CardDuelView, seat: int) -> list[Zone]:
    """Everything that lies before a player during the duel."""
    assert view.hand_counts is not None
    assert view.deck_counts is not None
    count, discards, row = view.hand_counts[seat], view.discards[seat], view.damage[seat]
    if seat == view.seat:
        hand = Zone(say("Your hand"), Spread.ROW, count, view.hand, owner=seat)
        group = say("Your cards")
        notes = (_holds(view.own_deck),) if view.own_deck else ()
    else:
        hand = Zone(say("{player}'s hand", player=Player(seat)), Spread.HIDDEN, count, owner=seat)
        group = say("{player}'s cards", player=Player(seat))
        notes = (_unseen(view.unseen),) if view.unseen else ()
    lost = used_up(total(row), view.options.life)
    return [
        hand,
        Zone(say("Deck"), Spread.HIDDEN, view.deck_counts[seat], owner=seat, notes=notes, group=group),
        Zone(say("Discard pile"), Spread.ROW, len(discards), discards, owner=seat, group=group),
        Zone(say("Damage"), Spread.ROW, len(row), row, owner=seat, notes=(lost,), group=group),
    ]


def _holds(deck: tuple[Card, ...]) -> Text:
    """The contents of the own deck, whose order nobody knows (10.2, 10.3)."""
    return say("{cards}, in unknown order", cards=cards(deck))


def _unseen(group: tuple[Card, ...]) -> Text:
    """What the opponent still has, here or in hand: it follows from the other cards (10.5)."""
    return say("here or in hand: {cards}", cards=cards(group))


def _place(view: CardDuelView, seat: int) -> Place:
    facts: list[Text] = []
    if view.hand_counts is None or view.deck_counts is None:
        facts.append(say("has chosen a hand") if view.done[seat] else say("chooses a hand"))
    else:
        if view.phase != OVER:
            facts.append(say("attacks") if seat == view.attacker else say("defends"))
        facts += [
            say_count("{count} card in hand", "{count} cards in hand", view.hand_counts[seat]),
            say_count("{count} card in the deck", "{count} cards in the deck", view.deck_counts[seat]),
            say("damage {total} of {limit}", total=view.hurt[seat], limit=view.options.life),
        ]
        if view.reshuffles[seat]:
            facts.append(say_count("{count} reshuffle", "{count} reshuffles", view.reshuffles[seat]))
    if view.options.best_of > 1:
        facts.append(say("match score {points}", points=f"{view.points[seat]:g}"))
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
    attack = view.attack_to_stop
    if attack is not None:
        return say("{player} defends against {card}", player=player, card=cards([attack]))
    return say("{player} plays a damage card", player=player)
