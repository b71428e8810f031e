#!/usr/bin/env python3
"""growth.py BENCHMARKS.json... PICTURE.svg: the time of an update over the number of joints, a line for
each number of effectors, and the slopes in text."""
import json
import math
import sys

METHODS = {"transpose": "Jacobian transpose", "dls": "Damped least squares", "sdls": "Selectively damped"}
COLORS = {1: "#0072b2", 4: "#009e73", 16: "#d55e00", 64: "#7d3c78"}  # Okabe and Ito's, but for the last
JOINTS, MICROSECONDS = (10, 10000), (0.1, 1e6)
WIDTH, HEIGHT, LEFT, TOP, GAP = 240, 300, 70, 72, 62

least = {}
for file in sys.argv[1:-1]:
    with open(file) as text:
        for run in json.load(text)["benchmarks"]:
            kind, *rest = run["run_name"].split("/")
            if kind == "growth" and run["run_type"] == "iteration":
                method, _, effectors = rest[1].rpartition("-")
                curve = least.setdefault((method, int(effectors)), {})
                curve[int(rest[0])] = min(curve.get(int(rest[0]), math.inf), run["cpu_time"] / 1000)

if not least:  # others were asked for
    sys.exit()

total_width = LEFT + len(METHODS) * (WIDTH + GAP) - 20
svg = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {total_width} {TOP + HEIGHT + 60}" '
       'font-family="Inter, DejaVu Sans, sans-serif" font-size="13">',
       f'<rect width="{total_width}" height="{TOP + HEIGHT + 60}" fill="#ffffff"/>',
       f'<text x="{LEFT}" y="26" font-size="16" font-weight="bold">Time of an update, for 1, 4, 16 and 64 effectors</text>']


def share(value, ends):
    return math.log(value / ends[0]) / math.log(ends[1] / ends[0])


def decades(ends):
    return [10.0 ** k for k in range(round(math.log10(ends[0])), round(math.log10(ends[1])) + 1)]


def label(microseconds):
    for size, unit in ((1e6, "s"), (1e3, "ms"), (1, "µs")):
        if microseconds >= size:
            return f"{microseconds / size:g} {unit}"
    return f"{microseconds * 1000:g} ns"


for place, (method, title) in enumerate(METHODS.items()):
    left = LEFT + place * (WIDTH + GAP)
    x = lambda joints: left + WIDTH * share(joints, JOINTS)
    y = lambda us: TOP + HEIGHT * (1 - share(us, MICROSECONDS))
    svg.append(f'<text x="{left}" y="{TOP - 12}">{title}</text>')
    for us in decades(MICROSECONDS):
        svg.append(f'<path d="M{left} {y(us):.1f}h{WIDTH}" stroke="#dddddd"/>')
        if place == 0:
            svg.append(f'<text x="{left - 8}" y="{y(us) + 4:.1f}" text-anchor="end" fill="#555555">{label(us)}</text>')
    for joints in decades(JOINTS):
        svg.append(f'<path d="M{x(joints):.1f} {TOP}v{HEIGHT}" stroke="#dddddd"/>')
        svg.append(f'<text x="{x(joints):.1f}" y="{TOP + HEIGHT + 18}" text-anchor="middle" fill="#555555">'
                   f'{joints:,.0f}</text>')
    highest = TOP + HEIGHT  # of the labels so far
    for effectors, color in COLORS.items():
        curve = sorted(least.get((method, effectors), {}).items())
        if not curve:
            continue
        points = " ".join(f"{x(joints):.1f},{y(us):.1f}" for joints, us in curve)
        svg.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        svg.extend(f'<circle cx="{x(joints):.1f}" cy="{y(us):.1f}" r="3" fill="{color}"/>' for joints, us in curve)
        highest = min(y(curve[-1][1]), highest - 14)
        svg.append(f'<text x="{left + WIDTH + 8}" y="{highest + 4:.1f}" fill="{color}">{effectors}</text>')
middle = LEFT + (total_width - LEFT) / 2
svg.append(f'<text x="{middle:.0f}" y="{TOP + HEIGHT + 44}" text-anchor="middle">joints</text>')
with open(sys.argv[-1], "w") as out:
    out.write("\n".join(svg) + "\n</svg>\n")

print("\nSlopes (1: linear) from 1,000 to 10,000 joints:")
for (method, effectors), curve in least.items():
    if 1000 in curve and 10000 in curve:
        print(f"  {method}, {effectors} effectors: {math.log10(curve[10000] / curve[1000]):.2f}")
