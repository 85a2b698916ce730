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

import pytest
from playwright.sync_api import Browser, Locator, Page, sync_playwright

ROOT = Path(__file__).parents[2]
PATIENCE_SECONDS = 120
"""How long to wait for something before the test fails."""

CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")

MEMBERS = ("alice", "bob", "carol")
DESKTOP, PHONE = (1200, 900), (390, 844)
"""Widths and heights of windows."""

IS_SETTLED = """() => {
    const page = window.simcordPreview;
    return page?.ready && !page.pendingAction && page.awaitingRevision === null;
}"""
BELOW_THE_QUESTION = re.compile("Back|Why not|Hint|Take back|Refresh")
"""The buttons of a hand that do not answer its question."""


@dataclass(frozen=True)
class QuickPlayground:
    """A playground in a process of its own (see ``quick_playground``)."""

    port: int
    folder: Path
    """Where it keeps its database."""

    @contextmanager
    def running(self) -> Iterator[subprocess.Popen[str]]:
        """Run it until the block ends. It is open when the block begins."""
        command = [sys.executable, str(Path(__file__).with_name("quick_playground.py")), "--port", str(self.port)]
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
    """A port that is free, like the two after it."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as first, suppress(OSError, OverflowError):
            port = first.getsockname()[1]
            for other in (port + 1, port + 2):
                socket.create_server(("127.0.0.1", other)).close()
            return port


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window."""
    with sync_playwright() as playwright:
        # Its sandbox does not work for the superuser, as whom containers run tests. The pages are our own.
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()


class MemberTab:
    """A member's page in a tab of the browser."""

    def __init__(self, browser: Browser, address: str, window: tuple[int, int] = DESKTOP) -> None:
        width, height = window
        self.page: Page = browser.new_page(viewport={"width": width, "height": height})
        self.page.set_default_timeout(1000 * PATIENCE_SECONDS)
        self.page.goto(address)
        self.settle()

    def settle(self) -> None:
        """Wait until the page has shown the effect of the last action."""
        self.page.wait_for_function(IS_SETTLED)

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

    def send(self, command: str) -> None:
        """Type a slash command, choose it in the list and send it."""
        self.composer.fill(command)
        self.page.locator(".command-popup [role=option]").first.wait_for()
        self.page.keyboard.press("Enter")
        self.page.locator(".command-chip").wait_for()
        self.page.locator("#send-message").click()
        self.settle()

    def tap(self, label: str) -> None:
        """Tap the last button with this label."""
        self.page.get_by_role("button", name=label, exact=False).last.click()
        self.settle()

    def wait_for(self, text: str) -> None:
        """Wait until the channel shows a text."""
        self.page.locator("#channel-message-list").get_by_text(text).last.wait_for()

    @property
    def open_options(self) -> Locator:
        """The options of the menu that is open."""
        return self.page.locator(".preview-select.is-open .option-label")

    def open_menu(self) -> None:
        """Open the menu of computers in the lobby."""
        menus = self.page.locator("#channel-message-list .select-trigger")
        menus.filter(has_text="Add computer").last.click()

    def choose(self, option: str) -> None:
        """Choose an option of the menu of computers in the lobby."""
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
        return self.hand.locator(".component-button").filter(has_not_text=BELOW_THE_QUESTION)

    def wait_for_question(self) -> None:
        """Wait until the hand asks something."""
        self.menu.or_(self.choices).first.wait_for()

    def answer(self, choose: Callable[[Sequence[str]], str]) -> str:
        """Answer the hand's question with the button, or else the option, that ``choose`` picks. Returns its label."""
        self.wait_for_question()
        choices = self.choices
        if not choices.count():
            self.menu.click()
            choices = self.open_options
        choices.first.wait_for()
        labels = choices.all_inner_texts()
        label = choose(labels)
        choices.nth(labels.index(label)).click()
        self.settle()
        return label
