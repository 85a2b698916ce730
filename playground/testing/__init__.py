"""The whole bot on a simulated Discord, for the tests of a game at the table.

A test asks for a ``room``, plays with ``people`` and looks at ``screens``; ``robot`` plays whole games::

    async def test_leaving(room):
        ann, bob = await room.open("patience", 2)
        await press(bob, room.shown, "Leave")

At its end the test fails if anything was logged as an error. A test that provokes an error says so with
``expect_errors("part of its text")``. ``restart`` puts a fresh bot on the same database, ``seeds`` chooses the cards.
pytest finds these fixtures (``plugin``) wherever Cardroom is installed with the extra ``testing``, which this package
needs; nothing else of the bot imports it.
"""
