"""The table's message in each phase of its life, within Discord's limits."""

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest

from cogs.shared.pictures import Picture, result_to_draw
from cogs.shared.rendering import CardEmojis, Renderer
from cogs.shared.table_parts import whose_turn
from cogs.tables.screen import table_screen, text_screen
from db.records import Phase, SeatClock, SeatRecord, TableRecord, TakeBackStatus, Vote
from engines import GAMES
from engines.cards import CARD_TEXTS
from engines.contract import Outcome
from engines.kit.wording import in_wins
from engines.result_scenes import ResultScene
from engines.scenes import Fact, Place, Question, Scene, Spread, Zone
from engines.sides import alone
from engines.texts import Text, draw_card
from sessions.replays.key_moments import Estimates, KeyMoment
from sessions.tables.pace import Timing
from sessions.tables.results import placings
from tests.cogs.fake_game import (
    LONG_NAME,
    REQUEST,
    FakeGame,
    FakeView,
    choices,
    fake_results,
    fake_snapshot,
    fake_table,
    results_of,
    words,
)
from tests.cogs.reading import buttons, parts, text
from tests.cogs.test_told_moves import dealt

READER = Renderer("en-US", {0: "alice", 1: "bob", 2: "carol", 3: "dave"}, isolated=False)
EMOJIS = CardEmojis({card: f"<:c{CARD_TEXTS[card]}_abcdef:{10**18 + card}>" for card in range(52)})


PICTURE = Picture(b"", "A table.")


NEW_YEAR = datetime(2030, 1, 1, tzinfo=UTC)
EVENTFUL = Timing(NEW_YEAR, is_ending=True, paused=tuple((seat, NEW_YEAR) for seat in range(2, 7)))
"""Many players are on vacation, and nobody else has played in time."""
VOTE = Vote(1, 0, NEW_YEAR, in_favour=(0, 2, 3), against=(4, 5, 6, 7))


def public(to_act: tuple[int, ...] = (1,), **changes: Any) -> FakeView:
    return FakeView(None, to_act, (), {}, **changes)


def lobby(players: int, **changes: Any) -> Any:
    return fake_snapshot(table=fake_table(Phase.LOBBY, players, **changes))


def test_lobby_shows_seats_and_who_is_host() -> None:
    shown = text(table_screen(lobby(2, host_id=101), READER))
    assert "1. **alice**\n2. **bob** · host\n3. *6 free seats*" in shown
    assert "Fake Patience" in shown
    assert "Get rid of your cards" in shown


@pytest.mark.parametrize(
    ("players", "told", "can_start"),
    [
        (0, "2 more players are needed", False),
        (1, "One more player is needed to start.", False),
        (2, "For 2 to 8 players. Ready to start. More players can still join.", True),
        (8, "The table is full; the game can", True),
    ],
)
def test_start_is_off_until_enough_have_joined(players: int, told: str, can_start: bool) -> None:
    screen = table_screen(lobby(players), READER)
    assert told in text(screen)
    assert buttons(screen)["Start"]["disabled"] != can_start
    assert {"Join", "Leave", "Start", "More"} == set(buttons(screen))


def rematch(players: int, *invited: int) -> Any:
    """The lobby of a rematch: the seats of these invited members are kept."""
    seats = (SeatRecord(seat, 100 + seat, "normal" if seat in invited else None) for seat in range(players))
    return lobby(players, seed=None, seats=tuple(seats))


def test_start_says_who_has_not_answered() -> None:
    screen = table_screen(rematch(4, 2), READER)
    assert "Seats: 3 of 8" in text(screen)
    assert "2. **bob**\n3. **carol** · invited, no answer yet\n4. **dave**\n5. *4 free seats*" in text(screen)
    assert "The game can start without those who have not answered." in text(screen)
    assert not buttons(screen)["Start without carol"]["disabled"]
    assert "Start without 2 players" in buttons(table_screen(rematch(4, 1, 3), READER))


