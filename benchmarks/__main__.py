"""``make bench``: rounds per second through the stage and PokerKit, start-up costs, the lab, and
a long record."""

from __future__ import annotations

import platform

from benchmarks import kernels, lab, pokerkit_hands, record, reviews, stage, startup


def main() -> None:
    print(f"Python {platform.python_version()}, {platform.machine()}, {platform.system()}")
    holdem = pokerkit_hands.report()
    stage.report(holdem)
    startup.report()
    lab.report()
    kernels.report(holdem)
    record.report()
    reviews.report()


if __name__ == "__main__":
    main()
