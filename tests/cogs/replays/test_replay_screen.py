"""A moment of a finished game, with the controls to step through it, within Discord's limits (rule 4)."""

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from cogs.replays.screen import ReplayPlace, replay_screen, stops
from cogs.shared.layout import Detail
from cogs.shared.limits import MENU_LIMIT
from cogs.shared.pictures import Picture
from cogs.shared.rendering import CardEmojis, Renderer
from cogs.shared.zones import open_hands
from db.records import Phase, TableRecord
from engines import GAMES, Game
from engines.cards import CARD_TEXTS
from engines.contract import State, View
from engines.scenes import Place as SeatPlace
from engines.scenes import Scene, Spread, Zone
from engines.texts import Text, draw_card
from sessions.replays.key_moments import Estimates, KeyMoment
from sessions.replays.replays import Alternative, Eye, Moment, PastMove
from tests.cogs.fake_game import LONG_NAME, FakeGame, FakeView, fake_results, fake_table, words
from tests.cogs.reading import buttons, menus, parts, text

READER = Renderer("en-US", {0: "alice", 1: "bob", 2: "carol", 3: "dave"}, isolated=False)
EMOJIS = CardEmojis({card: f"<:c{CARD_TEXTS[card]}_abcdef:{10**18 + card}>" for card in range(52)})
PICTURE = Picture(b"", "A table.")
LONG_NAMES_READER = Renderer("en-US", dict.fromkeys(range(8), LONG_NAME), EMOJIS)


def past(considered: tuple[Alternative, ...] = ()) -> PastMove:
    return PastMove(1, words("Play it on pile 2"), considered)


def moment(view: View[Any] | None = None, **changes: Any) -> Moment:
    seen = view or FakeView(None, (0,), (), {})
    values: dict[str, Any] = {
        "table": fake_table(Phase.FINISHED),
        "game": FakeGame(),
        "number": 12,
        "last": 57,
        "seat": seen.seat,
        "view": seen,
        "move": past(),
        "news": (),
        "results": fake_results(4)[1],
        "can_play_on": bool(seen.to_act),
    }
    return Moment(**(values | changes))


def test_says_where_the_game_stands_and_what_was_done() -> None:
    news = (words("Bob gets rid of a card."), words("Now alice plays."))
    shown = text(replay_screen(moment(news=news), READER))
    assert "🎞️ Fake Patience" in shown
    assert "-# Move 12 of 57 · Round 2 of 5, turn 17 · As seen by everybody" in shown
    assert "### 12 bob: Play it on pile 2" in shown
    assert "-# • Bob gets rid of a card.\n-# • Now alice plays." in shown
    assert "-# ⏳ alice plays or passes" in shown
    assert "🏁" not in shown


def test_begins_with_the_deal() -> None:
    shown = text(replay_screen(moment(number=0, move=None), READER))
    assert "Move 0 of 57" in shown
    assert "### The cards are dealt." in shown


@pytest.mark.parametrize(("to_act", "why"), [((), "Somebody got rid of all cards."), ((2,), "The game ended because")])
def test_ends_with_the_result(to_act: tuple[int, ...], why: str) -> None:
    shown = text(replay_screen(moment(FakeView(None, to_act, (), {}), number=57), READER))
    assert "### 🏁 alice wins!" in shown
    assert why in shown
    assert "⏳" not in shown


def test_shows_the_cards_of_the_seat_that_looks_large() -> None:
    hand = tuple(range(8))
    shown = text(replay_screen(moment(FakeView(1, (0,), hand, {})), READER))
    large = next(line for line in shown.splitlines() if line.startswith("# "))
    assert [large.count(draw_card(card)) for card in hand] == [1] * 8
    assert "▫️ bob" not in shown, "the own seat stands with its hand"
    assert "· As seen by bob" in shown, "it says who is meant by “you”"
    assert "▶ **alice**" in shown
    everybody = text(replay_screen(moment(FakeView(None, (0,), hand, {})), READER))
    assert not [line for line in everybody.splitlines() if line.startswith("# ")]
    assert "▫️ bob" in everybody


def test_lists_what_a_computer_considered_best_first_and_marks_what_it_did() -> None:
    considered = (
        Alternative(words("Play six"), 0.636, 412, is_played=False),
        Alternative(words("Play it on pile 2"), 0.571, 400, is_played=True),
    )
    shown = text(replay_screen(moment(move=past(considered)), READER))
    assert "**A computer's estimates**" in shown
    assert "▫️ **Play six** — wins 64% (412 trials)\n✅ **Play it on pile 2** — wins 57% (400 trials)" in shown
    assert "estimates" not in text(replay_screen(moment(), READER))


# Controls


