"""PokerKit's heads-up hold'em and Kuhn poker, checked down, as the mark to beat."""

from __future__ import annotations

from pokerkit import Automation, KuhnPoker, NoLimitTexasHoldem

from benchmarks.timing import rate

AUTOMATIONS = tuple(Automation)


def holdem(count: int) -> None:
    for _ in range(count):
        state = NoLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, (200, 200), 2)
        while state.status:
            state.check_or_call()
        assert sum(state.stacks) == 400


def kuhn(count: int) -> None:
    for _ in range(count):
        state = KuhnPoker.create_state(AUTOMATIONS)
        while state.status:
            state.check_or_call()
        assert sum(state.payoffs) == 0


def report() -> dict[str, float]:
    """Print and return the hands per second of each."""
    rates = {"hold'em": rate(holdem, 200), "Kuhn": rate(kuhn, 1000)}
    for name, speed in rates.items():
        print(f"PokerKit {name}, two players, checked down: {speed:,.0f} hands/s")
    return rates
