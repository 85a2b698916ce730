"""The hand: everything a player needs and may know, every choice within reach (Discord rules 4 and 11)."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from cogs.hands.paths import follow
from cogs.hands.screen import hand_screen, unseen_text, why_not_text
from cogs.shared.rendering import CardEmojis, Renderer
from db.records import Phase, SeatRecord, TakeBackRecord
from engines.cards import Card
from engines.contract import IllegalAction
from engines.scenes import Choice, Decision, Question, Weight
from engines.texts import Text, cards, draw_card, say
from sessions.snapshots import Snapshot
from sessions.tables.pace import Timing
from tests.cogs.fake_game import LONG_NAME, FakeGame, FakeView, choices, fake_results, fake_snapshot, fake_table, words
from tests.cogs.reading import buttons, keys, menus, page_of, parts, path_of, text

READER = Renderer("en-US", {0: "alice", 1: "bob", 2: "carol", 3: "dave"})
EMOJIS = CardEmojis(
    {card: f"<:c{card:02}_abcdef:{10**18 + card}>" for card in range(52)}, f"<:cback_abcdef:{10**18 + 99}>"
)


def player(question: Question | None = None, **changes: Any) -> FakeView:
    """The view of seat 1, whose turn it is if there is a question."""
    questions = {(): question} if question else {}
    return FakeView(1, (1,) if question else (0,), tuple(range(8)), questions, **changes)


def choice_buttons(view: Any) -> Iterator[tuple[dict[str, Any], tuple[str, ...]]]:
    for part in parts(view):
        if part.get("custom_id", "").startswith("pick:"):
            yield part, path_of(part)


def reachable(snapshot: Snapshot) -> set[tuple[str, ...]]:
    """The decisions that somebody reaches who taps every button and picks every option, on every page."""
    found: set[tuple[str, ...]] = set()
    seen: set[tuple[tuple[str, ...], int]] = set()
    todo: list[tuple[tuple[str, ...], int]] = [((), 0)]
    while todo:
        place = todo.pop()
        if place in seen:
            continue
        seen.add(place)
        asked = follow(snapshot, place[0])[1]
        if isinstance(asked, Decision):
            found.add(asked.actions)
            continue
        screen = hand_screen(snapshot, READER, *place)
        todo += [(path, page_of(button)) for button, path in choice_buttons(screen) if not button["disabled"]]
        for menu in menus(screen):
            todo += [((*path_of(menu), option["value"]), 0) for option in menu["options"]]
    return found


def test_shows_the_hand_large_and_the_table_in_short() -> None:
    shown = text(hand_screen(fake_snapshot(player(Question(words("Which?"), choices(3)))), READER))
    large = next(line for line in shown.splitlines() if line.startswith("# "))
    assert [large.count(draw_card(card)) for card in range(8)] == [1] * 8
    assert "Round 2 of 5" in shown
    assert "Play piles" in shown
    assert "alice" in shown
    assert "### Which?" in shown


def test_a_deadline_stands_in_the_question() -> None:
    deadline = datetime(2030, 1, 1, tzinfo=UTC)
    for most in (1, 2):
        view = player(Question(words("Which?"), choices(3), 1, most))
        assert "### Which? · due <t:1893456000:R>" in text(hand_screen(fake_snapshot(view, decide_by=deadline), READER))


def test_an_own_clock_is_told_apart_from_the_time_for_the_turn() -> None:
    """Live, no turn takes more than ten minutes, though 25 are left; the clock stands in small print."""
    turn, clock = datetime(2026, 1, 1, 12, 10, tzinfo=UTC), datetime(2026, 1, 1, 12, 25, tzinfo=UTC)
    timing = Timing(turn, extra=timedelta(minutes=25), clock_ends=clock)
    shown = text(hand_screen(fake_snapshot(player(Question(words("Which?"), choices(2), 1, 1)), timing=timing), READER))
    assert f"<t:{turn.timestamp():.0f}:R>" in shown
    told = "Your clock for the whole match runs out {when}. It stops when you have moved."
    assert told.format(when=f"<t:{clock.timestamp():.0f}:R>") in shown


def test_few_short_choices_are_buttons_styled_by_weight() -> None:
    question = Question(
        words("Which?"),
        (
            Choice("a", words("End turn"), weight=Weight.MAIN),
            Choice("b", words("Draw"), words("for good"), weight=Weight.GRAVE),
            Choice("c", words("Play"), card=5),
        ),
    )
    screen = hand_screen(fake_snapshot(player(question)), Renderer("en-US", {}, EMOJIS))
    found = buttons(screen)
    assert found["End turn"]["style"] == 3
    assert found["Draw · for good"]["style"] == 4
    assert found["Play"]["style"] == 1
    assert found["Play"]["emoji"]["name"] == "c05_abcdef"
    assert menus(screen) == []


def test_a_card_is_not_shown_twice_on_a_button() -> None:
    choices = (Choice("a", say("{card}", card=cards([5])), card=5), Choice("b", words("Pass"), weight=Weight.MAIN))
    asked = fake_snapshot(player(Question(words("Which?"), choices)))
    labels = [
        [part.get("label") for part in parts(hand_screen(asked, Renderer("en-US", {}, emojis))) if part["type"] == 2]
        for emojis in (EMOJIS, CardEmojis())
    ]
    assert [found[:2] for found in labels] == [[None, "Pass"], ["2♦\ufe0e", "Pass"]], "a move that is first stays first"


@pytest.mark.parametrize("count", [1, 2, 10, 11, 25, 26, 50, 51, 80])
def test_every_single_choice_is_within_reach(count: int) -> None:
    question = Question(words("Which?"), choices(count, hint="costs 2"))
    assert reachable(fake_snapshot(player(question))) == {(key,) for key in keys(question)}


def test_every_choice_of_a_second_question_is_within_reach() -> None:
    first = Question(words("Which card?"), choices(30, card=True))
    second = Question(words("Which pile?"), choices(26, hint="up"))
    view = player(first)
    view.questions = {(): first} | {(key,): second for key in keys(first)[:3]}
    assert {(f"k1 {key}",) for key in keys(second)} < reachable(fake_snapshot(view))


def test_one_menu_takes_several_choices() -> None:
    screen = hand_screen(fake_snapshot(player(Question(words("Which?"), choices(12), 2, 4))), READER)
    (menu,) = menus(screen)
    assert (menu["min_values"], menu["max_values"], len(menu["options"])) == (2, 4, 12)
    assert menu["placeholder"] == "Choose 2 to 4"


def test_choices_on_several_pages_are_remembered_until_done() -> None:
    """Card Duel's building picks from 26 cards, Knotweed may prune more than 25 piles (Annex C of both)."""
    snapshot = fake_snapshot(player(Question(words("Which?"), choices(60), 3, 3)))
    path: tuple[str, ...] = ()
    for page, picked in ((0, ("k3", "k1")), (2, ("k59",))):
        (menu,) = menus(hand_screen(snapshot, READER, path, page))
        path, asked = follow(snapshot, path_of(menu), picked)
        assert isinstance(asked, Question)
    screen = hand_screen(snapshot, READER, path)
    chosen = [option["value"] for option in menus(screen)[0]["options"] if option["default"]]
    assert chosen == ["k59"], "the page of the latest pick stays on show"
    done = buttons(screen)["Done (3 chosen)"]
    assert not done["disabled"]
    assert follow(snapshot, path_of(done))[1] == Decision(("k1 k3 k59",))


