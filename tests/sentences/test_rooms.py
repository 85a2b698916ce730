"""What rooms say about numbers, times and who may do what is true, and a new sentence of that kind needs a test.

Each family here is computed in another way than its sentence.
"""

import ast
import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any, cast
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.shared.rendering import Renderer
from cogs.shared.results import winners_line
from cogs.tables.lobby_screen import readiness
from cogs.votes import vote_parts
from db.limits import LimitReached, Use
from db.records import Phase, SeatRecord, TakeBackRecord, TakeBackStatus, Vote
from engines import GAMES
from engines.contract import Outcome
from engines.texts import Text
from sessions.leaderboards import Season
from sessions.shared.guard import Guard, Post
from sessions.shared.refusals import Refused
from sessions.tables.ballots import Verdict, verdict
from sessions.tables.length import expected_length
from sessions.tables.pace import Pace
from sessions.take_backs import notes_of
from tests.cogs.fake_game import fake_snapshot, fake_table, results_of
from tests.sentences.rooms import NOT_QUOTED
from tests.syntax import parse

ROOT = Path(__file__).parents[2]
NAMES = frozenset(
    {"action", "asker", "card", "cards", "channel", "choice", "contents", "first", "game", "hint", "how", "instruction"}
    | {"label", "link", "loser", "member", "missing", "move", "name", "names", "other", "others", "partner", "player"}
    | {"players", "reason", "role", "second", "suit", "table", "tables", "text", "title", "titles", "value", "who"}
    | {"winner", "words", "zone"}
)
"""Fields that name somebody or something. Any other one is a number, a time or a result."""
PEOPLE = {seat: f"member{seat}" for seat in range(10)}
READER = Renderer("en-US", PEOPLE, isolated=False)
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)
SEATS = st.sets(st.integers(1, 8), min_size=1)


COMPARED = {
    *(str(Season(2026, quarter).name.template) for quarter in range(4)),
    "About {minutes} minutes if all of you are here, about a week at two visits a day.",
    "A game takes about a minute.",
    "About {minutes} minutes if all of you are here, about a day at two visits a day.",
    "This also takes back what one other player did after it.",
    "{player} took back a move; one other player agreed.",
    "{place}. {player}",  # tests/e2e/test_leagues.py
    "due {when}",  # tests/cogs/tables/test_table_screen.py
    "One moment of the game, as everybody saw it.",  # tests/e2e/test_replay.py
}
"""What the families below compare, and tests of features."""


