"""Proof that a deal was fixed before its game began."""
