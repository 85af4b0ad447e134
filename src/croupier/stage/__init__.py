"""The stage: actions, events, the layout of the table, and the round that ties them together."""
