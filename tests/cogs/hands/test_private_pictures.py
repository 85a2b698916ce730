"""Pictures of lessons, rules and replays follow, each into its own message, and never onto a later page."""

import asyncio
from collections.abc import Awaitable, Callable
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from cogs.hands import display
from cogs.hands.display import OpenHand, PrivatePictures
from cogs.hands.messages import HandMessages
from cogs.shared.contents import Content, Contents
from cogs.shared.drawing import Drawn, Need, Overtaken
from cogs.shared.layout import StandIn, layout
from cogs.shared.pictures import Picture
from db.records import Phase
from sessions.shared.coalescing import CoalescingTasks
from sessions.shared.precedence import Precedence


class Page:
    """A page whose picture is blank at first, and is there when the test lets it be drawn."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.is_drawn = asyncio.Event()

    async def make(self, need: Need | None) -> Content:
        assert need is not None

        async def follows() -> Drawn:
            await self.is_drawn.wait()
            if not need.lasts():
                raise Overtaken
            return Drawn(b"drawn", self.name)

        return Content(layout(0, self.name, StandIn("in words")), Picture(b"", self.name, follows=follows))


class Reader:
    """Taps in messages, and sees what is shown and edited in them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.seen: list[tuple[str, int, str]] = []
        self.pictures = PrivatePictures(None, None, Contents(None))  # pyright: ignore[reportArgumentType]
        for name in ("show", "show_in_place"):
            monkeypatch.setattr(display, name, self._shown)
        monkeypatch.setattr(display, "edit_answer", self._edited)

    async def _shown(self, interaction: Any, view: discord.ui.LayoutView, _: Any) -> None:
        self._note("blank", interaction, view)

    async def _edited(self, interaction: Any, _: int | None, *, view: discord.ui.LayoutView, **__: Any) -> None:
        self._note("picture", interaction, view)

    def _note(self, kind: str, interaction: Any, view: discord.ui.LayoutView) -> None:
        name, *words = [part["content"] for part in view.to_components()[0]["components"]]
        assert words == ([] if kind == "picture" else ["in words"])
        self.seen.append((kind, interaction.place, name))

    async def turn(self, page: Page, place: int, *, in_place: bool = True) -> "asyncio.Task[None]":
        async def original_response() -> Any:
            return SimpleNamespace(id=place)

        message = SimpleNamespace(id=place) if in_place else None
        interaction: Any = SimpleNamespace(
            message=message, place=place, channel_id=1, original_response=original_response
        )
        showing = asyncio.create_task(self.pictures.show(interaction, page.make, in_place=in_place))
        for _ in range(10):
            await asyncio.sleep(0)
        return showing


@pytest.mark.parametrize("in_place", [False, True])
async def test_the_picture_follows_into_its_message(monkeypatch: pytest.MonkeyPatch, in_place: bool) -> None:
    reader, page = Reader(monkeypatch), Page("one")
    showing = await reader.turn(page, 7, in_place=in_place)
    assert reader.seen == [("blank", 7, "one")]
    page.is_drawn.set()
    await showing
    assert reader.seen[1:] == [("picture", 7, "one")]
    assert not reader.pictures._read


@pytest.mark.parametrize("later_first", [False, True])
async def test_no_picture_is_shown_on_a_later_page_of_its_message(
    monkeypatch: pytest.MonkeyPatch, later_first: bool
) -> None:
    reader, pages = Reader(monkeypatch), [Page("one"), Page("two")]
    turns = [await reader.turn(pages[0], 7, in_place=False), await reader.turn(pages[1], 7)]
    for page in reversed(pages) if later_first else pages:
        page.is_drawn.set()
        await asyncio.sleep(0)
    await asyncio.gather(*turns)
    assert reader.seen == [("blank", 7, "one"), ("blank", 7, "two"), ("picture", 7, "two")]
    assert not reader.pictures._read


async def test_two_messages_of_a_reader_get_their_pictures(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, pages = Reader(monkeypatch), [Page("one"), Page("two")]
    turns = [await reader.turn(page, place) for place, page in enumerate(pages)]
    for page in pages:
        page.is_drawn.set()
    await asyncio.gather(*turns)
    assert set(reader.seen[2:]) == {("picture", 0, "one"), ("picture", 1, "two")}


async def test_a_blank_hand_whose_table_moves_on_is_made_anew_from_the_first_question() -> None:
    moved_on, shown = False, list[tuple[str, ...]]()

    async def follows() -> Drawn:
        nonlocal moved_on
        moved_on = True
        raise Overtaken

    async def shows_all(_table: int, _user: int, drawn_at: int) -> bool:
        return not moved_on and drawn_at == 1

    async def snapshot(_table: int, _user: int) -> Any:
        return SimpleNamespace(table=SimpleNamespace(id=1, rev=2, phase=Phase.PLAYING))

    async def send(
        _interaction: Any, _snapshot: Any, _edit: Any, _need: Any, path: tuple[str, ...], _page: int
    ) -> None:
        shown.append(path)
        hands._open[1, 7].blank = None

    hands = hands_with(follows, SimpleNamespace(shows_all=shows_all, snapshot=snapshot, is_current=lambda _: True))
    hands._display = SimpleNamespace(send=send)
    await hands._update((1, 7))
    assert shown == [()]


def hands_with(follows: Callable[[], Awaitable[Drawn]], views: Any) -> Any:
    """The hands of members, of whom one has a blank one whose picture ``follows``."""
    interaction: Any = SimpleNamespace(is_expired=lambda: False, user=SimpleNamespace(id=7))
    hands: Any = object.__new__(HandMessages)
    hands._service = SimpleNamespace(views=views, precedence=Precedence())
    hands._updates = CoalescingTasks(hands._update)
    blank = Content(layout(0, "one"), Picture(b"", "one", follows=follows))
    hands._open = {(1, 7): OpenHand(interaction, 1, blank=blank, path=("of", "the old question"))}
    return hands


async def test_the_picture_of_an_answer_does_not_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Drawn long ago, it stood among all that others were to be shown for seconds."""
    edited: list[str] = []

    async def follows() -> Drawn:
        return Drawn(b"picture", "drawn")

    async def shows_all(_table: int, _user: int, _drawn_at: int) -> bool:
        return True

    async def edit(_hand: OpenHand, content: Content) -> None:
        edited.extend(picture.alt for picture in content.pictures)

    async def give_way() -> None:
        raise AssertionError("it stands in line")

    monkeypatch.setattr(OpenHand, "edit", edit)
    hands = hands_with(follows, SimpleNamespace(shows_all=shows_all))
    hands._service.precedence = SimpleNamespace(give_way=give_way)
    await hands._update((1, 7))
    assert edited == ["drawn"]
