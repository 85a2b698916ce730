"""Finding the images of the emojis that the bot has uploaded."""

from types import SimpleNamespace
from typing import Any

import pytest

from playground.server import EMOJI_URL, uploaded_emojis


def environment(image: str) -> Any:
    """A simulation in which the bot has uploaded one emoji, along with other requests."""
    upload = SimpleNamespace(method="POST", path="/applications/1/emojis", json={"name": "heart", "image": image})
    listing = SimpleNamespace(method="GET", path="/applications/1/emojis", json=None)
    emojis = {7: SimpleNamespace(id=7, name="heart"), 8: SimpleNamespace(id=8, name="uploaded_earlier")}
    return SimpleNamespace(http_requests=[listing, upload], backend=SimpleNamespace(application_emojis=emojis))


def test_an_uploaded_image_is_found():
    assets = uploaded_emojis(environment("data:image/png;base64,aGVhcnQ="))
    assert assets == {EMOJI_URL.format(id=7): ("heart.png", b"heart")}


@pytest.mark.parametrize("image", ["", "data:image/png;base64,a", "https://example.com/heart.png"])
def test_a_malformed_image_is_ignored(image: str):
    assert uploaded_emojis(environment(image)) == {}
