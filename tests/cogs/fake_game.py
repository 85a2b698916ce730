"""A game that is nothing but its screen: as many cards, seats and choices as a test asks for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any

from db.records import Phase, Rating, ResultRecord, SeatRecord, TableRecord, TakeBackRecord
from engines.cards import Card
from engines.contract import Credit, Event, Game, GameOptions, IllegalAction, Outcome, State, View, house_rule
from engines.rulebooks import Section
from engines.scenes import Choice, Decision, Fact, Kind, Place, Question, Scene, Spread, Unseen, Zone
from engines.texts import Player, Text, cards
from sessions.snapshots import Snapshot
from sessions.tables.pace import Pace

LONG_NAME = "**@everyone** [Kit](https://x.example)" + "__"
"""40 characters that would format, link and mention if they could."""

REQUEST = TakeBackRecord(
    1, 0, 4320, 4321, undone=(1, 2, 3, 4, 5, 6, 7), agreed=(1, 2, 3, 4, 5, 6), until=datetime(2030, 1, 1, tzinfo=UTC)
)
"""Seat 0 asks to take back a move; everybody else has moved since, and only one player has not agreed."""


def words(template: str, **values: Any) -> Text:
    """A text that is not collected for translation."""
    return Text(template, tuple(values.items()))


class FakeOptions(GameOptions):
    decks: int = house_rule(1, "How many packs of cards are used", ge=1, le=3)
    cheating: bool = house_rule(False, "Players may break the rules until somebody notices")


@dataclass
class FakeView(View[str]):
    """A view with a script: ``questions`` by path; a path without one is a decision."""

    seat: int | None
    to_act: tuple[int, ...]
    hand: tuple[Card, ...]
    questions: Mapping[tuple[str, ...], Question]
    players: int = 4
    piles: int = 3
    decisions: tuple[tuple[str, ...], ...] | None = None
    hidden: tuple[Card, ...] = ()

    def dump(self) -> dict[str, Any]:
        return {}

    def actions(self) -> list[str]:
        return []


class FakeGame(Game[str, FakeView]):
    key = "fake"
    name = "Fake Patience"
    seats = range(2, 9)
    summary = words("Get rid of your cards before the others do.")
    credit = Credit("Fake Patience by Nobody", "https://example.org/fake")
    rules = (
        Section(words("The aim"), words("Have no cards.")),
        Section(words("The turn"), words("\n\n".join(["Play a card. " * 40] * 20)), options=("cheating",)),
    )
    Options = FakeOptions

    def deal(self, *, seats: int, seed: str, options: Any) -> State[str]:
        raise NotImplementedError

    def position(self, document: Mapping[str, Any]) -> State[str]:
        raise NotImplementedError

    def parse(self, text: str) -> str:
        return text

    def scene(self, view: FakeView) -> Scene:
        group = words("Play piles")
        zones = [Zone(words("P{n}", n=n + 1), Spread.STACK, n + 1, (n % 52,), group=group) for n in range(view.piles)]
        zones.append(Zone(words("Draw pile"), Spread.HIDDEN, 41))
        if view.seat is not None:
            zones.append(Zone(words("Hand"), Spread.ROW, len(view.hand), view.hand, owner=view.seat))
        places = tuple(
            Place(
                seat,
                seat in view.to_act,
                (Fact(words("{n} cards", n=5 + seat), Kind.HAND, 5 + seat), Fact(words("took 3"))),
            )
            for seat in range(view.players)
        )
        waiting = words("{player} plays or passes", player=Player(view.to_act[0])) if view.to_act else None
        return Scene(words("Round 2 of 5, turn 17"), tuple(zones), places, waiting)

    def _place(self, view: FakeView, seat: int) -> Place:
        count = 5 + seat
        facts = Fact(words("{n} cards", n=count), Kind.HAND, count), Fact(words("took 3"))
        return Place(seat, seat in view.to_act, facts)

    def ending(self, view: FakeView) -> Text | None:
        return None if view.to_act else words("Somebody got rid of all cards.")

    def score(self, view: FakeView, points: float) -> Text:
        return words("{points} rabbits", points=f"{points:g}")

    def ask(self, view: FakeView, path: Sequence[str]) -> Question | Decision[str]:
        path = tuple(path)
        if path in view.questions:
            return view.questions[path]
        if view.decisions is not None and path not in view.decisions:
            raise IllegalAction(words("no such path"))
        return Decision((" ".join(path),))

    def label(self, view: FakeView, action: str) -> Text:
        return words("{action}", action=action)

    def unseen(self, view: FakeView) -> tuple[Unseen, ...]:
        return (Unseen(words("Elsewhere"), view.hidden),) if view.hidden else ()

    def refusals(self, view: FakeView) -> tuple[tuple[Card, Text], ...]:
        return tuple((card, words("It costs too much.")) for card in sorted(set(view.hand))[:3])

    def fallback(self, view: FakeView) -> str | None:
        return None

    def sample(self, view: FakeView, rng: Random) -> State[str]:
        raise NotImplementedError

    def tell(self, event: Event, reader: int | None) -> Text:
        raise NotImplementedError

    def refusal(self, view: FakeView, action: str) -> Text:
        raise NotImplementedError


def choices(count: int, *, hint: str | None = None, card: bool = False) -> tuple[Choice, ...]:
    """``count`` choices with the keys k0, k1, ..."""
    return tuple(
        Choice(
            f"k{n}",
            words("{cards}", cards=cards([n % 52])) if card else words("Choice number {n}", n=n),
            words(hint) if hint else None,
            n % 52 if card else None,
        )
        for n in range(count)
    )


def fake_table(phase: Phase = Phase.PLAYING, players: int = 4, **changes: Any) -> TableRecord:
    values: dict[str, Any] = {
        "id": 123_456,
        "guild_id": 1,
        "channel_id": 2,
        "message_id": 3,
        "game": "fake",
        "options": {},
        "host_id": 100,
        "phase": phase,
        "seed": "seed",
        "rules_version": 1,
        "rev": 4321,
        "deadline": None,
        "opened_at": datetime(2026, 1, 1, tzinfo=UTC),
        "pace": Pace.DAYS_1,
        "seats": tuple(SeatRecord(seat, 100 + seat) for seat in range(players)),
    }
    return TableRecord(**(values | changes))


def fake_snapshot(view: View[Any] | None = None, **changes: Any) -> Snapshot:
    values: dict[str, Any] = {
        "table": fake_table(),
        "game": FakeGame(),
        "seat": view.seat if view else None,
        "view": view,
        "news": (),
        "can_take_back": False,
        "outcome": None,
        "results": (),
        "rated": frozenset(range(9)),
    }
    return Snapshot(**(values | changes))


def fake_results(players: int) -> tuple[Outcome, tuple[ResultRecord, ...]]:
    """An outcome in the order of the seats and its records."""
    outcome = Outcome(tuple((seat,) for seat in range(players)), tuple(map(float, range(players))), "out", (0,))
    return outcome, results_of(outcome)


def results_of(outcome: Outcome) -> tuple[ResultRecord, ...]:
    """What is stored of an outcome, by seat; everybody has a newcomer's rating."""
    rating, place, results = Rating(25.0, 25 / 3), 1, []
    for group in outcome.places:
        for seat in group:
            won = seat in outcome.winners
            results.append(ResultRecord(seat, 100 + seat, place, outcome.points[seat], won, rating, rating))
        place += len(group)
    return tuple(sorted(results, key=lambda result: result.seat))
