"""The table as one viewer sees it: piles, hands by number, places."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engines.knotweed.turns import Phase
from engines.scenes import Place, Scene, Spread, Zone
from engines.texts import Player, Text, say, say_count

if TYPE_CHECKING:
    from engines.knotweed.view import KnotweedView


def scene(view: KnotweedView) -> Scene:
    """Draw pile, play piles, discarded piles, then the hands from the viewer's on."""
    zones = [Zone(say("Draw pile"), Spread.HIDDEN, view.draw), *_piles(view)]
    if view.discard:
        zones.append(Zone(say("Discarded piles"), Spread.HIDDEN, view.discard))
    zones += [_hand(view, seat) for seat in range(len(view.counts))]
    places = tuple(Place(seat, seat in view.to_act, _facts(view, seat)) for seat in range(len(view.counts)))
    return Scene(_headline(view), tuple(zones), places, _waiting(view))


def _piles(view: KnotweedView) -> list[Zone]:
    group = say("Play piles")
    closed = (say("closed this turn"),)
    return [
        Zone(
            say("Pile {number}", number=pile.number),
            Spread.STACK,
            pile.size,
            (pile.top,),
            notes=closed if pile.closed else (),
            group=group,
        )
        for pile in view.piles
    ]


def _hand(view: KnotweedView, seat: int) -> Zone:
    """The viewer's own hand by rank, since groups are of one rank; the others face down."""
    if seat == view.seat:
        return Zone(say("Your hand"), Spread.ROW, len(view.hand), view.hand, owner=seat)
    return Zone(say("Hand of {player}", player=Player(seat)), Spread.HIDDEN, view.counts[seat], owner=seat)


def _facts(view: KnotweedView, seat: int) -> tuple[Text, ...]:
    facts = [
        say("out, place {place}", place=view.out.index(seat) + 1)
        if seat in view.out
        else say_count("{count} card", "{count} cards", view.counts[seat])
    ]
    if view.taken[seat]:
        facts.append(say("took {count} last", count=view.taken[seat]))
    if view.options.is_match:
        facts.append(say_count("{count} round won", "{count} rounds won", view.wins[seat]))
        facts.append(say("{points} points", points=f"{view.points[seat]:g}"))
    return tuple(facts)


def _headline(view: KnotweedView) -> Text:
    cap = view.options.turn_cap_for(len(view.counts))
    turn = min(view.turns + 1, cap)
    if view.options.wins is not None:
        return say(
            "Round {round}, first to win {wins}; turn {turn} of at most {cap}",
            round=view.round,
            wins=view.options.wins,
            turn=turn,
            cap=cap,
        )
    if view.options.is_match:
        return say(
            "Round {round} of {rounds}; turn {turn} of at most {cap}",
            round=view.round,
            rounds=view.options.rounds,
            turn=turn,
            cap=cap,
        )
    return say("Turn {turn} of at most {cap}", turn=turn, cap=cap)


def _waiting(view: KnotweedView) -> Text | None:
    player = Player(view.turn)
    match view.phase:
        case Phase.OVER:
            return None
        case Phase.CHALLENGE:
            return say("The others may challenge {player}'s turn", player=player)
        case Phase.PRUNE:
            return say_count(
                "{player} is out and discards {count} pile",
                "{player} is out and discards {count} piles",
                view.to_prune,
                player=player,
            )
        case Phase.PLAY if not view.laid:
            return say("{player} plays or passes", player=player)
        case Phase.PLAY if view.due is None:
            return say("{player} plays on or ends the turn", player=player)
        case Phase.PLAY:
            return say("{player} plays on or ends the turn (penalty {due})", player=player, due=view.due or 0)
