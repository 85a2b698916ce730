"""Counter, a trick-taking game by Ben Meulink: every rank has a power, and the exact number of tricks counts."""