def test_the_invited_can_join_a_table_that_is_full_for_others() -> None:
    screen = table_screen(rematch(8, 7), READER)
    assert not buttons(screen)["Join"]["disabled"]
    assert "free seat" not in text(screen)
    assert buttons(table_screen(rematch(8), READER))["Join"]["disabled"]


def test_a_rematch_of_players_with_long_names_fits() -> None:
    reader = Renderer("en-US", dict.fromkeys(range(8), LONG_NAME))
    assert any(label.startswith("Start without") for label in buttons(table_screen(rematch(8, 1), reader)))
    assert text(table_screen(rematch(8, *range(1, 8)), reader)).count("no answer yet") == 7


def test_play_marks_the_player_on_turn_by_a_sign() -> None:
    shown = text(table_screen(fake_snapshot(public()), READER))
    assert "▶ **bob**" in shown
    assert "▶ **alice**" not in shown
    assert "bob plays or passes" in shown


def test_words_tell_a_finished_trick_once() -> None:
    game, chance, told = GAMES["counter"], Random(1), set[int]()
    live = dealt(game, 3, "twice")
    for rev in range(1, 40):
        seat = live.state.to_act[0]
        live.play(seat, chance.choice(live.state.actions(seat)), rev)
        view = live.view(None)
        snapshot = fake_snapshot(view, table=fake_table(players=3), game=game, news=live.news_for(None))
        shown = text(table_screen(snapshot, READER))
        for trick in game.scene(view).tricks:
            if trick.is_over:
                played = [f"{READER.player(part.seat)} {draw_card(part.card or 0)}" for part in trick.cards]
                told.add(min(map(shown.count, played)))
    assert told == {1}


def test_play_shows_all_the_news_and_a_deadline() -> None:
    news = tuple(words("news {n}", n=n) for n in range(20))
    deadline = datetime(2030, 1, 1, tzinfo=UTC)
    snapshot = fake_snapshot(public(), news=news, decide_by=deadline)
    shown, below_picture = text(table_screen(snapshot, READER)), text(table_screen(snapshot, READER, PICTURE))
    assert [line for line in shown.splitlines() if "news" in line] == [f"-# • news {n}" for n in range(20)]
    assert "news" not in below_picture, "told by the picture"
    assert "<t:1893456000:R>" in shown
    assert "<t:1893456000:R>" in below_picture


def with_late(*late: int) -> TableRecord:
    """A table at which computers play for these players, because they were late; carol claims the game."""
    clocks = [SeatClock(seat, since=NEW_YEAR, late_since=NEW_YEAR) for seat in late]
    seats = (SeatRecord(seat, 100 + seat, "normal" if seat in late else None) for seat in range(4))
    return fake_table(players=4, seats=tuple(seats), clocks=(*clocks, SeatClock(2, claims=True)))


def test_whose_time_has_run_out_and_what_the_others_can_do() -> None:
    answers = {"Wait for them", "Claim the game", "I'm back"}
    one = table_screen(fake_snapshot(public(), table=with_late(1)), READER)
    assert "bob's time ran out, so a computer plays for them." in text(one)
    assert "A third time-out takes them out of the game." in text(one)
    assert "One of 3 players claims the game." in text(one)
    assert answers < set(buttons(one))
    several = table_screen(fake_snapshot(public(), table=with_late(0, 1)), READER)
    assert "Time ran out for alice and bob, so computers play for them." in text(several)
    in_time = table_screen(fake_snapshot(public(), timing=Timing(NEW_YEAR)), READER)
    assert "bob plays or passes · due <t:1893456000:R>" in text(in_time)
    assert not answers & set(buttons(in_time))
    ending = table_screen(fake_snapshot(public(), timing=EVENTFUL), READER)
    assert "Time has run out. If nobody plays, the game ends <t:1893456000:R>." in text(ending)


def test_public_table_shows_nothing_that_the_view_does_not_hold() -> None:
    view = public(piles=3)
    shown = text(table_screen(fake_snapshot(view), READER))
    seen = {card for zone in fake_snapshot(view).game.scene(view).zones for card in zone.cards}
    assert {card for card in range(52) if draw_card(card) in shown} == seen


