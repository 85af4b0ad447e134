"""What the papers promise of `run`, `house check` and `house diff`, checked with values by hand."""
