"""Checks that copies are independent of their originals, and that refused actions change nothing."""

from typing import Any

from engines.contract import IllegalAction, State
from engines.testing.adapter import Document
from engines.testing.differences import first_difference
from engines.testing.positions import written_and_read


def check_copy(state: State[Any], seat: int, action: Any) -> None:
    """Playing in a copy leaves the original unchanged."""
    before = written_and_read(state.dump())
    copy = state.clone()
    difference = first_difference(before, copy.dump())
    assert difference is None, f"clone() makes no equal position: {difference.change}"
    copy.apply(seat, action)
    difference = first_difference(before, state.dump())
    assert difference is None, (
        f"a copy shares {difference.path.partition('[')[0]} with its original: after {str(action)!r} of seat {seat} in "
        f"the copy {difference.change} in the original"
    )


def check_refused(state: State[Any], document: Document, seat: int, action: Any) -> None:
    """An illegal action is refused with a reason and changes nothing. ``document`` is the state's dump."""
    attempt = f"{str(action)!r} of seat {seat}, which is not legal,"
    try:
        state.act(seat, action)
    except IllegalAction as refusal:
        reason = str(refusal.text)
    except Exception as error:
        raise AssertionError(f"{attempt} raises {error!r} in place of IllegalAction") from error
    else:
        raise AssertionError(f"{attempt} is played")
    assert reason, f"{attempt} is refused without a reason"
    difference = first_difference(document, state.dump())
    assert difference is None, f"{attempt} is refused but changes the position: {difference.change}"