def test_a_game_that_cannot_be_shown_says_why() -> None:
    shown = text(table_screen(fake_snapshot(trouble=words("Its rules have changed.")), READER))
    assert "Its rules have changed." in shown


def test_result_has_places_in_numbers_points_in_the_words_of_the_game_and_ratings() -> None:
    outcome, results = fake_results(4)
    table = fake_table(Phase.FINISHED)
    screen = table_screen(fake_snapshot(public(()), table=table, outcome=outcome, results=results), READER)
    assert "🥇 **1. alice** — 0 rabbits · rating 1000" in text(screen)
    assert "**4. dave** — 3 rabbits · rating" in text(screen)
    assert "alice wins by 1 rabbits!" in text(screen)
    assert "-# Somebody got rid of all cards." in text(screen)
    lookback = {"Replay", "My costliest moves", "Learn from my mistakes"}
    assert set(buttons(screen)) == {"Rematch", *lookback, "Beat my hand", "More"}


NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
LEFT, LATE, RESIGNED = "left", "late", "resigned"


def ended(outcome: Outcome, reader: int | None, *, gone: Mapping[int, str] | None = None) -> str:
    """How a game is told to its reader from which these members are gone."""
    gone, seats = gone or {}, len(outcome.points)
    table = fake_table(
        Phase.FINISHED,
        seats,
        seats=tuple(
            SeatRecord(n, 100 + n, "normal" if n in gone else None, gone.get(n) == RESIGNED) for n in range(seats)
        ),
        clocks=tuple(SeatClock(seat, late_since=NOON) for seat, how in gone.items() if how == LATE),
    )
    results = tuple(
        replace(one, place=placing.place, won=placing.won)
        for one, placing in zip(results_of(outcome), placings(outcome, table.seats, alone(seats)), strict=True)
    )
    has_given_up = gone.get(reader if reader is not None else -1) == RESIGNED
    shown = fake_snapshot(public(()), table=table, outcome=outcome, results=results)
    shown = replace(shown, seat=None if has_given_up else reader, given_up=reader if has_given_up else None)
    return text(table_screen(shown, READER)).partition("### ")[2].partition("\n-#")[0].partition("\n🥇")[0]


WON, DRAWN = Outcome(((0,), (1,)), (5, 3), "out", (0,)), Outcome(((0, 1),), (4, 4), "out", (0, 1))
OF_THREE = Outcome(((0, 1), (2,)), (5, 5, 3), "out", (0, 1))


@pytest.mark.parametrize(
    ("outcome", "gone", "told"),
    [
        (WON, {}, ("alice wins by 2 rabbits!", "You won by 2 rabbits.", "You lost. alice wins by 2 rabbits!")),
        (DRAWN, {}, ("Shared win: alice and bob", "You share the win with bob.", "You share the win with alice.")),
        (WON, {1: RESIGNED}, ("alice won: bob gave up.", "You won: bob gave up.", "You gave up: alice wins.")),
        (
            WON,
            {1: LATE},
            (
                "alice won: bob ran out of time.",
                "You won: bob ran out of time.",
                "Your time ran out: alice wins.",
            ),
        ),
        (
            WON,
            {1: LEFT},
            (
                "alice wins by 2 rabbits!",
                "You won by 2 rabbits.",
                "A computer finished the game for you. alice wins by 2 rabbits!",
            ),
        ),
        (WON, {0: RESIGNED, 1: RESIGNED}, ("Nobody wins.", *2 * ("You gave up. Nobody wins.",))),
        (
            OF_THREE,
            {},
            (
                "Shared win: alice and bob",
                "You share the win with bob.",
                "You share the win with alice.",
                "Your place: 3 of 3. Shared win: alice and bob",
            ),
        ),
        (
            OF_THREE,
            {1: LATE},
            ("alice wins by 2 rabbits!", "You won by 2 rabbits.", "Your time ran out. alice wins by 2 rabbits!"),
        ),
    ],
)
def test_the_end_is_told_to_each_reader(
    outcome: Outcome, gone: Mapping[int, str], told: tuple[str | None, ...]
) -> None:
    """A forfeit, a draw, a win: who played reads it as *you*, also after giving up."""
    for reader, expected in zip((None, 0, 1, 2)[: len(told)], told, strict=True):
        assert expected in (None, ended(outcome, reader, gone=gone))
    for reader in range(len(outcome.points)):
        shown = ended(outcome, reader, gone=gone)
        assert re.search(r"\b[Yy]ou", shown), shown
        assert READER.names[reader] not in shown


