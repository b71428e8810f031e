#!/usr/bin/env python3
"""Writes a robot arm of six joints, drawn with meshes of so many triangles in all, for measurements.

    bench/mesh_robot.py FOLDER [TRIANGLES]

FOLDER/arm.toml is its scene, six binary STL files beside it are its links."""
import math
import pathlib
import struct
import sys

JOINTS = (("pan", (0, 0, 0.10), (0, 0, 1), 20), ("lift", (0, 0.14, 0.10), (0, 1, 0), -35),
          ("elbow", (0, 0.02, 0.525), (0, 1, 0), 70), ("wrist", (0, 0.02, 0.917), (0, 1, 0), -30),
          ("turn", (0, 0.115, 0.917), (0, 0, 1), 40), ("flange", (0, 0.115, 1.012), (0, 1, 0), 20))
LINKS = (("world", (0, 0, 0), (0, 0, 0.06), 0.09), ("pan", (0, 0, 0.06), (0, 0.1, 0.16), 0.062),
         ("lift", (0, 0.14, 0.10), (0, 0.14, 0.525), 0.055), ("elbow", (0, 0.02, 0.525), (0, 0.02, 0.917), 0.045),
         ("wrist", (0, 0.02, 0.917), (0, 0.16, 0.917), 0.040), ("flange", (0, 0.115, 1.0), (0, 0.2, 1.012), 0.034))


def turned(a, b, radius, triangles):
    """A part turned on a lathe, from a to b."""
    length = math.dist(a, b)
    along = [(q - p) / length for p, q in zip(a, b)]
    off = (1, 0, 0) if abs(along[0]) < 0.7 else (0, 1, 0)
    across = [along[1] * off[2] - along[2] * off[1], along[2] * off[0] - along[0] * off[2],
              along[0] * off[1] - along[1] * off[0]]
    size = math.hypot(*across)
    across = [x / size for x in across]
    third = [along[1] * across[2] - along[2] * across[1], along[2] * across[0] - along[0] * across[2],
             along[0] * across[1] - along[1] * across[0]]
    rows = max(4, int(math.sqrt(triangles / 2)))
    columns = max(8, triangles // (2 * rows))

    def place(i, k):
        s, angle = i / rows, 2 * math.pi * k / columns
        r = radius * (1.15 if s < 0.15 or s > 0.85 else 0.8 + 0.12 * math.cos(8 * s))
        edge = min(s, 1 - s) * length / (0.3 * radius)
        r *= math.sqrt(max(0.0, 1 - (1 - min(1.0, edge)) ** 2))
        return [p + length * s * u + r * (math.cos(angle) * v + math.sin(angle) * w)
                for p, u, v, w in zip(a, along, across, third)]

    grid = [[place(i, k) for k in range(columns)] for i in range(rows + 1)]
    for i in range(rows):
        for k in range(columns):
            p, q = grid[i][k], grid[i][(k + 1) % columns]
            r, s = grid[i + 1][(k + 1) % columns], grid[i + 1][k]
            yield p, q, r
            yield p, r, s


def main():
    folder = pathlib.Path(sys.argv[1])
    triangles = int(sys.argv[2]) if len(sys.argv) > 2 else 300_000
    folder.mkdir(parents=True, exist_ok=True)
    scene = ['name = "Arm of meshes"', 'description = "Six joints"', 'up = "z"']
    parent = "world"
    for name, place, axis, degrees in JOINTS:
        scene += ["[[joint]]", f'name = "{name}"', f'parent = "{parent}"', 'type = "revolute"',
                  f"position = {list(place)}", f"axis = {list(axis)}", f"rest_deg = {degrees}",
                  f"start_deg = {degrees}", "limits_deg = [-170, 170]"]
        parent = name
    scene += ["[[effector]]", 'name = "tool"', 'joint = "flange"', "position = [0, 0.24, 1.012]",
              "[[target]]", 'effector = "tool"', 'motion = "circle"', "center = [0.45, 0.2, 0.6]",
              "radius = 0.2", "normal = [1, 0, 0]", "frequency = 2"]
    for number, (joint, a, b, radius) in enumerate(LINKS):
        parts = list(turned(a, b, radius, triangles // len(LINKS)))
        with open(folder / f"link{number}.stl", "wb") as file:
            file.write(b"generated".ljust(80) + struct.pack("<I", len(parts)))
            for p, q, r in parts:
                file.write(struct.pack("<12fH", 0, 0, 0, *p, *q, *r, 0))
        scene += ["[[solid]]", f'joint = "{joint}"', 'shape = "mesh"', "position = [0, 0, 0]",
                  f'file = "link{number}.stl"',
                  f'color = "{("#d9d4c8", "#c96f3a", "#4b5563")[number % 3]}"']
    (folder / "arm.toml").write_text("\n".join(scene) + "\n")


if __name__ == "__main__":
    main()
