"""The table of Card Duel as one viewer sees it, and how its end is shown."""

from collections.abc import Iterator, Sequence

from engines.card_duel.actions import ATTACK, BUILD, DAMAGE, OVER
from engines.card_duel.events import IdleLimitReached, Supplied
from engines.card_duel.rules import SEATS, VALUES
from engines.card_duel.view import CardDuelView
from engines.cards import Card
from engines.contract import Event, Outcome
from engines.kit.verdicts import of_match
from engines.kit.zones import hand_of
from engines.result_scenes import Account, Bar, Line, ResultScene
from engines.scenes import Fact, Kind, Place, Scene, Spread, Trick, TrickCard, Unseen, Zone, once_for_each_view
from engines.texts import Player, Text, cards, say, say_count


@once_for_each_view
def draw(view: CardDuelView) -> Scene:
    """Everything that this viewer sees of the table."""
    zones = _building(view) if view.phase == BUILD else [zone for seat in SEATS for zone in _before(view, seat)]
    places = tuple(Place(seat, seat in view.to_act, tuple(_facts(view, seat))) for seat in SEATS)
    return Scene(_headline(view), tuple(zones), places, _waiting(view), _exchange(view))


def _headline(view: CardDuelView) -> Text:
    """How much damage loses, or how close the idle limit is (8.2), and which game of the match this is (11)."""
    life, limit = view.options.life, view.options.idle_limit
    game = {"number": view.game_no + 1, "games": view.options.best_of}
    idle = {"count": view.idle, "limit": limit}
    match view.options.best_of > 1, 2 * view.idle >= limit:
        case False, False:
            return say("Out at {life} damage", life=life)
        case True, False:
            return say("Game {number}, best of {games} · out at {life} damage", life=life, **game)
        case False, True:
            return say("{count} of {limit} exchanges without damage", **idle)
        case _:
            return say("Game {number}, best of {games} · {count} of {limit} exchanges without damage", **idle, **game)


def _exchange(view: CardDuelView) -> tuple[Trick, ...]:
    """Attack against defence during the duel; the defence holds if it is worth at least as much (6.3)."""
    attack, defence = view.table.attack, view.table.defence
    if attack is None and view.phase in (BUILD, OVER):
        return ()
    is_stopped = attack is None or (defence is not None and VALUES[defence] >= VALUES[attack])
    supplied = (_supplied(view.attacker, attack, not is_stopped), _supplied(1 - view.attacker, defence, is_stopped))
    return (Trick(say("Exchange"), supplied),)


def _supplied(seat: int, card: Card | None, is_best: bool) -> TrickCard:
    return TrickCard(seat) if card is None else TrickCard(seat, card, VALUES[card], is_best=is_best)


def _building(view: CardDuelView) -> list[Zone]:
    """The viewer's own cards while hands are chosen; none of the opponent's (10.4)."""
    if view.seat is None:
        return []
    if view.done[view.seat]:
        deck = Zone(say("Your deck"), Spread.HIDDEN, len(view.pool), owner=view.seat)
        return [hand_of(view, view.seat, view.hand, 0), deck]
    pool = Zone(say("Your cards"), Spread.ROW, len(view.pool), view.pool, owner=view.seat, short=say("Cards"))
    hand = Zone(say("Your hand so far"), Spread.ROW, len(view.hand), view.hand, owner=view.seat, short=say("Hand"))
    return [pool, hand] if view.hand else [pool]


def _before(view: CardDuelView, seat: int) -> list[Zone]:
    assert view.hand_counts is not None
    assert view.deck_counts is not None
    discards, row, deck = view.discards[seat], view.damage[seat], say("Deck")
    group = say("Your cards") if seat == view.seat else say("{player}'s cards", player=Player(seat))
    return [
        hand_of(view, seat, view.hand, view.hand_counts[seat]),
        Zone(deck, Spread.HIDDEN, view.deck_counts[seat], owner=seat, group=group, short=deck),
        Zone(say("Discard pile"), Spread.RUN, len(discards), discards, owner=seat, group=group, short=say("Discard")),
        Zone(say("Damage"), Spread.ROW, len(row), row, owner=seat, group=group, short=say("Damage")),
    ]


def _facts(view: CardDuelView, seat: int) -> Iterator[Fact]:
    if view.hand_counts is None or view.deck_counts is None:
        yield Fact(say("hand chosen") if view.done[seat] else say("no hand yet"))
    else:
        held, left, hurt, life = view.hand_counts[seat], view.deck_counts[seat], view.hurt[seat], view.options.life
        if view.phase != OVER:
            yield Fact(say("attacking") if seat == view.attacker else say("defending"))
        yield Fact(say_count("{count} card in hand", "{count} cards in hand", held), Kind.HAND, held)
        yield Fact(say_count("{count} card in the deck", "{count} cards in the deck", left), Kind.DECK, left)
        yield Fact(say("{damage} of {life} damage", damage=hurt, life=life), Kind.DAMAGE, hurt, life)
        if view.reshuffles[seat]:
            yield Fact(say_count("{count} reshuffle", "{count} reshuffles", view.reshuffles[seat]))
    if view.options.best_of > 1:
        yield Fact(say("match score {points}", points=view.points[seat]), Kind.WINS, view.points[seat])


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


def unseen(view: CardDuelView) -> tuple[Unseen, ...]:
    """The cards of both decks and the opponent's hand.

    The viewer knows what is in their own deck, but not in which order (10.2, 10.3). What the opponent has left follows
    from all the other cards (10.5).
    """
    if view.seat is None:
        return ()
    opponent = Player(1 - view.seat)
    own_deck = view.pool if view.phase == BUILD and view.done[view.seat] else view.own_deck
    groups = [Unseen(say("Your deck, in unknown order"), own_deck)]
    if view.known_hand is None:
        groups.append(Unseen(say("{player}'s hand or deck", player=opponent), view.unseen))
    else:
        deck = tuple(card for card in view.unseen if card not in view.known_hand)
        groups.append(Unseen(say("{player}'s hand", player=opponent), view.known_hand))
        groups.append(Unseen(say("{player}'s deck", player=opponent), deck))
    return tuple(group for group in groups if group.cards)


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
        shown = {"player": Player(winner), "loser": loser, "own": own, "damage": damage}
        return say("{player} beat {loser}: {own} damage to {damage}.", **shown)
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
    sources = {"hand": (say("Hand"),), "deck": (say("Deck"),)}
    parts = (
        TrickCard(one.seat, one.card, VALUES[one.card], None, one.step == DAMAGE, sources[one.source])
        for one in supplied
    )
    return Trick(say("Last exchange"), tuple(parts), is_over=True)
