"""The drawings of a report: SVG by matplotlib, without dates or random ids, light and dark."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from croupier.lab.report.blocks import Figure

SCHEMES: Final = {
    "light": {
        "ink": "#1d2b25",
        "felt": "#17694a",
        "gold": "#b07d12",
        "faint": "#c9d3cd",
        "loss": "#a33b2c",
    },
    "dark": {
        "ink": "#e6efe9",
        "felt": "#5cc298",
        "gold": "#e5b84b",
        "faint": "#43544b",
        "loss": "#ee8a76",
    },
}

Draw = Callable[[Any, Mapping[str, str]], None]


def figure(name: str, caption: str, draw: Draw, *, height: float = 2.9) -> Figure:
    """Return one drawing in both colour schemes."""
    return Figure(
        name, _svg(draw, "light", name, height), _svg(draw, "dark", name, height), caption
    )


def _svg(draw: Draw, scheme: str, name: str, height: float) -> str:
    import matplotlib

    # Letters are drawn as paths, so they look alike everywhere; ids depend on the drawing alone.
    settings: dict[Any, Any] = {
        "svg.fonttype": "path",
        "svg.hashsalt": f"croupier/{name}/{scheme}",
        "font.size": 8.5,
        "font.family": "DejaVu Sans",
    }
    with matplotlib.rc_context(settings):
        from matplotlib.backends.backend_svg import FigureCanvasSVG
        from matplotlib.figure import Figure as Canvas

        colours = SCHEMES[scheme]
        canvas = Canvas(figsize=(7.0, height), layout="constrained")
        axes = canvas.add_subplot()
        canvas.patch.set_alpha(0)
        axes.patch.set_alpha(0)
        for side in ("top", "right"):
            axes.spines[side].set_visible(False)
        for side in ("left", "bottom"):
            axes.spines[side].set_color(colours["faint"])
        axes.tick_params(colors=colours["ink"], labelcolor=colours["ink"])
        axes.xaxis.label.set_color(colours["ink"])
        axes.yaxis.label.set_color(colours["ink"])
        draw(axes, colours)
        out = io.StringIO()
        drawn: Any = FigureCanvasSVG(canvas)
        drawn.print_svg(out, metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    return text[text.index("<svg") :]


def outcome_bars(outcomes: Mapping[str, float]) -> Draw:
    """Draw how often each outcome occurs, on a scale that shows the rare ones too."""

    def draw(axes: Any, colours: Mapping[str, str]) -> None:
        names = [name for name, share in outcomes.items() if share > 0][::-1]
        shares = [outcomes[name] * 100 for name in names]
        bars = axes.barh(names, shares, color=colours["felt"], height=0.68)
        axes.set_xscale("log")
        axes.set_xlim(min(shares) / 2.5, 400)
        axes.set_xlabel("percent of rounds dealt (logarithmic)")
        labels = [f"{share:.4g} %" for share in shares]
        axes.bar_label(bars, labels, padding=3, color=colours["ink"], fontsize=7.5)

    return draw


def edge_line(points: Sequence[tuple[str, float]], label: str) -> Draw:
    """Draw the house edge against a choice of the house; below zero the player has the edge."""

    def draw(axes: Any, colours: Mapping[str, str]) -> None:
        names = [name for name, _ in points]
        edges = [edge * 100 for _, edge in points]
        axes.axhline(0, color=colours["loss"], linewidth=0.8, linestyle=(0, (4, 3)))
        axes.plot(names, edges, color=colours["felt"], marker="o", markersize=4, linewidth=1.6)
        label_style = {"ha": "center", "fontsize": 7, "color": colours["ink"]}
        above = {"textcoords": "offset points", "xytext": (0, 6)}
        for name, edge in zip(names, edges, strict=True):
            axes.annotate(f"{edge:.2f} %", (name, edge), **above, **label_style)
        axes.margins(y=0.18)
        axes.set_xlabel(label)
        axes.set_ylabel("house edge, percent")

    return draw


def convergence(points: Sequence[tuple[int, float, float]], exact: float | None) -> Draw:
    """Draw a simulation's estimate as rounds add up, with its error, beside the exact value."""

    def draw(axes: Any, colours: Mapping[str, str]) -> None:
        rounds = [count for count, _, _ in points]
        means = [mean for _, mean, _ in points]
        low = [mean - 1.96 * error for _, mean, error in points]
        high = [mean + 1.96 * error for _, mean, error in points]
        axes.fill_between(rounds, low, high, color=colours["felt"], alpha=0.22, linewidth=0)
        axes.plot(rounds, means, color=colours["felt"], linewidth=1.4)
        if exact is not None:
            axes.axhline(exact, color=colours["gold"], linewidth=1.2)
        axes.set_xscale("log")
        axes.set_xlabel("rounds simulated")
        axes.set_ylabel("net, in first wagers")

    return draw


def bankroll_fan(rounds: Sequence[int], quantiles: Mapping[str, Sequence[float]]) -> Draw:
    """Draw the bankroll over a session, from the unluckiest twentieth to the luckiest."""

    def draw(axes: Any, colours: Mapping[str, str]) -> None:
        names = list(quantiles)
        for i in range(len(names) // 2):
            low, high = quantiles[names[i]], quantiles[names[-1 - i]]
            axes.fill_between(rounds, low, high, color=colours["felt"], alpha=0.16, linewidth=0)
        axes.plot(rounds, quantiles[names[len(names) // 2]], color=colours["gold"], linewidth=1.6)
        axes.set_xlabel("rounds played")
        axes.set_ylabel("bankroll, in first wagers")

    return draw
