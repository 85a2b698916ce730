"""Every scene becomes a picture of the same size and palette, and nothing hidden gets into it."""

import struct
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from io import BytesIO
from random import Random
from typing import Any

import pytest
from PIL import Image

from cogs.shared.catalogue import default_catalogue
from cogs.shared.rendering import Renderer
from engines import GAMES
from engines.cards import Card, parse_card
from engines.contract import State
from engines.scenes import Spread, with_open_hands, without_hand
from engines.testing.play import positions
from engines.testing.positions import written_and_read
from engines.texts import Player, named, say
from pictures import canvas, frame, piles
from pictures.arrangement import Laid, arrange
from pictures.canvas import PIXELS
from pictures.frame import Stage
from pictures.lettering import Words, card_of, clip
from pictures.palette import AMBER, CHANGED, EMPTY, INKS, PANEL, PANEL_ON_TURN, TAB, TABLE, palette
from pictures.table import Changes, changes, draw_table
from tests.engines.adapters import ADAPTERS, tables
from tests.pictures.samples import NASTY_NAMES, SAMPLES, Names, Sample, many_piles, trick_game

TABLES = list(tables())
SHORT_NAMES = ("alice", "bob", "carol", "dave", "erin", "frank", "gina", "henry")
LARGEST = 45_000
"""The maximum size of a picture in bytes."""


def opened(picture: bytes) -> Image.Image:
    image = Image.open(BytesIO(picture))
    image.load()
    return image


def chunks(picture: bytes) -> Iterator[str]:
    """The names of the chunks of a PNG."""
    at = 8
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        yield picture[at + 4 : at + 8].decode()
        at += length + 12


@pytest.mark.parametrize("sample", SAMPLES)
def test_every_picture_has_the_same_size_and_palette(sample):
    picture = sample().draw()
    image = opened(picture)
    assert (image.size, image.mode) == (PIXELS, "P")
    assert image.getpalette() == palette().getpalette()
    assert set(chunks(picture)) == {"IHDR", "PLTE", "IDAT", "IEND"}
    assert len(picture) <= LARGEST


def test_the_same_scene_gives_the_same_bytes_in_any_thread():
    expected = [sample().draw() for sample in SAMPLES]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(lambda sample: sample().draw(), [*SAMPLES, *SAMPLES])) == [*expected, *expected]


@pytest.mark.thorough(samples=20)
@pytest.mark.parametrize("name", NASTY_NAMES)
@pytest.mark.parametrize("sample", SAMPLES)
def test_difficult_names_can_be_drawn(sample, name):
    made = sample()
    names = Names((name, *NASTY_NAMES))
    assert opened(draw_table(name, made.scene, made.changed, names, footer=name)).size == PIXELS


@pytest.mark.parametrize("count", [1, 2, 3, 6, 11, 14, 25, 31, 34, 80])
def test_any_number_of_piles_can_be_drawn(count):
    assert opened(many_piles(count).draw()).size == PIXELS


def test_changed_cards_and_the_footer_are_visible():
    sample = trick_game()
    plain = draw_table(sample.title, sample.scene, Changes(), sample.names)
    assert plain != sample.draw()
    assert plain != draw_table(sample.title, sample.scene, Changes(), sample.names, footer="alice wins")


@pytest.mark.parametrize("sample", SAMPLES)
def test_what_happened_is_in_the_picture_with_its_cards(sample: Callable[[], Sample], monkeypatch: pytest.MonkeyPatch):
    made, drawn = sample(), list[Card | None]()
    draw = frame.draw_card
    monkeypatch.setattr(frame, "draw_card", lambda canvas, box, card: (drawn.append(card), draw(canvas, box, card)))
    older, latest = (
        say("An older turn. " * 60),
        say("{player}: {cards} → pile 3.", player=Player(0), cards=named("TD AC")),
    )
    told = replace(made.scene, told=(older, latest))
    plain, picture = (draw_table(made.title, scene, Changes(), made.names) for scene in (made.scene, told))
    assert picture != plain
    assert drawn == [parse_card("TD"), parse_card("AC")]
    only = draw_table(made.title, replace(told, told=(latest,)), Changes(), made.names)
    assert (only == picture) or len(drawn) == 4, "what has no room is left out, the oldest first"


def test_stage_shows_whole_beats_as_large_as_they_fit():
    assert Stage.of(["a", "b"], 400, 400).size > Stage.of(["word " * 12, "b"], 400, 400).size
    assert [line for line, _ in Stage.of(["word " * 40, "b"], 400, 70).lines] == ["b"]
    assert Stage.of(["b"], 400, 5).lines == ()
    own, answer = (f"{name}: {chr(0xE000)} → pile 3. {name} takes {chr(0xE001)}." for name in ("You", "Ada"))
    assert [line for line, _ in Stage.of([own, answer], 640, 115).lines] == [
        "You: A♣ → pile 3. You takes A♦.",
        "Ada: A♣ → pile 3. Ada takes A♦.",
    ], "cards are written before a move is left out"
    assert [line for line, _ in Stage.of([own, answer], 640, 60).lines][-1].startswith("Ada")
    shown = Stage.of(["Ada " * 40 + ". You win the trick.", "Ada leads."], 560, 115).lines
    assert [line for line, _ in shown] == ["You win the trick.", "Ada leads."], "how it ended stays"
    shown = Stage.of(["Ada: passed.", "Bob: passed.", "You: passed."], 560, 115)
    assert shown.lines == (("Ada: passed. Bob: passed.", False), ("You: passed.", True))
    assert shown.is_whole, "short turns share a line before one is left out"
    shown = Stage.of([f"{name}: J♠ → pile 1, Q♠ → pile 12, 3♠ → pile 3." for name in ("Ada", "Bob", "Cy")], 700, 190)
    assert shown.lines[1] == ("Bob: J♠ → 1, Q♠ → 12, 3♠ → 3.", False), "what cards go to is named once then"
    assert shown.lines[2] == ("Cy: J♠ → pile 1, Q♠ → pile 12,", True), "but in the latest, whose lines end with moves"
    assert shown.is_whole


