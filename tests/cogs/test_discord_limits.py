"""Discord accepts the messages of crowded tables: every request is checked as it would be sent, uploads included.

``CARDROOM_SCREENS`` is the number of positions of each game.
"""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from random import Random
from typing import Any

import pytest
from discord import ui
from discord.http import handle_message_parameters

from cogs.cups import MOST_LINES, closed_cup_screen, cup_result_screen, cup_words_screen, open_cup_screen
from cogs.hands.paths import follow
from cogs.hands.screen import hand_screen, why_not_text
from cogs.shared.alt_text import alt_text
from cogs.shared.catalogue import default_catalogue
from cogs.shared.limits import ALT_TEXT_LIMIT, CONTENT_LIMIT, TEXT_LIMIT
from cogs.shared.pictures import FILE_NAME, Picture
from cogs.shared.rendering import Renderer, characters
from cogs.shared.responses import NOBODY
from cogs.tables.screen import table_screen, text_screen
from db.cups import CupRecord
from db.purpose_records import PracticeGame
from db.race_records import DealRecord
from db.records import SeatRecord
from engines import GAMES, Game
from engines.contract import IllegalAction, State
from engines.scenes import Decision
from opponents import Level
from pictures.table import changes, draw_table
from sessions.cups import LONGEST_NAME, MOST_DEALS, CupOverview
from sessions.races import Cell, CupLine
from sessions.snapshots import Snapshot
from tests.cogs.reading import buttons, menus, page_of, path_of
from tests.cogs.real_games import READER, crowded_positions, snapshot
from tests.discord_api.circumstances import Circumstances, MessageFlag
from tests.discord_api.validator import check_request

COUNT = int(os.environ.get("CARDROOM_SCREENS", "4"))
STRETCH = 10
"""Of so many moves in a row, the most crowded position is looked at."""
DRAWN = 10
"""Of so many positions in a row, one is drawn; the others are sent with a picture that is not drawn."""
MOST_QUESTIONS = 20
"""How many questions are followed to a decision."""

LARGE: dict[str, dict[str, Any]] = {
    "counterweight": {"amendment": True, "games": 20},
    "counter": {"target": 30, "max_hands": 100},
    "knotweed": {"decks": 6, "cheating": True, "rounds": 3},
    "card_duel": {"hand_limit": 60, "life": 100, "best_of": 7},
    "three_piles": {"target": 1000},
}
"""House rules with which there is most to show."""
TABLES = [
    pytest.param(GAMES[key], seats, rules, id=f"{key}-{seats}-{'large' if rules else 'usual'}")
    for key in GAMES
    for seats in sorted({GAMES[key].seats[0], GAMES[key].seats[-1]})
    for rules in ({}, LARGE[key])
]

SEND = ("POST", "/channels/11/messages")
EDIT = ("PATCH", "/channels/11/messages/22")
ANSWER = ("POST", "/webhooks/1/token")
FORMER = Circumstances(kept={"33": FILE_NAME}, flags=MessageFlag.COMPONENTS_V2)
"""What Discord knows of the table's message that is edited."""


def tables_of(game: Game[Any]) -> int:
    return sum(table.values[0] is game for table in TABLES)


def sent(view: ui.LayoutView, picture: Picture | None = None) -> tuple[Any, tuple[tuple[str, int], ...]]:
    """The JSON body and the uploads of the request that sends this message, from its multipart form if it has one."""
    files = [picture.file()] if picture else []
    with handle_message_parameters(view=view, files=files, allowed_mentions=NOBODY) as parameters:
        if not parameters.multipart:
            return parameters.payload, ()
        (document, *uploads) = parameters.multipart
        assert [part["name"] for part in uploads] == [f"files[{number}]" for number in range(len(uploads))]
        return json.loads(document["value"]), tuple((part["filename"], len(part["value"].read())) for part in uploads)


def problems(view: ui.LayoutView, picture: Picture | None = None) -> list[str]:
    """Why Discord would refuse this message: posted, as an edit, or as an answer that only one member sees."""
    body, uploads = sent(view, picture)
    found = check_request(*SEND, body, Circumstances(uploads))
    found += check_request(*EDIT, body, Circumstances(uploads, FORMER.kept, FORMER.flags))
    hidden = body | {"flags": body["flags"] | MessageFlag.EPHEMERAL}
    return found + check_request(*ANSWER, hidden, Circumstances(uploads))


def picture_of(shown: Snapshot, *, is_drawn: bool) -> Picture:
    """The picture of a table with its alt text; most are not drawn, because that takes as long as all else."""
    assert shown.view is not None
    scene, written = shown.game.scene(shown.view), READER.written.plain
    alt = alt_text(scene, written)
    assert 0 < characters(alt) <= ALT_TEXT_LIMIT
    before = shown.game.scene(shown.before) if shown.before else None
    png = draw_table(shown.game.name, scene, changes(before, scene), written) if is_drawn else b"not drawn"
    return Picture(png, alt)


