"""The history of the database's schema. A step that has been released is never changed.

To change the schema, change the tables in ``db/schema`` and add a module ``versions/NNNN_what_it_does.py`` with the
next number, a ``revision``, the ``down_revision`` before it and an ``upgrade``. SQLite can alter little of
a table; a step that rebuilds one must make its checks, indexes and triggers anew. The tests in
``tests/db`` compare the outcome with ``db/schema`` and try every constraint.
"""
