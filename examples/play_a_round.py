"""Play a round of Red Dog: what may be said, what happened, and under which clause."""

import croupier
from croupier.telling.narrative import cited, tell

table = croupier.open_table("red-dog", {1: "500", 2: "200"})
# The first cards are given here. table.begin() shuffles with the operating system's entropy.
round = table.begin(cards=["Qs", "4c", "7d", "5h"])
round.act("1 wager original 10")
round.act("2 wager original 25")
round.act("dealer close")

while not round.over:
    seat = 1 if round.legal(1) else 2
    print(f"seat {seat} may say:", round.legal(seat))
    print("too much:", round.check(f"{seat} raise 1000"))
    round.act(f"{seat} pass")

for event in round.told("seat:1"):  # as seat 1 may see it
    print(f"{cited(event):>10}  {tell(event)}")
for number, seated in round.layout.seats.items():
    print(f"seat {number}: {seated.net / 100:+.2f}")
