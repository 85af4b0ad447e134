"""Speed, measured beside something known in the same run. Benchmarks assert their answers."""
