"""Measures how high the private messages of whole games are, from their top to the last button of the question.

It also counts how often the first of these buttons is higher or lower than in the question before.

    python tests/playground/heights.py                            every game, everywhere, 390 pixels wide
    python tests/playground/heights.py --width 1280 counter       one game on a desk
    python tests/playground/heights.py --only lesson --worst DIR  with a picture of the highest message of each game
    python tests/playground/heights.py --language de              in a language with longer words

A member plays computers at a table and in practice, takes the game's lessons, and plays the game of the day.
"""

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, count, pairwise
from pathlib import Path
from random import Random
from statistics import median

from babel.messages.pofile import read_po
from browser import BELOW_THE_QUESTION, DESKTOP, PHONE, MemberTab, chromium
from playwright.sync_api import Locator
from screenshots import playground
from whole_games import SHORT_GAMES, answer_at_random

TRANSLATIONS = Path(__file__).parents[2] / "locales"
ENGLISH = "en-US"
LANGUAGES = (ENGLISH, "de", "es-ES", "fr")
ROOM = 650
"""The pixels of a phone's 844 that Discord leaves for messages."""
EMOJI_PIXELS = 4
"""So much higher is a line with a drawn card: nobody sees the buttons move."""
MOST_DECISIONS = 80
RULES = {"counter": {"max_hands": 2}}
"""House rules that end games which are otherwise longer than that."""
BELOW_A_STEP = ("Show me", "Back", "Why not?", "Unseen cards")
"""The buttons below a step of a lesson."""
EDGES = """(message, endings) => {
    const below = new RegExp(`^\\\\W*(${endings})`);
    const asked = [];
    for (const control of message.querySelectorAll('.component-button, .select-trigger')) {
        if (below.test(control.textContent)) break;
        asked.push(control.getBoundingClientRect());
    }
    const {top} = message.getBoundingClientRect();
    return asked.length ? [asked[0].top, asked.at(-1).bottom].map(edge => Math.round(edge - top)) : null;
}"""
IS_DRAWN = "message => [...message.querySelectorAll('img')].every(image => image.complete && image.naturalHeight)"


@dataclass(slots=True)
class Heights:
    """The heights of one game's messages in one kind of game."""

    found: list[int] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    """Where the first button of each question begins."""

    def __str__(self) -> str:
        if not self.found:
            return "asked nothing"
        asked, most = len(self.found), max(self.found)
        share = sum(height <= ROOM for height in self.found) / asked
        high = [f"no. {number}: {height}" for number, height in enumerate(self.found, start=1) if height > ROOM]
        moved = sum(abs(before - start) > EMOJI_PIXELS for before, start in pairwise(self.starts))
        return (
            f"{asked:3} questions, {share:4.0%} fit, median {median(self.found):.0f}, most {most}, "
            f"buttons begin at {min(self.starts)} to {max(self.starts)} and move {moved} times"
            + "".join(f"\n    higher: {', '.join(high)}" for _ in high[:1])
        )


@dataclass(frozen=True, slots=True)
class Ruler:
    """Measures the member's hand, and keeps a picture of the highest one as ``picture``."""

    heights: Heights
    picture: Path | None

    def measure(self, tab: MemberTab, below: Sequence[str] = BELOW_THE_QUESTION) -> None:
        """Measure the question that is asked now down to the buttons ``below`` it, once its picture has loaded."""
        message: Locator = tab.hand
        for _ in range(100):
            if message.evaluate(IS_DRAWN):
                break
            tab.page.wait_for_timeout(20)
        edges = message.evaluate(EDGES, tab.labelled(below).pattern)
        if edges is None:
            return
        start, height = edges
        if self.picture and height > max(self.heights.found, default=0):
            message.screenshot(path=self.picture)
        self.heights.found.append(height)
        self.heights.starts.append(start)


def play(tab: MemberTab, ruler: Ruler, chance: Random) -> None:
    """Answer questions at random until the game is over."""
    for _ in range(MOST_DECISIONS):
        while not tab.is_asked:
            if tab.sees_result:
                return
            tab.page.wait_for_timeout(50)
        ruler.measure(tab)
        answer_at_random(tab, chance)


