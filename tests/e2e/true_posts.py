"""At the end of a test, whatever stands open in a channel says what the bot would post now."""

from cogs.client import Cardroom
from cogs.shared.contents import words_of
from cogs.shared.posts import Keeper
from db.posts import PostRecord
from playground.testing.life import PatientEnv


async def stale_posts(env: PatientEnv) -> list[str]:
    """Open posts that say something else than the bot would now, although it does not know that they are outdated."""
    bot, stale = env.bot, list[str]()
    if not isinstance(bot, Cardroom) or bot.is_closed():
        return stale
    with env.time_context():
        for ledger in bot.keeper.ledgers:
            after = 0
            while found := await ledger.open_after(after, 50):
                after = found[-1].id
                stale += [f"{post.kind} {post.subject}" for post in found if await _is_stale(bot.keeper, post)]
    return stale


async def _is_stale(keeper: Keeper, post: PostRecord) -> bool:
    if post.message_id is None or post.due_at is not None or post.failures:  # it is known that it is not there yet
        return False
    message, shown = await keeper.messages.read(post), await keeper._kinds[post.kind].describe(post)
    if message is None or shown is None:
        return False
    # Where pictures have been refused, words stand for some time in their place.
    versions = [await shown.make(has_pictures) for has_pictures in (True, False)]
    return all(version.look.words != words_of(message) for version in versions)
