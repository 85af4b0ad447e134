"""Winner's Pot Poker: exact odds, advice, the strategy card."""