def test_done_waits_for_enough_and_not_too_many_choices() -> None:
    snapshot = fake_snapshot(player(Question(words("Which?"), choices(60), 2, 2)))
    (menu,) = menus(hand_screen(snapshot, READER))
    for picked in ((), ("k1",), ("k1", "k2", "k3")):
        path, _ = follow(snapshot, path_of(menu), picked)
        found = buttons(hand_screen(snapshot, READER, path))
        assert found[f"Done ({len(picked)} chosen)"]["disabled"]


def test_back_returns_to_the_last_real_question() -> None:
    first, second = Question(words("Card?"), choices(3)), Question(words("Pile?"), choices(2))
    view = player(first)
    view.questions = {(): first, ("k1",): Question(words("Sure?"), choices(1)), ("k1", "k0"): second}
    screen = hand_screen(fake_snapshot(view), READER, ("k1",))
    assert "### Pile?" in text(screen)
    assert "-# Choice number 1 › Choice number 0" in text(screen)
    assert path_of(buttons(screen)["Back"]) == ()
    assert "Back" not in buttons(hand_screen(fake_snapshot(view), READER))


def test_questions_may_have_the_same_keys() -> None:
    """The key of a second answer is no second answer to the first question."""
    piles = tuple(Choice(f"k{n}", words("Pile {n}", n=n)) for n in range(3))
    view = player(Question(words("Card?"), choices(3)))
    view.questions = {
        **view.questions,
        ("k1",): Question(words("Pile?"), piles),
        ("k1", "k0"): Question(words("Sure?"), choices(2)),
    }
    screen = hand_screen(fake_snapshot(view), READER, ("k1", "k0"))
    assert "-# Choice number 1 › Pile 0" in text(screen)
    assert path_of(buttons(screen)["Back"]) == ("k1",)


