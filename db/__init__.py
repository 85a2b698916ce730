"""The store: tables, queries and migrations. Knows nothing of rules or Discord."""