def test_buttons_step_and_keep_the_seat() -> None:
    found = buttons(replay_screen(moment(FakeView(1, (0,), (), {})), READER, own=1))
    assert {label: button["custom_id"] for label, button in found.items()} == {
        "First": "replay:123456:0:1:first",
        "Previous": "replay:123456:11:1:previous",
        "Next": "replay:123456:13:1:next",
        "Last": "replay:123456:57:1:last",
        "Show all hands": "replay:123456:12:all:hands",
        "Play on from here": "play_on:123456:12:1",
        "Film": "table:123456:4321:film",
        "Verify": "table:123456:4321:verify",
    }
    assert not any(button["disabled"] for button in found.values())


@pytest.mark.parametrize(
    ("number", "seat", "own", "label", "played"),
    [
        (12, None, 2, "Play on from here", 2),
        (12, 1, 2, "Play on as bob", 1),
        (12, None, None, "Play on as alice", 0),
        (0, None, 2, "Play these cards", 2),
        (0, 1, 2, "Play bob's cards", 1),
        (0, None, None, "Play alice's cards", 0),
    ],
)
def test_the_button_to_play_on_says_whose_seat_one_plays(
    number: int, seat: int | None, own: int | None, label: str, played: int
) -> None:
    """Whoever played the game plays on in their own seat, unless they look from another."""
    shown = moment(FakeView(seat, (0,), (), {}), number=number)
    assert buttons(replay_screen(shown, READER, own=own))[label]["custom_id"] == f"play_on:123456:{number}:{played}"


@pytest.mark.parametrize(
    ("number", "last", "off"),
    [
        (0, 57, {"First", "Previous"}),
        (1, 57, set()),
        (56, 57, set()),
        (57, 57, {"Next", "Last"}),
        (0, 0, {"First", "Previous", "Next", "Last"}),
    ],
)
def test_buttons_that_lead_nowhere_are_off_and_differ_from_the_others(number: int, last: int, off: set[str]) -> None:
    screen = replay_screen(moment(number=number, last=last), READER)
    assert {label for label, button in buttons(screen).items() if button["disabled"]} == off
    ids = [part["custom_id"] for part in parts(screen) if "custom_id" in part]
    assert len(ids) == len(set(ids))


def test_a_menu_offers_every_seat_and_keeps_the_move() -> None:
    (seats, _) = menus(replay_screen(moment(FakeView(1, (0,), (), {})), READER))
    assert [(option["label"], option["value"]) for option in seats["options"]] == [
        ("As seen by everybody", "12:-"),
        ("As seen by alice", "12:0"),
        ("As seen by bob", "12:1"),
        ("As seen by carol", "12:2"),
        ("As seen by dave", "12:3"),
    ]
    assert [option["value"] for option in seats["options"] if option["default"]] == ["12:1"]


def test_a_menu_jumps_and_keeps_the_seat() -> None:
    (_, jumps) = menus(replay_screen(moment(), READER))
    assert [option["value"] for option in jumps["options"]] == [f"{number}:-" for number in stops(12, 57)]
    assert jumps["placeholder"] == "Jump to another move"
    assert not any(option["default"] for option in jumps["options"]), "the heading names the present move"


def test_short_games_need_no_jumps() -> None:
    assert len(menus(replay_screen(moment(number=2, last=5), READER))) == 1


