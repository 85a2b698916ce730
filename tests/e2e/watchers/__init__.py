"""What is watched while robots play a whole game: each module has a watcher with one subject.

Some watchers also disturb the game: they restart the bot, or let a computer play for somebody.
"""
