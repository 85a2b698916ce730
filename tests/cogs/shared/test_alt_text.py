"""The description of a picture: plain sentences, the most important first, within Discord's limit."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cogs.shared.alt_text import alt_text
from cogs.shared.rendering import CardEmojis, Renderer, characters
from engines import GAMES, Game
from engines.cards import CARD_TEXTS
from engines.contract import State
from engines.scenes import Fact, Place, Scene, Spread, Trick, TrickCard, Zone
from tests.cogs.fake_game import words

EMOJIS = CardEmojis({card: f"<:c{CARD_TEXTS[card]}:{10**18 + card}>" for card in range(52)}, "<:back:1>")
READER = Renderer("en-US", {0: "alice", 1: "bob_b"}, EMOJIS, isolated=False)
WIDE = replace(READER, names=dict.fromkeys(range(8), "🦊" * 32))
TABLES = [(game, seats) for game in GAMES.values() for seats in {game.seats[0], game.seats[-1]}]
STEPS = 150


def plain(text: str) -> str:
    """Without the invisible sign after a suit."""
    return text.replace("\ufe0e", "")


def scene(*zones: Zone, tricks: tuple[Trick, ...] = ()) -> Scene:
    places = Place(0, True, (Fact(words("3 cards")), Fact(words("1 point")))), Place(1, False)
    return Scene(words("Game 2 · 5 points win"), zones, places, words("alice plays"), tricks)


START = "alice plays. alice: 3 cards, 1 point. bob_b. Game 2, 5 points win."


def check(state: State[Any], seat: int | None, reader: Renderer) -> None:
    shown = state.game.scene(state.view(seat))
    text = alt_text(shown, reader)
    assert characters(text) <= 1024
    assert text.endswith(".")
    assert [sign for sign in ("**", "<:", "🎴", "\n", "·", "→") if sign in text] == []
    if shown.waiting is not None:
        assert text.startswith(f"{reader.plain.written.render(shown.waiting)}.")


@pytest.mark.parametrize(("game", "seats"), TABLES, ids=lambda value: getattr(value, "key", value))
def test_random_tables_hold_the_limit(game: Game[Any], seats: int) -> None:
    state = game.deal(seats=seats, seed="alt", options=game.Options())
    chance = Random(7)
    for step in range(STEPS):
        if step % 5 == 0 or not state.to_act:
            check(state, None, READER)
            check(state, chance.randrange(seats), WIDE)
        if not state.to_act:
            break
        seat = chance.choice(state.to_act)
        state.act(seat, chance.choice(state.actions(seat)))


def test_a_large_table_keeps_whose_turn_it_is_and_how_everybody_stands() -> None:
    chance = Random(2)
    pack = [text for text in CARD_TEXTS for _ in range(3)]
    chance.shuffle(pack)
    hands = [[pack.pop() for _ in range(5)] for _ in range(8)]
    piles = [[pack.pop()] * 2 for _ in range(30)]
    state = GAMES["knotweed"].position({"hands": hands, "piles": piles, "draw": pack, "options": {"decks": 3}})
    shown = state.game.scene(state.view(None))
    whole = [zone for zone in shown.zones if zone.group is not None]
    text = alt_text(shown, WIDE)
    assert characters(text) <= 1024
    assert text.count("🦊: 5 cards.") == 8
    assert "Turn 1 of" in text
    short = alt_text(shown, READER)
    last = short.removesuffix(".").rsplit(". ", 1)[1]
    assert last.startswith("Pile ")  # whole sentences are left out
    assert 0 < short.count("Pile ") <= len(whole)


def test_turn_and_scores_come_first_and_cards_last() -> None:
    pile = Zone(words("Pile 1"), Spread.STACK, 3, (4,), is_closed=True, notes=(words("just placed"),))
    hand = Zone(words("Hand"), Spread.ROW, 2, (0, 5), owner=1)
    text = plain(alt_text(scene(hand, pile), READER))
    assert text == f"{START} Pile 1: 2♣ and 2 cards below, closed, just placed. Hand: A♣ 2♦."


def test_zones_of_a_group_follow_its_name() -> None:
    group = words("Piles")
    zones = [Zone(words("P1"), Spread.STACK, 1, (4,), group=group), Zone(words("P2"), Spread.RUN, 0, group=group)]
    text = plain(alt_text(scene(*zones, Zone(words("Stock"), Spread.HIDDEN, 1)), READER))
    assert text == f"{START} Piles. P1: 2♣. P2: empty. Stock: 1 card face down."


def test_tricks_are_told_card_by_card() -> None:
    present = Trick(words("Trick 2"), (TrickCard(1, 8, 6, suit=2, is_best=True), TrickCard(0)), suit=2, multiple=2)
    before = Trick(words("Last trick"), (TrickCard(0, 0, 0.5), TrickCard(1, 4, 2, is_best=True)), 0, is_over=True)
    stock = Zone(words("Stock"), Spread.HIDDEN, 3)
    text = plain(alt_text(scene(stock, tricks=(present, before)), READER))
    assert text == (
        f"{START} Trick 2, hearts led, lead counts × 2. bob_b played 3♣, worth 6, counts as hearts. "
        "Stock: 3 cards face down. "
        "Last trick, clubs led. alice played A♣, worth ½. bob_b played 2♣, worth 2, wins."
    )
    assert alt_text(scene(tricks=(Trick(words("Trick 3"), (TrickCard(0), TrickCard(1))),)), READER) == START


def test_what_is_too_long_is_left_out_with_all_that_follows() -> None:
    zones = [Zone(words("Z{n}", n=n), Spread.ROW, 26, tuple(range(26))) for n in range(12)]
    text = alt_text(scene(*zones), READER)
    assert characters(text) <= 1024
    assert text.count("Z") < 12
    assert plain(text).endswith(" 7♦.")
    assert alt_text(replace(scene(), waiting=words("x" * 2000)), READER) == ""
