"""Every worked case of the rules texts holds."""

import pytest

from engines import GAMES
from tests.engines.conformance import Case, read_cases
from tests.engines.short_forms import check_case


def _name(value: object) -> str:
    return f"{value['id']}-rules {value.get('rules', 'none')}" if isinstance(value, dict) else str(value)


@pytest.mark.parametrize(("key", "case"), read_cases(), ids=_name)
def test_a_worked_case_holds(key: str, case: Case) -> None:
    check_case(GAMES[key], case)


def test_every_game_has_worked_cases() -> None:
    assert {key for key, _ in read_cases()} >= set(GAMES)