def said_with_numbers(path: Path) -> Iterator[list[str]]:
    """The templates of a module with such a field, each with its plural if it has one."""
    for node in ast.walk(parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("say", "say_count"):
            forms = [ast.literal_eval(form) for form in node.args[: 1 + (node.func.id == "say_count")]]
            if len(forms) > 1 or set(re.findall(r"{(\w+)}", forms[0])) - NAMES:
                yield forms


@cache
def all_tests() -> str:
    """The text of all tests, and of the pings with which one of them compares."""
    tests = [*(ROOT / "tests").rglob("*.py"), *(ROOT / "tests").rglob("kinds_of_pings.txt")]
    return "\n".join(path.read_text(encoding="utf-8") for path in tests if path.name != "rooms.py")


def is_quoted(template: str) -> bool:
    """Whether a test quotes what stands between the fields."""
    longest = max(re.split(r"{\w+}", template), key=len).strip()
    return len(longest) > 3 and longest[:30] in all_tests()


def test_a_sentence_with_a_number_is_compared_by_a_test() -> None:
    paths = chain((ROOT / "sessions").rglob("*.py"), (ROOT / "cogs").rglob("*.py"))
    said = {forms[0]: forms for path in paths for forms in said_with_numbers(path)}
    unknown = [one for one in said.keys() - COMPARED - NOT_QUOTED if not any(map(is_quoted, said[one]))]
    assert not unknown, f"give these a test that compares them with their fact: {unknown}"
    assert not NOT_QUOTED - said.keys(), "these are gone"


@pytest.mark.parametrize("pace", Pace)
def test_a_pace_is_as_long_as_its_label_says(pace: Pace) -> None:
    label = str(pace.label)
    found = re.search(r"(one|\d+) (minute|hour|day)", label)
    assert (found is None) == (pace.time is None or pace.has_own_clocks)
    if found is not None:
        number = 1 if found[1] == "one" else int(found[1])
        assert (
            pace.time
            == number * {"minute": timedelta(minutes=1), "hour": timedelta(hours=1), "day": timedelta(1)}[found[2]]
        )
        assert pace.is_live == ("minute" in label)


@settings(deadline=None, max_examples=50)
@given(st.dates(date(2020, 1, 1), date(2090, 1, 1)))
def test_a_season_is_named_by_its_months_and_ends_after_them(day: date) -> None:
    season = Season.of(day)
    first, _, last, year = str(season.name).split()
    begins, ends = (datetime.strptime(f"{month} {year}", "%B %Y").date() for month in (first, last))
    assert begins <= day
    assert (day.year, day.month) <= (ends.year, ends.month)
    last_moment = season.ends_at(ZoneInfo("Europe/Vienna")).astimezone(ZoneInfo("Europe/Vienna")) - timedelta(seconds=1)
    assert (last_moment.year, last_moment.month) == (ends.year, ends.month)


@pytest.mark.parametrize("key", ["counter", "knotweed", "card_duel", "counterweight", "three_piles"])
@pytest.mark.parametrize("pace", [Pace.LIVE_3, Pace.DAYS_1])
def test_a_game_takes_about_as_long_as_its_hand_overs(key: str, pace: Pace) -> None:
    """Each of these takes 25 seconds among members who are there, and six hours among members who come twice a day."""
    game = GAMES[key]
    for members in range(max(2, game.seats[0]), game.seats[-1] + 1):
        seats = tuple(SeatRecord(seat, 100 + seat) for seat in range(members))
        told = expected_length(game, fake_table(pace=pace, seats=seats, game=key))
        handovers = game.expected_handovers(members, game.Options())
        assert (told is None) == (handovers is None)
        if told is None or handovers is None:
            continue
        found = re.fullmatch(
            r"(?:A game takes|About (?P<live>\d+) minutes if all of you are here,)"
            r" about (?P<many>a|\d+) (?P<unit>minute|day|week)s?( at two visits a day)?\.",
            str(told),
        )
        assert found
        hours = handovers * (25 / 3600 if pace.is_live else 6)
        unit = {"minute": 1 / 60, "day": 24, "week": 7 * 24}[found["unit"]]
        number = 1 if found["many"] == "a" else int(found["many"])
        assert found["live"] is None or abs(int(found["live"]) - handovers * 25 / 60) <= 5
        assert abs(number * unit - hours) <= max(5 * unit if pace.is_live else 12, unit / 2 + 12)


class FullLimits:
    """Everything has been done too often until a time."""

    def __init__(self, until: datetime) -> None:
        self.until = until

    async def take(self, uses: list[Use], _now: datetime) -> None:
        raise LimitReached(uses[-1], self.until)


@pytest.mark.parametrize("what", ["invite", Post.RESULT, Post.LEADERBOARD])
async def test_what_is_refused_can_be_done_at_the_time_told(what: str) -> None:
    store: Any = type("Store", (), {"limits": FullLimits(NOON)})
    guard = Guard(store, lambda: NOON - timedelta(minutes=1))
    with pytest.raises(Refused, match=f"<t:{NOON.timestamp():.0f}:R>"):
        async with guard.posting(Post(what), 1) if what in list(Post) else guard.inviting(1, [2]):
            pass


@settings(deadline=None, max_examples=50)
@given(SEATS, st.sets(st.integers(1, 8)))
def test_all_who_agreed_or_whose_moves_went_back_are_told(agreed: set[int], undone: set[int]) -> None:
    request = TakeBackRecord(1, 0, 5, 5, tuple(undone), tuple(agreed), None, TakeBackStatus.GRANTED)
    first, *others = [note.text for note in notes_of(fake_table(take_backs=(request,)))]
    assert told_of(first, "agreed") == (agreed if len(agreed) <= 2 else len(agreed))
    seats: set[int] = set()
    for text in others:
        told = told_of(text, "did after it")
        if isinstance(told, int):
            assert told == len(undone)
            return
        seats |= told
    assert seats == undone


def told_of(text: Text, what: str) -> set[int] | int:
    """The seats besides 0 that a sentence names, or the number that it gives instead."""
    said = READER.render(text)
    assert what in said
    number = re.search(r"(one|\d+) other player", said)
    if number:
        return 1 if number[1] == "one" else int(number[1])
    return {seat for seat, name in PEOPLE.items() if seat and name in said}


@settings(deadline=None, max_examples=50)
@given(st.integers(3, 8), st.data())
def test_a_removal_takes_as_many_votes_as_it_says(players: int, data: st.DataObject) -> None:
    about = data.draw(st.integers(0, players - 1))
    others = data.draw(st.permutations([seat for seat in range(players) if seat != about]))
    table = fake_table(players=players)
    sides = tuple((seat,) for seat in range(players))

    def vote(count: int) -> Vote:
        return Vote(about, others[0], NOON, tuple(others[:count]))

    passes = [count for count in range(1, players) if verdict(vote(count), table.seats, sides) is Verdict.PASSED]
    said = str(vote_parts(fake_snapshot(table=table), vote(1), READER)[0])
    assert f"This takes {min(passes)} votes" in said
    assert f"Remove: {PEOPLE[others[0]]}. Keep: –." in said


@settings(deadline=None, max_examples=50)
@given(st.integers(1, 4), st.sets(st.integers(0, 3)))
def test_a_lobby_says_whether_the_game_can_start(players: int, unanswered: set[int]) -> None:
    seats = tuple(
        SeatRecord(seat, 100 + seat, "easy" if seat in unanswered and seat else None) for seat in range(players)
    )
    game = GAMES["counter"]
    here = sum(seat.computer is None for seat in seats)
    said = str(
        readiness(fake_snapshot(game=cast(Any, game), table=fake_table(phase=Phase.LOBBY, seed=None, seats=seats)))
    )
    missing = game.seats[0] - here
    assert (said.startswith("Ready") or "can start" in said) == (missing <= 0)
    if missing > 0:
        assert said.startswith("One more player is" if missing == 1 else f"{missing} more players are")
    assert ("have not answered" in said) == (missing <= 0 and here < players)


@settings(deadline=None, max_examples=50)
@given(st.lists(st.booleans(), min_size=2, max_size=6))
def test_those_who_have_won_are_told(won: list[bool]) -> None:
    first, last = (tuple(seat for seat, is_won in enumerate(won) if is_won is which) for which in (True, False))
    places = tuple(group for group in (first, last) if group)
    results = results_of(Outcome(places, (0.0,) * len(won), "points", first))
    winners = {name for seat, name in PEOPLE.items() if seat < len(won) and won[seat]}
    said = winners_line(results, READER, tuple((seat,) for seat in range(len(won))))
    assert {name for name in PEOPLE.values() if name in said} == winners
    assert ("Nobody" in said) == (not winners)
    assert ("Shared" in said) == (len(winners) > 1)
