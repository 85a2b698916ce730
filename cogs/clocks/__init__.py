"""The pace of a table, and what the others decide when time has run out."""
