"""The store: tables, queries and migrations. It knows nothing about rules or Discord."""
