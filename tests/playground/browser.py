"""Chromium with pages of the playground, used the way members use them. Every step waits for its effect."""

import os
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Browser, Locator, Page, expect, sync_playwright
from playwright.sync_api import TimeoutError as WaitTimeout

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 120
"""How long to wait for something before the test fails."""
CHANGE_SECONDS = 40
"""The maximum time until a tap changes the page: shorter than a minute, after which a ping would change it anyway."""
POLL_MILLISECONDS = 50
STANDING_MILLISECONDS = 5000
"""The maximum time until the messages on the page stop moving."""
RESIZING_MILLISECONDS = 500
"""The maximum time until the page notices that its window was resized."""
OPENING_MILLISECONDS = 3000
"""The maximum time until a menu opens."""
MOST_TAPS = 5
"""How often a menu is tapped until it stays open."""

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

MEMBERS = ("alice", "bob", "carol")
DESKTOP, PHONE = (1200, 900), (390, 844)
"""Widths and heights of windows."""

IS_SETTLED = """() => {
    const page = window.simcordPreview;
    return page?.ready && !page.pendingAction && page.awaitingRevision === null;
}"""
FAILED = re.compile("uncertain|not completed|failed", re.IGNORECASE)
"""What the page says about an action that failed."""
SHOWN = """list => [...list.querySelectorAll(".text-display, .component-button, .option-label, img")]
    .map(part => part.alt ?? `${part.textContent} ${part.ariaDisabled ?? ""}`).join("\\n")"""
"""The text of a list of messages, but not which option somebody is about to choose."""
RESULT = ("Rematch", "How the others did")
"""The buttons that only a result has."""
BELOW_THE_QUESTION = (
    *("Back", "Why not?", "Hint", "Take back", "Ask to take back", "Go on", "Plan ahead", "Forget the plan"),
    *("Next table", "Refresh", "More", "Replay", "My costliest moves", "Learn from my mistakes", "Beat my hand"),
    *("Let others try", "See the turning point", "Share", *RESULT),
)
"""The buttons of a hand that do not answer its question. After the game there is no question."""


@dataclass(frozen=True)
class QuickPlayground:
    """A playground in its own process (see ``quick_playground``)."""

    port: int
    folder: Path
    """Where it keeps its database."""
    language: str = "en-US"
    """What everybody there speaks."""

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[str]]:
        """Run it until the block ends. It is open when the block begins."""
        program = str(Path(__file__).with_name("quick_playground.py"))
        command = [sys.executable, program, "--port", str(self.port), "--language", self.language]
        environment = os.environ | {"PYTHONPATH": str(ROOT), "DISCORD_TOKEN": ""}
        with subprocess.Popen(
            command, cwd=self.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        ) as process:
            assert process.stdout is not None
            try:
                assert any("Ctrl-C closes the playground" in line for line in process.stdout), "it did not open"
                yield process
            finally:
                process.kill()

    def address(self, member: str) -> str:
        return f"http://127.0.0.1:{self.port + MEMBERS.index(member)}"


