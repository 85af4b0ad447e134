"""What stands on the table: the shoe with its cut card, and shuffles."""