@pytest.mark.parametrize("last", [0, 1, 9, 22, 23, 24, 25, 46, 47, 100, 733, 5000])
def test_stops_reach_over_the_whole_game(last: int) -> None:
    for number in {0, last // 3, last // 2, last}:
        found = stops(number, last)
        assert len(found) <= MENU_LIMIT
        assert {0, number, last} <= set(found)
        assert found == sorted(set(found))
        apart = [after - before for before, after in pairwise(found)]
        assert max(apart, default=0) <= max(1, -(-last // (MENU_LIMIT - 2)))


def test_the_view_with_all_hands_open_is_kept_and_left_again() -> None:
    views = tuple(FakeView(seat, (0,), tuple(range(5 + seat)), {}) for seat in range(4))
    screen = replay_screen(moment(hands=views), READER)
    assert "· Show all hands" in text(screen)
    found = buttons(screen)
    assert found["Next"]["custom_id"] == "replay:123456:13:all:next"
    assert found["Hide hands"]["custom_id"] == "replay:123456:12:-:hands"
    (seats, jumps) = menus(screen)
    assert not any(option["default"] for option in seats["options"])
    assert {option["value"].partition(":")[2] for option in jumps["options"]} == {"all"}


@pytest.mark.parametrize("eye", [None, 3, "all"])
def test_the_value_of_an_option_says_who_looks(eye: Eye) -> None:
    assert ReplayPlace.read(str(ReplayPlace(7, eye))) == ReplayPlace(7, eye)


def test_the_jump_menu_says_what_the_moves_were() -> None:
    (_, jumps) = menus(replay_screen(moment(), READER, moves={12: past(), 57: past()}))
    labels = [option["label"] for option in jumps["options"]]
    assert labels[0] == "The cards are dealt."
    assert labels[-1] == "57 bob: Play it on pile 2"
    assert "12 bob: Play it on pile 2" in labels


def test_a_menu_offers_the_key_moments() -> None:
    found = (
        KeyMoment(12, 1, words("Play six"), words("Bob plays six."), Estimates(0, 0.4, 0.716)),
        KeyMoment(30, 0, words("Pass"), words("Alice passes."), None),
        KeyMoment(31, 0, words("Pass"), None, None),
    )
    (_, _, keys) = menus(replay_screen(moment(key_moments=found), READER))
    assert keys["placeholder"] == "Key moments"
    shown = [(option["label"], option.get("description"), option["value"]) for option in keys["options"]]
    assert shown == [
        ("12 bob: Play six", "alice's chances: 40% → 72%", "12:-"),
        ("30 alice: Pass", "Alice passes.", "30:-"),
        ("31 alice: Pass", None, "31:-"),
    ]
    assert not any(option["default"] for option in keys["options"]), "its label says what the menu is for"


def test_a_picture_says_whose_move_comes_next_and_why_the_game_is_over() -> None:
    assert "⏳" not in text(replay_screen(moment(), READER, PICTURE))
    last = moment(FakeView(None, (), (), {}), number=57)
    assert "Somebody got rid" not in text(replay_screen(last, READER, PICTURE))
    assert "### 🏁 alice wins!" in text(replay_screen(last, READER, PICTURE))


@pytest.mark.parametrize(("cards", "is_told"), [(6, False), (7, True)])
def test_hands_for_which_a_picture_has_no_room_are_told(cards: int, is_told: bool) -> None:
    """With five open hands and more."""
    seats = range(5)
    hands = tuple(Zone(words("Hand"), Spread.ROW, cards, tuple(range(cards)), owner=seat) for seat in seats)
    scene = Scene(words("A table"), hands, tuple(SeatPlace(seat, False) for seat in seats), None)
    assert bool(open_hands(scene, READER, Detail.FULL)) == is_told


# Limits


def looked_at(state: State[Any], seat: int | None, move: PastMove | None, news: tuple[Text, ...]) -> Moment:
    table: TableRecord = fake_table(Phase.FINISHED, 8, id=2**53)
    return moment(
        state.view(seat), table=table, game=state.game, move=move, news=news, number=733, last=9999,
        results=fake_results(8)[1], hands=() if seat is not None else tuple(map(state.view, range(state.seats))),
        key_moments=tuple(KeyMoment(number, 0, words("Play " * 40), words("Told " * 40), None) for number in range(10)),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in GAMES.values() for seats in sorted({game.seats[0], game.seats[-1]})],
    ids=lambda value: getattr(value, "key", value),
)
def test_moments_of_random_games_fit(game: Game[Any], seats: int) -> None:
    """With the longest names, cards as emojis, and as many alternatives as are ever kept."""
    state = game.deal(seats=seats, seed="replays", options=game.Options())
    chance = Random(5)
    for step in range(150):
        if not state.to_act:
            break
        seat = chance.choice(state.to_act)
        actions = state.actions(seat)
        action, view = chance.choice(actions), state.view(seat)
        longest = sorted((game.label(view, one) for one in actions[:200]), key=lambda label: -len(str(label)))[:6]
        considered = tuple(Alternative(label, 0.5, 1000, is_played=False) for label in longest)
        events = state.act(seat, action)
        news = tuple(game.tell(event, None) for event in events if event.visible_to(None))
        if step % 10 == 0 or not state.to_act:
            for eye in (None, *range(seats)):
                shown = looked_at(state, eye, PastMove(seat, longest[0], considered), news)
                assert "Move 733 of 9999" in text(replay_screen(shown, LONG_NAMES_READER))


def test_the_largest_table_of_knotweed_fits() -> None:
    """Hands of 35 cards and 27 piles with 8 players (Annex C), after a move of which there is much to tell."""
    game = GAMES["knotweed"]
    chance = Random(2)
    cards = [card for card in CARD_TEXTS for _ in range(6)]
    chance.shuffle(cards)
    hands = [[cards.pop() for _ in range(35)], *([cards.pop() for _ in range(20)] for _ in range(7))]
    piles = [[cards.pop() for _ in range(2)] for _ in range(27)]
    state = game.position({"hands": hands, "piles": piles, "draw": cards, "options": {"decks": 6}})
    long = words("Something happened. " * 8)
    considered = tuple(Alternative(words("Play " * 25), 0.5, 1000, is_played=False) for _ in range(6))
    for eye in (None, 0, 7):
        shown = text(
            replay_screen(looked_at(state, eye, PastMove(0, long, considered), (long,) * 20), LONG_NAMES_READER)
        )
        assert shown.count("Pile ") >= 27
        if eye == 0:
            large = next(line for line in shown.splitlines() if line.startswith("# "))
            assert len(large.split()) == 1 + 35
