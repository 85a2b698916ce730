"""The three pages: whose they are, who may use them, and how they stay up to date."""

import asyncio
from typing import Any

import pytest
from page_client import PageClient, texts
from simcord.preview._media import MediaWorker
from toy_bot import HEART
from toy_playground import playground_with_table, toy_playground


async def test_the_address_leads_to_the_page_of_its_member():
    async with toy_playground() as toys:
        for name, address in toys.playground.addresses.items():
            async with toys.session.get(address) as answer:
                assert answer.url.path == "/page"
                assert f"You are {name}" in await answer.text()


async def test_every_page_belongs_to_one_member():
    async with toy_playground() as toys:
        members = toys.playground.server.members
        assert toys.alice.state["viewerId"] == str(members["alice"].id)
        assert toys.bob.state["viewerId"] == str(members["bob"].id)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "rebound.example"}, 403),
        ({"Host": "rebound.example:8765"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({}, 401),  # same origin, but without the header that only the page's own script can set
        ({"X-Simcord-Capability": "any value"}, 200),
    ],
)
async def test_only_the_page_itself_may_act_for_its_member(headers: dict[str, str], status: int):
    async with toy_playground() as toys:
        address = toys.playground.addresses["bob"]
        async with toys.session.post(f"{address}/api/pages", headers=headers) as answer:
            assert answer.status == status


@pytest.mark.parametrize("kind", ["close", "viewer"])
async def test_no_page_can_end_the_playground_or_become_another_member(kind: str):
    async with toy_playground() as toys:
        with pytest.raises(AssertionError, match="not available in the playground"):
            await toys.alice.act(kind, viewer_id=toys.bob.state["viewerId"])


async def test_a_click_shows_on_the_other_page_without_a_refresh():
    async with playground_with_table() as toys:
        receipt = await toys.alice.click("Tap")
        assert receipt["acknowledgement"] == "acknowledged"
        await toys.bob.until(lambda state: "Taps so far: 1" in texts(state))


async def test_what_the_bot_does_later_shows_without_a_refresh():
    async with playground_with_table() as toys:
        await toys.alice.click("Think")
        assert "I have thought" not in texts(toys.bob.state)
        await toys.bob.until(lambda state: "I have thought" in texts(state))


async def test_a_long_job_holds_up_no_click():
    lines = asyncio.Queue[asyncio.StreamWriter]()

    async def accept(_: asyncio.StreamReader, line: asyncio.StreamWriter) -> None:
        await lines.put(line)

    async with playground_with_table() as toys, await asyncio.start_server(accept, "127.0.0.1") as server:
        toys.bot.release_port = server.sockets[0].getsockname()[1]
        receipt = await toys.alice.click("Work")
        assert receipt["settlement"] == "settled"
        line = await lines.get()
        for page in (toys.alice, toys.bob):
            await page.poll()
            assert (await page.click("Tap"))["settlement"] == "settled"
        assert toys.bot.count == 2
        line.write(b"I have worked\n")
        line.close()
        await toys.bob.until(lambda state: "I have worked" in texts(state))


async def test_an_ephemeral_message_is_shown_only_to_its_member():
    async with playground_with_table() as toys:
        await toys.alice.click("Peek")
        await toys.alice.until(lambda state: "Only you see this" in texts(state))
        await toys.bob.click("Tap")
        await toys.bob.until(lambda state: "Taps so far: 1" in texts(state))
        assert "Only you see this" not in texts(toys.bob.state)


async def test_menus_and_forms_work():
    async with playground_with_table() as toys:
        await toys.bob.choose("Choose a suit", "Spades")
        await toys.bob.until(lambda state: "You chose Spades" in texts(state))
        await toys.bob.click("Ask")
        form = (await toys.bob.poll())["modal"]
        field = form["payload"]["components"][0]["components"][0]["custom_id"]
        await toys.alice.click("Tap")  # the form stays open while others act
        await toys.bob.act("modal_submit", modal_handle=form["handle"], values={field: "Bob"})
        await toys.bob.until(lambda state: "Hello Bob" in texts(state))


