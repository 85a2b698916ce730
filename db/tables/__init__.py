"""Queries about tables and their games."""
