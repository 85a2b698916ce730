"""The history of the database's schema. A migration that has been released is never changed."""
