"""Red Dog: exact odds, advice, the strategy card."""