def free_ports() -> int:
    """A free port followed by two more."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as first, suppress(OSError, OverflowError):
            port = first.getsockname()[1]
            for other in (port + 1, port + 2):
                socket.create_server(("127.0.0.1", other)).close()
            return port


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser, on whose pages expectations have as long as every other wait."""
    expect.set_options(timeout=PATIENCE_SECONDS * 1000)
    with sync_playwright() as playwright:
        # The sandbox does not work as root, which is how containers run tests. The pages are our own.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class MemberTab:
    """A member's page in a tab of the browser."""

    def __init__(
        self, browser: Browser, address: str, window: tuple[int, int] = DESKTOP, words: Callable[[str], str] = str
    ) -> None:
        self.window = window
        self.words = words
        """Translates what stands on buttons into the member's language."""
        self.page: Page = browser.new_page(viewport={"width": window[0], "height": window[1]})
        self.page.set_default_timeout(1000 * PATIENCE_SECONDS)
        self.page.goto(address)
        self.page.evaluate("window.isAsOpened = true")
        self.settle()

    def settle(self) -> None:
        """Wait until the page has shown the effect of the last action."""
        self.page.wait_for_function(IS_SETTLED)
        assert not FAILED.search(self.status), self.status

    def labelled(self, labels: Sequence[str]) -> re.Pattern[str]:
        """Matches what these buttons say to the member."""
        return re.compile("|".join(re.escape(self.words(label)) for label in labels))

    @property
    def is_as_opened(self) -> bool:
        """Whether the page has not been reloaded since it was opened."""
        return self.page.evaluate("window.isAsOpened === true")

    @property
    def messages(self) -> Locator:
        """The list of messages in the channel."""
        return self.page.locator("#channel-message-list")

    @property
    def shown(self) -> str:
        """What the channel says, in words."""
        return self.messages.evaluate(SHOWN)

    @contextmanager
    def resized(self, window: tuple[int, int]) -> Iterator[None]:
        """Change the size of the window until the block ends."""
        usual = self.window
        self._resize(window)
        yield
        self._resize(usual)

    def _resize(self, window: tuple[int, int]) -> None:
        """Change the size of the window, which disables the page's controls for a moment."""
        self.window = window
        self.page.set_viewport_size({"width": window[0], "height": window[1]})
        self.page.wait_for_timeout(RESIZING_MILLISECONDS)
        self.settle()

    @property
    def status(self) -> str:
        """What the page says about the last action."""
        return self.page.locator("#action-status").inner_text()

    @property
    def composer(self) -> Locator:
        """Where messages and commands are typed."""
        return self.page.locator("#channel-composer-input")

    @property
    def hand(self) -> Locator:
        """The member's hand: the last message that only they can see."""
        return self.page.locator(".channel-message", has_text="Only you can see this").last

    @property
    def table(self) -> Locator:
        """The message that shows everybody the table."""
        messages = self.messages.locator(".channel-message", has=self.page.locator(".component-container"))
        return messages.filter(has_not_text="Only you can see this").last

    @property
    def question(self) -> Locator:
        """What the hand asks."""
        return self.hand.locator("h3").last

    def sees_question(self) -> bool:
        """Whether the window shows the member's cards, if any, the question and everything that answers it."""
        first = self.hand.locator("h1").or_(self.question).first
        try:
            for part in (first, self.question, self.menu.or_(self.choices).last):
                expect(part).to_be_in_viewport(ratio=1, timeout=STANDING_MILLISECONDS)
        except AssertionError:
            return False
        return True

    def send(self, command: str, **options: object) -> None:
        """Type a slash command, choose it from the list, fill in its options and send it."""
        self.composer.fill(command)
        self.page.locator(".command-popup [role=option]").first.wait_for()
        self.page.keyboard.press("Enter")
        chip = self.page.locator(".command-chip")
        chip.wait_for()
        for name, value in options.items():
            chip.click()
            self.page.locator(f".command-suggestion[data-value={name}]").click()
            self.page.locator(f".command-option-input[data-option={name}]").fill(str(value))
        self.page.locator("#send-message").click()
        self.settle()

    def tap(self, label: str) -> None:
        """Tap the last button with this label. Fails if nothing changes."""
        before = self.shown
        self.button(label).last.click()
        self.settle()
        self._wait_for_change(before, label)

    def button(self, label: str) -> Locator:
        """The buttons with this label in the channel."""
        return self.messages.locator(".component-button", has_text=label)

    def wait_for(self, text: str) -> None:
        """Wait until the channel shows a text, possibly in a picture."""
        self.messages.get_by_text(text).or_(self.messages.get_by_alt_text(text)).last.wait_for()

    @property
    def open_options(self) -> Locator:
        """The options of the open menu."""
        return self.page.locator(".preview-select.is-open .option-label")

    def open_menu(self) -> None:
        """Open the menu of computer players in the lobby."""
        menus = self.messages.locator(".select-trigger")
        menus.filter(has_text=self.words("Add computer")).last.click()

    def choose(self, option: str) -> None:
        """Choose an option from the menu of computer players in the lobby."""
        self.open_menu()
        self.open_options.filter(has_text=option).first.click()
        self.settle()

    @property
    def menu(self) -> Locator:
        """The menu of the hand's question."""
        return self.hand.locator(".select-trigger")

    @property
    def choices(self) -> Locator:
        """The buttons that answer the hand's question."""
        return self.hand.locator(".component-button:enabled").filter(has_not_text=self.labelled(BELOW_THE_QUESTION))

    @property
    def sees_result(self) -> bool:
        """Whether the hand shows the result."""
        return bool(self.hand.locator(".component-button", has_text=self.labelled(RESULT)).count())

    def wait_for_question(self) -> None:
        """Wait until the hand asks something."""
        self.menu.or_(self.choices).first.wait_for()

    @property
    def is_asked(self) -> bool:
        """Whether the hand asks something."""
        return bool(self.choices.count() or self.menu.count())

    def answer(self, choose: Callable[[Sequence[str]], str]) -> str:
        """Answer the hand's question with the button, or else the option, that ``choose`` picks. Returns its label.

        Fails if nothing changes. If several options have to be chosen, the ones after the first follow it in the list.
        """
        self.wait_for_question()
        before = self.shown
        is_menu = not self.choices.count()
        choices = self.open_options if is_menu else self.choices
        labels: list[str] = []
        while not labels:  # a menu closes when its message is redrawn, also by a picture that has just arrived
            if is_menu and not choices.count():
                self._open(self.menu.first)
            else:
                choices.first.wait_for()
            labels = choices.all_inner_texts()
        label = choose(labels)
        choices.nth(labels.index(label)).click()
        if is_menu:
            self._choose_more(labels.index(label))
        self.settle()
        self._wait_for_change(before, label)
        return label

    def _open(self, menu: Locator) -> None:
        """Tap a menu, and again if it has closed at once."""
        for _ in range(MOST_TAPS):
            menu.click()
            with suppress(WaitTimeout):
                self.open_options.first.wait_for(timeout=OPENING_MILLISECONDS)
                return
        raise AssertionError(f"the menu does not open: {self.shown}")

    def _choose_more(self, first: int) -> None:
        """Complete and send the choice in a multiple-choice menu."""
        menu = self.page.locator(".preview-select.is-open")
        if menu.locator("[aria-multiselectable=true]").count():
            for option in [*menu.locator(".option-label").all()][first + 1 :]:
                menu.locator(".select-apply").click()
                if not menu.count():
                    return
                option.click()
            menu.locator(".select-apply").click()

    def _wait_for_change(self, before: str, label: str) -> None:
        """Wait until the channel's text differs from what it was ``before`` this control was used."""
        deadline = monotonic() + CHANGE_SECONDS
        while self.shown == before:
            assert monotonic() < deadline, f"{label!r} is a dead control: {before}"
            self.page.wait_for_timeout(POLL_MILLISECONDS)
