"""What the Dockerfile says."""

from pathlib import Path

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def instructions(name: str) -> list[str]:
    """The arguments of all instructions of this name."""
    joined = DOCKERFILE.replace("\\\n", " ")
    return [line.split(None, 1)[1] for line in joined.splitlines() if line.startswith(f"{name} ")]


def copied() -> set[str]:
    """The files and folders of which the image is made."""
    lines = [line.split() for line in instructions("COPY") if not line.startswith("--from")]
    return {source for *sources, _target in lines for source in sources}
