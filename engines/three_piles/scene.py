"""The table of 3 Piles as one viewer sees it, and how its end is shown."""

from collections.abc import Sequence
from dataclasses import replace

from engines.cards import Card, rank
from engines.contract import Event, Outcome
from engines.kit.verdicts import of_match, score_of
from engines.kit.wording import left_to_draw
from engines.kit.zones import cards_held, hand_of, piles_of
from engines.result_scenes import Account, Line, ResultScene
from engines.scenes import Fact, Kind, Place, Scene, Spread, Zone, once_for_each_view
from engines.texts import Player, Text, say, say_count
from engines.three_piles.actions import OVER, PLAY
from engines.three_piles.rules import closed, fitting, score
from engines.three_piles.view import ThreePilesView

SEATS = (0, 1)


@once_for_each_view
def draw(view: ThreePilesView) -> Scene:
    """Everything that this viewer sees of the table."""
    left = left_to_draw(view.deck)
    if view.options.target is not None:
        left = say("Game {number} of a match to {target}", number=view.game_no + 1, target=view.options.target)
    zones = [
        _pile(say("Stack {number}", number=number), number, stack, Spread.STACK, None, say("Stacks"))
        for number, stack in enumerate(view.stacks, 1)
    ]
    zones.append(Zone(say("Deck"), Spread.HIDDEN, view.deck, short=say("Deck")))
    for seat in SEATS:
        zones += [
            _pile(say("Pile {number}", number=number), number, pile, Spread.RUN, seat, piles_of(view, seat))
            for number, pile in enumerate(view.piles[seat], 1)
        ]
    zones += [hand_of(view, seat, sorted(view.hand), view.hand_counts[seat]) for seat in SEATS]
    return Scene(left, tuple(zones), tuple(_place(view, seat) for seat in SEATS), _waiting(view))


def _pile(name: Text, number: int, lying: tuple[Card, ...], spread: Spread, owner: int | None, group: Text) -> Zone:
    is_closed = owner is not None and closed(lying)
    return Zone(name, spread, len(lying), lying, owner, (), group, say("{number}", number=number), is_closed)


def _place(view: ThreePilesView, seat: int) -> Place:
    points, target = score(view.piles[seat]).total, view.options.target
    if view.phase == OVER:
        gained = say_count("{count} point in this game", "{count} points in this game", points)
    else:
        gained = say_count("{count} point so far", "{count} points so far", points)
    facts = [cards_held(view.hand_counts[seat]), Fact(gained, Kind.POINTS, points)]
    if target is not None:
        total = view.totals[seat]
        in_match = say_count("{count} point in the match", "{count} points in the match", total)
        facts.append(Fact(in_match, Kind.POINTS, total, target))
    return Place(seat, seat in view.to_act, tuple(facts))


def _waiting(view: ThreePilesView) -> Text | None:
    if view.phase == OVER:
        return None
    player = Player(view.turn)
    if view.phase == PLAY:
        return say("{player} has drawn and plays a card", player=player)
    fits = fitting(view.piles[view.turn])
    can_take = any(stack and fits[rank(stack[-1])] for stack in view.stacks)
    if view.deck:
        if can_take:
            return say("{player} takes a card or draws", player=player)
        return say("{player} draws", player=player)
    if view.hand_counts[view.turn]:
        if can_take:
            return say("{player} takes a card or plays one", player=player)
        return say("{player} plays a card", player=player)
    return say("{player} takes a card", player=player) if can_take else say("{player} passes", player=player)


def result(views: Sequence[ThreePilesView], _events: Sequence[Event]) -> ResultScene:
    """The piles of the last game and what each is worth."""
    return ResultScene(say("points"), tuple(_account(seat, piles) for seat, piles in enumerate(views[0].piles)))


def verdict(view: ThreePilesView, outcome: Outcome, reader: int | None) -> Text | None:
    """How the game was won, and which kind of points decided it; or who won the match."""
    if view.options.target is not None:
        return of_match(outcome, reader)
    winner, *others = outcome.winners
    if others:
        return say("A draw: {points} points each.", points=outcome.points[0])
    first = winner if reader is None else reader
    shown = {"score": score_of(outcome.points, first), "why": _deciding(view, winner, first)}
    if reader is None:
        return say("{player} beat {loser} {score}: {why}.", player=Player(winner), loser=Player(1 - winner), **shown)
    margin = abs(outcome.points[0] - outcome.points[1])
    if reader == winner:
        return say("You won by {margin}, {score}: {why}.", margin=margin, **shown)
    return say("You lost by {margin}, {score}: {why}.", margin=margin, **shown)


def _deciding(view: ThreePilesView, winner: int, first: int) -> Text:
    """The kind of points with which the winner gained most, those of ``first`` in front."""
    points = [score(piles) for piles in view.piles]
    kinds = (
        (say("longest pile {own} to {other}"), [one.longest for one in points]),
        (say("{own} to {other} points for ace and king"), [one.ace_king for one in points]),
        (say("diamonds {own} to {other}"), [one.diamonds for one in points]),
    )
    text, values = max(kinds, key=lambda kind: kind[1][winner] - kind[1][1 - winner])
    return replace(text, values=(("own", values[first]), ("other", values[1 - first])))


def _account(seat: int, piles: Sequence[tuple[Card, ...]]) -> Account:
    """A seat's piles, each with its own points: its length if it is the longest (7.1), and an ace and a king (7.2)."""
    points = score(piles)
    longest = max(range(len(piles)), key=lambda number: len(piles[number]))  # the first of equally long ones
    lines = tuple(
        Line(pile, score=(number == longest) * len(pile) + 3 * closed(pile), note=say("A–K") if closed(pile) else None)
        for number, pile in enumerate(piles)
    )
    shown = {"longest": points.longest, "ace_king": points.ace_king, "diamonds": points.diamonds}
    foot = say("longest {longest} · A–K {ace_king} · ♦ {diamonds}", **shown)
    return Account(seat, lines, foot=foot, total=points.total)
