"""What the house may choose at a High Card table."""

from croupier.rules.house import Options
from croupier.rules.options import everywhere, limits_agree, money_limits, positions_per_player

OPTIONS = Options(
    keys=(
        *money_limits(),
        *everywhere(seats=7, most_seats=50, positions=positions_per_player(None, "H-01")),
    ),
    checks=(limits_agree,),
)
