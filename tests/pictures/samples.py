"""Hand-made scenes: elaborate ones for several kinds of games, and difficult ones to draw.

``python -m tests.pictures.samples FOLDER`` draws all of them into a folder for inspection.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

from PIL import Image

from engines.cards import Card, parse_card
from engines.scenes import Fact, Kind, Place, Scene, Spread, Trick, TrickCard, Zone
from engines.texts import Player, Text, draw_card, say
from pictures.lettering import SCALE
from pictures.table import Changes, draw_table


def in_units(png: bytes) -> Image.Image:
    """A picture enlarged to the units in which everything is placed."""
    picture = Image.open(BytesIO(png)).convert("RGB")
    size = round(picture.width / SCALE), round(picture.height / SCALE)
    return picture.resize(size, Image.Resampling.NEAREST)


LONG = "Maximiliane-Aurora von Thurn"
NAMES = ("alice", LONG, "carol", "Vesper", "Jean-Baptiste Emmanuel", "frank", "Grünwald-Östergaard", "W" * 32)
NASTY_NAMES = (
    "W" * 32,
    "אבגדה",
    "🎉🎊🎈",
    "\u202eright to left\u202c",
    "王小明",
    "a\n\n# b",
    "",
    "\ud800x\u0301\u200d",
)


@dataclass(frozen=True)
class Names:
    """English, with these players' names."""

    names: tuple[str, ...] = NAMES

    def template(self, text: Text) -> str:
        return text.template if text.plural is None or text.count == 1 else text.plural

    def player(self, seat: int) -> str:
        return self.names[seat % len(self.names)]

    def card(self, card: Card) -> str:
        return f"<:{draw_card(card)}:1234>"

    def number(self, amount: float) -> str:
        return f"{amount:g}"


@dataclass(frozen=True)
class Sample:
    title: str
    scene: Scene
    changed: Changes = field(default_factory=Changes)
    names: Names = field(default_factory=Names)
    footer: str | None = None

    def draw(self) -> bytes:
        return draw_table(self.title, self.scene, self.changed, self.names, self.footer)


def group(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(card) for card in text.split())


def place(seat: int, to_act: bool = False, **facts: float | tuple[float, float] | None) -> Place:
    """A place whose facts are named by their kinds; a pair is a value and its limit."""
    found = []
    for name, value in facts.items():
        amount, limit = value if isinstance(value, tuple) else (value, None)
        found.append(Fact(say("a fact"), Kind[name.upper()], amount, limit))
    return Place(seat, to_act, tuple(found))


def pile(short: str, top: str, count: int = 1, owner: int | None = None, is_closed: bool = False) -> Zone:
    return Zone(say("Pile"), Spread.STACK, count, group(top), owner, short=say(short), is_closed=is_closed)


def closed_pile(short: str, count: int, owner: int | None = None) -> Zone:
    return Zone(say("Pile"), Spread.HIDDEN, count, (), owner, short=say(short))


def run(short: str, cards: str, owner: int | None = None, is_closed: bool = False, spread: Spread = Spread.RUN) -> Zone:
    held = group(cards)
    return Zone(say("Row"), spread, len(held), held, owner, short=say(short), is_closed=is_closed)


def played(seat: int, card: str | None = None, worth: float | None = None, suit: str | None = None, is_best=False):
    return TrickCard(
        seat, parse_card(card) if card else None, worth, "CDHS".index(suit) if suit else None, is_best=is_best
    )


def waits(seat: int, what: str = "{player} plays a card") -> Text:
    return say(what, player=Player(seat))


def trick_game() -> Sample:
    now = (played(3, "9H", 18, is_best=True), played(0, "TC", 15, "H"), played(2, "3H", 3), played(1))
    before = (played(2, "5D", 11), played(1, "QD", 15, is_best=True), played(3, "6C", 0), played(0, "JS", 11))
    places = (
        place(0, hand=3, tricks=(2, 2), points=5, dealer=None),
        place(1, True, hand=4, tricks=(1, 2), points=6),
        place(2, hand=3, tricks=(1, 3), points=2),
        place(3, hand=3, tricks=(2, 4), points=7),
    )
    scene = Scene(
        say("Hand 3, trick 7 of 10 · 8 points end the game"),
        (pile("Trumps", "JS", 3), closed_pile("Stack", 11)),
        places,
        waits(1),
        (Trick(say("Trick 7"), now, 2, 2), Trick(say("Last trick"), before, is_over=True)),
    )
    return Sample("Counter", scene, Changes(tricks=frozenset({(0, 2)})))


