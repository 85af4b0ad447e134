"""The table in the terminal: a sitting, how it is drawn, and the keys to play it."""