def at_a_table(tab: MemberTab, game: str, ruler: Ruler) -> None:
    """A game against computers in the channel."""
    tab.send(f"/play {game}", **RULES.get(game, {}))
    for _ in range(2 if game == "counter" else 1):
        tab.choose(tab.words("easy"))
    tab.tap(tab.words("Start"))
    tab.tap(tab.words("My hand"))
    play(tab, ruler, Random(5))


def in_practice(tab: MemberTab, game: str, ruler: Ruler) -> None:
    """A game that only the member sees."""
    tab.send(f"/practice {game}", **RULES.get(game, {}))
    play(tab, ruler, Random(5))


def in_lessons(tab: MemberTab, game: str, ruler: Ruler) -> None:
    """Every step of all lessons; the bot shows the moves."""
    show, go_on, play_now = map(tab.words, ("Show me", "Next", "Play your first game"))
    buttons = tab.hand.locator(".component-button")
    others = buttons.filter(has_text="🎓")
    tab.send(f"/play {game}")
    tab.tap(tab.words("Learn"))
    for number in count():
        while not buttons.filter(has_text=play_now).count():
            ruler.measure(tab, BELOW_A_STEP)
            tab.tap(show if buttons.filter(has_text=show).count() else go_on)
        if number == others.count():
            return
        tab.tap(others.nth(number).inner_text().split("\n")[-1])


def of_the_day(tab: MemberTab, _game: str, ruler: Ruler) -> None:
    """Today's game, whichever it is."""
    tab.send("/daily")
    tab.tap(tab.words("Begin"))
    play(tab, ruler, Random(5))


KINDS: dict[str, Callable[[MemberTab, str, Ruler], None]] = {
    "table": at_a_table,
    "practice": in_practice,
    "lesson": in_lessons,
    "daily": of_the_day,
}


def plan(games: Sequence[str], kinds: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What to play. The game of the day is the same for all games."""
    ways = ((game, kind) for game in games for kind in kinds if kind != "daily")
    return chain(ways, [("daily", "daily")] if "daily" in kinds else [])


def words_of(language: str) -> Callable[[str], str]:
    """Translates words that stand alone."""
    if language == ENGLISH:
        return str
    with (TRANSLATIONS / language.partition("-")[0] / "LC_MESSAGES" / "cardroom.po").open("rb") as file:
        catalogue = read_po(file)
    return lambda word: str(message.string) if (message := catalogue.get(word)) else word


def measure(tab: MemberTab, game: str, kind: str, folder: Path | None) -> None:
    """Play one game and print its heights."""
    width = tab.window[0]
    ruler = Ruler(Heights(), folder and folder / f"{game}-{kind}-{width}.png")
    KINDS[kind](tab, game, ruler)
    print(f"{game:13} {kind:8} {width:4}: {ruler.heights}", flush=True)


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", default=list(SHORT_GAMES), help="which games; all by default")
    parser.add_argument("--only", choices=KINDS, action="append", help="where to play; everywhere by default")
    parser.add_argument("--width", type=int, default=PHONE[0])
    parser.add_argument("--worst", type=Path, help="a folder for pictures of the highest messages")
    parser.add_argument("--language", choices=LANGUAGES, default=ENGLISH)
    arguments = parser.parse_args()
    if unknown := set(arguments.games).difference(SHORT_GAMES):
        parser.error(f"unknown game: {', '.join(sorted(unknown))} (there are {', '.join(SHORT_GAMES)})")
    words, kinds = words_of(arguments.language), arguments.only or list(KINDS)
    if arguments.worst is not None:
        arguments.worst.mkdir(parents=True, exist_ok=True)
    window = (arguments.width, PHONE[1] if arguments.width < DESKTOP[0] else DESKTOP[1])
    with chromium() as browser:
        for game, kind in plan(arguments.games, kinds):
            with playground(arguments.language) as opened:
                tab = MemberTab(browser, opened.address("alice"), window, words)
                measure(tab, game, kind, arguments.worst)
                tab.page.close()


if __name__ == "__main__":
    main()
