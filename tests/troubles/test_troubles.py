"""Everything that is posted, in every trouble.

In the end the truth stands in the channel, once, and nobody was called twice or never.
"""

import ast
from pathlib import Path

import pytest

from db.posts import PostKind
from tests.syntax import parse
from tests.troubles.posts import POSTS, Post
from tests.troubles.stage import Stage
from tests.troubles.troubles import TROUBLES, Trouble

ROOT = Path(__file__).parents[2]
CELLS = [(post, trouble) for post in POSTS for trouble in TROUBLES if trouble.can(post)]


@pytest.mark.thorough(samples=8)
@pytest.mark.parametrize(("post", "trouble"), CELLS, ids=lambda row: row.name)
async def test_the_truth_stands_there_once(stage: Stage, post: Post, trouble: Trouble) -> None:
    await trouble.happen(stage, post)
    unseen = [*stage.log_watch.take_complaints(), *stage.request_log.take_complaints()]
    wrong = [*trouble.judge(stage, post), *(complaint.splitlines()[0] for complaint in unseen)]
    assert not wrong, "\n".join(wrong)


def test_everything_that_is_posted_is_tried() -> None:
    """A row names whatever module of ``cogs`` sends a message to a channel, and whatever the keeper shows in one."""
    sending = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "cogs").rglob("*.py")
        if any(map(_sends, ast.walk(parse(path.read_text("utf-8")))))
    }
    assert sending - {module for post in POSTS for module in post.posted_by} == set()
    assert (
        set(PostKind) - {PostKind.EVENT, PostKind.REPLACED} - {kind for post in POSTS for kind in post.kinds} == set()
    )


def _sends(node: ast.AST) -> bool:
    """Whether this is a call that posts to a channel: unlike answers, it says whom it may mention and has a nonce."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "send"
        and any(keyword.arg == "allowed_mentions" for keyword in node.keywords)
        and "followup" not in ast.unparse(node.func)
    )
