"""Reads the project's own code, for tests that hold how it is written."""

import ast
import gc


def parse(text: str) -> ast.Module:
    """The tree of a module.

    Nothing is collected meanwhile: a destructor that runs while CPython 3.11 builds a tree can make it lose count of
    its depth, and then it raises ``SystemError``.
    """
    gc.disable()
    try:
        return ast.parse(text)
    finally:
        gc.enable()