def piles_of_two() -> Sample:
    zones = (
        pile("P1", "6S", 5),
        pile("P2", "3C", 4),
        closed_pile("Stock", 16),
        pile("A1", "QH", 8, 0),
        pile("A4", "7D", 4, 0),
        run("Aside", "4H 9S 9C JS", 1),
        pile("B2", "TD", 2, 1),
        pile("B5", "KC", 1, 1),
        pile("B6", "2H", 1, 1),
    )
    places = tuple(
        Place(seat, seat == 0, (*place(seat, hand=4, penalty=28).facts, Fact(say("12 cards × 2 piles = 24"))))
        for seat in (0, 1)
    )
    scene = Scene(say("Game 2, best of 3 · first to go out wins"), zones, places, waits(0, "{player} places a couple"))
    return Sample("Counterweight", scene, Changes(frozenset({(0, 0), (5, 3)})))


def grid_of_piles() -> Sample:
    tops = ["JD", "3C", "AH", "JH", "TD", "TS", "8C", "QH", "JS"]
    counts = (6, 4, 3, 1, 5, 1, 2, 1, 1)
    zones = [
        pile(str(number + 1), top, count, is_closed=number in (0, 8))
        for number, (top, count) in enumerate(zip(tops, counts, strict=True))
    ]
    places = (
        place(0, hand=8, wins=3, points=1),
        place(1, True, hand=4, wins=1),
        place(2, hand=11),
        place(3, out=1, points=1, wins=2),
    )
    scene = Scene(
        say("Round 2, first to win 3 · turn 17 of 200"),
        (closed_pile("Draw", 48), *zones, closed_pile("Discards", 9)),
        places,
        waits(1, "{player} plays again, or ends the turn and draws 1"),
    )
    return Sample("Knotweed", scene, Changes(frozenset({(1, 0), (9, 0)})))


def many_piles(count: int = 30) -> Sample:
    zones = [
        pile(str(n + 1), f"{'A23456789TJQK'[n % 13]}{'SDCH'[n % 4]}", 1 + n % 7, is_closed=n > 27) for n in range(count)
    ]
    places = tuple(place(seat, seat == 5, hand=3 * seat + 1, wins=3) for seat in range(8))
    scene = Scene(
        say("Turn 61 of 400"),
        (closed_pile("Draw", 17), *zones, closed_pile("Discards", 12)),
        places,
        waits(5, "{player} plays again, or ends the turn and draws 3"),
    )
    return Sample("Knotweed", scene, Changes(frozenset({(5, 0), (29, 0), (30, 0)})))


def duel() -> Sample:
    zones = (
        run("Discard", "6H 4D 2S 7C KH 3D 9C", 0),
        run("Damage", "8S", 0, spread=Spread.ROW),
        run("Discard", "7H TD 9S 3H JC 5C 8D", 1),
        run("Damage", "7D TH 2C", 1, spread=Spread.ROW),
    )
    places = (place(0, True, hand=5, deck=10, damage=(8, 22)), place(1, hand=6, deck=11, damage=(19, 22)))
    exchange = Trick(say("Exchange"), (played(0, "QC", 10, is_best=True), played(1, "4C", 4)))
    scene = Scene(
        say("Game 1, best of 3 · 22 damage loses"), zones, places, waits(0, "{player} plays a damage card"), (exchange,)
    )
    return Sample("Card Duel", scene, Changes(tricks=frozenset({(0, 1)})))


