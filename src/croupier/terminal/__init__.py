"""The table in the terminal: a sitting, its drawing, and the keys to play it."""
