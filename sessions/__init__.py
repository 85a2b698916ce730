"""The life of a table without Discord: lobby, play, finished."""
