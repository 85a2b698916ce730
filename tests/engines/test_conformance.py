"""Every worked case in the rules texts passes."""

import pytest

from engines import GAMES
from engines.testing.cases import Case, case_name
from tests.engines.adapters import ADAPTERS
from tests.engines.conformance import all_cases
from tests.engines.short_forms import check_case


@pytest.mark.parametrize(("key", "case"), all_cases(), ids=case_name)
def test_a_worked_case(key: str, case: Case) -> None:
    check_case(GAMES[key], case)


def test_every_game_has_worked_cases() -> None:
    assert {key for key, _ in all_cases()} == set(ADAPTERS)