def test_back_from_several_choices() -> None:
    view = player(Question(words("Which?"), choices(5), 2, 3))
    view.questions = {(): view.questions[()], ("k1", "k2"): Question(words("Pile?"), choices(2))}
    view.decisions = (("k1", "k2", "k0"),)
    assert path_of(buttons(hand_screen(fake_snapshot(view), READER, ("k1", "k2")))["Back"]) == ()


def test_foot_offers_only_what_can_be_done() -> None:
    view = player(Question(words("Which?"), choices(2)))
    moves = {"Choice number 0", "Choice number 1"}
    assert set(buttons(hand_screen(fake_snapshot(view), READER))) - moves == {"More"}
    found = buttons(hand_screen(fake_snapshot(view, can_take_back=True), READER))
    assert list(found)[-2:] == ["Take back", "More"]
    assert {found[name]["style"] for name in ("Take back", "More")} == {2}


@pytest.mark.parametrize(
    ("can", "offered"),
    [
        ({"can_take_back": True, "can_go_on": True}, ["Take back", "Go on"]),  # the computers wait
        ({"can_ask_back": True}, ["Ask to take back"]),  # the others have seen it
    ],
)
def test_what_can_be_taken_back_stands_first(can: dict[str, Any], offered: list[str]) -> None:
    screen = hand_screen(fake_snapshot(FakeView(1, (0,), (), {}), **can), READER)
    assert list(buttons(screen)) == [*offered, "Refresh", "More"]


@pytest.mark.parametrize("to_act", [0, 1])
def test_a_player_who_has_asked_is_told_until_when(to_act: int) -> None:
    view = player(Question(words("Which?"), choices(2)))
    view.to_act = (to_act,)
    own, other = (
        fake_table(take_backs=(TakeBackRecord(1, seat, 2, 3, until=datetime(2030, 1, 1, tzinfo=UTC)),))
        for seat in (1, 3)
    )
    told = "You have asked to take back your move. The request expires <t:1893456000:R>, or when somebody moves."
    assert told in text(hand_screen(fake_snapshot(view, table=own), READER))
    assert "You have asked" not in text(hand_screen(fake_snapshot(view, table=other), READER))


def test_says_whom_the_table_waits_for() -> None:
    screen = hand_screen(fake_snapshot(player()), READER)
    assert "alice plays or passes" in text(screen)
    assert set(buttons(screen)) == {"Refresh", "More"}


def test_controls_carry_the_revision_of_the_table() -> None:
    snapshot = fake_snapshot(player(Question(words("Which?"), choices(2))), table=fake_table(rev=77))
    ids = [part["custom_id"] for part in parts(hand_screen(snapshot, READER)) if "custom_id" in part]
    assert ids
    assert all(custom_id.split(":")[2] == "77" for custom_id in ids)


def test_a_path_that_is_none_is_refused() -> None:
    question = Question(words("Which?"), choices(60), 1, 2)
    view = player(question)
    view.decisions = ()
    for path in (("nonsense",), ("_zz_p0",), ("_0_m0", "x"), (f"_{1 << 60:x}_p0",)):
        with pytest.raises(IllegalAction):
            hand_screen(fake_snapshot(view), READER, path)


def test_why_not_groups_cards_by_reason() -> None:
    said = why_not_text(fake_snapshot(player(Question(words("Which?"), choices(1)))), READER.written)
    assert said.count("It costs too much.") == 1
    assert all(draw_card(card) in said for card in range(3))


class ManyReasons(FakeGame):
    """Every card is refused for a reason of its own."""

    def refusals(self, view: FakeView) -> tuple[tuple[Card, Text], ...]:
        return tuple((card, words("Reason {n}.", n=card)) for card in range(52))