@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_viewers_have_their_own_seat_last_and_are_called_you(key: str, seats: int):
    """In a picture for one player, that player is at the bottom and the others follow in playing order."""
    state = GAMES[key].deal(seats=seats, seed="you", options=GAMES[key].Options())
    for viewer in range(seats):
        table = arrange(replace(GAMES[key].scene(state.view(viewer)), viewer=viewer), Changes())
        assert [seat.number for seat in table.seats] == [(viewer + step) % seats for step in range(1, seats + 1)]
        assert [seat.number for seat in table.seats if seat.is_own] == [viewer]
        assert Words(Names(), viewer).place(viewer) == "You"
        assert Words(Names(), viewer).name(viewer) != "You", "sentences about it are about a third person"


def test_names_cannot_draw_cards():
    spoof = Names((chr(0xE000) + "bob", "alice"))
    assert all(card_of(letter) is None for letter in Words(spoof, whole_cards=True).text(say("{p}", p=Player(0))))


@pytest.mark.thorough(samples=8)
@pytest.mark.parametrize("language", ["en", *default_catalogue().languages])
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_no_words_are_cut_in_any_language(key: str, seats: int, language: str, monkeypatch: pytest.MonkeyPatch):
    cut: set[str] = set()

    def remembered(text: str, size: int, room: float) -> str:
        shown = clip(text, size, room)
        cut.update({text} if shown != text else ())
        return shown

    monkeypatch.setattr(canvas, "clip", remembered)
    monkeypatch.setattr(piles, "clip", remembered)
    game, reader = GAMES[key], Renderer(language, dict(enumerate(SHORT_NAMES))).plain
    for state in some_positions(key, seats, 8, f"words {language}"):
        own = replace(without_hand(game.scene(state.view(0)), 0), viewer=0)
        for scene in (game.scene(state.view(None)), own):
            draw_table(game.name, scene, Changes(), reader)
    assert not cut


def brightness(colour: tuple[int, int, int]) -> float:
    """The relative luminance of a colour (WCAG 2.2)."""
    parts = (part / 255 for part in colour)
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@pytest.mark.parametrize("line", [EMPTY, CHANGED, AMBER])
@pytest.mark.parametrize("ground", [TABLE, PANEL, PANEL_ON_TURN, TAB])
def test_outlines_and_rings_stand_out(line: tuple[int, int, int], ground: tuple[int, int, int]):
    darker, lighter = sorted((brightness(line), brightness(ground)))
    assert (lighter + 0.05) / (darker + 0.05) >= 3


def test_flat_colours_are_preserved():
    """The file's colours are matched coarsely, so no shade may be too close to a colour."""
    for colour in (TABLE, *INKS.values()):
        drawn = Image.new("RGB", (1, 1), colour).quantize(palette=palette(), dither=Image.Dither.NONE)
        assert drawn.convert("RGB").getpixel((0, 0)) == colour


def some_positions(key: str, seats: int, count: int, seed: str) -> list[State[Any]]:
    """Positions from all phases of a random game, including the end."""
    found = positions(GAMES[key], seats, count, seed)
    return [found[len(found) * (number + 1) // count - 1] for number in range(count)]


@pytest.mark.thorough(samples=5)
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_positions_can_be_drawn_with_all_their_piles(key: str, seats: int, monkeypatch: pytest.MonkeyPatch):
    """Hands that are open leave room for them."""
    drawn, draw = list[Laid](), piles.draw_pile
    monkeypatch.setattr(piles, "draw_pile", lambda *given: (drawn.append(given[2]), draw(*given)))
    game, names = GAMES[key], Names(NASTY_NAMES)
    for state in some_positions(key, seats, 4, "hands"):
        public, hands = game.scene(state.view(None)), [game.scene(state.view(seat)) for seat in range(seats)]
        for scene in (public, hands[-1], with_open_hands(public, hands)):
            drawn.clear()
            picture = draw_table(game.name, scene, changes(public, scene), names)
            assert opened(picture).size == PIXELS
            assert len(picture) <= LARGEST
            lying = [zone for zone in scene.zones if zone.owner is not None and zone.spread is Spread.STACK]
            assert [zone for zone in lying if zone.cards] == [laid.zone for laid in drawn if laid.zone in lying]


@pytest.mark.thorough(samples=5)
@pytest.mark.parametrize(("key", "seats"), TABLES)
def test_hidden_cards_do_not_change_the_public_picture(key: str, seats: int):
    game, adapter, chance = GAMES[key], ADAPTERS[key], Random(f"{key}{seats}")
    for state in some_positions(key, seats, 3, "hidden"):
        document = written_and_read(state.dump())
        adapter.exchange(document, None, chance)
        twin = game.position(document)
        picture = Sample(game.name, game.scene(state.view(None))).draw()
        assert Sample(game.name, game.scene(twin.view(None))).draw() == picture
