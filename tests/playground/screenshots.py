"""Takes screenshots of every game in the playground, at desktop and phone widths.

    python tests/playground/screenshots.py FOLDER            every game
    python tests/playground/screenshots.py FOLDER counter    only this one
    python tests/playground/screenshots.py --readme          the pictures of the README

The games are those of the browser tests, plus some with house rules that lead to other questions. Members play them at
random from /play to the result. Screenshots show the lobby, each kind of question with the table above it, the result
and the replay. On a phone, questions are captured without scrolling, and those that do not fit are printed.
"""

import argparse
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from browser import DESKTOP, MEMBERS, PHONE, MemberTab, QuickPlayground, chromium, free_ports
from PIL import Image
from playwright.sync_api import Browser, Locator
from whole_games import (
    MOST_ANSWERS,
    SHORT_GAMES,
    answer_at_random,
    begin,
    join,
    members_of,
    next_asked,
    play_to_the_end,
)

README_PICTURES = Path(__file__).parents[2] / "docs" / "pictures"
README_GAME, README_QUESTION, README_ANSWERS = "counter", "Which card will you play?", 17
"""The README shows the first time this game asks this question after this many answers."""
README_WINDOW = (900, 1500)
LONG_WINDOW = 2500
"""The height of a window that shows any message in full."""
COLOURS = 128
"""The number of colours in the README's pictures."""
VARIABLE = re.compile(r"\d+|[^\w\s]+")
"""The parts that differ between questions of the same kind."""


@dataclass(frozen=True)
class Session:
    """A game to photograph, with choices that members make only if there is no other."""

    game: str
    members: Sequence[str]
    rules: Mapping[str, object]
    avoided: tuple[str, ...] = ()
    chance: int = 5


SESSIONS: Mapping[str, Session] = {
    **{game: Session(game, members_of(game), rules) for game, rules in SHORT_GAMES.items()},
    "knotweed-cheating": Session(
        "knotweed",
        MEMBERS,
        {"cheating": True, "rounds": 2, "turn_cap": 14},
        avoided=("Challenge", "End turn · draw 1", "End turn · draw 2", "End turn · draw 3"),
        chance=1,
    ),
    "counterweight-match": Session(
        "counterweight", MEMBERS[:2], {"amendment": True, "best_of": 3, "idle_limit": 2}, chance=8
    ),
}
"""All games by the name of their pictures. With three players who cheat, some go out and so discard piles."""


class Photographer:
    """Takes pictures of one game for all its players."""

    def __init__(self, folder: Path, name: str) -> None:
        self._folder = folder
        self._name = name
        self._seen: set[tuple[str, tuple[int, int]]] = set()

    def take(self, tab: MemberTab, what: str, message: Locator | None = None) -> None:
        """Capture the window, or a whole message however long it is."""
        tab.page.mouse.move(0, 0)
        width, _ = tab.window
        path = self._folder / f"{self._name}-{width}-{what}.png"
        if message is None:
            tab.page.screenshot(path=path)
            return
        with tab.resized((width, LONG_WINDOW)):
            message.screenshot(path=path)

    def take_question(self, tab: MemberTab) -> None:
        """The first time a kind of question is asked, capture what the member sees and what others would see."""
        kind = "-".join(VARIABLE.sub("", question_of(tab)).lower().split()[:5])
        if (kind, tab.window) in self._seen:
            return
        self._take_question(tab, kind)
        (other,) = {DESKTOP, PHONE} - {tab.window}
        if (kind, other) not in self._seen:
            with tab.resized(other):
                self._take_question(tab, kind)
        self._seen.add((kind, tab.window))

    def _take_question(self, tab: MemberTab, kind: str) -> None:
        if not tab.sees_question():
            print(f"{self._name}, {tab.window[0]} pixels, {kind}: the question and its answers do not fit the window.")
        self.take(tab, f"question-{kind}")
        self.take(tab, f"hand-{kind}", tab.hand)
        self.take(tab, f"table-{kind}", tab.table)


def question_of(tab: MemberTab) -> str:
    """The question to a member, without the remaining time."""
    return tab.question.inner_text().split(" · ")[0]


def photograph(browser: Browser, name: str, folder: Path) -> None:
    """Play a game and take its pictures at both widths."""
    session = SESSIONS[name]
    with playground() as opened:
        tabs = [
            MemberTab(browser, opened.address(member), PHONE if number else DESKTOP)
            for number, member in enumerate(session.members)
        ]
        photographer = Photographer(folder, name)
        host, guest = tabs[:2]
        join(tabs, session.game, **session.rules)
        for tab in (host, guest):
            photographer.take(tab, "lobby")
        begin(tabs)
        play_to_the_end(tabs, Random(session.chance), photographer.take_question, session.avoided)
        for tab in (host, guest):
            photographer.take(tab, "result")
            photographer.take(tab, "result-table", tab.table)
            tab.tap("Replay")
            tab.tap("Next")
            photographer.take(tab, "replay", tab.hand)


def photograph_for_readme(browser: Browser) -> None:
    """Take the README's pictures: a table, and the hand of the member whose turn it is."""
    with playground() as opened:
        tabs = [MemberTab(browser, opened.address(member), README_WINDOW) for member in members_of(README_GAME)]
        join(tabs, README_GAME)
        begin(tabs)
        asked = play_to_question(tabs, README_QUESTION, README_ANSWERS)
        asked.page.mouse.move(0, 0)
        assert asked.sees_question()
        for name, message in (("table", asked.table), ("hand", asked.hand)):
            with Image.open(BytesIO(message.screenshot())) as picture:
                few_colours = picture.convert("RGB").quantize(COLOURS)
            few_colours.save(README_PICTURES / f"{name}.png", optimize=True)


def play_to_question(tabs: Sequence[MemberTab], question: str, answers: int) -> MemberTab:
    """Give at least this many answers, until a member is asked this question. Returns that member's tab."""
    chance = Random(5)
    for answered in range(MOST_ANSWERS):
        asked = next_asked(tabs)
        assert asked is not None, "the game is over"
        if answered >= answers and question_of(asked) == question:
            return asked
        answer_at_random(asked, chance)
    raise AssertionError(f"{question} is not asked")


@contextmanager
def playground(language: str = "en-US") -> Iterator[QuickPlayground]:
    """A playground without a game."""
    with TemporaryDirectory() as folder:
        opened = QuickPlayground(free_ports(), Path(folder), language)
        with opened.running():
            yield opened


def main() -> None:
    """Take the requested pictures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, help="where the pictures go")
    parser.add_argument("games", nargs="*", help=f"which games: {', '.join(SESSIONS)}")
    parser.add_argument("--readme", action="store_true", help="take the README's pictures")
    arguments = parser.parse_args()
    if unknown := set(arguments.games).difference(SESSIONS):
        parser.error(f"unknown game: {', '.join(sorted(unknown))}")
    with chromium() as browser:
        if arguments.readme:
            photograph_for_readme(browser)
        if arguments.folder is not None:
            arguments.folder.mkdir(parents=True, exist_ok=True)
            for game in arguments.games or SESSIONS:
                photograph(browser, game, arguments.folder)


if __name__ == "__main__":
    main()