def test_nobody_wins_by_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeGame, "score", staticmethod(lambda _view, wins: in_wins(wins)))
    outcome, results = fake_results(4)
    table = fake_table(Phase.FINISHED)
    screen = table_screen(fake_snapshot(public(()), table=table, outcome=outcome, results=results), READER)
    assert "### alice wins!" in text(screen)


def test_shared_places_have_the_same_number() -> None:
    outcome = Outcome(((2, 0), (1,), (3,)), (3.5, 1, 3.5, 0), "out", (2, 0))
    results = results_of(outcome)
    table = fake_table(Phase.FINISHED)
    shown = text(table_screen(fake_snapshot(public(()), table=table, outcome=outcome, results=results), READER))
    assert "1. carol" in shown
    assert "1. alice" in shown
    assert "3. bob** — 1 rabbits ·" in shown
    assert "Shared win: alice and carol" in shown


def test_a_game_given_up_has_places_but_no_points() -> None:
    """It did not come to its own end: nothing that it would have to say is true."""
    _, results = fake_results(2)
    snapshot = fake_snapshot(public((0,)), table=fake_table(Phase.FINISHED, 2), results=results)
    shown = text(table_screen(snapshot, READER))
    assert "-# The game ended because nobody played in time." in shown
    assert "**1. alice** — rating 1000" in shown
    assert "rabbits" not in shown
    for screen in (table_screen(snapshot, READER), text_screen(snapshot, READER)):
        assert "▶" not in text(screen)
        assert "⏳" not in text(screen)


def test_the_picture_of_a_match_counts_for_its_winner_and_knows_a_draw() -> None:
    outcome = Outcome(((1,), (0,)), (1, 2), "out", (1,))
    scores, scene = ((11, 24), (4, 22), (27, 11)), ResultScene(words("points"), ())
    for ended, games, told in ((outcome, "24–11, 22–4, 11–27", "wins"), (DRAWN, "11–24, 4–22, 27–11", "a draw")):
        changes = {"table": fake_table(Phase.FINISHED, 2), "outcome": ended, "results": results_of(ended)}
        drawn = result_to_draw(result(scores=scores, result=scene, **changes), READER)
        assert drawn is not None
        assert READER.render(drawn.headline).startswith(f"{games} · ")
        assert str(drawn.sentence) == told


def test_a_result_that_cannot_be_replayed_has_places_and_says_why() -> None:
    outcome, results = fake_results(2)
    trouble = words("Its rules have changed.")
    table = fake_table(Phase.FINISHED, 2)
    for snapshot in (
        fake_snapshot(table=table, results=results, trouble=trouble),
        fake_snapshot(table=table, outcome=outcome, results=results, trouble=trouble),
    ):
        screen = table_screen(snapshot, READER)
        assert "-# Its rules have changed." in text(screen)
        assert "**2. bob** — rating 1000" in text(screen)
        assert set(buttons(screen)) == {"Rematch", "More"}


def result(**changes: Any) -> Any:
    outcome, results = fake_results(4)
    values = {"table": fake_table(Phase.FINISHED), "outcome": outcome, "results": results}
    return fake_snapshot(public(()), **(values | changes))


def test_a_result_below_a_picture_repeats_neither_the_game_nor_the_reason() -> None:
    shown = text(table_screen(result(), READER, PICTURE))
    assert "### 🏁 alice wins by 1 rabbits!" in shown
    assert "Fake Patience" not in shown
    assert "Somebody got rid of all cards." not in shown
    assert "Somebody got rid of all cards." in text(text_screen(result(), READER))


