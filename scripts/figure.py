#!/usr/bin/env python3
"""Writes assets/scenes/walking-figure.bvh: a figure of our own that walks on the spot and waves.

Lengths in cm, y up, z ahead. Angles are sums of sines of the stride; the hips are as high as the
lower foot wants. The last frame is the first again.
"""
import math
import pathlib

FRAMES, PER_SECOND, STRIDES = 160, 30, 4

# name, parent, offset, channels; a name "tip" is an End Site
XYZ = "Xposition Yposition Zposition "
JOINTS = [
    ("Hips", None, (0, 0, 0), XYZ + "Yrotation Xrotation Zrotation"),
    ("Spine", "Hips", (0, 9, 0), "Yrotation Xrotation Zrotation"),
    ("Chest", "Spine", (0, 17, 0), "Yrotation Xrotation Zrotation"),
    ("Neck", "Chest", (0, 25, 0), "Xrotation"),
    ("Head", "Neck", (0, 9, 1), "Zrotation Xrotation Yrotation"),
    ("tip", "Head", (0, 19, 0), ""),
]
for side, x in ("Left", 1), ("Right", -1):
    JOINTS += [
        (side + "Collar", "Chest", (x * 3, 20, 0), "Zrotation Yrotation"),
        (side + "Arm", side + "Collar", (x * 15, 0, 0), "Xrotation Zrotation Yrotation"),
        (side + "ForeArm", side + "Arm", (x * 29, 0, 0), "Zrotation Yrotation"),
        (side + "Hand", side + "ForeArm", (x * 26, 0, 0), "Yrotation Zrotation Xrotation"),
        ("tip", side + "Hand", (x * 17, 0, 0), ""),
    ]
for side, x in ("Left", 1), ("Right", -1):
    JOINTS += [
        (side + "UpLeg", "Hips", (x * 10, -4, 0), "Zrotation Xrotation Yrotation"),
        (side + "Leg", side + "UpLeg", (0, -43, 0), "Xrotation"),
        (side + "Foot", side + "Leg", (0, -42, 0), "Zrotation Xrotation Yrotation"),
        (side + "Toe", side + "Foot", (0, -6, 13), "Xrotation"),
        ("tip", side + "Toe", (0, 0, 7), ""),
    ]


def angles(t):
    """Degrees by joint and axis; t in strides."""
    wave = lambda times, lag=0.0: math.sin(2 * math.pi * (times * t - lag))
    all = {
        "Hips": {"Y": 5 * wave(1, 0.02), "X": 3, "Z": 3 * wave(1, 0.25)},
        "Spine": {"Y": -4 * wave(1), "X": 2, "Z": -3 * wave(1, 0.25)},
        "Chest": {"Y": -6 * wave(1), "X": 1 + wave(2), "Z": 2 + wave(0.5)},
        "Neck": {"X": -4},
        "Head": {"Y": -10 + 6 * wave(0.5), "X": -3 + 2 * wave(1, 0.3), "Z": -4 - 3 * wave(0.5)},
    }
    for side, lag in ("Left", 0.0), ("Right", 0.5):
        ahead = 5 + 24 * wave(1, lag + 0.25)
        lift = max(0.0, wave(1, lag + 0.06))
        knee = 9 + 52 * lift * lift + 4 * wave(2, 0.1)
        all[side + "UpLeg"] = {"X": -ahead, "Y": 3 if side == "Left" else -3}
        all[side + "Leg"] = {"X": knee}
        push = 16 * max(0.0, wave(1, lag - 0.12)) ** 2
        all[side + "Foot"] = {"X": ahead - knee - 3 + push}
        all[side + "Toe"] = {"X": -0.8 * push}
    swing = wave(1, 0.25)
    all["LeftCollar"] = {"Z": -4}
    all["LeftArm"] = {"X": 4 + 24 * swing, "Z": -76}
    all["LeftForeArm"] = {"Y": -24 + 12 * swing}
    all["LeftHand"] = {"Y": -6, "Z": -4 + 4 * swing}
    beat = wave(1.5)  # six times in the recording
    all["RightCollar"] = {"Z": -12}
    all["RightArm"] = {"X": 6, "Z": -24 + 5 * beat, "Y": 14}
    all["RightForeArm"] = {"Z": -52 + 24 * beat, "Y": 8}
    all["RightHand"] = {"Z": -4 + 16 * wave(1.5, 0.08), "X": -8}
    return all


def turn(axis, degrees):
    c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
    i, j = {"X": (1, 2), "Y": (2, 0), "Z": (0, 1)}[axis]
    m = [[float(a == b) for b in range(3)] for a in range(3)]
    m[i][i] = m[j][j] = c
    m[i][j], m[j][i] = -s, s
    return m


def lowest(pose):
    """The height of the lowest place, with the hips at zero."""
    frames, low = {}, 0.0
    for name, parent, offset, channels in JOINTS:
        R, p = frames.get(parent, (turn("X", 0), [0.0] * 3))
        p = [p[i] + sum(R[i][k] * offset[k] for k in range(3)) for i in range(3)]
        for channel in channels.split():
            if channel.endswith("rotation"):
                T = turn(channel[0], pose.get(name, {}).get(channel[0], 0))
                R = [[sum(R[i][k] * T[k][j] for k in range(3)) for j in range(3)] for i in range(3)]
        if name != "tip":
            frames[name] = (R, p)
        low = min(low, p[1])
    return low


def hierarchy(parent, depth):
    pad, text = "  " * depth, ""
    for name, above, offset, channels in JOINTS:
        if above != parent:
            continue
        kind = "End Site" if name == "tip" else ("JOINT " if depth else "ROOT ") + name
        text += f"{pad}{kind}\n{pad}{{\n{pad}  OFFSET {offset[0]} {offset[1]} {offset[2]}\n"
        if channels:
            text += f"{pad}  CHANNELS {len(channels.split())} {channels}\n"
        if name != "tip":
            text += hierarchy(name, depth + 1)
        text += f"{pad}}}\n"
    return text


def in_order(parent=None):
    for joint in JOINTS:
        if joint[1] == parent:
            yield joint
            if joint[0] != "tip":
                yield from in_order(joint[0])


def frame(i):
    t = STRIDES * i / FRAMES
    pose = angles(t)
    place = {"X": 1.6 * math.sin(2 * math.pi * (t - 0.02)), "Y": -lowest(pose), "Z": 0.0}
    numbers = []
    for name, _, _, channels in in_order():
        for channel in channels.split():
            of = place if channel.endswith("position") else pose.get(name, {})
            numbers.append(f"{round(of.get(channel[0], 0), 2) + 0.0:g}")
    return " ".join(numbers)


def main():
    frames = [frame(i % FRAMES) for i in range(FRAMES + 1)]
    text = "HIERARCHY\n" + hierarchy(None, 0)
    text += f"MOTION\nFrames: {len(frames)}\nFrame Time: {1 / PER_SECOND:.7f}\n"
    folder = pathlib.Path(__file__).resolve().parent.parent / "assets" / "scenes"
    (folder / "walking-figure.bvh").write_text(text + "\n".join(frames) + "\n")


main()