def test_why_not_writes_cards_if_there_is_no_room_to_draw_them() -> None:
    view = FakeView(1, (1,), tuple(range(52)), {(): Question(words("Which?"), choices(1))})
    said = why_not_text(fake_snapshot(view, game=ManyReasons()), Renderer("en-US", {}, EMOJIS))
    assert "<:c" not in said
    assert [line.rpartition(": ")[2] for line in said.splitlines()] == [f"Reason {card}." for card in range(52)]
    assert "<:c" in why_not_text(fake_snapshot(player(Question(words("Which?"), choices(1)))), Renderer("", {}, EMOJIS))


def test_unseen_cards_are_shown_on_request() -> None:
    view = player(hidden=(8, 9))
    assert unseen_text(fake_snapshot(view), READER.written).replace("\ufe0e", "") == "Elsewhere: 3♣ 3♦"
    assert unseen_text(fake_snapshot(player()), READER) == "There are no unseen cards to list right now."


def test_what_is_told_besides_the_question_stands_below_its_buttons_so_that_they_stand_still() -> None:
    timing = Timing(datetime(2026, 1, 1, 12, 10, tzinfo=UTC), extra=timedelta(minutes=25))
    shown = parts(hand_screen(fake_snapshot(player(Question(words("Which?"), choices(2))), timing=timing), READER))
    texts = [part.get("content", "") for part in shown]
    move = next(at for at, part in enumerate(shown) if part.get("custom_id", "").startswith("pick:"))
    assert any("Which?" in told for told in texts[:move])
    assert not any("extra time" in told for told in texts[:move])
    assert any("extra time" in told for told in texts[move:])


def test_all_buttons_below_a_hand_find_room() -> None:
    question = Question(words("Which?"), choices(2))
    view = FakeView(1, (1,), (0, 1), {(): question, (question.choices[0].key,): question}, hidden=(8,))
    table = fake_table(seats=(SeatRecord(0, None, "easy"), SeatRecord(1, 101)))
    snapshot = fake_snapshot(view, table=table, can_take_back=True, can_go_on=True)
    shown = buttons(hand_screen(snapshot, READER, keys(question)[:1]))
    assert {"Back", "Hint", "Take back", "Go on", "More"} <= set(shown)


def test_shows_the_result_after_the_game() -> None:
    outcome, results = fake_results(4)
    snapshot = fake_snapshot(player(), table=fake_table(Phase.FINISHED), outcome=outcome, results=results)
    screen = hand_screen(snapshot, READER)
    assert "alice wins by 1 rabbits!" in text(screen)
    assert set(buttons(screen)) == {"Rematch", "Replay", "My costliest moves", "Learn from my mistakes"}


def test_what_has_happened_stands_above_the_question_in_three_lines() -> None:
    news = tuple(map(words, ("Long ago.", "Ann played.", "Bob played.", "Carol played.")))
    shown = text(hand_screen(fake_snapshot(player(Question(words("Which?"), choices(2))), news=news), READER))
    assert shown.index("-# Ann played.\n-# Bob played.\n-# Carol played.") < shown.index("### Which?")
    assert "Long ago" not in shown


def test_the_largest_hand_fits() -> None:
    """Knotweed: 35 cards, more than 25 piles, 8 players (Annex C), with long names and card emojis."""
    question = Question(words("Which? " * 20), choices(40, hint="costs 2 " * 20, card=True))
    view = FakeView(1, (1,), (*range(52), *range(52)), {(): question}, players=8, piles=40)
    news = tuple(words("Something happened. " * 20) for _ in range(10))
    renderer = Renderer("en-US", dict.fromkeys(range(8), LONG_NAME), EMOJIS)
    screen = hand_screen(fake_snapshot(view, news=news, can_take_back=True), renderer)
    assert all(draw_card(card) in text(screen) for card in range(52)), "the hand itself is never shortened"
    assert "Which?" in text(screen)


def test_names_mention_nobody_and_format_nothing() -> None:
    shown = text(hand_screen(fake_snapshot(player()), Renderer("en-US", {0: LONG_NAME, 1: LONG_NAME})))
    assert "@everyone" not in shown
    assert "**@" not in shown
    assert "](https://" not in shown
