"""Double Cross Poker: exact odds, advice, the strategy card."""