async def test_forty_simultaneous_clicks_of_two_people_all_count():
    async with playground_with_table() as toys:

        async def tap(page: PageClient) -> int:
            counted = 0
            for _ in range(20):
                receipt = await page.click("Tap")
                counted += receipt["settlement"] == "settled" and receipt["acknowledgement"] == "acknowledged"
                await page.poll()
            return counted

        assert await asyncio.gather(tap(toys.alice), tap(toys.bob)) == [20, 20]
        assert toys.bot.count == 40


async def test_a_member_can_click_in_two_tabs():
    async with playground_with_table() as toys:
        tabs = [toys.alice, PageClient(toys.session, toys.playground.addresses["alice"])]
        await tabs[1].open()
        await _tap_and_see(toys.bob)
        assert not any([(await tab.click("Tap"))["rejected"] for tab in tabs])
        assert toys.bot.count == 3


async def test_the_bots_emojis_are_shown():
    async with playground_with_table() as toys:
        hearts = [asset for asset in toys.bob.state["assets"].values() if asset["filename"] == "heart.png"]
        assert [heart["available"] for heart in hearts] == [True]


async def test_emojis_are_sent_as_they_are(monkeypatch: pytest.MonkeyPatch):
    """Preview starts a process for every picture that it decodes, and refuses more than eight at a time."""
    async with playground_with_table() as toys:
        (heart,) = [name for name, asset in toys.bob.state["assets"].items() if asset["filename"] == "heart.png"]

        async def decode(*_arguments: Any, **_options: Any) -> None:
            raise AssertionError("an emoji was decoded")

        monkeypatch.setattr(MediaWorker, "validate", decode)
        assert await toys.bob.picture(heart) == HEART


async def test_a_picture_that_is_gone_is_blank_and_not_broken():
    async with playground_with_table() as toys:
        assert (await toys.bob.picture("replaced")).startswith(b"\x89PNG")


async def test_a_refused_command_counts_as_answered():
    async with playground_with_table() as toys:
        receipt = await toys.alice.slash("refuse")
        assert (receipt["settlement"], receipt["acknowledgement"]) == ("settled", "acknowledged")
        await toys.alice.until(lambda state: "No second table" in texts(state))


async def test_a_click_on_a_button_that_has_changed_does_not_count():
    async with playground_with_table() as toys:
        await toys.bob.click("Tap")
        receipt = await toys.alice.click("Number 0")
        assert receipt["rejected"]
        assert toys.bot.count == 1
        await toys.alice.poll()
        assert not (await toys.alice.click("Number 1"))["rejected"]


async def test_the_playground_survives_a_failing_callback():
    async with playground_with_table() as toys:
        receipt = await toys.alice.click("Fail")
        assert receipt["acknowledgement"] == "unacknowledged"
        await toys.alice.poll()
        await toys.alice.click("Tap")
        await toys.bob.until(lambda state: "Taps so far: 1" in texts(state))


async def test_a_failed_tick_does_not_stop_the_clock(monkeypatch: pytest.MonkeyPatch):
    async with playground_with_table() as toys:
        env = toys.playground.server.env
        advance, failed = env.advance_time, asyncio.Event()

        async def fail_once(seconds: float) -> None:
            if failed.is_set():
                return await advance(seconds)
            failed.set()
            raise RuntimeError("a broken timer")

        monkeypatch.setattr(env, "advance_time", fail_once)
        await failed.wait()
        await toys.alice.click("Think")
        await toys.alice.until(lambda state: "I have thought" in texts(state))


async def test_the_log_of_the_simulation_does_not_grow():
    async with playground_with_table() as toys:
        await _tap_and_see(toys.alice)
        assert toys.playground.server.env.http_requests == []


async def _tap_and_see(page: PageClient) -> None:
    await page.click("Tap")
    await page.until(lambda state: "Taps so far: 1" in texts(state))