def test_scores_stand_below_each_other_in_the_order_of_places() -> None:
    scores = ((0, 10, 2.5, 0), (3, 0, 0, 12))
    shown = text(table_screen(result(scores=scores), READER))
    assert (
        "**Points by game**\n`  1  2`\n`  0  3` **alice**\n` 10  0` **bob**\n`2.5  0` **carol**\n`  0 12` **dave**"
        in shown
    )
    assert "Points by game" not in text(table_screen(result(scores=((0, 1, 2, 3),)), READER)), "of a single game"


def test_many_scores_break_into_blocks_that_a_phone_can_show() -> None:
    shown = text(table_screen(result(scores=((10, 9, 8, 7),) * 25), READER))
    rows = [line for line in shown.splitlines() if line.startswith("`")]
    assert len(rows) == 15
    assert all(len(row.split("`")[1]) <= 30 for row in rows)
    assert rows[-5].startswith("`21 22 23 24 25`")


def turning(told: Text | None = None, estimates: Estimates | None = None) -> KeyMoment:
    return KeyMoment(12, 1, words("Play six"), told, estimates)


def test_the_turning_point_is_told_once_and_leads_into_the_replay() -> None:
    told = turning(words("bob plays six."), Estimates(0, 0.404, 0.716))
    screen = table_screen(result(turning_point=told), READER)
    assert "-# Turning point, move 12: bob plays six.\n-# alice's chances: 40% → 72%" in text(screen)
    assert buttons(screen)["See the turning point"]["custom_id"] == "replay:123456:12:-:turning"
    assert "Turning point, move 12, bob: Play six" in text(table_screen(result(turning_point=turning()), READER))
    assert "Turning point" not in text(table_screen(result(), READER))


def test_all_hands_lie_open_after_the_game() -> None:
    hands = tuple(FakeView(seat, (), tuple(range(20 + 8 * seat, 25 + 9 * seat)), {}) for seat in range(4))
    shown = text(table_screen(result(hands=hands, game=OpenGame()), READER))
    assert all(draw_card(card) in shown for hand in hands for card in hand.hand)


class OpenGame(FakeGame):
    """Every hand lies face down for the others."""

    def scene(self, view: FakeView) -> Scene:
        zones = [
            Zone(words("Hand"), Spread.ROW, len(view.hand), view.hand, owner=seat)
            if seat == view.seat
            else Zone(words("Hand"), Spread.HIDDEN, 5 + seat, owner=seat)
            for seat in range(view.players)
        ]
        return Scene(words("A table"), tuple(zones), super().scene(view).places, None)


# The lobby below a picture of the game


def test_a_lobby_says_who_sits_there_below_a_picture_of_the_game() -> None:
    seats = (SeatRecord(0, 100), SeatRecord(1, None, "normal"), SeatRecord(2, 102, "normal"))
    screen = table_screen(lobby(3, seats=seats, seed=None, options={"decks": 2, "cheating": False}), READER, PICTURE)
    assert text(screen).splitlines()[:2] == ["## 🃏 Fake Patience", "Get rid of your cards before the others do."]
    for said in ("1. **alice** · host", "2. **bob** · normal", "3. **carol** · invited, no answer yet", "5 free seats"):
        assert said in text(screen)
    assert "The game can start without those who have not answered." in text(screen)
    assert "-# ⏱️ Day by day: one day per turn" in text(screen)
    assert "-# 📜 House rules: **Decks: 2**" in text(screen)
    assert "cheating" not in text(screen)
    assert set(buttons(screen)) == {"Join", "Leave", "Start without carol", "More"}


def test_a_sealed_table_says_for_how_many_it_waits() -> None:
    assert [str(whose_turn(seats)) for seats in ((0, 1), (0, 1, 2))] == [
        "Waiting for 2 players.",
        "Waiting for 3 players.",
    ]


