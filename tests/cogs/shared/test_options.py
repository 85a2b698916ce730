"""House rules in words."""

import pytest

from cogs.shared.options import changed_rules
from cogs.shared.rendering import Renderer
from engines import GAMES

READER = Renderer("en-US", {})


def test_a_house_rule_that_is_set_does_not_say_what_holds_without_it() -> None:
    shown = changed_rules(GAMES["knotweed"].Options, {"turn_cap": 4, "rounds": 2}, READER, explained=True)
    assert shown.splitlines() == [
        "### House rules",
        "**turn cap: 4** — A round ends after this many turns",
        "**rounds: 2** — How many rounds are played",
    ]


@pytest.mark.parametrize("key", GAMES)
def test_no_house_rule_that_is_set_speaks_of_being_left_out(key: str) -> None:
    options = GAMES[key].Options
    shown = changed_rules(options, dict.fromkeys(options.model_fields, 77), READER, explained=True)
    assert shown.count("77") == len(options.model_fields)
    assert "left out" not in shown
