"""What stands on the table: shoe, shufflers, cut, rack."""