def test_closed_table_says_so() -> None:
    screen = table_screen(fake_snapshot(table=fake_table(Phase.CLOSED)), READER)
    assert "closed without a result" in text(screen)
    assert set(buttons(screen)) == {"More"}


class CrowdedGame(FakeGame):
    """Every seat with three long rows of cards, as in 3 Piles, but for eight."""

    def scene(self, view: FakeView) -> Scene:
        row = tuple(range(0, 52, 4))
        zones = tuple(
            Zone(words("Pile {n}", n=n), Spread.ROW, 13, row, owner=seat, group=words("The piles"))
            for seat in range(view.players)
            for n in range(3)
        )
        places = tuple(Place(seat, True, (Fact(words("a fact")),) * 5) for seat in range(view.players))
        return Scene(words("Crowded"), zones, places, words("Everybody is thinking"))


@pytest.mark.parametrize(
    ("game", "view"), [(FakeGame(), public(players=8, piles=60)), (CrowdedGame(), public((0,), players=8))]
)
@pytest.mark.parametrize("phase", [Phase.PLAYING, Phase.FINISHED])
def test_the_largest_tables_fit(game: FakeGame, view: FakeView, phase: Phase) -> None:
    outcome, results = fake_results(8)
    news = tuple(words("Something happened. " * 20) for _ in range(10))
    snapshot = fake_snapshot(
        view,
        game=game,
        news=news,
        table=fake_table(phase, 8, vote=VOTE, take_backs=(REQUEST,)),
        outcome=outcome,
        results=results,
        scores=(tuple(range(100, 108)),) * 40,
        turning_point=turning(words("Something happened. " * 20), Estimates(0, 0.1, 0.9)),
        timing=EVENTFUL,
    )
    screen = table_screen(snapshot, Renderer("en-US", dict.fromkeys(range(8), LONG_NAME), EMOJIS))
    assert len(text(screen)) <= 4000
    assert len(parts(screen)) <= 40
    assert "everyone" in text(screen)


def test_a_request_to_take_back_a_move() -> None:
    request = replace(REQUEST, undone=(2,), agreed=(3,))
    screen = table_screen(fake_snapshot(public(), table=fake_table(take_backs=(request,))), READER)
    assert (
        "### ⏪ alice asks to take back a move.\n"
        "-# This also takes back what carol did after it.\n"
        "-# dave agrees.\n"
        "-# The other players decide; all of them must agree. The request expires <t:1893456000:R>." in text(screen)
    )
    assert {"Allow", "Refuse"} <= set(buttons(screen))
    refused = replace(request, status=TakeBackStatus.REFUSED, refused_by=1, until=None)
    ended = table_screen(fake_snapshot(public(), table=fake_table(take_backs=(refused,))), READER)
    assert not {"Allow", "Refuse"} & set(buttons(ended))


def test_emojis_give_way_to_signs_before_anything_is_left_out() -> None:
    news = tuple(words("news {n} {pad}", n=n, pad="x" * 60) for n in range(5))
    snapshot = fake_snapshot(public((0,), players=4), game=CrowdedGame(), news=news)
    shown = text(table_screen(snapshot, replace(READER, card_emojis=EMOJIS)))
    assert "<:c" not in shown
    assert shown.count(draw_card(0)) == 12
    assert "news 0" in shown


@pytest.mark.parametrize(("length", "left"), [(250, 4), (1000, 1)])
def test_old_news_give_way_where_space_is_short(length: int, left: int) -> None:
    news = tuple(words("news {n} {pad}", n=n, pad="x" * length) for n in range(20))
    shown = text(table_screen(fake_snapshot(public(), news=news), READER))
    assert shown.count("news") == left
    assert "news 19" in shown


def test_the_channel_never_gets_the_hand_of_a_prompt() -> None:
    """A view of the public has no hand; the table asks nothing."""
    view = FakeView(None, (1,), (50, 51), {(): Question(words("Which?"), choices(3))})
    screen = table_screen(fake_snapshot(view), READER)
    assert draw_card(51) not in text(screen)
    assert "Which?" not in text(screen)
