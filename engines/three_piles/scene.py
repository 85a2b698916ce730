"""The table of 3 Piles as one viewer sees it, and how its end is shown."""

from collections.abc import Sequence

from engines.cards import Card, rank
from engines.contract import Event, Outcome
from engines.kit.verdicts import of_match, score_of
from engines.kit.wording import left_to_draw
from engines.result_scenes import Account, Line, ResultScene
from engines.scenes import Fact, Kind, Place, Scene, Spread, Zone, once_for_each_view
from engines.texts import Player, Text, say, say_count
from engines.three_piles.actions import OVER, PLAY, THREE
from engines.three_piles.rules import closed, fitting, score
from engines.three_piles.view import ThreePilesView

SEATS = (0, 1)


@once_for_each_view
def draw(view: ThreePilesView) -> Scene:
    """Everything that this viewer sees of the table."""
    zones = _middle(view)
    for seat in SEATS:
        zones += _piles(view, seat)
    zones += [_hand(view, seat) for seat in SEATS]
    return Scene(_headline(view), tuple(zones), tuple(_place(view, seat) for seat in SEATS), _waiting(view))


def _headline(view: ThreePilesView) -> Text:
    if view.options.target is None:
        return left_to_draw(view.deck)
    return say("Game {number} of a match to {target}", number=view.game_no + 1, target=view.options.target)


def _middle(view: ThreePilesView) -> list[Zone]:
    group = say("Stacks")
    stacks = [
        Zone(
            say("Stack {number}", number=number + 1),
            Spread.STACK,
            len(view.stacks[number]),
            view.stacks[number],
            group=group,
            short=say("{number}", number=number + 1),
        )
        for number in THREE
    ]
    return [*stacks, Zone(say("Deck"), Spread.HIDDEN, view.deck, short=say("Deck"))]


def _piles(view: ThreePilesView, seat: int) -> list[Zone]:
    group = say("Your piles") if seat == view.seat else say("{player}'s piles", player=Player(seat))
    return [
        Zone(
            say("Pile {number}", number=number + 1),
            Spread.RUN,
            len(pile),
            pile,
            owner=seat,
            group=group,
            short=say("{number}", number=number + 1),
            is_closed=closed(pile),
        )
        for number, pile in enumerate(view.piles[seat])
    ]


def _hand(view: ThreePilesView, seat: int) -> Zone:
    if seat != view.seat:
        name = say("{player}'s hand", player=Player(seat))
        return Zone(name, Spread.HIDDEN, view.hand_counts[seat], owner=seat)
    return Zone(say("Your hand"), Spread.ROW, len(view.hand), tuple(sorted(view.hand)), owner=seat)


def _place(view: ThreePilesView, seat: int) -> Place:
    held, points, target = view.hand_counts[seat], score(view.piles[seat]).total, view.options.target
    if view.phase == OVER:
        gained = say_count("{count} point in this game", "{count} points in this game", points)
    else:
        gained = say_count("{count} point so far", "{count} points so far", points)
    facts = [Fact(say_count("{count} card", "{count} cards", held), Kind.HAND, held), Fact(gained, Kind.POINTS, points)]
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
        ("longest", [one.longest for one in points]),
        ("closed", [one.ace_king for one in points]),
        ("diamonds", [one.diamonds for one in points]),
    )
    kind, values = max(kinds, key=lambda kind: kind[1][winner] - kind[1][1 - winner])
    shown = {"own": values[first], "other": values[1 - first]}
    match kind:
        case "longest":
            return say("longest pile {own} to {other}", **shown)
        case "closed":
            return say("{own} to {other} points for ace and king", **shown)
        case _:
            return say("diamonds {own} to {other}", **shown)


def _account(seat: int, piles: Sequence[tuple[Card, ...]]) -> Account:
    points = score(piles)
    longest = max(range(len(piles)), key=lambda number: len(piles[number]))  # the first of equally long ones
    lines = tuple(_line(pile, is_longest=number == longest) for number, pile in enumerate(piles))
    foot = say(
        "longest {longest} · A–K {ace_king} · ♦ {diamonds}",
        longest=points.longest,
        ace_king=points.ace_king,
        diamonds=points.diamonds,
    )
    return Account(seat, lines, foot=foot, total=points.total)


def _line(pile: tuple[Card, ...], *, is_longest: bool) -> Line:
    """A pile with its own points: its length if it is the longest (7.1), and an ace and a king (7.2)."""
    worth = is_longest * len(pile) + 3 * closed(pile)
    return Line(pile, score=worth, note=say("A–K") if closed(pile) else None)
