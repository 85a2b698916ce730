"""Two validators read Discord's description: a quick one, and one that says what is wrong."""

from random import Random

from tests.discord_api.schema import quick_validator, thorough_validator
from tests.fuzz.mutations import corrupted

ENDPOINT = "POST /channels/{channel_id}/messages"
BUTTON = {
    "type": 2,
    "style": 1,
    "label": "Join",
    "custom_id": "a",
    "disabled": False,
    "emoji": {"id": None, "name": "x"},
}
OPTION = {"label": "One", "value": "1", "default": False}
CONTROLS = [
    {"type": 1, "components": [BUTTON]},
    {"type": 1, "components": [{"type": 3, "custom_id": "b", "options": [OPTION], "min_values": 1, "max_values": 1}]},
]
PICTURE = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}, "description": "A table"}]}
MESSAGE = {
    "flags": 32768,
    "components": [{"type": 17, "accent_color": 3, "components": [{"type": 10, "content": "Hi"}, PICTURE, *CONTROLS]}],
    "allowed_mentions": {"parse": []},
    "attachments": [{"id": "0", "filename": "a.png"}],
}


def test_both_find_the_same_messages_valid() -> None:
    quick, thorough = quick_validator(ENDPOINT), thorough_validator(ENDPOINT)
    assert quick.is_valid(MESSAGE)
    chance, valid = Random("messages"), []
    for _ in range(200):
        message = corrupted(MESSAGE, chance)
        valid.append(quick.is_valid(message))
        assert valid[-1] == thorough.is_valid(message), f"the validators disagree on {message}"
    assert {True, False} == set(valid)
