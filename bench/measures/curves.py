"""Draws curves over one axis, one above the other, as an SVG file that follows the reader's light or dark appearance."""

WIDTH, HEIGHT, LEFT, TOP = 760, 120, 70, 26

STYLE = """<style>
  text { font: 12px sans-serif; fill: #333 } .title { font-weight: bold }
  .axis { stroke: #999 } .curve { fill: none; stroke: #2563eb; stroke-width: 1.5 }
  @media (prefers-color-scheme: dark) { text { fill: #ddd } .axis { stroke: #666 } .curve { stroke: #60a5fa } }
</style>"""


def number(value):
    return f"{value:,.0f}" if value >= 10 else f"{value:.1f}"


def panel(title, xs, ys, top):
    """One curve. The axis begins at zero, so that growth is not exaggerated."""
    most = max(ys) * 1.1 or 1
    points = " ".join(f"{LEFT + x / xs[-1] * (WIDTH - LEFT - 10):.1f},{top + HEIGHT - y / most * HEIGHT:.1f}" for x, y in zip(xs, ys))
    bottom = top + HEIGHT
    return [f'<text class="title" x="{LEFT}" y="{top - 8}">{title}</text>',
            f'<path class="axis" fill="none" d="M{LEFT} {top} V{bottom} H{WIDTH - 10}"/>',
            f'<text x="{LEFT - 8}" y="{top + 10}" text-anchor="end">{number(most)}</text>',
            f'<text x="{LEFT - 8}" y="{bottom}" text-anchor="end">0</text>',
            f'<polyline class="curve" points="{points}"/>']


def write_svg(file, x_name, xs, curves):
    """`curves` are values by title, one for each of `xs`."""
    step = HEIGHT + 44
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {TOP + step * len(curves)}" role="img">', STYLE]
    for row, (title, ys) in enumerate(curves.items()):
        lines += panel(title, xs, ys, TOP + row * step)
    bottom = TOP + step * len(curves) - 26
    lines += [f'<text x="{LEFT}" y="{bottom}">0</text>',
              f'<text x="{WIDTH - 10}" y="{bottom}" text-anchor="end">{number(xs[-1])} {x_name}</text>', "</svg>"]
    file.write_text("\n".join(lines) + "\n")