def rows_of_two() -> Sample:
    zones = (
        pile("1", "8H", 5),
        pile("2", "7C"),
        pile("3", "5H", 2),
        closed_pile("Deck", 13),
        run("1", "AC 2D 3H 5S 6D 7H 8D TS JC QH KD", 0, is_closed=True),
        run("2", "3S 6C 9D", 0),
        run("3", "", 0),
        run("1", "AS 4S 6H 7D TD JD", 1),
        run("2", "3C 4D QS", 1),
        run("3", "9H", 1),
    )
    places = (place(0, hand=3, points=19), place(1, True, hand=4, points=10))
    scene = Scene(say("Game 1 of a match to 100"), zones, places, waits(1, "{player} has drawn and plays a card"))
    return Sample("3 Piles", scene, Changes(frozenset({(1, 0), (5, 2)})))


def five_in_a_trick() -> Sample:
    now = (
        played(0, "TH", 15),
        played(1, "4S", 0.5),
        played(2, "9C"),
        played(3, "TD", 15, "H", is_best=True),
        played(4),
    )
    before = tuple(played(seat, "QD", seat * 10, is_best=seat == 2) for seat in range(5))
    places = tuple(place(seat, seat == 4, hand=9, tricks=(10, 10), points=12, dealer=None) for seat in range(5))
    tricks = (Trick(say("Trick 2"), now, 2), Trick(say("Last trick"), before, is_over=True))
    zones = (pile("Trumps", "TS", 3), closed_pile("Stack", 1))
    return Sample("Counter", Scene(say("Hand 1"), zones, places, waits(4), tricks))


def crowded_panels() -> Sample:
    """Eight piles per player, a long run, and every hand open, as in a replay."""
    zones = [pile(f"A{n}", "QH", n, 0) for n in range(8)]
    zones += [run("Aside", " ".join(["4H 9S"] * 15), 1), pile("B2", "TD", 10, 1)]
    zones += [run("Hand", "AS 2S 3S", 0, spread=Spread.ROW), run("Hand", "4D 5D 6D 7D 8D", 1, spread=Spread.ROW)]
    places = (place(0, hand=3, penalty=128), place(1, True, hand=5, penalty=19))
    scene = Scene(
        say("A headline that is far too long for one line, however small the letters are: " * 2),
        tuple(zones),
        places,
        waits(1, "{player} may move cards of the couple from the own piles to permanent piles"),
    )
    return Sample("Counterweight", scene)


def open_hands() -> Sample:
    """The trick game with all hands open."""
    sample = trick_game()
    hands = tuple(
        Zone(
            say("{player}'s hand", player=Player(seat)),
            Spread.ROW,
            3 + (seat == 1),
            group("2C 5C JD QH")[: 3 + (seat == 1)],
            seat,
        )
        for seat in range(4)
    )
    scene = sample.scene
    return Sample(sample.title, Scene(scene.headline, scene.zones + hands, scene.places, scene.waiting, scene.tricks))


def plain_game() -> Sample:
    """A game that tells pictures little: no kinds of facts, no short names, a row in the middle."""
    zones = (
        Zone(say("Draw pile"), Spread.HIDDEN, 20),
        Zone(say("Discard pile"), Spread.STACK, 7, group("8H")),
        Zone(say("Market"), Spread.ROW, 6, group("2C 3D 4H 5S")),
        *(Zone(say("{player}'s hand", player=Player(seat)), Spread.HIDDEN, 5, owner=seat) for seat in range(3)),
    )
    places = tuple(Place(seat, False, (Fact(say("{count} cards left", count=5)),)) for seat in range(3))
    return Sample(
        "Crazy Eights", Scene(say("♥ is the suit to follow"), zones, places, None), footer="alice wins, 12 points"
    )


def bare() -> Sample:
    return Sample("Nothing", Scene(say("Nothing at all"), (), (), None))


def empty_zones() -> Sample:
    zones = tuple(Zone(say("Zone"), spread, 0, owner=owner) for spread in Spread for owner in (None, 0, 1))
    return Sample("Empty", Scene(say("Nothing lies here"), zones, (place(0), place(1)), None))


SAMPLES: tuple[Callable[[], Sample], ...] = (
    trick_game,
    piles_of_two,
    grid_of_piles,
    many_piles,
    duel,
    rows_of_two,
    five_in_a_trick,
    crowded_panels,
    open_hands,
    plain_game,
    bare,
    empty_zones,
)


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for sample in SAMPLES:
        (folder / f"{sample.__name__}.png").write_bytes(sample().draw())
