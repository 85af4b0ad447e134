"""Set up your own house: is it lawful, what does it cost, and does a simulation agree?

The simulation needs numpy and numba: pip install "croupier[lab]".
"""

from pathlib import Path

import croupier

try:
    croupier.build_house("red-dog", {"decks": 8, "payouts.spread.1": "4 to 1"})
except croupier.HouseError as error:
    print("not lawful:", error)

generous = croupier.read_house(Path(__file__).with_name("generous.toml"))
print("chosen:", generous.changed())
for name, house in (("by default", None), ("generous", generous)):
    edge = croupier.odds("red-dog", house).figures.house_edge
    print(f"house edge {name}: {float(edge):.4%}")

result = croupier.simulate("red-dog", 200_000, generous, seats=3, seed=2024)
print(f"simulated: {result.ev.value:+.4f} ± {result.ev.stderr:.4f}, z = {result.ev.z:+.2f}")
