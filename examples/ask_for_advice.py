"""Ask what each choice is worth. Every value is an exact fraction of the first wager."""

import croupier

print("Red Dog, a 4 and a 9 on the table, six decks:")
for choice in croupier.advise("red-dog", table="4c 9d"):
    print(f"  {choice.action:<6} {float(choice.value):+.4f}  = {choice.value}")

print("The same from one deck, with three of the cards between already gone:")
for choice in croupier.advise("red-dog", table="4c 9d", house={"decks": 1}, seen="5c 6c 7c"):
    print(f"  {choice.action:<6} {float(choice.value):+.4f}  = {choice.value}")

figures = croupier.odds("red-dog").figures
print(f"House edge, optimal play: {figures.house_edge} = {float(figures.house_edge):.4%}")
