"""Targets moved by the gizmo and by keys, and the sides that the view has."""
import tomllib
import unittest

from harness import SCENES, WindowTest

RESTING = """
[[target]]
effector = "right"
motion = "fixed"
center = [1.6, 1.2, 0.3]

[[target]]
effector = "left"
motion = "fixed"
center = [-0.7, 0.8, -0.2]
"""


class Hand(WindowTest):
    def open_resting(self):
        """Y with targets that rest, the right one selected; the mouse is beside everything."""
        y = (SCENES / "y.toml").read_text()
        targets, method = y.index("[[target]]"), y.index("[method]")
        scene = self.home.folder / "resting.toml"
        scene.write_text(y[:targets] + RESTING + y[method:])
        window = self.open("--no-settings", "--scene", str(scene))
        window.move(600, 790)
        window.rest(1)
        window.key("Tab")
        return window

    def right_ball(self, window):
        """Where it is; without the gizmo, whose x is red, too."""
        window.click(600, 60)
        window.move(600, 790)
        place = max(window.picture().red_balls()[:2])
        window.key("Tab")
        return place

    def assert_near(self, place, wanted, pixels, said=""):
        for a, b in zip(place, wanted):
            self.assertLess(abs(a - b), pixels, f"{place} {wanted} {said}")

    def test_an_arrow_moves_the_target_along_its_axis_alone(self):
        window = self.open_resting()
        window.key("space")
        x, y = self.right_ball(window)
        arrow = (x, y - 60)  # half way up
        window.drag(arrow, (x + 50, y - 20))
        there = self.right_ball(window)
        self.assert_near(there, (x, y + 40), 12)
        window.key("ctrl+z")
        self.assert_near(self.right_ball(window), (x, y), 3, "one drag")

    def test_keys_alone_move_it_by_numbers_and_escape_leaves_it(self):
        window = self.open_resting()
        window.key("space")  # else the camera follows the body
        start = self.right_ball(window)
        window.key("w", "y", "minus", "0", "period", "4", "Return")
        lower = self.right_ball(window)
        self.assertGreater(lower[1], start[1] + 20)
        self.assertLess(abs(lower[0] - start[0]), 15)
        window.key("w", "x", "1", "Escape")
        self.assert_near(self.right_ball(window), lower, 3)
        window.key("w", "y", "period", "4", "Return")
        self.assert_near(self.right_ball(window), start, 3)
        window.key("ctrl+Down")
        self.assertGreater(self.right_ball(window)[1], start[1] + 3)
        self.assertEqual(window.quit(), (0, ""))

    def test_x_y_and_z_constrain_a_drag(self):
        window = self.open_resting()
        window.key("space")
        x, y = self.right_ball(window)
        window.move(x, y)
        window.tool("mousedown", "1")
        window.frames()
        window.key("y")
        window.move(x + 60, y + 50)
        window.tool("mouseup", "1")
        window.frames()
        self.assert_near(self.right_ball(window), (x, y + 50), 14)


ARM = """
name = "Wrist"
description = "An arm with a pose goal that rests"
joint = [
  {name = "base", parent = "world", type = "ball", position = [0, 0, 0]},
  {name = "elbow", parent = "base", type = "ball", position = [0, 1, 0]},
  {name = "wrist", parent = "elbow", type = "ball", position = [0, 2, 0]},
]
effector = [
  {name = "tool", joint = "wrist", position = [0, 2.3, 0]},
]
target = [
  {effector = "tool", goal = "pose", motion = "fixed", center = [0.8, 1.4, 0.2], turn = {motion = "fixed", center = [0, 0, 0]}},
]
"""


class Pose(WindowTest):
    """Position and orientation as one thing."""


    def open_arm(self):
        scene = self.home.folder / "wrist.toml"
        scene.write_text(ARM)
        window = self.open("--no-settings", "--scene", str(scene))
        window.key("space")
        window.move(600, 790)
        return window

    def saved_targets(self, window):
        """What the scene says of the position and the orientation when it is saved."""
        self.saved = getattr(self, "saved", 0) + 1
        window.key("ctrl+alt+s")
        file = self.save_as(window, f"saved{self.saved}.toml")
        target = tomllib.loads(file.read_text())["target"]
        self.assertEqual([(one["effector"], one["goal"]) for one in target], [("tool", "pose")])
        return target[0].get("held"), target[0]["turn"].get("held")

    def test_keys_move_it_and_turn_it_and_it_is_selected_once(self):
        window = self.open_arm()
        window.key("Tab", "w", "y", "period", "5", "Return")
        self.assertEqual(self.saved_targets(window), ([0.8, 1.9, 0.2], None))
        window.key("w", "r", "z", "9", "0", "Return")
        place, turn = self.saved_targets(window)
        self.assertEqual(place, [0.8, 1.9, 0.2])
        for a, b in zip(turn, (0, 0, 1.5708)):
            self.assertLess(abs(a - b), 1e-3, turn)
        window.key("ctrl+z", "ctrl+z")
        self.assertEqual(self.saved_targets(window), (None, None))
        window.key("Tab", "Tab")  # none, and once more
        window.key("w", "x", "1", "Return")
        self.assertEqual(self.saved_targets(window)[0], [1.8, 1.4, 0.2])
        self.assertEqual(window.quit(), (0, ""))

    def test_a_gamepad_moves_it_turns_it_and_undoes_it(self):
        window = self.open_arm()
        window.gamepad(left=(1, 0))
        window.rest(0.3)
        window.gamepad()
        place, turn = self.saved_targets(window)
        self.assertGreater(place[0], 0.85)
        self.assertEqual(place[1:], [1.4, 0.2])
        self.assertIsNone(turn)
        left_bumper, b = 4, 1
        window.gamepad(left=(1, 0), buttons=(left_bumper,))
        window.rest(0.3)
        window.gamepad()
        there, turn = self.saved_targets(window)
        self.assertEqual(there, place)
        self.assertGreater(turn[1], 0.05)
        self.assertLess(abs(turn[0]) + abs(turn[2]), 1e-9)
        window.gamepad(buttons=(b,))
        window.gamepad()
        self.assertEqual(self.saved_targets(window)[1], None)
        self.assertEqual(window.quit(), (0, ""))


class Sides(WindowTest):
    def test_keys_look_from_all_sides_in_both_projections(self):
        window = self.open("--no-settings", "--scene", "y")
        window.key("space")
        home = window.picture()
        seen = [home]
        for key in ("KP_1", "KP_3", "KP_7", "KP_0", "KP_5"):
            window.key(key)
            window.rest(0.4)  # the flight
            seen.append(window.picture())
            self.assertGreater(seen[-1].differs_from(seen[-2]), 0.005, key)
        for key in ("shift+v", "h"):
            window.key(key)
            window.rest(0.4)
        self.assertLess(window.picture().differs_from(home), 0.01)
        window.key("v")
        window.rest(0.4)
        self.assertLess(window.picture().differs_from(seen[1]), 0.01, "the first side")
        self.assertEqual(window.quit(), (0, ""))


if __name__ == "__main__":
    unittest.main(verbosity=2)
