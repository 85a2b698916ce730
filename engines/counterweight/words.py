"""Counterweight in words: actions, piles and endings; each event in a sentence, and a turn in one line."""

from collections.abc import Iterable, Sequence

from engines.beats import NOTHING, Part
from engines.cards import Card
from engines.contract import Event
from engines.counterweight import events
from engines.counterweight.actions import Action, Collect, New, Pile, Place, Placement, Relocate, pile_label
from engines.counterweight.rules import FITS, SAME_RANK, UP
from engines.counterweight.view import CounterweightView
from engines.kit.narration import Sentence, Teller
from engines.kit.wording import in_wins, match_decided
from engines.texts import Player, Text, Value, cards, say, say_count


def label(view: CounterweightView, action: Action) -> Text:
    """An action in words."""
    match action:
        case Place(placed):
            values = placing(placed, tops_of(view, action))
            if len(placed) == 1:
                return say("Place {card} on {top} ({pile})", **values)
            return say("Place {card} on {top} ({pile}) and {other_card} on {other_top} ({other_pile})", **values)
        case New(card):
            return say("Begin a new pile with {card}", card=cards([card]))
        case Collect(piles):
            if not piles:
                return say("Collect nothing")
            size, names = sum(len(view.piles[pile]) for pile in piles), pile_names(piles)
            return say_count("Collect {piles} ({count} card)", "Collect {piles} ({count} cards)", size, piles=names)
        case Relocate(moved):
            values = placing(moved)
            if len(moved) > 1:
                return say("Move {card} to {pile} and {other_card} to {other_pile}", **values)
            return say("Move {card} to {pile}", **values) if moved else say("Leave the cards where they are")


def tops_of(view: CounterweightView, action: Place) -> list[Card]:
    """The cards that a couple or a sole card would cover."""
    return [view.piles[pile][-1] for _, pile in action.placed]


def placing(placed: Sequence[Placement], tops: Sequence[Card] = ()) -> dict[str, Value]:
    """One or two placements as template values: ``card``, ``pile``, ``top``, then the same prefixed with ``other_``."""
    values: dict[str, Value] = {}
    for prefix, (card, pile) in zip(("", "other_"), placed, strict=False):
        values |= {f"{prefix}card": cards([card]), f"{prefix}pile": pile_label(pile)}
    for prefix, top in zip(("", "other_"), tops, strict=False):
        values[f"{prefix}top"] = cards([top])
    return values


def pile_names(piles: Iterable[Pile]) -> str:
    """A list of pile labels."""
    return ", ".join(map(pile_label, piles))


def why_over(reason: str, turn: int, idle: int) -> Text:
    """Why a game ended (7.1) during the turn of ``turn``, after ``idle`` turns without progress."""
    match reason:
        case "out":
            return say("{player} has no cards or piles left and goes out.", player=Player(turn))
        case "stock":
            return say("The stock is empty and {player} cannot place a couple.", player=Player(turn))
        case _:
            return say_count(
                "{count} turn without progress: the game ends.", "{count} turns without progress: the game ends.", idle
            )


def ending(view: CounterweightView) -> Text | None:
    """Why the game (7.1) or the match (10.1) is over."""
    if view.ending is None:
        return None
    if view.options.games is not None:
        return say_count(
            "{count} game of the match has been played.",
            "All {count} games of the match have been played.",
            view.options.games,
        )
    if view.options.is_match:
        return match_decided(view.game_no + 1)
    return why_over(view.ending, view.turn, view.idle)


def score(view: CounterweightView, points: float) -> Text:
    """Penalty points of the single game or of all games, or the games won in a match."""
    if view.options.is_match and view.options.games is None:
        return in_wins(points)
    return say_count("{count} penalty point", "{count} penalty points", int(points))


tell = Teller(
    "Counterweight",
    {
        events.Drew: say("You draw {card}."),
        events.DrewUnseen: say("{player} draws a card."),
        events.PickedUp: (
            say_count("You pick up {count} set-aside card.", "You pick up {count} set-aside cards.", 0),
            say_count("{player} picks up {count} set-aside card.", "{player} picks up {count} set-aside cards.", 0),
        ),
        events.Scored: (
            say_count("You have {count} penalty point.", "You have {count} penalty points.", 0),
            say_count("{player} has {count} penalty point.", "{player} has {count} penalty points.", 0),
        ),
        events.NextGame: (say("Game {number} is dealt. You start."), say("Game {number} is dealt. {player} starts.")),
    },
    pile=pile_label,
    piles=pile_names,
)