def in_private(shown: Snapshot) -> Snapshot:
    """The same hand in a practice game, with all the buttons that one can have."""
    seats = tuple(
        seat if seat.seat == shown.seat else SeatRecord(seat.seat, None, Level.HARD.value) for seat in shown.table.seats
    )
    return replace(shown, table=replace(shown.table, seats=seats, purpose=PracticeGame()), can_go_on=True)


def questions(shown: Snapshot, chance: Random, picture: Picture | None = None) -> Iterator[ui.LayoutView]:
    """The screens on the way to a decision of somebody who taps and chooses at random."""
    path: Sequence[str] = ()
    page = 0
    for _ in range(MOST_QUESTIONS):
        screen = hand_screen(shown, READER, path, page, picture, helped=True)
        yield screen
        tapped, values, page = chance.choice(list(taps(screen, chance)))
        try:
            path, asked = follow(shown, tapped, values)
        except IllegalAction:  # such as a starting hand that is worth too much, which the member is told
            return
        if isinstance(asked, Decision):
            return


def taps(screen: ui.LayoutView, chance: Random) -> Iterator[tuple[Sequence[str], list[str], int]]:
    """Where buttons and menus lead: the path, the options chosen from a menu, at random, and the page."""
    for button in buttons(screen).values():
        if button["custom_id"].startswith("pick:") and not button["disabled"]:
            yield path_of(button), [], page_of(button)
    for menu in menus(screen):
        offered = [option["value"] for option in menu["options"]]
        values = chance.sample(offered, chance.randint(menu["min_values"], menu["max_values"]))
        yield path_of(menu), values, 0


def check_position(state: State[Any], news: list[Any], before: State[Any] | None, *, is_drawn: bool) -> None:
    """Check everything that a position shows to anybody."""
    chance = Random(str(state.dump()))
    table = snapshot(state, None, news, before)
    picture = picture_of(table, is_drawn=is_drawn)
    assert not problems(table_screen(table, READER, picture), picture)
    assert not problems(text_screen(table, READER))
    for seat in range(len(state.game.scene(state.view(None)).places)):
        hand = snapshot(state, seat, news, before)
        assert characters(why_not_text(hand, READER)) <= CONTENT_LIMIT
        check_hand(hand, chance)
        check_hand(in_private(hand), chance)
        check_hand(in_private(hand), chance, picture_of(hand, is_drawn=False))


def check_hand(shown: Snapshot, chance: Random, picture: Picture | None = None) -> None:
    """Check a hand and the questions that it asks."""
    assert shown.view is not None
    is_asked = shown.seat in shown.view.to_act
    asked = questions(shown, chance, picture) if is_asked else [hand_screen(shown, READER, (), 0, picture)]
    for screen in asked:
        assert not problems(screen, picture)


@pytest.mark.parametrize(("game", "seats", "rules"), TABLES)
def test_every_message_of_a_crowded_table_is_accepted(game: Game[Any], seats: int, rules: dict[str, Any]) -> None:
    found = crowded_positions(game, seats, game.Options(**rules), STRETCH)
    before = None
    for number, (state, news) in enumerate(islice(found, -(-COUNT // tables_of(game)))):
        check_position(state, news, before, is_drawn=number % DRAWN == 0)
        before = None if state.outcome else state


MEMBERS = 60
NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def crowded(*, tied: bool) -> CupOverview:
    deals = tuple(
        DealRecord(number, 1, None, "counterweight", {}, 1, ("normal",) * 2, "oak", NOON, True, cup_id=1)
        for number in range(MOST_DEALS)
    )
    name = "*" * LONGEST_NAME
    cup = CupRecord(1, 1, 2, 4, name, "counterweight", True, "0" * 64, NOON, False, NOON, deals, was_derby=True)
    lines = tuple(
        CupLine(1 if tied else user + 1, user, (Cell(150.5, 118),) * MOST_DEALS, 944) for user in range(MEMBERS)
    )
    shown = tuple(range(1, MOST_DEALS + 1))
    played = (MOST_DEALS,) * MEMBERS
    members = tuple(range(MEMBERS))
    return CupOverview(cup, GAMES["counterweight"], members, played, shown, lines, frozenset())


@pytest.mark.parametrize("language", ["en", *default_catalogue().languages])
@pytest.mark.parametrize("tied", [False, True])
def test_every_message_fits(language: str, tied: bool) -> None:
    """``layout`` refuses what does not."""
    renderer, shown = Renderer(language, dict.fromkeys(range(MEMBERS), "*" * 32)), crowded(tied=tied)
    views = (
        open_cup_screen(shown, renderer),
        closed_cup_screen(shown, renderer),
        cup_result_screen(shown, [line.member for line in shown.lines if line.rank == 1], [], renderer),
        cup_words_screen(shown, renderer),
    )
    assert all(view.content_length() <= TEXT_LIMIT for view in views)
    assert f"+{MEMBERS - MOST_LINES}" in str(views[2].to_components())
