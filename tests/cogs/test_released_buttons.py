"""Buttons and menus that earlier versions have posted go on working: their custom ids still mean the same."""

from pathlib import Path

import pytest

from tests.fuzz.mutations import kinds

POSTED = Path(__file__).with_name("released_custom_ids.txt").read_text("utf-8").split()
"""Custom ids of the version of 23 November 2026, of each kind and purpose of its controls."""


@pytest.mark.parametrize("custom_id", POSTED)
def test_a_posted_control_is_still_understood(custom_id: str) -> None:
    (control,) = [read for kind in kinds() if (read := kind.read(custom_id)) is not None]
    assert control.custom_id == custom_id
