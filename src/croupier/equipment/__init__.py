"""The equipment of the table: the shoe with its cut card, and shuffles."""
