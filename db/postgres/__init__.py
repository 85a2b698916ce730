"""The same store on a PostgreSQL server."""
