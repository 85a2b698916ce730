"""Queries about members and servers."""
