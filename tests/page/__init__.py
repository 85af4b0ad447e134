"""The page under Node: its modules against answers that a real server gave."""
