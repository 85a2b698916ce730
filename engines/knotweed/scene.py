"""The table of Knotweed as one viewer sees it, and how its end is shown."""

from collections.abc import Iterator, Sequence

from engines.cards import Card
from engines.contract import Event, Outcome
from engines.kit.verdicts import by_points, of_match
from engines.kit.wording import in_points, names
from engines.kit.zones import cards_held, hand_of
from engines.knotweed.actions import CHALLENGE, OVER, PRUNE
from engines.knotweed.events import Played, RoundBegan, TurnUndone, WentOut
from engines.knotweed.view import KnotweedView
from engines.knotweed.words import rounds_won
from engines.result_scenes import Account, Line, ResultScene
from engines.scenes import Fact, Kind, Place, Scene, Spread, Zone, once_for_each_view
from engines.texts import Player, Text, cards, say, say_count


@once_for_each_view
def draw(view: KnotweedView) -> Scene:
    """Draw pile, play piles, discarded piles, then the hands; of the others only those with cards."""
    seats = range(len(view.counts))
    zones = [Zone(say("Draw pile"), Spread.HIDDEN, view.draw, short=say("Draw")), *_piles(view)]
    if view.discard:
        zones.append(Zone(say("Discarded piles"), Spread.HIDDEN, view.discard, short=say("Discards")))
    zones += [
        hand_of(view, seat, view.hand, view.counts[seat]) for seat in seats if seat == view.seat or view.counts[seat]
    ]
    places = tuple(Place(seat, seat in view.to_act, tuple(_facts(view, seat))) for seat in seats)
    return Scene(_headline(view), tuple(zones), places, _waiting(view))


def _piles(view: KnotweedView) -> Iterator[Zone]:
    """The play piles; where cheating is allowed, with the cards that this turn's plays covered.

    What the turn has played stays marked while others judge it.
    """
    played = {play.pile: play.on for play in view.plays}
    for number, pile in view.piles.items():
        is_played = number in played
        notes = (say("on {card}", card=cards([played[number]])),) if is_played and view.options.cheating else ()
        name, group, short = say("Pile {number}", number=number), say("Play piles"), say("{number}", number=number)
        yield Zone(name, Spread.STACK, pile.size, (pile.top,), None, notes, group, short, pile.closed, is_played)


def _facts(view: KnotweedView, seat: int) -> Iterator[Fact]:
    if seat in view.out:
        place = view.out.index(seat) + 1
        yield Fact(say("out, place {place}", place=place), Kind.OUT, place)
    else:
        yield cards_held(view.counts[seat])
    if view.taken[seat]:
        yield Fact(say("drew {count}", count=view.taken[seat]))
    if view.options.is_match:
        yield Fact(rounds_won(view.wins[seat]), Kind.WINS, view.wins[seat])
        yield Fact(in_points(view.points[seat]), Kind.POINTS, view.points[seat])


def _headline(view: KnotweedView) -> Text:
    cap, options = view.options.turn_cap_for(len(view.counts)), view.options
    shown = {"round": view.round, "turn": min(view.turns + 1, cap), "cap": cap}
    if options.wins is not None:
        return say("Round {round}, first to win {wins} · turn {turn} of {cap}", wins=options.wins, **shown)
    if options.is_match:
        return say("Round {round} of {rounds} · turn {turn} of {cap}", rounds=options.rounds, **shown)
    return say("Turn {turn} of {cap}", **shown)


def _waiting(view: KnotweedView) -> Text | None:
    player = Player(view.turn)
    if view.phase == OVER:
        return None
    if view.phase == CHALLENGE:
        return say("The others may challenge {player}'s turn", player=player)
    if view.phase == PRUNE:
        return say_count(
            "{player} is out and discards {count} pile",
            "{player} is out and discards {count} piles",
            view.to_prune,
            player=player,
        )
    if not view.plays:
        return say("{player} plays or passes", player=player)
    if view.due is None:
        return say("{player} plays again or ends the turn", player=player)
    due = min(view.penalty, view.draw)
    if not due:
        return say("{player} plays again, or ends the turn and draws nothing", player=player)
    return say("{player} plays again, or ends the turn and draws {due}", player=player, due=due)


def result(views: Sequence[KnotweedView], events: Sequence[Event]) -> ResultScene:
    """The cards with which players went out in the last round, and what the others have left."""
    view = views[0]
    finishing = _finishing(events)
    accounts = tuple(
        Account(seat, (Line(finishing.get(seat, ()), is_done=True) if seat in view.out else Line(views[seat].hand),))
        for seat in range(len(views))
    )
    how = say("out first") if _is_race(view) else None
    if view.options.wins is not None:
        how = rounds_won(max(view.wins))
    if len(views) == 2 and _is_race(view):
        left, loser = sum(view.counts), Player(1 - view.out[0])
        return ResultScene(say_count("card of {loser}", "cards of {loser}", left, loser=loser), accounts, how, left)
    return ResultScene(say("points"), accounts, how)


def verdict(view: KnotweedView, outcome: Outcome, reader: int | None) -> Text | None:
    """How the game was won: by points in a match, otherwise by going out first."""
    if view.options.wins is not None:
        return of_match(outcome, reader) if len(view.counts) == 2 else None
    if view.options.is_match:
        return by_points(outcome, reader)
    if not _is_race(view):
        return None
    winner = view.out[0]
    if len(view.counts) == 2:
        return _of_two(view, winner, reader)
    behind = names([seat for place in outcome.places[1:] for seat in place])
    if reader is None:
        return say("{player} went out first, ahead of {others}.", player=Player(winner), others=behind)
    if reader == winner:
        return say("You went out first, ahead of {others}.", others=behind)
    place = 1 + sum(points > outcome.points[reader] for points in outcome.points)
    shown = {"player": Player(winner), "place": place, "seats": len(view.counts)}
    return say("{player} went out first; your place: {place} of {seats}.", **shown)


def _of_two(view: KnotweedView, winner: int, reader: int | None) -> Text:
    left, player, other = view.counts[1 - winner], Player(winner), Player(1 - winner)
    if reader is None:
        return say_count(
            "{player} went out first; {other} still held {count} card.",
            "{player} went out first; {other} still held {count} cards.",
            left,
            player=player,
            other=other,
        )
    if reader == winner:
        return say_count(
            "You went out first; {other} still held {count} card.",
            "You went out first; {other} still held {count} cards.",
            left,
            other=other,
        )
    return say_count(
        "{player} went out first; you still held {count} card.",
        "{player} went out first; you still held {count} cards.",
        left,
        player=player,
    )


def _is_race(view: KnotweedView) -> bool:
    """Whether the winner of the only round went out first."""
    return bool(not view.options.is_match and view.out and view.outcome and view.outcome.winners == view.out[:1])


def _finishing(events: Sequence[Event]) -> dict[int, tuple[Card, ...]]:
    """The cards of the play with which each seat went out in the last round (6.1)."""
    found, latest = dict[int, tuple[Card, ...]](), dict[int, tuple[Card, ...]]()
    for event in events:
        if isinstance(event, RoundBegan):
            found = {}
        elif isinstance(event, Played):
            latest[event.seat] = event.cards
        elif isinstance(event, TurnUndone):
            latest.pop(event.seat, None)
        elif isinstance(event, WentOut):
            found[event.seat] = latest.get(event.seat, ())
    return found
