"""What members see of the playground in a real browser."""

from collections import Counter
from random import Random

import pytest
from browser import DESKTOP, PHONE, MemberTab, QuickPlayground, needs_chromium
from playwright.sync_api import Browser, expect
from whole_games import answer_at_random, begin, join, next_asked

pytestmark = [pytest.mark.browser, needs_chromium]


def test_an_empty_channel_says_what_to_type(playground: QuickPlayground, browser: Browser) -> None:
    with playground.running():
        alice = MemberTab(browser, playground.address("alice"))
        expect(alice.page.locator("#channel-empty")).to_have_text(
            "There is no table here yet. Type /play below and choose a game, or /help to learn one in three minutes."
        )


def test_a_command_with_options_can_be_sent_on_a_phone(playground: QuickPlayground, browser: Browser) -> None:
    with playground.running():
        alice = MemberTab(browser, playground.address("alice"), PHONE)
        send = alice.page.locator("#send-message")
        alice.composer.fill("/play knotweed")
        alice.page.locator(".command-popup [role=option]").first.wait_for()
        alice.page.keyboard.press("Enter")
        chip = alice.page.locator(".command-chip")
        chip.wait_for()
        for name, value in (("opponents", "2 easy, hard and normal"), ("turn_cap", "40"), ("rounds", "3")):
            chip.click()
            alice.page.locator(f".command-suggestion[data-value={name}]").click()
            alice.page.locator(f".command-option-input[data-option={name}]").fill(value)
            box = send.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= PHONE[0], f"Send is out of reach with the option {name}"
        send.click()
        alice.settle()
        expect(alice.messages).to_contain_text("Start")


def test_a_picture_on_its_way_is_an_empty_place_of_its_size(playground: QuickPlayground, browser: Browser) -> None:
    with playground.running():
        alice = MemberTab(browser, playground.address("alice"))
        shown = alice.page.evaluate("""() => {
            const item = document.createElement("figure");
            item.className = "gallery-item";
            item.style.width = "220px";
            item.innerHTML = `<img class="gallery-image" alt="${"ann: 5 cards. ".repeat(99)}">`;
            document.body.append(item);
            const image = item.firstChild;
            return [getComputedStyle(image).visibility, image.getBoundingClientRect().height];
        }""")
        assert shown == ["hidden", 140]


def test_help_is_one_screen_of_a_phone(playground: QuickPlayground, browser: Browser) -> None:
    with playground.running():
        alice = MemberTab(browser, playground.address("alice"), PHONE)
        alice.send("/help")
        assert alice.hand.bounding_box()["height"] <= 650  # pyright: ignore[reportOptionalSubscript]


def test_a_refused_command_is_answered(playground: QuickPlayground, browser: Browser) -> None:
    with playground.running():
        alice = MemberTab(browser, playground.address("alice"))
        for _ in range(4):
            alice.send("/play knotweed")
        alice.wait_for("You already host 3 open tables")
        assert alice.status == "Action completed"
        expect(alice.composer).to_be_editable()
        expect(alice.composer).to_have_value("")


def test_menus_open_and_cards_are_shown_on_a_phone(playground: QuickPlayground, browser: Browser) -> None:
    with playground.running():
        alice = MemberTab(browser, playground.address("alice"), PHONE)
        alice.send("/play counter")
        alice.open_menu()
        expect(alice.open_options.first).to_be_in_viewport()
        alice.open_options.first.click()
        alice.settle()
        alice.choose("easy")
        alice.tap("Start")
        alice.tap("My hand")
        alice.wait_for_question()
        cards = alice.hand.locator("img.custom-emoji")
        assert cards.count() >= 10
        drawn = cards.evaluate_all("cards => cards.map(card => card.complete && card.naturalWidth > 0)")
        assert all(drawn)
        expect(alice.page.locator(".emoji-unavailable")).to_have_count(0)


def test_on_a_phone_the_question_stays_in_sight_while_the_table_grows(
    playground: QuickPlayground, browser: Browser
) -> None:
    with playground.running():
        alice, bob = tabs = [
            MemberTab(browser, playground.address(member), window)
            for member, window in (("alice", DESKTOP), ("bob", PHONE))
        ]
        join(tabs, "counterweight", first=0)
        begin(tabs)
        chance, asked = Random(5), Counter[MemberTab]()
        while asked[bob] < 2:
            tab = next_asked(tabs)
            assert tab is not None
            asked[tab] += 1
            assert tab is alice or bob.sees_question()
            answer_at_random(tab, chance)
        assert asked[alice]


def test_after_a_restart_open_pages_show_the_table_again(playground: QuickPlayground, browser: Browser) -> None:
    with playground.running():
        alice, bob = (MemberTab(browser, playground.address(member)) for member in ("alice", "bob"))
        alice.send("/play counter")
        bob.tap("Join")
        bob.wait_for("3 free seats")
    with playground.running():
        for tab in (alice, bob):
            expect(tab.page.get_by_role("button", name="Leave")).to_be_visible()
        bob.tap("Leave")
        alice.wait_for("4 free seats")