@tell.register
def _(event: events.Placed, reader: int | None) -> Sentence:
    shown = placing(event.placed, event.tops)
    if len(event.placed) == 1:
        return (
            say("You place your last card, {card}, on {top} ({pile}).", **shown),
            say("{player} places their last card, {card}, on {top} ({pile}).", **shown),
        )
    return (
        say("You place {card} on {top} ({pile}) and {other_card} on {other_top} ({other_pile}).", **shown),
        say("{player} places {card} on {top} ({pile}) and {other_card} on {other_top} ({other_pile}).", **shown),
    )


@tell.register
def _(event: events.BeganPile, reader: int | None) -> Sentence:
    if event.forced:
        return (
            say("You have no couple and begin pile {pile} with {card}."),
            say("{player} has no couple and begins pile {pile} with {card}."),
        )
    return say("You begin pile {pile} with {card}."), say("{player} begins pile {pile} with {card}.")


@tell.register
def _(event: events.Relocated, reader: int | None) -> Sentence:
    shown = placing(event.moved)
    if not event.moved:
        return say("You leave the cards where they are."), say("{player} leaves the cards where they are.")
    if len(event.moved) == 1:
        return say("You move {card} to {pile}.", **shown), say("{player} moves {card} to {pile}.", **shown)
    return (
        say("You move {card} to {pile} and {other_card} to {other_pile}.", **shown),
        say("{player} moves {card} to {pile} and {other_card} to {other_pile}.", **shown),
    )


@tell.register
def _(event: events.Collected, reader: int | None) -> Sentence:
    if event.forced:
        return (
            say_count(
                "Your hand is empty, so you must collect {piles}: {count} card.",
                "Your hand is empty, so you must collect {piles}: {count} cards.",
                event.count,
            ),
            say_count(
                "{player} has an empty hand and must collect {piles}: {count} card.",
                "{player} has an empty hand and must collect {piles}: {count} cards.",
                event.count,
            ),
        )
    if not event.piles:
        return say("You collect nothing."), say("{player} collects nothing.")
    return (
        say_count("You collect {piles}: {count} card.", "You collect {piles}: {count} cards.", event.count),
        say_count("{player} collects {piles}: {count} card.", "{player} collects {piles}: {count} cards.", event.count),
    )


@tell.register
def _(event: events.GameEnded, reader: int | None) -> Sentence:
    if event.seat == reader and event.reason == "out":
        return say("You have no cards or piles left, so you go out.")
    if event.seat == reader and event.reason == "stock":
        return say("The stock is empty and you cannot place a couple.")
    return why_over(event.reason, event.seat, event.idle)


@tell.register
def _(event: events.GameDecided, reader: int | None) -> Sentence:
    if event.winner is None:
        return say("The game is a draw.")
    return say("You win the game."), say("{player} wins the game.")


@tell.register
def _(event: events.MatchStands, reader: int | None) -> Sentence:
    first, second = event.points
    shown = {"one": Player(0), "first": first, "two": Player(1), "second": second}
    if event.in_wins:
        return say("Games won: {one} {first}, {two} {second}.", **shown)
    return say("Penalty points in the match: {one} {first}, {two} {second}.", **shown)


def part_of(event: Event, viewer: int | None) -> Part | None:
    """An event's part in the beat of a turn."""
    match event:
        case events.Placed(seat, placed, tops, costs):
            moves = tuple(_move(card, pile, top) for (card, pile), top in zip(placed, tops, strict=True))
            paid = {payer: (_cost(payer, points, viewer),) for payer, points in enumerate(costs) if points}
            return Part(seat, seat, moves, paid.get(1 - seat, ()), paid.get(seat, ()))
        case events.BeganPile(seat, card, pile):
            return Part(seat, seat, (say("{card} begins {pile}", card=cards([card]), pile=pile_label(pile)),))
        case events.Drew(seat, card):
            return Part(seat, seat, (say("{card} drawn", card=cards([card])),))
        case events.DrewUnseen(seat):
            return Part(seat, seat, (say("a card drawn"),))
        case events.Collected(seat, piles, count) if piles:
            names = pile_names(piles)
            taken = say_count("{piles} collected: {count} card", "{piles} collected: {count} cards", count, piles=names)
            return Part(seat, seat, (taken,), undoes=True)  # the cards are in hand again, the piles gone
        case events.Collected() | events.PickedUp():
            return NOTHING
        case _:
            return None


def _move(card: Card, pile: Pile, top: Card) -> Text:
    shown = {"card": cards([card]), "pile": pile_label(pile)}
    fit = FITS[top][card]
    if fit == SAME_RANK:
        return say("{card} on {pile}", **shown)
    return say("{card} up on {pile}", **shown) if fit == UP else say("{card} down on {pile}", **shown)


def _cost(seat: int, points: int, viewer: int | None) -> Text:
    if seat == viewer:
        return say("You pay {points}.", points=points)
    return say("{player} pays {points}.", player=Player(seat), points=points)
