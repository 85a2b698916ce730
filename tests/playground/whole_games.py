"""Short games, played by members on their pages from /play to the result."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import monotonic

from browser import MEMBERS, PATIENCE_SECONDS, POLL_MILLISECONDS, MemberTab

SHORT_GAMES: Mapping[str, Mapping[str, object]] = {
    "knotweed": {"turn_cap": 4},
    "card-duel": {"life": 5},
    "counterweight": {"idle_limit": 1},
    "counter": {"max_hands": 1},
    "three-piles": {},
}
"""House rules that make games short, shortest game first."""
MOST_ANSWERS = 400
"""More than any of them takes."""
AVOIDED = ("Pass", "Without", "Play without", "Start over", "Back")
"""The beginnings of choices that players make only if there is no other."""
MAY_CHANGE_NOTHING = ": 0 of "
"""Names a value of which no card is in a hand that is being put together; if none fits, a tap on it changes nothing."""


def members_of(game: str) -> Sequence[str]:
    """The members who play: as few as the game needs."""
    return MEMBERS if game == "counter" else MEMBERS[:2]


def join(tabs: Sequence[MemberTab], game: str, **rules: object) -> None:
    """The first member opens a table and the others join."""
    host, *others = tabs
    host.send(f"/play {game}", **rules)
    for tab in others:
        tab.tap("Join")


def begin(tabs: Sequence[MemberTab]) -> None:
    """The host starts the game, and everybody opens their hand."""
    tabs[0].tap("Start")
    for tab in tabs:
        tab.tap("My hand")


def is_over(tabs: Sequence[MemberTab]) -> bool:
    """Whether every hand shows the result."""
    return all(tab.sees_result for tab in tabs)


def play_to_the_end(
    tabs: Sequence[MemberTab],
    chance: Random,
    before_each: Callable[[MemberTab], None] = lambda _: None,
    avoided: tuple[str, ...] = (),
    patience: int = MOST_ANSWERS,
) -> None:
    """Answer every question at random until everybody sees the result. After much ``patience`` the first gives up."""
    for answers in range(MOST_ANSWERS):
        if answers == patience:
            giving_up, *tabs = tabs  # whose last message then says so
            for label in ("More", "Resign", "Give up"):
                giving_up.tap(label)
        asked = next_asked(tabs)
        if asked is None:
            return
        before_each(asked)
        answer_at_random(asked, chance, avoided)
    raise AssertionError(f"the game is not over after {MOST_ANSWERS} answers")


def answer_at_random(tab: MemberTab, chance: Random, avoided: tuple[str, ...] = ()) -> None:
    """Answer a question, if possible with a choice that does not begin with anything ``avoided``."""

    def choose(labels: Sequence[str]) -> str:
        wanted = [
            label for label in labels if not label.startswith(AVOIDED + avoided) and MAY_CHANGE_NOTHING not in label
        ]
        return chance.choice(wanted or list(labels))

    tab.answer(choose)


def next_asked(tabs: Sequence[MemberTab]) -> MemberTab | None:
    """Wait for the first member who is asked something; ``None`` when the game is over."""
    deadline = monotonic() + PATIENCE_SECONDS
    while monotonic() < deadline:
        if is_over(tabs):
            return None
        asked = next((tab for tab in tabs if tab.is_asked), None)
        if asked is not None:
            return asked
        tabs[0].page.wait_for_timeout(POLL_MILLISECONDS)
    raise AssertionError(f"nobody is asked anything: {tabs[0].shown}")
