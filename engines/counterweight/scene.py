"""The table of Counterweight as one viewer sees it."""

from engines.counterweight.actions import COLLECT, PERMANENT, RELOCATE, Pile, pile_label, pile_owner
from engines.counterweight.rules import own_piles
from engines.counterweight.view import CounterweightView
from engines.scenes import Place, Scene, Spread, Zone
from engines.texts import Player, Text, say, say_count

SEATS = (0, 1)


def draw(view: CounterweightView) -> Scene:
    """Permanent piles and stock in the middle, then each seat's hand, set-aside cards and piles."""
    zones = [_pile(view, pile, say("Permanent piles")) for pile in PERMANENT if pile in view.piles]
    zones.append(Zone(say("Stock"), Spread.HIDDEN, view.stock))
    for seat in SEATS:
        zones += _own_zones(view, seat)
    places = tuple(Place(seat, seat in view.to_act, _facts(view, seat)) for seat in SEATS)
    return Scene(_headline(view), tuple(zones), places, _waiting(view))


def _own_zones(view: CounterweightView, seat: int) -> list[Zone]:
    zones = [_hand(view, seat)]
    aside = view.limbo[seat]
    if aside:
        note = (say("joins the hand next turn"),)
        zones.append(Zone(say("Set aside"), Spread.ROW, len(aside), tuple(sorted(aside)), owner=seat, notes=note))
    piles = own_piles(view.piles, seat)
    lying = sum(len(view.piles[pile]) for pile in piles)
    cost = {"cards": lying, "piles": len(piles), "points": lying * len(piles)}
    if seat == view.seat:
        group = say("Your piles ({cards} × {piles} = {points})", **cost)
    else:
        group = say("{player}'s piles ({cards} × {piles} = {points})", player=Player(seat), **cost)
    return [*zones, *(_pile(view, pile, group) for pile in piles)]


def _pile(view: CounterweightView, pile: Pile, group: Text) -> Zone:
    lying = view.piles[pile]
    return Zone(
        say("{pile}", pile=pile_label(pile)),
        Spread.STACK,
        len(lying),
        lying,
        pile_owner(pile),
        notes=(say("just placed"),) if any(pile == target for _, target in view.placed) else (),
        group=group,
    )


def _hand(view: CounterweightView, seat: int) -> Zone:
    if seat == view.seat:
        return Zone(say("Your hand"), Spread.ROW, len(view.hand), view.hand, owner=seat)
    return Zone(say("{player}'s hand", player=Player(seat)), Spread.HIDDEN, view.counts[seat], owner=seat)


def _facts(view: CounterweightView, seat: int) -> tuple[Text, ...]:
    """Cards in hand, and the penalty points if the game ended now (9.1)."""
    facts = [
        say_count("{count} card", "{count} cards", view.counts[seat]),
        say_count("{count} penalty point now", "{count} penalty points now", view.penalties[seat]),
    ]
    if view.options.games is not None:
        facts.append(say("{points} in the match", points=view.totals[seat]))
    elif view.options.is_match:
        facts.append(say("games won: {wins}", wins=f"{view.wins[seat]:g}"))
    return tuple(facts)


def _headline(view: CounterweightView) -> Text:
    stock = say_count("{count} card in the stock", "{count} cards in the stock", view.stock)
    parts = {"number": view.game_no + 1, "stock": stock}
    if view.options.games is not None:
        return say("Game {number} of {games}, {stock}", games=view.options.games, **parts)
    if view.options.is_match:
        return say("Game {number}, best of {games}, {stock}", games=view.options.best_of, **parts)
    if view.idle:
        return say_count(
            "{stock}, {count} turn without progress of at most {limit}",
            "{stock}, {count} turns without progress of at most {limit}",
            view.idle,
            stock=stock,
            limit=view.options.idle_limit,
        )
    return stock


def _waiting(view: CounterweightView) -> Text | None:
    if not view.to_act:
        return None
    player = Player(view.to_act[0])
    if view.phase == RELOCATE:
        return say("{player} may move cards of the couple to permanent piles", player=player)
    if view.phase == COLLECT:
        return say("{player} decides what to collect", player=player)
    if not view.stock:
        return say("{player} places a couple", player=player)
    if view.options.free_new_pile:
        return say("{player} places a couple or begins a pile", player=player)
    return say("{player} places a couple, or begins a pile if there is none", player=player)
